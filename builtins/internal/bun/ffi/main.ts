// The module `bun:ffi` (https://bun.com/docs/runtime/ffi): functions of shared libraries.
import { missingFunction } from "internal:core/missing_members";
import { JSCallback } from "internal:bun/ffi/callback";
import { CFunction, dlopen, linkSymbols } from "internal:bun/ffi/library";
import { CString, ptr, read, toArrayBuffer, toBuffer } from "internal:bun/ffi/memory";
import { FFIType } from "internal:bun/ffi/types";

/** The end of the names of shared libraries. */
const suffix = "so";
/** Compiles C, which needs a compiler. */
const cc = missingFunction("bun:ffi.cc");
/** Shows the C that Bun compiles for a function; there is none here. */
const viewSource = missingFunction("bun:ffi.viewSource");
const native = { dlopen, callback: missingFunction("bun:ffi.native.callback") };

export {
  CFunction,
  CString,
  FFIType,
  JSCallback,
  cc,
  dlopen,
  linkSymbols,
  native,
  ptr,
  read,
  suffix,
  toArrayBuffer,
  toBuffer,
  viewSource,
};
export default {
  CFunction,
  CString,
  FFIType,
  JSCallback,
  cc,
  dlopen,
  linkSymbols,
  native,
  ptr,
  read,
  suffix,
  toArrayBuffer,
  toBuffer,
  viewSource,
};
