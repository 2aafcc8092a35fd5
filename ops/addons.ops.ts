// native:addons. Native addons by Node-API. Implemented by host/addons over engine/napi; builtins use it through
// `internal:node/addons/load`.
import type { Any, Handlers, Path, f64, i32, u32 } from "./types.ts";

/**
 * What JavaScript does for Node-API because the engine has no native function for it. What a function throws becomes
 * the exception that the addon finds pending.
 */
export interface AddonHelpers extends Handlers {
  /** The keys of an object: with those of its prototypes; `filter` is a `napi_key_filter`; array indices as numbers. */
  propertyKeys(object: Any, includePrototypes: boolean, filter: i32, keepNumbers: boolean): Any;
  /** `Object.freeze`. */
  freeze(object: Any): void;
  /** `Object.seal`. */
  seal(object: Any): void;
  /** `Symbol.for`. */
  symbolFor(key: string): Any;
  /** Milliseconds since 1970 of a Date. */
  dateValue(date: Any): f64;
  /** A BigInt from hexadecimal digits. */
  bigIntFromHex(digits: string, isNegative: boolean): Any;
  /** Hexadecimal digits, after a minus of a negative number. */
  bigIntToHex(value: Any): string;
  /** Throws for a buffer that cannot be detached. */
  detach(buffer: Any): void;
  /** Whether a buffer is detached. */
  isDetached(buffer: Any): boolean;
  /** A typed array by its `napi_typedarray_type`, or a DataView (12). */
  makeView(kind: i32, buffer: Any, offset: f64, length: f64): Any;
  /** `[kind, length, buffer, byteOffset]` of a typed array or DataView; undefined for another value. */
  viewInfo(view: Any): Any;
  /** An ArrayBuffer of so many zeros. */
  makeArrayBuffer(length: f64): Any;
  /** A SharedArrayBuffer of so many zeros. */
  makeSharedBuffer(length: f64): Any;
  /** Whether a value is a SharedArrayBuffer. */
  isSharedBuffer(value: Any): boolean;
  /** Makes messages refuse to transfer a buffer. */
  markUntransferable(buffer: Any): void;
  /** Whether a symbol is one of `Symbol.for`. */
  isRegisteredSymbol(symbol: Any): boolean;
  /** A Buffer over a part of an ArrayBuffer. */
  bufferOver(buffer: Any, offset: f64, length: f64): Any;
  /**
   * Defines a property: an accessor where `getter` or `setter` is a function; `attributes` is a
   * `napi_property_attributes`. Returns whether the object accepted it.
   */
  defineProperty(object: Any, key: Any, value: Any, getter: Any, setter: Any, attributes: i32): boolean;
  /** Gives a function that may be called with `new` its prototype object, which it returns. */
  defineConstructor(constructor: Any): Any;
  /** The object that a construction with `newTarget` begins with. */
  constructThis(newTarget: Any): Any;
  /** Calls a function with any receiver. */
  apply(callee: Any, receiver: Any, values: Any): Any;
  /** `Object.hasOwn`. */
  hasOwn(object: Any, key: Any): boolean;
  /** `Object.getPrototypeOf`. */
  getPrototype(object: Any): Any;
  /** `Object.setPrototypeOf`. */
  setPrototype(object: Any, prototype: Any): void;
  /** An Error (0), TypeError (1), RangeError (2) or SyntaxError (3); `code` may be undefined. */
  makeError(kind: i32, code: Any, message: Any): Any;
  /** `value instanceof constructor`. */
  instanceOf(value: Any, constructor: Any): boolean;
  /** Begins an asynchronous context; returns its number. */
  asyncInit(resource: Any, name: string): u32;
  /** Ends an asynchronous context. */
  asyncDestroy(context: u32): void;
  /** Calls a function inside of an asynchronous context, 0 for none. */
  makeCallback(context: u32, callee: Any, receiver: Any, values: Any): Any;
  /** Enters an asynchronous context, 0 for none, until the matching call of the next. */
  openCallbackScope(context: u32): void;
  /** Leaves the context that was entered last. */
  closeCallbackScope(): void;
  /** Passes an exception to the handlers of uncaught exceptions; of an older addon only where a flag requests it. */
  fatalException(error: Any, isLenient: boolean): void;
  /** Runs a stored task (`runTask`) inside of an asynchronous context, 0 for none. */
  runTask(task: u32, context: u32): void;
}

/**
 * Prepares this thread for addons; called once.
 * @permission none: sets functions of this thread
 */
export declare function setUp(helpers: AddonHelpers): void;

/**
 * Opens the file of an addon with flags of dlopen(3) and calls its entry point with `exports`. `url` is the address of
 * the file. Returns what becomes `module.exports`. Throws what the entry point throws, and ERR_DLOPEN_FAILED.
 * @permission ffi(path)
 */
export declare function open(path: Path, flags: i32, url: string, exports: Any<object>): Any<unknown>;

/**
 * Runs a stored task of an addon.
 * @permission none: code of an addon that is loaded
 */
export declare function runTask(task: u32): void;

/**
 * Whether a value is an external that an addon made.
 * @permission none: looks at a value
 */
export declare function isExternal(value: Any<unknown>): boolean;

/**
 * Ends all addons of this thread: cleanup hooks, finalizers.
 * @permission none: code of an addon that is loaded
 */
export declare function close(): void;
