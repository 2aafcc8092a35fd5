// The kinds of values of the structured clone, and the errors for values that it refuses, with Node's messages.
import { ExoticKind, ObjectBrand, brandOf, kindOf } from "native:engine";
import { DOMException, detailsOf } from "web:dom_exception";
import {
  isArrayBuffer,
  isDate,
  isMap,
  isNativeError,
  isRegExp,
  isSet,
  isSharedArrayBuffer,
  isWeakMap,
  isWeakSet,
} from "internal:core/util/types";
import { kClone, kTransfer } from "internal:web/clone/protocol";
import { isMarkedAsUncloneable } from "internal:core/untransferable";
import { isLoaded, safe } from "internal:core/bootstrap";
import defer * as environments from "internal:core/process/environment";
import defer * as urls from "web:url";
import defer * as urlPatterns from "web:url_pattern";
import defer * as messageEvents from "web:message_event";
import defer * as errorEvents from "web:error_event";

export const PLAIN = 0;
export const ARRAY = 1;
export const DATE = 2;
export const REGEXP = 3;
export const MAP = 4;
export const SET = 5;
export const ERROR = 6;
export const BUFFER = 7;
export const SHARED_BUFFER = 8;
export const VIEW = 9;
export const BOXED = 10;
export const PLATFORM = 11;
export const DOM_EXCEPTION = 12;
export const WASM_MODULE = 13;
export const WASM_MEMORY = 14;

export type Kind = number;

const { prototype: objectPrototype } = Object;
const objectToString = objectPrototype.toString;

/** The kind of an object. Throws a DataCloneError for objects that cannot be cloned. */
export function kindOfObject(value: object): Kind {
  if (kindOf(value) !== ExoticKind.NONE) {
    // For the program `process.env` is an ordinary object; that it is a proxy is an implementation detail.
    if (value === environments.environment) return PLAIN;
    throw notCloneable(value);
  }
  if (isMarkedAsUncloneable(value)) throw dataCloneError("Cannot clone object of unsupported type.");
  if (safe.isArray(value)) return ARRAY;
  const prototype = safe.getPrototypeOf(value);
  if (prototype === objectPrototype && !hasSlots(value)) return PLAIN;
  if (ArrayBuffer.isView(value)) return VIEW;
  const cloner = (value as { [kClone]?: unknown })[kClone];
  if (typeof cloner === "function") return PLATFORM;
  // A class's prototype inherits the member of the parent class without being an instance.
  if ((cloner === null && !isPrototype(value)) || isUnserializable(value))
    throw dataCloneError("Cannot clone object of unsupported type.");
  if ((value as { [kTransfer]?: unknown })[kTransfer] !== undefined) {
    throw dataCloneError("Object that needs transfer was found in message but not listed in transferList");
  }
  return kindOfExotic(value);
}

// Classes that many programs load and few clone: checked here, so that they need no import of the clone.
function isUnserializable(value: object): boolean {
  return (
    (isLoaded("web:url") && (value instanceof urls.URL || value instanceof urls.URLSearchParams)) ||
    (isLoaded("web:url_pattern") && value instanceof urlPatterns.URLPattern) ||
    (isLoaded("web:message_event") && value instanceof messageEvents.MessageEvent) ||
    (isLoaded("web:error_event") && value instanceof errorEvents.ErrorEvent)
  );
}

function isPrototype(value: object): boolean {
  const constructor = Object.getOwnPropertyDescriptor(value, "constructor")?.value;
  return typeof constructor === "function" && constructor.prototype === value;
}

// Objects with Object.prototype may still have slots: arguments, and builtins whose prototype was replaced. The engine's
// class string identifies them, unless a Symbol.toStringTag hides it.
function hasSlots(value: object): boolean {
  return (
    brandOf(value) !== ObjectBrand.NONE &&
    (Symbol.toStringTag in value || objectToString.call(value) !== "[object Object]")
  );
}

function kindOfExotic(value: object): Kind {
  if (detailsOf(value) !== null) return DOM_EXCEPTION;
  switch (brandOf(value)) {
    case ObjectBrand.NONE:
      // Classes of the language that are builtins of Brio.
      if (Symbol.toStringTag in value && hasOpaqueName(value)) throw notCloneable(value);
      return PLAIN;
    case ObjectBrand.MAP:
      return MAP;
    case ObjectBrand.SET:
      return SET;
    case ObjectBrand.DATE:
      return DATE;
    case ObjectBrand.REG_EXP:
      return REGEXP;
    case ObjectBrand.ARRAY_BUFFER:
      return isSharedArrayBuffer(value) ? SHARED_BUFFER : BUFFER;
    case ObjectBrand.BOXED_PRIMITIVE:
      return BOXED;
    case ObjectBrand.WEAK_MAP:
    case ObjectBrand.WEAK_SET:
      throw notCloneable(value);
    default:
      return kindByMethods(value);
  }
}

// Objects whose class only their methods can check.
function kindByMethods(value: object): Kind {
  if (isMap(value)) return MAP;
  if (isSet(value)) return SET;
  if (isDate(value)) return DATE;
  if (isNativeError(value)) return ERROR;
  if (isRegExp(value)) return REGEXP;
  if (isSharedArrayBuffer(value)) return SHARED_BUFFER;
  if (isArrayBuffer(value)) return BUFFER;
  if (unbox(value) !== undefined) return BOXED;
  if (isWebAssemblyModule(value)) return WASM_MODULE;
  if (objectToString.call(value) === "[object WebAssembly.Memory]") return WASM_MEMORY;
  if (isWeakMap(value) || isWeakSet(value) || isOpaque(value)) throw notCloneable(value);
  return PLAIN;
}

/** WebAssembly, which TypeScript declares for browsers only. */
export interface WebAssemblyGlobals {
  WebAssembly: {
    Module: { new (bytes: Uint8Array): object; exports(module: object): unknown };
    Memory: new (type: { initial: number; maximum: number; shared: boolean }) => { buffer: ArrayBufferLike };
  };
}

function isWebAssemblyModule(value: object): boolean {
  if (objectToString.call(value) !== "[object WebAssembly.Module]") return false;
  try {
    (globalThis as unknown as WebAssemblyGlobals).WebAssembly.Module.exports(value);
    return true;
  } catch {
    return false;
  }
}

const boxReaders: Readonly<Record<string, Function>> = {
  __proto__: null!,
  "[object Boolean]": Boolean.prototype.valueOf,
  "[object Number]": Number.prototype.valueOf,
  "[object String]": String.prototype.valueOf,
  "[object BigInt]": BigInt.prototype.valueOf,
};
const allBoxReaders: readonly Function[] = Object.values(boxReaders);

/** The primitive in a Boolean, Number, String or BigInt object; undefined for other objects. */
export function unbox(value: object): boolean | number | string | bigint | undefined {
  // The likely class first, though a Symbol.toStringTag may say otherwise: a reader that throws takes long.
  const likely = boxReaders[objectToString.call(value)];
  for (const read of likely === undefined ? allBoxReaders : [likely, ...allBoxReaders]) {
    try {
      return read.call(value);
    } catch {
      // Another class: the next reader decides.
    }
  }
  return undefined;
}

const opaqueMethods: readonly [Function, unknown][] = [
  [Symbol.prototype.valueOf, undefined],
  [WeakRef.prototype.deref, undefined],
  [FinalizationRegistry.prototype.unregister, {}],
];

const opaqueNames = new Set([
  "[object Arguments]",
  "[object AsyncDisposableStack]",
  "[object DisposableStack]",
  "[object Iterator Helper]",
]);

// Classes with slots that are neither cloneable nor recognized by another check.
function isOpaque(value: object): boolean {
  for (const [method, argument] of opaqueMethods) {
    try {
      method.call(value, argument);
      return true;
    } catch {
      // Not of this class.
    }
  }
  return hasOpaqueName(value);
}

function hasOpaqueName(value: object): boolean {
  const name = objectToString.call(value);
  return (
    name.startsWith("[object Intl.") ||
    name.startsWith("[object Temporal.") ||
    opaqueNames.has(name) ||
    name.startsWith("[object WebAssembly.") ||
    name.endsWith(" Iterator]")
  );
}

/** A DOMException "DataCloneError". */
export function dataCloneError(message: string): DOMException {
  return new DOMException(message, "DataCloneError");
}

/** The error for a value that cannot be cloned. */
export function notCloneable(value: unknown): DOMException {
  return dataCloneError(`${describe(value)} could not be cloned.`);
}

/** V8's name of a value, without running the program's code. */
function describe(value: unknown): string {
  if (typeof value === "symbol") return value.toString();
  const isProxy = kindOf(value) === ExoticKind.PROXY;
  if (typeof value === "function") return isProxy ? "function(){}" : Function.prototype.toString.call(value);
  if (isProxy) return Array.isArray(value) ? "[object Array]" : "#<Object>";
  if (dataProperty(value, "toString") === objectToString) {
    const constructor = dataProperty(value, "constructor");
    if (typeof constructor === "function" && typeof constructor.name === "string" && constructor.name !== "")
      return `#<${constructor.name}>`;
  }
  return objectToString.call(value);
}

// The value of a data property, own or inherited.
function dataProperty(value: unknown, key: string): any {
  for (let object = value; object !== null; object = Object.getPrototypeOf(object)) {
    const descriptor = Object.getOwnPropertyDescriptor(object, key);
    if (descriptor !== undefined) return descriptor.value;
  }
  return undefined;
}
