// `Math.cbrt`: ECMA-262 §21.3.2.9. The standard leaves its precision open; engines return exact roots exactly.
import assert from "node:assert";
import { test } from "../harness.ts";

test("roots of cubes are exact", () => {
  const wrong: number[] = [];
  for (let root = 1; root <= 200_000; root++)
    if (Math.cbrt(root ** 3) !== root || Math.cbrt(-(root ** 3)) !== -root) wrong.push(root);
  assert.deepStrictEqual(wrong, []);
  assert.deepStrictEqual([0.125, 0.015625, 3.375, -1000].map(Math.cbrt), [0.5, 0.25, 1.5, -10]);
});

test("roots of powers of eight are exact, the smallest and largest included", () => {
  for (let power = -1074; power <= 1023; power++)
    if (power % 3 === 0) assert.strictEqual(Math.cbrt(2 ** power), 2 ** (power / 3), `2 ** ${power}`);
});

test("other roots are the nearest number", () => {
  // To 17 digits, of 1.2599210498948731648…, 4.6415888336127788924…, 5.6438030941223618e+102, 1.7031839360032603e-108.
  const roots = [2, 100, Number.MAX_VALUE, Number.MIN_VALUE].map(Math.cbrt);
  assert.deepStrictEqual(
    roots,
    [1.2599210498948732, 4.641588833612779, 5.643803094122362e102, 1.7031839360032603e-108],
  );
});

test("zeros, infinities and values that are no numbers", () => {
  assert.deepStrictEqual([0, -0, Infinity, -Infinity, NaN].map(Math.cbrt), [0, -0, Infinity, -Infinity, NaN]);
  assert.deepStrictEqual(
    [Math.cbrt("8" as never), Math.cbrt({ valueOf: () => 64 } as never), Math.cbrt(undefined as never)],
    [2, 4, NaN],
  );
  assert.throws(() => Math.cbrt(8n as never), TypeError);
  assert.deepStrictEqual([Math.cbrt.name, Math.cbrt.length], ["cbrt", 1]);
  assert.match(String(Math.cbrt), /^function cbrt\(\) \{\s*\[native code\]\s*\}$/);
});
