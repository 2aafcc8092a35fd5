// Deep equality of long arrays and typed arrays: their other properties count, without a list of their indices.
import assert from "node:assert";
import { isDeepStrictEqual } from "node:util";
import { test } from "../harness.ts";

const LENGTH = 100;
class Mine extends Uint8Array {}
const withKey = (value: any, key: PropertyKey = "extra"): any => Object.assign(value, { [key]: 1 });

test("other properties of typed arrays count", () => {
  for (const make of [
    () => new Uint8Array(LENGTH),
    () => new Float64Array(LENGTH),
    () => Buffer.alloc(LENGTH),
    () => new BigInt64Array(LENGTH),
    () => new Mine(LENGTH),
  ]) {
    assert.strictEqual(isDeepStrictEqual(make(), make()), true);
    assert.strictEqual(isDeepStrictEqual(withKey(make()), make()), false);
    assert.strictEqual(isDeepStrictEqual(make(), withKey(make())), false);
    assert.strictEqual(isDeepStrictEqual(withKey(make(), Symbol.for("s")), make()), false);
    const changed: any = make();
    changed[LENGTH - 1] = typeof changed[0] === "bigint" ? 1n : 1;
    assert.strictEqual(isDeepStrictEqual(changed, make()), false);
  }
  assert.strictEqual(isDeepStrictEqual(withKey(new Uint8Array(LENGTH)), withKey(new Uint8Array(LENGTH))), true);
  assert.strictEqual(isDeepStrictEqual(new Uint8Array(LENGTH), Buffer.alloc(LENGTH)), false);
});

test("other properties of arrays count", () => {
  for (const element of [1, 1.5, "a", {}, undefined]) {
    const make = (): any => Array.from({ length: LENGTH }, () => element);
    assert.strictEqual(isDeepStrictEqual(make(), make()), true);
    assert.strictEqual(isDeepStrictEqual(withKey(make()), make()), false);
    assert.strictEqual(isDeepStrictEqual(make(), withKey(make())), false);
    const removed = withKey(make());
    delete removed.extra;
    assert.strictEqual(isDeepStrictEqual(removed, make()), true);
  }
  assert.strictEqual(isDeepStrictEqual(new Array(LENGTH), new Array(LENGTH)), true);
  assert.strictEqual(isDeepStrictEqual(new Array(LENGTH), new Array(LENGTH).fill(undefined)), false);
});

test("eight megabytes are compared in no time", () => {
  const start = performance.now();
  assert.deepStrictEqual(new Uint8Array(8 << 20), new Uint8Array(8 << 20));
  assert.ok(isDeepStrictEqual(Buffer.alloc(8 << 20), Buffer.alloc(8 << 20)));
  assert.ok(performance.now() - start < 1000);
});
