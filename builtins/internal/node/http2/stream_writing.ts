// How an Http2Stream sends: one write is under way at a time, and the last one carries the end of the stream.
import { aggregateTwoErrors, errnoException } from "internal:core/errors";
import { findChannel } from "internal:core/diagnostics/channel";
import { nextTick } from "internal:core/ticks";
import { Buffer } from "internal:node/buffer";
import { debugStream, isDebugging } from "internal:node/http2/debug";
import { HAS_TRAILERS, type StreamState } from "internal:node/http2/stream_state";
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

type Done = (error?: any) => void;

/** Sends `data`: a chunk, or with `isMany` what `_writev` gets. */
export function writeChunks(stream: any, isMany: boolean, data: any, encoding: string, callback: Done): void {
  // A program may uncork a stream that has no number yet.
  if (stream.pending) {
    stream.once("ready", () => writeChunks(stream, isMany, data, encoding, callback));
    return;
  }
  if (stream.destroyed) return;
  stream[kUpdateTimer]();
  if (!stream.headersSent) stream[kProceed]();
  const state: StreamState = stream[kState];
  state.writeCallback = callback;
  state.writeError = null;
  state.endError = null;
  state.writePending = 1;
  if ((state.flags & HAS_TRAILERS) === 0) {
    // Looked at again when the program has had its turn: the frame of the last data may end the stream.
    state.writePending = 2;
    nextTick(checkEnd, stream);
  }
  const count = isMany ? queueMany(stream, data) : queueOne(stream, data, encoding);
  if (count < 0) {
    onWritten(stream, 0);
    return;
  }
  state.writeQueueSize += count;
  stream[kSession][kState].writeQueueSize += count;
  stream[kHandle].chunksNoted = 0;
  if (stream[kSession][kType] === CLIENT) {
    const channel = findChannel("http2.client.stream.bodyChunkSent");
    // Chunks that are all bytes are published without their encodings, as Node.js does.
    const chunks = isMany && data.allBuffers ? data.map(({ chunk }: any) => chunk) : data;
    if (channel?.hasSubscribers) channel.publish({ stream, writev: isMany, data: chunks, encoding });
  }
}

function queueOne(stream: any, data: any, encoding: string): number {
  const isBytes = typeof data !== "string";
  return stream[kHandle].write(stream[kId], isBytes || isUtf8(encoding) ? data : Buffer.from(data, encoding as any));
}

function queueMany(stream: any, items: any): number {
  let text = "";
  let isText = true;
  for (const { chunk, encoding } of items) {
    isText = typeof chunk === "string" && isUtf8(encoding);
    if (!isText) break;
    text += chunk;
  }
  if (isText) return stream[kHandle].write(stream[kId], text);
  const chunks = items.map(({ chunk, encoding }: any) =>
    typeof chunk === "string" ? Buffer.from(chunk, encoding) : chunk,
  );
  return stream[kHandle].writeMany(stream[kId], chunks);
}

function isUtf8(encoding: string): boolean {
  return encoding === "utf8" || encoding === "utf-8";
}

/** A write is sent, or failed with `errno`. */
export function onWritten(stream: any, errno: number): void {
  const state: StreamState = stream[kState];
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
  finishPart(stream);
}

// One of the two things that a write waits for is over.
function finishPart(stream: any): void {
  const state: StreamState = stream[kState];
  if (state.writeCallback === null || --state.writePending !== 0) return;
  const callback = state.writeCallback;
  state.writeCallback = null;
  const error = aggregateTwoErrors(state.endError, state.writeError);
  state.writeError = null;
  state.endError = null;
  if (error) stream.destroy(error);
  callback(error);
}

function checkEnd(stream: any): void {
  const state: StreamState = stream[kState];
  const writable = stream._writableState;
  if (state.writeError || !writable.ending || writable.buffered.length > 0 || (state.flags & HAS_TRAILERS) !== 0) {
    finishPart(stream);
    return;
  }
  if (isDebugging()) debugStream(stream, "shutting down writable on last write");
  shut(stream, (error) => {
    state.endError = error;
    finishPart(stream);
  });
}

/** `_final`: nothing more is written. */
export function finishWriting(stream: any, callback: Done): void {
  if (isDebugging()) debugStream(stream, "shutting down writable on _final");
  shut(stream, callback);
  if (stream.session?.[kType] !== CLIENT) return;
  const channel = findChannel("http2.client.stream.bodySent");
  if (channel?.hasSubscribers) channel.publish({ stream });
}

function shut(stream: any, callback: Done): void {
  const handle = stream[kHandle];
  if (handle === undefined || handle.id < 0) {
    callback();
    return;
  }
  const state: StreamState = stream[kState];
  if (state.isShut) {
    if (isDebugging()) debugStream(stream, "shutdownWritable() already called");
    callback();
    return;
  }
  state.isShut = true;
  handle.shut(stream[kId]);
  stream.on("finish", onFinish);
  callback();
}

function onFinish(this: any): void {
  this[kMaybeDestroy]();
}
