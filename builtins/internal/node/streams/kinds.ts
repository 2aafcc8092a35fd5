// Questions about a value that may be a stream: which kind, and in which state. Streams of other makes (old ones, copies
// from npm, web streams, HTTP messages) are told by what they have, never by instanceof. `null` means "cannot be told".

export const kIsDestroyed: unique symbol = Symbol.for("nodejs.stream.destroyed") as any;
export const kIsErrored: unique symbol = Symbol.for("nodejs.stream.errored") as any;
export const kIsReadable: unique symbol = Symbol.for("nodejs.stream.readable") as any;
export const kIsWritable: unique symbol = Symbol.for("nodejs.stream.writable") as any;
export const kIsDisturbed: unique symbol = Symbol.for("nodejs.stream.disturbed") as any;
/** Of a web stream: `{ promise }` that settles when it closes or fails. */
export const kIsClosedPromise: unique symbol = Symbol.for("nodejs.webstream.isClosedPromise") as any;
/** Of a web stream: a method that puts it into the error state. */
export const kControllerErrorFunction: unique symbol = Symbol.for("nodejs.webstream.controllerErrorFunction") as any;

const isFunction = (value: unknown): boolean => typeof value === "function";

/** A stream of Node that can be read. `strict`: it must also be able to pause. */
export function isReadableNodeStream(value: any, strict = false): boolean {
  if (!value || !isFunction(value.pipe) || !isFunction(value.on)) return false;
  if (strict && !(isFunction(value.pause) && isFunction(value.resume))) return false;
  // A Writable has a pipe() too, and a Duplex may have its readable side switched off.
  if (!value._writableState) return true;
  return Boolean(value._readableState) && value._readableState.readable !== false;
}

/** A stream of Node that can be written. */
export function isWritableNodeStream(value: any): boolean {
  if (!value || !isFunction(value.write) || !isFunction(value.on)) return false;
  return !value._readableState || value._writableState?.writable !== false;
}

/** A stream of Node that can be both. */
export function isDuplexNodeStream(value: any): boolean {
  return (
    Boolean(value) &&
    isFunction(value.pipe) &&
    Boolean(value._readableState) &&
    isFunction(value.on) &&
    isFunction(value.write)
  );
}

/** Any stream of Node. */
export function isNodeStream(value: any): boolean {
  if (!value) return false;
  if (value._readableState || value._writableState) return true;
  return isFunction(value.on) && (isFunction(value.write) || isFunction(value.pipe));
}

/** A ReadableStream. */
export function isReadableStream(value: any): boolean {
  return (
    Boolean(value) &&
    !isNodeStream(value) &&
    isFunction(value.pipeThrough) &&
    isFunction(value.getReader) &&
    isFunction(value.cancel)
  );
}

/** A WritableStream. */
export function isWritableStream(value: any): boolean {
  return Boolean(value) && !isNodeStream(value) && isFunction(value.getWriter) && isFunction(value.abort);
}

/** A TransformStream, or any pair `{ readable, writable }`. */
export function isTransformStream(value: any): boolean {
  return (
    Boolean(value) && !isNodeStream(value) && typeof value.readable === "object" && typeof value.writable === "object"
  );
}

/** One of the web streams. */
export function isWebStream(value: any): boolean {
  return isReadableStream(value) || isWritableStream(value) || isTransformStream(value);
}

/** Whether `for await` (`isAsync`), `for` (`isAsync === false`) or one of them takes `value`. */
export function isIterable(value: any, isAsync?: boolean): boolean {
  if (value === null || value === undefined) return false;
  const hasAsync = isAsync !== false && isFunction(value[Symbol.asyncIterator]);
  return hasAsync || (isAsync !== true && isFunction(value[Symbol.iterator]));
}

/** Whether destroy() was called. */
export function isDestroyed(stream: any): boolean | null {
  if (!isNodeStream(stream)) return null;
  const state = stream._writableState || stream._readableState;
  return Boolean(stream.destroyed || stream[kIsDestroyed] || state?.destroyed);
}

/** Whether end() was called. */
export function isWritableEnded(stream: any): boolean | null {
  if (!isWritableNodeStream(stream)) return null;
  if (stream.writableEnded === true) return true;
  const state = stream._writableState;
  if (state?.errored) return false;
  return typeof state?.ended === "boolean" ? state.ended : null;
}

/** Whether everything is written. `strict === false`: an ended stream with nothing left counts before "finish". */
export function isWritableFinished(stream: any, strict?: boolean): boolean | null {
  if (!isWritableNodeStream(stream)) return null;
  if (stream.writableFinished === true) return true;
  const state = stream._writableState;
  if (state?.errored) return false;
  if (typeof state?.finished !== "boolean") return null;
  return Boolean(state.finished || (strict === false && state.ended === true && state.length === 0));
}

/** Whether everything is read. `strict === false`: an ended stream with nothing left counts before "end". */
export function isReadableFinished(stream: any, strict?: boolean): boolean | null {
  if (!isReadableNodeStream(stream)) return null;
  const state = stream._readableState;
  if (state?.errored) return false;
  if (typeof state?.endEmitted !== "boolean") return null;
  return Boolean(state.endEmitted || (strict === false && state.ended === true && state.length === 0));
}

/** `stream.isReadable`. */
export function isReadable(stream: any): boolean | null {
  if (stream && stream[kIsReadable] != null) return stream[kIsReadable];
  if (typeof stream?.readable !== "boolean") return null;
  if (isDestroyed(stream)) return false;
  return isReadableNodeStream(stream) && stream.readable && !isReadableFinished(stream);
}

/** `stream.isWritable`. */
export function isWritable(stream: any): boolean | null {
  if (stream && stream[kIsWritable] != null) return stream[kIsWritable];
  if (typeof stream?.writable !== "boolean") return null;
  if (isDestroyed(stream)) return false;
  return isWritableNodeStream(stream) && stream.writable && !isWritableEnded(stream);
}

/** Whether nothing can be read or written any more. */
export function isFinished(stream: any): boolean | null {
  if (!isNodeStream(stream)) return null;
  if (isDestroyed(stream)) return true;
  return !isReadable(stream) && !isWritable(stream);
}

/** The error of the writable side, or null. */
export function writableError(stream: any): any {
  if (!isNodeStream(stream)) return null;
  return stream.writableErrored || (stream._writableState?.errored ?? null);
}

/** The error of the readable side, or null. */
export function readableError(stream: any): any {
  if (!isNodeStream(stream)) return null;
  return stream.readableErrored || (stream._readableState?.errored ?? null);
}

/** Whether the stream has let go of its resources. */
export function isClosed(stream: any): boolean | null {
  if (!isNodeStream(stream)) return null;
  if (typeof stream.closed === "boolean") return stream.closed;
  const writable = stream._writableState?.closed;
  const readable = stream._readableState?.closed;
  if (typeof writable === "boolean" || typeof readable === "boolean") return writable || readable;
  return typeof stream._closed === "boolean" && isOutgoingMessage(stream) ? stream._closed : null;
}

/** Whether "close" will come. */
export function willEmitClose(stream: any): boolean | null {
  if (!isNodeStream(stream)) return null;
  const state = stream._writableState || stream._readableState;
  if (!state) return isServerResponse(stream);
  return Boolean(state.autoDestroy && state.emitClose && state.closed === false);
}

/** A message of node:http that this side receives as a server and may still have to drain. */
export function isServerRequest(stream: any): boolean {
  return (
    typeof stream._consuming === "boolean" &&
    typeof stream._dumped === "boolean" &&
    stream.req?.upgradeOrConnect === undefined
  );
}

/** `stream.isDisturbed`: whether it was read from or cancelled. */
export function isDisturbed(stream: any): boolean {
  return Boolean(stream && (stream[kIsDisturbed] ?? (stream.readableDidRead || stream.readableAborted)));
}

/** `stream.isErrored`. */
export function isErrored(stream: any): boolean {
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

function isOutgoingMessage(stream: any): boolean {
  return (
    typeof stream._defaultKeepAlive === "boolean" &&
    typeof stream._removedConnection === "boolean" &&
    typeof stream._removedContLen === "boolean" &&
    typeof stream._closed === "boolean"
  );
}

function isServerResponse(stream: any): boolean {
  return typeof stream._sent100 === "boolean" && isOutgoingMessage(stream);
}
