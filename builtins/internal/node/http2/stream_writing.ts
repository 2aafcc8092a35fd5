// Sends the data of an Http2Stream: one write is pending at a time, and the last one ends the stream.
import { aggregateTwoErrors, errnoException } from "internal:core/errors";
import { findChannel } from "internal:core/diagnostics/channel";
import { nextTick } from "internal:core/ticks";
import { Buffer } from "internal:node/buffer";
import { debugStream, isDebugging } from "internal:node/http2/debug";
import type { Callback } from "internal:node/http/message_socket";
import type { Http2Stream } from "internal:node/http2/stream";
import { HAS_TRAILERS } from "internal:node/http2/stream_state";
import {
  CLIENT,
  kHandle,
  kId,
  kMaybeDestroy,
  kProceed,
  kSession,
  kState,
  kType,
  kUpdateTimer,
} from "internal:node/http2/symbols";

/** The argument of `_writev`. */
export type BufferedChunks = { chunk: string | Uint8Array; encoding: string }[] & { allBuffers?: boolean };

/** Sends `data`: a chunk, or with `isMany` the argument of `_writev`. */
export function writeChunks(
  stream: Http2Stream,
  isMany: boolean,
  data: string | Uint8Array | BufferedChunks,
  encoding: string,
  callback: Callback,
): void {
  // A program may uncork a stream that has no number yet.
  if (stream.pending) {
    stream.once("ready", () => writeChunks(stream, isMany, data, encoding, callback));
    return;
  }
  if (stream.destroyed) return;
  stream[kUpdateTimer]();
  if (!stream.headersSent) stream[kProceed]();
  const state = stream[kState];
  state.writeCallback = callback;
  state.writeError = null;
  state.endError = null;
  state.writePending = 1;
  if ((state.flags & HAS_TRAILERS) === 0) {
    // Checked in the next tick, when the program may have ended the stream: the frame of the last data can carry the end.
    state.writePending = 2;
    nextTick(checkEnd, stream);
  }
  const count = isMany
    ? queueMany(stream, data as BufferedChunks)
    : queueOne(stream, data as string | Uint8Array, encoding);
  if (count < 0) {
    onWritten(stream, 0);
    return;
  }
  state.writeQueueSize += count;
  stream[kSession]![kState].writeQueueSize += count;
  stream[kHandle]!.chunksNoted = 0;
  if (stream[kSession]![kType] === CLIENT) {
    const channel = findChannel("http2.client.stream.bodyChunkSent");
    // Chunks that are all bytes are published without their encodings, as Node.js does.
    const isBytes = isMany && (data as BufferedChunks).allBuffers;
    const chunks = isBytes ? (data as BufferedChunks).map(({ chunk }) => chunk) : data;
    if (channel?.hasSubscribers) channel.publish({ stream, writev: isMany, data: chunks, encoding });
  }
}

function queueOne(stream: Http2Stream, data: string | Uint8Array, encoding: string): number {
  const isBytes = typeof data !== "string";
  return stream[kHandle]!.write(stream[kId]!, isBytes || isUtf8(encoding) ? data : Buffer.from(data, encoding));
}

function queueMany(stream: Http2Stream, items: BufferedChunks): number {
  let string = "";
  let isString = true;
  for (const { chunk, encoding } of items) {
    isString = typeof chunk === "string" && isUtf8(encoding);
    if (!isString) break;
    string += chunk;
  }
  if (isString) return stream[kHandle]!.write(stream[kId]!, string);
  const chunks = items.map(({ chunk, encoding }) =>
    typeof chunk === "string" ? (Buffer.from(chunk, encoding) as Uint8Array) : chunk,
  );
  return stream[kHandle]!.writeMany(stream[kId]!, chunks);
}

function isUtf8(encoding: string): boolean {
  return encoding === "utf8" || encoding === "utf-8";
}

/** A write is sent, or failed with `errno`. */
export function onWritten(stream: Http2Stream, errno: number): void {
  const state = stream[kState];
  const { writeQueueSize } = state;
  state.writeQueueSize = 0;
  if (stream[kSession] !== undefined) stream[kSession][kState].writeQueueSize -= writeQueueSize;
  if (state.file !== null) {
    state.file.onWritten(errno);
    return;
  }
  if (state.writeCallback === null) return;
  if (errno < 0) state.writeError = errnoException(errno, "write");
  else stream[kUpdateTimer]();
  finishStep(stream);
}

// A step of the pending write is done; after the last one its callback is called.
function finishStep(stream: Http2Stream): void {
  const state = stream[kState];
  if (state.writeCallback === null || --state.writePending !== 0) return;
  const callback = state.writeCallback;
  state.writeCallback = null;
  const error = aggregateTwoErrors(state.endError, state.writeError);
  state.writeError = null;
  state.endError = null;
  if (error) stream.destroy(error);
  callback(error);
}

function checkEnd(stream: Http2Stream): void {
  const state = stream[kState];
  const writable = stream._writableState;
  if (state.writeError || !writable.ending || writable.buffered.length > 0 || (state.flags & HAS_TRAILERS) !== 0) {
    finishStep(stream);
    return;
  }
  if (isDebugging()) debugStream(stream, "shutting down writable on last write");
  shut(stream, (error) => {
    state.endError = error;
    finishStep(stream);
  });
}

/** `_final`: the program has ended the stream. */
export function finishWriting(stream: Http2Stream, callback: Callback): void {
  if (isDebugging()) debugStream(stream, "shutting down writable on _final");
  shut(stream, callback);
  if (stream.session?.[kType] !== CLIENT) return;
  const channel = findChannel("http2.client.stream.bodySent");
  if (channel?.hasSubscribers) channel.publish({ stream });
}

function shut(stream: Http2Stream, callback: Callback): void {
  const handle = stream[kHandle];
  if (handle === undefined || handle.id < 0) {
    callback();
    return;
  }
  const state = stream[kState];
  if (state.isShut) {
    if (isDebugging()) debugStream(stream, "shutdownWritable() already called");
    callback();
    return;
  }
  state.isShut = true;
  handle.shut(stream[kId]!);
  stream.on("finish", onFinish);
  callback();
}

function onFinish(this: Http2Stream): void {
  this[kMaybeDestroy]();
}
