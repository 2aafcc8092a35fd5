// Promise hooks, the collector's profile and refused arguments, of https://nodejs.org/api/v8.html.
import assert from "node:assert";
import v8 from "node:v8";
import { test } from "../harness.ts";

const { promiseHooks } = v8 as any;

test("hooks see a chain of then in order", async () => {
  const seen: string[] = [];
  const names = new Map<unknown, string>();
  const note = (kind: string) => (promise: unknown) => seen.push(`${kind} ${names.get(promise) ?? "new"}`);
  const stop = promiseHooks.createHook({
    init: (_: unknown, parent: unknown) => seen.push(`init of ${names.get(parent) ?? "none"}`),
    before: note("before"),
    after: note("after"),
    settled: note("settled"),
  });
  const parent = Promise.resolve(1);
  names.set(parent, "parent");
  const child = parent.then(() => seen.push("runs"));
  names.set(child, "child");
  const last = child.then(() => stop());
  names.set(last, "last");
  await last;
  // The number of further promises for `await` depends on the engine.
  assert.deepStrictEqual(seen.filter((line) => /runs|child$|parent$|before last/.test(line)).slice(0, 7), [
    "init of parent",
    "init of child",
    "before child",
    "runs",
    "settled child",
    "after child",
    "before last",
  ]);
  const { length } = seen;
  Promise.resolve(2).then(() => {});
  await new Promise((resolve) => setImmediate(resolve));
  assert.strictEqual(seen.length, length);
});

test("each hook can be set alone, and removed", () => {
  let made = 0;
  const stop = promiseHooks.onInit(() => made++);
  Promise.resolve();
  Promise.reject(1).catch(() => {});
  stop();
  stop();
  Promise.resolve();
  assert.strictEqual(made, 3);
  for (const kind of ["Init", "Before", "After", "Settled"]) {
    const name = `${kind.toLowerCase()}Hook`;
    assert.throws(() => promiseHooks[`on${kind}`](async () => {}), {
      code: "ERR_INVALID_ARG_TYPE",
      message: new RegExp(`The "${name}" argument must be of type function`),
    });
  }
  assert.throws(() => promiseHooks.createHook({ init: 5 }), { code: "ERR_INVALID_ARG_TYPE" });
});

test("the profile of the collector has a beginning and an end", () => {
  const profiler = new (v8 as any).GCProfiler();
  profiler.start();
  profiler.start();
  const profile = profiler.stop();
  assert.ok(
    profile.version > 0 &&
      profile.startTime > 0 &&
      profile.endTime >= profile.startTime &&
      Array.isArray(profile.statistics),
  );
  assert.strictEqual(profiler.stop(), undefined);
  profiler[Symbol.dispose]();
});

test("arguments of heap queries are checked", () => {
  for (const wrong of [undefined, 1, {}])
    assert.throws(() => (v8 as any).queryObjects(wrong), { code: "ERR_INVALID_ARG_TYPE" });
  assert.throws(() => (v8 as any).queryObjects(class {}, 5), { code: "ERR_INVALID_ARG_TYPE" });
  assert.throws(() => (v8 as any).queryObjects(class {}, { format: "none" }), { code: "ERR_INVALID_ARG_VALUE" });
  assert.throws(() => v8.writeHeapSnapshot(5 as any), { code: "ERR_INVALID_ARG_TYPE" });
  assert.throws(() => v8.startupSnapshot.addSerializeCallback(() => {}), { code: "ERR_NOT_BUILDING_SNAPSHOT" });
});
