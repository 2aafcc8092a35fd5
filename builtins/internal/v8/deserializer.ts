// `v8.Deserializer`: reads what V8's serialization writes. Damaged bytes are an error, never more.
import { ERR_CONSTRUCT_CALL_REQUIRED } from "internal:errors";
import { Buffer } from "internal:buffer";
import { isAnyArrayBuffer } from "internal:util/types";
import { bytesOf, notBytes } from "internal:v8/serializer";
import * as tag from "internal:v8/tags";

const OLDEST_VERSION = 13;
const float = new Float64Array(1);
const floatBytes = new Uint8Array(float.buffer);
const BYTES_PER_CHUNK = 4096;

function damaged(): Error {
  return new Error("Unable to deserialize cloned data.");
}

class Reader {
  buffer: any;
  #bytes: Uint8Array;
  #position = 0;
  #version = 0;
  #objects: any[] = [];
  #transferred = new Map<number, any>();

  constructor(buffer: any) {
    if (!ArrayBuffer.isView(buffer)) throw notBytes("buffer");
    this.buffer = buffer;
    this.#bytes = bytesOf(buffer);
  }

  /** Reads the version; throws for one that is not known. */
  readHeader(): true {
    if (this.#bytes[this.#position] === tag.VERSION_MARK) {
      this.#position++;
      this.#version = this.readUint32();
      if (this.#version >= OLDEST_VERSION && this.#version <= tag.VERSION) return true;
    }
    throw new Error("Unable to deserialize cloned data due to invalid or unsupported version.");
  }

  /** Reads a value. */
  readValue(): any {
    return this.#read();
  }
  getWireFormatVersion(): number {
    return this.#version;
  }
  /** Sets what the number `id` stands for. */
  transferArrayBuffer(id: number, arrayBuffer: any): void {
    this.#transferred.set(id >>> 0, arrayBuffer);
  }

  readUint32(): number {
    let value = 0;
    for (let shift = 1; ; shift *= 0x80) {
      const byte = this.#byte();
      value += (byte & 0x7f) * shift;
      if (byte < 0x80) return value % 0x100000000;
      if (shift > 2 ** 56) throw damaged();
    }
  }
  readUint64(): [high: number, low: number] {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = this.#byte();
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) break;
      if (shift > 63n) throw damaged();
    }
    return [Number(BigInt.asUintN(32, value >> 32n)), Number(BigInt.asUintN(32, value))];
  }
  readDouble(): number {
    floatBytes.set(this.#take(8));
    return float[0]!;
  }
  /** The place of the next `length` bytes in the buffer, which are skipped. */
  _readRawBytes(length: number): number {
    return this.#take(length).byteOffset - this.#bytes.byteOffset;
  }
  readRawBytes(length: number): any {
    const bytes = this.#take(length);
    return Buffer.from(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.length);
  }

  #byte(): number {
    const byte = this.#bytes[this.#position];
    if (byte === undefined) throw damaged();
    this.#position++;
    return byte;
  }
  #take(length: number): Uint8Array {
    const end = this.#position + length;
    if (!(end <= this.#bytes.length)) throw damaged();
    const bytes = this.#bytes.subarray(this.#position, end);
    this.#position = end;
    return bytes;
  }
  #tag(): number {
    for (;;) {
      const byte = this.#byte();
      if (byte === tag.VERIFY_COUNT) this.readUint32();
      else if (byte !== tag.PADDING) return byte;
    }
  }
  #peek(): number | undefined {
    let position = this.#position;
    while (this.#bytes[position] === tag.PADDING) position++;
    return this.#bytes[position];
  }
  #keep<T>(value: T): T {
    this.#objects.push(value);
    return value;
  }

  #read(): any {
    const value = this.#readOf(this.#tag());
    if (isAnyArrayBuffer(value) && this.#peek() === tag.VIEW) {
      this.#tag();
      return this.#view(value as ArrayBuffer);
    }
    return value;
  }

  #readOf(kind: number): any {
    switch (kind) {
      case tag.UNDEFINED: case tag.HOLE: return undefined;
      case tag.NULL: return null;
      case tag.TRUE: return true;
      case tag.FALSE: return false;
      case tag.INT32: return this.#int32();
      case tag.UINT32: return this.readUint32();
      case tag.DOUBLE: return this.readDouble();
      case tag.BIGINT: return this.#bigint();
      case tag.LATIN1: case tag.UTF16: case tag.UTF8: return this.#text(kind);
      case tag.REFERENCE: return this.#reference();
      case tag.OBJECT: return this.#properties(this.#keep({}), tag.OBJECT_END, 1);
      case tag.DENSE_ARRAY: return this.#denseArray();
      case tag.SPARSE_ARRAY: {
        const array: any[] = this.#keep([]);
        array.length = this.readUint32();
        return this.#properties(array, tag.SPARSE_ARRAY_END, 2);
      }
      case tag.MAP: return this.#map();
      case tag.SET: return this.#set();
      case tag.ERROR: return this.#error();
      case tag.HOST_OBJECT: return this.#hostObject();
      default: return this.#keep(this.#simpleObject(kind));
    }
  }

  #simpleObject(kind: number): any {
    switch (kind) {
      case tag.DATE: return new Date(this.readDouble());
      case tag.TRUE_OBJECT: return Object(true);
      case tag.FALSE_OBJECT: return Object(false);
      case tag.NUMBER_OBJECT: return Object(this.readDouble());
      case tag.BIGINT_OBJECT: return Object(this.#bigint());
      case tag.STRING_OBJECT: return Object(this.#text(this.#tag()));
      case tag.REGEXP: {
        const source = this.#text(this.#tag());
        const bits = this.readUint32();
        return new RegExp(source, tag.REGEXP_FLAGS.filter((_, index) => bits & (1 << index)).join(""));
      }
      case tag.ARRAY_BUFFER: return this.#take(this.readUint32()).slice().buffer;
      case tag.RESIZABLE_ARRAY_BUFFER: {
        const length = this.readUint32();
        const maxByteLength = this.readUint32();
        const bytes = this.#take(length);
        if (maxByteLength < length) throw damaged();
        const buffer = new (ArrayBuffer as any)(length, { maxByteLength });
        new Uint8Array(buffer).set(bytes);
        return buffer;
      }
      case tag.TRANSFERRED_BUFFER: {
        const buffer = this.#transferred.get(this.readUint32());
        if (buffer === undefined) throw damaged();
        return buffer;
      }
      default: throw damaged();
    }
  }

  #int32(): number {
    const value = this.readUint32();
    return (value >>> 1) ^ -(value & 1);
  }
  #bigint(): bigint {
    const mark = this.readUint32();
    const bytes = this.#take(mark >>> 1);
    let value = 0n;
    for (let index = bytes.length - 1; index >= 0; index--) value = (value << 8n) | BigInt(bytes[index]!);
    return mark & 1 ? -value : value;
  }
  #text(kind: number): string {
    const bytes = this.#take(this.readUint32());
    if (kind === tag.UTF8) return Buffer.from(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.length).toString("utf8");
    if (kind === tag.LATIN1) return Buffer.from(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.length).toString("latin1");
    if (kind !== tag.UTF16 || bytes.length % 2 !== 0) throw damaged();
    let text = "";
    for (let start = 0; start < bytes.length; start += BYTES_PER_CHUNK) {
      const part = bytes.subarray(start, start + BYTES_PER_CHUNK);
      text += Buffer.from(part.buffer as ArrayBuffer, part.byteOffset, part.length).toString("utf16le");
    }
    return text;
  }
  #reference(): any {
    const index = this.readUint32();
    if (index >= this.#objects.length) throw damaged();
    return this.#objects[index];
  }

  // Keys and values until the end, then `countOfNumbers` numbers: how many there were, and for arrays the length.
  #properties(target: any, end: number, countOfNumbers: number): any {
    let count = 0;
    while (this.#peek() !== end) {
      const key = this.#read();
      if (typeof key !== "string" && typeof key !== "number") throw damaged();
      const value = this.#read();
      Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
      count++;
    }
    this.#tag();
    if (this.readUint32() !== count) throw damaged();
    if (countOfNumbers === 2 && this.readUint32() !== target.length) throw damaged();
    return target;
  }
  #denseArray(): any[] {
    const length = this.readUint32();
    // Each element takes a byte at least.
    if (length > this.#bytes.length - this.#position) throw damaged();
    const array: any[] = this.#keep([]);
    array.length = length;
    for (let index = 0; index < length; index++) {
      if (this.#peek() === tag.HOLE) this.#tag();
      else array[index] = this.#read();
    }
    return this.#properties(array, tag.DENSE_ARRAY_END, 2);
  }
  #map(): Map<unknown, unknown> {
    const map = this.#keep(new Map());
    let count = 0;
    for (; this.#peek() !== tag.MAP_END; count += 2) {
      const key = this.#read();
      map.set(key, this.#read());
    }
    this.#tag();
    if (this.readUint32() !== count) throw damaged();
    return map;
  }
  #set(): Set<unknown> {
    const set = this.#keep(new Set());
    let count = 0;
    for (; this.#peek() !== tag.SET_END; count++) set.add(this.#read());
    this.#tag();
    if (this.readUint32() !== count) throw damaged();
    return set;
  }
  #view(buffer: ArrayBuffer): any {
    const byte = this.#byte();
    const name = tag.VIEW_CLASSES.find(([known]) => known === byte)?.[1];
    const offset = this.readUint32();
    const length = this.readUint32();
    if (this.#version >= 14) this.readUint32();
    const View = name === undefined ? undefined : (globalThis as any)[name];
    if (View === undefined || offset + length > buffer.byteLength) throw damaged();
    const unit = View.BYTES_PER_ELEMENT ?? 1;
    if (offset % unit !== 0 || length % unit !== 0) throw damaged();
    return this.#keep(new View(buffer, offset, length / unit));
  }
  #error(): Error {
    const index = this.#objects.length;
    this.#objects.push(undefined);
    let Class: any = Error;
    let message: string | undefined;
    let stack: string | undefined;
    let cause: { value: unknown } | undefined;
    for (let byte = this.#byte(); byte !== tag.ERROR_END; byte = this.#byte()) {
      const known = tag.ERROR_CLASSES.find(([code]) => code === byte);
      if (known !== undefined) Class = (globalThis as any)[known[1]];
      else if (byte === tag.ERROR_MESSAGE) message = this.#text(this.#tag());
      else if (byte === tag.ERROR_STACK) stack = this.#text(this.#tag());
      else if (byte === tag.ERROR_CAUSE) cause = { value: this.#read() };
      else throw damaged();
    }
    const error = message === undefined ? new Class() : new Class(message);
    if (cause !== undefined) Object.defineProperty(error, "cause", { value: cause.value, writable: true, enumerable: false, configurable: true });
    if (stack !== undefined) Object.defineProperty(error, "stack", { value: stack, writable: true, enumerable: false, configurable: true });
    this.#objects[index] = error;
    return error;
  }
  #hostObject(): any {
    const index = this.#objects.length;
    this.#objects.push(undefined);
    const read = (this as any)._readHostObject;
    if (typeof read !== "function") throw damaged();
    const value = read.call(this);
    this.#objects[index] = value;
    return value;
  }
}

/** `v8.Deserializer`. */
export const Deserializer: any = function Deserializer(buffer: any): any {
  if (new.target === undefined) throw new ERR_CONSTRUCT_CALL_REQUIRED("Deserializer");
  return Reflect.construct(Reader, [buffer], new.target);
};
Deserializer.prototype = Reader.prototype;
Object.defineProperty(Reader.prototype, "constructor", { value: Deserializer, writable: true, configurable: true });
