// v8.Deserializer: reads values from V8's wire format, versions 0 to 15. The data is untrusted, so every length is checked.
// https://nodejs.org/api/v8.html#class-v8deserializer
import { Buffer } from "internal:node/buffer";
import { ERR_INVALID_ARG_TYPE } from "internal:core/errors";
import { REGEXP_FLAGS, VERSION, VIEW_TAGS } from "internal:node/v8/serializer";
import { isArrayBufferView } from "internal:core/util/types";
import { latin1ToString, utf16ToString, utf8ToString } from "native:buffer";

interface ViewConstructor {
  new (buffer: ArrayBufferLike, offset: number, length: number): ArrayBufferView;
  /** A DataView has none. */
  BYTES_PER_ELEMENT?: number;
}

const doubles = new Float64Array(1);
const doubleBytes = new Uint8Array(doubles.buffer);

/** A subclass that reads objects of its own. */
interface HostReader {
  _readHostObject?: () => unknown;
}

const VIEWS: Record<string, ViewConstructor> = Object.fromEntries(
  Object.entries(VIEW_TAGS).map(([name, tag]) => [
    tag,
    (globalThis as unknown as Record<string, ViewConstructor>)[name]!,
  ]),
);
const ERRORS: Record<string, ErrorConstructor> = {
  E: EvalError,
  R: RangeError,
  F: ReferenceError,
  S: SyntaxError,
  T: TypeError,
  U: URIError,
};
/** From this version on views carry flags. */
const VERSION_OF_VIEW_FLAGS = 14;
const DEPTH_MAX = 10_000;

/** The types that a view can follow. */
const BUFFER_TAGS = "B~tu^\\";

const broken = (): Error => new Error("Unable to deserialize cloned data.");

export class Deserializer {
  buffer: ArrayBufferView;
  #bytes: Uint8Array;
  #position = 0;
  #version = 0;
  #objects: unknown[] = [];
  #transferred: Map<number, unknown> | undefined = undefined;
  #depth = 0;

  constructor(buffer: unknown) {
    if (!isArrayBufferView(buffer))
      throw Object.assign(new TypeError("buffer must be a TypedArray or a DataView"), { code: "ERR_INVALID_ARG_TYPE" });
    this.buffer = buffer;
    this.#bytes = new Uint8Array(buffer.buffer as ArrayBuffer, buffer.byteOffset, buffer.byteLength);
  }

  /** Reads the version; returns true. Throws for an unknown version. */
  readHeader(): true {
    if (this.#bytes[this.#position] === 0xff) {
      this.#position++;
      this.#version = this.#varint();
      if (this.#version <= VERSION) return true;
    }
    throw new Error("Unable to deserialize cloned data due to invalid or unsupported version.");
  }

  /** Reads the next value. Throws for invalid data. */
  readValue(): unknown {
    return this.#value();
  }

  getWireFormatVersion(): number {
    return this.#version;
  }

  /** Sets the buffer that the sender transferred as `id`. */
  transferArrayBuffer(id: number, arrayBuffer: unknown): void {
    (this.#transferred ??= new Map()).set(id >>> 0, arrayBuffer);
  }

  readUint32(): number {
    return this.#varint();
  }

  readUint64(): [number, number] {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = this.#byte();
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return [Number((value >> 32n) & 0xffffffffn), Number(value & 0xffffffffn)];
    }
  }

  readDouble(): number {
    const start = this.#take(8);
    for (let index = 0; index < 8; index++) doubleBytes[index] = this.#bytes[start + index]!;
    return doubles[0]!;
  }

  /** Skips `length` bytes; returns the offset of the first one in `buffer`. */
  _readRawBytes(length: number): number {
    return this.#take(length);
  }

  readRawBytes(length: number): unknown {
    const start = this._readRawBytes(length);
    return Buffer.from(this.buffer.buffer, this.buffer.byteOffset + start, length);
  }

  #byte(): number {
    const byte = this.#bytes[this.#position];
    if (byte === undefined) throw broken();
    this.#position++;
    return byte;
  }

  #take(count: number): number {
    const start = this.#position;
    if (count > this.#bytes.length - start) throw broken();
    this.#position += count;
    return start;
  }

  #varint(): number {
    let value = 0;
    let factor = 1;
    for (;;) {
      const byte = this.#byte();
      value += (byte & 127) * factor;
      if (byte < 128) return value % 4294967296;
      factor *= 128;
      if (factor > 2 ** 35) throw broken();
    }
  }

  /** The next tag as a character; skips padding. */
  #tag(): string {
    let byte = this.#byte();
    while (byte === 0) byte = this.#byte();
    return String.fromCharCode(byte);
  }

  #peek(): string {
    let position = this.#position;
    while (this.#bytes[position] === 0) position++;
    return position < this.#bytes.length ? String.fromCharCode(this.#bytes[position]!) : "";
  }

  #value(): unknown {
    if (++this.#depth > DEPTH_MAX) throw broken();
    const tag = this.#tag();
    let value = this.#plain(tag);
    this.#depth--;
    // A view follows its buffer.
    if (BUFFER_TAGS.includes(tag) && value instanceof ArrayBuffer && this.#peek() === "V") {
      this.#tag();
      value = this.#bufferView(value);
    }
    return value;
  }

  #register<T>(value: T): T {
    this.#objects.push(value);
    return value;
  }

  #plain(tag: string): unknown {
    switch (tag) {
      case "_":
        return undefined;
      case "0":
        return null;
      case "T":
        return true;
      case "F":
        return false;
      case "I": {
        const zigzag = this.#varint();
        return (zigzag >>> 1) ^ -(zigzag & 1);
      }
      case "U":
        return this.#varint();
      case "N":
        return this.readDouble();
      case "Z":
        return this.#bigint();
      case '"':
      case "c":
      case "S":
        return this.#string(tag);
      case "-":
        return undefined;
      default:
        return this.#object(tag);
    }
  }

  #object(tag: string): unknown {
    switch (tag) {
      case "^": {
        const id = this.#varint();
        if (id >= this.#objects.length) throw broken();
        return this.#objects[id];
      }
      case "o":
        return this.#properties(this.#register({}), "{");
      case "A":
        return this.#denseArray();
      case "a": {
        const length = this.#varint();
        const array = this.#register<unknown[]>([]);
        array.length = length;
        this.#properties(array, "@");
        this.#varint();
        return array;
      }
      case "D":
        return this.#register(new Date(this.readDouble()));
      case "y":
        return this.#register(Object(true));
      case "x":
        return this.#register(Object(false));
      case "n":
        return this.#register(Object(this.readDouble()));
      case "z":
        return this.#register(Object(this.#bigint()));
      case "s":
        return this.#register(Object(this.#string(this.#tag())));
      case "R":
        return this.#regExp();
      case ";":
        return this.#map();
      case "'":
        return this.#set();
      case "B":
      case "~":
        return this.#arrayBuffer(tag === "~");
      case "t":
      case "u": {
        const id = this.#varint();
        const buffer = this.#transferred?.get(id);
        if (buffer === undefined) throw broken();
        return this.#register(buffer);
      }
      case "r":
        return this.#error();
      case "\\":
        return this.#hostObject();
      default:
        throw broken();
    }
  }

  #string(tag: string): string {
    const length = this.#varint();
    const start = this.#take(length);
    if (tag === '"') return latin1ToString(this.#bytes, start, start + length);
    if (tag === "S") return utf8ToString(this.#bytes, start, start + length);
    if (tag !== "c" || length % 2 !== 0) throw broken();
    return utf16ToString(this.#bytes, start, start + length);
  }

  #bigint(): bigint {
    const bits = this.#varint();
    const length = bits >>> 1;
    const start = this.#take(length);
    let value = 0n;
    for (let index = length - 1; index >= 0; index--) value = (value << 8n) | BigInt(this.#bytes[start + index]!);
    return bits & 1 ? -value : value;
  }

  #properties<T extends object>(object: T, end: string): T {
    let count = 0;
    while (this.#peek() !== end) {
      const key = this.#value();
      if (typeof key !== "string" && typeof key !== "number") throw broken();
      const value = this.#value();
      // Defined and not assigned: "__proto__" is an ordinary name.
      if (key in object)
        Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
      else (object as Record<PropertyKey, unknown>)[key] = value;
      count++;
    }
    this.#tag();
    if (this.#varint() !== count) throw broken();
    return object;
  }

  #denseArray(): unknown[] {
    const length = this.#varint();
    // Each element has at least one byte.
    if (length > this.#bytes.length - this.#position) throw broken();
    const array = this.#register<unknown[]>(new Array(length));
    for (let index = 0; index < length; index++) {
      if (this.#peek() === "-") this.#tag();
      else array[index] = this.#value();
    }
    this.#properties(array, "$");
    this.#varint();
    return array;
  }

  #regExp(): RegExp {
    const source = this.#string(this.#tag());
    const bits = this.#varint();
    const flags = [...REGEXP_FLAGS].filter((flag, index) => flag !== "l" && bits & (1 << index)).join("");
    return this.#register(new RegExp(source, flags));
  }

  #map(): Map<unknown, unknown> {
    const map = this.#register(new Map());
    let count = 0;
    for (; this.#peek() !== ":"; count += 2) map.set(this.#value(), this.#value());
    this.#tag();
    if (this.#varint() !== count) throw broken();
    return map;
  }

  #set(): Set<unknown> {
    const set = this.#register(new Set());
    let count = 0;
    for (; this.#peek() !== ","; count++) set.add(this.#value());
    this.#tag();
    if (this.#varint() !== count) throw broken();
    return set;
  }

  #arrayBuffer(isResizable: boolean): ArrayBuffer {
    const length = this.#varint();
    const maxByteLength = isResizable ? this.#varint() : length;
    if (maxByteLength < length) throw broken();
    const start = this.#take(length);
    const buffer = isResizable ? new ArrayBuffer(length, { maxByteLength }) : new ArrayBuffer(length);
    new Uint8Array(buffer).set(this.#bytes.subarray(start, start + length));
    return this.#register(buffer);
  }

  #bufferView(buffer: ArrayBuffer): unknown {
    const View = VIEWS[this.#tag()];
    const byteOffset = this.#varint();
    const byteLength = this.#varint();
    if (this.#version >= VERSION_OF_VIEW_FLAGS) this.#varint();
    const elementBytes = View?.BYTES_PER_ELEMENT ?? 1;
    if (
      View === undefined ||
      byteOffset + byteLength > buffer.byteLength ||
      byteOffset % elementBytes !== 0 ||
      byteLength % elementBytes !== 0
    )
      throw broken();
    return this.#register(new View(buffer, byteOffset, byteLength / elementBytes));
  }

  #error(): Error {
    const id = this.#objects.push(undefined) - 1;
    let Constructor = Error;
    const properties: Record<string, unknown> = {};
    for (;;) {
      const tag = this.#tag();
      if (tag === ".") break;
      else if (tag === "m") properties["message"] = this.#string(this.#tag());
      else if (tag === "s") properties["stack"] = this.#string(this.#tag());
      else if (tag === "c") properties["cause"] = this.#value();
      else if (ERRORS[tag] !== undefined) Constructor = ERRORS[tag]!;
      else throw broken();
    }
    const error = new Constructor();
    for (const [name, value] of Object.entries(properties))
      Object.defineProperty(error, name, { value, writable: true, enumerable: false, configurable: true });
    this.#objects[id] = error;
    return error;
  }

  #hostObject(): unknown {
    const host = this as HostReader;
    if (typeof host._readHostObject !== "function")
      throw new ERR_INVALID_ARG_TYPE("_readHostObject", "function", host._readHostObject);
    const id = this.#objects.push(undefined) - 1;
    const object = host._readHostObject();
    this.#objects[id] = object;
    return object;
  }
}
