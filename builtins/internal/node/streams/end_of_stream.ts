// `stream.finished`: calls a callback once when a stream has ended, finished, failed or closed too early. Old streams and
// HTTP messages end with other events. Of web streams, the closed promise is used.
import { safe } from "internal:core/bootstrap";
import { bindOnce } from "internal:core/async/context";
import { AbortError, ERR_INVALID_ARG_TYPE, ERR_STREAM_PREMATURE_CLOSE } from "internal:core/errors";
import { nextTick } from "internal:core/ticks";
import { validateAbortSignal, validateBoolean, validateFunction, validateObject } from "internal:core/validators";
import { addAbortListener, type Registration } from "internal:core/events/abort_listener";
import {
  isClosed,
  isNodeStream,
  isReadable,
  isReadableFinished,
  isReadableNodeStream,
  isReadableStream,
  isWritable,
  isWritableFinished,
  isWritableNodeStream,
  isWritableStream,
  kIsClosedPromise,
  readableError,
  willEmitClose,
  writableError,
  type Callback,
  type Candidate,
  type NodeStream,
  type WebStream,
} from "internal:node/streams/kinds";
import type { AbortSignal } from "web:abort";

/** Option, for builtins: call back synchronously when the stream is already over. */
export const kCallSynchronously: unique symbol = Symbol("kEosNodeSynchronousCallback");

/** The options of `finished`. */
export interface EndOptions {
  readable?: boolean;
  writable?: boolean;
  error?: boolean;
  signal?: AbortSignal;
  cleanup?: unknown;
  [kCallSynchronously]?: boolean;
}

const dispose: typeof Symbol.dispose = Symbol.dispose;
const noOptions = safe.freeze({ __proto__: null }) as EndOptions;

function nothing(): void {}

/**
 * Calls `callback(error?)` once `stream` is over. Returns a function that removes the listeners.
 * Options: `readable`, `writable` (wait for this side; by default for the sides of the stream), `error: false` (no listener
 * of "error"), `signal` (stop waiting, with AbortError).
 */
export function eos(stream: Candidate, options?: any, callback?: any): () => void {
  if (arguments.length === 2) {
    callback = options;
    options = noOptions;
  } else if (options === undefined || options === null) {
    options = noOptions;
  } else {
    validateObject(options, "options");
  }
  validateFunction(callback, "callback");
  validateAbortSignal(options.signal, "options.signal");
  // The stream may end in any context; the callback belongs to that of the caller.
  callback = bindOnce("STREAM_END_OF_STREAM", callback);
  if (isReadableStream(stream) || isWritableStream(stream)) return waitForWebStream(stream, options, callback);
  if (!isNodeStream(stream)) {
    throw new ERR_INVALID_ARG_TYPE("stream", ["ReadableStream", "WritableStream", "Stream"], stream);
  }
  return new EndOfStream(stream, options, callback).start();
}

class EndOfStream {
  #stream: NodeStream;
  #options: EndOptions;
  #callback: Callback | null;
  #readable: boolean;
  #writable: boolean;
  #willEmitClose: boolean;
  #readableFinished: boolean | null;
  #writableFinished: boolean | null;
  #abortRegistration: Registration | null = null;

  constructor(stream: NodeStream, options: EndOptions, callback: Callback) {
    this.#stream = stream;
    this.#options = options;
    this.#callback = callback;
    this.#readable = options.readable ?? isReadableNodeStream(stream);
    this.#writable = options.writable ?? isWritableNodeStream(stream);
    // "close" comes last and settles everything, unless only one side of the stream is of interest.
    this.#willEmitClose =
      Boolean(willEmitClose(stream)) &&
      isReadableNodeStream(stream) === this.#readable &&
      isWritableNodeStream(stream) === this.#writable;
    this.#readableFinished = isReadableFinished(stream, false);
    this.#writableFinished = isWritableFinished(stream, false);
  }

  start(): () => void {
    const stream = this.#stream;
    const { signal } = this.#options;
    let result = this.#resultIfOver();
    const isOver = result !== undefined;
    if (isOver) {
      // An error that is emitted later is already in the result.
      if (this.#options.error !== false) stream.on("error", nothing);
    } else if (signal?.aborted) {
      result = new AbortError(undefined, { cause: signal.reason });
    } else {
      this.#listen();
      return () => this.#cleanUp();
    }
    if (this.#options[kCallSynchronously]) this.#report(result);
    else nextTick(() => this.#report(result));
    return () => {
      this.#callback = null;
      if (isOver && this.#options.error !== false) stream.removeListener("error", nothing);
    };
  }

  // undefined: not over; null: over without an error.
  #resultIfOver(): unknown {
    const stream = this.#stream;
    const readableState = stream._readableState;
    const writableState = stream._writableState;
    if (isClosed(stream)) return this.#closeError();
    if (writableState?.errorEmitted || readableState?.errorEmitted) {
      return this.#willEmitClose ? undefined : errorOf(stream);
    }
    const readableOver = this.#readableFinished || isReadable(stream) === false;
    const writableOver = this.#writableFinished || isWritable(stream) === false;
    const onlyWritable =
      !this.#readable &&
      (!this.#willEmitClose || isReadable(stream)) &&
      writableOver &&
      !(writableState?.pendingcb! > 0);
    const onlyReadable = !this.#writable && (!this.#willEmitClose || isWritable(stream)) && readableOver;
    const abortedRequest = readableState && stream.req && stream.aborted;
    return onlyWritable || onlyReadable || abortedRequest ? errorOf(stream) : undefined;
  }

  #closeError(): unknown {
    const stream = this.#stream;
    const error = errorOf(stream);
    if (error) return error;
    const readingCutOff =
      this.#readable &&
      !this.#readableFinished &&
      isReadableNodeStream(stream, true) &&
      !isReadableFinished(stream, false);
    const writingCutOff = this.#writable && !this.#writableFinished && !isWritableFinished(stream, false);
    return readingCutOff || writingCutOff ? new ERR_STREAM_PREMATURE_CLOSE() : null;
  }

  #listen(): void {
    const stream = this.#stream;
    if (isClientRequest(stream)) {
      stream.on("complete", this.#onFinish);
      if (!this.#willEmitClose) stream.on("abort", this.#onClose);
      if (stream.req) this.#onRequest();
      else stream.on("request", this.#onRequest);
    } else if (this.#writable && !stream._writableState) {
      stream.on("end", this.#onLegacyFinish);
      stream.on("close", this.#onLegacyFinish);
    }
    if (!this.#willEmitClose && typeof stream.aborted === "boolean") stream.on("aborted", this.#onClose);
    stream.on("end", this.#onEnd);
    stream.on("finish", this.#onFinish);
    if (this.#options.error !== false) stream.on("error", this.#onError);
    stream.on("close", this.#onClose);
    const { signal } = this.#options;
    if (signal) this.#abortRegistration = addAbortListener(signal, this.#onAbort);
  }

  #cleanUp(): void {
    const stream = this.#stream;
    this.#callback = null;
    stream.removeListener("aborted", this.#onClose);
    stream.removeListener("complete", this.#onFinish);
    stream.removeListener("abort", this.#onClose);
    stream.removeListener("request", this.#onRequest);
    if (stream.req) stream.req.removeListener("finish", this.#onFinish);
    stream.removeListener("end", this.#onLegacyFinish);
    stream.removeListener("close", this.#onLegacyFinish);
    stream.removeListener("finish", this.#onFinish);
    stream.removeListener("end", this.#onEnd);
    stream.removeListener("error", this.#onError);
    stream.removeListener("close", this.#onClose);
  }

  #report(error?: unknown): void {
    const callback = this.#callback;
    if (callback === null) return;
    this.#callback = null;
    this.#abortRegistration?.[dispose]();
    if (error === undefined || error === null) callback.call(this.#stream);
    else callback.call(this.#stream, error);
  }

  #onEnd = (): void => {
    this.#readableFinished = true;
    // After destroy() "close" may come before the other direction has ended, or never.
    if (this.#stream.destroyed) this.#willEmitClose = false;
    if (this.#willEmitClose && (!this.#stream.writable || this.#writable)) return;
    if (!this.#writable || this.#writableFinished) this.#report();
  };

  #onFinish = (): void => {
    this.#writableFinished = true;
    if (this.#stream.destroyed) this.#willEmitClose = false;
    if (this.#willEmitClose && (!this.#stream.readable || this.#readable)) return;
    if (!this.#readable || this.#readableFinished) this.#report();
  };

  #onLegacyFinish = (): void => {
    if (!this.#stream.writable) this.#onFinish();
  };

  // An "error" event without a value is still an error.
  #onError = (error: unknown): void => {
    const callback = this.#callback;
    if (error === undefined || error === null) {
      this.#callback = null;
      this.#abortRegistration?.[dispose]();
      callback?.call(this.#stream, error);
    } else {
      this.#report(error);
    }
  };

  #onClose = (): void => this.#report(this.#closeError());

  #onRequest = (): unknown => this.#stream.req!.on("finish", this.#onFinish);

  #onAbort = (): void => {
    const callback = this.#callback;
    this.#cleanUp();
    callback?.call(this.#stream, new AbortError(undefined, { cause: this.#options.signal!.reason }));
  };
}

function errorOf(stream: NodeStream): unknown {
  const error = writableError(stream) || readableError(stream);
  return typeof error === "boolean" ? null : error || null;
}

function isClientRequest(stream: NodeStream): boolean {
  return Boolean(stream.setHeader) && typeof stream.abort === "function";
}

function waitForWebStream(stream: WebStream, options: EndOptions, callback: Callback): () => void {
  const { signal } = options;
  let settled = false;
  let registration: Registration | null = null;
  const settle = (...args: unknown[]): void => {
    if (settled) return;
    settled = true;
    registration?.[dispose]();
    safe.apply(callback, stream, args);
  };
  const onAbort = (): void => settle(new AbortError(undefined, { cause: signal!.reason }));
  if (signal?.aborted) nextTick(onAbort);
  else if (signal) registration = addAbortListener(signal, onAbort);
  const onClosed = (...args: unknown[]): void => {
    if (!settled) nextTick(() => settle(...args));
  };
  stream[kIsClosedPromise].promise.then(onClosed, onClosed);
  return nothing;
}

/** `stream/promises.finished`: the same as a promise. `options.cleanup`: remove the listeners afterwards. */
export function finished(stream: Candidate, options?: EndOptions | null): Promise<void> {
  if (options === null) options = noOptions;
  let cleansUp = false;
  if (options?.cleanup) {
    validateBoolean(options.cleanup, "cleanup");
    cleansUp = options.cleanup;
  }
  return new Promise((resolve, reject) => {
    const cleanUp = eos(stream, options, (error: unknown) => {
      if (cleansUp) cleanUp();
      if (error) reject(error);
      else resolve();
    });
  });
}
