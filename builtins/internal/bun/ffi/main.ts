// The module `bun:ffi` (https://bun.com/docs/runtime/ffi): functions of shared libraries.
import { missingFunction } from "internal:core/missing_members";
import { JSCallback } from "internal:bun/ffi/callback";
import type { CompileOptions } from "internal:bun/ffi/compile";
import defer * as compiling from "internal:bun/ffi/compile";
import { CFunction, type Library, dlopen, linkSymbols } from "internal:bun/ffi/library";
import { CString, ptr, read, toArrayBuffer, toBuffer } from "internal:bun/ffi/memory";
import { FFIType } from "internal:bun/ffi/types";

/** The end of the names of shared libraries. */
const suffix = "so";
/** Compiles C and opens its functions. */
const cc = (options: CompileOptions): Library => compiling.cc(options);
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
