// Bun.SQL with PostgreSQL: transactions, reservations, the pool, logins and settings. Checked on Bun 1.4.5.
import assert from "node:assert";
import net from "node:net";
import { test } from "../harness.ts";
import { FakePostgres, type Respond } from "./server.ts";

const isThere = typeof Bun !== "undefined";
const testBun = (title: string, body: () => Promise<void>): void => test(title, isThere ? body : () => {});
const { SQL }: any = isThere ? Bun : {};

const respond: Respond = (sql) => {
  if (/^(?:BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|PREPARE)/i.test(sql)) return {};
  if (sql.startsWith("fail")) return { error: { C: "22012", M: "division by zero" } };
  return { columns: [["n", 23]], rows: [["1"]], afterMs: sql.startsWith("slow") ? 100 : 0 };
};

async function withServer(
  options: object,
  use: (sql: any, server: FakePostgres, address: string) => Promise<void>,
  login: ConstructorParameters<typeof FakePostgres>[1] = "trust",
): Promise<void> {
  const server = new FakePostgres(respond, login);
  const address = await server.listen();
  const sql = new SQL(address, options);
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
const textsOf = (server: FakePostgres): string[] =>
  server.sent.filter(({ type }) => type === "Q" || type === "P").map(({ text }) => text);

testBun("a transaction is committed, or rolled back when its function fails", () =>
  withServer({ max: 2 }, async (sql, server) => {
    assert.strictEqual(await sql.begin(async (tx: any) => (await tx`select a`)[0].n), 1);
    const failure = new Error("no");
    const failing = sql.begin("read only", async () => {
      throw failure;
    });
    await assert.rejects(failing, failure);
    const both = await sql.begin((tx: any) => [tx`select b`, tx`select c`]);
    assert.deepStrictEqual(JSON.parse(JSON.stringify(both)), [[{ n: 1 }], [{ n: 1 }]]);
    const texts = textsOf(server).filter((text) => !text.startsWith("select"));
    assert.deepStrictEqual(texts, ["BEGIN", "COMMIT", "BEGIN read only", "ROLLBACK", "BEGIN", "COMMIT"]);
    assert.strictEqual(new Set(server.sent.map(({ connection }) => connection)).size >= 1, true);
  }),
);

testBun("savepoints roll back alone", () =>
  withServer({ max: 1 }, async (sql, server) => {
    await sql.begin(async (tx: any) => {
      await tx
        .savepoint(async () => {
          throw new Error("inner");
        })
        .catch((error: Error) => assert.strictEqual(error.message, "inner"));
      assert.strictEqual(await tx.savepoint("a; b", async () => 3), 3);
    });
    assert.deepStrictEqual(
      textsOf(server).map((text) => text.replace("ROLLBACK TO SAVEPOINT", "ROLLBACK TO")),
      ["BEGIN", "SAVEPOINT s0", "ROLLBACK TO s0", "SAVEPOINT s1_a__b", "RELEASE SAVEPOINT s1_a__b", "COMMIT"],
    );
  }),
);

testBun("what a transaction refuses", () =>
  withServer({ max: 2 }, async (sql) => {
    let late: any;
    await sql.begin(async (tx: any) => {
      late = tx`select late`;
    });
    assert.strictEqual(await codeOf(late), "ERR_POSTGRES_INVALID_TRANSACTION_STATE");
    assert.strictEqual(
      await codeOf(sql.begin((tx: any) => tx.begin(() => {}))),
      "ERR_POSTGRES_INVALID_TRANSACTION_STATE",
    );
    assert.strictEqual(await codeOf(sql.begin((tx: any) => tx.close())), "ERR_POSTGRES_CONNECTION_CLOSED");
    const swallowed = sql.begin(async (tx: any) => {
      await tx`fail`.catch(() => {});
    });
    assert.strictEqual(await codeOf(swallowed), "ERR_POSTGRES_COMMIT_ROLLED_BACK");
    assert.strictEqual(await codeOf(sql`begin`), "ERR_POSTGRES_UNSAFE_TRANSACTION");
    await assert.rejects(async () => sql.begin("x"), { message: /^The argument 'fn' must be a function/ });
    await assert.rejects(async () => sql.commitDistributed("a'b"), { message: /cannot contain single quotes/ });
  }),
);

testBun("a distributed transaction is prepared, and ends later", () =>
  withServer({ max: 1 }, async (sql, server) => {
    await sql.beginDistributed("one", async (tx: any) => tx`select a`);
    await sql.commitDistributed("one");
    await sql.rollbackDistributed("two");
    assert.deepStrictEqual(textsOf(server), [
      "BEGIN",
      "select a",
      "PREPARE TRANSACTION 'one'",
      "COMMIT PREPARED 'one'",
      "ROLLBACK PREPARED 'two'",
    ]);
  }),
);

testBun("a reserved connection belongs to its client until it is released", () =>
  withServer({ max: 1 }, async (sql, server) => {
    const reserved = await sql.reserve();
    await reserved`select a`;
    const waiting = sql`select b`;
    let isDone = false;
    waiting.then(() => (isDone = true));
    await new Promise((resolve) => setTimeout(resolve, 30));
    assert.strictEqual(isDone, false);
    const signal = AbortSignal.timeout(10);
    await assert.rejects(async () => sql.reserve({ signal }), { name: "TimeoutError" });
    await reserved.release();
    await waiting;
    assert.strictEqual(await codeOf(reserved`select c`), "ERR_POSTGRES_CONNECTION_CLOSED");
    const second = await sql.reserve();
    await second`begin`;
    await second.release();
    await sql`select d`;
    assert.deepStrictEqual(server.sent.filter(({ text }) => text === "select d").at(-1)!.connection, 1);
  }),
);

testBun("close waits for queries, or not", () =>
  withServer({ max: 1 }, async (sql, server, address) => {
    const query = sql`slow`.execute();
    await sql.close();
    assert.strictEqual((await query)[0].n, 1);
    assert.strictEqual(await codeOf(sql`select a`), "ERR_POSTGRES_CONNECTION_CLOSED");
    assert.strictEqual(await codeOf(sql.begin(() => {})), "ERR_POSTGRES_CONNECTION_CLOSED");
    const other = new SQL(address, { max: 1 });
    const lost = codeOf(other`slow`);
    await new Promise((resolve) => setTimeout(resolve, 60));
    await other.close({ timeout: 0 });
    assert.strictEqual(await lost, "ERR_POSTGRES_CONNECTION_CLOSED");
    assert.strictEqual(server.connections, 2);
  }),
);

testBun("idle and old connections are closed", async () => {
  const events: unknown[] = [];
  const onclose = (error: any): void => void events.push(error.code);
  const onconnect = (error: unknown): void => void events.push(error);
  await withServer({ max: 1, idleTimeout: 0.05, onclose, onconnect }, async (sql) => {
    await sql`select a`;
    await new Promise((resolve) => setTimeout(resolve, 200));
    assert.deepStrictEqual(events, [null, "ERR_POSTGRES_IDLE_TIMEOUT"]);
  });
  events.length = 0;
  await withServer({ max: 1, maxLifetime: 0.05, onclose, onconnect }, async (sql) => {
    await sql`slow`;
    await new Promise((resolve) => setTimeout(resolve, 100));
    assert.deepStrictEqual(events, [null, "ERR_POSTGRES_LIFETIME_TIMEOUT"]);
  });
});

for (const login of ["cleartext", "md5", "scram"] as const)
  testBun(`log in: ${login}`, () =>
    withServer(
      { max: 1, password: async () => "secret" },
      async (sql, server, address) => {
        assert.strictEqual((await sql`select a`)[0].n, 1);
        assert.strictEqual(server.startUps[0]!.user, "me");
        assert.strictEqual(server.startUps[0]!.database, "db");
        const wrong = new SQL(address.replace("secret", "wrong"), { max: 1 });
        await assert.rejects(async () => wrong`select a`, { code: "ERR_POSTGRES_SERVER_ERROR", errno: "28P01" });
        await wrong.close({ timeout: 0 });
      },
      login,
    ),
  );

testBun("a server that does not know the password is refused", () =>
  withServer(
    { max: 1 },
    async (sql) => {
      assert.strictEqual(await codeOf(sql`select a`), "ERR_POSTGRES_SASL_SIGNATURE_MISMATCH");
    },
    "false_scram",
  ),
);

testBun("connections that fail", async () => {
  const free = net.createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => free.once("listening", resolve));
  const { port } = free.address() as net.AddressInfo;
  await new Promise((resolve) => free.close(resolve));
  const refused = new SQL(`postgres://127.0.0.1:${port}/x`, { max: 1 });
  await assert.rejects(async () => refused`select a`, {
    code: "ERR_POSTGRES_CONNECTION_REFUSED",
    message: "Failed to connect",
  });
  await withServer(
    { max: 1, connectionTimeout: 0.1 },
    async (sql) => {
      await assert.rejects(async () => sql`select a`, {
        code: "ERR_POSTGRES_CONNECTION_TIMEOUT",
        message: "Connection timeout after 100ms (sent startup message, but never received response)",
      });
    },
    "silent",
  );
  await withServer({ max: 1, tls: "require" }, async (sql) => {
    assert.strictEqual(await codeOf(sql`select a`), "ERR_POSTGRES_TLS_NOT_AVAILABLE");
  });
  await withServer({ max: 1, tls: "prefer" }, async (sql) => {
    assert.strictEqual((await sql`select a`)[0].n, 1);
  });
});

testBun("settings come from options, the address and the environment", async () => {
  const settings = (...given: unknown[]): any => new SQL(...given).options;
  const { hostname, port, username, database, sslMode, max } = settings("postgres://u:p@h:1/d?sslmode=require&max=3");
  assert.deepStrictEqual([hostname, port, username, database, sslMode, max], ["h", 1, "u", "d", 2, 3]);
  assert.strictEqual(settings("postgres://h/d", { hostname: "other", idleTimeout: 2 }).idleTimeout, 2000);
  process.env.POSTGRES_URL = "postgres://env:5/e";
  assert.deepStrictEqual([settings().hostname, settings({ port: 6 }).port], ["env", 6]);
  delete process.env.POSTGRES_URL;
  process.env.PGHOST = "pghost";
  assert.strictEqual(settings().hostname, "pghost");
  delete process.env.PGHOST;
  assert.throws(() => settings("pg://x"), { message: /^Unsupported protocol: pg\./ });
  assert.throws(() => settings({ adapter: "x" }), { message: /^Unsupported adapter: x\./ });
  assert.throws(() => settings({ max: 0.5 }), { code: "ERR_INVALID_ARG_VALUE" });
  assert.throws(() => settings({ onclose: 1 }), { code: "ERR_INVALID_ARG_TYPE" });
  assert.ok(!Bun.inspect(settings("postgres://u:hidden@h/d")).includes("hidden"));
});
