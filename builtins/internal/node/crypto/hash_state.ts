// A hash, or with a key an HMAC, over chunks. Small inputs are buffered here and hashed by one native call; only larger ones get a
// native state, and the collector frees those that are never finished.
import { type HashFunction } from "internal:web/crypto/hash_names";
import { encodeUtf8, hexToString } from "native:buffer";
import { digestHex, digestOf, hashCopy, hashDrop, hashFinish, hashStart, hashUpdate, hmacOf } from "native:crypto";

/** A single chunk of up to so many bytes is hashed by one native call. */
const SINGLE_BYTES_MAX = 16 * 1024;
/** So are several: more would take longer to copy than a native state takes to make. */
const GATHERED_BYTES_MAX = 1024;
// RFC 2104 §2.
const INNER_PAD = 0x36;
const OUTER_PAD = 0x5c;

let abandoned: FinalizationRegistry<number> | undefined;

/** The hash of the chunks so far. */
export class HashState {
  hashFunction: HashFunction;
  outputBytes: number;
  /** Whether the program has called `digest`; stored here for the objects that have a state. */
  isTaken = false;
  /** A string stands for its UTF-8. It is only ever the first chunk. */
  #pieces: (Uint8Array | string)[] = [];
  #gathered = 0;
  #native = -1;
  #result: Uint8Array | undefined = undefined;
  #key: Uint8Array | undefined;

  /** `key`: makes it an HMAC with this key, which nothing else may change. */
  constructor(hashFunction: HashFunction, outputBytes: number, key?: Uint8Array) {
    this.hashFunction = hashFunction;
    this.outputBytes = outputBytes;
    this.#key = key;
  }

  /** Whether `finish` was called, after which nothing can be added. */
  get isFinished(): boolean {
    return this.#result !== undefined;
  }

  /** Adds a string as UTF-8. */
  addText(text: string): void {
    // At most three bytes for each UTF-16 code unit.
    if (this.#native === -1 && this.#pieces.length === 0 && text.length * 3 <= SINGLE_BYTES_MAX) {
      this.#pieces[0] = text;
      this.#gathered = text.length * 3;
    } else this.add(encodeUtf8(text), true);
  }

  /** Adds bytes. `isOwned`: nothing else will change them. */
  add(bytes: Uint8Array, isOwned: boolean): void {
    const length = bytes.byteLength;
    if (length === 0) return;
    if (this.#native === -1) {
      const max = this.#pieces.length === 0 ? SINGLE_BYTES_MAX : GATHERED_BYTES_MAX;
      if (this.#gathered + length <= max) {
        this.#pieces[this.#pieces.length] = isOwned ? bytes : new Uint8Array(bytes);
        this.#gathered += length;
        return;
      }
      this.#adopt(hashStart(this.hashFunction.name));
      if (this.#key !== undefined) hashUpdate(this.#native, this.#padded(this.#key, INNER_PAD));
      for (const piece of this.#pieces) hashUpdate(this.#native, bytesOf(piece));
      this.#pieces = [];
    }
    hashUpdate(this.#native, bytes);
  }

  #adopt(native: number): void {
    this.#native = native;
    abandoned ??= new FinalizationRegistry((number) => hashDrop(number));
    abandoned.register(this, native, this);
  }

  /** Ends it and returns the hash; later calls return the same. */
  finish(): Uint8Array {
    return (this.#result ??= this.#compute());
  }

  /** As `finish`, in hexadecimal; without creating the bytes where that is possible. */
  finishHex(): string {
    if (this.#native !== -1 || this.#result !== undefined || this.#key !== undefined) return hexOf(this.finish());
    return digestHex(this.hashFunction.index, this.#joined(), this.outputBytes) as string;
  }

  #compute(): Uint8Array {
    const { index } = this.hashFunction;
    const key = this.#key;
    if (this.#native === -1)
      return key === undefined ? digestOf(index, this.#joined(), this.outputBytes) : hmacOf(index, key, this.#joined());
    abandoned!.unregister(this);
    const native = this.#native;
    this.#native = -1;
    const hash = hashFinish(native, this.outputBytes);
    return key === undefined ? hash : digestOf(index, joined([this.#padded(key, OUTER_PAD), hash]), this.outputBytes);
  }

  /** The key's block, by the definition of HMAC. */
  #padded(key: Uint8Array, pad: number): Uint8Array {
    const { blockBytes, index } = this.hashFunction;
    if (key.length > blockBytes) key = digestOf(index, key, this.outputBytes);
    const block = new Uint8Array(blockBytes).fill(pad);
    for (let position = 0; position < key.length; position++) block[position]! ^= key[position]!;
    return block;
  }

  #joined(): Uint8Array | string {
    const pieces = this.#pieces;
    return pieces.length === 1 ? pieces[0]! : joined(pieces.map(bytesOf));
  }

  /** A copy of the state, for an output of `outputBytes`. */
  copy(outputBytes: number): HashState {
    const copy = new HashState(this.hashFunction, outputBytes, this.#key);
    if (this.#native !== -1) copy.#adopt(hashCopy(this.#native));
    else {
      copy.#pieces = this.#pieces.slice();
      copy.#gathered = this.#gathered;
    }
    return copy;
  }
}

function joined(pieces: Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.byteLength, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.byteLength;
  }
  return all;
}

function bytesOf(piece: Uint8Array | string): Uint8Array {
  return typeof piece === "string" ? encodeUtf8(piece) : piece;
}

const hexOf = (bytes: Uint8Array): string => hexToString(bytes, 0, bytes.byteLength) as string;
