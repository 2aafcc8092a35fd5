// Sends a stream as the body of a request, with back-pressure.
import { finish, write } from "native:fetch";
import { lengthMismatch } from "internal:web/fetch/body_length";
import { encodeUtf8 } from "internal:core/utf8";
import {
  acquireDefaultReader,
  cancelReadable,
  read,
  type ReadableState,
  type ReaderState,
  type ReadRequest,
} from "internal:web/web_streams/readable";

/** Buffered bytes at which reading pauses. */
const BUFFERED_BYTES_MAX = 64 * 1024;

export class OutgoingBody implements ReadRequest {
  #stream: ReadableState;
  #reader: ReaderState;
  #request = 0;
  #onError: (error: unknown) => void;
  /** The announced length. */
  #announced: number | null;
  #sentBytes = 0;
  /** Called with each chunk of a traced request. */
  onChunk: ((chunk: Uint8Array) => void) | null = null;
  /** Called when the body is complete. */
  onComplete: (() => void) | null = null;
  #isOver = false;
  #isPaused = false;
  #inRead = false;
  #again = false;

  /** `length`: the announced length, or null. `onError` is called when the body cannot be completed. */
  constructor(stream: ReadableState, length: number | null, onError: (error: unknown) => void) {
    this.#stream = stream;
    this.#reader = acquireDefaultReader(stream);
    this.#announced = length;
    this.#onError = onError;
  }

  /** Starts to read. */
  start(request: number): void {
    this.#request = request;
    this.#next();
  }

  /** The written bytes were passed to the operating system. */
  sent(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.#next();
  }

  /** The request ended: cancels the stream. */
  stop(reason: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (this.#stream.state === "readable") void cancelReadable(this.#stream, reason).catch(() => {});
  }

  #next(): void {
    if (this.#inRead) {
      this.#again = true;
      return;
    }
    this.#inRead = true;
    do {
      this.#again = false;
      if (!this.#isOver) read(this.#reader, this);
    } while (this.#again);
    this.#inRead = false;
  }

  // The standard allows only Uint8Array chunks (Fetch §5.3); Node and Bun also send strings and other views.
  chunkSteps(given: unknown): void {
    if (this.#isOver) return;
    let chunk = given as Uint8Array;
    if (!(given instanceof Uint8Array)) {
      if (typeof given === "string") chunk = encodeUtf8(given);
      else if (ArrayBuffer.isView(given)) chunk = new Uint8Array(given.buffer, given.byteOffset, given.byteLength);
      else return this.#fail(new TypeError("Received non-Uint8Array chunk"));
    }
    this.#sentBytes += chunk.byteLength;
    if (this.#announced !== null && this.#sentBytes > this.#announced)
      return this.#fail(lengthMismatch(this.#announced, this.#sentBytes));
    const buffered = chunk.byteLength === 0 ? 0 : write(this.#request, chunk);
    if (buffered < 0) return this.stop(undefined);
    this.onChunk?.(chunk);
    if (buffered > BUFFERED_BYTES_MAX) this.#isPaused = true;
    else this.#next();
  }

  closeSteps(): void {
    if (this.#isOver) return;
    if (this.#announced !== null && this.#sentBytes < this.#announced)
      return this.#fail(lengthMismatch(this.#announced, this.#sentBytes));
    this.#isOver = true;
    finish(this.#request);
    this.onComplete?.();
  }

  errorSteps(reason: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#onError(reason);
  }

  #fail(error: unknown): void {
    this.stop(error);
    this.#onError(error);
  }
}
