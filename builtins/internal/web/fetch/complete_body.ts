// The body of a response that came whole with its head, while a signal may still abort it: until the program has read it, an
// abort breaks it, as it breaks one that is on its way.
import {
  closeByte,
  createByteStream,
  enqueueByte,
  errorByte,
  type ByteController,
} from "internal:web/web_streams/byte_controller";
import { respond } from "internal:web/web_streams/pull_into";
import { type ReadableState } from "internal:web/web_streams/readable";
import { type PendingBody } from "web:body";

interface Listener {
  signal: any;
  listener: () => void;
}

// A signal can live long: responses that nobody reads do not stay with it.
const dropped = new FinalizationRegistry<Listener>(stopListening);

function stopListening({ signal, listener }: Listener): void {
  signal.removeEventListener("abort", listener);
}

export class HeldBody implements PendingBody {
  #bytes: Uint8Array;
  #controller: ByteController | null = null;
  #failure: { error: unknown } | null = null;
  #listening: Listener | null;

  constructor(bytes: Uint8Array, signal: any) {
    this.#bytes = bytes;
    const held = new WeakRef(this);
    const listening = (this.#listening = {
      signal,
      listener: () => {
        const body = held.deref();
        if (body !== undefined) body.#fail(signal.reason);
      },
    });
    signal.addEventListener("abort", listening.listener, { once: true });
    dropped.register(this, listening, listening);
  }

  /** The bytes, unless the signal aborts before they are there. */
  async whole(): Promise<Uint8Array> {
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
    dropped.unregister(this.#listening);
    this.#listening = null;
  }
}
