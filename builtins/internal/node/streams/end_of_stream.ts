// `stream.finished`: one call of a callback when a stream has ended, finished, failed or closed too early. Old streams and
// HTTP messages end in ways of their own. Web streams are asked for their closed promise.
import { bindOnce } from "internal:core/async/context";
import { AbortError, ERR_INVALID_ARG_TYPE, ERR_STREAM_PREMATURE_CLOSE } from "internal:core/errors";
import { nextTick } from "internal:core/ticks";
import { validateAbortSignal, validateBoolean, validateFunction, validateObject } from "internal:core/validators";
import { addAbortListener } from "internal:core/events/abort_listener";
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
} from "internal:node/streams/kinds";

/** Option, for builtins: call back at once when the stream is over already. */
export const kCallSynchronously: unique symbol = Symbol("kEosNodeSynchronousCallback") as any;

type Callback = (this: any, error?: any) => void;
const disposeSymbol: symbol = (Symbol as any).dispose;
const noOptions: any = Object.freeze({ __proto__: null });

function nothing(): void {}

/**
 * Calls `callback(error?)` once `stream` is over. Returns a function that takes the listeners away.
 * Options: `readable`, `writable` (wait for this side, by default what there is), `error: false` (no listener of "error"),
 * `signal` (stop waiting, with AbortError).
 */
export function eos(stream: any, options?: any, callback?: any): () => void {
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
  #stream: any;
  #options: any;
  #callback: Callback | null;
  #readable: boolean;
  #writable: boolean;
  #willEmitClose: boolean;
  #readableFinished: boolean | null;
  #writableFinished: boolean | null;
  #abortRegistration: any = null;

  constructor(stream: any, options: any, callback: Callback) {
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
      // An error that is still to be emitted has been told already.
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

  // undefined: not over; null: over and well.
  #resultIfOver(): any {
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
      !(writableState?.pendingcb > 0);
    const onlyReadable = !this.#writable && (!this.#willEmitClose || isWritable(stream)) && readableOver;
    const abortedRequest = readableState && stream.req && stream.aborted;
    return onlyWritable || onlyReadable || abortedRequest ? errorOf(stream) : undefined;
  }

  #closeError(): any {
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

  #report(error?: any): void {
    const callback = this.#callback;
    if (callback === null) return;
    this.#callback = null;
    this.#abortRegistration?.[disposeSymbol]();
    if (error === undefined || error === null) callback.call(this.#stream);
    else callback.call(this.#stream, error);
  }

  #onEnd = (): void => {
    this.#readableFinished = true;
    // After destroy() "close" may come before the other side is done, or never.
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

  // Also an "error" without a value is one.
  #onError = (error: any): void => {
    const callback = this.#callback;
    if (error === undefined || error === null) {
      this.#callback = null;
      this.#abortRegistration?.[disposeSymbol]();
      callback?.call(this.#stream, error);
    } else {
      this.#report(error);
    }
  };

  #onClose = (): void => this.#report(this.#closeError());

  #onRequest = (): void => this.#stream.req.on("finish", this.#onFinish);

  #onAbort = (): void => {
    const callback = this.#callback;
    this.#cleanUp();
    callback?.call(this.#stream, new AbortError(undefined, { cause: this.#options.signal.reason }));
  };
}

function errorOf(stream: any): any {
  const error = writableError(stream) || readableError(stream);
  return typeof error === "boolean" ? null : error || null;
}

function isClientRequest(stream: any): boolean {
  return Boolean(stream.setHeader) && typeof stream.abort === "function";
}

function waitForWebStream(stream: any, options: any, callback: Callback): () => void {
  const { signal } = options;
  let settled = false;
  let registration: any = null;
  const settle = (...args: any[]): void => {
    if (settled) return;
    settled = true;
    registration?.[disposeSymbol]();
    Reflect.apply(callback, stream, args);
  };
  const onAbort = (): void => settle(new AbortError(undefined, { cause: signal.reason }));
  if (signal?.aborted) nextTick(onAbort);
  else if (signal) registration = addAbortListener(signal, onAbort);
  const onClosed = (...args: any[]): void => {
    if (!settled) nextTick(() => settle(...args));
  };
  stream[kIsClosedPromise].promise.then(onClosed, onClosed);
  return nothing;
}

/** `stream/promises.finished`: the same as a promise. `options.cleanup`: take the listeners away afterwards. */
export function finished(stream: any, options?: any): Promise<void> {
  if (options === null) options = noOptions;
  let cleansUp = false;
  if (options?.cleanup) {
    validateBoolean(options.cleanup, "cleanup");
    cleansUp = options.cleanup;
  }
  return new Promise((resolve, reject) => {
    const cleanUp = eos(stream, options, (error: any) => {
      if (cleansUp) cleanUp();
      if (error) reject(error);
      else resolve();
    });
  });
}
