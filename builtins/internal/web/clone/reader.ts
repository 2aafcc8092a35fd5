// StructuredDeserialize from the bytes of writer.ts. The bytes are not trusted: every length is checked against the rest of
// the message before memory is allocated, so that reading costs at most a small multiple of its size. Invalid bytes throw.
import { dataCloneError } from "internal:web/clone/kinds";
import { hidden, makeError, makeView, setOwn, viewClasses } from "internal:web/clone/parts";
import defer * as shared from "internal:web/clone/shared";
import type { Description } from "internal:web/clone/protocol";
import * as tag from "internal:web/clone/tags";
import type { Transferred } from "internal:web/clone/writer";
import { latin1ToString, utf16ToString } from "native:buffer";
import { DOMException } from "web:dom_exception";
import defer * as platform from "internal:web/clone/platform";

// A resizable buffer reserves its maximum: a larger one is refused.
const MAX_RESERVED_BYTES = 2 ** 32;
const ended = Symbol("end");
const hole = Symbol("hole");

const float = new Float64Array(1);
const floatBytes = new Uint8Array(float.buffer);

export class Reader {
  #bytes: Uint8Array;
  #position = 0;
  #objects: unknown[] = [];
  #transferred: readonly Transferred[];
  #received: unknown[] | null = null;

  constructor(bytes: Uint8Array, transferred: readonly Transferred[]) {
    this.#bytes = bytes;
    this.#transferred = transferred;
  }

  readRoot(): unknown {
    if (this.#byte() !== tag.VERSION) throw malformed();
    this.#received = this.#transferred.map(receive);
    const value = this.#value();
    if (this.#position !== this.#bytes.length) throw malformed();
    return value;
  }

  #byte(): number {
    if (this.#position >= this.#bytes.length) throw malformed();
    return this.#bytes[this.#position++]!;
  }

  #unsigned(): number {
    let value = 0;
    let factor = 1;
    for (let count = 0; count < 8; count++) {
      const byte = this.#byte();
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value <= Number.MAX_SAFE_INTEGER ? value : this.#fail();
      factor *= 0x80;
    }
    return this.#fail();
  }

  #fail(): never {
    throw malformed();
  }

  /** A count of items of at least `least` bytes each. */
  #countOf(least: number): number {
    const count = this.#unsigned();
    if (count * least > this.#bytes.length - this.#position) throw malformed();
    return count;
  }

  #double(): number {
    const start = this.#skip(8);
    for (let index = 0; index < 8; index++) floatBytes[index] = this.#bytes[start + index]!;
    return float[0]!;
  }

  #slice(length: number): Uint8Array {
    const start = this.#skip(length);
    return this.#bytes.subarray(start, start + length);
  }

  /** Skips `length` bytes and returns their start. */
  #skip(length: number): number {
    const start = this.#position;
    if (length > this.#bytes.length - start) throw malformed();
    this.#position = start + length;
    return start;
  }

  #latin1(): string {
    const start = this.#skip(this.#unsigned());
    return latin1ToString(this.#bytes, start, this.#position);
  }

  #utf16(): string {
    const start = this.#skip(this.#countOf(2) * 2);
    return utf16ToString(this.#bytes, start, this.#position);
  }

  #string(): string {
    const kind = this.#byte();
    if (kind === tag.LATIN1) return this.#latin1();
    if (kind === tag.UTF16) return this.#utf16();
    return this.#fail();
  }

  #value(): unknown {
    const value = this.#item();
    return value === ended || value === hole ? this.#fail() : value;
  }

  #item(): unknown {
    const kind = this.#byte();
    switch (kind) {
      case tag.END:
        return ended;
      case tag.HOLE:
        return hole;
      case tag.UNDEFINED:
        return undefined;
      case tag.NULL:
        return null;
      case tag.TRUE:
        return true;
      case tag.FALSE:
        return false;
      case tag.INTEGER: {
        const encoded = this.#unsigned();
        return encoded % 2 === 0 ? encoded / 2 : -(encoded + 1) / 2;
      }
      case tag.DOUBLE:
        return this.#double();
      case tag.BIGINT:
        return this.#bigint();
      case tag.LATIN1:
        return this.#latin1();
      case tag.UTF16:
        return this.#utf16();
      case tag.REFERENCE: {
        const index = this.#unsigned();
        return index < this.#objects.length ? this.#objects[index] : this.#fail();
      }
      default:
        return this.#object(kind);
    }
  }

  #bigint(): bigint {
    const digits = this.#string();
    const negative = digits.startsWith("-");
    if (!/^-?[0-9a-f]+$/.test(digits)) throw malformed();
    const magnitude = BigInt(`0x${negative ? digits.slice(1) : digits}`);
    return negative ? -magnitude : magnitude;
  }

  /** Gives an object the next number for references. */
  #register<T>(object: T): T {
    this.#objects.push(object);
    return object;
  }

  #object(kind: number): unknown {
    switch (kind) {
      case tag.PLAIN:
        return this.#properties(this.#register({}));
      case tag.ARRAY:
        return this.#array();
      case tag.SPARSE_ARRAY:
        return this.#sparseArray();
      case tag.MAP:
        return this.#map();
      case tag.SET:
        return this.#set();
      case tag.DATE:
        return this.#register(new Date(this.#double()));
      case tag.REGEXP:
        return this.#register(new RegExp(this.#string(), this.#string()));
      case tag.ERROR:
        return this.#error();
      case tag.BUFFER:
      case tag.RESIZABLE_BUFFER:
        return this.#buffer(kind === tag.RESIZABLE_BUFFER);
      case tag.VIEW:
        return this.#view();
      case tag.BOXED:
        return this.#boxed();
      case tag.TRANSFERRED: {
        const index = this.#unsigned();
        return index < this.#received!.length ? this.#register(this.#received![index]) : this.#fail();
      }
      case tag.DOM_EXCEPTION:
        return this.#domException();
      case tag.PLATFORM:
        return this.#platform();
      default:
        return this.#fail();
    }
  }

  #properties<T extends object>(target: T): T {
    for (;;) {
      const key = this.#item();
      if (key === ended) return target;
      if (typeof key !== "string") throw malformed();
      setOwn(target, key, this.#value());
    }
  }

  #array(): unknown[] {
    const length = this.#countOf(1);
    const array = this.#register(new Array<unknown>(length));
    for (let index = 0; index < length; index++) {
      const item = this.#item();
      if (item === ended) throw malformed();
      if (item !== hole) array[index] = item;
    }
    return array;
  }

  #sparseArray(): unknown[] {
    const length = this.#unsigned();
    if (length > 0xffffffff) throw malformed();
    const array: unknown[] = this.#register([]);
    array.length = length;
    return this.#properties(array);
  }

  #map(): Map<unknown, unknown> {
    const count = this.#countOf(2);
    const map = this.#register(new Map<unknown, unknown>());
    for (let index = 0; index < count; index++) {
      const key = this.#value();
      map.set(key, this.#value());
    }
    return map;
  }

  #set(): Set<unknown> {
    const count = this.#countOf(1);
    const set = this.#register(new Set<unknown>());
    for (let index = 0; index < count; index++) set.add(this.#value());
    return set;
  }

  #error(): Error {
    // The error is numbered before its parts, of which only the cause can reference it.
    const place = this.#objects.push(null) - 1;
    const name = this.#string();
    const message = this.#optionalString();
    const error = makeError(name, message, this.#optionalString());
    this.#objects[place] = error;
    if (this.#byte() === tag.TRUE) hidden(error, "cause", this.#value());
    return error;
  }

  #optionalString(): string | undefined {
    const value = this.#value();
    return value === undefined || typeof value === "string" ? value : this.#fail();
  }

  #buffer(resizable: boolean): ArrayBuffer {
    const length = this.#unsigned();
    const maximum = resizable ? this.#unsigned() : length;
    if (maximum < length || maximum > MAX_RESERVED_BYTES) throw malformed();
    const bytes = this.#slice(length);
    const buffer = resizable ? new ArrayBuffer(length, { maxByteLength: maximum }) : new ArrayBuffer(length);
    new Uint8Array(buffer).set(bytes);
    return this.#register(buffer);
  }

  #view(): ArrayBufferView {
    const className = viewClasses[this.#byte()];
    const buffer = this.#value();
    const byteOffset = this.#unsigned();
    const length = this.#unsigned() - 1;
    if (className === undefined || typeof buffer !== "object" || buffer === null || Array.isArray(buffer))
      throw malformed();
    if (typeof (buffer as ArrayBuffer).byteLength !== "number" || ArrayBuffer.isView(buffer)) throw malformed();
    return this.#register(makeView(className, buffer as ArrayBuffer, byteOffset, length));
  }

  #boxed(): object {
    const place = this.#objects.push(null) - 1;
    const value = this.#value();
    if (value === null || value === undefined || typeof value === "object") throw malformed();
    return (this.#objects[place] = Object(value) as object);
  }

  #domException(): DOMException {
    const place = this.#objects.push(null) - 1;
    const name = this.#string();
    const exception = (this.#objects[place] = new DOMException(this.#string(), name));
    hidden(exception, "stack", this.#optionalString());
    return exception;
  }

  #platform(): object {
    const place = this.#objects.push(null) - 1;
    const description = this.#value();
    if (typeof description !== "object" || description === null) throw malformed();
    return (this.#objects[place] = platform.revive(description as Description));
  }
}

function receive(item: Transferred): unknown {
  if (item.kind === "ArrayBuffer") return item.buffer;
  if (!shared.isSharedKind(item.kind)) return platform.revive(item);
  if (item.buffer === undefined) throw dataCloneError(`#<${item.kind}> could not be deserialized.`);
  return item.buffer;
}

function malformed(): DOMException {
  return dataCloneError("Unable to deserialize cloned data.");
}
