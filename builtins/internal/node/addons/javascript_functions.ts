// What JavaScript does for Node-API because the engine has no native function for it: `native:addons` describes each.
// Programs may change the classes of their realm: all that is used here is taken when this module is evaluated.
import { Buffer } from "internal:core/buffer";
import * as contexts from "internal:node/addons/async_contexts";
import {
  type AddonHelpers,
  NapiKeyFilter,
  NapiPropertyAttributes,
  NapiViewKind,
  type NapiViewInfo,
} from "native:addons";

const { create, freeze, seal, getPrototypeOf, setPrototypeOf, hasOwn, getOwnPropertyDescriptor } = Object;
const { apply, construct, defineProperty, ownKeys, setPrototypeOf: trySetPrototypeOf } = Reflect;
const { for: symbolFor, keyFor } = Symbol;
const BigIntOf = BigInt;
const BuiltinArrayBuffer = ArrayBuffer;
const BuiltinSharedArrayBuffer = SharedArrayBuffer;
const bufferPrototype = Buffer.prototype as object;
const isView = ArrayBuffer.isView;

type Getter<T, R> = (this: T) => R;

function getterOf<T, R>(prototype: object, name: PropertyKey): (target: T) => R {
  const getter = getOwnPropertyDescriptor(prototype, name)!.get as Getter<T, R>;
  return (target) => apply(getter, target, []) as R;
}

function methodOf<T, R>(prototype: object, name: PropertyKey): (target: T, ...values: unknown[]) => R {
  const method = getOwnPropertyDescriptor(prototype, name)!.value as (...values: unknown[]) => R;
  return (target, ...values) => apply(method, target, values) as R;
}

const dateValue = methodOf<Date, number>(Date.prototype, "getTime");
const bigIntToString = methodOf<bigint, string>(BigInt.prototype, "toString");
const isDetached = getterOf<ArrayBuffer, boolean>(ArrayBuffer.prototype, "detached");
const transfer = methodOf<ArrayBuffer, ArrayBuffer>(ArrayBuffer.prototype, "transfer");
const sharedLength = getterOf<SharedArrayBuffer, number>(SharedArrayBuffer.prototype, "byteLength");

const typedArray = getPrototypeOf(Uint8Array.prototype) as object;
const nameOfView = getterOf<ArrayBufferView, string | undefined>(typedArray, Symbol.toStringTag);
const viewParts = {
  buffer: getterOf<Uint8Array, ArrayBuffer>(typedArray, "buffer"),
  length: getterOf<Uint8Array, number>(typedArray, "length"),
  offset: getterOf<Uint8Array, number>(typedArray, "byteOffset"),
};
const dataViewParts = {
  buffer: getterOf<DataView, ArrayBuffer>(DataView.prototype, "buffer"),
  length: getterOf<DataView, number>(DataView.prototype, "byteLength"),
  offset: getterOf<DataView, number>(DataView.prototype, "byteOffset"),
};

type ViewClass = new (buffer: ArrayBuffer, offset: number, length: number) => ArrayBufferView;

/** The classes by `NapiViewKind`. */
const viewClasses = [
  Int8Array,
  Uint8Array,
  Uint8ClampedArray,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
  BigInt64Array,
  BigUint64Array,
  (globalThis as { Float16Array?: ViewClass }).Float16Array,
  DataView,
] as (ViewClass | undefined)[];
const viewKinds: Record<string, NapiViewKind> = { __proto__: null } as never;
viewClasses.forEach((viewClass, kind) => {
  if (viewClass !== undefined) viewKinds[viewClass.name] = kind as NapiViewKind;
});

/** The classes by `NapiErrorClass`. */
const errorClasses = [Error, TypeError, RangeError, SyntaxError];

const INDEX_MAX = 2 ** 32 - 2;

function isIndex(key: string): boolean {
  const number = Number(key);
  return number >= 0 && number <= INDEX_MAX && number >>> 0 === number && String(number) === key;
}

function isWanted(object: object, key: string | symbol, filter: NapiKeyFilter): boolean {
  if (
    typeof key === "symbol" ? (filter & NapiKeyFilter.SKIP_SYMBOLS) !== 0 : (filter & NapiKeyFilter.SKIP_STRINGS) !== 0
  )
    return false;
  if ((filter & (NapiKeyFilter.WRITABLE | NapiKeyFilter.ENUMERABLE | NapiKeyFilter.CONFIGURABLE)) === 0) return true;
  const descriptor = getOwnPropertyDescriptor(object, key);
  if (descriptor === undefined) return false;
  if ((filter & NapiKeyFilter.WRITABLE) !== 0 && descriptor.writable === false) return false;
  if ((filter & NapiKeyFilter.ENUMERABLE) !== 0 && !descriptor.enumerable) return false;
  return (filter & NapiKeyFilter.CONFIGURABLE) === 0 || descriptor.configurable === true;
}

function propertyKeys(
  object: object,
  includePrototypes: boolean,
  filter: NapiKeyFilter,
  keepNumbers: boolean,
): (string | symbol | number)[] {
  const keys: (string | symbol | number)[] = [];
  const seen = new Set<string | symbol>();
  for (let owner: object | null = object; owner !== null; owner = getPrototypeOf(owner) as object | null) {
    for (const key of ownKeys(owner)) {
      if (seen.has(key)) continue;
      seen.add(key);
      if (!isWanted(owner, key, filter)) continue;
      keys.push(keepNumbers && typeof key === "string" && isIndex(key) ? Number(key) : key);
    }
    if (!includePrototypes) break;
  }
  return keys;
}

function viewInfo(view: object): NapiViewInfo | undefined {
  if (!isView(view)) return undefined;
  const name = nameOfView(view);
  if (name === undefined) {
    const dataView = view as DataView;
    const { length, buffer, offset } = dataViewParts;
    return [NapiViewKind.DATA_VIEW, length(dataView), buffer(dataView), offset(dataView)];
  }
  const array = view as Uint8Array;
  return [viewKinds[name]!, viewParts.length(array), viewParts.buffer(array), viewParts.offset(array)];
}

function makeView(kind: NapiViewKind, buffer: ArrayBuffer, offset: number, length: number): ArrayBufferView {
  const viewClass = viewClasses[kind];
  if (viewClass === undefined) throw new TypeError("this engine has no Float16Array");
  return new viewClass(buffer, offset, length);
}

function define(
  object: object,
  key: PropertyKey,
  value: unknown,
  getter: (() => unknown) | undefined,
  setter: ((value: unknown) => void) | undefined,
  attributes: NapiPropertyAttributes,
): boolean {
  const enumerable = (attributes & NapiPropertyAttributes.ENUMERABLE) !== 0;
  const configurable = (attributes & NapiPropertyAttributes.CONFIGURABLE) !== 0;
  const descriptor: PropertyDescriptor =
    getter !== undefined || setter !== undefined
      ? { get: getter, set: setter, enumerable, configurable }
      : { value, writable: (attributes & NapiPropertyAttributes.WRITABLE) !== 0, enumerable, configurable };
  return defineProperty(object, key, setPrototypeOf(descriptor, null) as PropertyDescriptor);
}

function prototypeFor(constructor: Function): object {
  const prototype = {};
  define(
    prototype,
    "constructor",
    constructor,
    undefined,
    undefined,
    NapiPropertyAttributes.WRITABLE | NapiPropertyAttributes.CONFIGURABLE,
  );
  define(constructor, "prototype", prototype, undefined, undefined, NapiPropertyAttributes.WRITABLE);
  return prototype;
}

/** What `new newTarget()` makes of a plain function: an object with the prototype that `newTarget` names. */
function constructThis(newTarget: Function): object {
  const prototype: unknown = newTarget.prototype;
  // Without an object there, the prototype is that of the realm of `newTarget`.
  return typeof prototype === "object" && prototype !== null ? create(prototype) : construct(Object, [], newTarget);
}

/** The helpers that `native:addons` calls. */
export const helpers: AddonHelpers = {
  propertyKeys,
  freeze: (object) => void freeze(object),
  seal: (object) => void seal(object),
  symbolFor: (key) => symbolFor(key),
  dateValue: (date) => dateValue(date),
  bigIntFromHex: (digits, isNegative) => (isNegative ? -BigIntOf(`0x${digits}`) : BigIntOf(`0x${digits}`)),
  bigIntToHex: (value) => bigIntToString(value, 16),
  // Detaching again is no error.
  detach: (buffer) => void (isDetached(buffer) || transfer(buffer)),
  isDetached: (buffer) => isDetached(buffer),
  makeView,
  viewInfo,
  makeArrayBuffer: (length) => new BuiltinArrayBuffer(length),
  makeSharedBuffer: (length) => new BuiltinSharedArrayBuffer(length),
  isSharedBuffer(value) {
    try {
      sharedLength(value as SharedArrayBuffer);
      return true;
    } catch {
      return false;
    }
  },
  isRegisteredSymbol: (symbol) => keyFor(symbol) !== undefined,
  bufferOver: (buffer, offset, length) => Buffer.from(buffer, offset, length),
  asBuffer: (bytes) => setPrototypeOf(bytes, bufferPrototype) as Uint8Array,
  defineProperty: define,
  defineConstructor: prototypeFor,
  constructThis,
  apply: (callee, receiver, values) => apply(callee, receiver, values),
  hasOwn: (object, key) => hasOwn(object, key),
  getPrototype: (object) => getPrototypeOf(object),
  setPrototype: (object, prototype) => trySetPrototypeOf(object, prototype),
  toNumber: (value) => +(value as number),
  makeError(errorClass, code, message) {
    const error = new errorClasses[errorClass]!(message as string) as Error & { code?: string };
    if (code !== undefined) error.code = code;
    return error;
  },
  instanceOf: (value, constructor) => value instanceof constructor,
  asyncInit: contexts.begin,
  asyncDestroy: contexts.end,
  makeCallback: contexts.makeCallback,
  openCallbackScope: contexts.openScope,
  closeCallbackScope: contexts.closeScope,
  fatalException: contexts.fatalException,
  runTask: contexts.runTask,
};
