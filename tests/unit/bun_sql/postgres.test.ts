// Bun.SQL with PostgreSQL: queries, helpers, transactions, the pool and errors. Checked on Bun 1.4.5.
import assert from "node:assert";
import { test } from "../harness.ts";
import { FakePostgres, type Respond } from "./server.ts";

const isThere = typeof Bun !== "undefined";
const testBun = (title: string, body: () => Promise<void>): void => test(title, isThere ? body : () => {});
const { SQL }: any = isThere ? Bun : {};

const TEXT = 25;
const INT4 = 23;

/** Answers "echo" statements with the parameters, and all others with one row. */
const respond: Respond = (sql, values) => {
  const count = new Set(sql.match(/\$\d+/g)).size;
  const types = Array.from({ length: count }, () => TEXT);
  if (/^(?:BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|begin|PREPARE)/.test(sql)) return { types };
  if (sql.startsWith("insert")) return { types, tag: `INSERT 0 ${Math.max(1, count)}` };
  if (sql.startsWith("update")) return { types, tag: "UPDATE 3" };
  if (sql.startsWith("slow")) return { types, columns: [["a", TEXT]], rows: [["slow"]], afterMs: 100 };
  if (sql.startsWith("fail"))
    return { types, error: { C: "23505", M: "duplicate key", D: "Key exists.", n: "u_pkey" } };
  if (sql.startsWith("die")) return { types, hangsUp: true };
  if (sql.startsWith("copy in")) return { types, copies: "G" };
  if (sql.startsWith("copy out")) return { types, copies: "H" };
  if (count > 0)
    return {
      types,
      columns: types.map((type, index): [string, number] => [`c${index}`, type]),
      rows: [values ?? []],
    };
  return { columns: [["n", INT4]], rows: [["1"]] };
};

async function withServer(
  use: (sql: any, server: FakePostgres, address: string) => Promise<void>,
  options: object = {},
  answer: Respond = respond,
): Promise<void> {
  const server = new FakePostgres(answer);
  const address = await server.listen();
  const sql = new SQL(address, { max: 1, ...options });
  try {
    await use(sql, server, address);
  } finally {
    await sql.close({ timeout: 0 });
    server.close();
  }
}

const plain = (rows: unknown[]): unknown => JSON.parse(JSON.stringify(rows));
const codeOf = (query: Promise<unknown>): Promise<unknown> =>
  query.then(
    () => "none",
    (error) => error.code,
  );

testBun("values travel apart from the text", () =>
  withServer(async (sql, server) => {
    const hostile = "'; drop table users; --";
    assert.deepStrictEqual(plain(await sql`select ${hostile}, ${null}`), [{ c0: hostile, c1: null }]);
    assert.ok(server.sent.every(({ text }) => !text.includes("drop")));
    assert.match(server.texts("P")[0]!, /^select \$1 *, \$2 *$/);
  }),
);

testBun("a statement is prepared once", () =>
  withServer(async (sql, server) => {
    for (const value of ["a", "b", "c"]) assert.deepStrictEqual(plain(await sql`select ${value}`), [{ c0: value }]);
    assert.strictEqual(server.texts("P").length, 1);
    assert.strictEqual(server.texts("B").length, 3);
    for (let count = 0; count < 2; count++) assert.deepStrictEqual(plain(await sql`select n`), [{ n: 1 }]);
    assert.strictEqual(server.texts("P").length, 2);
  }),
);

testBun("without `prepare` each query is prepared again", () =>
  withServer(
    async (sql, server) => {
      const queries = ["a", "b", "c"].map((value) => sql`select ${value}`);
      assert.deepStrictEqual(plain(await Promise.all(queries)), [[{ c0: "a" }], [{ c0: "b" }], [{ c0: "c" }]]);
      assert.strictEqual(server.texts("P").length, 3);
    },
    { prepare: false },
  ),
);

testBun("a query runs when it is awaited, once", () =>
  withServer(async (sql, server) => {
    const never = sql`insert never`;
    const query = sql`select n`;
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.strictEqual(server.connections, 0);
    assert.strictEqual(query.active, false);
    assert.strictEqual(await query, await query);
    assert.deepStrictEqual(server.texts("P"), ["select n"]);
    assert.ok(never instanceof Promise);
  }),
);

testBun("a result is an array with the number of rows and the command", () =>
  withServer(async (sql) => {
    const rows = await sql`select n`;
    assert.deepStrictEqual(Object.keys(rows), ["0", "count", "command", "lastInsertRowid", "affectedRows"]);
    assert.deepStrictEqual([rows.count, rows.command, rows.affectedRows], [1, "SELECT", 0]);
    assert.deepStrictEqual(rows.columns, [{ name: "n", type: INT4, table: 0, number: 0 }]);
    assert.strictEqual(JSON.stringify(rows), '[{"n":1}]');
    const written = await sql`update u set a = ${1}`;
    assert.deepStrictEqual([written.length, written.count, written.affectedRows], [0, 3, 3]);
    assert.deepStrictEqual(plain(await sql`select n`.values()), [[1]]);
    assert.deepStrictEqual((await sql`select n`.raw())[0][0], Buffer.from([0, 0, 0, 1]));
    assert.deepStrictEqual(plain(await sql`select 1; select 2`.simple()), [[{ n: 1 }], [{ n: 1 }]]);
    assert.deepStrictEqual(plain(await sql.unsafe("select 1; select 2")), [[{ n: 1 }], [{ n: 1 }]]);
    await assert.rejects(async () => sql`select ${1}`.simple(), {
      name: "TypeError",
      message: "simple query cannot have parameters",
    });
  }),
);

testBun("helpers of INSERT, UPDATE and IN", () =>
  withServer(async (sql, server) => {
    const user = { id: 1, name: "a", age: undefined };
    await sql`insert into u ${sql(user)}`;
    await sql`insert into u ${sql([user, { id: 2, name: "b" }], "id", "name")}`;
    await sql`update u set ${sql(user, "name")} where id = ${1}`;
    await sql`update u ${sql({ a: 1 })}`;
    await sql`select from u where id in ${sql([1, 2])}`;
    await sql`select from u where id in ${sql([user], "id")}`;
    await sql`select from u where id in ${sql([])}`;
    await sql`select ${sql('public.a"b')} ${sql`where x = ${1}`} ${sql.unsafe("order by y")}`;
    await sql`select ${sql.array([1, 2], "INT")}`;
    const texts = server.texts("P").map((text) => text.replace(/ +/g, " ").trim());
    assert.deepStrictEqual(texts, [
      'insert into u ("id", "name") VALUES($1, $2)',
      'insert into u ("id", "name") VALUES($1, $2),($3, $4)',
      'update u set "name" = $1 where id = $2',
      'update u SET "a" = $1',
      "select from u where id in ($1, $2)",
      "select from u where id in ($1)",
      "select from u where id in (NULL)",
      'select "public"."a""b" where x = $1 order by y',
      "select $1::INT[]",
    ]);
    assert.deepStrictEqual(server.sent.at(-1)!.values, ['{"1","2"}']);
    const message = "Helpers are only allowed for INSERT, UPDATE and IN commands";
    await assert.rejects(async () => sql`select * from u where ${sql(user)}`, { name: "SyntaxError", message });
    await assert.rejects(async () => sql`insert into u ${sql({})}`, { message: "Cannot INSERT with no columns" });
    await assert.rejects(async () => sql`update u set ${sql({})}`, {
      message: "Update needs to have at least one column",
    });
    assert.strictEqual(await codeOf(sql("u")), "ERR_POSTGRES_NOT_TAGGED_CALL");
    assert.throws(() => sql.array([1], "int); drop table u"), { code: "ERR_INVALID_ARG_VALUE" });
  }),
);

testBun("names of columns are changed in both directions", () =>
  withServer(
    async (sql, server) => {
      await sql`insert into u ${sql({ userId: 1 })}`;
      assert.match(server.texts("P")[0]!, /\("user_id"\)/);
      assert.deepStrictEqual(plain(await sql`select user_name`), [{ userName: 1 }]);
      assert.deepStrictEqual([SQL.fromCamel("userId"), SQL.toKebab("user_id")], ["user_id", "user-id"]);
    },
    { transform: isThere ? SQL.camel : undefined },
    (text, values) =>
      text.startsWith("insert") ? respond(text, values) : { columns: [["user_name", INT4]], rows: [["1"]] },
  ),
);

testBun("errors of the server", () =>
  withServer(async (sql) => {
    await assert.rejects(
      async () => sql`selec 1`,
      (error: any) => {
        assert.ok(error instanceof SQL.PostgresError && error instanceof SQL.SQLError);
        const { name, code, errno, line, position } = error;
        assert.deepStrictEqual(
          [name, code, errno, line, position],
          ["PostgresError", "ERR_POSTGRES_SYNTAX_ERROR", "42601", "1192", "1"],
        );
        return true;
      },
    );
    await assert.rejects(async () => sql`fail ${1}`, {
      code: "ERR_POSTGRES_SERVER_ERROR",
      errno: "23505",
      detail: "Key exists.",
      constraint: "u_pkey",
      severity: "ERROR",
      message: "duplicate key",
    });
    assert.strictEqual(await codeOf(sql`copy in`), "ERR_POSTGRES_COPY_NOT_SUPPORTED");
    assert.strictEqual(await codeOf(sql`copy out`), "ERR_POSTGRES_COPY_NOT_SUPPORTED");
    await assert.rejects(async () => sql`select ${Symbol("x") as unknown as string}`, { name: "TypeError" });
    assert.deepStrictEqual(plain(await sql`select ${"still there"}`), [{ c0: "still there" }]);
  }),
);

testBun("queries of one connection do not wait for answers, and one that fails fails alone", () =>
  withServer(async (sql, server) => {
    await sql`slow ${1}`;
    await sql`fail ${1}`.catch(() => {});
    await sql`select ${1}`;
    const results = await Promise.allSettled([sql`slow ${1}`, sql`fail ${1}`, sql`select ${"x"}`]);
    assert.deepStrictEqual(
      results.map(({ status }) => status),
      ["fulfilled", "rejected", "fulfilled"],
    );
    assert.strictEqual(server.connections, 1);
  }),
);

testBun("a server that ends fails what it has not answered, and the next query connects again", () =>
  withServer(async (sql, server) => {
    await sql`select n`;
    const both = [codeOf(sql`die ${1}`), codeOf(sql`select ${1}`)];
    assert.deepStrictEqual(await Promise.all(both), [
      "ERR_POSTGRES_CONNECTION_CLOSED",
      "ERR_POSTGRES_CONNECTION_CLOSED",
    ]);
    assert.deepStrictEqual(plain(await sql`select n`), [{ n: 1 }]);
    assert.strictEqual(server.connections, 2);
  }),
);

testBun("a running query is cancelled on a second connection, one that waits never runs", () =>
  withServer(async (sql, server) => {
    await sql`select n`;
    const running = sql`slow ${1}`.execute();
    const waiting = sql`slow ${2}`.execute();
    waiting.cancel();
    assert.strictEqual(await codeOf(waiting), "ERR_POSTGRES_QUERY_CANCELLED");
    await new Promise((resolve) => setTimeout(resolve, 20));
    running.cancel();
    assert.deepStrictEqual(plain(await running), [{ a: "slow" }]);
    assert.strictEqual(server.cancels, 1);
    assert.strictEqual(server.texts("B").length, 2);
    const early = sql`select n`;
    early.cancel();
    assert.strictEqual(await codeOf(early), "ERR_POSTGRES_QUERY_CANCELLED");
  }),
);
