// v8.Serializer: values in V8's wire format, version 15, byte for byte as Node 26 writes them (except arrays that V8 stores as
// "holey" though they have no holes). https://nodejs.org/api/v8.html#class-v8serializer
import { safe } from "internal:core/bootstrap";
import { Buffer } from "internal:node/buffer";
import { ERR_INVALID_ARG_TYPE } from "internal:core/errors";
import defer * as stacks from "internal:core/stack/stack";
import {
  isAnyArrayBuffer,
  isArgumentsObject,
  isArrayBufferView,
  isBigIntObject,
  isBooleanObject,
  isDate,
  isMap,
  isNativeError,
  isNumberObject,
  isPromise,
  isProxy,
  isRegExp,
  isSet,
  isSharedArrayBuffer,
  isStringObject,
  isSymbolObject,
  isWeakMap,
  isWeakSet,
  isGeneratorObject,
} from "internal:core/util/types";
import { isBare, LONG } from "internal:core/util/inspect/keys";
import { copyBytes, writeLatin1 } from "native:buffer";
import { ObjectBrand, brandOf } from "native:engine";

export const VERSION = 15;
/** Of the engine's small arrays, whose bytes need no memory of their own. */
const FIRST_BYTES = 512;
/** Strings up to this length are written faster here than by a native function. */
const SHORT_TEXT = 40;

/** The tags of views, by constructor name; "V" is followed by one of these. */
export const VIEW_TAGS: Record<string, string> = {
  Int8Array: "b",
  Uint8Array: "B",
  Uint8ClampedArray: "C",
  Int16Array: "w",
  Uint16Array: "W",
  Int32Array: "d",
  Uint32Array: "D",
  Float16Array: "h",
  Float32Array: "f",
  Float64Array: "F",
  BigInt64Array: "q",
  BigUint64Array: "Q",
  DataView: "?",
};
const ERROR_TAGS: Record<string, string> = {
  EvalError: "E",
  RangeError: "R",
  ReferenceError: "F",
  SyntaxError: "S",
  TypeError: "T",
  URIError: "U",
};
/** Flags of regular expressions, one bit each from the lowest on; "l" (linear) is V8's own. */
export const REGEXP_FLAGS = "gimyusldv";

const doubles = new Float64Array(1);
const doubleBytes = new Uint8Array(doubles.buffer);

/** A method of classes on top of this one: throws for objects that they cannot store. */
export const kCheck = Symbol("check");

const isIndex = (key: string): boolean =>
  key.charCodeAt(0) <= 0x39 && String(Number(key) >>> 0) === key && Number(key) !== 4294967295;

export class Serializer {
  #bytes = new Uint8Array(FIRST_BYTES);
  #size = 0;
  #ids = new Map<object, number>();
  #transferred: Map<object, number> | undefined = undefined;
  #viewsAreHostObjects = false;

  /** Starts the data with the version of the format. */
  writeHeader(): void {
    this.#byte(0xff);
    this.#byte(VERSION);
  }

  /** Writes a value; returns true. Throws the error of `_getDataCloneError` for a value that cannot be cloned. */
  writeValue(value: unknown): true {
    this.#value(value);
    return true;
  }

  /** The bytes so far; the serializer starts again. */
  releaseBuffer(): unknown {
    const size = this.#size;
    const released = Buffer.allocUnsafeSlow(size);
    copyBytes(this.#bytes, 0, released, 0, size);
    this.#size = 0;
    return released;
  }

  /** Registers a transferred `arrayBuffer`, which is written as `id`; the receiver registers its counterpart. */
  transferArrayBuffer(id: number, arrayBuffer: ArrayBuffer): void {
    (this.#transferred ??= new Map()).set(arrayBuffer, id >>> 0);
  }

  writeUint32(value: number): void {
    this.#varint(value >>> 0);
  }

  writeUint64(high: number, low: number): void {
    let rest = (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);
    while (rest >= 128n) {
      this.#byte(Number(rest & 127n) | 128);
      rest >>= 7n;
    }
    this.#byte(Number(rest));
  }

  writeDouble(value: number): void {
    doubles[0] = value;
    this.#raw(doubleBytes);
  }

  writeRawBytes(source: unknown): void {
    if (!isArrayBufferView(source)) throw new ERR_INVALID_ARG_TYPE("source", ["TypedArray", "DataView"], source);
    this.#raw(new Uint8Array(source.buffer, source.byteOffset, source.byteLength));
  }

  /** Whether views are passed to `_writeHostObject` instead of being written as views of their buffers. */
  _setTreatArrayBufferViewsAsHostObjects(flag: boolean): void {
    this.#viewsAreHostObjects = Boolean(flag);
  }

  #reserve(count: number): void {
    if (this.#size + count <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#size + count));
    larger.set(this.#bytes);
    this.#bytes = larger;
  }

  #byte(byte: number): void {
    this.#reserve(1);
    this.#bytes[this.#size++] = byte;
  }

  #tag(tag: string): void {
    this.#byte(tag.charCodeAt(0));
  }

  #raw(bytes: Uint8Array): void {
    const { length } = bytes;
    this.#reserve(length);
    copyBytes(bytes, 0, this.#bytes, this.#size, length);
    this.#size += length;
  }

  #varint(value: number): void {
    while (value >= 128) {
      this.#byte((value & 127) | 128);
      value = Math.floor(value / 128);
    }
    this.#byte(value);
  }

  #value(value: any): void {
    switch (typeof value) {
      case "undefined":
        return this.#tag("_");
      case "boolean":
        return this.#tag(value ? "T" : "F");
      case "number":
        return this.#number(value);
      case "string":
        return this.#string(value);
      case "bigint":
        this.#tag("Z");
        return this.#bigint(value);
      case "symbol":
      case "function":
        throw this.#cloneError(value);
    }
    if (value === null) return this.#tag("0");
    const known = this.#ids.get(value);
    if (known !== undefined) {
      this.#tag("^");
      return this.#varint(known);
    }
    // A view follows its buffer, so the buffer is the earlier object.
    if (isArrayBufferView(value) && !this.#viewsAreHostObjects && !this.#ids.has(value.buffer))
      this.#value(value.buffer);
    this.#ids.set(value, this.#ids.size);
    this.#object(value);
  }

  #number(value: number): void {
    if ((value | 0) === value && !Object.is(value, -0)) {
      this.#tag("I");
      this.#varint(((value << 1) ^ (value >> 31)) >>> 0);
    } else {
      this.#tag("N");
      this.writeDouble(value);
    }
  }

  #string(text: string): void {
    const { length } = text;
    if (length <= SHORT_TEXT ? this.#shortOneByte(text) : this.#longOneByte(text)) return;
    // Two-byte characters stand at even offsets.
    const lengthBytes = length * 2 < 128 ? 1 : Math.floor(Math.log2(length * 2) / 7) + 1;
    if ((this.#size + 1 + lengthBytes) & 1) this.#byte(0);
    this.#tag("c");
    this.#varint(length * 2);
    this.#raw(Buffer.from(text, "utf16le"));
  }

  // Writes nothing and returns false when a character needs two bytes.
  #shortOneByte(text: string): boolean {
    const { length } = text;
    const start = this.#size;
    this.#reserve(length + 2);
    this.#tag('"');
    this.#varint(length);
    const bytes = this.#bytes;
    let position = this.#size;
    for (let index = 0; index < length; index++) {
      const code = text.charCodeAt(index);
      if (code > 255) {
        this.#size = start;
        return false;
      }
      bytes[position++] = code;
    }
    this.#size = position;
    return true;
  }

  #longOneByte(text: string): boolean {
    const { length } = text;
    for (let index = 0; index < length; index++) if (text.charCodeAt(index) > 255) return false;
    this.#tag('"');
    this.#varint(length);
    this.#reserve(length);
    writeLatin1(text, this.#bytes, this.#size, length);
    this.#size += length;
    return true;
  }

  #bigint(value: bigint): void {
    const isNegative = value < 0n;
    let rest = isNegative ? -value : value;
    const digits: bigint[] = [];
    for (; rest > 0n; rest >>= 64n) digits.push(rest & 0xffffffffffffffffn);
    this.#varint(((digits.length * 8) << 1) | (isNegative ? 1 : 0));
    this.#raw(new Uint8Array(BigUint64Array.from(digits).buffer));
  }

  #object(value: any): void {
    (this as { [kCheck]?(value: object): void })[kCheck]?.(value);
    if (brandOf(value) === ObjectBrand.NONE && !Array.isArray(value)) return this.#plainObject(value);
    if (isProxy(value) || isArgumentsObject(value)) throw this.#cloneError(value);
    if (Array.isArray(value)) return this.#array(value);
    if (isArrayBufferView(value)) return this.#viewsAreHostObjects ? this.#hostObject(value) : this.#bufferView(value);
    if (isAnyArrayBuffer(value)) return this.#arrayBuffer(value);
    if (isDate(value)) {
      this.#tag("D");
      return this.writeDouble(value.getTime());
    }
    if (isRegExp(value)) {
      this.#tag("R");
      this.#string(value.source);
      return this.#varint([...value.flags].reduce((bits, flag) => bits | (1 << REGEXP_FLAGS.indexOf(flag)), 0));
    }
    if (isMap(value)) return this.#collection(";", ":", [...value].flat());
    if (isSet(value)) return this.#collection("'", ",", [...value]);
    if (isNativeError(value)) return this.#error(value);
    if (this.#wrapper(value)) return;
    if (
      isWeakMap(value) ||
      isWeakSet(value) ||
      isPromise(value) ||
      isGeneratorObject(value) ||
      value instanceof WeakRef ||
      isOpaque(value)
    )
      throw this.#cloneError(value);
    this.#plainObject(value);
  }

  #plainObject(value: any): void {
    this.#tag("o");
    const count = this.#properties(value, safe.keys(value));
    this.#tag("{");
    this.#varint(count);
  }

  #wrapper(value: unknown): boolean {
    if (isBooleanObject(value)) this.#tag(value.valueOf() ? "y" : "x");
    else if (isNumberObject(value)) {
      this.#tag("n");
      this.writeDouble(value.valueOf() as number);
    } else if (isStringObject(value)) {
      this.#tag("s");
      this.#string(value.valueOf() as string);
    } else if (isBigIntObject(value)) {
      this.#tag("z");
      this.#bigint(value.valueOf() as bigint);
    } else if (isSymbolObject(value)) throw this.#cloneError(value);
    else return false;
    return true;
  }

  #properties(object: any, keys: string[]): number {
    let count = 0;
    for (let index = 0; index < keys.length; index++) {
      const key = keys[index]!;
      // A getter may have removed it.
      if (!safe.hasOwn(object, key)) continue;
      if (isIndex(key)) this.#number(Number(key));
      else this.#string(key);
      this.#value(object[key]);
      count++;
    }
    return count;
  }

  #array(array: unknown[]): void {
    const { length } = array;
    const others = keysBesideElements(array);
    const isDense = others !== undefined;
    this.#tag(isDense ? "A" : "a");
    this.#varint(length);
    if (isDense) for (let index = 0; index < length; index++) this.#value(array[index]);
    const count = this.#properties(array, others ?? Object.keys(array));
    this.#tag(isDense ? "$" : "@");
    this.#varint(count);
    this.#varint(length);
  }

  #collection(begin: string, end: string, values: unknown[]): void {
    this.#tag(begin);
    for (const value of values) this.#value(value);
    this.#tag(end);
    this.#varint(values.length);
  }

  #error(error: any): void {
    this.#tag("r");
    const tag = ERROR_TAGS[error.name];
    if (tag !== undefined) this.#tag(tag);
    if (Object.hasOwn(error, "message")) {
      this.#tag("m");
      this.#string(String(error.message));
    }
    const stack = stacks.stackOf(error);
    if (typeof stack === "string") {
      this.#tag("s");
      this.#string(stack);
    }
    if (Object.hasOwn(error, "cause")) {
      this.#tag("c");
      this.#value(error.cause);
    }
    this.#tag(".");
  }

  #arrayBuffer(buffer: any): void {
    if (isSharedArrayBuffer(buffer)) {
      if (typeof (this as any)._getSharedArrayBufferId !== "function") throw this.#cloneError(buffer);
      this.#tag("u");
      return this.#varint((this as any)._getSharedArrayBufferId(buffer) >>> 0);
    }
    const id = this.#transferred?.get(buffer);
    if (id !== undefined) {
      this.#tag("t");
      return this.#varint(id);
    }
    this.#tag(buffer.resizable ? "~" : "B");
    this.#varint(buffer.byteLength);
    if (buffer.resizable) this.#varint(buffer.maxByteLength);
    this.#raw(new Uint8Array(buffer));
  }

  #bufferView(view: any): void {
    this.#tag("V");
    this.#tag(VIEW_TAGS[view[Symbol.toStringTag]] ?? "B");
    this.#varint(view.byteOffset);
    this.#varint(view.byteLength);
    this.#varint(0);
  }

  #hostObject(value: object): void {
    if (typeof (this as any)._writeHostObject !== "function") throw this.#cloneError(value);
    this.#tag("\\");
    (this as any)._writeHostObject(value);
  }

  #cloneError(value: unknown): unknown {
    const message = `${describe(value)} could not be cloned.`;
    return new ((this as any)._getDataCloneError ?? Error)(message);
  }
}

/** Whether it is of a class that cannot be cloned. */
function isOpaque(value: object): boolean {
  return value instanceof FinalizationRegistry || isIterator(value);
}

function isIterator(value: object): boolean {
  return Object.prototype.toString.call(value).endsWith(" Iterator]");
}

/** The non-index keys of an array; undefined when an element is missing. */
function keysBesideElements(array: unknown[]): string[] | undefined {
  const { length } = array;
  if (length >= LONG && isBare(array)) {
    for (let index = 0; index < length; index++)
      if (array[index] === undefined && !Object.hasOwn(array, index)) return undefined;
    return [];
  }
  const keys = Object.keys(array);
  if (keys.length < length) return undefined;
  for (let index = 0; index < length; index++) if (keys[index] !== String(index)) return undefined;
  return keys.slice(length);
}

function describe(value: any): string {
  if (typeof value === "function" || typeof value === "symbol") return String(value);
  if (isArrayBufferView(value) || isGeneratorObject(value) || isIterator(value))
    return Object.prototype.toString.call(value);
  return `#<${value.constructor?.name ?? "Object"}>`;
}

Object.defineProperty(Serializer.prototype, "_getDataCloneError", { value: Error, writable: true, configurable: true });

/** A class that throws ERR_CONSTRUCT_CALL_REQUIRED when it is called without `new`. */
export function requireNew<T extends new (...args: unknown[]) => unknown>(constructor: T): T {
  return new Proxy(constructor, {
    apply(): never {
      const error: any = new TypeError(`Class constructor ${constructor.name} cannot be invoked without 'new'`);
      error.code = "ERR_CONSTRUCT_CALL_REQUIRED";
      throw error;
    },
  });
}
