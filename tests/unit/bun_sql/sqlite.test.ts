// Bun.SQL with SQLite. Checked on Bun 1.4.5.
import assert from "node:assert";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

const isThere = typeof Bun !== "undefined";
const testBun = (title: string, body: () => Promise<void>): void => test(title, isThere ? body : () => {});
const { SQL }: any = isThere ? Bun : {};
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "bun-sql-"));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));

const plain = (rows: unknown): unknown => JSON.parse(JSON.stringify(rows));
const codeOf = (query: Promise<unknown>): Promise<unknown> =>
  query.then(
    () => "none",
    (error) => error.code,
  );

async function makeTable(): Promise<any> {
  const sql = new SQL(":memory:");
  await sql`create table u (id integer primary key, name text)`;
  await sql`insert into u ${sql([{ name: "a" }, { name: "b" }])}`;
  return sql;
}

testBun("queries and helpers", async () => {
  const sql = await makeTable();
  const rows = await sql`select id, name from u where id in ${sql([1, 2])}`;
  assert.deepStrictEqual(plain(rows), [
    { id: 1, name: "a" },
    { id: 2, name: "b" },
  ]);
  assert.deepStrictEqual([rows.count, rows.command, rows.affectedRows, rows.lastInsertRowid], [2, "SELECT", 0, null]);
  const added = await sql`insert into u ${sql({ name: "'; drop table u; --" })} returning id`;
  assert.deepStrictEqual([added.count, added.command, added.affectedRows, added.lastInsertRowid], [1, "INSERT", 1, 3]);
  const changed = await sql`update u set ${sql({ name: "z" })} where id > ${1}`;
  assert.deepStrictEqual([changed.length, changed.count, changed.command], [0, 2, "UPDATE"]);
  assert.deepStrictEqual(plain(await sql`select name from u`.values()), [["a"], ["z"], ["z"]]);
  assert.deepStrictEqual(plain(await sql.unsafe("select :id as x, $b as y", { id: 1, $b: 2 })), [{ x: 1, y: 2 }]);
  assert.deepStrictEqual(plain(await sql.unsafe("select ? as x", [1])), [{ x: 1 }]);
  assert.deepStrictEqual(plain(await sql.unsafe("select 1 as a; delete from u")), [{ a: 1 }]);
  assert.strictEqual((await sql`select * from u`).length, 0);
  await assert.rejects(async () => sql`select ${new Date(0)}`, { name: "TypeError" });
});

testBun("transactions and savepoints", async () => {
  const sql = await makeTable();
  const count = async (): Promise<number> => (await sql`select count(*) as n from u`)[0].n;
  const failure = new Error("no");
  const failing = sql.begin(async (tx: any) => {
    await tx`delete from u`;
    throw failure;
  });
  await assert.rejects(failing, failure);
  assert.strictEqual(await count(), 2);
  const inside = await sql.begin("immediate", async (tx: any) => {
    await tx
      .savepoint(async (sp: any) => {
        await sp`delete from u`;
        throw failure;
      })
      .catch(() => {});
    return tx`select count(*) as n from u`;
  });
  assert.deepStrictEqual([inside[0].n, inside.count], [2, 1]);
  await assert.rejects(async () => sql.reserve(), { message: "This adapter doesn't support connection reservation" });
});

testBun("errors have SQLite's codes", async () => {
  const sql = await makeTable();
  await assert.rejects(
    async () => sql`insert into u ${sql({ id: 1 })}`,
    (error: any) => {
      assert.ok(error instanceof SQL.SQLiteError);
      assert.deepStrictEqual([error.code, error.errno], ["SQLITE_CONSTRAINT_PRIMARYKEY", 1555]);
      return true;
    },
  );
  assert.strictEqual(await codeOf(sql`selec 1`), "SQLITE_ERROR");
  await sql.close();
  assert.strictEqual(await codeOf(sql`select 1`), "ERR_SQLITE_CONNECTION_CLOSED");
});

testBun("files, modes and callbacks", async () => {
  const file = path.join(folder, "a.db");
  const events: unknown[] = [];
  const sql = new SQL(`sqlite://${file}`, {
    onconnect: (error: unknown) => events.push(error),
    onclose: (error: Error) => events.push(error.message),
  });
  await sql`create table t (a)`;
  await sql.close();
  assert.deepStrictEqual(events, [null, "Connection closed"]);
  const reader = new SQL(`sqlite://${file}?mode=ro`);
  assert.strictEqual(await codeOf(reader`insert into t values (1)`), "SQLITE_READONLY");
  const missing = new SQL({ filename: path.join(folder, "none", "b.db") });
  assert.strictEqual(await codeOf(missing`select 1`), "SQLITE_CANTOPEN");
  assert.throws(() => new SQL("sqlite://a.db?mode=x"), { code: "ERR_INVALID_ARG_VALUE" });
});
