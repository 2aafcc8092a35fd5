// Iterator.zip, Iterator.zipKeyed (https://tc39.es/proposal-joint-iteration), Iterator.prototype.chunks and windows
// (https://tc39.es/proposal-iterator-chunking), includes, join, and the limits of take and drop (ECMA-262 §27.1.4).
import assert from "node:assert";
import vm from "node:vm";
import { test } from "../harness.ts";

const { zip, zipKeyed } = Iterator as any;
const methods = Iterator.prototype as any;

/** An iterator over values that logs the calls of `return`. */
function logged(name: string, values: unknown[], log: string[]): any {
  const inner = values[Symbol.iterator]();
  return {
    __proto__: Iterator.prototype,
    next: () => inner.next(),
    return() {
      log.push(name);
      return {};
    },
  };
}

test("zip ends with the shortest, the longest or requires the same length", () => {
  assert.deepStrictEqual(zip([[1, 2, 3], new Set(["a", "b"])]).toArray(), [
    [1, "a"],
    [2, "b"],
  ]);
  const longest = { mode: "longest", padding: ["x", "y"] };
  assert.deepStrictEqual(zip([[1], [2, 3], []], longest).toArray(), [
    [1, 2, undefined],
    ["x", 3, undefined],
  ]);
  assert.deepStrictEqual(zip([[1], [2]], { mode: "strict" }).toArray(), [[1, 2]]);
  assert.throws(() => zip([[1], [2, 3]], { mode: "strict" }).toArray(), TypeError);
  assert.deepStrictEqual(zip([]).toArray(), []);
});

test("zipKeyed yields objects without a prototype", () => {
  const rows = zipKeyed({ a: [1, 2], b: [3], skipped: undefined }, { mode: "longest", padding: { b: 0 } }).toArray();
  assert.deepStrictEqual(rows, [
    { __proto__: null, a: 1, b: 3 },
    { __proto__: null, a: 2, b: 0 },
  ]);
});

test("the end of a zip closes the others, the last one first", () => {
  const log: string[] = [];
  zip([logged("a", [1, 2], log), [1], logged("b", [1, 2], log)]).toArray();
  assert.deepStrictEqual(log, ["b", "a"]);
  const started = zip([logged("c", [1], log), logged("d", [1], log)]);
  started.next();
  assert.deepStrictEqual(started.return(), { value: undefined, done: true });
  assert.deepStrictEqual(log, ["b", "a", "d", "c"]);
  zip([logged("e", [1], log)]).return();
  assert.deepStrictEqual(log.slice(4), ["e"]);
});

test("invalid arguments of zip are TypeErrors, and close what is open", () => {
  for (const wrong of [undefined, 1, "ab", [1], ["ab"]]) assert.throws(() => zip(wrong), TypeError);
  for (const options of [null, 1, { mode: "all" }, { mode: "longest", padding: 1 }])
    assert.throws(() => zip([], options), TypeError);
  const log: string[] = [];
  assert.throws(() => zip([logged("a", [], log), 1]), TypeError);
  assert.deepStrictEqual(log, ["a"]);
});

test("chunks and windows", () => {
  const values = (): any => [1, 2, 3].values();
  assert.deepStrictEqual(values().chunks(2).toArray(), [[1, 2], [3]]);
  assert.deepStrictEqual(values().windows(2).toArray(), [
    [1, 2],
    [2, 3],
  ]);
  assert.deepStrictEqual(values().windows(4).toArray(), []);
  assert.deepStrictEqual(values().windows(4, "allow-partial").toArray(), [[1, 2, 3]]);
  assert.throws(() => values().windows(1, "all"), TypeError);
  for (const name of ["chunks", "windows"]) {
    for (const size of [undefined, "1", 1.5, NaN]) assert.throws(() => values()[name](size), TypeError);
    for (const size of [0, -1, 2 ** 32]) assert.throws(() => values()[name](size), RangeError);
    assert.throws(() => methods[name].call(1, 1), TypeError);
  }
  const log: string[] = [];
  const chunks = logged("a", [1, 2, 3], log).chunks(2);
  chunks.next();
  chunks.return();
  assert.deepStrictEqual(log, ["a"]);
});

test("includes and join", () => {
  const values = (): any => [1, NaN, null, "x"].values();
  assert.deepStrictEqual(
    [values().includes(NaN), values().includes(1, 1), values().includes("x", 3)],
    [true, false, true],
  );
  for (const skipped of ["1", NaN, 0.5, null]) assert.throws(() => values().includes(1, skipped), TypeError);
  for (const skipped of [-1, -Infinity, 2 ** 53]) assert.throws(() => values().includes(1, skipped), RangeError);
  assert.deepStrictEqual(
    [values().join(), values().join("-"), ([].values() as any).join()],
    ["1,NaN,,x", "1-NaN--x", ""],
  );
  const log: string[] = [];
  assert.strictEqual(logged("a", [1, 2], log).includes(1), true);
  assert.throws(() => logged("b", [Symbol("no string")], log).join(), TypeError);
  assert.deepStrictEqual(log, ["a", "b"]);
});

test("take and drop refuse limits above 2**53 - 1 and close the iterator", () => {
  for (const name of ["take", "drop"]) {
    const log: string[] = [];
    for (const limit of [2 ** 53, String(2 ** 54), -1, NaN])
      assert.throws(() => logged(name, [], log)[name](limit), RangeError);
    assert.throws(() => logged(name, [], log)[name](1n), TypeError);
    assert.strictEqual(log.length, 5);
    assert.deepStrictEqual(([1, 2, 3].values() as any)[name]("1").toArray(), name === "take" ? [1] : [2, 3]);
    assert.deepStrictEqual(([1] as any).values()[name](Infinity).toArray(), name === "take" ? [1] : []);
  }
});

test("the functions are methods, and their results helper objects", () => {
  const prototype = Object.getPrototypeOf([].values().map((value) => value));
  for (const result of [zip([]), zipKeyed({}), methods.chunks.call({}, 1), methods.windows.call({}, 1)])
    assert.strictEqual(Object.getPrototypeOf(result), prototype);
  for (const [holder, name] of [
    [Iterator, "zip"],
    [Iterator, "zipKeyed"],
    [methods, "chunks"],
    [methods, "windows"],
    [methods, "includes"],
    [methods, "join"],
    [methods, "take"],
    [methods, "drop"],
  ] as [any, string][]) {
    const { value, ...flags } = Object.getOwnPropertyDescriptor(holder, name)!;
    assert.deepStrictEqual(flags, { writable: true, enumerable: false, configurable: true }, name);
    assert.deepStrictEqual([value.name, value.length, "prototype" in value], [name, 1, false]);
    assert.match(Function.prototype.toString.call(value), /\[native code\]/);
  }
});

test("a context of node:vm has them with its own intrinsics", () => {
  const results = vm.runInNewContext(`[
    Iterator.zip([[1]]) instanceof Iterator,
    Iterator.zip([[1]]).next().value instanceof Array,
    [1].values().chunks(1).next().value instanceof Array,
    (() => { try { Iterator.zip() } catch (error) { return error instanceof TypeError; } })(),
  ]`);
  assert.deepStrictEqual([...results], [true, true, true, true]);
  assert.strictEqual(vm.runInNewContext("typeof [].values().windows", { Iterator: 1 }), "function");
});

test("they work whatever a program does to the prototypes of arrays", () => {
  const { push } = Array.prototype;
  Object.defineProperty(Array.prototype, "0", { set: () => assert.fail("a setter was called"), configurable: true });
  Array.prototype.push = () => assert.fail("push was called");
  try {
    assert.strictEqual(zip([[1]]).next().value.length, 1);
    assert.strictEqual(([5] as any).values().chunks(1).next().value[0], 5);
  } finally {
    Array.prototype.push = push;
    delete (Array.prototype as any)[0];
  }
});
