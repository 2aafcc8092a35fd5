// The body of a response that arrived complete with its head and has a signal: an abort before the program has read it fails
// it, as it fails a body that is still arriving.
import {
  closeByte,
  createByteStream,
  enqueueByte,
  errorByte,
  type ByteController,
} from "internal:web/web_streams/byte_controller";
import { respond } from "internal:web/web_streams/pull_into";
import { type ReadableState } from "internal:web/web_streams/readable";
import type { AbortSignal } from "web:abort";
import { type PendingBody } from "web:body";

interface Listener {
  signal: AbortSignal;
  listener: () => void;
}

// A signal can be long-lived: collected bodies remove their listeners from it.
const collected = new FinalizationRegistry<Listener>(stopListening);

function stopListening({ signal, listener }: Listener): void {
  signal.removeEventListener("abort", listener);
}

export class CompleteBody implements PendingBody {
  #bytes: Uint8Array;
  #controller: ByteController | null = null;
  #failure: { error: unknown } | null = null;
  #listening: Listener | null;

  constructor(bytes: Uint8Array, signal: AbortSignal) {
    this.#bytes = bytes;
    const weak = new WeakRef(this);
    const listening = (this.#listening = {
      signal,
      listener: () => {
        const body = weak.deref();
        if (body !== undefined) body.#fail(signal.reason);
      },
    });
    signal.addEventListener("abort", listening.listener, { once: true });
    collected.register(this, listening, listening);
  }

  /** The bytes, unless the signal aborts first. */
  async readAll(): Promise<Uint8Array> {
    await null;
    this.#release();
    if (this.#failure !== null) throw this.#failure.error;
    return this.#bytes;
  }

  /** The body as a stream of bytes. */
  stream(): ReadableState {
    const controller = (this.#controller = createByteStream({ self: this, pull: this.#pull, cancel: this.#cancel }));
    if (this.#failure !== null) errorByte(controller, this.#failure.error);
    return controller.stream;
  }

  #pull(): undefined {
    const controller = this.#controller!;
    this.#release();
    if (this.#bytes.length > 0) enqueueByte(controller, this.#bytes);
    closeByte(controller);
    if (controller.pendingPullIntos.length > 0) respond(controller, 0);
    return undefined;
  }

  #cancel(): undefined {
    this.#release();
    return undefined;
  }

  #fail(error: unknown): void {
    this.#listening = null;
    this.#failure = { error };
    if (this.#controller !== null) errorByte(this.#controller, error);
  }

  #release(): void {
    if (this.#listening === null) return;
    stopListening(this.#listening);
    collected.unregister(this.#listening);
    this.#listening = null;
  }
}
