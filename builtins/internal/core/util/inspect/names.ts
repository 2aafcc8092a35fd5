// The names of objects: the name of the constructor, the tag, and the heads of functions and classes.
import { isDenoStyle } from "internal:core/util/inspect/strings";
import { safe, pinned } from "internal:core/bootstrap";
import * as lists from "internal:core/lists";
import {
  isAsyncFunction,
  isAsyncSource,
  isGeneratorFunction,
  isGeneratorSource,
  isMap,
  isSet,
  isDate,
  isRegExp,
  isNativeError,
  typedArrayKind,
  isAnyArrayBuffer,
  isDataView,
  isPromise,
  isWeakMap,
  isWeakSet,
  isBoxedPrimitive,
  isGeneratorObject,
} from "internal:core/util/types";
import { formatProperty } from "internal:core/util/inspect/properties";
import { formatValue } from "internal:core/util/inspect/value";
import { inspect } from "internal:core/util/inspect";
import { objectKind } from "internal:core/util/inspect/layout";
import type { Context } from "internal:core/util/inspect/options";

// The capitalised names of the global object of V8 as Node starts: none of the platform (URL, Buffer) is among them,
// and none that V8 adds later or the program.
const builtInNames = { __proto__: null } as unknown as Record<string, true>;
for (const name of (
  "AggregateError Array ArrayBuffer Atomics BigInt BigInt64Array BigUint64Array Boolean DataView " +
  "Date Error EvalError FinalizationRegistry Float16Array Float32Array Float64Array Function Infinity " +
  "Int16Array Int32Array Int8Array Intl Iterator JSON Map Math NaN Number Object Promise Proxy RangeError " +
  "ReferenceError Reflect RegExp Set String Symbol SyntaxError TypeError " +
  "URIError Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet"
).split(" "))
  builtInNames[name] = true;

/** Whether `name` is a class or namespace of the language. */
export function isBuiltInName(name: string): boolean {
  return builtInNames[name] === true;
}

// Prototypes whose `constructor` a program may have changed.
const wellKnown = pinned(new Map<object, [string, unknown]>());
for (const constructor of [
  Array,
  ArrayBuffer,
  Function,
  Map,
  Set,
  Object,
  RegExp,
  Date,
  DataView,
  Error,
  AggregateError,
  RangeError,
  TypeError,
  Boolean,
  Number,
  String,
  Promise,
  WeakMap,
  WeakSet,
])
  wellKnown.set(constructor.prototype, [constructor.name, constructor]);
const TypedArray = safe.getPrototypeOf(Uint8Array);
wellKnown.set(TypedArray.prototype, ["TypedArray", TypedArray]);

const hasInstance = Function.prototype[Symbol.hasInstance];
const functionToString = Function.prototype.toString;

function isInstance(value: unknown, constructor: Function): boolean {
  try {
    return value instanceof constructor;
  } catch {
    return false;
  }
}

/** The name of the nearest constructor on the prototype chain; `null` when there is no prototype. */
export function constructorName(
  value: object,
  context: Context,
  depth: number,
  prototypeEntries: string[] | undefined,
): string | null {
  let first: object | null | undefined;
  let holder: object | null = value;
  while (holder !== null && holder !== undefined) {
    const known = wellKnown.get(holder);
    if (known !== undefined && safe.apply(hasInstance, known[1], [value])) {
      if (prototypeEntries !== undefined && first !== holder)
        addPrototypeEntries(context, value, first || value, depth, prototypeEntries);
      return known[0];
    }
    const descriptor = safe.getOwnPropertyDescriptor(holder, "constructor");
    const constructor = descriptor?.value;
    if (typeof constructor === "function" && constructor.name !== "" && isInstance(value, constructor)) {
      if (prototypeEntries !== undefined && (first !== holder || !isBuiltInName(constructor.name))) {
        addPrototypeEntries(context, value, first || value, depth, prototypeEntries);
      }
      return String(constructor.name);
    }
    holder = safe.getPrototypeOf(holder);
    if (first === undefined) first = holder;
  }
  if (first === null) return null;
  const name = internalClassName(value);
  if (context.depth !== null && depth > context.depth) return `${name} <Complex prototype>`;
  const inner = constructorName(first!, context, depth + 1, prototypeEntries);
  if (inner !== null) return `${name} <${inner}>`;
  return `${name} <${inspect(first, { ...context, customInspect: false, depth: -1 })}>`;
}

/** The built-in class of an object that no constructor names. */
export function internalClassName(value: object): string {
  if (typeof value === "function")
    return isAsyncFunction(value) ? "AsyncFunction" : isGeneratorFunction(value) ? "GeneratorFunction" : "Function";
  if (safe.isArray(value)) return "Array";
  const typedArray = typedArrayKind(value);
  if (typedArray !== undefined) return typedArray;
  if (isMap(value)) return "Map";
  if (isSet(value)) return "Set";
  if (isPromise(value)) return "Promise";
  if (isDate(value)) return "Date";
  if (isRegExp(value)) return "RegExp";
  if (isNativeError(value)) return "Error";
  if (isAnyArrayBuffer(value)) return "ArrayBuffer";
  if (isDataView(value)) return "DataView";
  if (isWeakMap(value)) return "WeakMap";
  if (isWeakSet(value)) return "WeakSet";
  if (isGeneratorObject(value)) return "Generator";
  if (isBoxedPrimitive(value)) return safe.slice(safe.objectToString(value), 8, -1);
  return "Object";
}

// With `showHidden`, accessors and data of up to three layers of prototypes that the program defined are shown too.
function addPrototypeEntries(context: Context, main: object, start: object, depth: number, output: string[]): void {
  let holder = start;
  const above = new Set<PropertyKey>();
  for (let layer = 0; layer < 3; layer++) {
    if (layer !== 0 || main === holder) {
      holder = safe.getPrototypeOf(holder);
      if (holder === null) return;
      const constructor = safe.getOwnPropertyDescriptor(holder, "constructor")?.value;
      if (typeof constructor === "function" && isBuiltInName(constructor.name)) return;
    }
    const keys = safe.ownKeys(holder);
    lists.push(context.seen, main);
    for (const key of keys) {
      if (key === "constructor" || safe.hasOwn(main, key) || above.has(key)) continue;
      const descriptor = safe.getOwnPropertyDescriptor(holder, key)!;
      if (typeof descriptor.value === "function") continue;
      const shown = formatProperty(context, holder, depth, key, objectKind, descriptor, main);
      lists.push(output, context.colors ? `\u001b[2m${shown}\u001b[22m` : shown);
    }
    lists.pop(context.seen);
    for (const key of keys) above.add(key);
  }
}

/** `Name(size) [tag] `, with `[Fallback(size): null prototype]` for objects without a prototype. */
export function prefixOf(constructor: string | null, tag: string, fallback: string, size = ""): string {
  if (constructor === null) {
    const name = `[${fallback}${size}: null prototype] `;
    return tag !== "" && fallback !== tag ? `${name}[${tag}] ` : name;
  }
  if (tag === "") return `${constructor}${size} `;
  const dot = isDenoStyle() ? -1 : safe.lastIndexOf(tag, ".");
  return constructor === (dot >= 1 ? safe.slice(tag, dot + 1) : tag)
    ? `${tag}${size} `
    : `${constructor}${size} [${tag}] `;
}

/** The prefix of an object without a special kind. */
export function plainPrefix(value: object, constructor: string | null, tag: string): string {
  let fallback = "";
  if (constructor === null) {
    fallback = internalClassName(value);
    if (fallback === tag) fallback = "Object";
  }
  return prefixOf(constructor, tag, fallback);
}

/** `[Function: name]`, `[class A extends B]`. */
export function functionHead(context: Context, value: Function, constructor: string | null, tag: string): string {
  const source = safe.apply(functionToString, value, []) as string;
  if (isClass(source)) return classHead(value, constructor, tag);
  const type = `${isAsyncSource(source, value) ? "Async" : ""}${isGeneratorSource(source) ? "Generator" : ""}Function`;
  let head = `[${type}`;
  if (constructor === null) head += " (null prototype)";
  if (value.name === "") head += " (anonymous)";
  else head += `: ${typeof value.name === "string" ? value.name : formatValue(context, value.name, NaN)}`;
  head += "]";
  if (constructor !== type && constructor !== null) head += ` ${constructor}`;
  if (tag !== "" && constructor !== tag) head += ` [${tag}]`;
  return head;
}

function isClass(source: string): boolean {
  if (!safe.startsWith(source, "class") || !safe.endsWith(source, "}")) return false;
  const body = safe.slice(source, 5, -1);
  const brace = safe.indexOf(body, "{");
  if (brace === -1) return false;
  // A method called "class…" has its parameters before the brace; comments may contain parentheses too.
  return (
    !safe.includes(safe.slice(body, 0, brace), "(") ||
    /^(\s+[^(]*?)\s*{/.test(body.replace(/\/\/.*?\n|\/\*[^]*?\*\//g, ""))
  );
}

function classHead(value: Function, constructor: string | null, tag: string): string {
  const name = (safe.hasOwn(value, "name") && value.name) || "(anonymous)";
  let head = `class ${name}`;
  if (constructor !== "Function" && constructor !== null) head += ` [${constructor}]`;
  if (tag !== "" && constructor !== tag) head += ` [${tag}]`;
  if (constructor === null) return `[${head} extends [null prototype]]`;
  const superName = safe.getPrototypeOf(value).name;
  return superName ? `[${head} extends ${superName}]` : `[${head}]`;
}
