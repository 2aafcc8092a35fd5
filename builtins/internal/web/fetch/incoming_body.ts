// The body of a response that had not come whole with its head. What reads it decides how: all at once, without streams, or
// piece by piece, where nothing is read from the connection before somebody asks.
import { pull } from "native:fetch";
import {
  closeByte,
  createByteStream,
  enqueueByte,
  errorByte,
  type ByteController,
} from "internal:web/web_streams/byte_controller";
import { respond } from "internal:web/web_streams/pull_into";
import { type ReadableState } from "internal:web/web_streams/readable";
import { endRequest, forgetRequest } from "internal:web/fetch/client";
import { type Observation } from "internal:web/fetch/tracing";
import { type PendingBody } from "web:body";
import * as unread from "internal:web/fetch/pending_bodies";

export class IncomingBody implements PendingBody {
  #request: number;
  // The connection holds this object: held any faster, a stream that nobody has any more would keep its connection. A read that
  // waits holds the controller by its promise.
  #controller: WeakRef<ByteController> | null = null;
  #waiter: { resolve(value: any): void; reject(error: unknown): void } | null = null;
  #failure: { error: unknown } | null = null;
  #isOver = false;
  /** Called once, when nothing more will come or is wanted. */
  onEnd: (() => void) | null = null;
  /** Hears of the bytes and of the end, if somebody watches the request. */
  observation: Observation | null = null;

  /** `owner`: the object that programs hold. */
  constructor(request: number) {
    this.#request = request;
  }

  /** Has the request ended when `owner` is collected before anybody asked for the body. */
  watch(owner: object): void {
    unread.watch(owner, this);
  }

  /** The whole body. Rejects when the connection breaks. */
  whole(): Promise<Uint8Array> {
    if (this.#failure !== null) return Promise.reject(this.#failure.error);
    const bytes = pull(this.#request, true);
    if (bytes !== null) {
      this.#observed(bytes === true ? null : bytes, true);
      this.#end();
      return Promise.resolve(bytes === true ? new Uint8Array(0) : bytes);
    }
    unread.forget(this);
    return new Promise((resolve, reject) => {
      this.#waiter = { resolve, reject };
    });
  }

  /** The body as a stream of bytes. */
  stream(): ReadableState {
    const controller = createByteStream({ self: this, pull: this.#pull, cancel: this.#cancel });
    this.#controller = new WeakRef(controller);
    if (!this.#isOver) {
      // Who has the stream needs no Response any more.
      unread.forget(this);
      unread.watch(controller, this);
    }
    if (this.#failure !== null) errorByte(controller, this.#failure.error);
    return controller.stream;
  }

  #pull(): Promise<void> | undefined {
    if (this.#isOver) {
      this.#close();
      return undefined;
    }
    const bytes = pull(this.#request, false);
    if (bytes === true) {
      this.#observed(null, true);
      this.#end();
      this.#close();
    } else if (bytes !== null) {
      this.#observed(bytes, false);
      enqueueByte(this.#controller!.deref()!, bytes);
    } else {
      return new Promise((resolve, reject) => {
        this.#waiter = { resolve, reject };
      });
    }
    return undefined;
  }

  #cancel(): undefined {
    this.abandon();
    return undefined;
  }

  #close(): void {
    const controller = this.#controller!.deref();
    if (controller === undefined || controller.stream.state !== "readable") return;
    closeByte(controller);
    if (controller.pendingPullIntos.length > 0) respond(controller, 0);
  }

  /** New bytes (null: none), and whether they are the last. */
  push(bytes: Uint8Array | null, isLast: boolean): void {
    const waiter = this.#waiter;
    this.#waiter = null;
    this.#observed(bytes, isLast);
    if (isLast) this.#end();
    if (this.#controller === null) {
      waiter?.resolve(bytes ?? new Uint8Array(0));
      return;
    }
    const controller = this.#controller.deref();
    if (bytes !== null && controller !== undefined) enqueueByte(controller, bytes);
    if (isLast) this.#close();
    waiter?.resolve(undefined);
  }

  /** The connection broke, or the program aborted. */
  fail(error: unknown): void {
    if (this.#isOver) return;
    this.#failure = { error };
    this.#end();
    const controller = this.#controller === null ? undefined : this.#controller.deref();
    if (controller !== undefined) errorByte(controller, error);
    const waiter = this.#waiter;
    this.#waiter = null;
    waiter?.reject(error);
  }

  /** Nobody wants the rest. */
  abandon(): void {
    if (this.#isOver) return;
    this.#end();
    endRequest(this.#request);
  }

  /** Ends the request with an error. */
  abort(error: unknown): void {
    if (this.#isOver) return;
    endRequest(this.#request);
    this.fail(error);
  }

  #observed(bytes: Uint8Array | null, isLast: boolean): void {
    if (this.observation === null) return;
    if (bytes !== null) this.observation.received(bytes);
    if (isLast) this.observation.ended();
  }

  #end(): void {
    this.#isOver = true;
    unread.forget(this);
    forgetRequest(this.#request);
    const { onEnd } = this;
    this.onEnd = null;
    onEnd?.();
  }
}
