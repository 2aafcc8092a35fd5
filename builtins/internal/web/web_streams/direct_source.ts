// Bun's sources of `type: "direct"`, which write text and bytes whenever they like, instead of giving one chunk when they
// are asked: what is written in one go becomes one chunk of an ordinary stream.
import { encodeUtf8, joinBytes } from "internal:core/utf8";
import { queueMicrotask } from "internal:core/ticks";

type Pull = (controller: DirectController) => unknown;

/** What `pull` of a direct source gets: it may keep it and write later. */
class DirectController {
  readonly #controller: any;
  #waiting: Uint8Array[] = [];
  #isClosed = false;

  constructor(controller: any) {
    this.#controller = controller;
  }

  /** Takes text or bytes, which the caller may use again afterwards. Returns how many bytes they are. */
  write(data: any): number {
    const bytes = bytesOf(data);
    if (this.#isClosed || bytes.length === 0) return bytes.length;
    if (this.#waiting.push(bytes) === 1) queueMicrotask(() => void this.flush());
    return bytes.length;
  }

  /** Hands over what was written. Returns how many bytes that was. */
  flush(): number {
    if (this.#isClosed || this.#waiting.length === 0) return 0;
    const bytes = this.#waiting.length === 1 ? this.#waiting[0]! : joinBytes(this.#waiting);
    this.#waiting = [];
    this.#controller.enqueue(bytes);
    return bytes.length;
  }

  /** Nothing more comes. */
  end(): number {
    const count = this.flush();
    if (!this.#isClosed) {
      this.#isClosed = true;
      this.#controller.close();
    }
    return count;
  }

  /** Ends the stream, with an error when there is a reason. */
  close(reason?: unknown): void {
    if (reason === undefined) this.end();
    else this.error(reason);
  }

  /** Breaks the stream off; what was not handed over is lost. */
  error(reason: unknown): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#controller.error(reason);
  }

  /** The reader left: what is written from now on goes nowhere. */
  abandon(): void {
    this.#isClosed = true;
  }
}

function bytesOf(data: any): Uint8Array {
  if (typeof data === "string") return encodeUtf8(data);
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength).slice();
  if (data instanceof ArrayBuffer || data instanceof SharedArrayBuffer) return new Uint8Array(data).slice();
  throw new TypeError("Expected text, ArrayBuffer or ArrayBufferView");
}

/** `pull` and `cancel` of an ordinary source, from those of a direct one. A promise of `pull` ends the stream when it is kept. */
export function ordinaryMembers(
  pull: Pull,
  cancel: ((reason: unknown) => unknown) | undefined,
): { pull: (controller: any) => unknown; cancel: (reason: unknown) => unknown } {
  let direct: DirectController | undefined;
  return {
    pull(this: unknown, controller: any): unknown {
      const own = (direct ??= new DirectController(controller));
      const result: any = Reflect.apply(pull, this, [own]);
      return typeof result?.then === "function" ? result.then(() => void own.end()) : undefined;
    },
    cancel(this: unknown, reason: unknown): unknown {
      direct?.abandon();
      return cancel === undefined ? undefined : Reflect.apply(cancel, this, [reason]);
    },
  };
}
