// Database and transactions of bun:sqlite. Checked on Bun 1.4.5.
import assert from "node:assert";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

const isThere = typeof Bun !== "undefined";
const name = "bun:sqlite";
const sqlite: any = isThere ? await import(name) : {};
const { Database, SQLiteError, Statement, constants } = sqlite;
const testBun = (title: string, body: () => void | Promise<void>): void => test(title, isThere ? body : () => {});
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "bun-sqlite-"));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));

testBun("the module's default export is Database", () => {
  assert.strictEqual(sqlite.default, Database);
  assert.strictEqual(Object.keys(constants).length, 67);
  assert.deepStrictEqual(
    [constants.SQLITE_OPEN_WAL, constants.SQLITE_FCNTL_PERSIST_WAL, constants.SQLITE_FCNTL_RESET_CACHE],
    [0x80000, 10, 42],
  );
});

testBun("files and databases in memory", () => {
  const file = path.join(folder, "a.db");
  const first = new Database(file);
  first.run("CREATE TABLE t(a)");
  first.run("INSERT INTO t VALUES (?)", 5);
  first.close();
  const second = new Database(file, { readonly: true });
  assert.deepStrictEqual(second.query("SELECT * FROM t").all(), [{ a: 5 }]);
  assert.throws(() => second.run("DELETE FROM t"), { name: "SQLiteError", code: "SQLITE_READONLY", errno: 8 });
  for (const database of [new Database(), new Database(""), new Database(":memory:"), Database.open(":memory:")])
    assert.strictEqual(database.query("SELECT 1 AS a").get().a, 1);
  assert.throws(() => new Database(path.join(folder, "none", "a.db")), {
    name: "SQLiteError",
    code: "SQLITE_CANTOPEN",
    errno: 14,
    message: "unable to open database file",
  });
  assert.throws(() => new Database(5), {
    name: "TypeError",
    message: "Expected 'filename' to be a string, got 'number'",
  });
  assert.throws(() => new Database(":memory:", { readonly: true }), {
    message: "Cannot open an anonymous database in read-only mode.",
  });
  assert.throws(() => new Database("x", { readOnly: true }), {
    name: "TypeError",
    message: 'Misspelled option "readOnly" should be "readonly"',
  });
});

testBun("errors of SQLite have name, code, errno and byteOffset", () => {
  const database = new Database();
  try {
    database.prepare("SELECT nope(1)");
    assert.fail("must throw");
  } catch (error: any) {
    assert.deepStrictEqual(Object.keys(error), ["code", "errno", "byteOffset"]);
    assert.deepStrictEqual(
      [error.name, error.code, error.errno, error.byteOffset, error.message],
      ["SQLiteError", "SQLITE_ERROR", 1, 7, "no such function: nope"],
    );
    assert.ok(error instanceof SQLiteError);
  }
  database.run("CREATE TABLE t(a PRIMARY KEY)");
  database.run("INSERT INTO t VALUES (1)");
  assert.throws(() => database.run("INSERT INTO t VALUES (1)"), {
    code: "SQLITE_CONSTRAINT_PRIMARYKEY",
    errno: 1555,
    byteOffset: -1,
  });
  assert.throws(() => new SQLiteError(), { message: "SQLiteError can only be constructed by bun:sqlite" });
});

testBun("run takes several statements and values for the first", () => {
  const database = new Database();
  assert.deepStrictEqual(database.run("CREATE TABLE t(a); INSERT INTO t VALUES (1); INSERT INTO t VALUES (2)"), {
    changes: 2,
    lastInsertRowid: 2,
  });
  assert.deepStrictEqual(database.run("INSERT INTO t VALUES (?), (?)", 3, 4), { changes: 2, lastInsertRowid: 4 });
  assert.deepStrictEqual(database.run("INSERT INTO t VALUES ($a)", { $a: 5 }), { changes: 1, lastInsertRowid: 5 });
  assert.deepStrictEqual(database.run("INSERT INTO t VALUES (?)", [6]), { changes: 1, lastInsertRowid: 6 });
  assert.deepStrictEqual(database.run("INSERT INTO t VALUES (?)", [7]), { changes: 1, lastInsertRowid: 7 });
  assert.deepStrictEqual(database.run("INSERT INTO t VALUES (?)"), { changes: 1, lastInsertRowid: 8 });
  assert.deepStrictEqual(database.run("SELECT 1"), { changes: 0, lastInsertRowid: 8 });
  assert.deepStrictEqual(database.query("SELECT a FROM t").values().flat(), [1, 2, 3, 4, 5, 6, 7, null]);
  assert.strictEqual(database.exec, database.run);
  assert.throws(() => database.run("SELECT ?", 1, 2), { message: "SQLite query expected 1 values, received 2" });
  assert.throws(() => database.run(""), { message: "SQL string mustn't be blank" });
  assert.throws(() => database.run("-- x"), { message: "Query contained no valid SQL statement; likely empty query." });
  assert.throws(() => database.run(1), { message: "Expected SQL string" });
});

testBun("changes are those of the statement, without triggers", () => {
  const database = new Database();
  database.run(
    "CREATE TABLE q(a); CREATE TABLE l(a); CREATE TRIGGER tr AFTER INSERT ON q BEGIN INSERT INTO l VALUES (1); INSERT INTO l VALUES (2); END",
  );
  assert.deepStrictEqual(database.run("INSERT INTO q VALUES (1)"), { changes: 1, lastInsertRowid: 1 });
  assert.deepStrictEqual(database.query("SELECT * FROM q").run(), { changes: 0, lastInsertRowid: 1 });
});

testBun("query caches statements, prepare does not", () => {
  const database = new Database();
  assert.strictEqual(database.query("SELECT 1"), database.query("SELECT 1"));
  assert.notStrictEqual(database.prepare("SELECT 1"), database.prepare("SELECT 1"));
  assert.ok(database.query("SELECT 1") instanceof Statement);
  const kept = database.query("SELECT 2");
  kept.finalize();
  assert.notStrictEqual(database.query("SELECT 2"), kept);
  assert.throws(() => database.query(""), { message: "SQL query cannot be empty." });
  assert.throws(() => database.query(1), {
    name: "TypeError",
    message: "Expected 'query' to be a string, got 'number'",
  });
  assert.throws(() => database.prepare("-- x"), { name: "RangeError", message: "Invalid SQL statement" });
});

testBun("transactions commit, roll back and nest", () => {
  const database = new Database();
  database.run("CREATE TABLE t(a)");
  const insert = database.prepare("INSERT INTO t VALUES (?)");
  const add = database.transaction((values: number[], fails: boolean) => {
    assert.ok(database.inTransaction);
    for (const value of values) insert.run(value);
    if (fails) throw new Error("boom");
    return values.length;
  });
  assert.strictEqual(add([1, 2], false), 2);
  assert.throws(() => add([3], true), { message: "boom" });
  for (const way of ["deferred", "immediate", "exclusive"]) assert.strictEqual(add[way]([4], false), 1);
  const outer = database.transaction(() => {
    insert.run(10);
    assert.throws(() => add([11], true));
    insert.run(12);
  });
  outer();
  assert.deepStrictEqual(database.query("SELECT a FROM t").values().flat(), [1, 2, 4, 4, 4, 10, 12]);
  assert.deepStrictEqual([add.database === database, add.name, database.inTransaction], [true, "transaction", false]);
  assert.throws(() => database.transaction(1), {
    name: "TypeError",
    message: "Expected first argument to be a function",
  });
});

testBun("serialize and deserialize", () => {
  const database = new Database();
  database.run("CREATE TABLE t(a); INSERT INTO t VALUES ('x')");
  const bytes = database.serialize();
  assert.ok(Buffer.isBuffer(bytes));
  assert.deepStrictEqual(Database.deserialize(bytes).query("SELECT * FROM t").all(), [{ a: "x" }]);
  assert.deepStrictEqual(new Database(bytes).query("SELECT * FROM t").get(), { a: "x" });
  assert.throws(() => Database.deserialize(bytes, { readonly: true }).run("DELETE FROM t"), {
    code: "SQLITE_READONLY",
  });
});

testBun("a closed database refuses calls, its statements still work", () => {
  const database = new Database();
  const statement = database.prepare("SELECT ? AS a");
  database.close();
  database.close();
  assert.deepStrictEqual(statement.get(1), { a: 1 });
  assert.throws(() => database.run("SELECT 1"), { message: "Database has closed" });
  assert.throws(() => database.prepare("SELECT 1"), { name: "RangeError", message: "Cannot use a closed database" });
  assert.throws(() => database.inTransaction, { message: "Database has closed" });
  assert.throws(() => database.serialize(), { message: "Can't do this on a closed database" });
});

testBun("functions, aggregates and hooks", () => {
  const database = new Database();
  assert.strictEqual(
    database.function("plus", (a: any, b: any) => a + b),
    database,
  );
  assert.deepStrictEqual(database.query("SELECT plus(1, 2) AS n, typeof(plus(1, 2)) AS t, plus('a', 'b') AS s").get(), {
    n: 3,
    t: "integer",
    s: "ab",
  });
  database.function("count_all", { varargs: true }, (...values: any[]) => values.length === 3);
  assert.deepStrictEqual(database.query("SELECT count_all(1, 2, 3) AS n").get(), { n: 1 });
  database.function("wrong", () => ({}));
  assert.throws(() => database.query("SELECT wrong()").get(), {
    name: "TypeError",
    message: "User-defined function wrong() returned an invalid value",
  });
  database.aggregate("joined", {
    start: () => [],
    step: (list: any[], value: any) => void list.push(value),
    result: (list: any[]) => list.join(),
  });
  assert.deepStrictEqual(database.query("SELECT joined(column1) AS l FROM (VALUES (1), (2))").get(), { l: "1,2" });
  assert.throws(() => database.function("x"), {
    name: "TypeError",
    message: "Expected last argument to be a function",
  });
  assert.throws(() => database.aggregate("x", {}), { message: 'Missing required option "step"' });
  const seen: any[] = [];
  database.run("CREATE TABLE z(a)");
  database.onInsert = (...values: any[]) => seen.push(["insert", ...values.slice(1)]);
  database.onDelete = (...values: any[]) => seen.push(["delete", values[0] === database, ...values.slice(1)]);
  database.run("INSERT INTO z VALUES (1)");
  database.run("UPDATE z SET a = 2");
  database.run("DELETE FROM z WHERE a = 2");
  assert.deepStrictEqual(seen, [
    ["insert", "z", 1, "main"],
    ["delete", true, "z", 1, "main"],
  ]);
  assert.throws(
    () => {
      database.onUpdate = 1;
    },
    { message: "Expected a function or null" },
  );
});

testBun("a .db file is imported as a database", async () => {
  const file = path.join(folder, "import.db");
  new Database(file).run("CREATE TABLE t(a); INSERT INTO t VALUES (7)");
  const module = await import(file, { with: { type: "sqlite" } });
  assert.ok(module.default instanceof Database && module.default === module.db);
  assert.deepStrictEqual(module.db.query("SELECT * FROM t").get(), { a: 7 });
});
