// Bun.SQL with MySQL and MariaDB: queries, types, parameters, transactions and errors. Checked on Bun 1.4.5.
import assert from "node:assert";
import { test } from "../harness.ts";
import { type Answer, type Column, FakeMysql, type Options, type Respond, int, sized } from "./mysql_server.ts";

const isThere = typeof Bun !== "undefined";
const testBun = (title: string, body: () => Promise<void>, timeoutMs?: number): void =>
  test(title, isThere ? body : () => {}, timeoutMs);
const { SQL }: any = isThere ? Bun : {};

const LONG = 3;
const VAR_STRING = 253;
const BINARY = 63;
const ONE: Column = { name: "n", type: LONG, charset: BINARY };
const one = (isBinary: boolean): Answer => ({ columns: [ONE], rows: [[isBinary ? int(1, 4) : "1"]] });

const respond: Respond = (sql, parameters) => {
  if (/^(?:START|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|XA|set)/i.test(sql)) return {};
  if (sql.startsWith("insert")) return { affectedRows: 2, insertId: 7 };
  if (sql.startsWith("big")) return { affectedRows: 1, insertId: 2n ** 63n };
  if (sql.startsWith("slow")) return { ...one(parameters !== null), afterMs: 100 };
  if (sql.startsWith("fail"))
    return { error: { errno: 1062, state: "23000", message: "Duplicate entry 'x' for key 'a'" } };
  if (sql.startsWith("die")) return { hangsUp: true };
  if (sql.startsWith("load")) return { asksForFile: true };
  if (sql.startsWith("call")) return { ...one(parameters !== null), then: { ...one(parameters !== null), then: {} } };
  if (sql.includes(";") && parameters === null) return { ...one(false), then: { affectedRows: 3 } };
  return one(parameters !== null);
};

async function withServer(
  use: (sql: any, server: FakeMysql, address: string) => Promise<void>,
  options: object = {},
  answer: Respond = respond,
  kind: Options = {},
): Promise<void> {
  const server = new FakeMysql(answer, kind);
  const address = await server.listen();
  const sql = new SQL(address, { max: 1, ...options });
  try {
    await use(sql, server, address);
  } finally {
    await sql.close({ timeout: 0 });
    server.close();
  }
}

const plain = (rows: unknown): unknown => JSON.parse(JSON.stringify(rows));
const codeOf = (query: Promise<unknown>): Promise<unknown> =>
  query.then(
    () => "none",
    (error) => error.code,
  );

testBun("values travel apart from the text, and a statement is prepared once", () =>
  withServer(async (sql, server) => {
    const hostile = "'; drop table users; --";
    for (const value of [hostile, "b"]) assert.deepStrictEqual(plain(await sql`select ${value}`), [{ n: 1 }]);
    assert.ok(server.sent.every(({ text }) => !text.includes("drop")));
    assert.deepStrictEqual(
      server.texts("prepare").map((text) => text.trim()),
      ["select ?"],
    );
    const runs = server.sent.filter(({ command }) => command === "execute");
    assert.deepStrictEqual(
      runs.map(({ parameters }) => parameters),
      [[{ type: 254, bytes: Buffer.from(hostile).toString("hex") }], [{ type: 254, bytes: "62" }]],
    );
  }),
);

testBun("the session speaks utf8mb4 and UTC", () =>
  withServer(async (sql, server) => {
    await sql`select n`;
    assert.strictEqual(server.sent[0]!.text, "SET time_zone = '+00:00'");
    const { user, database, capabilities, isEncrypted } = server.logins[0]!;
    assert.deepStrictEqual([user, database, isEncrypted], ["me", "db", false]);
    // A server must not be able to ask for files.
    assert.strictEqual(capabilities & 0x80, 0);
    assert.strictEqual(capabilities & 0x2, 0);
  }),
);

testBun("a result is an array with the number of rows, and what was written", () =>
  withServer(async (sql) => {
    const rows = await sql`select n`;
    assert.deepStrictEqual(Object.keys(rows), ["0", "count", "command", "lastInsertRowid", "affectedRows"]);
    assert.deepStrictEqual([rows.count, rows.command, rows.affectedRows, rows.lastInsertRowid], [1, null, 0, 0]);
    assert.deepStrictEqual(rows.columns, [{ name: "n", type: LONG, table: "table", length: 80, flags: 0 }]);
    const written = await sql`insert into u ${sql([{ a: 1 }, { a: 2 }])}`;
    assert.deepStrictEqual(
      [written.length, written.count, written.affectedRows, written.lastInsertRowid],
      [0, 2, 2, 7],
    );
    assert.strictEqual((await sql`big`).lastInsertRowid, "9223372036854775808");
    assert.deepStrictEqual(plain(await sql`select n`.values()), [[1]]);
    assert.deepStrictEqual((await sql`select n`.raw())[0][0], Buffer.from([1, 0, 0, 0]));
  }),
);

testBun("several results: of procedures, and of several statements", () =>
  withServer(async (sql, server) => {
    assert.deepStrictEqual(plain(await sql`call p(${1})`), [[{ n: 1 }], [{ n: 1 }], []]);
    assert.deepStrictEqual(plain(await sql`select 1; update`.simple()), [[{ n: 1 }], []]);
    const [, written] = await sql.unsafe("select 1; update");
    assert.strictEqual(written.affectedRows, 3);
    assert.deepStrictEqual(plain(await sql.unsafe("select ?", [1])), [{ n: 1 }]);
    assert.deepStrictEqual(server.texts("query"), ["select 1; update", "select 1; update"]);
    await assert.rejects(async () => sql`select ${1}`.simple(), { message: "simple query cannot have parameters" });
  }),
);

testBun("helpers write MySQL", () =>
  withServer(async (sql, server) => {
    await sql`insert into ${sql("a.b`c")} ${sql({ x: 1, y: "z" })}`;
    await sql`insert into u ${sql({ x: 1 })} on duplicate key update ${sql({ x: 2 })}`;
    await sql`update u set ${sql({ x: 1 })} where y in ${sql([1, 2])}`;
    assert.deepStrictEqual(
      server.texts("prepare").map((text) => text.replace(/ +/g, " ").trim()),
      [
        "insert into `a`.`b``c` (`x`, `y`) VALUES(?, ?)",
        "insert into u (`x`) VALUES(?) on duplicate key update `x` = ?",
        "update u set `x` = ? where y in (?, ?)",
      ],
    );
    assert.throws(() => sql.array([1]), { message: "MySQL doesn't support arrays" });
    await assert.rejects(async () => sql.listen("a", () => {}), { message: /PostgreSQL only/ });
  }),
);

testBun("the types of parameters", () =>
  withServer(async (sql, server) => {
    const date = new Date("2024-01-02T03:04:05.678Z");
    const values = [
      1,
      -1,
      2 ** 31,
      2 ** 40,
      1.5,
      -0,
      10n,
      2n ** 64n - 1n,
      true,
      null,
      undefined,
      "é",
      date,
      new Date(0),
    ];
    await sql.unsafe(`select ${values.map(() => "?").join(",")}`, values);
    const sent = server.sent.at(-1)!.parameters!.map(({ type, bytes }) => [type, bytes]);
    assert.deepStrictEqual(sent, [
      [3, "01000000"],
      [3, "ffffffff"],
      [0x8003, "00000080"],
      [8, "0000000000010000"],
      [5, "000000000000f83f"],
      [5, "0000000000000080"],
      [8, "0a00000000000000"],
      [0x8008, "ffffffffffffffff"],
      [1, "01"],
      [6, null],
      [6, null],
      [254, "c3a9"],
      [12, "e8070102030405" + "70580a00"],
      [12, "b2070101000000"],
    ]);
    const others = [Buffer.from("ab"), new Uint16Array([1]), { a: 1 }, [1, "x"], sql.json("s"), Object("box")];
    await sql.unsafe(`select ${others.map(() => "?").join(",")}`, others);
    const text = server.sent
      .at(-1)!
      .parameters!.map(({ type, bytes }) => [type, Buffer.from(bytes!, "hex").toString()]);
    assert.deepStrictEqual(text, [
      [252, "ab"],
      [252, "\x01\0"],
      [254, '{"a":1}'],
      [254, '[1,"x"]'],
      [254, '"s"'],
      [254, "box"],
    ]);
  }),
);

testBun("values that cannot be parameters fail their query only", () =>
  withServer(async (sql) => {
    const errors: [unknown, string, string][] = [
      [() => 1, "ERR_INVALID_ARG_TYPE", "Cannot bind a function to query parameter"],
      [Symbol("x"), "ERR_INVALID_ARG_TYPE", "Cannot bind this type to query parameter"],
      [new Map(), "ERR_INVALID_ARG_TYPE", "Cannot bind this type to query parameter"],
      [
        Object(4),
        "ERR_INVALID_ARG_TYPE",
        "Cannot bind NumberObject to query parameter. Use a primitive number instead.",
      ],
      [new Date(NaN), "ERR_INVALID_ARG_VALUE", "Cannot bind an Invalid Date to query parameter"],
      [new Date(8e15), "ERR_OUT_OF_RANGE", "MySQL DATETIME value must be between 0000-01-01 and 9999-12-31"],
    ];
    for (const [value, code, message] of errors) {
      await assert.rejects(async () => sql`select ${value}`, { code, message });
      assert.deepStrictEqual(plain(await sql`select ${1}`), [{ n: 1 }]);
    }
    await assert.rejects(async () => sql`select ${2n ** 64n}`, { name: "RangeError", code: "ERR_OUT_OF_RANGE" });
    await assert.rejects(async () => sql.unsafe("select ?, ?", [1]), {
      code: "ERR_MYSQL_WRONG_NUMBER_OF_PARAMETERS_PROVIDED",
    });
  }),
);

/** A type, its value in both formats, and what a program gets. */
const VALUES: [column: Partial<Column> & { type: number }, text: string | Buffer, binary: Buffer, expected: unknown][] =
  [
    [{ type: 1 }, "-128", int(-128, 1), -128],
    [{ type: 1, flags: 32 }, "255", int(255, 1), 255],
    [{ type: 2 }, "-32768", int(-32768, 2), -32768],
    [{ type: 9 }, "-8388608", int(-8388608, 4), -8388608],
    [{ type: 3, flags: 32 }, "4294967295", int(4294967295, 4), 4294967295],
    [{ type: 8 }, "42", int(42, 8), 42],
    [{ type: 8 }, "-2147483648", int(-2147483648, 8), -2147483648],
    [{ type: 8 }, "2147483648", int(2147483648, 8), "2147483648"],
    [{ type: 8 }, "-9223372036854775808", int(-(2n ** 63n), 8), "-9223372036854775808"],
    [{ type: 8, flags: 32 }, "4294967295", int(4294967295, 8), 4294967295],
    [{ type: 8, flags: 32 }, "18446744073709551615", int(2n ** 64n - 1n, 8), "18446744073709551615"],
    [{ type: 13, flags: 32 }, "2024", int(2024, 2), 2024],
    [{ type: 5 }, "1.5", Buffer.from("000000000000f83f", "hex"), 1.5],
    [{ type: 246 }, "-12.340", sized("-12.340"), "-12.340"],
    [{ type: 10 }, "2024-01-02", sized(Buffer.from("e8070102", "hex")), new Date("2024-01-02T00:00:00Z")],
    [
      { type: 12 },
      "2024-01-02 03:04:05",
      sized(Buffer.from("e8070102030405", "hex")),
      new Date("2024-01-02T03:04:05Z"),
    ],
    [
      { type: 7 },
      "2024-01-02 03:04:05.678912",
      sized(Buffer.from("e8070102030405005c0a00", "hex")),
      new Date("2024-01-02T03:04:05.678Z"),
    ],
    [{ type: 10 }, "0001-01-01", sized(Buffer.from("01000101", "hex")), new Date("0001-01-01T00:00:00Z")],
    [{ type: 12 }, "0000-00-00 00:00:00", sized(Buffer.alloc(0)), new Date(NaN)],
    [{ type: 10 }, "2024-12-00", sized(Buffer.from("e8070c00", "hex")), new Date(NaN)],
    [{ type: 11 }, "838:59:59", sized(Buffer.from("0022000000163b3b", "hex")), "838:59:59"],
    [
      { type: 11, decimals: 3 },
      "-103:04:05.500",
      sized(Buffer.from("010400000007040520a10700", "hex")),
      "-103:04:05.500",
    ],
    [{ type: 11, decimals: 3 }, "00:00:00.000", sized(Buffer.alloc(0)), "00:00:00.000"],
    [{ type: 16, length: 1, flags: 32 }, Buffer.from([1]), sized(Buffer.from([1])), true],
    [{ type: 16, length: 8, flags: 32 }, Buffer.from([5]), sized(Buffer.from([5])), Buffer.from([5])],
    [{ type: VAR_STRING, charset: 45 }, "é€😀", sized("é€😀"), "é€😀"],
    [{ type: 252, charset: 45 }, "", sized(""), ""],
    [{ type: 252, flags: 128 }, Buffer.from([0, 255]), sized(Buffer.from([0, 255])), Buffer.from([0, 255])],
    [{ type: 245, charset: 45 }, '{"a":[1]}', sized('{"a":[1]}'), { a: [1] }],
    [{ type: 255, flags: 128 }, Buffer.from([1, 2]), sized(Buffer.from([1, 2])), Buffer.from([1, 2])],
  ];

const columnsOf = VALUES.map(([column], index): Column => ({ name: `c${index}`, charset: BINARY, ...column }));
const typed: Respond = (_sql, parameters) => ({
  columns: columnsOf,
  rows: [VALUES.map(([, text, binary]) => (parameters === null ? text : binary)), VALUES.map(() => null)],
});

for (const isOld of [false, true])
  testBun(`the types of columns, from ${isOld ? "an old" : "a new"} server`, () =>
    withServer(
      async (sql) => {
        for (const rows of [await sql`select all`, await sql.unsafe("select all")]) {
          VALUES.forEach(([, , , expected], index) =>
            assert.deepStrictEqual(rows[0][`c${index}`], expected, `c${index}`),
          );
          assert.ok(Object.values(rows[1]).every((value) => value === null));
          assert.strictEqual(rows.count, 2);
        }
      },
      {},
      typed,
      { isOld },
    ),
  );

testBun("64-bit integers are BigInts with the option, if they do not fit into 32 bits", () =>
  withServer(
    async (sql) => {
      const [row] = await sql`select all`;
      assert.deepStrictEqual([row.c5, row.c7, row.c10], [42, 2147483648n, 2n ** 64n - 1n]);
    },
    { bigint: true },
    typed,
  ),
);

testBun(
  "messages of more than 16 MiB, in both directions",
  () =>
    withServer(
      async (sql, server) => {
        const [{ a }] = await sql`select ${"x".repeat(2 ** 24)}`;
        assert.strictEqual(a.length, 2 ** 24 + 5);
        assert.strictEqual(server.sent.at(-1)!.parameters![0]!.bytes!.length, 2 ** 25);
      },
      {},
      () => ({ columns: [{ name: "a", type: VAR_STRING }], rows: [["y".repeat(2 ** 24 + 5)]] }),
    ),
  60_000,
);

testBun("errors of the server, and of a lost connection", () =>
  withServer(async (sql, server) => {
    await assert.rejects(
      async () => sql`fail ${1}`,
      (error: any) => {
        assert.ok(error instanceof SQL.MySQLError && error instanceof SQL.SQLError);
        const { name, code, errno, sqlState, message } = error;
        assert.deepStrictEqual(
          { name, code, errno, sqlState, message },
          {
            name: "MySQLError",
            code: "ERR_MYSQL_SERVER_ERROR",
            errno: 1062,
            sqlState: "23000",
            message: "Duplicate entry 'x' for key 'a'",
          },
        );
        return true;
      },
    );
    assert.strictEqual(await codeOf(sql`selec ${1}`), "ERR_MYSQL_SYNTAX_ERROR");
    const results = await Promise.allSettled([sql`select ${1}`, sql`fail ${1}`, sql.unsafe("fail"), sql`select ${2}`]);
    assert.deepStrictEqual(
      results.map(({ status }) => status),
      ["fulfilled", "rejected", "rejected", "fulfilled"],
    );
    assert.strictEqual(await codeOf(sql`die`), "ERR_MYSQL_CONNECTION_CLOSED");
    assert.deepStrictEqual(plain(await sql`select n`), [{ n: 1 }]);
    assert.strictEqual(server.connections, 2);
  }),
);

testBun("a server does not get files of the client", () =>
  withServer(async (sql, server) => {
    assert.notStrictEqual(await codeOf(sql.unsafe("load data")), "none");
    assert.ok(server.sent.every(({ command }) => ["query", "prepare", "execute", "quit"].includes(command)));
  }),
);

testBun("a query that waits is taken back, one that runs goes on", () =>
  withServer(async (sql, server) => {
    await sql`select n`;
    const running = sql`slow ${1}`.execute();
    const waiting = sql`slow ${2}`.execute();
    const taken = codeOf(waiting);
    waiting.cancel();
    await new Promise((resolve) => setTimeout(resolve, 20));
    running.cancel();
    assert.deepStrictEqual(plain(await running), [{ n: 1 }]);
    const early = sql`select n`;
    early.cancel();
    assert.strictEqual(await codeOf(early), "ERR_MYSQL_QUERY_CANCELLED");
    assert.strictEqual(server.connections, 1);
    assert.strictEqual(await taken, "ERR_MYSQL_QUERY_CANCELLED");
  }),
);

testBun("transactions and savepoints", () =>
  withServer(
    async (sql, server) => {
      assert.strictEqual(await sql.begin(async (tx: any) => (await tx`select a`)[0].n), 1);
      await assert.rejects(
        sql.begin("read only", async () => {
          throw new Error("no");
        }),
        { message: "no" },
      );
      await sql.begin(async (tx: any) => {
        const failing = tx.savepoint(async () => {
          throw new Error("inner");
        });
        await failing.catch(() => {});
        await tx.savepoint("a; b", async () => 3);
      });
      assert.deepStrictEqual(server.texts("query"), [
        "START TRANSACTION",
        "COMMIT",
        "START TRANSACTION read only",
        "ROLLBACK",
        "START TRANSACTION",
        "SAVEPOINT s0",
        "ROLLBACK TO SAVEPOINT s0",
        "SAVEPOINT s1_a__b",
        "RELEASE SAVEPOINT s1_a__b",
        "COMMIT",
      ]);
      assert.strictEqual(
        await codeOf(sql.begin((tx: any) => tx.begin(() => {}))),
        "ERR_MYSQL_INVALID_TRANSACTION_STATE",
      );
      const late = await sql.begin(async (tx: any) => ({ tx }));
      assert.strictEqual(await codeOf(late.tx`select a`), "ERR_MYSQL_INVALID_TRANSACTION_STATE");
    },
    { max: 2 },
  ),
);

testBun("a distributed transaction is prepared, and ends later", () =>
  withServer(async (sql, server) => {
    await sql.beginDistributed("one", async (tx: any) => tx`select a`);
    await sql.commitDistributed("one");
    const failing = sql.beginDistributed("two", async () => {
      throw new Error("no");
    });
    await assert.rejects(failing, { message: "no" });
    await sql.rollbackDistributed("three");
    assert.deepStrictEqual(server.texts("query"), [
      "XA START 'one'",
      "XA END 'one'",
      "XA PREPARE 'one'",
      "XA COMMIT 'one'",
      "XA START 'two'",
      "XA END 'two'",
      "XA ROLLBACK 'two'",
      "XA ROLLBACK 'three'",
    ]);
  }),
);

testBun("reservations, and what the pool refuses", () =>
  withServer(
    async (sql) => {
      assert.strictEqual(await codeOf(sql`start transaction`), "ERR_MYSQL_UNSAFE_TRANSACTION");
      assert.strictEqual(await codeOf(sql("a")), "ERR_MYSQL_NOT_TAGGED_CALL");
      const reserved = await sql.reserve();
      assert.strictEqual((await reserved`select a`)[0].n, 1);
      await reserved.release();
      assert.strictEqual(await codeOf(reserved`select a`), "ERR_MYSQL_CONNECTION_CLOSED");
      await sql.close();
      assert.strictEqual(await codeOf(sql`select a`), "ERR_MYSQL_CONNECTION_CLOSED");
    },
    { max: 2 },
  ),
);
