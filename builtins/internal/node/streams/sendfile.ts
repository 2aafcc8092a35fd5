// sendfile for a file stream that is piped into a socket: the bytes go from the system's cache to the socket, and only
// their number passes through JavaScript. The pipe, its events, `bytesRead` and back-pressure are as with chunks. With
// another listener of "data" the stream reads chunks.
import { safe } from "internal:core/bootstrap";
import { R_FLOWING, kState } from "internal:node/streams/state_flags";
import type { ReadStream } from "internal:node/fs/read_stream";
import type { Readable } from "internal:node/streams/readable";
import type { ReadableState } from "internal:node/streams/readable_state";
import type { Writable } from "internal:node/streams/writable";
import { cachedBytesSync } from "native:fs";

/**
 * The method of a destination that sends a range of an open file: `(fd, position, length)` in bytes. Returns true when it
 * is ready for more, false when "drain" will follow, undefined when it cannot send the range.
 */
export const kSendFile: unique symbol = Symbol("kSendFile");

/** A destination that may be able to send files. */
type Destination = Writable & { [kSendFile]?(fd: number, position: number, length: number): boolean | undefined };

/**
 * Sends the file to the destination of the stream's only pipe, up to the stream's end or until the destination is full.
 * `position`: the position of the stream in the file, in bytes. Returns false when the stream has to read chunks.
 */
export function sendToPipe(stream: ReadStream, position: number): boolean {
  const state = stream._readableState;
  if (state.pipes.length !== 1) return false;
  const destination = state.pipes[0] as Destination;
  if (destination[kSendFile] === undefined || !isUnobserved(stream, state)) return false;
  for (;;) {
    const left = safe.min(cachedBytesSync(stream.fd!, position), stream.end - position + 1);
    if (left < 0) return false;
    if (left === 0) {
      stream.push(null);
      return true;
    }
    const isReady = destination[kSendFile](stream.fd!, position, left);
    if (isReady === undefined) return false;
    position += left;
    stream.pos = position;
    stream.bytesRead += left;
    if (!isReady && cachedBytesSync(stream.fd!, position) !== 0 && position <= stream.end) {
      continueAfterDrain(stream, destination);
      return true;
    }
  }
}

// Whether the pipe is the only consumer of the data and nothing was read ahead.
function isUnobserved(stream: Readable, state: ReadableState): boolean {
  return (
    (state[kState] & R_FLOWING) !== 0 &&
    state.length === 0 &&
    !state.decoder &&
    !state.objectMode &&
    stream.listenerCount("data") === 1 &&
    stream.listenerCount("readable") === 0
  );
}

function continueAfterDrain(stream: Readable, destination: Writable): void {
  const resume = (): void => {
    destination.removeListener("drain", resume);
    destination.removeListener("close", resume);
    if (!stream.destroyed) stream._read(stream.readableHighWaterMark);
  };
  destination.on("drain", resume);
  destination.on("close", resume);
}
