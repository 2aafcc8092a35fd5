// Brand checks: the class of an object, independent of its properties. JavaScript where a method of the class
// throws for other objects; `native:engine` where the language has no such method.
import { safe, pinnedPattern } from "internal:core/bootstrap";
import defer * as trivia from "internal:core/util/leading_trivia";
import { kindOf } from "internal:core/util/kind_of";
import { ExoticKind, ObjectBrand, brandOf } from "native:engine";

type Getter = (this: unknown) => unknown;

function getterOf(prototype: object, key: PropertyKey): Getter {
  return Object.getOwnPropertyDescriptor(prototype, key)!.get as Getter;
}

type Method = (this: any, ...args: any[]) => unknown;

/** Whether the method, which throws unless `this` has its brand, returns. A throw costs the engine a microsecond or two. */
function hasBrand(method: Method, value: unknown): boolean {
  try {
    method.call(value, undefined);
    return true;
  } catch {
    return false;
  }
}

/** Makes a check from the engine's brand of an object and, where it has none, from a method that throws unless `this` has the brand. */
function brand(expected: ObjectBrand, method: Method): (value: unknown) => boolean {
  return (value) => {
    if (typeof value !== "object" || value === null) return false;
    const found = brandOf(value);
    return found === expected || (found === ObjectBrand.UNKNOWN && hasBrand(method, value));
  };
}

const typedArrayName = getterOf(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag);
const functionToString = Function.prototype.toString;

/** The class name of a typed array (`"Uint8Array"`), `undefined` for anything else. */
export function typedArrayKind(value: unknown): string | undefined {
  return typedArrayName.call(value) as string | undefined;
}

export function isArrayBufferView(value: unknown): value is ArrayBufferView {
  return safe.isView(value);
}
export function isTypedArray(value: unknown): boolean {
  const found = brandOf(value);
  return (
    found === ObjectBrand.UINT8_ARRAY ||
    found === ObjectBrand.OTHER_TYPED_ARRAY ||
    (found === ObjectBrand.UNKNOWN && typedArrayName.call(value) !== undefined)
  );
}
export function isUint8Array(value: unknown): value is Uint8Array {
  const found = brandOf(value);
  return (
    found === ObjectBrand.UINT8_ARRAY || (found === ObjectBrand.UNKNOWN && typedArrayName.call(value) === "Uint8Array")
  );
}
export function isUint8ClampedArray(value: unknown): boolean {
  return typedArrayName.call(value) === "Uint8ClampedArray";
}
export function isUint16Array(value: unknown): boolean {
  return typedArrayName.call(value) === "Uint16Array";
}
export function isUint32Array(value: unknown): boolean {
  return typedArrayName.call(value) === "Uint32Array";
}
export function isInt8Array(value: unknown): boolean {
  return typedArrayName.call(value) === "Int8Array";
}
export function isInt16Array(value: unknown): boolean {
  return typedArrayName.call(value) === "Int16Array";
}
export function isInt32Array(value: unknown): boolean {
  return typedArrayName.call(value) === "Int32Array";
}
export function isFloat16Array(value: unknown): boolean {
  return typedArrayName.call(value) === "Float16Array";
}
export function isFloat32Array(value: unknown): boolean {
  return typedArrayName.call(value) === "Float32Array";
}
export function isFloat64Array(value: unknown): boolean {
  return typedArrayName.call(value) === "Float64Array";
}
export function isBigInt64Array(value: unknown): boolean {
  return typedArrayName.call(value) === "BigInt64Array";
}
export function isBigUint64Array(value: unknown): boolean {
  return typedArrayName.call(value) === "BigUint64Array";
}

export function isDataView(value: unknown): value is DataView {
  const found = brandOf(value);
  return (
    found === ObjectBrand.DATA_VIEW ||
    (found === ObjectBrand.UNKNOWN && safe.isView(value) && typedArrayName.call(value) === undefined)
  );
}

const arrayBufferLength = getterOf(ArrayBuffer.prototype, "byteLength");
let sharedBufferLength: Getter | undefined;

export function isAnyArrayBuffer(value: unknown): value is ArrayBuffer | SharedArrayBuffer {
  if (typeof value !== "object" || value === null) return false;
  const found = brandOf(value);
  return (
    found === ObjectBrand.ARRAY_BUFFER ||
    (found === ObjectBrand.UNKNOWN && (hasBrand(arrayBufferLength, value) || hasSharedLength(value)))
  );
}
export function isSharedArrayBuffer(value: unknown): value is SharedArrayBuffer {
  return isAnyArrayBuffer(value) && isShared(value);
}
export function isArrayBuffer(value: unknown): value is ArrayBuffer {
  return isAnyArrayBuffer(value) && !isShared(value);
}

// The check that the prototype suggests is first, because the other one throws. Where the engine has no shared memory, our
// SharedArrayBuffer is an ArrayBuffer of the engine with its own prototype.
function isShared(buffer: ArrayBuffer | SharedArrayBuffer): boolean {
  if (typeof SharedArrayBuffer !== "function") return false;
  return buffer instanceof SharedArrayBuffer ? hasSharedLength(buffer) : !hasBrand(arrayBufferLength, buffer);
}

function hasSharedLength(value: object): boolean {
  if (typeof SharedArrayBuffer !== "function") return false;
  return hasBrand((sharedBufferLength ??= getterOf(SharedArrayBuffer.prototype, "byteLength")), value);
}

export const isMap = brand(ObjectBrand.MAP, getterOf(Map.prototype, "size")) as (
  value: unknown,
) => value is Map<unknown, unknown>;
export const isSet = brand(ObjectBrand.SET, getterOf(Set.prototype, "size")) as (
  value: unknown,
) => value is Set<unknown>;
export const isWeakMap = brand(ObjectBrand.WEAK_MAP, WeakMap.prototype.has) as (
  value: unknown,
) => value is WeakMap<object, unknown>;
export const isWeakSet = brand(ObjectBrand.WEAK_SET, WeakSet.prototype.has) as (
  value: unknown,
) => value is WeakSet<object>;
export const isDate = brand(ObjectBrand.DATE, Date.prototype.getTime) as (value: unknown) => value is Date;
// `source` throws for everything but regular expressions and RegExp.prototype itself; `flags` is generic.
const hasSource = brand(ObjectBrand.REG_EXP, getterOf(RegExp.prototype, "source"));
export function isRegExp(value: unknown): value is RegExp {
  return hasSource(value) && value !== RegExp.prototype;
}

/** As `brand`, for one class of boxed primitives, which only their methods distinguish. */
function boxedBrand(method: Method): (value: unknown) => boolean {
  return (value) => {
    if (typeof value !== "object" || value === null) return false;
    const found = brandOf(value);
    return (found === ObjectBrand.BOXED_PRIMITIVE || found === ObjectBrand.UNKNOWN) && hasBrand(method, value);
  };
}

export const isBooleanObject = boxedBrand(Boolean.prototype.valueOf) as (value: unknown) => value is Boolean;
export const isNumberObject = boxedBrand(Number.prototype.valueOf) as (value: unknown) => value is Number;
export const isStringObject = boxedBrand(String.prototype.valueOf) as (value: unknown) => value is String;
export const isSymbolObject = boxedBrand(Symbol.prototype.valueOf) as (value: unknown) => value is Symbol;
export const isBigIntObject = boxedBrand(BigInt.prototype.valueOf) as (value: unknown) => value is BigInt;
export function isBoxedPrimitive(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const found = brandOf(value);
  if (found !== ObjectBrand.UNKNOWN) return found === ObjectBrand.BOXED_PRIMITIVE;
  return (
    isNumberObject(value) ||
    isStringObject(value) ||
    isBooleanObject(value) ||
    isBigIntObject(value) ||
    isSymbolObject(value)
  );
}

export function isNativeError(value: unknown): value is Error {
  return safe.isError(value);
}
export function isArgumentsObject(value: unknown): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    !(Symbol.toStringTag in value) &&
    safe.objectToString(value) === "[object Arguments]"
  );
}

// The source of a function shows its kind: `async`, then `*`, also in methods, and never in bound functions.
const asyncSource = pinnedPattern(/^async(?:\s|\/[*/]|\*|\[|\()/);
const asyncMethod = pinnedPattern(/^async[([]/);
const asyncPrototype = Object.getPrototypeOf(async function () {});
export const generatorPrototype = Object.getPrototypeOf(function* () {}).prototype;
export const asyncGeneratorPrototype = Object.getPrototypeOf(async function* () {}).prototype;

export function isAsyncFunction(value: unknown): boolean {
  if (typeof value !== "function") return false;
  return isAsyncSource(safe.apply(functionToString, value, []) as string, value);
}
export function isAsyncSource(source: string, value: Function): boolean {
  if (!asyncSource.test(source)) return false;
  // `async(a) {}` may be a method of that name.
  return !asyncMethod.test(source) || Object.getPrototypeOf(value) === asyncPrototype;
}
export function isGeneratorFunction(value: unknown): boolean {
  if (typeof value !== "function") return false;
  return isGeneratorSource(safe.apply(functionToString, value, []) as string);
}
export function isGeneratorSource(source: string): boolean {
  let index = safe.startsWith(source, "async") ? trivia.skipTrivia(source, 5) : 0;
  if (safe.startsWith(source, "function", index)) index = trivia.skipTrivia(source, index + 8);
  return source[index] === "*";
}

export function isPromise(value: unknown): value is Promise<unknown> {
  return isObject(value) && kindOf(value) === ExoticKind.PROMISE;
}
export function isProxy(value: unknown): boolean {
  return isObject(value) && kindOf(value) === ExoticKind.PROXY;
}
export function isMapIterator(value: unknown): boolean {
  return isObject(value) && kindOf(value) === ExoticKind.MAP_ITERATOR;
}
export function isSetIterator(value: unknown): boolean {
  return isObject(value) && kindOf(value) === ExoticKind.SET_ITERATOR;
}
export function isGeneratorObject(value: unknown): boolean {
  return isObject(value) && kindOf(value) === ExoticKind.GENERATOR;
}
export function isModuleNamespaceObject(value: unknown): boolean {
  return isObject(value) && kindOf(value) === ExoticKind.MODULE_NAMESPACE;
}
export function isExternal(value: unknown): boolean {
  return isObject(value) && kindOf(value) === ExoticKind.EXTERNAL;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" ? value !== null : typeof value === "function";
}

let keyChecks:
  | {
      isKeyObject(value: unknown): boolean;
      isCryptoKey(value: unknown): boolean;
      areEqual(first: unknown, second: unknown): boolean;
    }
  | undefined;

/** Sets the checks of `node:crypto` for its classes; before it is loaded, no value can be a key. */
export function setKeyChecks(checks: NonNullable<typeof keyChecks>): void {
  keyChecks = checks;
}
export function isKeyObject(value: unknown): boolean {
  return keyChecks !== undefined && keyChecks.isKeyObject(value);
}
export function isCryptoKey(value: unknown): boolean {
  return keyChecks !== undefined && keyChecks.isCryptoKey(value);
}
/** Whether two keys, of which the first is known to be one, hold the same key material and parameters. */
export function areKeysEqual(first: unknown, second: unknown): boolean {
  return keyChecks !== undefined && keyChecks.areEqual(first, second);
}
