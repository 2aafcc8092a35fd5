// Values of Deno.Kv as bytes: Uint8Array as it is, Deno.KvU64 as 8 bytes, others in V8's format.
import { isUint8Array } from "internal:core/util/types";
import { kClone, kTransfer } from "internal:web/clone/protocol";
import { inspect } from "internal:core/util/inspect";
import { Serializer, kCheck } from "internal:node/v8/serializer";
import { Deserializer } from "internal:node/v8/deserializer";

export const V8 = 1;
export const U64 = 2;
export const BYTES = 3;

/** A value as it is stored. */
export interface Encoded {
  bytes: Uint8Array;
  encoding: number;
}

const U64_BYTES = 8;
/** The version that Deno writes: with the same tags as the one of Node for what storage accepts. */
const VERSION_OF_DENO = 16;
const VERSION_OF_NODE = 15;
export const U64_MAX = (1n << 64n) - 1n;

/** `Deno.KvU64`: an unsigned integer of 64 bits. */
export class KvU64 {
  readonly value: bigint;

  constructor(value: bigint) {
    if (typeof value !== "bigint") throw new TypeError(`Value must be a bigint: received ${typeof value}`);
    if (value < 0n) throw new RangeError(`Value must be a positive bigint: received ${value}`);
    if (value > U64_MAX) throw new RangeError("Value must fit in a 64-bit unsigned integer");
    this.value = value;
    Object.freeze(this);
  }

  valueOf(): bigint {
    return this.value;
  }
  toString(): string {
    return this.value.toString();
  }
  get [Symbol.toStringTag](): string {
    return "Deno.KvU64";
  }
  [Symbol.for("nodejs.util.inspect.custom")](_depth: unknown, options: object): string {
    return inspect(Object(this.value), options).replace("BigInt", "Deno.KvU64");
  }
}

/** As Deno: what cannot be cloned is a TypeError, shared memory an Error. */
class StorageSerializer extends Serializer {
  _getDataCloneError = TypeError;
  _getSharedArrayBufferId(): never {
    throw new Error("#<SharedArrayBuffer> could not be cloned.");
  }
  /** Objects with content that is not in their properties: Deno stores some of them. */
  [kCheck](value: object): void {
    const tag = (value as { [Symbol.toStringTag]?: unknown })[Symbol.toStringTag];
    if (tag === "WebAssembly.Module") throw new TypeError("Wasm modules cannot be stored");
    if (kClone in value || tag === "DOMException")
      throw new TypeError(`Deno.Kv: storing a ${value.constructor.name} is not implemented`);
    if (kTransfer in value) throw new TypeError("Unsupported object type");
  }
}

/** The stored form of a value. Throws a TypeError for one that cannot be cloned. */
export function encodeValue(value: unknown): Encoded {
  if (isUint8Array(value)) return { bytes: new Uint8Array(value), encoding: BYTES };
  if (value instanceof KvU64) return { bytes: bytesOfU64(value.value), encoding: U64 };
  return { bytes: serialize(value), encoding: V8 };
}

/** The value of a stored form. */
export function decodeValue({ bytes, encoding }: Encoded): unknown {
  if (encoding === BYTES) return new Uint8Array(bytes);
  if (encoding === U64) return new KvU64(u64Of(bytes));
  if (encoding === V8) return deserialize(bytes);
  throw new TypeError(`unknown encoding of a value in the database: ${encoding}`);
}

/** A value in V8's format. */
export function serialize(value: unknown): Uint8Array {
  const serializer = new StorageSerializer();
  serializer.writeHeader();
  serializer.writeValue(value);
  return new Uint8Array(serializer.releaseBuffer() as Uint8Array);
}

/** The value of bytes in V8's format. */
export function deserialize(stored: Uint8Array): unknown {
  const bytes = new Uint8Array(stored);
  if (bytes[1] === VERSION_OF_DENO) bytes[1] = VERSION_OF_NODE;
  const deserializer = new Deserializer(bytes);
  deserializer.readHeader();
  return deserializer.readValue();
}

export function bytesOfU64(value: bigint): Uint8Array {
  const bytes = new Uint8Array(U64_BYTES);
  new DataView(bytes.buffer).setBigUint64(0, value, true);
  return bytes;
}

export function u64Of(bytes: Uint8Array): bigint {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getBigUint64(0, true);
}
