// Frames of native methods that several classes have name the class of the receiver, as in V8.
import assert from "node:assert";
import { test } from "../harness.ts";

const fail = (): never => {
  throw new Error("x");
};
const set = new Set([1]);
const map = new Map([[1, 2]]);
const bytes = new Uint8Array(2);
const floats = Float64Array.from([1, 2]);
const list = [1];
const maybe: number[] | undefined = [1];
class Holder {
  items = new Set([1]);
  #index = new Map([[1, 1]]);
  visit(): void {
    this.items.forEach(fail);
  }
  visitPrivate(): void {
    this.#index.forEach(fail);
  }
}
const holder = new Holder();

const cases: [string, () => unknown][] = [
  ["Set.forEach", () => set.forEach(fail)],
  ["Set.forEach", () => new Set([1]).forEach(fail)],
  ["Set.forEach", () => holder.visit()],
  ["Map.forEach", () => map.forEach(fail)],
  ["Map.forEach", () => new Map(Object.entries({ a: 1 })).forEach(fail)],
  ["Map.forEach", () => holder.visitPrivate()],
  ["Uint8Array.map", () => bytes.map(fail)],
  ["Float64Array.sort", () => floats.sort(fail)],
  ["Uint8Array.from", () => Uint8Array.from([1], fail)],
  ["Array.from", () => Array.from([1], fail)],
  ["Map.groupBy", () => Map.groupBy([1], fail)],
  ["Object.groupBy", () => Object.groupBy([1], fail)],
  ["Array.forEach", () => list.forEach(fail)],
  ["Array.map", () => maybe?.map(fail)],
  ["Array.map", () => [...set].map(fail)],
];

for (const [name, run] of cases) {
  test(`${run} has a frame ${name}`, () => {
    assert.throws(run, (error: Error) => error.stack!.split("\n")[2] === `    at ${name} (<anonymous>)`);
  });
}
