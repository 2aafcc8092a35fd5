// A file stream that is piped into a destination which can send files by itself: the bytes then go from the system's cache to
// the socket, and only their number passes through JavaScript. Everything observable stays as with chunks: the pipe, its
// events, `bytesRead`, back-pressure; a listener that wants to see the data turns it off.
import { R_FLOWING, kState } from "internal:node/streams/state_flags";
import { cachedBytesSync } from "native:fs";

/**
 * The method of a destination that takes a piece of an open file: `(fd, position, length)` in bytes. Returns true when it
 * is ready for more, false when 'drain' will follow, undefined when it cannot take the piece.
 */
export const kTakeFile = Symbol("kTakeFile");

/**
 * Hands what the file has over to the destination of the stream's only pipe, up to the stream's end or until the destination
 * is full. `position`: where the stream stands in the file, in bytes. Returns false when the stream has to read by itself.
 */
export function handOver(stream: any, position: number): boolean {
  const state = stream._readableState;
  if (state.pipes.length !== 1) return false;
  const destination = state.pipes[0];
  if (destination[kTakeFile] === undefined || !isUntouched(stream, state)) return false;
  for (;;) {
    const left = Math.min(cachedBytesSync(stream.fd, position), stream.end - position + 1);
    if (left < 0) return false;
    if (left === 0) {
      stream.push(null);
      return true;
    }
    const isReady: boolean | undefined = destination[kTakeFile](stream.fd, position, left);
    if (isReady === undefined) return false;
    position += left;
    stream.pos = position;
    stream.bytesRead += left;
    if (!isReady && cachedBytesSync(stream.fd, position) !== 0 && position <= stream.end) {
      goOnWhenDrained(stream, destination);
      return true;
    }
  }
}

// Nobody but the pipe sees the data, and none of it was read ahead.
function isUntouched(stream: any, state: any): boolean {
  return (
    (state[kState] & R_FLOWING) !== 0 &&
    state.length === 0 &&
    !state.decoder &&
    !state.objectMode &&
    stream.listenerCount("data") === 1 &&
    stream.listenerCount("readable") === 0
  );
}

function goOnWhenDrained(stream: any, destination: any): void {
  const goOn = (): void => {
    destination.removeListener("drain", goOn);
    destination.removeListener("close", goOn);
    if (!stream.destroyed) stream._read(stream.readableHighWaterMark);
  };
  destination.on("drain", goOn);
  destination.on("close", goOn);
}
