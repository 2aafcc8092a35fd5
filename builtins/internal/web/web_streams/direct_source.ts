// Bun's sources of `type: "direct"`, which write strings and bytes at any time instead of one chunk per pull: the writes of
// one task become one chunk of an ordinary stream.
import { encodeUtf8, joinBytes } from "internal:core/utf8";
import { queueMicrotask } from "internal:core/ticks";
import type { ReadableStreamDefaultController } from "internal:web/web_streams/controller_classes";

/** The members of an ordinary source. */
export interface SourceMethods {
  pull(controller: ReadableStreamDefaultController): unknown;
  cancel(reason: unknown): unknown;
}

/** The argument of a direct source's `pull`, which may store it and write later. */
class DirectController {
  readonly #controller: ReadableStreamDefaultController;
  #buffered: Uint8Array[] = [];
  #isClosed = false;

  constructor(controller: ReadableStreamDefaultController) {
    this.#controller = controller;
  }

  /** Buffers a string or a copy of bytes. Returns their length in bytes. */
  write(data: unknown): number {
    const bytes = bytesOf(data);
    if (this.#isClosed || bytes.length === 0) return bytes.length;
    if (this.#buffered.push(bytes) === 1) queueMicrotask(() => void this.flush());
    return bytes.length;
  }

  /** Enqueues the buffered bytes. Returns how many there were. */
  flush(): number {
    if (this.#isClosed || this.#buffered.length === 0) return 0;
    const bytes = this.#buffered.length === 1 ? this.#buffered[0]! : joinBytes(this.#buffered);
    this.#buffered = [];
    this.#controller.enqueue(bytes);
    return bytes.length;
  }

  /** Flushes and closes the stream. */
  end(): number {
    const count = this.flush();
    if (!this.#isClosed) {
      this.#isClosed = true;
      this.#controller.close();
    }
    return count;
  }

  /** Closes the stream, or fails it when there is a reason. */
  close(reason?: unknown): void {
    if (reason === undefined) this.end();
    else this.error(reason);
  }

  /** Fails the stream and discards the buffered bytes. */
  error(reason: unknown): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#controller.error(reason);
  }

  /** The stream was cancelled: later writes are discarded. */
  abandon(): void {
    this.#isClosed = true;
  }
}

function bytesOf(data: unknown): Uint8Array {
  if (typeof data === "string") return encodeUtf8(data);
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength).slice();
  if (data instanceof ArrayBuffer || data instanceof SharedArrayBuffer) return new Uint8Array(data).slice();
  throw new TypeError("Expected text, ArrayBuffer or ArrayBufferView");
}

/** `pull` and `cancel` of an ordinary source over those of a direct one. A promise from `pull` closes the stream when it is fulfilled. */
export function ordinaryMembers(pull: Function, cancel: Function | undefined): SourceMethods {
  let direct: DirectController | undefined;
  return {
    pull(this: unknown, controller: ReadableStreamDefaultController): unknown {
      const own = (direct ??= new DirectController(controller));
      const result = Reflect.apply(pull, this, [own]) as PromiseLike<unknown> | undefined;
      return typeof result?.then === "function" ? result.then(() => void own.end()) : undefined;
    },
    cancel(this: unknown, reason: unknown): unknown {
      direct?.abandon();
      return cancel === undefined ? undefined : Reflect.apply(cancel, this, [reason]);
    },
  };
}
