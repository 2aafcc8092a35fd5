// Sends the body of a request that is a stream, as fast as the server reads it.
import { finish, write } from "native:fetch";
import { acquireDefaultReader, cancelReadable, read, type ReadableState, type ReaderState, type ReadRequest } from "internal:web_streams/readable";

/** Bytes that may wait for the server before the stream has to. */
const WAITING_BYTES_MAX = 64 * 1024;

export class OutgoingBody implements ReadRequest {
  #stream: ReadableState;
  #reader: ReaderState;
  #request = 0;
  #onError: (error: unknown) => void;
  /** Bytes that must still come, when the length was announced. */
  #missing: number | null;
  #isOver = false;
  #isWaiting = false;
  #inRead = false;
  #again = false;

  /** `length`: bytes that were announced, or null. `onError` hears why the body cannot be completed. */
  constructor(stream: ReadableState, length: number | null, onError: (error: unknown) => void) {
    this.#stream = stream;
    this.#reader = acquireDefaultReader(stream);
    this.#missing = length;
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

  chunkSteps(chunk: any): void {
    if (this.#isOver) return;
    if (!(chunk instanceof Uint8Array)) return this.#fail(new TypeError("Received non-Uint8Array chunk"));
    if (this.#missing !== null && (this.#missing -= chunk.byteLength) < 0) return this.#fail(lengthMismatch());
    const waiting = chunk.byteLength === 0 ? 0 : write(this.#request, chunk);
    if (waiting < 0) return this.stop(undefined);
    if (waiting > WAITING_BYTES_MAX) this.#isWaiting = true;
    else this.#next();
  }

  closeSteps(): void {
    if (this.#isOver) return;
    if (this.#missing !== null && this.#missing > 0) return this.#fail(lengthMismatch());
    this.#isOver = true;
    finish(this.#request);
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

function lengthMismatch(): Error {
  const error: any = new Error("Request body length does not match content-length header");
  Object.defineProperty(error, "name", { value: "RequestContentLengthMismatchError", writable: true, configurable: true });
  error.code = "UND_ERR_REQ_CONTENT_LENGTH_MISMATCH";
  return error;
}
