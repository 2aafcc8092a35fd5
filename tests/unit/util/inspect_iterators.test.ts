// util.inspect of iterators shows their remaining values, and does not advance them.
import assert from "node:assert";
import { inspect } from "node:util";
import { test } from "../harness.ts";

test("iterators of Maps show entries, keys and values", () => {
  const map = new Map<unknown, unknown>([
    [1, "a"],
    [2, { x: 1 }],
  ]);
  const entries = map.entries();
  assert.strictEqual(inspect(entries), "[Map Entries] { [ 1, 'a' ], [ 2, { x: 1 } ] }");
  entries.next();
  assert.strictEqual(inspect(entries), "[Map Entries] { [ 2, { x: 1 } ] }");
  assert.deepStrictEqual([...entries], [[2, { x: 1 }]]);
  assert.strictEqual(inspect(entries), "[Map Entries] {  }");
  assert.strictEqual(inspect(map.keys()), "[Map Iterator] { 1, 2 }");
  assert.strictEqual(inspect(map.values()), "[Map Iterator] { 'a', { x: 1 } }");
});

test("iterators of Sets, also after deletions", () => {
  const set = new Set([1, 2, 3]);
  const values = set.values();
  values.next();
  assert.strictEqual(inspect(values), "[Set Iterator] { 2, 3 }");
  assert.strictEqual(inspect(set.entries()), "[Set Entries] { [ 1, 1 ], [ 2, 2 ], [ 3, 3 ] }");
  set.delete(2);
  assert.strictEqual(inspect(values), "[Set Iterator] { 3 }");
  assert.deepStrictEqual([...values], [3]);
});
