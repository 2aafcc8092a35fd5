// Memory of native code in `bun:ffi`: addresses, reads, views, strings.
import { invalidArgument } from "internal:bun/ffi/errors";
import { addressIn, stringAt } from "internal:bun/ffi/types";
import { readAddress } from "internal:core/ffi/calls";
import { requireAny } from "internal:core/ffi/permission";
import { asBuffer } from "internal:core/buffer/adopt";
import { decodeUtf8 } from "internal:core/utf8";
import { isAnyArrayBuffer, isArrayBufferView } from "internal:core/util/types";
import { addressOf, stringLengthAt, viewOf } from "native:ffi";

/** The address of the bytes of a view. */
export function ptr(view: unknown, byteOffset = 0): number {
  requireAny();
  if (!isArrayBufferView(view) && !isAnyArrayBuffer(view))
    throw invalidArgument(`Expected ArrayBufferView but received ${view === null ? "null" : typeof view}`);
  if ((view as ArrayBuffer).byteLength === 0)
    throw invalidArgument("ArrayBufferView must have a length > 0. A pointer to empty memory doesn't work");
  if (byteOffset < 0 || byteOffset >= (view as ArrayBuffer).byteLength)
    throw invalidArgument("byteOffset out of bounds");
  return addressOf(view as ArrayBufferView)! + byteOffset;
}

function memoryAt(pointer: unknown, byteOffset: number, byteLength: number | undefined): Uint8Array {
  requireAny();
  const address = addressIn(pointer);
  if (address === 0) throw invalidArgument("ptr cannot be zero");
  return viewOf(address + byteOffset, byteLength ?? stringLengthAt(address + byteOffset));
}

/** The memory itself as an ArrayBuffer; without a length up to the next NUL. */
export function toArrayBuffer(pointer: unknown, byteOffset = 0, byteLength?: number): ArrayBuffer {
  return memoryAt(pointer, byteOffset, byteLength).buffer as ArrayBuffer;
}

/** The memory itself as a Buffer; without a length up to the next NUL. */
export function toBuffer(pointer: unknown, byteOffset = 0, byteLength?: number): Uint8Array {
  return asBuffer(memoryAt(pointer, byteOffset, byteLength));
}

function reader<Value>(
  byteLength: number,
  read: (view: DataView) => Value,
): (pointer: unknown, byteOffset?: number) => Value {
  return (pointer, byteOffset = 0) => {
    const bytes = memoryAt(pointer, byteOffset, byteLength);
    return read(new DataView(bytes.buffer, bytes.byteOffset, byteLength));
  };
}

/** Reads of one value. */
export const read = {
  u8: reader(1, (view) => view.getUint8(0)),
  u16: reader(2, (view) => view.getUint16(0, true)),
  u32: reader(4, (view) => view.getUint32(0, true)),
  ptr: reader(8, (view) => readAddress(view, 0)),
  i8: reader(1, (view) => view.getInt8(0)),
  i16: reader(2, (view) => view.getInt16(0, true)),
  i32: reader(4, (view) => view.getInt32(0, true)),
  i64: reader(8, (view) => view.getBigInt64(0, true)),
  u64: reader(8, (view) => view.getBigUint64(0, true)),
  intptr: reader(8, (view) => Number(view.getBigInt64(0, true))),
  f32: reader(4, (view) => view.getFloat32(0, true)),
  f64: reader(8, (view) => view.getFloat64(0, true)),
};

/** A string of C, copied: up to the next NUL, or of a length in bytes. */
export class CString extends String {
  ptr: number;
  byteOffset: number | undefined;
  byteLength: number | undefined;

  constructor(pointer: unknown, byteOffset?: number, byteLength?: number) {
    requireAny();
    const address = addressIn(pointer);
    const start = address + (byteOffset ?? 0);
    super(address === 0 ? "" : byteLength === undefined ? stringAt(start) : decodeUtf8(viewOf(start, byteLength)));
    this.ptr = address;
    this.byteOffset = byteOffset;
    this.byteLength = byteLength;
  }

  /** The memory itself. */
  get arrayBuffer(): ArrayBuffer {
    return toArrayBuffer(this.ptr, this.byteOffset, this.byteLength);
  }
}
