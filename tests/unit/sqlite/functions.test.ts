// Functions of SQL that programs write, with node:sqlite. Checked on Node 26.10.
import assert from "node:assert";
import { DatabaseSync } from "node:sqlite";
import { test } from "../harness.ts";

const memory = (sql = "") => {
  const database = new DatabaseSync(":memory:");
  database.exec(sql);
  return database;
};

test("a function gets and returns values of all types", () => {
  const database = memory();
  let seen: unknown[] = [];
  database.function("f", { varargs: true }, (...values) => {
    seen = values;
    return values.length;
  });
  assert.strictEqual(database.prepare("SELECT f(1, 0.5, 'ü', x'fe', null) AS n").get()!.n, 5);
  assert.deepStrictEqual(seen, [1, 0.5, "ü", new Uint8Array([254]), null]);
  const returned: any[] = [null, undefined, 3, "t→", 5n, new Uint8Array([1])];
  const found = returned.map((value) => {
    const other = memory();
    other.function("g", () => value);
    return other.prepare("SELECT g() AS v").get()!.v;
  });
  assert.deepStrictEqual(found, [null, null, 3, "t→", 5, new Uint8Array([1])]);
});

test("the number of arguments is the function's length", () => {
  const database = memory();
  database.function("pair", (a: any, b: any) => `${a}${b}`);
  assert.strictEqual(database.prepare("SELECT pair(1, 2) AS v").get()!.v, "12");
  assert.throws(() => database.prepare("SELECT pair(1)"), {
    code: "ERR_SQLITE_ERROR",
    message: "wrong number of arguments to function pair()",
  });
  assert.throws(() => (database as any).function("f", 1), { message: 'The "function" argument must be a function.' });
  assert.throws(() => (database as any).function(1, () => 1), { message: 'The "name" argument must be a string.' });
});

test("more arguments than fit the stack of a call", () => {
  const database = memory();
  database.function("many", { varargs: true }, (...values: any[]) => values.reduce((sum, value) => sum + value, 0));
  const numbers = Array.from({ length: 200 }, (_, index) => index);
  assert.strictEqual(database.prepare(`SELECT many(${numbers}) AS n`).get()!.n, 19900);
});

test("an error of a function is thrown by the statement", () => {
  const database = memory("CREATE TABLE t(a); INSERT INTO t VALUES (1)");
  const error = new TypeError("boom");
  database.function("fails", () => {
    throw error;
  });
  for (const use of [
    () => database.exec("UPDATE t SET a = fails()"),
    () => database.prepare("SELECT fails()").get(),
    () => database.prepare("SELECT fails()").all(),
    () => database.prepare("UPDATE t SET a = fails()").run(),
  ]) {
    assert.throws(use, (thrown) => thrown === error);
  }
  assert.strictEqual(database.prepare("SELECT a FROM t").get()!.a, 1);
  database.function("big", (n) => n);
  assert.throws(() => database.prepare("SELECT big(9007199254740993)").get(), { code: "ERR_OUT_OF_RANGE" });
  database.function("promise", (async () => 1) as never);
  assert.throws(() => database.prepare("SELECT promise()").get(), {
    code: "ERR_SQLITE_ERROR",
    message: "Asynchronous user-defined functions are not supported",
  });
  database.function("object", () => ({}) as never);
  assert.throws(() => database.prepare("SELECT object()").get(), {
    message: "Returned JavaScript value cannot be converted to a SQLite value",
  });
});

test("a function may run other statements, but not its own", () => {
  const database = memory("CREATE TABLE t(a); INSERT INTO t VALUES ('x'), ('y')");
  const inner = database.prepare("SELECT count(*) AS n, 'inner text' AS s FROM t WHERE a = ?");
  database.function("count_of", (a) => inner.get(a)!.n as number);
  assert.deepStrictEqual(
    database
      .prepare("SELECT a, count_of(a) AS n FROM t")
      .all()
      .map((row) => ({ ...row })),
    [
      { a: "x", n: 1 },
      { a: "y", n: 1 },
    ],
  );
  let own: any;
  database.function("again", () => own.get());
  own = database.prepare("SELECT again() AS v");
  assert.throws(() => own.get(), { code: "ERR_INVALID_STATE", message: "statement is already being executed" });
  database.function("closes", () => database.close() as never);
  assert.throws(() => database.prepare("SELECT closes()").get(), {
    message: "database cannot be closed while in a callback",
  });
  assert.strictEqual(database.isOpen, true);
});

test("aggregates accumulate, also in windows", () => {
  const database = memory("CREATE TABLE t(x, y); INSERT INTO t VALUES ('a', 4), ('b', 5), ('c', 3), ('d', 8)");
  database.aggregate("total", {
    start: 0,
    step: (sum: number, y: number) => sum + y,
    inverse: (sum: number, y: number) => sum - y,
  } as any);
  assert.strictEqual(database.prepare("SELECT total(y) AS n FROM t").get()!.n, 20);
  assert.strictEqual(database.prepare("SELECT total(y) AS n FROM t WHERE x > 'z'").get()!.n, 0);
  const window = "SELECT total(y) OVER (ORDER BY x ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING) AS n FROM t ORDER BY x";
  assert.deepStrictEqual(
    database
      .prepare(window)
      .all()
      .map((row) => row.n),
    [9, 12, 16, 11],
  );
  database.aggregate("list", {
    start: () => [],
    step: (list: any[], value: any) => [...list, value],
    result: (list: any[]) => list.join("|"),
  } as any);
  assert.deepStrictEqual(
    database
      .prepare("SELECT list(x) AS l FROM t GROUP BY y > 4 ORDER BY l")
      .all()
      .map((row) => row.l),
    ["a|c", "b|d"],
  );
  assert.throws(() => database.prepare("SELECT list(x) OVER () FROM t"), {
    message: "list() may not be used as a window function",
  });
});

test("errors of aggregates are thrown", () => {
  const database = memory("CREATE TABLE t(x); INSERT INTO t VALUES (1)");
  const fail = () => {
    throw new Error("boom");
  };
  database.aggregate("a", { start: fail, step: () => 1 } as any);
  database.aggregate("b", { start: 0, step: fail } as any);
  database.aggregate("c", { start: 0, step: (n: number, _x: number) => n, result: fail } as any);
  for (const sql of ["SELECT a() FROM t", "SELECT b() FROM t", "SELECT c(x) FROM t"])
    assert.throws(() => database.prepare(sql).get(), { message: "boom" });
  assert.throws(() => database.aggregate("d", {} as any), {
    code: "ERR_INVALID_ARG_TYPE",
    message: 'The "options.start" argument must be a function or a primitive value.',
  });
  assert.throws(() => database.aggregate("d", { start: 0 } as any), {
    message: 'The "options.step" argument must be a function.',
  });
});
