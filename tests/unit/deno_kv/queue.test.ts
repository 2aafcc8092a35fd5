// Deno.Kv: queues and watching, in one process and in several. Expected values are Deno 2.9's (`--unstable-kv`).
import assert from "node:assert";
import { once } from "node:events";
import { spawn } from "node:child_process";
import { test } from "../harness.ts";

declare const Deno: any;
const open = (): Promise<any> => Deno.openKv(":memory:");
const folder: string = Deno.makeTempDirSync();
globalThis.addEventListener("unload", () => Deno.removeSync(folder, { recursive: true }));

test("messages are delivered, again after a failure", async () => {
  using kv = await open();
  const messages: unknown[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const ended = kv.listenQueue(async (message: unknown) => {
    messages.push(message);
    if (messages.length === 1) throw new Error("no");
    if (messages.length === 4) resolve();
  });
  await kv.enqueue({ a: 1 }, { backoffSchedule: [300] });
  await kv.enqueue(undefined);
  await kv.enqueue("delayed", { delay: 100 });
  await promise;
  assert.deepStrictEqual(messages, [{ a: 1 }, undefined, "delayed", { a: 1 }]);
  kv.close();
  assert.strictEqual(await ended, undefined);
  await assert.rejects(
    kv.listenQueue(() => {}),
    { name: "Error", message: "Queue already closed" },
  );
});

test("messages of atomic operations; keys of what is not delivered", async () => {
  using kv = await open();
  const ended = kv.listenQueue(() => {
    throw new Error("no");
  });
  const options = {
    backoffSchedule: [],
    keysIfUndelivered: [
      ["lost", 1],
      ["lost", 2],
    ],
  };
  assert.ok((await kv.atomic().enqueue("x", options).commit()).ok);
  while ((await kv.get(["lost", 2])).value === null) await new Promise((resolve) => setTimeout(resolve, 20));
  assert.strictEqual((await kv.get(["lost", 1])).value, "x");
  kv.close();
  await ended;
});

test("wrong options of enqueue", async () => {
  using kv = await open();
  const cases: [object, string][] = [
    [{ delay: -1 }, "Delay must be >= 0: received -1"],
    [{ delay: NaN }, "Delay cannot be NaN"],
    [{ delay: Infinity }, "Delay cannot be greater than 30 days: received Infinity"],
    [{ backoffSchedule: [1, 2, 3, 4, 5, 6] }, "Invalid backoffSchedule, max 5 intervals allowed"],
    [{ backoffSchedule: [1, -1] }, "Invalid backoffSchedule, interval at index 1 is invalid"],
    [{ keysIfUndelivered: [[null]] }, "expected string, number, bigint, ArrayBufferView, boolean"],
  ];
  for (const [options, message] of cases)
    await assert.rejects(kv.enqueue("x", options), { name: "TypeError", message });
  await assert.rejects(kv.enqueue("x".repeat(70_000)), { message: "enqueue payload too large (max 65536 bytes)" });
});

test("watch has the entries first, then changes", async () => {
  using kv = await open();
  const reader = kv.watch([["a"], ["b"]]).getReader();
  const values = async (): Promise<unknown[]> => (await reader.read()).value.map((entry: any) => entry.value);
  assert.deepStrictEqual(await values(), [null, null]);
  await kv.set(["a"], 1);
  assert.deepStrictEqual(await values(), [1, null]);
  await kv.set(["other"], 1);
  await kv.set(["b"], 2);
  assert.deepStrictEqual(await values(), [1, 2]);
  await kv.delete(["a"]);
  assert.deepStrictEqual(await values(), [null, 2]);
  const pending = reader.read();
  kv.close();
  assert.strictEqual((await pending).done, true);
});

test("watching many, no and wrong keys", async () => {
  using kv = await open();
  const read = async (keys: unknown): Promise<unknown> => kv.watch(keys).getReader().read();
  assert.deepStrictEqual({ ...((await read([])) as object) }, { value: undefined, done: true });
  await assert.rejects(read(Array.from({ length: 11 }, (_, index) => [index])), { message: "Too many keys (max 10)" });
  await assert.rejects(read([[null]]), { name: "TypeError" });
});

test("processes share a file", async () => {
  const program = `${folder}/count.ts`;
  Deno.writeTextFileSync(
    program,
    `const kv = await Deno.openKv(${JSON.stringify(`${folder}/shared.db`)});
for (let count = 0; count < 50; ) {
  const entry = await kv.get(["count"]);
  const operation = kv.atomic().check(entry).set(["count"], (entry.value ?? 0) + 1);
  // Deno's commit rejects with "database is locked" instead of waiting.
  const { ok } = await operation.commit().catch(() => ({ ok: false }));
  if (ok) count++;
}
kv.close();
`,
  );
  const flags = Deno.version.v8.includes("brio") ? ["--as", "deno"] : ["run", "-A", "--unstable-kv"];
  const run = (): Promise<unknown[]> => once(spawn(Deno.execPath(), [...flags, program], { stdio: "inherit" }), "exit");
  const codes = await Promise.all([run(), run()]);
  assert.deepStrictEqual(
    codes.map(([code]) => code),
    [0, 0],
  );
  using kv = await Deno.openKv(`${folder}/shared.db`);
  assert.strictEqual((await kv.get(["count"])).value, 100);
});
