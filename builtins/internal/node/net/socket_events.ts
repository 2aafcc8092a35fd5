// What a stream handle tells its socket: bytes, the end, and that something was written. Here is the hot path of node:net.
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
import type { StreamHandle } from "internal:node/net/handle";
import { kBuffer, kBufferCallback, kBufferMaker, kTimeout } from "internal:node/net/symbols";

/** Makes the socket the owner of its handle. */
export function attachHandle(socket: any): void {
  socket._undestroy();
  socket._sockname = null;
  const handle: StreamHandle | null = socket._handle;
  if (!handle) return;
  handle.owner = socket;
  if (socket[kBuffer] !== null) {
    handle.sharedReadLength = socket[kBuffer].length;
    handle.onRead = onOwnBufferRead;
  } else {
    handle.onRead = onRead;
  }
  handle.onEnd = onEnd;
}

/** The option `onread`: bytes go into the program's buffer and to its callback, past the stream. Ignored when it is incomplete. */
export function useOwnBuffer(socket: any, onread: any): void {
  const { buffer, callback } = onread;
  if (typeof callback !== "function" || !(isUint8Array(buffer) || typeof buffer === "function")) return;
  if (typeof buffer === "function") {
    socket[kBuffer] = true;
    socket[kBufferMaker] = buffer;
    const made = buffer();
    socket[kBuffer] = isUint8Array(made) ? made : null;
    if (socket[kBuffer] === null) return;
  } else socket[kBuffer] = buffer;
  socket[kBufferCallback] = callback;
}

/** Lets bytes flow. */
export function tryReadStart(socket: any): void {
  const errno = socket._handle.readStart();
  if (errno) socket.destroy(errnoException(errno, "read"));
}

const { push } = Readable.prototype as any;
/** A stream that flows to listeners of "data" and has nothing special about it: only these of the bits below are set. */
const PLAIN_FLOW = R_FLOWING | R_DATA_LISTENING | R_READING | CONSTRUCTED;
const FLOW_BITS = PLAIN_FLOW | OBJECT_MODE | DESTROYED | ERRORED | R_ENDED | R_SYNC | R_DECODER | R_MULTI_AWAIT_DRAIN;

function onRead(handle: StreamHandle, bytes: any): void {
  const socket = handle.owner;
  if (socket[kTimeout] !== null) socket._unrefTimer();
  const state = socket._readableState;
  if ((state[kState] & FLOW_BITS) === PLAIN_FLOW && state.length === 0 && socket.push === push) {
    // What push() comes to, without its tick that asks for more: the handle goes on by itself, so the stream stays "reading".
    state.awaitDrainWriters = null;
    state[kState] |= R_DATA_EMITTED;
    socket.emit("data", bytes);
    return;
  }
  if (socket.destroyed) return;
  if (!socket.push(bytes)) handle.readStop();
}

function onOwnBufferRead(handle: StreamHandle, bytes: Uint8Array): void {
  const socket = handle.owner;
  socket._unrefTimer();
  if (socket.destroyed) return;
  const buffer: Uint8Array = socket[kBuffer];
  buffer.set(bytes);
  const goesOn = socket[kBufferCallback](bytes.length, buffer);
  const next = socket[kBufferMaker]?.();
  if (isUint8Array(next)) {
    socket[kBuffer] = next;
    if (next.length !== handle.sharedReadLength) {
      handle.sharedReadLength = next.length;
      if (handle.reading) handle.readStart();
    }
  }
  if (goesOn === false) handle.readStop();
}

function onEnd(handle: StreamHandle, errno: number, call = "read"): void {
  const socket = handle.owner;
  socket._unrefTimer();
  if (errno !== 0) {
    socket.destroy(errnoException(errno, call));
    return;
  }
  if (socket._readableState.endEmitted) return;
  handle.readStop();
  // A stream that nobody reads still has to notice its end.
  socket.push(null);
  socket.read(0);
}

/** A write that had to wait is over. `reason`: more than `errno` says. */
export function onWritten(socket: any, errno: number, callback: any, reason?: string): void {
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
