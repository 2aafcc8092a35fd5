// DatabaseSync of node:sqlite. Checked on Node 26.10.
import assert from "node:assert";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { DatabaseSync, Session, StatementSync, backup, constants } from "node:sqlite";
import { test } from "../harness.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "sqlite-"));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));
let count = 0;
const file = () => path.join(folder, `${count++}.db`);

test("a file keeps its rows", () => {
  const name = file();
  const first = new DatabaseSync(name);
  first.exec("CREATE TABLE t(a); INSERT INTO t VALUES (1), (2)");
  assert.strictEqual(first.location(), name);
  first.close();
  const second = new DatabaseSync(name, { readOnly: true });
  assert.deepStrictEqual(
    second
      .prepare("SELECT a FROM t")
      .all()
      .map((row) => row.a),
    [1, 2],
  );
  assert.throws(() => second.exec("DELETE FROM t"), {
    code: "ERR_SQLITE_ERROR",
    errcode: 8,
    message: "attempt to write a readonly database",
  });
  second.close();
});

test("open, close, isOpen and disposal", () => {
  const database = new DatabaseSync(":memory:", { open: false });
  assert.strictEqual(database.isOpen, false);
  for (const use of [
    () => database.exec("SELECT 1"),
    () => database.prepare("SELECT 1"),
    () => database.close(),
    () => database.isTransaction,
    () => database.location(),
  ]) {
    assert.throws(use, { name: "Error", code: "ERR_INVALID_STATE", message: "database is not open" });
  }
  database.open();
  assert.throws(() => database.open(), { code: "ERR_INVALID_STATE", message: "database is already open" });
  const statement = database.prepare("SELECT 1 AS one");
  database[Symbol.dispose]();
  database[Symbol.dispose]();
  assert.throws(() => statement.get(), { code: "ERR_INVALID_STATE", message: "statement has been finalized" });
  database.open();
  assert.strictEqual(database.isOpen, true);
});

test("wrong arguments of the constructor have Node's errors", () => {
  const D = DatabaseSync as any;
  assert.throws(() => D(":memory:"), {
    name: "TypeError",
    code: "ERR_CONSTRUCT_CALL_REQUIRED",
    message: "Cannot call constructor without `new`",
  });
  const message = 'The "path" argument must be a string, Uint8Array, or URL without null bytes.';
  for (const wrong of [undefined, 5, "a\0b", {}])
    assert.throws(() => new D(wrong), { name: "TypeError", code: "ERR_INVALID_ARG_TYPE", message });
  assert.throws(() => new D(new URL("http://example.com")), {
    name: "TypeError",
    code: "ERR_INVALID_URL_SCHEME",
    message: "The URL must be of scheme file:",
  });
  assert.throws(() => new D(":memory:", null), { message: 'The "options" argument must be an object.' });
  for (const name of [
    "open",
    "readOnly",
    "enableForeignKeyConstraints",
    "defensive",
    "readBigInts",
    "allowExtension",
  ]) {
    assert.throws(() => new D(":memory:", { [name]: 1 }), {
      code: "ERR_INVALID_ARG_TYPE",
      message: `The "options.${name}" argument must be a boolean.`,
    });
  }
  assert.throws(() => new D(":memory:", { timeout: 0.5 }), {
    message: 'The "options.timeout" argument must be an integer.',
  });
  assert.throws(() => new D(path.join(folder, "none", "x.db")), {
    code: "ERR_SQLITE_ERROR",
    errcode: 14,
    errstr: "unable to open database file",
  });
});

test("errors of SQLite carry code, errcode and errstr, and no others", () => {
  const database = new DatabaseSync(":memory:");
  database.exec("CREATE TABLE t(a PRIMARY KEY); INSERT INTO t VALUES (1)");
  try {
    database.exec("INSERT INTO t VALUES (1)");
    assert.fail("must throw");
  } catch (error: any) {
    assert.deepStrictEqual(Object.keys(error), ["code", "errcode", "errstr"]);
    assert.deepStrictEqual(
      [error.name, error.code, error.errcode, error.errstr],
      ["Error", "ERR_SQLITE_ERROR", 1555, "constraint failed"],
    );
    assert.match(error.stack, /^Error: UNIQUE constraint failed: t\.a\n/);
  }
  assert.throws(() => database.prepare("-- nothing"), {
    name: "TypeError",
    code: "ERR_INVALID_ARG_VALUE",
    message: "The SQL query contains no statements.",
  });
  assert.throws(() => (database as any).exec(), {
    code: "ERR_INVALID_ARG_TYPE",
    message: 'The "sql" argument must be a string.',
  });
});

test("isTransaction follows BEGIN, COMMIT and ROLLBACK", () => {
  const database = new DatabaseSync(":memory:");
  database.exec("BEGIN");
  assert.strictEqual(database.isTransaction, true);
  database.exec("ROLLBACK");
  assert.strictEqual(database.isTransaction, false);
});

test("a subclass keeps its prototype", () => {
  class Own extends DatabaseSync {
    twice(): number {
      return (this.prepare("SELECT 21 * 2 AS n").get() as any).n;
    }
  }
  const own = new Own(":memory:");
  assert.ok(own instanceof Own && own instanceof DatabaseSync);
  assert.strictEqual(own.twice(), 42);
});

test("limits are read, set and reset", () => {
  const database = new DatabaseSync(":memory:", { limits: { column: 10 } } as any) as any;
  assert.strictEqual(database.limits.column, 10);
  assert.throws(
    () => database.exec(`CREATE TABLE t(${Array.from({ length: 11 }, (_, i) => `c${i}`)})`),
    /too many columns/,
  );
  database.limits.column = Infinity;
  assert.strictEqual(database.limits.column, 2000);
  assert.throws(
    () => {
      database.limits.column = -1;
    },
    { name: "RangeError", code: "ERR_OUT_OF_RANGE", message: "Limit value must be non-negative." },
  );
  assert.throws(
    () => {
      database.limits.column = "1";
    },
    { name: "TypeError", message: "Limit value must be a non-negative integer or Infinity." },
  );
  assert.deepStrictEqual(Object.keys(database.limits).length, 11);
});

test("serialize and deserialize carry a database over", () => {
  const from = new DatabaseSync(":memory:") as any;
  from.exec("CREATE TABLE t(a); INSERT INTO t VALUES ('x')");
  const to = new DatabaseSync(":memory:") as any;
  const statement = to.prepare("SELECT 1");
  to.deserialize(from.serialize());
  assert.strictEqual(to.prepare("SELECT a FROM t").get().a, "x");
  assert.throws(() => statement.get(), { message: "statement has been finalized" });
  assert.throws(() => to.deserialize(new Uint8Array(0)), {
    code: "ERR_INVALID_ARG_VALUE",
    message: 'The "buffer" argument must not be empty.',
  });
  assert.throws(() => to.deserialize("x"), { code: "ERR_INVALID_ARG_TYPE" });
});

test("extensions are refused unless allowed", () => {
  const closed = new DatabaseSync(":memory:");
  assert.throws(() => closed.loadExtension("x"), {
    code: "ERR_INVALID_STATE",
    message: "extension loading is not allowed",
  });
  assert.throws(() => closed.enableLoadExtension(true), {
    message: "Cannot enable extension loading because it was disabled at database creation.",
  });
  const open = new DatabaseSync(":memory:", { allowExtension: true });
  assert.throws(() => open.loadExtension("/nonexistent/x"), {
    code: "ERR_LOAD_SQLITE_EXTENSION",
    message: /cannot open shared object file/,
  });
});

test("an authorizer decides, and its errors are thrown", () => {
  const database = new DatabaseSync(":memory:") as any;
  const seen: unknown[][] = [];
  database.exec("CREATE TABLE t(a)");
  database.setAuthorizer((...subjects: unknown[]) => {
    seen.push(subjects);
    return constants.SQLITE_OK;
  });
  database.prepare("SELECT a FROM t").all();
  assert.deepStrictEqual(seen, [
    [constants.SQLITE_SELECT, null, null, null, null],
    [constants.SQLITE_READ, "t", "a", "main", null],
  ]);
  database.setAuthorizer(() => constants.SQLITE_DENY);
  assert.throws(() => database.exec("SELECT 1"), { code: "ERR_SQLITE_ERROR", message: "not authorized" });
  database.setAuthorizer(() => {
    throw new Error("boom");
  });
  assert.throws(() => database.exec("SELECT 1"), { message: "boom" });
  database.setAuthorizer(() => database.exec("SELECT 1"));
  assert.throws(() => database.exec("SELECT 1"), {
    code: "ERR_INVALID_STATE",
    message: "database cannot be accessed from an authorizer callback",
  });
  database.setAuthorizer(null);
  database.exec("SELECT 1");
});

test("sessions record, and changesets apply with filters and conflicts", () => {
  const make = () => {
    const database = new DatabaseSync(":memory:");
    database.exec("CREATE TABLE a(k INTEGER PRIMARY KEY, v); CREATE TABLE b(k INTEGER PRIMARY KEY)");
    return database;
  };
  const from = make();
  const session = from.createSession();
  assert.ok(session instanceof Session);
  from.exec("INSERT INTO a VALUES (1, 'from'); INSERT INTO b VALUES (1)");
  const changes = session.changeset();
  assert.ok(session.patchset() instanceof Uint8Array);
  const to = make();
  to.exec("INSERT INTO a VALUES (1, 'to')");
  assert.strictEqual(to.applyChangeset(changes), false);
  const conflicts: number[] = [];
  const filter = (table: string) => table === "a";
  const onConflict = (kind: number) => {
    conflicts.push(kind);
    return constants.SQLITE_CHANGESET_REPLACE;
  };
  assert.strictEqual(to.applyChangeset(changes, { filter, onConflict }), true);
  assert.deepStrictEqual(conflicts, [constants.SQLITE_CHANGESET_CONFLICT]);
  assert.deepStrictEqual(
    [to.prepare("SELECT v FROM a").get()!.v, to.prepare("SELECT count(*) AS n FROM b").get()!.n],
    ["from", 0],
  );
  assert.throws(
    () =>
      to.applyChangeset(changes, {
        onConflict: () => {
          throw new Error("boom");
        },
      }),
    { message: "boom" },
  );
  session.close();
  assert.throws(() => session.changeset(), { code: "ERR_INVALID_STATE", message: "session is not open" });
});

test("backup copies page by page and reports progress", async () => {
  const from = new DatabaseSync(":memory:");
  from.exec("CREATE TABLE t(a); INSERT INTO t VALUES (zeroblob(20000))");
  const name = file();
  const seen: { totalPages: number; remainingPages: number }[] = [];
  const total = await backup(from, name, { rate: 2, progress: (state) => seen.push(state) });
  assert.ok(total > 4 && seen.length === Math.ceil(total / 2) - 1, `${total} ${seen.length}`);
  assert.strictEqual(seen[0].totalPages - seen[0].remainingPages, 2);
  assert.strictEqual(new DatabaseSync(name).prepare("SELECT length(a) AS n FROM t").get()!.n, 20000);
  await assert.rejects(backup(from, path.join(folder, "none", "x.db")), { code: "ERR_SQLITE_ERROR", errcode: 14 });
  assert.throws(() => (backup as any)(), {
    code: "ERR_INVALID_ARG_TYPE",
    message: 'The "sourceDb" argument must be an object.',
  });
  assert.throws(() => backup(from, name, { rate: 0 }), { name: "RangeError", code: "ERR_OUT_OF_RANGE" });
});

test("a tag store caches statements by their source", () => {
  const database = new DatabaseSync(":memory:");
  database.exec("CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT)");
  const sql = (database as any).createTagStore(2);
  assert.deepStrictEqual(sql.run`INSERT INTO t(a) VALUES (${"x"})`, { changes: 1, lastInsertRowid: 1 });
  sql.run`INSERT INTO t(a) VALUES (${"y"})`;
  assert.strictEqual(sql.size, 1);
  assert.deepStrictEqual(
    sql.all`SELECT a FROM t WHERE id > ${0}`.map((row: any) => row.a),
    ["x", "y"],
  );
  assert.strictEqual(sql.get`SELECT a FROM t WHERE id = ${2}`.a, "y");
  assert.deepStrictEqual(
    [...sql.iterate`SELECT id FROM t`].map((row) => row.id),
    [1, 2],
  );
  assert.deepStrictEqual([sql.size, sql.capacity, sql.db === database], [2, 2, true]);
  assert.throws(() => sql.get("SELECT 1"), {
    code: "ERR_INVALID_ARG_TYPE",
    message: "First argument must be an array of strings (template literal).",
  });
  assert.throws(() => (database as any).createTagStore(0), {
    name: "RangeError",
    message: 'The "maxSize" argument must be a positive integer.',
  });
});

test("classes that cannot be constructed throw ERR_ILLEGAL_CONSTRUCTOR", () => {
  for (const Class of [StatementSync, Session] as any[])
    assert.throws(() => new Class(), {
      name: "Error",
      code: "ERR_ILLEGAL_CONSTRUCTOR",
      message: "Illegal constructor",
    });
});
