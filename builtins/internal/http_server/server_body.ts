// The body of a request as it arrives: an async iterable of bytes with back-pressure, or all bytes at once. Fed by `fetch_server`.
import { joinBytes } from "internal:core/utf8";
import type { PendingBody } from "web:body";
import type { ReadableState } from "internal:web/web_streams/readable";
import { collectBody, field, pauseBody, startBody } from "native:http_server";
import defer * as lengths from "internal:web/fetch/body_length";
import defer * as iterating from "internal:web/fetch/iterable_body";

/** The flow is paused when more bytes than this are buffered. */
const BUFFERED_BYTES_MAX = 1024 * 1024;

export class ServerBody implements AsyncIterableIterator<Uint8Array>, PendingBody {
  #connection: number;
  #sequence: number;
  #chunks: Uint8Array[] = [];
  #bufferedBytes = 0;
  /** How many bytes were received. */
  receivedBytes = 0;
  #isEnded = false;
  #isFlowing = false;
  #failure: { error: unknown } | null = null;
  #waiter: { resolve(result: IteratorResult<Uint8Array>): void; reject(error: unknown): void } | null = null;
  /** Receives all bytes. */
  #whole: { resolve(bytes: Uint8Array): void; reject(error: unknown): void } | null = null;

  constructor(connection: number, sequence: number) {
    this.#connection = connection;
    this.#sequence = sequence;
  }

  /** The length of the field Content-Length; null without one, and when the request's data is gone. */
  get byteLength(): number | null {
    return lengths.parseLength(field(this.#connection, this.#sequence, "content-length"));
  }

  /** Starts the flow of chunks. Returns false when there are no more. */
  protected startFlow(): boolean {
    return startBody(this.#connection, this.#sequence);
  }

  /** Starts the flow, of one chunk with all bytes or of chunks. Returns false when there are no more. */
  protected collect(): boolean {
    return collectBody(this.#connection, this.#sequence);
  }

  /** Stops the flow: back-pressure for the client. */
  protected pauseFlow(): void {
    pauseBody(this.#connection, this.#sequence);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** All bytes, of a body that was not read before. Rejects when the client disconnected before the end. */
  readAll(): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      if (this.#failure !== null) return reject(this.#failure.error);
      this.#whole = { resolve, reject };
      this.#isFlowing = true;
      if (!this.collect()) this.fail(aborted());
    });
  }

  /** The bytes as a stream. */
  stream(): ReadableState {
    return iterating.streamOfIterable(this)!;
  }

  /** The next chunk. Rejects when the client disconnected before the end. */
  next(): Promise<IteratorResult<Uint8Array>> {
    const chunk = this.#chunks.shift();
    if (chunk !== undefined) {
      this.#bufferedBytes -= chunk.length;
      return Promise.resolve({ done: false, value: chunk });
    }
    if (this.#failure !== null) return Promise.reject(this.#failure.error);
    if (this.#isEnded) return Promise.resolve({ done: true, value: undefined });
    if (!this.#isFlowing) {
      this.#isFlowing = true;
      if (!this.startFlow()) this.fail(aborted());
    }
    return new Promise((resolve, reject) => {
      this.#waiter = { resolve, reject };
      if (this.#failure !== null) reject(this.#failure.error);
    });
  }

  return(): Promise<IteratorResult<Uint8Array>> {
    this.#isEnded = true;
    this.#chunks.length = 0;
    return Promise.resolve({ done: true, value: undefined });
  }

  /** Adds received bytes (null: none); `isLast`: the body is complete. */
  push(chunk: Uint8Array | null, isLast: boolean): void {
    const waiter = this.#waiter;
    this.#waiter = null;
    if (chunk !== null) this.receivedBytes += chunk.length;
    if (isLast) this.#isEnded = true;
    if (this.#whole !== null) return this.#pushToWhole(chunk);
    if (chunk === null) {
      if (waiter !== null) {
        if (isLast) waiter.resolve({ done: true, value: undefined });
        else this.#waiter = waiter;
      }
      return;
    }
    if (waiter !== null) return waiter.resolve({ done: false, value: chunk });
    this.#chunks.push(chunk);
    this.#bufferedBytes += chunk.length;
    if (this.#bufferedBytes > BUFFERED_BYTES_MAX && this.#isFlowing && !isLast) {
      this.#isFlowing = false;
      this.pauseFlow();
    }
  }

  #pushToWhole(chunk: Uint8Array | null): void {
    const chunks = this.#chunks;
    if (chunk !== null) chunks.push(chunk);
    if (!this.#isEnded) return;
    this.#chunks = [];
    this.#whole!.resolve(chunks.length === 1 ? chunks[0]! : joinBytes(chunks));
  }

  /** Fails the body, for example when the connection is closed. */
  fail(error: unknown): void {
    if (this.#isEnded) return;
    this.#failure = { error };
    const waiter = this.#waiter;
    this.#waiter = null;
    waiter?.reject(error);
    this.#whole?.reject(error);
  }
}

/** The error of a body whose client disconnected. */
export function aborted(): Error {
  const error: Error & { code?: string } = new Error("aborted");
  error.code = "ECONNRESET";
  return error;
}
