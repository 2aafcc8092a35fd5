// util.inspect of large arrays and buffers: their indices are not listed one by one, so printing takes no time.
import { test } from "../harness.ts";
import assert from "node:assert";
import { inspect } from "node:util";

const COUNT = 400_000;
const large: Record<string, () => { length: number }> = {
  Buffer: () => Buffer.alloc(16 * COUNT),
  "array of small integers": () => Array.from({ length: COUNT }, (_, index) => index),
  "array of fractions": () => Array.from({ length: COUNT }, (_, index) => index + 0.5),
  "array of objects": () => Array.from({ length: COUNT }, () => ({})),
  "spread array": () => [...Array(COUNT).fill(1)],
  "array that lost its first item": () => {
    const list = Array.from({ length: COUNT }, () => 1);
    list.shift();
    return list;
  },
};
for (const [name, make] of Object.entries(large)) {
  test(`inspect of a large ${name} is quick`, () => {
    const value = make();
    const start = performance.now();
    for (let round = 0; round < 8; round++) assert.match(inspect(value), /more (byte|item)s/);
    assert.ok(performance.now() - start < 800);
  });
}

test("inspect shows the properties of buffers, those with symbols too", () => {
  const buffer: any = Object.assign(Buffer.from("ab"), { x: 1, [Symbol("s")]: 2 });
  Object.defineProperty(buffer, "hidden", { value: 3, enumerable: false });
  assert.strictEqual(inspect(buffer), "<Buffer 61 62, x: 1, Symbol(s): 2>");
  assert.strictEqual(inspect(Object.assign(Buffer.alloc(0), { x: 1 })), "<Buffer x: 1>");
});
