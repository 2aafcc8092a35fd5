// Transfer of streams: the two ports of a message channel are the sides of an identity transform
// (https://streams.spec.whatwg.org/#transferrable-streams).
import {
  closeDefault,
  createDefaultStream,
  type DefaultController,
  enqueueDefault,
  errorDefault,
} from "internal:web/web_streams/default_controller";
import { pipe } from "internal:web/web_streams/pipe";
import { markHandled } from "internal:web/web_streams/promises";
import type { ReadableState } from "internal:web/web_streams/readable";
import { wrapReadable } from "internal:web/web_streams/readable_class";
import { Deferred, type WritableState } from "internal:web/web_streams/writable";
import { wrapWritable } from "internal:web/web_streams/writable_classes";
import { createWritable, errorController, type WritableController } from "internal:web/web_streams/writable_controller";
import defer * as transforms from "internal:web/web_streams/transform_classes";
import { dataCloneError } from "internal:web/clone/kinds";
import { kTransfer } from "internal:web/clone/protocol";
import { setImmediate } from "internal:core/timers";
import { adoptPort, MessageChannel, type MessagePort } from "web:message_channel";

const noOptions = { preventClose: false, preventAbort: false, preventCancel: false, signal: undefined };

/** A stream that was moved out of its thread: the handle of the port that carries its chunks. */
export interface TransferredStream {
  kind: string;
  handle: number;
}

/** Moves a readable stream out of this thread. */
export function transferReadable(stream: ReadableState): TransferredStream {
  if (stream.reader !== null) throw dataCloneError("Cannot transfer a locked ReadableStream");
  const { port1, port2 } = new MessageChannel();
  markHandled(pipe(stream, writableOver(port1, false), noOptions));
  return { kind: "ReadableStream", handle: port2[kTransfer]().handle };
}

/** Moves a writable stream out of this thread. */
export function transferWritable(stream: WritableState): TransferredStream {
  if (stream.writer !== null) throw dataCloneError("Cannot transfer a locked WritableStream");
  const { port1, port2 } = new MessageChannel();
  markHandled(pipe(readableOver(port1, false), stream, noOptions));
  return { kind: "WritableStream", handle: port2[kTransfer]().handle };
}

/** Moves both sides of a transform stream out of this thread. */
export function transferTransform(readable: ReadableState, writable: WritableState): object {
  if (readable.reader !== null || writable.writer !== null)
    throw dataCloneError("Cannot transfer a locked TransformStream");
  return {
    kind: "TransformStream",
    readable: transferReadable(readable).handle,
    writable: transferWritable(writable).handle,
  };
}

/** The TransformStream of two received handles. */
export function receiveTransform(handles: { readable: number; writable: number }): object {
  return transforms.joinSides(
    readableOver(adoptPort(handles.readable), true),
    writableOver(adoptPort(handles.writable), true),
  );
}

/** The ReadableStream of a received handle. */
export function receiveReadable(handle: number): object {
  return wrapReadable(readableOver(adoptPort(handle), true));
}

/** The WritableStream of a received handle. */
export function receiveWritable(handle: number): object {
  return wrapWritable(writableOver(adoptPort(handle), true));
}

// A received stream keeps the process alive while a read or write is pending (`isKeeping`); the sending side never does.
function readableOver(port: MessagePort, isKeeping: boolean): ReadableState {
  const source = new PortSource(port, isKeeping);
  source.controller = createDefaultStream({ self: source, pull: source.pull, cancel: source.cancel }, 0);
  listen(
    port,
    (type, value) => source.take(type, value),
    (error) => errorDefault(source.controller, error),
  );
  return source.controller.stream;
}

function writableOver(port: MessagePort, isKeeping: boolean): WritableState {
  const sink = new PortSink(port, isKeeping);
  sink.controller = createWritable({ self: sink, write: sink.write, close: sink.close, abort: sink.abort });
  listen(
    port,
    (type, value) => sink.take(type, value),
    (error) => sink.fail(error),
  );
  return sink.controller.stream;
}

/** A message of the protocol between the two sides. */
interface StreamMessage {
  type: "chunk" | "close" | "error" | "pull";
  value?: unknown;
}

function listen(port: MessagePort, take: (type: string, value: unknown) => void, fail: (error: unknown) => void): void {
  port.addEventListener("message", ({ data }: { data: StreamMessage }) => take(data.type, data.value));
  port.addEventListener("messageerror", () => {
    const error = dataCloneError("A chunk of a transferred stream could not be deserialized");
    postError(port, error);
    port.close();
    fail(error);
  });
  port.unref();
}

// PackAndPostMessageHandlingError: a reason that cannot be cloned is replaced by the DataCloneError.
function postError(port: MessagePort, reason: unknown): void {
  try {
    port.postMessage({ type: "error", value: reason });
  } catch (error) {
    port.postMessage({ type: "error", value: error });
  }
}

// SetUpCrossRealmTransformReadable
class PortSource {
  controller!: DefaultController;
  #port: MessagePort;
  #isKeeping: boolean;

  constructor(port: MessagePort, isKeeping: boolean) {
    this.#port = port;
    this.#isKeeping = isKeeping;
  }

  take(type: string, value: unknown): void {
    if (type === "chunk") {
      // A consumer with capacity pulls again at once.
      this.#port.unref();
      enqueueDefault(this.controller, value);
      return;
    }
    if (type === "close") closeDefault(this.controller);
    else errorDefault(this.controller, value);
    this.#port.close();
  }

  pull(): void {
    if (this.#isKeeping) this.#port.ref();
    this.#port.postMessage({ type: "pull" });
  }

  cancel(reason: unknown): void {
    postError(this.#port, reason);
    closeSoon(this.#port, this.#isKeeping);
  }
}

// SetUpCrossRealmTransformWritable
class PortSink {
  controller!: WritableController;
  #port: MessagePort;
  #isKeeping: boolean;
  #pulled = new Deferred();

  constructor(port: MessagePort, isKeeping: boolean) {
    this.#port = port;
    this.#isKeeping = isKeeping;
  }

  take(type: string, value: unknown): void {
    this.#port.unref();
    if (type === "error") this.fail(value);
    else this.#pulled.resolve();
  }

  fail(error: unknown): void {
    if (this.controller.stream.state === "writable") errorController(this.controller, error);
    this.#pulled.resolve();
  }

  // Resolves when the peer pulls the next chunk: then this one has arrived.
  async write(chunk: unknown): Promise<void> {
    if (this.#isKeeping) this.#port.ref();
    await this.#pulled.promise;
    this.#pulled = new Deferred();
    try {
      if (this.#isKeeping) this.#port.ref();
      this.#port.postMessage({ type: "chunk", value: chunk });
    } catch (error) {
      postError(this.#port, error);
      this.#port.close();
      throw error;
    }
  }

  close(): void {
    this.#port.postMessage({ type: "close" });
    closeSoon(this.#port, this.#isKeeping);
  }

  abort(reason: unknown): void {
    postError(this.#port, reason);
    closeSoon(this.#port, this.#isKeeping);
  }
}

// A posted message arrives in the next iteration of the event loop, which the port has to keep alive.
function closeSoon(port: MessagePort, isKeeping: boolean): void {
  if (isKeeping) setImmediate(() => port.close());
  else port.close();
}
