// ReadableStreamPipeTo (https://streams.spec.whatwg.org/#readable-stream-pipe-to).
import defer * as errors from "internal:core/errors";
import { resolvedPromise, transform, upon } from "internal:web/web_streams/promises";
import {
  acquireDefaultReader,
  cancelReadable,
  read,
  type ReadableState,
  type ReaderState,
  type ReadRequest,
  releaseReader,
} from "internal:web/web_streams/readable";
import {
  abortWritable,
  closeQueuedOrInFlight,
  closeWithErrorPropagation,
  Deferred,
  desiredSizeOfWriter,
  releaseWriter,
  type WritableState,
  type WriteRequest,
  writeTo,
  WriterState,
} from "internal:web/web_streams/writable";
import type { AbortSignal } from "web:abort";

export interface PipeOptions {
  preventClose: boolean;
  preventAbort: boolean;
  preventCancel: boolean;
  signal: AbortSignal | undefined;
}

/** Moves all chunks of `source` to `destination`; neither may be locked. Returns the promise of pipeTo. */
export function pipe(source: ReadableState, destination: WritableState, options: PipeOptions): Promise<void> {
  const piping = new Pipe(source, destination, options);
  piping.start();
  return piping.done.promise;
}

type Action = () => Promise<unknown>;

class Pipe implements ReadRequest {
  done = new Deferred();
  #source: ReadableState;
  #destination: WritableState;
  #options: PipeOptions;
  #reader: ReaderState;
  #writer: WriterState;
  #shuttingDown = false;
  #currentWrite: WriteRequest | null = null;
  #isReading = false;
  /** A job of the pipe reads at this moment: a chunk that is there need not wait for another one. */
  #isInRead = false;
  #hasChunk = false;
  #chunk: unknown = undefined;
  #onAbort: (() => void) | null = null;
  #later: (() => void) | null = null;

  constructor(source: ReadableState, destination: WritableState, options: PipeOptions) {
    this.#source = source;
    this.#destination = destination;
    this.#options = options;
    this.#reader = acquireDefaultReader(source);
    this.#writer = new WriterState(destination);
    source.disturbed = true;
  }

  start(): void {
    const { signal } = this.#options;
    if (signal !== undefined) {
      this.#onAbort = () => this.#abort(signal.reason);
      if (signal.aborted) {
        this.#onAbort();
        return;
      }
      signal.addEventListener("abort", this.#onAbort);
    }
    this.#watch();
    this.#writer.onReady = () => this.#step(true);
    if (!this.#shuttingDown || this.#source.state === "readable") this.#step(false);
  }

  // The four conditions, in the order of the standard; a stream that has already ended is handled at once.
  #watch(): void {
    const source = this.#source;
    const destination = this.#destination;
    if (source.state === "errored") this.#sourceFailed(source.storedError);
    else upon(this.#reader.closed.get(), undefined, (reason) => this.#sourceFailed(reason));
    if (destination.state === "errored") this.#destinationFailed(destination.storedError);
    else upon(this.#writer.closed.get(), undefined, (reason) => this.#destinationFailed(reason));
    if (source.state === "closed") this.#sourceClosed();
    else
      upon(
        this.#reader.closed.get(),
        () => this.#sourceClosed(),
        () => {},
      );
    if (closeQueuedOrInFlight(destination) || destination.state === "closed") this.#destinationClosed();
  }

  #sourceFailed(reason: unknown): void {
    if (this.#options.preventAbort) this.#shutdown(null, true, reason);
    else this.#shutdown(() => abortWritable(this.#destination, reason), true, reason);
  }

  #destinationFailed(reason: unknown): void {
    if (this.#options.preventCancel) this.#shutdown(null, true, reason);
    else this.#shutdown(() => cancelReadable(this.#source, reason), true, reason);
  }

  #sourceClosed(): void {
    if (this.#options.preventClose) this.#shutdown(null, false, undefined);
    else this.#shutdown(() => closeWithErrorPropagation(this.#writer), false, undefined);
  }

  #destinationClosed(): void {
    const closed = new errors.ERR_INVALID_STATE.TypeError("Destination WritableStream is closed");
    if (this.#options.preventCancel) this.#shutdown(null, true, closed);
    else this.#shutdown(() => cancelReadable(this.#source, closed), true, closed);
  }

  #abort(reason: unknown): void {
    const actions: Action[] = [];
    if (!this.#options.preventAbort) {
      actions.push(() =>
        this.#destination.state === "writable" ? abortWritable(this.#destination, reason) : resolvedPromise,
      );
    }
    if (!this.#options.preventCancel) {
      actions.push(() => (this.#source.state === "readable" ? cancelReadable(this.#source, reason) : resolvedPromise));
    }
    this.#shutdown(() => waitForAll(actions.map((action) => action())), true, reason);
  }

  // Reads while the writer has capacity; a pending read continues the loop from its steps, a full writer by `onReady`.
  #step(mayWrite: boolean): void {
    while (!this.#shuttingDown && !this.#isReading) {
      const { ready } = this.#writer;
      if (ready.state !== "fulfilled" || desiredSizeOfWriter(this.#writer) === null) return;
      this.#isReading = true;
      this.#isInRead = mayWrite;
      read(this.#reader, this);
      this.#isInRead = false;
      if (!mayWrite || !this.#hasChunk) return;
      this.#write();
    }
  }

  #write(): void {
    const chunk = this.#chunk;
    this.#hasChunk = false;
    this.#chunk = undefined;
    this.#isReading = false;
    this.#currentWrite = writeTo(this.#writer, chunk);
  }

  chunkSteps(chunk: unknown): void {
    this.#hasChunk = true;
    this.#chunk = chunk;
    if (this.#isInRead) return;
    // In its own job: writing may run the program's code, which must not happen inside a source's enqueue().
    this.#later ??= () => {
      this.#write();
      this.#step(true);
    };
    upon(resolvedPromise, this.#later);
  }

  closeSteps(): void {}

  errorSteps(): void {}

  #shutdown(action: Action | null, failed: boolean, error: unknown): void {
    if (this.#shuttingDown) return;
    this.#shuttingDown = true;
    const destination = this.#destination;
    const next = (): void => this.#runAction(action, failed, error);
    if (destination.state === "writable" && !closeQueuedOrInFlight(destination)) {
      upon(this.#waitForWrites(), next);
    } else {
      next();
    }
  }

  #runAction(action: Action | null, failed: boolean, error: unknown): void {
    if (action === null) {
      this.#finalize(failed, error);
      return;
    }
    upon(
      action(),
      () => this.#finalize(failed, error),
      (actionError) => this.#finalize(true, actionError),
    );
  }

  // A write may start during the wait for the last one: a chunk that was read must be written before the shutdown.
  #waitForWrites(): Promise<void> {
    const waited = this.#currentWrite;
    const again = (): Promise<void> | undefined => (waited === this.#currentWrite ? undefined : this.#waitForWrites());
    return transform(waited === null ? resolvedPromise : waited.get(), again, again);
  }

  #finalize(failed: boolean, error: unknown): void {
    releaseWriter(this.#writer);
    releaseReader(this.#reader);
    if (this.#onAbort !== null) this.#options.signal?.removeEventListener("abort", this.#onAbort);
    if (failed) this.done.reject(error);
    else this.done.resolve(undefined);
  }
}

// "Wait for all": fulfilled when all are, rejected with the first rejection.
function waitForAll(promises: Promise<unknown>[]): Promise<void> {
  const all = new Deferred();
  let pending = promises.length;
  if (pending === 0) all.resolve();
  for (const promise of promises) {
    upon(
      promise,
      () => {
        if (--pending === 0) all.resolve();
      },
      (reason) => all.reject(reason),
    );
  }
  return all.promise;
}
