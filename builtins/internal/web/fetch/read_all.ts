// All bytes of a stream in one array, for the methods of the Body mixin.
import { home } from "internal:core/program";
import { encodeUtf8, joinBytes } from "internal:core/utf8";
import { acquireDefaultReader, read, type ReadableState, type ReadRequest } from "internal:web/web_streams/readable";

/** Reads a stream of Uint8Arrays (in Bun also of strings and other bytes) to its end. Rejects with a TypeError for other chunks. */
export function readAll(stream: ReadableState): Promise<Uint8Array> {
  return new Promise((resolve, reject) => new AllReader(stream, resolve, reject).next());
}

class AllReader implements ReadRequest {
  #reader;
  #chunks: Uint8Array[] = [];
  /** Strings that are not encoded yet: the next chunk may start with the second surrogate of a pair. */
  #text = "";
  #resolve: (bytes: Uint8Array) => void;
  #reject: (reason: unknown) => void;
  // Chunks that are ready arrive inside `read`: a loop instead of recursion keeps the stack flat.
  #inRead = false;
  #again = false;

  constructor(stream: ReadableState, resolve: (bytes: Uint8Array) => void, reject: (reason: unknown) => void) {
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

  chunkSteps(chunk: unknown): void {
    if (chunk instanceof Uint8Array) {
      if (this.#text !== "") this.#encodeText();
      this.#chunks.push(chunk);
    } else if (home() !== "bun") {
      this.#reject(new TypeError("Received non-Uint8Array chunk"));
      return;
    } else if (typeof chunk === "string") {
      this.#text += chunk;
    } else {
      const bytes = bytesOf(chunk);
      if (bytes === null) {
        this.#reject(new TypeError("Expected text, ArrayBuffer or ArrayBufferView"));
        return;
      }
      if (this.#text !== "") this.#encodeText();
      this.#chunks.push(bytes);
    }
    this.next();
  }

  #encodeText(): void {
    this.#chunks.push(encodeUtf8(this.#text));
    this.#text = "";
  }

  closeSteps(): void {
    if (this.#text !== "") this.#encodeText();
    const chunks = this.#chunks;
    this.#resolve(chunks.length === 1 ? chunks[0]! : joinBytes(chunks));
  }

  errorSteps(reason: unknown): void {
    this.#reject(reason);
  }
}

function bytesOf(chunk: unknown): Uint8Array | null {
  if (ArrayBuffer.isView(chunk)) return new Uint8Array(chunk.buffer as ArrayBuffer, chunk.byteOffset, chunk.byteLength);
  return chunk instanceof ArrayBuffer ? new Uint8Array(chunk) : null;
}
