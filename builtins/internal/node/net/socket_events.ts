// What a stream handle reports to its socket: bytes, the end, and finished writes. The hot path of node:net.
import { errnoException } from "internal:core/errors";
import {
  CONSTRUCTED,
  DESTROYED,
  ERRORED,
  OBJECT_MODE,
  R_DATA_EMITTED,
  R_DATA_LISTENING,
  R_DECODER,
  R_ENDED,
  R_FLOWING,
  R_MULTI_AWAIT_DRAIN,
  R_READING,
  R_SYNC,
  kState,
} from "internal:node/streams/state_flags";
import { Readable } from "internal:node/streams/readable";
import { isUint8Array } from "internal:core/util/types";
import type { ErrorCallback, OnReadOptions, Socket, SocketHandle } from "internal:node/net/types";
import { kBuffer, kBufferCallback, kBufferMaker, kTimeout } from "internal:node/net/symbols";

/** Makes the socket the owner of its handle. */
export function attachHandle(socket: Socket): void {
  socket._undestroy();
  socket._sockname = null;
  const handle = socket._handle;
  if (!handle) return;
  handle.owner = socket;
  if (socket[kBuffer] !== null) {
    handle.sharedReadLength = (socket[kBuffer] as Uint8Array).length;
    handle.onRead = onOwnBufferRead;
  } else {
    handle.onRead = onRead;
  }
  handle.onEnd = onEnd;
}

/** The option `onread`: bytes go into the program's buffer and to its callback, bypassing the stream. Ignored when it is incomplete. */
export function useOwnBuffer(socket: Socket, onread: OnReadOptions): void {
  const { buffer, callback } = onread;
  if (typeof callback !== "function" || !(isUint8Array(buffer) || typeof buffer === "function")) return;
  if (typeof buffer === "function") {
    socket[kBuffer] = true;
    socket[kBufferMaker] = buffer as () => unknown;
    const made = buffer();
    socket[kBuffer] = isUint8Array(made) ? made : null;
    if (socket[kBuffer] === null) return;
  } else socket[kBuffer] = buffer;
  socket[kBufferCallback] = callback as (length: number, buffer: Uint8Array) => unknown;
}

/** Starts reading. */
export function tryReadStart(socket: Socket): void {
  const errno = socket._handle!.readStart();
  if (errno) socket.destroy(errnoException(errno, "read"));
}

const { push } = Readable.prototype;
/** A stream that flows to listeners of "data" and does nothing else: only these of the bits below are set. */
const PLAIN_FLOW = R_FLOWING | R_DATA_LISTENING | R_READING | CONSTRUCTED;
const FLOW_BITS = PLAIN_FLOW | OBJECT_MODE | DESTROYED | ERRORED | R_ENDED | R_SYNC | R_DECODER | R_MULTI_AWAIT_DRAIN;

function onRead(handle: SocketHandle, bytes: Uint8Array): void {
  const socket: Socket = handle.owner;
  if (socket[kTimeout] !== null) socket._unrefTimer();
  const state = socket._readableState;
  if ((state[kState] & FLOW_BITS) === PLAIN_FLOW && state.length === 0 && socket.push === push) {
    // The effect of push(), without the tick that calls _read(): the handle continues by itself, so the stream stays "reading".
    state.awaitDrainWriters = null;
    state[kState] |= R_DATA_EMITTED;
    socket.emit("data", bytes);
    return;
  }
  if (socket.destroyed) return;
  if (!socket.push(bytes)) handle.readStop();
}

function onOwnBufferRead(handle: SocketHandle, bytes: Uint8Array): void {
  const socket: Socket = handle.owner;
  socket._unrefTimer();
  if (socket.destroyed) return;
  const buffer = socket[kBuffer] as Uint8Array;
  buffer.set(bytes);
  const continues = socket[kBufferCallback]!(bytes.length, buffer);
  const next = socket[kBufferMaker]?.();
  if (isUint8Array(next)) {
    socket[kBuffer] = next;
    if (next.length !== handle.sharedReadLength) {
      handle.sharedReadLength = next.length;
      if (handle.reading) handle.readStart();
    }
  }
  if (continues === false) handle.readStop();
}

function onEnd(handle: SocketHandle, errno: number, call = "read"): void {
  const socket: Socket = handle.owner;
  socket._unrefTimer();
  if (errno !== 0) {
    socket.destroy(errnoException(errno, call));
    return;
  }
  if (socket._readableState.endEmitted) return;
  handle.readStop();
  // A stream that is not read still detects its end.
  socket.push(null);
  socket.read(0);
}

/** A pending write has finished. `reason`: more than `errno` says. */
export function onWritten(socket: Socket, errno: number, callback: ErrorCallback, reason?: string): void {
  if (errno !== 0) {
    callback(errnoException(errno, "write", reason));
    return;
  }
  if (socket.destroyed) {
    callback(null);
    return;
  }
  if (socket[kTimeout] !== null) socket._unrefTimer();
  callback(null);
}
