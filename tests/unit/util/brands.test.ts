// util.types checks the internal slots of an object, independent of its prototype, tag and properties.
import { deepStrictEqual, strictEqual } from "node:assert";
import { types } from "node:util";
import { test } from "../harness.ts";

const checks = types as unknown as Record<string, (value: unknown) => boolean>;
const NAMES = [
  "isAnyArrayBuffer",
  "isArrayBuffer",
  "isSharedArrayBuffer",
  "isArrayBufferView",
  "isTypedArray",
  "isUint8Array",
  "isInt8Array",
  "isUint8ClampedArray",
  "isFloat64Array",
  "isDataView",
  "isMap",
  "isSet",
  "isWeakMap",
  "isWeakSet",
  "isDate",
  "isRegExp",
  "isBoxedPrimitive",
  "isNumberObject",
  "isStringObject",
  "isBooleanObject",
  "isSymbolObject",
  "isBigIntObject",
  "isNativeError",
  "isPromise",
  "isProxy",
];

/** The names of the checks that return true. */
function answers(value: unknown): string[] {
  return NAMES.filter((name) => checks[name]!(value));
}

const samples: [string, () => unknown, string[]][] = [
  ["a literal", () => ({}), []],
  [
    "an instance",
    () =>
      new (class Box {
        a = 1;
      })(),
    [],
  ],
  ["no prototype", () => Object.create(null), []],
  ["an array", () => [], []],
  ["a function", () => () => 1, []],
  ["null", () => null, []],
  ["a text", () => "text", []],
  ["a number", () => 1, []],
  [
    "arguments",
    () =>
      (function () {
        return arguments;
      })(),
    [],
  ],
  ["Math", () => Math, []],
  ["the global object", () => globalThis, []],
  ["an ArrayBuffer", () => new ArrayBuffer(8), ["isAnyArrayBuffer", "isArrayBuffer"]],
  ["a resizable ArrayBuffer", () => new ArrayBuffer(8, { maxByteLength: 16 }), ["isAnyArrayBuffer", "isArrayBuffer"]],
  ["a SharedArrayBuffer", () => new SharedArrayBuffer(8), ["isAnyArrayBuffer", "isSharedArrayBuffer"]],
  ["a Uint8Array", () => new Uint8Array(1), ["isArrayBufferView", "isTypedArray", "isUint8Array"]],
  ["a Buffer", () => Buffer.from("a"), ["isArrayBufferView", "isTypedArray", "isUint8Array"]],
  ["an Int8Array", () => new Int8Array(1), ["isArrayBufferView", "isTypedArray", "isInt8Array"]],
  ["a Uint8ClampedArray", () => new Uint8ClampedArray(1), ["isArrayBufferView", "isTypedArray", "isUint8ClampedArray"]],
  ["a Float64Array", () => new Float64Array(1), ["isArrayBufferView", "isTypedArray", "isFloat64Array"]],
  ["a BigInt64Array", () => new BigInt64Array(1), ["isArrayBufferView", "isTypedArray"]],
  ["a DataView", () => new DataView(new ArrayBuffer(1)), ["isArrayBufferView", "isDataView"]],
  ["a Map", () => new Map(), ["isMap"]],
  ["a Set", () => new Set(), ["isSet"]],
  ["a WeakMap", () => new WeakMap(), ["isWeakMap"]],
  ["a WeakSet", () => new WeakSet(), ["isWeakSet"]],
  ["a Date", () => new Date(NaN), ["isDate"]],
  ["a RegExp", () => /a/, ["isRegExp"]],
  ["a Number", () => Object(1), ["isBoxedPrimitive", "isNumberObject"]],
  ["a String", () => Object("a"), ["isBoxedPrimitive", "isStringObject"]],
  ["a Boolean", () => Object(true), ["isBoxedPrimitive", "isBooleanObject"]],
  ["a Symbol", () => Object(Symbol("a")), ["isBoxedPrimitive", "isSymbolObject"]],
  ["a BigInt", () => Object(1n), ["isBoxedPrimitive", "isBigIntObject"]],
  ["an error", () => new RangeError("a"), ["isNativeError"]],
  ["a promise", () => Promise.resolve(), ["isPromise"]],
  ["a proxy of a Map", () => new Proxy(new Map(), {}), ["isProxy"]],
  ["a WeakRef", () => new WeakRef({}), []],
  ["an iterator", () => new Map().entries(), []],
];

for (const [name, make, expected] of samples) {
  test(`${name} is recognized by its internal slots`, () => {
    deepStrictEqual(answers(make()), expected);
    const value = make();
    if (typeof value !== "object" || value === null || value === globalThis || types.isProxy(value)) return;
    // Neither another prototype nor a tag changes the result.
    Object.setPrototypeOf(value, Map.prototype);
    Object.defineProperty(value, Symbol.toStringTag, { value: "Date", configurable: true });
    deepStrictEqual(
      answers(value).filter((check) => check !== "isArrayBuffer" && check !== "isSharedArrayBuffer"),
      expected.filter((check) => check !== "isArrayBuffer" && check !== "isSharedArrayBuffer"),
    );
    if (types.isAnyArrayBuffer(value))
      deepStrictEqual(
        [checks.isArrayBuffer!(value), checks.isSharedArrayBuffer!(value)],
        [expected.includes("isArrayBuffer"), expected.includes("isSharedArrayBuffer")],
      );
  });
}

test("instances of classes that extend the engine's are their kind too", () => {
  const classes: [new (...args: any[]) => object, string[]][] = [
    [class extends Map {}, ["isMap"]],
    [class extends Set {}, ["isSet"]],
    [class extends Date {}, ["isDate"]],
    [class extends RegExp {}, ["isRegExp"]],
    [
      class extends ArrayBuffer {
        constructor() {
          super(8);
        }
      },
      ["isAnyArrayBuffer", "isArrayBuffer"],
    ],
    [class extends Uint8Array {}, ["isArrayBufferView", "isTypedArray", "isUint8Array"]],
    [class extends String {}, ["isBoxedPrimitive", "isStringObject"]],
    [class extends Number {}, ["isBoxedPrimitive", "isNumberObject"]],
    [class extends Boolean {}, ["isBoxedPrimitive", "isBooleanObject"]],
  ];
  for (const [Class, expected] of classes) deepStrictEqual(answers(new Class()), expected);
});

test("objects that only inherit from them are not", () => {
  const { prototype } = class Like {};
  for (const Class of [Map, Set, WeakMap, WeakSet, Date, RegExp, ArrayBuffer, Uint8Array, DataView, Promise]) {
    deepStrictEqual(answers(Object.create(Class.prototype)), [], Class.name);
    Object.setPrototypeOf(prototype, Class.prototype);
    deepStrictEqual(answers(Object.create(prototype)), [], Class.name);
  }
  for (const value of [
    Map.prototype,
    Set.prototype,
    Date.prototype,
    RegExp.prototype,
    ArrayBuffer.prototype,
    Uint8Array.prototype,
  ])
    deepStrictEqual(answers(value), []);
});

test("the prototypes of boxed primitives are boxed themselves", () => {
  strictEqual(types.isNumberObject(Number.prototype), true);
  strictEqual(types.isStringObject(String.prototype), true);
  strictEqual(types.isBooleanObject(Boolean.prototype), true);
  strictEqual(types.isSymbolObject(Symbol.prototype), false);
});
