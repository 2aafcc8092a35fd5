// native:addons. Native addons by Node-API. Implemented by host/addons over engine/napi; builtins use it through
// `internal:node/addons/load`.
import type { Any, Enum, EnumOf, Flags, FlagsOf, Handlers, Path, i32, u32 } from "./types.ts";

/** `napi_property_attributes`. */
export declare const NapiPropertyAttributes: Flags<i32, { WRITABLE: 1; ENUMERABLE: 2; CONFIGURABLE: 4 }>;
export type NapiPropertyAttributes = FlagsOf<typeof NapiPropertyAttributes>;

/** `napi_key_filter`: what the keys must be, and which are left out. */
export declare const NapiKeyFilter: Flags<
  i32,
  { WRITABLE: 1; ENUMERABLE: 2; CONFIGURABLE: 4; SKIP_STRINGS: 8; SKIP_SYMBOLS: 16 }
>;
export type NapiKeyFilter = FlagsOf<typeof NapiKeyFilter>;

/** `napi_typedarray_type`, and a number for DataView. */
export declare const NapiViewKind: Enum<
  i32,
  {
    INT8: 0;
    UINT8: 1;
    UINT8_CLAMPED: 2;
    INT16: 3;
    UINT16: 4;
    INT32: 5;
    UINT32: 6;
    FLOAT32: 7;
    FLOAT64: 8;
    BIGINT64: 9;
    BIGUINT64: 10;
    FLOAT16: 11;
    DATA_VIEW: 12;
  }
>;
export type NapiViewKind = EnumOf<typeof NapiViewKind>;

/** The classes of errors that Node-API makes. */
export declare const NapiErrorClass: Enum<i32, { ERROR: 0; TYPE: 1; RANGE: 2; SYNTAX: 3 }>;
export type NapiErrorClass = EnumOf<typeof NapiErrorClass>;

/** The properties of a typed array (its length in elements) or DataView (in bytes). */
export type NapiViewInfo = [kind: NapiViewKind, length: number, buffer: ArrayBuffer, byteOffset: number];

/**
 * What JavaScript does for Node-API because the engine has no native function for it. What a function throws becomes
 * the exception that the addon finds pending.
 */
export interface AddonHelpers extends Handlers {
  /** The keys of an object: with those of its prototypes; array indices as numbers. */
  propertyKeys(
    object: object,
    includePrototypes: boolean,
    filter: NapiKeyFilter,
    keepNumbers: boolean,
  ): (string | symbol | number)[];
  /** `Object.freeze`. */
  freeze(object: object): void;
  /** `Object.seal`. */
  seal(object: object): void;
  /** `Symbol.for`. */
  symbolFor(key: string): symbol;
  /** Milliseconds since 1970 of a Date. */
  dateValue(date: Date): number;
  /** A BigInt from hexadecimal digits. */
  bigIntFromHex(digits: string, isNegative: boolean): bigint;
  /** Hexadecimal digits, after a minus of a negative number. */
  bigIntToHex(value: bigint): string;
  /** Throws for a buffer that cannot be detached. */
  detach(buffer: ArrayBuffer): void;
  /** Whether a buffer is detached. */
  isDetached(buffer: ArrayBuffer): boolean;
  /** A typed array of `length` elements, or a DataView of `length` bytes. */
  makeView(kind: NapiViewKind, buffer: ArrayBuffer, byteOffset: number, length: number): ArrayBufferView;
  /** Undefined for a value that is neither a typed array nor a DataView. */
  viewInfo(view: object): NapiViewInfo | undefined;
  /** An ArrayBuffer of `length` zeros. */
  makeArrayBuffer(length: number): ArrayBuffer;
  /** A SharedArrayBuffer of `length` zeros. */
  makeSharedBuffer(length: number): SharedArrayBuffer;
  /** Whether a value is a SharedArrayBuffer. */
  isSharedBuffer(value: unknown): boolean;
  /** Whether a symbol is one of `Symbol.for`. */
  isRegisteredSymbol(symbol: symbol): boolean;
  /** A Buffer over `length` bytes of an ArrayBuffer. */
  bufferOver(buffer: ArrayBuffer, byteOffset: number, length: number): Uint8Array;
  /** Makes a Buffer of an array. Returns it. */
  asBuffer(bytes: Uint8Array): Uint8Array;
  /**
   * Defines a property: an accessor where `getter` or `setter` is a function. Returns whether the object accepted it.
   */
  defineProperty(
    object: object,
    key: PropertyKey,
    value: unknown,
    getter: (() => unknown) | undefined,
    setter: ((value: unknown) => void) | undefined,
    attributes: NapiPropertyAttributes,
  ): boolean;
  /** Gives a function that may be called with `new` its prototype object, which it returns. */
  defineConstructor(constructor: Function): object;
  /** The object that a construction with `newTarget` begins with. */
  constructThis(newTarget: Function): object;
  /** Calls a function with any receiver. */
  apply(callee: Function, receiver: unknown, values: unknown[]): unknown;
  /** `Object.hasOwn`. */
  hasOwn(object: object, key: PropertyKey): boolean;
  /** `Object.getPrototypeOf`. */
  getPrototype(object: object): object | null;
  /** `Reflect.setPrototypeOf`. */
  setPrototype(object: object, prototype: object | null): boolean;
  /** `+value`, which throws for a BigInt. */
  toNumber(value: unknown): number;
  /** An error of a class. */
  makeError(errorClass: NapiErrorClass, code: string | undefined, message: unknown): Error;
  /** `value instanceof constructor`. */
  instanceOf(value: unknown, constructor: Function): boolean;
  /** Begins an asynchronous context; returns its number. */
  asyncInit(resource: object | undefined, name: string): u32;
  /** Ends an asynchronous context. */
  asyncDestroy(context: u32): void;
  /** Calls a function inside of an asynchronous context, 0 for none. */
  makeCallback(context: u32, callee: Function, receiver: unknown, values: unknown[]): unknown;
  /** Enters an asynchronous context, 0 for none, until the matching call of `closeCallbackScope`. */
  openCallbackScope(context: u32): void;
  /** Leaves the context that was entered last. */
  closeCallbackScope(): void;
  /** Passes an exception to the handlers of uncaught exceptions; of an older addon only where a flag requests it. */
  fatalException(error: unknown, isLenient: boolean): void;
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
 * Whether a value is an ArrayBuffer over memory of an addon.
 * @permission none: looks at a value
 */
export declare function isAddonMemory(value: Any<unknown>): boolean;

/**
 * Ends all addons of this thread: cleanup hooks, finalizers.
 * @permission none: code of an addon that is loaded
 */
export declare function close(): void;
