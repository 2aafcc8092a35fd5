// The body of a response that did not arrive complete with its head. It is read in one piece, without streams, or as a stream,
// where a pull reads from the connection.
import { pull } from "native:fetch";
import {
  closeByte,
  createByteStream,
  enqueueOwned,
  errorByte,
  type ByteController,
} from "internal:web/web_streams/byte_controller";
import { respond } from "internal:web/web_streams/pull_into";
import { type ReadableState } from "internal:web/web_streams/readable";
import { endRequest, forgetRequest } from "internal:web/fetch/client";
import { type RequestTrace } from "internal:web/fetch/tracing";
import { type PendingBody } from "web:body";
import * as pending from "internal:web/fetch/pending_bodies";

export class IncomingBody implements PendingBody {
  #request: number;
  // The connection references this object: with a strong reference an unreachable stream would keep its connection. A pending
  // read references the controller through its promise.
  #controller: WeakRef<ByteController> | null = null;
  #waiter: { resolve(bytes?: any): void; reject(error: unknown): void } | null = null;
  #failure: { error: unknown } | null = null;
  #isOver = false;
  byteLength: number | null = null;
  /** Called once, at the end of the body or when it is abandoned. */
  onEnd: (() => void) | null = null;
  /** Receives the bytes and the end of a traced request. */
  trace: RequestTrace | null = null;

  constructor(request: number) {
    this.#request = request;
  }

  /** Ends the request when `owner`, the program's object, is collected before the body is read. */
  watch(owner: object): void {
    pending.watch(owner, this);
  }

  /** All bytes of the body. Rejects when the connection fails. */
  readAll(): Promise<Uint8Array> {
    if (this.#failure !== null) return Promise.reject(this.#failure.error);
    const bytes = pull(this.#request, true);
    if (bytes !== null) {
      this.#traced(bytes === true ? null : bytes, true);
      this.#end();
      return Promise.resolve(bytes === true ? new Uint8Array(0) : bytes);
    }
    pending.forget(this);
    return new Promise((resolve, reject) => {
      this.#waiter = { resolve, reject };
    });
  }

  /** The body as a stream of bytes. */
  stream(): ReadableState {
    const controller = createByteStream({ self: this, pull: this.#pull, cancel: this.#cancel });
    this.#controller = new WeakRef(controller);
    if (!this.#isOver) {
      // From now on the stream owns the body, no longer the Response.
      pending.forget(this);
      pending.watch(controller, this);
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
      this.#traced(null, true);
      this.#end();
      this.#close();
    } else if (bytes !== null) {
      this.#traced(bytes, false);
      enqueueOwned(this.#controller!.deref()!, bytes);
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

  /** Receives bytes (null: none); `isLast` ends the body. */
  push(bytes: Uint8Array | null, isLast: boolean): void {
    const waiter = this.#waiter;
    this.#waiter = null;
    this.#traced(bytes, isLast);
    if (isLast) this.#end();
    if (this.#controller === null) {
      waiter?.resolve(bytes ?? new Uint8Array(0));
      return;
    }
    const controller = this.#controller.deref();
    if (bytes !== null && controller !== undefined) enqueueOwned(controller, bytes);
    if (isLast) this.#close();
    waiter?.resolve(undefined);
  }

  /** Fails the body: the connection failed, or the program aborted. */
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

  /** Ends the request: the rest of the body is not needed. */
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

  #traced(bytes: Uint8Array | null, isLast: boolean): void {
    if (this.trace === null) return;
    if (bytes !== null) this.trace.bodyReceived(bytes);
    if (isLast) this.trace.ended();
  }

  #end(): void {
    this.#isOver = true;
    pending.forget(this);
    forgetRequest(this.#request);
    const { onEnd } = this;
    this.onEnd = null;
    onEnd?.();
  }
}
