// Checks of a value that may be a stream: its kind and its state. Foreign streams (old ones, copies from npm, web streams,
// HTTP messages) are recognised by their members, never by instanceof. The result `null` means "unknown".
import type { Stream } from "internal:node/streams/legacy";
import type { Duplex } from "internal:node/streams/duplex";
import type { Readable } from "internal:node/streams/readable";
import type { ReadableState } from "internal:node/streams/readable_state";
import type { Writable } from "internal:node/streams/writable";
import type { WritableState } from "internal:node/streams/writable_state";
import type { ReadableStream, TransformStream, WritableStream } from "web:streams";

/** A chunk of data: a string or bytes; in object mode any value, of which the streams read no member. */
export type Chunk = string | Uint8Array;

/** A callback of a program or of a stream: an error, or nothing. */
export type Callback = (error?: any) => void;

/**
 * A stream of Node of any implementation. It has the members of its kind only, so callers check first: those of Readable, those of
 * Writable, and those of HTTP messages.
 */
export interface NodeStream extends Stream {
  _readableState?: ReadableState;
  _writableState?: WritableState;
  [kIsDestroyed]?: boolean;
  readable: boolean;
  writable: boolean;
  closed: boolean;
  destroyed: boolean;
  readableObjectMode: boolean;
  writableObjectMode: boolean;
  readableHighWaterMark: number;
  writableHighWaterMark: number;
  writableNeedDrain: boolean;
  writableEnded: boolean;
  writableFinished: boolean;
  readableErrored?: unknown;
  writableErrored?: unknown;
  read(size?: number): any;
  pause(): this;
  resume(): this;
  write(chunk: unknown, encoding?: unknown, callback?: unknown): boolean;
  end(chunk?: unknown, encoding?: unknown, callback?: unknown): unknown;
  destroy(error?: unknown): this;
  close?(callback?: () => void): void;
  // HTTP messages and requests.
  _closed?: unknown;
  req?: NodeStream;
  aborted?: boolean;
  abort?(): void;
  setHeader?(name: string, value: unknown): unknown;
}

/** One of the streams of the Streams standard, with the members that the streams of Node need. */
export type WebStream = (ReadableStream | WritableStream | TransformStream) & WebStreamInternals;
type WebReadable = ReadableStream & AsyncIterable<unknown> & WebStreamInternals;
interface WebStreamInternals {
  [kIsClosedPromise]: { promise: Promise<unknown> };
  [kControllerErrorFunction](error: unknown): void;
}

/** A value to test. Its members are read before its kind is known. */
export type Candidate = Record<PropertyKey, any> | null | undefined;

export const kIsDestroyed: unique symbol = Symbol.for("nodejs.stream.destroyed");
export const kIsErrored: unique symbol = Symbol.for("nodejs.stream.errored");
export const kIsReadable: unique symbol = Symbol.for("nodejs.stream.readable");
export const kIsWritable: unique symbol = Symbol.for("nodejs.stream.writable");
export const kIsDisturbed: unique symbol = Symbol.for("nodejs.stream.disturbed");
/** Of a web stream: `{ promise }` that settles when it closes or fails. */
export const kIsClosedPromise: unique symbol = Symbol.for("nodejs.webstream.isClosedPromise");
/** Of a web stream: a method that puts it into the error state. */
export const kControllerErrorFunction: unique symbol = Symbol.for("nodejs.webstream.controllerErrorFunction");

const isFunction = (value: unknown): boolean => typeof value === "function";

/** A stream of Node that can be read. `strict`: it must also be able to pause. */
export function isReadableNodeStream(value: Candidate, strict = false): value is NodeStream {
  if (!value || !isFunction(value.pipe) || !isFunction(value.on)) return false;
  if (strict && !(isFunction(value.pause) && isFunction(value.resume))) return false;
  // A Writable has a pipe() too, and a Duplex may have its readable side switched off.
  if (!value._writableState) return true;
  return Boolean(value._readableState) && value._readableState.readable !== false;
}

/** A stream of Node that can be written. */
export function isWritableNodeStream(value: Candidate): value is NodeStream {
  if (!value || !isFunction(value.write) || !isFunction(value.on)) return false;
  return !value._readableState || value._writableState?.writable !== false;
}

/** A stream of Node that can be both. */
export function isDuplexNodeStream(value: Candidate): value is Duplex {
  return (
    !!value &&
    isFunction(value.pipe) &&
    Boolean(value._readableState) &&
    isFunction(value.on) &&
    isFunction(value.write)
  );
}

/** Any stream of Node. */
export function isNodeStream(value: Candidate): value is NodeStream {
  if (!value) return false;
  if (value._readableState || value._writableState) return true;
  return isFunction(value.on) && (isFunction(value.write) || isFunction(value.pipe));
}

/** A ReadableStream. */
export function isReadableStream(value: Candidate): value is WebReadable {
  return (
    !!value &&
    !isNodeStream(value) &&
    isFunction(value.pipeThrough) &&
    isFunction(value.getReader) &&
    isFunction(value.cancel)
  );
}

/** A WritableStream. */
export function isWritableStream(value: Candidate): value is WritableStream & WebStreamInternals {
  return !!value && !isNodeStream(value) && isFunction(value.getWriter) && isFunction(value.abort);
}

/** A TransformStream, or any pair `{ readable, writable }`. */
export function isTransformStream(value: Candidate): value is TransformStream & WebStreamInternals {
  return !!value && !isNodeStream(value) && typeof value.readable === "object" && typeof value.writable === "object";
}

/** One of the web streams. */
export function isWebStream(value: Candidate): value is WebStream {
  return isReadableStream(value) || isWritableStream(value) || isTransformStream(value);
}

/** Whether `for await` (`isAsync`), `for` (`isAsync === false`) or either accepts `value`. */
export function isIterable(
  value: Candidate | string,
  isAsync?: boolean,
): value is AsyncIterable<unknown> | Iterable<unknown> {
  if (value === null || value === undefined) return false;
  const iterable = value as NonNullable<Candidate>;
  const hasAsync = isAsync !== false && isFunction(iterable[Symbol.asyncIterator]);
  return hasAsync || (isAsync !== true && isFunction(iterable[Symbol.iterator]));
}

/** Whether destroy() was called. */
export function isDestroyed(stream: Candidate): boolean | null {
  if (!isNodeStream(stream)) return null;
  const state = stream._writableState || stream._readableState;
  return Boolean(stream.destroyed || stream[kIsDestroyed] || state?.destroyed);
}

/** Whether end() was called. */
export function isWritableEnded(stream: Candidate): boolean | null {
  if (!isWritableNodeStream(stream)) return null;
  if (stream.writableEnded === true) return true;
  const state = stream._writableState;
  if (state?.errored) return false;
  return typeof state?.ended === "boolean" ? state.ended : null;
}

/** Whether all data is written. `strict === false`: an ended stream without buffered data counts before "finish". */
export function isWritableFinished(stream: Candidate, strict?: boolean): boolean | null {
  if (!isWritableNodeStream(stream)) return null;
  if (stream.writableFinished === true) return true;
  const state = stream._writableState;
  if (state?.errored) return false;
  if (typeof state?.finished !== "boolean") return null;
  return Boolean(state.finished || (strict === false && state.ended === true && state.length === 0));
}

/** Whether all data is read. `strict === false`: an ended stream without buffered data counts before "end". */
export function isReadableFinished(stream: Candidate, strict?: boolean): boolean | null {
  if (!isReadableNodeStream(stream)) return null;
  const state = stream._readableState;
  if (state?.errored) return false;
  if (typeof state?.endEmitted !== "boolean") return null;
  return Boolean(state.endEmitted || (strict === false && state.ended === true && state.length === 0));
}

/** `stream.isReadable`. */
export function isReadable(stream: Candidate): boolean | null {
  if (stream && stream[kIsReadable] != null) return stream[kIsReadable];
  if (typeof stream?.readable !== "boolean") return null;
  if (isDestroyed(stream)) return false;
  return isReadableNodeStream(stream) && stream.readable && !isReadableFinished(stream);
}

/** `stream.isWritable`. */
export function isWritable(stream: Candidate): boolean | null {
  if (stream && stream[kIsWritable] != null) return stream[kIsWritable];
  if (typeof stream?.writable !== "boolean") return null;
  if (isDestroyed(stream)) return false;
  return isWritableNodeStream(stream) && stream.writable && !isWritableEnded(stream);
}

/** Whether the stream can be neither read nor written. */
export function isFinished(stream: Candidate): boolean | null {
  if (!isNodeStream(stream)) return null;
  if (isDestroyed(stream)) return true;
  return !isReadable(stream) && !isWritable(stream);
}

/** The error of the writable side, or null. */
export function writableError(stream: Candidate): unknown {
  if (!isNodeStream(stream)) return null;
  return stream.writableErrored || (stream._writableState?.errored ?? null);
}

/** The error of the readable side, or null. */
export function readableError(stream: Candidate): unknown {
  if (!isNodeStream(stream)) return null;
  return stream.readableErrored || (stream._readableState?.errored ?? null);
}

/** Whether the stream has released its resources. */
export function isClosed(stream: Candidate): boolean | null {
  if (!isNodeStream(stream)) return null;
  if (typeof stream.closed === "boolean") return stream.closed;
  const writable = stream._writableState?.closed;
  const readable = stream._readableState?.closed;
  if (typeof writable === "boolean" || typeof readable === "boolean") return (writable || readable) as boolean;
  return typeof stream._closed === "boolean" && isOutgoingMessage(stream) ? stream._closed : null;
}

/** Whether "close" will be emitted. */
export function willEmitClose(stream: Candidate): boolean | null {
  if (!isNodeStream(stream)) return null;
  const state = stream._writableState || stream._readableState;
  if (!state) return isServerResponse(stream);
  return Boolean(state.autoDestroy && state.emitClose && state.closed === false);
}

/** A request that a server of node:http receives and may still have to drain. */
export function isServerRequest(stream: NonNullable<Candidate>): boolean {
  return (
    typeof stream._consuming === "boolean" &&
    typeof stream._dumped === "boolean" &&
    stream.req?.upgradeOrConnect === undefined
  );
}

/** `stream.isDisturbed`: whether it was read from or cancelled. */
export function isDisturbed(stream: Candidate): boolean {
  return Boolean(stream && (stream[kIsDisturbed] ?? (stream.readableDidRead || stream.readableAborted)));
}

/** `stream.isErrored`. */
export function isErrored(stream: Candidate): boolean {
  return Boolean(
    stream &&
    (stream[kIsErrored] ??
      stream.readableErrored ??
      stream.writableErrored ??
      stream._readableState?.errorEmitted ??
      stream._writableState?.errorEmitted ??
      stream._readableState?.errored ??
      stream._writableState?.errored),
  );
}

function isOutgoingMessage(stream: NonNullable<Candidate>): boolean {
  return (
    typeof stream._defaultKeepAlive === "boolean" &&
    typeof stream._removedConnection === "boolean" &&
    typeof stream._removedContLen === "boolean" &&
    typeof stream._closed === "boolean"
  );
}

function isServerResponse(stream: NonNullable<Candidate>): boolean {
  return typeof stream._sent100 === "boolean" && isOutgoingMessage(stream);
}
