// Deno.AtomicOperation. Expected values are Deno 2.9's (`--unstable-kv`).
import assert from "node:assert";
import { test } from "../harness.ts";

declare const Deno: any;
const open = (): Promise<any> => Deno.openKv(":memory:");

test("a failed check leaves everything as it was", async () => {
  using kv = await open();
  const { versionstamp } = await kv.set(["a"], 1);
  const failed = await kv
    .atomic()
    .check({ key: ["a"], versionstamp: null })
    .set(["a"], 2)
    .delete(["a"])
    .commit();
  assert.deepStrictEqual(failed, { ok: false });
  assert.strictEqual((await kv.get(["a"])).value, 1);
  const absent = await kv.get(["b"]);
  const done = await kv
    .atomic()
    .check(absent, { key: ["a"], versionstamp })
    .set(["b"], 2)
    .delete(["a"])
    .commit();
  assert.strictEqual(done.ok, true);
  assert.deepStrictEqual(
    (await kv.getMany([["a"], ["b"]])).map((entry: any) => entry.versionstamp),
    [null, done.versionstamp],
  );
  assert.strictEqual((await kv.atomic().commit()).ok, true);
});

test("an error in the middle leaves everything as it was", async () => {
  using kv = await open();
  await kv.set(["text"], "x");
  const message = "Failed to perform 'sum' mutation on a non-U64 value in the database";
  await assert.rejects(kv.atomic().set(["new"], 1).sum(["text"], 1n).commit(), { name: "TypeError", message });
  // Deno 2.9 leaves what was written before the error, against its documentation.
  if (Deno.version.v8.includes("brio")) assert.strictEqual((await kv.get(["new"])).value, null);
});

test("sum, min and max", async () => {
  using kv = await open();
  const value = async (key: string): Promise<unknown> => (await kv.get([key])).value?.value;
  await kv.atomic().sum(["s"], 5n).min(["s"], 3n).max(["m"], 9n).commit();
  assert.deepStrictEqual([await value("s"), await value("m")], [3n, 9n]);
  await kv
    .atomic()
    .sum(["s"], (1n << 64n) - 1n)
    .max(["m"], 4n)
    .commit();
  assert.deepStrictEqual([await value("s"), await value("m")], [2n, 9n]);
  assert.throws(() => kv.atomic().sum(["s"], 5), { message: "Value must be a bigint: received number" });
});

test("mutate", async () => {
  using kv = await open();
  const mutate = async (type: string, stored: unknown, value: unknown): Promise<unknown> => {
    if (stored === undefined) await kv.delete(["k"]);
    else await kv.set(["k"], stored);
    await kv
      .atomic()
      .mutate({ type, key: ["k"], value })
      .commit();
    return (await kv.get(["k"])).value;
  };
  const u64 = new Deno.KvU64(5n);
  assert.strictEqual(await mutate("sum", undefined, 5), 5);
  assert.strictEqual(await mutate("sum", 4, 5), 9);
  assert.strictEqual(await mutate("sum", 4n, 5n), 9n);
  assert.strictEqual(Number(await mutate("sum", u64, 5n)), 10);
  assert.strictEqual(Number(await mutate("min", u64, new Deno.KvU64(4n))), 4);
  const messages: [string, unknown, unknown, string][] = [
    ["sum", 4n, 5, "Cannot sum BigInt with Number"],
    ["sum", u64, 5, "Cannot sum KvU64 with Number"],
    ["sum", "x", 5, "unsupported value type"],
    ["sum", 4, "x", "Some of the parameters are not valid V8 values"],
    ["max", u64, 5n, "Failed to perform 'max' mutation on a non-U64 operand"],
    ["other", 1, 1, "Invalid mutation type"],
    ["delete", 1, 1, "Invalid mutation 'delete' with value"],
  ];
  for (const [type, stored, value, message] of messages)
    await assert.rejects(mutate(type, stored, value), { name: "TypeError", message });
  assert.throws(() => kv.atomic().mutate({ type: "set", key: ["k"] }), {
    message: "Invalid mutation 'set' without value",
  });
  await kv
    .atomic()
    .mutate({ type: "set", key: ["k"], value: 1 }, { type: "delete", key: ["k"] })
    .commit();
  assert.strictEqual((await kv.get(["k"])).value, null);
});

test("the versionstamp of a commit as the end of a key", async () => {
  using kv = await open();
  const { versionstamp } = await kv.set(["log", kv.commitVersionstamp()], "x");
  assert.strictEqual((await kv.get(["log", versionstamp])).value, "x");
  await assert.rejects(kv.get(["log", kv.commitVersionstamp()]), { name: "TypeError" });
});

test("limits and wrong checks", async () => {
  using kv = await open();
  const fails = (operation: any, message: string): Promise<void> =>
    assert.rejects(operation.commit(), { name: "TypeError", message });
  const many = (count: number, add: (operation: any, index: number) => void): any => {
    const operation = kv.atomic();
    for (let index = 0; index < count; index++) add(operation, index);
    return operation;
  };
  assert.ok((await many(1000, (operation, index) => operation.set([index], index)).commit()).ok);
  await fails(
    many(1001, (operation, index) => operation.set([index], index)),
    "Too many mutations (max 1000)",
  );
  const check = (operation: any, index: number): void => operation.check({ key: [index], versionstamp: null });
  await fails(many(101, check), "Too many checks (max 100)");
  const large = "x".repeat(60_000);
  const total = "Total mutation size too large (max 819200 bytes)";
  await fails(
    many(20, (operation, index) => operation.set([index], large)),
    total,
  );
  const longKeys = many(100, (operation, index) => operation.set([index, "y".repeat(1000)], 1));
  await fails(longKeys, "Total key size too large (max 81920 bytes)");
  await fails(kv.atomic().check({ key: ["a"], versionstamp: "zz" }), "Invalid check");
  const message = "'Deno.AtomicOperation' is not a promise: did you forget to call 'commit()'";
  await assert.rejects(async () => await kv.atomic(), { message });
});

test("an operation is printed with its calls", async () => {
  using kv = await open();
  assert.strictEqual(Deno.inspect(kv.atomic()), "AtomicOperation (empty)");
  const operation = kv.atomic().sum(["s"], 5n).set(["y"], { b: 1 }, { expireIn: 5 }).delete(["z"]);
  operation
    .enqueue("m")
    .enqueue("x", { delay: 5 })
    .check({ key: ["a", 1n], versionstamp: null });
  assert.deepStrictEqual(Deno.inspect(operation).split("\n"), [
    "AtomicOperation",
    '  check({ key: [ "a", 1n ], versionstamp: null })',
    '  sum([ "s" ], [Deno.KvU64: 5n])',
    '  set([ "y" ], { b: 1 }, { expireIn: 5 })',
    '  delete([ "z" ])',
    '  enqueue("m")',
    '  enqueue("x", { delay: 5 })',
  ]);
});
