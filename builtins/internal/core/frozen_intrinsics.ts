// `--frozen-intrinsics`: the objects of the language cannot be changed once the modules of `--require` have run.
// https://nodejs.org/api/cli.html#--frozen-intrinsics
//
// A property that objects inherit from a frozen prototype could not be assigned to them either. So those of prototypes become
// accessors, whose setters define the property on the object that it is assigned to.
import { safe } from "internal:core/bootstrap";
import { type Slot, useSlots } from "internal:core/async/promise_members";
import { emitWarning } from "internal:core/process/warn";

/** Globals of which Node freezes the value and everything that it references. */
const GLOBALS =
  "globalThis Infinity NaN undefined eval isFinite isNaN parseFloat parseInt decodeURI decodeURIComponent encodeURI " +
  "encodeURIComponent escape unescape Array ArrayBuffer BigInt BigInt64Array BigUint64Array Boolean DataView Date " +
  "FinalizationRegistry Float16Array Float32Array Float64Array Function Int16Array Int32Array Int8Array Iterator Map " +
  "Number Object Promise Proxy RegExp Set SharedArrayBuffer String Symbol Uint16Array Uint32Array Uint8Array " +
  "Uint8ClampedArray WeakMap WeakRef WeakSet Error AggregateError EvalError RangeError ReferenceError SuppressedError " +
  "SyntaxError TypeError URIError DisposableStack AsyncDisposableStack Atomics JSON Math Reflect Intl Temporal " +
  "WebAssembly clearImmediate clearInterval clearTimeout setImmediate setInterval setTimeout console";

/** The runtime itself sets it for a moment to read a longer stack. */
const WRITABLE_OF_ERROR = "stackTraceLimit";

/** Objects that no global names. */
function unnamedIntrinsics(): object[] {
  const { getPrototypeOf } = safe;
  const iterators = [
    [][Symbol.iterator](),
    new Map()[Symbol.iterator](),
    new Set()[Symbol.iterator](),
    ""[Symbol.iterator](),
    "".matchAll(/./g),
    (function* () {})(),
    (async function* () {})(),
    new Intl.Segmenter().segment("")[Symbol.iterator](),
  ];
  const functions = [function* () {}, async function () {}, async function* () {}];
  return [...iterators, ...functions, new Intl.Segmenter().segment("")].map((value) => getPrototypeOf(value) as object);
}

/** The prototypes of constructors, and the prototypes above them. */
function prototypesOf(roots: Set<object>): Set<object> {
  const prototypes = new Set<object>();
  for (const root of roots) {
    const own = safe.getOwnPropertyDescriptor(root, "prototype")?.value as unknown;
    for (
      let object = isObject(own) ? own : null;
      object !== null;
      object = safe.getPrototypeOf(object) as object | null
    )
      prototypes.add(object);
  }
  return prototypes;
}

function isObject(value: unknown): value is object {
  return typeof value === "function" || (typeof value === "object" && value !== null);
}

/** Freezes the intrinsics. */
export function freezeIntrinsics(): void {
  emitWarning("Frozen intristics is an experimental feature and might change at any time", "ExperimentalWarning");
  const roots = new Set<object>(unnamedIntrinsics());
  for (const name of GLOBALS.split(" ")) {
    const value = (globalThis as Record<string, unknown>)[name];
    if (isObject(value) && value !== globalThis) roots.add(value);
  }
  const reached = reachableFrom([...roots, ...prototypesOf(roots)]);
  const prototypes = prototypesOf(reached);
  for (const root of unnamedIntrinsics()) prototypes.add(root);
  // The constructor above those of typed arrays: a class of the runtime with a member of the same name may be evaluated later.
  prototypes.add(safe.getPrototypeOf(Uint8Array) as object);
  // The runtime itself replaces members of promises.
  prototypes.add(Promise);
  for (const prototype of prototypes) makeAssignable(prototype);
  for (const object of reached) freeze(object);
  safe.defineProperty(globalThis, "globalThis", { value: globalThis, writable: false, configurable: false });
}

/** The objects that these reference by values, accessors and prototypes, the global object excepted. */
function reachableFrom(roots: object[]): Set<object> {
  const reached = new Set<object>();
  const waiting = roots;
  const add = (value: unknown): void => {
    if (!isObject(value) || value === globalThis || reached.has(value)) return;
    reached.add(value);
    waiting.push(value);
  };
  roots.slice().forEach(add);
  while (waiting.length > 0) {
    const object = waiting.pop()!;
    add(safe.getPrototypeOf(object));
    for (const key of safe.ownKeys(object)) {
      const { value, get, set } = safe.getOwnPropertyDescriptor(object, key)!;
      [value, get, set].forEach(add);
    }
  }
  return reached;
}

function makeAssignable(prototype: object): void {
  const slots: Record<PropertyKey, Slot> = { __proto__: null } as never;
  for (const key of safe.ownKeys(prototype)) {
    const { value, configurable, enumerable, get, set } = safe.getOwnPropertyDescriptor(prototype, key)!;
    if (!configurable || get !== undefined || set !== undefined) continue;
    const slot: Slot = (slots[key] = { value });
    const getter = safe.defineProperty((): unknown => slot.value, "value", { value });
    const setter = function (this: unknown, assigned: unknown): void {
      if (this === prototype)
        throw new TypeError(`Cannot assign to read only property '${String(key)}' of object '[object Object]'`);
      if (!isObject(this)) return;
      if (safe.hasOwn(this, key)) (this as Record<PropertyKey, unknown>)[key] = assigned;
      else safe.defineProperty(this, key, { value: assigned, writable: true, enumerable: true, configurable: true });
    };
    safe.defineProperty(prototype, key, { get: getter, set: setter, enumerable: enumerable!, configurable: false });
    safe.freeze(getter);
    safe.freeze(setter);
  }
  if (prototype === Promise || prototype === Promise.prototype) useSlots(prototype, slots);
}

function freeze(object: object): void {
  if (object !== Error) {
    // Memory that is shared or typed cannot be frozen.
    if (!safe.isView(object)) safe.freeze(object);
    return;
  }
  safe.preventExtensions(object);
  for (const key of safe.ownKeys(object)) {
    const { value } = safe.getOwnPropertyDescriptor(object, key)!;
    if (key !== WRITABLE_OF_ERROR)
      safe.defineProperty(
        object,
        key,
        value === undefined ? { configurable: false } : { writable: false, configurable: false },
      );
  }
}
