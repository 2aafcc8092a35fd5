// StructuredDeserialize from the bytes of writer.ts. Bytes may be anything: every length is checked against what is left
// before memory is taken, so that reading costs at most a small multiple of the message. What is wrong throws.
import { dataCloneError } from "internal:web/clone/kinds";
import { hidden, makeError, makeView, setOwn, viewClasses } from "internal:web/clone/pieces";
import defer * as shared from "internal:web/clone/shared";
import * as tag from "internal:web/clone/tags";
import type { Transferred } from "internal:web/clone/writer";
import { latin1ToString, utf16ToString } from "native:buffer";
import { DOMException } from "web:dom_exception";
import defer * as platform from "internal:web/clone/platform";

// A resizable buffer reserves its maximum: more than this is refused.
const MAX_RESERVED_BYTES = 2 ** 32;
const ended = Symbol("end");
const hole = Symbol("hole");

const float = new Float64Array(1);
const floatBytes = new Uint8Array(float.buffer);

export class Reader {
  #bytes: Uint8Array;
  #position = 0;
  #objects: any[] = [];
  #transferred: readonly Transferred[];
  #received: any[] | null = null;

  constructor(bytes: Uint8Array, transferred: readonly Transferred[]) {
    this.#bytes = bytes;
    this.#transferred = transferred;
  }

  readRoot(): any {
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

  /** A count of things that take at least `least` bytes each. */
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

  /** Passes by so many bytes; gives where they begin. */
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

  #value(): any {
    const value = this.#item();
    return value === ended || value === hole ? this.#fail() : value;
  }

  #item(): any {
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

  #keep<T>(object: T): T {
    this.#objects.push(object);
    return object;
  }

  #object(kind: number): any {
    switch (kind) {
      case tag.PLAIN:
        return this.#properties(this.#keep({}));
      case tag.ARRAY:
        return this.#array();
      case tag.SPARSE_ARRAY:
        return this.#sparseArray();
      case tag.MAP:
        return this.#map();
      case tag.SET:
        return this.#set();
      case tag.DATE:
        return this.#keep(new Date(this.#double()));
      case tag.REGEXP:
        return this.#keep(new RegExp(this.#string(), this.#string()));
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
        return index < this.#received!.length ? this.#keep(this.#received![index]) : this.#fail();
      }
      case tag.DOM_EXCEPTION:
        return this.#domException();
      case tag.PLATFORM:
        return this.#platform();
      default:
        return this.#fail();
    }
  }

  #properties(target: any): any {
    for (;;) {
      const key = this.#item();
      if (key === ended) return target;
      if (typeof key !== "string") throw malformed();
      setOwn(target, key, this.#value());
    }
  }

  #array(): any[] {
    const length = this.#countOf(1);
    const array = this.#keep(new Array(length));
    for (let index = 0; index < length; index++) {
      const item = this.#item();
      if (item === ended) throw malformed();
      if (item !== hole) array[index] = item;
    }
    return array;
  }

  #sparseArray(): any[] {
    const length = this.#unsigned();
    if (length > 0xffffffff) throw malformed();
    const array: any[] = this.#keep([]);
    array.length = length;
    return this.#properties(array);
  }

  #map(): Map<any, any> {
    const count = this.#countOf(2);
    const map = this.#keep(new Map());
    for (let index = 0; index < count; index++) {
      const key = this.#value();
      map.set(key, this.#value());
    }
    return map;
  }

  #set(): Set<any> {
    const count = this.#countOf(1);
    const set = this.#keep(new Set());
    for (let index = 0; index < count; index++) set.add(this.#value());
    return set;
  }

  #error(): any {
    // The error is numbered before its parts, of which only the cause can refer to it.
    const place = this.#objects.push(null) - 1;
    const name = this.#string();
    const message = this.#text();
    const error = (this.#objects[place] = makeError(name, message, this.#text()));
    if (this.#byte() === tag.TRUE) hidden(error, "cause", this.#value());
    return error;
  }

  #text(): string | undefined {
    const value = this.#value();
    return value === undefined || typeof value === "string" ? value : this.#fail();
  }

  #buffer(resizable: boolean): ArrayBuffer {
    const length = this.#unsigned();
    const maximum = resizable ? this.#unsigned() : length;
    if (maximum < length || maximum > MAX_RESERVED_BYTES) throw malformed();
    const bytes = this.#slice(length);
    const buffer = resizable ? new (ArrayBuffer as any)(length, { maxByteLength: maximum }) : new ArrayBuffer(length);
    new Uint8Array(buffer).set(bytes);
    return this.#keep(buffer);
  }

  #view(): any {
    const className = viewClasses[this.#byte()];
    const buffer = this.#value();
    const byteOffset = this.#unsigned();
    const length = this.#unsigned() - 1;
    if (className === undefined || typeof buffer !== "object" || buffer === null || Array.isArray(buffer))
      throw malformed();
    if (typeof buffer.byteLength !== "number" || ArrayBuffer.isView(buffer)) throw malformed();
    return this.#keep(makeView(className, buffer, byteOffset, length));
  }

  #boxed(): object {
    const place = this.#objects.push(null) - 1;
    const value = this.#value();
    if (value === null || value === undefined || typeof value === "object") throw malformed();
    return (this.#objects[place] = Object(value));
  }

  #domException(): any {
    const place = this.#objects.push(null) - 1;
    const name = this.#string();
    const exception: any = (this.#objects[place] = new DOMException(this.#string(), name));
    hidden(exception, "stack", this.#text());
    return exception;
  }

  #platform(): any {
    const place = this.#objects.push(null) - 1;
    const description = this.#value();
    if (typeof description !== "object" || description === null) throw malformed();
    return (this.#objects[place] = platform.revive(description));
  }
}

function receive(item: Transferred): any {
  if (item.kind === "ArrayBuffer") return item.buffer;
  if (!shared.isSharedKind(item.kind)) return platform.revive(item);
  if (item.buffer === undefined) throw dataCloneError(`#<${item.kind}> could not be deserialized.`);
  return item.buffer;
}

function malformed(): DOMException {
  return dataCloneError("Unable to deserialize cloned data.");
}
