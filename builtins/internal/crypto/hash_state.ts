// A hash over pieces. Small inputs are gathered here and hashed by one native call; a native state is made only for
// more, and the collector frees those that nobody finished.
import { type HashFunction } from "internal:crypto/hash_names";
import { digest, hashCopy, hashDrop, hashFinish, hashStart, hashUpdate } from "native:crypto";

const GATHERED_BYTES_MAX = 16 * 1024;

let abandoned: FinalizationRegistry<number> | undefined;

/** The hash of what was added so far. */
export class HashState {
  hashFunction: HashFunction;
  outputBytes: number;
  #pieces: Uint8Array[] = [];
  #gathered = 0;
  #native = -1;
  #result: Uint8Array | undefined = undefined;

  constructor(hashFunction: HashFunction, outputBytes: number) {
    this.hashFunction = hashFunction;
    this.outputBytes = outputBytes;
  }

  /** Adds bytes. `isOwned`: nobody else will change them. */
  add(bytes: Uint8Array, isOwned: boolean): void {
    const length = bytes.byteLength;
    if (length === 0) return;
    if (this.#native === -1) {
      if (this.#gathered + length <= GATHERED_BYTES_MAX) {
        this.#pieces.push(isOwned ? bytes : Uint8Array.prototype.slice.call(bytes));
        this.#gathered += length;
        return;
      }
      this.#adopt(hashStart(this.hashFunction.name));
      for (const piece of this.#pieces) hashUpdate(this.#native, piece);
      this.#pieces = [];
    }
    hashUpdate(this.#native, bytes);
  }

  #adopt(native: number): void {
    this.#native = native;
    abandoned ??= new FinalizationRegistry((number) => hashDrop(number));
    abandoned.register(this, native, this);
  }

  /** Ends it and gives the hash; the same one when it is asked again. */
  finish(): Uint8Array {
    return (this.#result ??= this.#compute());
  }

  #compute(): Uint8Array {
    if (this.#native === -1) return digest(this.hashFunction.name, this.#joined(), this.outputBytes);
    abandoned!.unregister(this);
    const native = this.#native;
    this.#native = -1;
    return hashFinish(native, this.outputBytes);
  }

  #joined(): Uint8Array {
    const pieces = this.#pieces;
    if (pieces.length === 1) return pieces[0]!;
    const all = new Uint8Array(this.#gathered);
    let at = 0;
    for (const piece of pieces) {
      all.set(piece, at);
      at += piece.byteLength;
    }
    return all;
  }

  /** The same state again, for an output of `outputBytes`. */
  copy(outputBytes: number): HashState {
    const copy = new HashState(this.hashFunction, outputBytes);
    if (this.#native !== -1) copy.#adopt(hashCopy(this.#native));
    else {
      copy.#pieces = this.#pieces.slice();
      copy.#gathered = this.#gathered;
    }
    return copy;
  }
}
