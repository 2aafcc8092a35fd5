// Deno.Kv.list: order, ranges, cursors. Expected values are Deno 2.9's (`--unstable-kv`).
import assert from "node:assert";
import { test } from "../harness.ts";

declare const Deno: any;
const open = (): Promise<any> => Deno.openKv(":memory:");
const keysOf = async (iterator: any): Promise<unknown[][]> =>
  (await Array.fromAsync(iterator)).map((entry: any) => entry.key);

test("keys of all types are in Deno's order", async () => {
  using kv = await open();
  const parts = [
    new Uint8Array([]),
    new Uint8Array([0, 1]),
    new Uint8Array([0, 255]),
    new Uint8Array([1]),
    "",
    "a",
    "a\0b",
    "b",
    "\u{1f600}",
    -(1n << 70n),
    -256n,
    -255n,
    -1n,
    0n,
    1n,
    255n,
    256n,
    1n << 70n,
    -Infinity,
    -1.5,
    -0,
    0,
    1.5,
    Infinity,
    NaN,
    false,
    true,
  ];
  for (const part of parts.toReversed()) await kv.set([part, "z"], 1);
  assert.deepStrictEqual(
    await keysOf(kv.list({ prefix: [] })),
    parts.map((part) => [part, "z"]),
  );
  assert.deepStrictEqual(
    await keysOf(kv.list({ prefix: [] }, { reverse: true, batchSize: 3 })),
    parts.toReversed().map((part) => [part, "z"]),
  );
  // The longer key is behind its prefix, and not in the range of another string.
  await kv.set(["a"], 1);
  assert.deepStrictEqual(await keysOf(kv.list({ prefix: ["a"] })), [["a", "z"]]);
});

test("ranges", async () => {
  using kv = await open();
  for (const part of [1, 2, 3, 4]) await kv.set(["n", part], part);
  const numbers = async (selector: object, options?: object): Promise<unknown[]> =>
    (await keysOf(kv.list(selector, options))).map((key) => key[1]);
  assert.deepStrictEqual(await numbers({ start: ["n", 2], end: ["n", 4] }), [2, 3]);
  assert.deepStrictEqual(await numbers({ prefix: ["n"], start: ["n", 3] }), [3, 4]);
  assert.deepStrictEqual(await numbers({ prefix: ["n"], end: ["n", 3] }), [1, 2]);
  assert.deepStrictEqual(await numbers({ prefix: ["n"] }, { limit: 3, batchSize: 2 }), [1, 2, 3]);
  assert.deepStrictEqual(await numbers({ prefix: ["n"] }, { limit: 1, reverse: true }), [4]);
  assert.deepStrictEqual(await numbers({ start: ["n", 2], end: ["n", 2] }), []);
});

test("cursors", async () => {
  using kv = await open();
  for (const key of [["a", 1], ["a", 2], ["a", "\0\xff\xffa"], ["aax"]]) await kv.set(key, 1);
  const cursors = async (selector: object, options: object): Promise<string[]> => {
    const iterator = kv.list(selector, options);
    const found: string[] = [];
    for await (const _ of iterator) found.push(iterator.cursor);
    return [...found, iterator.cursor];
  };
  const inPrefix = ["AgD_w7_Dv2EA", "Ib_wAAAAAAAA", "IcAAAAAAAAAA"];
  assert.deepStrictEqual(await cursors({ prefix: ["a"] }, {}), [...inPrefix, ""]);
  assert.deepStrictEqual(await cursors({ prefix: ["a"] }, { reverse: true }), [...inPrefix.toReversed(), ""]);
  assert.deepStrictEqual((await cursors({ start: ["a"], end: ["b"] }, {})).slice(-2), ["YWF4AA==", ""]);
  const [, cursor] = inPrefix;
  assert.deepStrictEqual(await keysOf(kv.list({ prefix: ["a"] }, { cursor })), [["a", 2]]);
  assert.deepStrictEqual(await keysOf(kv.list({ prefix: ["a"] }, { cursor, reverse: true })), [["a", "\0\xff\xffa"]]);
  const limited = kv.list({ prefix: ["a"] }, { limit: 2 });
  await Array.fromAsync(limited);
  assert.strictEqual(limited.cursor, cursor);
  const message = "Cannot get cursor before first iteration";
  assert.throws(() => kv.list({ prefix: [] }).cursor, { name: "Error", message });
  await assert.rejects(kv.list({ prefix: [] }, { cursor: "zzz" }).next(), {
    name: "TypeError",
    message: "invalid cursor",
  });
  const outside = kv.list({ start: ["b"], end: ["c"] }, { cursor: "AAAA" });
  await assert.rejects(outside.next(), { name: "TypeError", message: "cursor out of bounds" });
});

test("wrong selectors and options", async () => {
  using kv = await open();
  const selectors: [object, string][] = [
    [{}, "Selector must specify either 'prefix' or both 'start' and 'end' key"],
    [{ start: ["a"] }, "Selector must specify either 'prefix' or both 'start' and 'end' key"],
    [
      { prefix: ["a"], start: ["a"], end: ["b"] },
      "Selector can not specify both 'start' and 'end' key when specifying 'prefix'",
    ],
    [{ prefix: ["a"], start: ["b"] }, "Start key is not in the keyspace defined by prefix"],
    [{ prefix: ["a"], end: ["b"] }, "End key is not in the keyspace defined by prefix"],
    [{ start: ["c"], end: ["b"] }, "Start key is greater than end key"],
  ];
  for (const [selector, message] of selectors)
    await assert.rejects(async () => kv.list(selector).next(), { name: "TypeError", message });
  for (const limit of [0, -1, 1.5])
    assert.throws(() => kv.list({ prefix: [] }, { limit }), {
      message: `Limit must be a positive integer: received ${limit}`,
    });
  await assert.rejects(kv.list({ prefix: [] }, { batchSize: 1001 }).next(), { message: "Too many entries (max 1000)" });
});
