// Bun.SQL with MySQL and MariaDB: logins, TLS, settings and connections that fail. Checked on Bun 1.4.5.
import assert from "node:assert";
import net from "node:net";
import { test } from "../harness.ts";
import { authority } from "../tls/certificates.ts";
import { FakeMysql, type Options } from "./mysql_server.ts";

const isThere = typeof Bun !== "undefined";
const testBun = (title: string, body: () => Promise<void>): void => test(title, isThere ? body : () => {});
const { SQL }: any = isThere ? Bun : {};

async function withServer(
  kind: Options,
  options: object,
  use: (sql: any, server: FakeMysql, address: string) => Promise<void>,
): Promise<void> {
  const server = new FakeMysql(() => ({}), kind);
  const address = await server.listen();
  const sql = new SQL(address, { max: 1, ...options });
  try {
    await use(sql, server, address);
  } finally {
    await sql.close({ timeout: 0 });
    server.close();
  }
}

const codeOf = (query: Promise<unknown>): Promise<unknown> =>
  query.then(
    () => "none",
    (error) => error.code,
  );

const NATIVE = "mysql_native_password";
const CACHING = "caching_sha2_password";
const SHA256 = "sha256_password";
const CLEAR = "mysql_clear_password";

for (const [title, kind] of [
  ["native", { plugin: NATIVE }],
  ["caching", { plugin: CACHING }],
  ["native after caching", { plugin: CACHING, switchTo: NATIVE }],
  ["caching after native", { plugin: NATIVE, switchTo: CACHING }],
] as const)
  testBun(`log in: ${title}`, () =>
    withServer(kind, { password: async () => "secret" }, async (sql, server, address) => {
      assert.strictEqual(await codeOf(sql`select 1`), "none");
      assert.deepStrictEqual(server.proofs, []);
      const wrong = new SQL(address.replace("secret", "wrong"), { max: 1 });
      await assert.rejects(async () => wrong`select 1`, {
        code: "ERR_MYSQL_SERVER_ERROR",
        errno: 1045,
        sqlState: "28000",
        message: "Access denied for user 'me'",
      });
      await wrong.close({ timeout: 0 });
    }),
  );

testBun("without TLS, the password is sent encrypted with the server's key, and only if that is allowed", async () => {
  const kind = { plugin: CACHING, needsFullLogin: true };
  await withServer(kind, {}, async (sql, server) => {
    assert.strictEqual(await codeOf(sql`select 1`), "ERR_MYSQL_PUBLIC_KEY_RETRIEVAL_NOT_ALLOWED");
    assert.deepStrictEqual(server.proofs, []);
  });
  await withServer(kind, { allowPublicKeyRetrieval: true }, async (sql, server) => {
    assert.strictEqual(await codeOf(sql`select 1`), "none");
    assert.deepStrictEqual(server.proofs, ["\x02", "encrypted"]);
  });
  await withServer({ switchTo: SHA256 }, { allowPublicKeyRetrieval: true }, async (sql, server) => {
    assert.strictEqual(await codeOf(sql`select 1`), "none");
    assert.deepStrictEqual(server.proofs, ["\x01", "encrypted"]);
  });
});

testBun("with TLS, the server may ask for the password itself", async () => {
  // Bun 1.4.5 does not have the plugin for clear text.
  const clear = "brio" in process.versions ? [{ switchTo: CLEAR }] : [];
  for (const kind of [{ plugin: CACHING, needsFullLogin: true }, { switchTo: SHA256 }, ...clear])
    await withServer(
      { hasTls: true, ...kind },
      { tls: { ca: authority, serverName: "localhost" } },
      async (sql, server) => {
        assert.strictEqual(await codeOf(sql`select 1`), "none");
        assert.deepStrictEqual(server.proofs, ["secret\0"]);
        assert.strictEqual(server.logins[0]!.isEncrypted, true);
      },
    );
});

testBun("without TLS, the server does not get the password itself", () =>
  withServer({ switchTo: CLEAR }, {}, async (sql, server) => {
    assert.notStrictEqual(await codeOf(sql`select 1`), "none");
    assert.deepStrictEqual(server.proofs, []);
  }),
);

testBun("a server with another plugin is refused", () =>
  withServer({ switchTo: "dialog" }, {}, async (sql) => {
    assert.strictEqual(await codeOf(sql`select 1`), "ERR_MYSQL_UNSUPPORTED_AUTH_PLUGIN");
  }),
);

testBun("TLS: required, preferred, verified", async () => {
  await withServer({}, { tls: "prefer" }, async (sql) => assert.strictEqual(await codeOf(sql`select 1`), "none"));
  await withServer({}, { tls: "require" }, async (sql, server) => {
    assert.notStrictEqual(await codeOf(sql`select 1`), "none");
    assert.strictEqual(server.logins.length, 0);
  });
  await withServer({ hasTls: true }, { tls: "require" }, async (sql, server) => {
    assert.strictEqual(await codeOf(sql`select 1`), "none");
    assert.strictEqual(server.logins[0]!.isEncrypted, true);
  });
  await withServer({ hasTls: true }, { tls: "verify-full" }, async (sql, server) => {
    assert.notStrictEqual(await codeOf(sql`select 1`), "none");
    assert.strictEqual(server.logins.length, 0);
  });
});

testBun("connections that fail", async () => {
  const free = net.createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => free.once("listening", resolve));
  const { port } = free.address() as net.AddressInfo;
  await new Promise((resolve) => free.close(resolve));
  const refused = new SQL(`mysql://127.0.0.1:${port}/x`, { max: 1 });
  await assert.rejects(async () => refused`select 1`, {
    code: "ERR_MYSQL_CONNECTION_REFUSED",
    message: "Failed to connect",
  });
  const noFile = new SQL("mysql://me@localhost/x?socket=/does/not/exist", { max: 1 });
  await assert.rejects(async () => noFile`select 1`, {
    code: "ERR_MYSQL_CONNECTION_REFUSED",
    message: "Failed to connect to /does/not/exist",
  });
  await withServer({ isSilent: true }, { connectionTimeout: 0.1 }, async (sql) => {
    await assert.rejects(async () => sql`select 1`, {
      code: "ERR_MYSQL_CONNECTION_TIMEOUT",
      message: "Connection timeout after 100ms (during authentication)",
    });
  });
  await withServer({ version: 9 }, {}, async (sql) => {
    assert.strictEqual(await codeOf(sql`select 1`), "ERR_MYSQL_UNSUPPORTED_PROTOCOL_VERSION");
  });
});

testBun("idle connections are closed", async () => {
  const events: unknown[] = [];
  const onclose = (error: any): void => void events.push(error.code);
  const onconnect = (error: unknown): void => void events.push(error);
  await withServer({}, { idleTimeout: 0.05, onclose, onconnect }, async (sql, server) => {
    await sql`select 1`;
    await new Promise((resolve) => setTimeout(resolve, 300));
    assert.deepStrictEqual(events, [null, "ERR_MYSQL_IDLE_TIMEOUT"]);
    await sql`select 1`;
    assert.strictEqual(server.connections, 2);
  });
});

testBun("queries that begin together are spread over the connections, once these are open", async () => {
  const server = new FakeMysql(() => ({ afterMs: 50 }));
  const sql = new SQL(await server.listen(), { max: 2 });
  await Promise.all([1, 2, 3, 4].map((value) => sql`select ${value}`));
  const runs = server.sent.filter(({ command }) => command === "execute");
  assert.deepStrictEqual(runs.map(({ connection }) => connection).sort(), [0, 0, 1, 1]);
  await sql.close();
  server.close();
});

testBun("foundRows asks the server to count the rows that were found", () =>
  withServer({}, { foundRows: true }, async (sql, server) => {
    await sql`select 1`;
    assert.strictEqual(server.logins[0]!.capabilities & 0x2, 0x2);
  }),
);

testBun("settings come from options, the address and the environment", async () => {
  const settings = (...given: unknown[]): any => new SQL(...given).options;
  const shown = (...given: unknown[]): unknown[] => {
    const { adapter, hostname, port, database, sslMode } = settings(...given);
    return [adapter, hostname, port, database, sslMode];
  };
  assert.deepStrictEqual(shown("mysql://u:p@h:1/d?ssl=true"), ["mysql", "h", 1, "d", 2]);
  assert.deepStrictEqual(shown("mysql2://h"), ["mysql", "h", 3306, "mysql", 0]);
  assert.deepStrictEqual(shown("mariadb://h"), ["mariadb", "h", 3306, "", 0]);
  assert.strictEqual(settings("mysql://u@/d?socket=/s").path, "/s");
  assert.throws(() => settings("mysql://h/d", { prepare: false }), { code: "ERR_INVALID_ARG_VALUE" });
  assert.throws(() => settings({ adapter: "mysql2" }), { message: /^Unsupported adapter: mysql2\./ });
  const env = {
    MYSQL_HOST: "mh",
    MYSQL_PORT: "5",
    MYSQL_USER: "mu",
    MYSQL_PASSWORD: "mp",
    MYSQL_DATABASE: "md",
    MARIADB_HOST: "ah",
    MARIADB_DATABASE: "ad",
  };
  Object.assign(process.env, env);
  const { username, password } = settings({ adapter: "mysql" });
  assert.deepStrictEqual([username, password], ["mu", "mp"]);
  assert.deepStrictEqual(shown({ adapter: "mysql" }), ["mysql", "mh", 5, "md", 0]);
  assert.deepStrictEqual(shown({ adapter: "mariadb" }), ["mariadb", "ah", 3306, "ad", 0]);
  for (const name of Object.keys(env)) delete process.env[name];
  for (const [name, expected] of [
    ["MYSQL_URL", ["mysql", "q", 3306, "w", 0]],
    ["MARIADB_URL", ["mariadb", "q", 3306, "w", 0]],
    ["TLS_MYSQL_DATABASE_URL", ["mysql", "q", 3306, "w", 2]],
  ] as const) {
    process.env[name] = "mysql://q/w";
    assert.deepStrictEqual(shown(), expected);
    delete process.env[name];
  }
  process.env.DATABASE_URL = "mysql://q/w";
  assert.deepStrictEqual(shown({ adapter: "mariadb" }), ["mariadb", "q", 3306, "w", 0]);
  delete process.env.DATABASE_URL;
});
