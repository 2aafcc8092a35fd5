// StatementSync of node:sqlite. Checked on Node 26.10.
import assert from "node:assert";
import { DatabaseSync } from "node:sqlite";
import { test } from "../harness.ts";

const memory = (sql = "") => {
  const database = new DatabaseSync(":memory:");
  database.exec(sql);
  return database;
};
const plain = (rows: any[]) => rows.map((row) => ({ ...row }));

test("values of all types are bound and read back", () => {
  const database = memory("CREATE TABLE t(id INTEGER PRIMARY KEY, v)");
  const insert = database.prepare("INSERT INTO t(v) VALUES (?)");
  const values: any[] = [
    1,
    -1,
    2 ** 31,
    -(2 ** 40),
    0.5,
    1e300,
    "",
    "text",
    "Grüße",
    "日本 🎉",
    "a\0b",
    "x".repeat(100_000),
    null,
    new Uint8Array([1, 2, 3]),
    new Uint8Array(0),
  ];
  for (const value of values) insert.run(value);
  const found = database
    .prepare("SELECT v FROM t ORDER BY id")
    .all()
    .map((row) => row.v);
  assert.deepStrictEqual(found, values);
  assert.strictEqual(insert.run(2 ** 60).lastInsertRowid, values.length + 1);
});

test("other ways to give a value: booleans, big integers, views, undefined", () => {
  const select = memory().prepare("SELECT ? AS v, typeof(?1) AS type");
  const types = (value: any) => Object.values(select.get(value)!);
  assert.deepStrictEqual(types(true), [1, "integer"]);
  assert.deepStrictEqual(types(5), [5, "real"]);
  assert.deepStrictEqual(types(5n), [5, "integer"]);
  assert.deepStrictEqual(types(undefined), [null, "null"]);
  assert.deepStrictEqual(types(new DataView(new Uint8Array([7, 8]).buffer, 1)), [new Uint8Array([8]), "blob"]);
  assert.deepStrictEqual(types(new Uint16Array([258])), [new Uint8Array([2, 1]), "blob"]);
});

test("unsupported values are refused with their number", () => {
  const statement = memory().prepare("SELECT ?, ?");
  for (const wrong of [() => 1, Symbol("s"), new Map(), {}, [], /a/]) {
    assert.throws(() => statement.get(1, wrong as any), {
      name: "TypeError",
      code: "ERR_INVALID_ARG_TYPE",
      message: "Provided value cannot be bound to SQLite parameter 2.",
    });
  }
  assert.throws(() => statement.get(2n ** 63n), {
    name: "TypeError",
    code: "ERR_INVALID_ARG_VALUE",
    message: "BigInt value is too large to bind.",
  });
  assert.throws(() => statement.get(1, 2, 3), {
    code: "ERR_SQLITE_ERROR",
    errcode: 25,
    message: "column index out of range",
  });
});

test("parameters have names with and without their sign, and places beside them", () => {
  const database = memory();
  const statement = database.prepare("SELECT $a AS a, ? AS b, :c AS c, ? AS d");
  assert.deepStrictEqual({ ...statement.get({ $a: 1, c: 3 }, 2, 4) }, { a: 1, b: 2, c: 3, d: 4 });
  assert.deepStrictEqual({ ...statement.get(2, 4) }, { a: null, b: 2, c: null, d: 4 });
  assert.throws(() => statement.get({ e: 1 }), { code: "ERR_INVALID_STATE", message: "Unknown named parameter 'e'" });
  statement.setAllowUnknownNamedParameters(true);
  assert.strictEqual(statement.get({ e: 1, a: 5 })!.a, 5);
  statement.setAllowBareNamedParameters(false);
  assert.strictEqual(statement.get({ a: 5 })!.a, null);
  const conflicting = database.prepare("SELECT $k, @k");
  assert.throws(() => conflicting.get({ k: 1 }), {
    message: "Cannot create bare named parameter 'k' because of conflicting names '$k' and '@k'.",
  });
});

test("rows have no prototype, and the last of equal names counts", () => {
  const row = memory().prepare('SELECT 1 AS a, 2 AS b, 3 AS a, 4 AS "__proto__", 5 AS "0"').get()!;
  assert.strictEqual(Object.getPrototypeOf(row), null);
  assert.deepStrictEqual(Object.entries(row), [
    ["0", 5],
    ["a", 3],
    ["b", 2],
    ["__proto__", 4],
  ]);
});

test("many rows are like one", () => {
  const database = memory("CREATE TABLE t(i INTEGER, r REAL, s TEXT, b BLOB, n)");
  const insert = database.prepare("INSERT INTO t VALUES (?, ?, ?, ?, ?)");
  const expected: any[] = [];
  for (let i = 0; i < 5000; i++) {
    const row = {
      i,
      r: i / 3,
      s: i % 3 === 0 ? `ß${i}` : i % 7 === 0 ? `→${i}` : `text ${i}`,
      b: i % 50 === 0 ? new Uint8Array([i & 255]) : null,
      n: i % 2 === 0 ? null : "x".repeat(i % 40),
    };
    expected.push(row);
    insert.run(row.i, row.r, row.s, row.b, row.n);
  }
  const select = database.prepare("SELECT * FROM t");
  assert.deepStrictEqual(plain(select.all()), expected);
  assert.deepStrictEqual(plain([...select.iterate()]), expected);
  select.setReturnArrays(true);
  assert.deepStrictEqual(
    select.all(),
    expected.map((row) => Object.values(row)),
  );
  assert.deepStrictEqual(select.get(), Object.values(expected[0]));
});

test("wide rows are complete", () => {
  const names = Array.from({ length: 300 }, (_, index) => `c${index}`);
  const statement = memory().prepare(
    `SELECT ${names.map((name, index) => `${index} AS ${name}`)} FROM (VALUES (1), (2), (3))`,
  );
  for (let round = 0; round < 20; round++) {
    const rows = statement.all();
    assert.strictEqual(rows.length, 3);
    assert.deepStrictEqual(Object.keys(rows[2]), names);
    assert.deepStrictEqual(
      Object.values(rows[2]),
      names.map((_, index) => index),
    );
  }
});

test("columns follow the table when it changes", () => {
  const database = memory("CREATE TABLE t(a); INSERT INTO t VALUES (1)");
  const statement = database.prepare("SELECT * FROM t");
  assert.deepStrictEqual({ ...statement.get() }, { a: 1 });
  database.exec("ALTER TABLE t ADD COLUMN b DEFAULT 2");
  assert.deepStrictEqual({ ...statement.get() }, { a: 1, b: 2 });
  assert.deepStrictEqual(plain(statement.all()), [{ a: 1, b: 2 }]);
});

test("large integers need readBigInts", () => {
  const statement = memory().prepare("SELECT 9007199254740993 AS n");
  assert.throws(() => statement.get(), {
    name: "RangeError",
    code: "ERR_OUT_OF_RANGE",
    message: "Value is too large to be represented as a JavaScript number: 9007199254740993",
  });
  assert.throws(() => statement.all(), { code: "ERR_OUT_OF_RANGE" });
  statement.setReadBigInts(true);
  assert.strictEqual(statement.get()!.n, 9007199254740993n);
  const database = memory("CREATE TABLE t(a INTEGER PRIMARY KEY)");
  assert.deepStrictEqual(database.prepare("INSERT INTO t VALUES (?)", { readBigInts: true } as any).run(2n ** 62n), {
    changes: 1n,
    lastInsertRowid: 2n ** 62n,
  });
});

test("run reports changes, get of no row returns undefined", () => {
  const database = memory("CREATE TABLE t(a)");
  const insert = database.prepare("INSERT INTO t VALUES (?), (?)");
  assert.deepStrictEqual(insert.run(1, 2), { changes: 2, lastInsertRowid: 2 });
  assert.strictEqual(insert.get(3, 4), undefined);
  assert.strictEqual(database.prepare("SELECT * FROM t WHERE a > 10").get(), undefined);
  assert.deepStrictEqual(database.prepare("INSERT INTO t VALUES (9) RETURNING a").get()!.a, 9);
});

test("an iterator ends early, is invalidated by another run, and is an Iterator", () => {
  const database = memory("CREATE TABLE t(a); INSERT INTO t VALUES (1), (2), (3)");
  const statement = database.prepare("SELECT a FROM t");
  const iterator: any = statement.iterate();
  assert.ok(iterator instanceof (globalThis as any).Iterator);
  assert.deepStrictEqual(
    iterator
      .map((row: any) => row.a)
      .take(2)
      .toArray(),
    [1, 2],
  );
  assert.deepStrictEqual({ ...iterator.next() }, { done: true, value: null });
  const second: any = statement.iterate();
  second.next();
  statement.get();
  assert.throws(() => second.next(), { code: "ERR_INVALID_STATE", message: "iterator was invalidated" });
});

test("a statement that failed can be run again", () => {
  const database = memory("CREATE TABLE t(a PRIMARY KEY NOT NULL)");
  const insert = database.prepare("INSERT INTO t VALUES (?)");
  insert.run("x");
  assert.throws(() => insert.run("x"), { errcode: 1555 });
  assert.throws(() => insert.run(null), { errcode: 1299 });
  assert.deepStrictEqual(insert.run("y"), { changes: 1, lastInsertRowid: 2 });
});

test("sourceSQL, expandedSQL, columns, stat and close", () => {
  const database = memory("CREATE TABLE t(a INTEGER, b TEXT)");
  const statement: any = database.prepare("SELECT a AS x, b || ? AS y FROM t");
  statement.all("it's");
  assert.strictEqual(statement.sourceSQL, "SELECT a AS x, b || ? AS y FROM t");
  assert.strictEqual(statement.expandedSQL, "SELECT a AS x, b || 'it''s' AS y FROM t");
  assert.deepStrictEqual(
    statement.columns().map((column: any) => ({ ...column })),
    [
      { column: "a", database: "main", name: "x", table: "t", type: "INTEGER" },
      { column: null, database: null, name: "y", table: null, type: null },
    ],
  );
  assert.strictEqual(statement.stat("run"), 1);
  statement.resetStats();
  assert.strictEqual(statement.stat("run"), 0);
  assert.throws(() => statement.stat("nope"), {
    code: "ERR_INVALID_ARG_VALUE",
    message: 'The "counter" argument is not a valid statistic name.',
  });
  statement.close();
  for (const use of [
    () => statement.get(),
    () => statement.close(),
    () => statement.sourceSQL,
    () => statement.columns(),
    () => statement.setReadBigInts(true),
  ]) {
    assert.throws(use, { code: "ERR_INVALID_STATE", message: "statement has been finalized" });
  }
  statement[Symbol.dispose]();
});

test("setters require booleans", () => {
  const statement: any = memory().prepare("SELECT 1");
  for (const [method, name] of [
    ["setReadBigInts", "readBigInts"],
    ["setReturnArrays", "returnArrays"],
    ["setAllowBareNamedParameters", "allowBareNamedParameters"],
    ["setAllowUnknownNamedParameters", "enabled"],
  ]) {
    assert.throws(() => statement[method](), {
      name: "TypeError",
      code: "ERR_INVALID_ARG_TYPE",
      message: `The "${name}" argument must be a boolean.`,
    });
  }
});
