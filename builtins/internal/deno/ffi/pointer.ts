// `Deno.UnsafePointer` and `Deno.UnsafePointerView`. https://docs.deno.com/api/deno/ffi
import { readAddress } from "internal:core/ffi/calls";
import { requireAll as requirePermission } from "internal:core/ffi/permission";
import { addressOfPointer, pointerTo } from "internal:deno/ffi/pointer_object";
import { UnsafeCallback } from "internal:deno/ffi/callback";
import { bytesOf } from "internal:deno/ffi/types";
import { decodeUtf8 } from "internal:core/utf8";
import { addressOf, stringLengthAt, viewOf } from "native:ffi";

/** The address of a pointer object; 0 for null. Throws for another value, and without permission. */
function addressIn(value: unknown): number {
  requirePermission();
  const address = value === null ? 0 : addressOfPointer(value);
  if (address === undefined) throw new TypeError("expected external");
  return address;
}

/** Addresses as objects. */
export class UnsafePointer {
  /** A pointer object of a number or bigint. */
  static create(value: number | bigint): object | null {
    requirePermission();
    if (typeof value !== "bigint" && typeof value !== "number") throw new TypeError("expected u64");
    return pointerTo(Number(value));
  }

  /** Whether two pointers have the same address. */
  static equals(first: object | null, second: object | null): boolean {
    return addressIn(first) === addressIn(second);
  }

  /** The pointer to the memory of a buffer, or to a callback. */
  static of(value: ArrayBufferView | ArrayBuffer | UnsafeCallback): object | null {
    requirePermission();
    if (value instanceof UnsafeCallback) return value.pointer;
    if ((value as ArrayBuffer).byteLength === 0) return null;
    const address = addressOf(value as ArrayBufferView);
    if (address === null)
      throw new TypeError("Invalid ArrayBuffer or ArrayBufferView, expected ArrayBuffer or ArrayBufferView");
    return pointerTo(address);
  }

  /** A pointer some bytes behind another. */
  static offset(value: object, offset: number): object | null {
    const address = addressIn(value);
    if (address === 0) throw new TypeError("Invalid pointer to offset, pointer is null");
    return pointerTo(address + offset);
  }

  /** The address as a bigint. */
  static value(value: object | null): bigint {
    return BigInt(addressIn(value));
  }
}

/** Memory of native code, read through a pointer. */
export class UnsafePointerView {
  pointer: object;

  constructor(pointer: object) {
    this.pointer = pointer;
  }

  getBool(offset = 0): boolean {
    return this.#view("bool", offset, 1).getUint8(0) !== 0;
  }

  getUint8(offset = 0): number {
    return this.#view("u8", offset, 1).getUint8(0);
  }

  getInt8(offset = 0): number {
    return this.#view("i8", offset, 1).getInt8(0);
  }

  getUint16(offset = 0): number {
    return this.#view("u16", offset, 2).getUint16(0, true);
  }

  getInt16(offset = 0): number {
    return this.#view("i16", offset, 2).getInt16(0, true);
  }

  getUint32(offset = 0): number {
    return this.#view("u32", offset, 4).getUint32(0, true);
  }

  getInt32(offset = 0): number {
    return this.#view("i32", offset, 4).getInt32(0, true);
  }

  getBigUint64(offset = 0): bigint {
    return this.#view("u64", offset, 8).getBigUint64(0, true);
  }

  getBigInt64(offset = 0): bigint {
    return this.#view("i64", offset, 8).getBigInt64(0, true);
  }

  getFloat32(offset = 0): number {
    return this.#view("f32", offset, 4).getFloat32(0, true);
  }

  getFloat64(offset = 0): number {
    return this.#view("f64", offset, 8).getFloat64(0, true);
  }

  getPointer(offset = 0): object | null {
    return pointerTo(readAddress(this.#view("pointer", offset, 8), 0));
  }

  getCString(offset = 0): string {
    return UnsafePointerView.getCString(this.pointer, offset);
  }

  /** The string that ends before the next NUL. */
  static getCString(pointer: object, offset = 0): string {
    const address = memoryAt(pointer, "CString") + offset;
    const length = stringLengthAt(address);
    return length === 0 ? "" : decodeUtf8(viewOf(address, length));
  }

  getArrayBuffer(byteLength: number, offset = 0): ArrayBuffer {
    return UnsafePointerView.getArrayBuffer(this.pointer, byteLength, offset);
  }

  /** The memory itself. */
  static getArrayBuffer(pointer: object, byteLength: number, offset = 0): ArrayBuffer {
    return viewOf(memoryAt(pointer, "ArrayBuffer") + offset, byteLength).buffer as ArrayBuffer;
  }

  copyInto(destination: ArrayBufferView | ArrayBuffer, offset = 0): void {
    UnsafePointerView.copyInto(this.pointer, destination, offset);
  }

  /** Copies as many bytes as `destination` has. */
  static copyInto(pointer: object, destination: ArrayBufferView | ArrayBuffer, offset = 0): void {
    const address = memoryAt(pointer, "pointer");
    const target = bytesOf(destination);
    if (target.byteLength > 0) target.set(viewOf(address + offset, target.byteLength));
  }

  #view(type: string, offset: number, byteLength: number): DataView {
    const bytes = viewOf(memoryAt(this.pointer, type) + offset, byteLength);
    return new DataView(bytes.buffer, bytes.byteOffset, byteLength);
  }
}

function memoryAt(pointer: unknown, type: string): number {
  const address = addressIn(pointer);
  if (address === 0) throw new TypeError(`Invalid ${type} pointer, pointer is null`);
  return address;
}
