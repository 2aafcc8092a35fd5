// native:ffi. Functions of shared libraries, called with the types that a program states, for `Deno.dlopen` and `bun:ffi`.
// Implemented by host/ffi; builtins use it through `internal:core/ffi/calls`.
import type { Any, Bytes, BytesMut, Enum, EnumOf, Handlers, Path, f64, u32, u8 } from "./types.ts";

/**
 * The types of a signature, a byte each: that of the result, then those of the parameters. After STRUCT come the number of its
 * fields and their types.
 */
export declare const FfiType: Enum<
  u8,
  {
    VOID: 0;
    I8: 1;
    U8: 2;
    I16: 3;
    U16: 4;
    I32: 5;
    U32: 6;
    I64: 7;
    U64: 8;
    F32: 9;
    F64: 10;
    POINTER: 11;
    STRUCT: 12;
  }
>;
export type FfiType = EnumOf<typeof FfiType>;

/** A function that can be called. */
export interface ForeignFunction {
  /** For `call`. */
  number: u32;
  /** Where each argument is in the bytes of a call: an unsigned number of 32 bits each. */
  offsets: Bytes;
  /** The length of the bytes of all arguments. */
  argumentBytes: u32;
  /** The length of the bytes of the result: at least 8. */
  resultBytes: u32;
}

/** A function of JavaScript that native code can call. */
export interface ForeignCallback {
  /** For `closeCallback`. */
  number: u32;
  /** Of the function. */
  address: f64;
}

/** What native code calls. */
export interface FfiHandlers extends Handlers {
  /** A callback was called, with the bytes of its arguments laid out as those of a call. Returns the bytes of its result. */
  called(callback: u32, values: Uint8Array): Uint8Array;
}

/**
 * Sets the functions that native code calls.
 * @permission none: calls nothing
 */
export declare function setHandlers(handlers: FfiHandlers): void;

/**
 * Loads a library (`dlopen`) and returns its number. Throws the linker's message.
 * @permission ffi(path)
 */
export declare function open(path: Path): u32;

/**
 * Closes a library. Its functions must not be called any more.
 * @permission none: works on an open library
 */
export declare function close(library: u32): void;

/**
 * The address of a symbol of a library; null when it has none of that name.
 * @permission none: works on an open library
 */
export declare function addressOfSymbol(library: u32, name: string): f64 | null;

/**
 * Prepares calls of the function at an address. Throws for an invalid signature, and without permission for native code.
 * @permission none: the implementation requires that of any library
 */
export declare function prepare(address: f64, signature: Any<Uint8Array>): ForeignFunction;

/**
 * Calls a function. `values` has the bytes of the arguments at their offsets, `result` receives those of the result.
 * @permission none: works on a prepared function
 */
export declare function call(prepared: u32, values: BytesMut, result: BytesMut): void;

/**
 * Calls a function on the thread pool. `values` are as for `call`. Resolves with the bytes of the result.
 * @permission none: works on a prepared function
 */
export declare function callOnPool(prepared: u32, values: Bytes): Promise<Bytes>;

/**
 * Makes a function that native code can call. A call on another thread waits until the event loop of this one has run it.
 * @permission none: the implementation requires that of any library
 */
export declare function openCallback(signature: Any<Uint8Array>): ForeignCallback;

/**
 * Frees a callback, which native code must not call any more.
 * @permission none: works on an open callback
 */
export declare function closeCallback(callback: u32): void;

/**
 * The address of the bytes of a view or buffer, which stay there as long as it is alive and not detached; null for another value.
 * @permission none: reads nothing of it
 */
export declare function addressOf(view: Any<ArrayBufferLike | ArrayBufferView>): Any<number | null>;

/**
 * A Uint8Array over memory of native code, which must stay valid for as long as it is used.
 * @permission none: the implementation requires that of any library
 */
export declare function viewOf(address: f64, byteLength: f64): Any<Uint8Array>;

/**
 * The number of bytes before the NUL that ends the string at an address (`strlen`).
 * @permission none: the implementation requires that of any library
 */
export declare function stringLengthAt(address: f64): Any<number>;
