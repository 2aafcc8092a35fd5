// The class ReadableStream (https://streams.spec.whatwg.org/#rs-class) over its state in readable.ts, with Node's errors.
import { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_INVALID_STATE, ERR_INVALID_THIS } from "internal:core/errors";
import { ByteController, errorByte, startByteController } from "internal:web/web_streams/byte_controller";
import { teeBytes } from "internal:web/web_streams/byte_tee";
import { publicByteController, publicDefaultController } from "internal:web/web_streams/controller_classes";
import { DefaultController, errorDefault, startDefaultController } from "internal:web/web_streams/default_controller";
import { describeAs, exposeMembers } from "internal:web/web_streams/exposing";
import type { InspectOptions } from "internal:web/web_interface";
import { streamFromIterable } from "internal:web/web_streams/from";
import { createStreamIterator } from "internal:web/web_streams/iterator";
import { pipe, type PipeOptions } from "internal:web/web_streams/pipe";
import { markHandled } from "internal:web/web_streams/promises";
import { acquireDefaultReader, cancelReadable, ReadableState } from "internal:web/web_streams/readable";
import { ReadableStreamBYOBReader, ReadableStreamDefaultReader } from "internal:web/web_streams/reader_classes";
import { extractHighWaterMark, readStrategy, sizeAlgorithm, type Strategy } from "internal:web/web_streams/strategies";
import { type CloneChunk, teeDefault } from "internal:web/web_streams/tee";
import type { TransferredStream } from "internal:web/web_streams/transfer";
import { isWritableStream, type WritableStream, writableStateOf } from "internal:web/web_streams/writable_classes";
import { kTransfer } from "internal:web/clone/protocol";
import defer * as aborting from "web:abort";
import { home } from "internal:core/program";
import defer * as directSources from "internal:web/web_streams/direct_source";
import defer * as transferring from "internal:web/web_streams/transfer";
import { extendForHome } from "internal:web/home_extensions";

const kInspect = Symbol.for("nodejs.util.inspect.custom");
const kWrap = Symbol("wrap");
/** The members that `node:stream` reads, in `finished`, `addAbortSignal`, `isReadable`, `isErrored` and `isDisturbed`. */
const kIsClosedPromise: unique symbol = Symbol.for("nodejs.webstream.isClosedPromise");
const kControllerErrorFunction: unique symbol = Symbol.for("nodejs.webstream.controllerErrorFunction");
const kIsReadable: unique symbol = Symbol.for("nodejs.stream.readable");
const kIsErrored: unique symbol = Symbol.for("nodejs.stream.errored");
const kIsDisturbed: unique symbol = Symbol.for("nodejs.stream.disturbed");

/** The state of a ReadableStream. The caller has checked `isReadableStream`. */
export let readableStateOf: (stream: ReadableStream) => ReadableState;
/** Whether `value` is a ReadableStream of ours. */
export let isReadableStream: (value: unknown) => value is ReadableStream;

/** A program's source, whose members are not checked yet. */
interface UnderlyingSource {
  autoAllocateChunkSize?: unknown;
  cancel?: unknown;
  pull?: unknown;
  start?: unknown;
  type?: unknown;
}

/** The members of the dictionaries that the methods accept. */
interface StreamOptions {
  mode?: unknown;
  preventAbort?: unknown;
  preventCancel?: unknown;
  preventClose?: unknown;
  signal?: unknown;
}

export class ReadableStream {
  #state: ReadableState;
  declare [Symbol.asyncIterator]: ReadableStream["values"];

  constructor(source: unknown = undefined, strategy: unknown = undefined) {
    if (source === kWrap) {
      this.#state = strategy as ReadableState;
      this.#state.wrapper = this;
      return;
    }
    const state = (this.#state = new ReadableState());
    state.wrapper = this;
    if (source !== undefined && !isObject(source)) throw new ERR_INVALID_ARG_TYPE("source", "object", source);
    const given = readStrategy(strategy);
    const members = readSource(source);
    if (members.type === "bytes") setUpBytes(state, source, members, given);
    else setUpDefault(state, source, members, given);
  }

  static {
    isReadableStream = (value): value is ReadableStream =>
      typeof value === "object" && value !== null && #state in value;
    readableStateOf = (stream) => stream.#state;
  }

  /** A stream over a sync or async iterable. */
  static from(iterable: unknown): ReadableStream {
    return wrapReadable(streamFromIterable(iterable));
  }

  get [kIsClosedPromise](): { promise: Promise<void> } {
    if (!isReadableStream(this)) throw new ERR_INVALID_THIS("ReadableStream");
    return { promise: this.#state.whenEnded() };
  }

  get [kIsReadable](): boolean {
    return this.#state.state === "readable";
  }
  get [kIsErrored](): boolean {
    return this.#state.state === "errored";
  }
  get [kIsDisturbed](): boolean {
    return this.#state.disturbed;
  }

  [kControllerErrorFunction](error: unknown): void {
    const { controller } = this.#state;
    if (controller.isByte) errorByte(controller as ByteController, error);
    else errorDefault(controller as DefaultController, error);
  }

  get locked(): boolean {
    if (!isReadableStream(this)) throw new ERR_INVALID_THIS("ReadableStream");
    return this.#state.reader !== null;
  }

  cancel(reason: unknown = undefined): Promise<void> {
    if (!isReadableStream(this)) return Promise.reject(new ERR_INVALID_THIS("ReadableStream"));
    if (this.#state.reader !== null) return Promise.reject(new ERR_INVALID_STATE.TypeError("ReadableStream is locked"));
    return cancelReadable(this.#state, reason);
  }

  getReader(options?: { mode?: undefined }): ReadableStreamDefaultReader;
  getReader(options: { mode: "byob" }): ReadableStreamBYOBReader;
  getReader(options: unknown = undefined): ReadableStreamDefaultReader | ReadableStreamBYOBReader {
    if (!isReadableStream(this)) throw new ERR_INVALID_THIS("ReadableStream");
    const mode = readOptions(options)?.mode;
    if (mode === undefined) return new ReadableStreamDefaultReader(this);
    if (`${mode}` !== "byob") throw new ERR_INVALID_ARG_VALUE("options.mode", mode);
    return new ReadableStreamBYOBReader(this);
  }

  pipeThrough(
    transform: { readable: ReadableStream; writable: WritableStream },
    options: unknown = undefined,
  ): ReadableStream {
    if (!isReadableStream(this)) throw new ERR_INVALID_THIS("ReadableStream");
    const readable = transform?.readable;
    if (!isReadableStream(readable)) throw new ERR_INVALID_ARG_TYPE("transform.readable", "ReadableStream", readable);
    const writable = transform.writable;
    if (!isWritableStream(writable)) throw new ERR_INVALID_ARG_TYPE("transform.writable", "WritableStream", writable);
    const pipeOptions = readPipeOptions(options);
    if (this.#state.reader !== null) throw new ERR_INVALID_STATE.TypeError("The ReadableStream is locked");
    const destination = writableStateOf(writable);
    if (destination.writer !== null) throw new ERR_INVALID_STATE.TypeError("The WritableStream is locked");
    markHandled(pipe(this.#state, destination, pipeOptions));
    return readable;
  }

  pipeTo(destination: WritableStream, options: unknown = undefined): Promise<void> {
    try {
      if (!isReadableStream(this)) throw new ERR_INVALID_THIS("ReadableStream");
      if (!isWritableStream(destination))
        throw new ERR_INVALID_ARG_TYPE("transform.writable", "WritableStream", destination);
      const pipeOptions = readPipeOptions(options);
      if (this.#state.reader !== null) throw new ERR_INVALID_STATE.TypeError("The ReadableStream is locked");
      const state = writableStateOf(destination);
      if (state.writer !== null) throw new ERR_INVALID_STATE.TypeError("The WritableStream is locked");
      return pipe(this.#state, state, pipeOptions);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  /** Two streams that both produce every chunk. */
  tee(): [ReadableStream, ReadableStream] {
    if (!isReadableStream(this)) throw new ERR_INVALID_THIS("ReadableStream");
    const [first, second] = teeReadable(this.#state, null);
    return [wrapReadable(first), wrapReadable(second)];
  }

  values(options: unknown = undefined): AsyncIterableIterator<any> {
    if (!isReadableStream(this)) throw new ERR_INVALID_THIS("ReadableStream");
    const preventCancel = Boolean(readOptions(options)?.preventCancel);
    return createStreamIterator(acquireDefaultReader(this.#state), preventCancel);
  }

  [kTransfer](): TransferredStream {
    return transferring.transferReadable(this.#state);
  }

  [kInspect](depth: number, options: InspectOptions): unknown {
    const { state, reader, controller } = this.#state;
    return describeAs(this, { locked: reader !== null, state, supportsBYOB: controller.isByte }, depth, options);
  }
}
exposeMembers(ReadableStream, "ReadableStream", [
  "locked",
  "cancel",
  "getReader",
  "pipeThrough",
  "pipeTo",
  "tee",
  "values",
]);
Object.defineProperty(ReadableStream, "from", { enumerable: true });
Object.defineProperty(ReadableStream.prototype, Symbol.asyncIterator, {
  value: ReadableStream.prototype.values,
  writable: true,
  configurable: true,
});

/** The ReadableStream object of a state. */
export function wrapReadable(state: ReadableState): ReadableStream {
  return state.wrapper ?? new ReadableStream(kWrap, state);
}

/** ReadableStreamTee on states. `cloneChunk` copies chunks for the second branch of a stream that is not a byte stream. */
export function teeReadable(state: ReadableState, cloneChunk: CloneChunk | null): [ReadableState, ReadableState] {
  if (state.reader !== null) throw new ERR_INVALID_STATE.TypeError("ReadableStream is locked");
  return state.controller.isByte ? teeBytes(state) : teeDefault(state, cloneChunk);
}

function isObject(value: unknown): value is object {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}

function readOptions(options: unknown): StreamOptions | undefined {
  if (options === undefined || options === null) return undefined;
  if (!isObject(options)) throw new ERR_INVALID_ARG_TYPE("options", "object", options);
  return options;
}

function readPipeOptions(given: unknown): PipeOptions {
  const options = readOptions(given);
  if (options === undefined)
    return { preventClose: false, preventAbort: false, preventCancel: false, signal: undefined };
  // Web IDL reads the members of a dictionary in alphabetical order.
  const preventAbort = Boolean(options.preventAbort);
  const preventCancel = Boolean(options.preventCancel);
  const preventClose = Boolean(options.preventClose);
  const { signal } = options;
  if (signal !== undefined && !aborting.isAbortSignal(signal)) {
    throw new ERR_INVALID_ARG_TYPE("options.signal", "AbortSignal", signal);
  }
  return { preventAbort, preventCancel, preventClose, signal };
}

/** The checked members of a source. */
interface SourceMembers {
  autoAllocateChunkSize: unknown;
  cancel: Function | undefined;
  isDirect?: boolean;
  pull: Function | undefined;
  start: Function | undefined;
  type: string | undefined;
}
const noMembers: SourceMembers = {
  autoAllocateChunkSize: undefined,
  cancel: undefined,
  pull: undefined,
  start: undefined,
  type: undefined,
};

function readSource(source: UnderlyingSource | undefined): SourceMembers {
  if (source === undefined) return noMembers;
  const { autoAllocateChunkSize, cancel, pull, start, type } = source;
  requireMethod(cancel, "source.cancel");
  requireMethod(pull, "source.pull");
  requireMethod(start, "source.start");
  if (type !== undefined && `${type}` !== "bytes") {
    if (`${type}` === "direct" && pull !== undefined && home() === "bun")
      return { ...noMembers, ...directSources.ordinaryMembers(pull, cancel), isDirect: true };
    throw new ERR_INVALID_ARG_VALUE("source.type", type);
  }
  return { autoAllocateChunkSize, cancel, pull, start, type: type === undefined ? undefined : "bytes" };
}

function requireMethod(value: unknown, name: string): asserts value is Function | undefined {
  if (value !== undefined && typeof value !== "function") throw new ERR_INVALID_ARG_TYPE(name, "function", value);
}

function setUpDefault(state: ReadableState, source: unknown, members: SourceMembers, strategy: Strategy): void {
  // A direct source is pulled by a read, not before.
  const mark = members.isDirect ? 0 : extractHighWaterMark(strategy.highWaterMark, 1);
  const { pull, cancel, start } = members;
  const controller = new DefaultController(state, { self: source, pull, cancel }, mark, sizeAlgorithm(strategy.size));
  if (start === undefined && pull === undefined) {
    startDefaultController(controller, undefined);
    return;
  }
  controller.argument = publicDefaultController(controller);
  startDefaultController(
    controller,
    start === undefined ? undefined : Reflect.apply(start, source, [controller.argument]),
  );
}

function setUpBytes(state: ReadableState, source: unknown, members: SourceMembers, strategy: Strategy): void {
  if (strategy.size !== undefined) throw new ERR_INVALID_ARG_VALUE.RangeError("strategy.size", strategy.size);
  const mark = extractHighWaterMark(strategy.highWaterMark, 0);
  const { pull, cancel, start, autoAllocateChunkSize } = members;
  const size = autoAllocateChunkSize === undefined ? undefined : toChunkSize(autoAllocateChunkSize);
  const controller = new ByteController(state, { self: source, pull, cancel }, mark, size);
  controller.argument = publicByteController(controller);
  startByteController(
    controller,
    start === undefined ? undefined : Reflect.apply(start, source, [controller.argument]),
  );
}

// unsigned long long with [EnforceRange], except 0.
function toChunkSize(value: unknown): number {
  const size = Math.trunc(+(value as number));
  if (!(size > 0 && size <= Number.MAX_SAFE_INTEGER))
    throw new ERR_INVALID_ARG_VALUE("source.autoAllocateChunkSize", value);
  return size;
}
extendForHome("ReadableStream", ReadableStream);
