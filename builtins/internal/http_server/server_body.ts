// The body of a request as it arrives: an async iterable of bytes with back-pressure. Fed by `fetch_server`.
import { pauseBody, startBody } from "native:http_server";

/** Bytes that may wait for a slow reader before the client has to. */
const WAITING_BYTES_MAX = 1024 * 1024;

export class ServerBody implements AsyncIterableIterator<Uint8Array> {
  #connection: number;
  #sequence: number;
  #chunks: Uint8Array[] = [];
  #waitingBytes = 0;
  /** Bytes that have come so far. */
  receivedBytes = 0;
  #isEnded = false;
  #isFlowing = false;
  #failure: { error: unknown } | null = null;
  #waiter: { resolve(result: IteratorResult<Uint8Array>): void; reject(error: unknown): void } | null = null;

  constructor(connection: number, sequence: number) {
    this.#connection = connection;
    this.#sequence = sequence;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** The next bytes. Rejects when the client went away before the end. */
  next(): Promise<IteratorResult<Uint8Array>> {
    const chunk = this.#chunks.shift();
    if (chunk !== undefined) {
      this.#waitingBytes -= chunk.length;
      return Promise.resolve({ done: false, value: chunk });
    }
    if (this.#failure !== null) return Promise.reject(this.#failure.error);
    if (this.#isEnded) return Promise.resolve({ done: true, value: undefined });
    if (!this.#isFlowing) {
      this.#isFlowing = true;
      if (!startBody(this.#connection, this.#sequence)) this.fail(aborted());
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

  /** New bytes (null: none), and whether they are the last. */
  push(chunk: Uint8Array | null, isLast: boolean): void {
    const waiter = this.#waiter;
    this.#waiter = null;
    if (chunk !== null) this.receivedBytes += chunk.length;
    if (isLast) this.#isEnded = true;
    if (chunk === null) {
      if (waiter !== null) {
        if (isLast) waiter.resolve({ done: true, value: undefined });
        else this.#waiter = waiter;
      }
      return;
    }
    if (waiter !== null) return waiter.resolve({ done: false, value: chunk });
    this.#chunks.push(chunk);
    this.#waitingBytes += chunk.length;
    if (this.#waitingBytes > WAITING_BYTES_MAX && this.#isFlowing && !isLast) {
      this.#isFlowing = false;
      pauseBody(this.#connection, this.#sequence);
    }
  }

  /** The connection is gone. */
  fail(error: unknown): void {
    if (this.#isEnded) return;
    this.#failure = { error };
    const waiter = this.#waiter;
    this.#waiter = null;
    waiter?.reject(error);
  }
}

/** The error of a body whose client went away. */
export function aborted(): Error {
  const error: any = new Error("aborted");
  error.code = "ECONNRESET";
  return error;
}
