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
const each = (collection: { forEach(callback: () => never): void }): void => collection.forEach(fail);
const made = (): Set<number> => new Set([1]);

const failing = new Proxy(
  {},
  {
    get: fail,
    set: fail,
    has: fail,
    ownKeys: fail,
    deleteProperty: fail,
    defineProperty: fail,
    getPrototypeOf: fail,
    setPrototypeOf: fail,
    isExtensible: fail,
    preventExtensions: fail,
  },
);

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
  ["Reflect.get", () => Reflect.get(failing, "a")],
  ["Reflect.set", () => Reflect.set(failing, "a", 1)],
  ["Reflect.has", () => Reflect.has(failing, "a")],
  ["Reflect.ownKeys", () => Reflect.ownKeys(failing)],
  ["Reflect.deleteProperty", () => Reflect.deleteProperty(failing, "a")],
  ["Reflect.defineProperty", () => Reflect.defineProperty(failing, "a", {})],
  ["Object.defineProperty", () => Object.defineProperty(failing, "a", {})],
  ["Reflect.getPrototypeOf", () => Reflect.getPrototypeOf(failing)],
  ["Object.getPrototypeOf", () => Object.getPrototypeOf(failing)],
  ["Reflect.setPrototypeOf", () => Reflect.setPrototypeOf(failing, null)],
  ["Object.setPrototypeOf", () => Object.setPrototypeOf(failing, null)],
  ["Reflect.isExtensible", () => Reflect.isExtensible(failing)],
  ["Object.isExtensible", () => Object.isExtensible(failing)],
  ["Reflect.preventExtensions", () => Reflect.preventExtensions(failing)],
  ["Object.preventExtensions", () => Object.preventExtensions(failing)],
  ["Object.keys", () => Object.keys(failing)],
  ["Array.forEach", () => list.forEach(fail)],
  ["Array.map", () => maybe?.map(fail)],
  ["Array.map", () => [...set].map(fail)],
  // The class is not in the source of the call.
  ["Set.forEach", () => made().forEach(fail)],
  ["Set.forEach", () => ({ set }).set.forEach(fail)],
  ["Map.forEach", () => [map].at(0)!.forEach(fail)],
  ["Uint8Array.findLast", () => [bytes].at(0)!.findLast(fail)],
  ["Set.union", () => new Set([1]).union({ size: 1, has: fail, keys: fail })],
];

for (const [name, run] of cases) {
  test(`${run} has a frame ${name}`, () => {
    assert.throws(run, (error: Error) => error.stack!.split("\n")[2] === `    at ${name} (<anonymous>)`);
  });
}

test("a callback's collection is named where the source of the call does not say which it is", () => {
  for (const [collection, name] of [
    [new Set([1]), "Set"],
    [new Map([[1, 1]]), "Map"],
    [new Uint8Array(1), "Uint8Array"],
    [[1], "Array"],
  ] as const)
    assert.throws(
      () => each(collection),
      (error: Error) => error.stack!.split("\n")[2] === `    at ${name}.forEach (<anonymous>)`,
    );
});
