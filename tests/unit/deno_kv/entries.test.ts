// Deno.openKv: entries, their values, expiry and limits. Expected values are Deno 2.9's (`--unstable-kv`).
import assert from "node:assert";
import { test } from "../harness.ts";

declare const Deno: any;
const open = (): Promise<any> => Deno.openKv(":memory:");

test("entries are set, read and deleted", async () => {
  using kv = await open();
  const { ok, versionstamp } = await kv.set(["a", 1], "x");
  assert.strictEqual(ok, true);
  assert.match(versionstamp, /^[0-9a-f]{20}$/);
  assert.deepStrictEqual(await kv.get(["a", 1]), { key: ["a", 1], value: "x", versionstamp });
  const absent = { key: ["b"], value: null, versionstamp: null };
  assert.deepStrictEqual(await kv.get(["b"], { consistency: "eventual" }), absent);
  assert.deepStrictEqual(await kv.getMany([["b"], ["a", 1]]), [absent, { key: ["a", 1], value: "x", versionstamp }]);
  assert.ok((await kv.set(["a", 1], "y")).versionstamp > versionstamp);
  assert.strictEqual(await kv.delete(["a", 1]), undefined);
  assert.strictEqual((await kv.get(["a", 1])).versionstamp, null);
});

test("values are cloned", async () => {
  using kv = await open();
  const cycle: Record<string, unknown> = { big: 1n << 80n, none: undefined };
  cycle.self = cycle;
  const value = [
    /a/g,
    new Set([1]),
    new Map([["k", cycle]]),
    new Float64Array(2),
    new Date(5),
    -0,
    "\u1234",
    null,
    [1, , 2],
  ];
  await kv.set(["v"], value);
  assert.deepStrictEqual((await kv.get(["v"])).value, value);
  await kv.set(["v"], new Uint8Array([1, 2, 3]).subarray(1));
  assert.deepStrictEqual((await kv.get(["v"])).value, new Uint8Array([2, 3]));
  await kv.set(["v"], undefined);
  assert.strictEqual((await kv.get(["v"])).value, undefined);
  await kv.set(["v"], { inside: new Deno.KvU64(3n) });
  assert.deepStrictEqual((await kv.get(["v"])).value, { inside: { value: 3n } });
  const uncloned = { name: "TypeError", message: /could not be cloned/ };
  for (const refused of [() => {}, Symbol("s"), Promise.resolve()])
    await assert.rejects(kv.set(["v"], refused), uncloned);
  await assert.rejects(kv.set(["v"], new SharedArrayBuffer(4)), { name: "Error" });
  const { port1 } = new MessageChannel();
  await assert.rejects(kv.set(["v"], [port1]), { name: "TypeError", message: "Unsupported object type" });
  port1.close();
  const module = new WebAssembly.Module(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]));
  await assert.rejects(kv.set(["v"], module), { name: "TypeError", message: "Wasm modules cannot be stored" });
  // Deno stores these.
  if (!Deno.version.v8.includes("brio")) return;
  const message = "Deno.Kv: storing a Blob is not implemented";
  await assert.rejects(kv.set(["v"], { blob: new Blob(["x"]) }), { name: "TypeError", message });
});

test("Deno.KvU64", () => {
  const value = new Deno.KvU64(5n);
  assert.deepStrictEqual([value.value, value + 1n, `${value}`, Object.isFrozen(value)], [5n, 6n, "5", true]);
  assert.strictEqual(Deno.inspect(value), "[Deno.KvU64: 5n]");
  assert.throws(() => new Deno.KvU64(5), { name: "TypeError", message: "Value must be a bigint: received number" });
  assert.throws(() => new Deno.KvU64(-1n), { name: "RangeError" });
  assert.throws(() => new Deno.KvU64(1n << 64n), { message: "Value must fit in a 64-bit unsigned integer" });
});

test("expireIn", async () => {
  using kv = await open();
  await kv.set(["long"], 1, { expireIn: 60_000 });
  assert.strictEqual((await kv.get(["long"])).value, 1);
  for (const expireIn of [-5, NaN, 1.5])
    await assert.rejects(kv.set(["e"], 1, { expireIn }), {
      name: "TypeError",
      message: `expireIn must be a non-negative integer: received ${expireIn}`,
    });
  const { MAX_SAFE_INTEGER: expireIn } = Number;
  await assert.rejects(kv.set(["e"], 1, { expireIn }), {
    name: "TypeError",
    message: `Invalid mutation: expireIn is too large: ${expireIn}`,
  });
  // Deno removes what has expired some time later; its documentation promises no moment.
  if (!Deno.version.v8.includes("brio")) return;
  await kv.set(["short"], 1, { expireIn: 20 });
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.strictEqual((await kv.get(["short"])).value, null);
  assert.deepStrictEqual(await Array.fromAsync(kv.list({ prefix: ["short"] })), []);
});

test("limits", async () => {
  using kv = await open();
  const fails = (promise: Promise<unknown>, message: string): Promise<void> =>
    assert.rejects(promise, { name: "TypeError", message });
  const long = ["x".repeat(2047)];
  await kv.set(["x".repeat(2046)], 1);
  await fails(kv.set(long, 1), "Key too large for write (max 2048 bytes)");
  await fails(kv.get(long), "Key too large for read (max 2049 bytes)");
  await fails(kv.set([], 1), "key cannot be empty");
  await fails(kv.set(["v"], new Uint8Array(65_537)), "Value too large (max 65536 bytes)");
  await fails(kv.getMany(Array.from({ length: 11 }, (_, index) => [index])), "Too many ranges (max 10)");
  await fails(kv.get([null]), "expected string, number, bigint, ArrayBufferView, boolean");
  await fails(kv.get("a"), "serde_v8 error: invalid type; expected: array, got: string");
  await fails(kv.get(["a"], { consistency: "weak" }), "unknown variant `weak`, expected `strong` or `eventual`");
});

test("closed databases and names that are not paths", async () => {
  const kv = await open();
  const operation = kv.atomic().set(["a"], 1);
  kv.close();
  for (const used of [
    () => kv.get(["a"]),
    () => kv.set(["a"], 1),
    () => kv.list({ prefix: [] }).next(),
    () => operation.commit(),
  ])
    await assert.rejects(used, { name: "BadResource" });
  assert.throws(() => kv.close(), { name: "BadResource", message: "Bad resource ID" });
  kv[Symbol.dispose]();
  await assert.rejects(Deno.openKv(""), { name: "TypeError", message: "Filename cannot be empty" });
  const message = "Filename cannot start with ':' unless prefixed with './'";
  await assert.rejects(Deno.openKv(":foo"), { name: "TypeError", message });
  await assert.rejects(Deno.openKv("/no such folder/x.db"), {
    message: "unable to open database file: /no such folder/x.db",
  });
  const garbage = Deno.makeTempFileSync();
  Deno.writeTextFileSync(garbage, "not a database ".repeat(100));
  await assert.rejects(Deno.openKv(garbage), { name: "Error", message: "file is not a database" });
  Deno.removeSync(garbage);
  assert.throws(() => new Deno.Kv(), { message: "Deno.Kv can not be constructed: use Deno.openKv instead" });
});
