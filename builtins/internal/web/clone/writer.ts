// StructuredSerializeInternal into bytes. The format is private and lasts only for a message: a version byte, then one
// value. Each value starts with a tag; integers are LEB128; objects are numbered in the order in which they start.
import { utf8ByteLength, writeLatin1, writeUtf16 } from "native:buffer";
import {
  ARRAY,
  BOXED,
  BUFFER,
  DATE,
  dataCloneError,
  DOM_EXCEPTION,
  ERROR,
  kindOfObject,
  MAP,
  notCloneable,
  PLAIN,
  PLATFORM,
  REGEXP,
  SET,
  SHARED_BUFFER,
  unbox,
  VIEW,
  WASM_MEMORY,
  WASM_MODULE,
} from "internal:web/clone/kinds";
import { readError, readView, requireAttached, viewClasses } from "internal:web/clone/parts";
import { type CloneableObject, type Description, kClone } from "internal:web/clone/protocol";
import { isSharedArrayBuffer } from "internal:core/util/types";
import defer * as shared from "internal:web/clone/shared";
import * as tag from "internal:web/clone/tags";
import { detailsOf } from "web:dom_exception";

/** A transferred object: a buffer, a shared object, or the description of `[kTransfer]`. */
export type Transferred = { kind: "ArrayBuffer"; buffer: ArrayBuffer } | Description;

/** Buffers of this many bytes and more are objects of their own beside the bytes of a message. */
const SEPARATE_BYTES_MIN = 32 * 1024;

/** Longer strings are written by native code. */
const SHORT_STRING_MAX = 64;
const BEYOND_LATIN1 = /[^\0-\xff]/;

/** Memory of at most this many bytes serves the next message; larger memory is left to the collector. */
const SPARE_BYTES_MAX = 1024 * 1024;

const float = new Float64Array(1);
const floatBytes = new Uint8Array(float.buffer);

/** The memory of a posted message: one that is made for each costs collections of the engine. Null while a writer has it. */
let spare: Uint8Array<ArrayBuffer> | null = null;

function takeSpare(): Uint8Array<ArrayBuffer> {
  const taken = spare ?? new Uint8Array(128);
  spare = null;
  return taken;
}

export class Writer {
  #bytes = takeSpare();
  #length = 0;
  // Most messages have one object: only the others need a map.
  #first: object | null = null;
  #others: Map<object, number> | null = null;
  #count = 0;
  #transferList: readonly object[];
  #isPosted: boolean;
  /** The objects that the receiver shares, and copies of large buffers, in the order in which they were found. */
  readonly shared: Transferred[] = [];

  /** A message that is posted has copies of large buffers in `shared` instead of in the bytes. */
  constructor(transferList: readonly object[], isPosted: boolean) {
    this.#transferList = transferList;
    this.#isPosted = isPosted;
  }

  writeRoot(value: unknown): void {
    this.#byte(tag.VERSION);
    this.#write(value);
  }

  /** The written bytes; nothing may be written afterwards. Those of a posted message are valid until the next message is written. */
  finish(): Uint8Array {
    if (this.#isPosted) {
      if (this.#bytes.length <= SPARE_BYTES_MAX) spare = this.#bytes;
      return this.#bytes.subarray(0, this.#length);
    }
    // A copy that is as large as the memory itself, or nearly, would save nothing.
    if (this.#length > this.#bytes.length * 0.75) return this.#bytes.subarray(0, this.#length);
    return this.#bytes.slice(0, this.#length);
  }

  #reserve(count: number): void {
    const needed = this.#length + count;
    if (needed <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
    grown.set(this.#bytes);
    this.#bytes = grown;
  }

  #byte(value: number): void {
    if (this.#length === this.#bytes.length) this.#reserve(1);
    this.#bytes[this.#length++] = value;
  }

  // LEB128, up to 2^53.
  #unsigned(value: number): void {
    while (value >= 0x80) {
      this.#byte((value % 0x80) | 0x80);
      value = Math.floor(value / 0x80);
    }
    this.#byte(value);
  }

  #double(value: number): void {
    float[0] = value;
    this.#raw(floatBytes);
  }

  #raw(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  #string(text: string): void {
    const { length } = text;
    if (length > SHORT_STRING_MAX) {
      this.#longString(text);
      return;
    }
    this.#reserve(length * 2 + 10);
    const start = this.#length;
    this.#byte(tag.LATIN1);
    this.#unsigned(length);
    const bytes = this.#bytes;
    let position = this.#length;
    for (let index = 0; index < length; index++) {
      const code = text.charCodeAt(index);
      if (code > 0xff) {
        this.#length = start;
        this.#wideString(text);
        return;
      }
      bytes[position++] = code;
    }
    this.#length = position;
  }

  // The first question answers for ASCII, in vector instructions.
  #longString(text: string): void {
    if (utf8ByteLength(text) !== text.length && BEYOND_LATIN1.test(text)) {
      this.#reserve(text.length * 2 + 10);
      this.#wideString(text);
      return;
    }
    this.#reserve(text.length + 10);
    this.#byte(tag.LATIN1);
    this.#unsigned(text.length);
    this.#length += writeLatin1(text, this.#bytes, this.#length, text.length);
  }

  #wideString(text: string): void {
    this.#byte(tag.UTF16);
    this.#unsigned(text.length);
    this.#length += writeUtf16(text, this.#bytes, this.#length, text.length * 2);
  }

  #number(value: number): void {
    if ((value | 0) === value && !(value === 0 && 1 / value < 0)) {
      this.#byte(tag.INTEGER);
      this.#unsigned(value < 0 ? -value * 2 - 1 : value * 2);
    } else {
      this.#byte(tag.DOUBLE);
      this.#double(value);
    }
  }

  #write(value: unknown): void {
    switch (typeof value) {
      case "string":
        this.#string(value);
        return;
      case "number":
        this.#number(value);
        return;
      case "boolean":
        this.#byte(value ? tag.TRUE : tag.FALSE);
        return;
      case "undefined":
        this.#byte(tag.UNDEFINED);
        return;
      case "bigint":
        this.#byte(tag.BIGINT);
        this.#string(value.toString(16));
        return;
      case "object":
        if (value === null) this.#byte(tag.NULL);
        else this.#writeObject(value);
        return;
      default:
        throw notCloneable(value);
    }
  }

  #writeObject(value: object): void {
    const known = value === this.#first ? 0 : this.#others?.get(value);
    if (known !== undefined) {
      this.#byte(tag.REFERENCE);
      this.#unsigned(known);
      return;
    }
    const transferIndex = this.#transferList.length === 0 ? -1 : this.#transferList.indexOf(value);
    const kind = transferIndex >= 0 ? -1 : kindOfObject(value);
    if (kind === VIEW) {
      this.#writeView(value as Uint8Array);
      return;
    }
    this.#register(value);
    if (transferIndex >= 0) {
      this.#byte(tag.TRANSFERRED);
      this.#unsigned(transferIndex);
    } else {
      this.#writeNew(value, kind);
    }
  }

  #register(value: object): void {
    if (this.#count === 0) this.#first = value;
    else (this.#others ??= new Map()).set(value, this.#count);
    this.#count++;
  }

  #writeNew(value: object, kind: number): void {
    switch (kind) {
      case PLAIN:
        this.#writePlain(value);
        return;
      case ARRAY:
        this.#writeArray(value as unknown[]);
        return;
      case MAP:
        this.#writeMap(value as Map<unknown, unknown>);
        return;
      case SET:
        this.#writeSet(value as Set<unknown>);
        return;
      case ERROR:
        this.#writeError(value as Error);
        return;
      case DATE:
        this.#byte(tag.DATE);
        this.#double(Date.prototype.getTime.call(value));
        return;
      case REGEXP:
        this.#byte(tag.REGEXP);
        this.#string((value as RegExp).source);
        this.#string((value as RegExp).flags);
        return;
      case BUFFER:
        this.#writeBuffer(value as ArrayBuffer);
        return;
      case SHARED_BUFFER:
        this.#writeShared(value, shared.SHARED_MEMORY);
        return;
      case WASM_MODULE:
        this.#writeShared(value, shared.SHARED_MODULE);
        return;
      case WASM_MEMORY: {
        const { buffer } = value as { buffer?: unknown };
        if (!isSharedArrayBuffer(buffer)) throw notCloneable(value);
        this.#writeShared(buffer, shared.SHARED_WASM_MEMORY);
        return;
      }
      case BOXED:
        this.#byte(tag.BOXED);
        this.#write(unbox(value));
        return;
      case DOM_EXCEPTION: {
        const { name, message } = detailsOf(value)!;
        this.#byte(tag.DOM_EXCEPTION);
        this.#string(name);
        this.#string(message);
        this.#write(typeof (value as Error).stack === "string" ? (value as Error).stack : undefined);
        return;
      }
      case PLATFORM:
        this.#byte(tag.PLATFORM);
        this.#write((value as CloneableObject)[kClone]());
        return;
      default:
        throw notCloneable(value);
    }
  }

  // Properties end with END, since getters can change their number.
  #writePlain(value: object): void {
    this.#byte(tag.PLAIN);
    this.#properties(value, Object.keys(value));
  }

  #properties(value: object, keys: readonly string[]): void {
    for (const key of keys) {
      const item = (value as Record<string, unknown>)[key];
      if (item === undefined && !Object.hasOwn(value, key)) continue;
      this.#string(key);
      this.#write(item);
    }
    this.#byte(tag.END);
  }

  #writeArray(value: unknown[]): void {
    const { length } = value;
    const keys = Object.keys(value);
    if (keys.length !== length || (length > 0 && keys[length - 1] !== String(length - 1))) {
      this.#byte(tag.SPARSE_ARRAY);
      this.#unsigned(length);
      this.#properties(value, keys);
      return;
    }
    this.#byte(tag.ARRAY);
    this.#unsigned(length);
    for (let index = 0; index < length; index++) {
      const item = value[index];
      if (item === undefined && !Object.hasOwn(value, index)) this.#byte(tag.HOLE);
      else this.#write(item);
    }
  }

  #writeMap(value: Map<unknown, unknown>): void {
    const entries: unknown[] = [];
    Map.prototype.forEach.call(value, (item, key) => entries.push(key, item));
    this.#byte(tag.MAP);
    this.#unsigned(entries.length / 2);
    for (const entry of entries) this.#write(entry);
  }

  #writeSet(value: Set<unknown>): void {
    const items: unknown[] = [];
    Set.prototype.forEach.call(value, (item) => items.push(item));
    this.#byte(tag.SET);
    this.#unsigned(items.length);
    for (const item of items) this.#write(item);
  }

  #writeError(value: Error): void {
    const { name, message, stack, hasCause, cause } = readError(value);
    this.#byte(tag.ERROR);
    this.#string(name);
    this.#write(message);
    this.#write(stack);
    this.#byte(hasCause ? tag.TRUE : tag.FALSE);
    if (hasCause) this.#write(cause);
  }

  #writeBuffer(value: ArrayBuffer): void {
    requireAttached(value);
    if (this.#isPosted && value.byteLength >= SEPARATE_BYTES_MIN && !value.resizable) {
      this.#separate({ kind: "ArrayBuffer", buffer: new Uint8Array(new Uint8Array(value)).buffer });
      return;
    }
    this.#byte(value.resizable ? tag.RESIZABLE_BUFFER : tag.BUFFER);
    this.#unsigned(value.byteLength);
    if (value.resizable) this.#unsigned(value.maxByteLength);
    this.#raw(new Uint8Array(value));
  }

  // Shared objects follow the transferred ones.
  #writeShared(value: object, kind: string): void {
    shared.requireShareable(value, kind);
    this.#separate({ kind, buffer: value });
  }

  #separate(item: Transferred): void {
    this.#byte(tag.TRANSFERRED);
    this.#unsigned(this.#transferList.length + this.shared.length);
    this.shared.push(item);
  }

  // The buffer is written first, so that it is numbered before the view.
  #writeView(value: Uint8Array): void {
    const { className, buffer, byteOffset, length } = readView(value);
    this.#byte(tag.VIEW);
    this.#byte(viewClasses.indexOf(className));
    this.#write(buffer);
    this.#unsigned(byteOffset);
    this.#unsigned(length + 1);
    this.#register(value);
  }
}
