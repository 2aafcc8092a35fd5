// Printing, comparing, hashing and events do not call the methods of intrinsics that a program has changed. Run with Node or Brio.
import assert from "node:assert";
import { createHash } from "node:crypto";
import path from "node:path";
import util from "node:util";
import { test } from "../harness.ts";

class Sub extends TypeError {}
const error = new Sub("of the test", { cause: new Error("first") });
error.stack = "TypeError: of the test\n    at one\n    at two";
(error.cause as Error).stack = "Error: first\n    at three\n    at two";
const shown = {
  error,
  date: new Date(0),
  invalid: new Date(NaN),
  made: class Made {},
  async wait() {},
  "not-a-name": Object("boxed"),
  [Symbol("mark")]: Object.assign([1, 2], { extra: new Map([[1, new Set(["text"])]]) }),
  tall: Array.from({ length: 30 }, (_value, index) => index),
};

const ACTIONS: (() => unknown)[] = [
  () => util.inspect(shown, { depth: 5 }),
  () => util.isDeepStrictEqual([{ a: [new Date(5), /x/] }, "b"], [{ a: [new Date(5), /x/] }, "b"]),
  () => util.isDeepStrictEqual(Object.assign([1], { a: 1 }), Object.assign([1], { a: 2 })),
  () => util.promisify((done: (error: null, value: number) => void) => done(null, 1)).length,
  () => createHash("sha256").update("text").digest("hex"),
  () => {
    let calls = 0;
    const target = new EventTarget();
    target.addEventListener("it", () => calls++);
    target.dispatchEvent(new Event("it"));
    return calls;
  },
];

const CHANGED: [object: any, methods: string[]][] = [
  [Array.prototype, ["join"]],
  [Array, ["isArray"]],
  [Date.prototype, ["toISOString"]],
  [Error, ["isError"]],
  [Number, ["isNaN"]],
  [
    Object,
    [
      "defineProperty",
      "getOwnPropertyDescriptors",
      "getOwnPropertySymbols",
      "getPrototypeOf",
      "keys",
      "setPrototypeOf",
    ],
  ],
  [Object.prototype, ["propertyIsEnumerable", "toString"]],
  [RegExp.prototype, ["test"]],
  [
    String.prototype,
    ["endsWith", "includes", "indexOf", "lastIndexOf", "repeat", "replaceAll", "slice", "split", "startsWith"],
  ],
];

for (const [object, methods] of CHANGED)
  for (const name of methods)
    test(`a changed ${name} is not called`, () => {
      const { defineProperty, getOwnPropertyDescriptor } = Reflect;
      const expected = ACTIONS.map((act) => act());
      const results: unknown[] = [];
      const original = getOwnPropertyDescriptor(object, name)!;
      const value = (): never => {
        throw new Error(`${name} is changed`);
      };
      defineProperty(object, name, { ...original, value });
      try {
        for (let index = 0; index < ACTIONS.length; index++) results[index] = ACTIONS[index]!();
      } finally {
        defineProperty(object, name, original);
      }
      assert.deepStrictEqual(results, expected);
    });

test("functions of strings that builtins use do not call a changed call", () => {
  const { defineProperty, getOwnPropertyDescriptor } = Reflect;
  const act = (): unknown[] => [
    util.isDeepStrictEqual(Object.assign([1], { a: 1 }), Object.assign([1], { a: 2 })),
    util.promisify((done: (error: null, value: number) => void) => done(null, 1)).length,
    path.matchesGlob("a/b.c", "a/*.c"),
    util.stripVTControlCharacters("\u001b[31mx\u001b[39m"),
    String(new URL("http://a/b?c#d")),
  ];
  const expected = act();
  const original = getOwnPropertyDescriptor(Function.prototype, "call")!;
  const value = (): never => {
    throw new Error("call is changed");
  };
  defineProperty(Function.prototype, "call", { ...original, value });
  let results: unknown[] = [];
  try {
    results = act();
  } finally {
    defineProperty(Function.prototype, "call", original);
  }
  assert.deepStrictEqual(results, expected);
});
