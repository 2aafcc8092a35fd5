// Bun.SQL with PostgreSQL: channels (LISTEN, NOTIFY). Checked on Bun 1.4.5.
import assert from "node:assert";
import { test } from "../harness.ts";
import { FakePostgres } from "./server.ts";

const isThere = typeof Bun !== "undefined";
const testBun = (title: string, body: () => Promise<void>): void => test(title, isThere ? body : () => {});
const { SQL }: any = isThere ? Bun : {};

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 10));
}

testBun("channels share a connection, which is opened again when it is lost", async () => {
  const server = new FakePostgres((sql) =>
    sql.includes("pg_notify") ? { types: [25, 25], columns: [["pg_notify", 25]], rows: [[""]] } : {},
  );
  const sql = new SQL(await server.listen(), { max: 1 });
  const got: string[] = [];
  const first = await sql.listen(
    'a"b',
    (payload: string) => got.push(payload),
    () => got.push("listens"),
  );
  const second = await sql.listen('a"b', (payload: string) => got.push(`2 ${payload}`));
  assert.strictEqual(first.channel, 'a"b');
  server.notify('a"b', "x");
  server.notify("other", "y");
  await until(() => got.length === 3);
  assert.deepStrictEqual(got, ["listens", "x", "2 x"]);
  await second.unlisten();
  for (const socket of server.sockets) socket.destroy();
  await until(() => got.length === 4);
  server.notify('a"b', "again");
  await until(() => got.length === 5);
  assert.deepStrictEqual(got.slice(3), ["listens", "again"]);
  const listens = server.texts("Q").filter((text) => text.startsWith("LISTEN"));
  assert.ok(listens.every((text) => text === 'LISTEN "a""b"') && listens.length >= 2);
  await sql.notify("c", "payload");
  assert.deepStrictEqual(server.sent.findLast(({ type }) => type === "B")?.values, ["c", "payload"]);
  await first.unlisten();
  await assert.rejects(async () => sql.listen("x".repeat(64), () => {}), { code: "ERR_INVALID_ARG_VALUE" });
  await assert.rejects(async () => sql.listen("x"), { code: "ERR_INVALID_ARG_TYPE" });
  await sql.close({ timeout: 0 });
  await assert.rejects(async () => sql.listen("x", () => {}), { code: "ERR_POSTGRES_CONNECTION_CLOSED" });
  server.close();
});
