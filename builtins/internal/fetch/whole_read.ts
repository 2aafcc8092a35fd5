// All bytes of a stream in one array, for the methods of the Body mixin.
import { joinBytes } from "internal:utf8";
import { acquireDefaultReader, read, type ReadableState, type ReadRequest } from "internal:web_streams/readable";

/** Reads a stream of Uint8Arrays to its end. Rejects with a TypeError for other chunks. */
export function readAll(stream: ReadableState): Promise<Uint8Array> {
  return new Promise((resolve, reject) => new WholeRead(stream, resolve, reject).next());
}

class WholeRead implements ReadRequest {
  #reader;
  #chunks: Uint8Array[] = [];
  #resolve: (bytes: Uint8Array) => void;
  #reject: (reason: any) => void;
  // Chunks that are ready arrive inside `read`: a loop instead of recursion keeps the stack flat.
  #inRead = false;
  #again = false;

  constructor(stream: ReadableState, resolve: (bytes: Uint8Array) => void, reject: (reason: any) => void) {
    this.#reader = acquireDefaultReader(stream);
    this.#resolve = resolve;
    this.#reject = reject;
  }

  next(): void {
    if (this.#inRead) {
      this.#again = true;
      return;
    }
    this.#inRead = true;
    do {
      this.#again = false;
      read(this.#reader, this);
    } while (this.#again);
    this.#inRead = false;
  }

  chunkSteps(chunk: any): void {
    if (!(chunk instanceof Uint8Array)) {
      this.#reject(new TypeError("Received non-Uint8Array chunk"));
      return;
    }
    this.#chunks.push(chunk);
    this.next();
  }

  closeSteps(): void {
    const chunks = this.#chunks;
    this.#resolve(chunks.length === 1 ? chunks[0]! : joinBytes(chunks));
  }

  errorSteps(reason: any): void {
    this.#reject(reason);
  }
}
