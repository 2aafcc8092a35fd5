// Statements of bun:sqlite. Checked on Bun 1.4.5.
import assert from "node:assert";
import { test } from "../harness.ts";

const isThere = typeof Bun !== "undefined";
const name = "bun:sqlite";
const { Database }: any = isThere ? await import(name) : {};
const testBun = (title: string, body: () => void | Promise<void>): void => test(title, isThere ? body : () => {});

testBun("all, get, values, raw, run and iterate", () => {
  const database = new Database();
  database.run("CREATE TABLE t(id INTEGER PRIMARY KEY, s TEXT, n REAL, b BLOB)");
  const insert = database.prepare("INSERT INTO t(s, n, b) VALUES (?, ?, ?)");
  assert.deepStrictEqual(insert.run("a", 1.5, new Uint8Array([1, 2])), { changes: 1, lastInsertRowid: 1 });
  insert.run(["ü→", 2, null]);
  const rows = [
    { id: 1, s: "a", n: 1.5, b: new Uint8Array([1, 2]) },
    { id: 2, s: "ü→", n: 2, b: null },
  ];
  const select = database.query("SELECT * FROM t");
  assert.deepStrictEqual(select.all(), rows);
  assert.deepStrictEqual(select.get(), rows[0]);
  assert.deepStrictEqual(
    select.values(),
    rows.map((row) => Object.values(row)),
  );
  assert.deepStrictEqual([...select], rows);
  assert.deepStrictEqual([...select.iterate()], rows);
  assert.strictEqual(database.query("SELECT * FROM t WHERE id > 5").get(), null);
  assert.deepStrictEqual(database.query("SELECT id, s, n, b FROM t WHERE id = 2").raw(), [
    [
      new Uint8Array([2, 0, 0, 0, 0, 0, 0, 0]),
      new Uint8Array([0xc3, 0xbc, 0xe2, 0x86, 0x92]),
      new Uint8Array([0, 0, 0, 0, 0, 0, 0, 0x40]),
      null,
    ],
  ]);
});

testBun("ten thousand rows are like one", () => {
  const database = new Database();
  database.run("CREATE TABLE t(i, s)");
  const insert = database.prepare("INSERT INTO t VALUES (?, ?)");
  const expected = Array.from({ length: 10_000 }, (_, i) => ({ i, s: i % 5 === 0 ? `→${i}` : `text ${i}` }));
  database.transaction(() => {
    for (const { i, s } of expected) insert.run(i, s);
  })();
  const select = database.query("SELECT * FROM t");
  for (let round = 0; round < 3; round++) assert.deepStrictEqual(select.all(), expected);
  assert.deepStrictEqual(
    select.values(),
    expected.map((row) => [row.i, row.s]),
  );
});

testBun("values by place and by name", () => {
  const database = new Database();
  const get = (sql: string, ...values: any[]) => database.prepare(sql).get(...values);
  assert.deepStrictEqual(get("SELECT ?2 AS a, ?1 AS b", 1, 2), { a: 2, b: 1 });
  assert.deepStrictEqual(get("SELECT :a AS a, @b AS b, $c AS c", { ":a": 1, "@b": 2, $c: 3 }), { a: 1, b: 2, c: 3 });
  assert.deepStrictEqual(get("SELECT :a AS a, @b AS b", { a: 1, b: 2 }), { a: 1, b: 2 });
  assert.deepStrictEqual(get("SELECT :a AS a, @b AS b", 1, 2), { a: 1, b: 2 });
  assert.deepStrictEqual(get("SELECT $a AS a", { b: 1 }), { a: null });
  assert.deepStrictEqual(get("SELECT ? AS a", [4]), { a: 4 });
  assert.deepStrictEqual(get("SELECT ? AS a, typeof(?1) AS t", true), { a: 1, t: "integer" });
  assert.deepStrictEqual(get("SELECT typeof(?) AS a, typeof(?) AS b, typeof(?) AS c", 1, 1.5, 2 ** 40), {
    a: "integer",
    b: "real",
    c: "integer",
  });
  assert.throws(() => get("SELECT ?, ?", 1), { message: "SQLite query expected 2 values, received 1" });
  assert.throws(() => get("SELECT ?", 1, 2), { message: "SQLite query expected 1 values, received 2" });
  // With an empty array all are NULL, and what has no parameters ignores values; `run` of the database does not.
  assert.deepStrictEqual(get("SELECT ? AS a, ? AS b", []), { a: null, b: null });
  assert.deepStrictEqual(database.query("SELECT ? AS a").all([]), [{ a: null }]);
  const bound = database.prepare("SELECT ? AS a", 5);
  assert.deepStrictEqual([bound.get(), bound.get([])], [{ a: 5 }, { a: null }]);
  for (const ignored of [[1], [1, 2], [[1]], [{ a: 1 }], [new Date(0)]])
    assert.deepStrictEqual(get("SELECT 1 AS a", ...ignored), { a: 1 });
  assert.throws(() => database.run("SELECT 1", [1]), { message: "SQLite query expected 0 values, received 1" });
  for (const wrong of [() => 1, Symbol("s")])
    assert.throws(() => get("SELECT ?", wrong), {
      name: "TypeError",
      message: "Binding expected string, TypedArray, boolean, number, bigint or null",
    });
  const strict = new Database(":memory:", { strict: true });
  assert.deepStrictEqual(strict.query("SELECT $x AS x").get({ x: 1 }), { x: 1 });
  assert.throws(() => strict.query("SELECT $x, $y").get({ x: 1 }), { message: 'Missing parameter "y"' });
});

testBun("values stay for calls without any", () => {
  const statement = new Database().prepare("SELECT ? AS a");
  assert.deepStrictEqual(statement.get(), { a: null });
  assert.deepStrictEqual(statement.get(3), { a: 3 });
  assert.deepStrictEqual(statement.get(), { a: 3 });
  assert.deepStrictEqual(new Database().prepare("SELECT ? AS a", [5]).get(), { a: 5 });
});

testBun("rows become instances of a class", () => {
  class Person {
    name = "never set";
    get shout() {
      return `${this.name}!`;
    }
  }
  const database = new Database();
  database.run("CREATE TABLE t(name); INSERT INTO t VALUES ('a'), ('b')");
  const statement = database.query("SELECT * FROM t");
  assert.strictEqual(statement.as(Person), statement);
  assert.deepStrictEqual(
    statement.all().map((row: any) => [row instanceof Person, row.shout]),
    [
      [true, "a!"],
      [true, "b!"],
    ],
  );
  for (let round = 0; round < 50; round++) assert.strictEqual(statement.get().shout, "a!");
  assert.deepStrictEqual(statement.as(undefined).get(), { name: "a" });
  assert.throws(() => statement.as(1), {
    name: "TypeError",
    message: "Expected class to be a constructor or undefined",
  });
});

testBun("integers beyond the exact ones are rounded, or big", () => {
  const database = new Database();
  const statement = database.query("SELECT 9007199254740993 AS n");
  assert.deepStrictEqual(statement.get(), { n: 9007199254740992 });
  assert.deepStrictEqual([statement.safeIntegers(), statement.safeIntegers(true) === statement], [false, true]);
  assert.deepStrictEqual(statement.get(), { n: 9007199254740993n });
  const safe = new Database(":memory:", { safeIntegers: true });
  safe.run("CREATE TABLE t(a)");
  assert.deepStrictEqual(safe.query("INSERT INTO t VALUES (1)").run(), { changes: 1, lastInsertRowid: 1n });
  assert.deepStrictEqual(safe.query("SELECT a FROM t").get(), { a: 1n });
});

testBun("properties of a statement", () => {
  const database = new Database();
  database.run("CREATE TABLE t(a INTEGER, b TEXT); INSERT INTO t VALUES (1, 'x')");
  const select = database.query("SELECT a, b, a + 1.5 AS c, NULL AS d FROM t WHERE a = ?");
  select.get(1);
  assert.deepStrictEqual(select.columnNames, ["a", "b", "c", "d"]);
  assert.deepStrictEqual(select.columnTypes, ["INTEGER", "TEXT", "FLOAT", "NULL"]);
  assert.deepStrictEqual(select.declaredTypes, ["INTEGER", "TEXT", null, null]);
  assert.deepStrictEqual(
    [select.paramsCount, select.reader, select.readonly, select.isFinalized],
    [1, true, true, false],
  );
  assert.strictEqual(String(select), "SELECT a, b, a + 1.5 AS c, NULL AS d FROM t WHERE a = 1");
  assert.deepStrictEqual(JSON.parse(JSON.stringify(select)), {
    sql: String(select),
    isFinalized: false,
    paramsCount: 1,
    columnNames: ["a", "b", "c", "d"],
  });
  const insert = database.query("INSERT INTO t VALUES (?, ?)");
  assert.deepStrictEqual([insert.reader, insert.readonly], [false, false]);
  assert.throws(() => insert.columnTypes, /columnTypes is not available for non-read-only statements/);
});

testBun("the last of equal names counts", () => {
  assert.deepStrictEqual(new Database().query("SELECT 1 AS a, 2 AS a, 3 AS b").get(), { a: 2, b: 3 });
  assert.deepStrictEqual(new Database().query("SELECT 1 AS a, 2 AS a, 3 AS b").values(), [[1, 2, 3]]);
});

testBun("a finalized statement refuses", () => {
  const statement = new Database().prepare("SELECT ? AS a");
  statement.finalize();
  statement.finalize();
  assert.strictEqual(statement.isFinalized, true);
  assert.strictEqual(statement.toString(), "");
  for (const use of [
    () => statement.get(1),
    () => statement.all(1),
    () => statement.run(1),
    () => statement.values(1),
    () => [...statement.iterate(1)],
    () => statement.columnNames,
    () => statement.paramsCount,
  ]) {
    assert.throws(use, { message: "Statement has finalized" });
  }
});

testBun("another run invalidates an iterator", () => {
  const statement = new Database().query("SELECT column1 AS a FROM (VALUES (1), (2), (3))");
  const iterator = statement.iterate();
  assert.deepStrictEqual(iterator.next(), { value: { a: 1 }, done: false });
  statement.get();
  assert.throws(() => iterator.next(), /This iterator was invalidated: its statement was run again/);
  for (const row of statement.iterate()) {
    assert.deepStrictEqual(row, { a: 1 });
    break;
  }
  assert.deepStrictEqual(statement.all().length, 3);
});

testBun("only plain objects and arrays hold values; others are a value or refused", () => {
  const database = new Database(":memory:");
  database.run("CREATE TABLE mixed(x, y)");
  const insert = database.query("INSERT INTO mixed VALUES (?, ?)");
  insert.run(new ArrayBuffer(2), 1);
  database.run("INSERT INTO mixed VALUES (?, ?)", new Uint8Array([3]).buffer as any, 2);
  class Point {
    $x = 5;
    $y = 6;
  }
  database.query("INSERT INTO mixed VALUES ($x, $y)").run(new Point() as any);
  assert.deepStrictEqual(database.query("SELECT x, y FROM mixed").values(), [
    [new Uint8Array(2), 1],
    [new Uint8Array([3]), 2],
    [5, 6],
  ]);
  const message = "Binding expected string, TypedArray, boolean, number, bigint or null";
  for (const value of [
    new Date(0),
    new Map(),
    new Set(),
    /x/,
    new Error("x"),
    new String("x"),
    new Blob([]),
    new URL("http://a/"),
    Promise.resolve(),
  ] as any[]) {
    assert.throws(() => insert.run(value, 1), { name: "TypeError", message });
    assert.throws(() => insert.all(value, 1), { name: "TypeError", message });
    assert.throws(() => database.query("SELECT ?").get(value), { name: "TypeError", message });
    assert.throws(() => insert.run(value), /SQLite query expected 2 values, received 1/);
  }
});

test("integral numbers are integers as long as they are safe, also negative ones", () => {
  const db = new Database(":memory:");
  const typeOf = db.query("select typeof(?) as type, ? as value");
  for (const size of [2 ** 31, 2 ** 51, 2 ** 51 + 1, 2 ** 52, Number.MAX_SAFE_INTEGER]) {
    for (const value of [size, -size]) {
      assert.deepEqual(typeOf.get(value, value), { type: "integer", value });
      assert.deepEqual(typeOf.values(value, value), [["integer", value]]);
    }
  }
  for (const value of [2 ** 53, -(2 ** 53), 2 ** 60, 0.5, -0])
    assert.strictEqual((typeOf.get(value, value) as { type: string }).type, "real");
  db.close();
});

test("a BigInt that SQLite cannot store is refused where integers are exact", () => {
  const db = new Database(":memory:", { safeIntegers: true });
  assert.deepEqual(db.query("select ? as v").get(2n ** 63n - 1n), { v: 2n ** 63n - 1n });
  for (const value of [2n ** 63n, -(2n ** 63n) - 1n])
    assert.throws(() => db.query("select ? as v").get(value), RangeError);
  db.close();
});
