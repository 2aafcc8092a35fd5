// Sends the body of a request that is a stream, as fast as the server reads it.
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

/** Bytes that may wait for the server before the stream has to. */
const WAITING_BYTES_MAX = 64 * 1024;

export class OutgoingBody implements ReadRequest {
  #stream: ReadableState;
  #reader: ReaderState;
  #request = 0;
  #onError: (error: unknown) => void;
  /** The length that was announced. */
  #announced: number | null;
  #sentBytes = 0;
  /** Hears of each chunk, if somebody watches the request. */
  onChunk: ((chunk: Uint8Array) => void) | null = null;
  /** Hears that the body is complete. */
  onComplete: (() => void) | null = null;
  #isOver = false;
  #isWaiting = false;
  #inRead = false;
  #again = false;

  /** `length`: bytes that were announced, or null. `onError` hears why the body cannot be completed. */
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

  /** What was written is with the system. */
  sent(): void {
    if (!this.#isWaiting) return;
    this.#isWaiting = false;
    this.#next();
  }

  /** The request is over: the rest is not wanted. */
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

  // Streams of text and of views are no bodies by the standard (Fetch §5.3); Node.js and Bun send them all the same.
  chunkSteps(chunk: any): void {
    if (this.#isOver) return;
    if (!(chunk instanceof Uint8Array)) {
      if (typeof chunk === "string") chunk = encodeUtf8(chunk);
      else if (ArrayBuffer.isView(chunk)) chunk = new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      else return this.#fail(new TypeError("Received non-Uint8Array chunk"));
    }
    this.#sentBytes += chunk.byteLength;
    if (this.#announced !== null && this.#sentBytes > this.#announced)
      return this.#fail(lengthMismatch(this.#announced, this.#sentBytes));
    const waiting = chunk.byteLength === 0 ? 0 : write(this.#request, chunk);
    if (waiting < 0) return this.stop(undefined);
    this.onChunk?.(chunk);
    if (waiting > WAITING_BYTES_MAX) this.#isWaiting = true;
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

  errorSteps(reason: any): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#onError(reason);
  }

  #fail(error: unknown): void {
    this.stop(error);
    this.#onError(error);
  }
}
