// Brand checks: what an object is inside, whatever its properties claim. Pure JavaScript where a method of the class
// throws for other objects; `native:engine` where the language has no such method.
import { kindOf } from "internal:util/kind_of";

type Getter = (this: unknown) => unknown;

function getterOf(prototype: object, key: PropertyKey): Getter {
  return Object.getOwnPropertyDescriptor(prototype, key)!.get as Getter;
}

/** Makes a check from a method that throws unless `this` has the brand. */
function brand(method: (this: any, ...args: any[]) => unknown): (value: unknown) => boolean {
  return (value) => {
    if (typeof value !== "object" || value === null) return false;
    try {
      method.call(value, undefined);
      return true;
    } catch {
      return false;
    }
  };
}

const typedArrayName = getterOf(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag);
const objectToString = Object.prototype.toString;
const functionToString = Function.prototype.toString;

/** The class name of a typed array (`"Uint8Array"`), `undefined` for anything else. */
export function typedArrayKind(value: unknown): string | undefined {
  return typedArrayName.call(value) as string | undefined;
}

export function isArrayBufferView(value: unknown): value is ArrayBufferView {
  return ArrayBuffer.isView(value);
}
export function isTypedArray(value: unknown): boolean {
  return typedArrayName.call(value) !== undefined;
}
export function isUint8Array(value: unknown): value is Uint8Array { return typedArrayName.call(value) === "Uint8Array"; }
export function isUint8ClampedArray(value: unknown): boolean { return typedArrayName.call(value) === "Uint8ClampedArray"; }
export function isUint16Array(value: unknown): boolean { return typedArrayName.call(value) === "Uint16Array"; }
export function isUint32Array(value: unknown): boolean { return typedArrayName.call(value) === "Uint32Array"; }
export function isInt8Array(value: unknown): boolean { return typedArrayName.call(value) === "Int8Array"; }
export function isInt16Array(value: unknown): boolean { return typedArrayName.call(value) === "Int16Array"; }
export function isInt32Array(value: unknown): boolean { return typedArrayName.call(value) === "Int32Array"; }
export function isFloat16Array(value: unknown): boolean { return typedArrayName.call(value) === "Float16Array"; }
export function isFloat32Array(value: unknown): boolean { return typedArrayName.call(value) === "Float32Array"; }
export function isFloat64Array(value: unknown): boolean { return typedArrayName.call(value) === "Float64Array"; }
export function isBigInt64Array(value: unknown): boolean { return typedArrayName.call(value) === "BigInt64Array"; }
export function isBigUint64Array(value: unknown): boolean { return typedArrayName.call(value) === "BigUint64Array"; }

export const isDataView = (value: unknown): value is DataView => ArrayBuffer.isView(value) && !isTypedArray(value);

const hasArrayBufferLength = brand(getterOf(ArrayBuffer.prototype, "byteLength"));

export function isSharedArrayBuffer(value: unknown): value is SharedArrayBuffer {
  if (typeof value !== "object" || value === null || typeof SharedArrayBuffer !== "function") return false;
  try {
    getterOf(SharedArrayBuffer.prototype, "byteLength").call(value);
    return true;
  } catch {
    return false;
  }
}
export function isArrayBuffer(value: unknown): value is ArrayBuffer {
  // A shared buffer of ours is an ArrayBuffer of the engine with its own prototype.
  return hasArrayBufferLength(value) && !isSharedArrayBuffer(value);
}
export function isAnyArrayBuffer(value: unknown): value is ArrayBuffer | SharedArrayBuffer {
  return hasArrayBufferLength(value) || isSharedArrayBuffer(value);
}

export const isMap = brand(getterOf(Map.prototype, "size")) as (value: unknown) => value is Map<unknown, unknown>;
export const isSet = brand(getterOf(Set.prototype, "size")) as (value: unknown) => value is Set<unknown>;
export const isWeakMap = brand(WeakMap.prototype.has) as (value: unknown) => value is WeakMap<object, unknown>;
export const isWeakSet = brand(WeakSet.prototype.has) as (value: unknown) => value is WeakSet<object>;
export const isDate = brand(Date.prototype.getTime) as (value: unknown) => value is Date;
// `source` throws for everything but regular expressions and RegExp.prototype itself; `flags` is generic.
const hasSource = brand(getterOf(RegExp.prototype, "source"));
export function isRegExp(value: unknown): value is RegExp {
  return hasSource(value) && value !== RegExp.prototype;
}

const booleanValue = brand(Boolean.prototype.valueOf);
const numberValue = brand(Number.prototype.valueOf);
const stringValue = brand(String.prototype.valueOf);
const symbolValue = brand(Symbol.prototype.valueOf);
const bigintValue = brand(BigInt.prototype.valueOf);

export function isBooleanObject(value: unknown): value is Boolean { return booleanValue(value); }
export function isNumberObject(value: unknown): value is Number { return numberValue(value); }
export function isStringObject(value: unknown): value is String { return stringValue(value); }
export function isSymbolObject(value: unknown): value is Symbol { return symbolValue(value); }
export function isBigIntObject(value: unknown): value is BigInt { return bigintValue(value); }
export function isBoxedPrimitive(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return isNumberObject(value) || isStringObject(value) || isBooleanObject(value) || isBigIntObject(value) || isSymbolObject(value);
}

export function isNativeError(value: unknown): value is Error {
  return (Error as any).isError(value);
}
export function isArgumentsObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !(Symbol.toStringTag in value) && objectToString.call(value) === "[object Arguments]";
}

// The source text of a function shows its kind: `async`, then `*`, also in methods, and never in bound functions.
const asyncSource = /^async(?:\s|\/[*/]|\*|\[|\()/;
const generatorSource = /^(?:async(?:\s|\/\*[^]*?\*\/)*)?(?:function(?:\s|\/\*[^]*?\*\/)*\*|\*)/;
const asyncPrototype = Object.getPrototypeOf(async function () {});
export const generatorPrototype = Object.getPrototypeOf(function* () {}).prototype;
export const asyncGeneratorPrototype = Object.getPrototypeOf(async function* () {}).prototype;

export function isAsyncFunction(value: unknown): boolean {
  if (typeof value !== "function") return false;
  const source = functionToString.call(value);
  if (!asyncSource.test(source)) return false;
  // `async(a) {}` may be a method of that name.
  return !/^async[([]/.test(source) || Object.getPrototypeOf(value) === asyncPrototype;
}
export function isGeneratorFunction(value: unknown): boolean {
  return typeof value === "function" && generatorSource.test(functionToString.call(value));
}

export function isPromise(value: unknown): value is Promise<unknown> { return isObject(value) && kindOf(value) === 1; }
export function isProxy(value: unknown): boolean { return isObject(value) && kindOf(value) === 2; }
export function isMapIterator(value: unknown): boolean { return isObject(value) && kindOf(value) === 3; }
export function isSetIterator(value: unknown): boolean { return isObject(value) && kindOf(value) === 4; }
export function isGeneratorObject(value: unknown): boolean { return isObject(value) && kindOf(value) === 5; }
export function isModuleNamespaceObject(value: unknown): boolean { return isObject(value) && kindOf(value) === 6; }
export function isExternal(value: unknown): boolean { return isObject(value) && kindOf(value) === 7; }

function isObject(value: unknown): value is object {
  return typeof value === "object" ? value !== null : typeof value === "function";
}

let keyChecks: {
  isKeyObject(value: unknown): boolean;
  isCryptoKey(value: unknown): boolean;
  areEqual(first: unknown, second: unknown): boolean;
} | undefined;

/** Lets `node:crypto` answer for its classes; before it is loaded, no value can be a key. */
export function setKeyChecks(checks: NonNullable<typeof keyChecks>): void {
  keyChecks = checks;
}
export function isKeyObject(value: unknown): boolean { return keyChecks !== undefined && keyChecks.isKeyObject(value); }
export function isCryptoKey(value: unknown): boolean { return keyChecks !== undefined && keyChecks.isCryptoKey(value); }
/** Whether two keys, of which the first is known to be one, hold the same key material and parameters. */
export function areKeysEqual(first: unknown, second: unknown): boolean { return keyChecks !== undefined && keyChecks.areEqual(first, second); }
