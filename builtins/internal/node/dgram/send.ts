// dgram.Socket.send(): its forms of arguments, and sending. https://nodejs.org/api/dgram.html#socketsendmsg-offset-length-port-address-callback
import { Buffer } from "internal:node/buffer";
import {
  ERR_BUFFER_OUT_OF_BOUNDS,
  ERR_INVALID_ARG_TYPE,
  ERR_IP_BLOCKED,
  ERR_SOCKET_DGRAM_IS_CONNECTED,
  exceptionWithHostPort,
} from "internal:core/errors";
import { validatePort, validateString } from "internal:core/validators";
import { nextTick } from "internal:core/ticks";
import { isArrayBufferView } from "internal:core/util/types";
import { WAITING } from "internal:node/dgram/handle";
import {
  BOUND,
  CONNECTED,
  type Socket,
  UNBOUND,
  kState,
  lookUp,
  requireRunning,
  whenBound,
} from "internal:node/dgram/socket";
import type { FastBuffer } from "internal:core/buffer/class";
import { isIP } from "internal:core/ip_address";

const EINVAL = -22;
const BUFFER_TYPES = ["Buffer", "TypedArray", "DataView", "string"];

type SendCallback = (error: Error | null, size?: number) => void;

/** `socket.send(...)`. */
export function send(
  socket: Socket,
  buffer: unknown,
  offset: unknown,
  length: unknown,
  port: unknown,
  address: unknown,
  callback: unknown,
): void {
  const state = socket[kState];
  const isConnected = state.connectState === CONNECTED;
  if (isConnected) {
    if (typeof length === "number") {
      buffer = slice(buffer, offset, length);
      if (typeof port === "function") {
        callback = port;
        port = null;
      }
    } else {
      callback = offset;
    }
    if (port || address) throw new ERR_SOCKET_DGRAM_IS_CONNECTED();
  } else if (address || (port && typeof port !== "function")) {
    buffer = slice(buffer, offset, length);
  } else {
    callback = port;
    port = offset;
    address = length;
  }
  const list = listOf(buffer);
  if (!isConnected) port = validatePort(port, "Port", false);
  if (typeof callback !== "function") callback = undefined;
  if (typeof address === "function") {
    callback = address;
    address = undefined;
  } else if (address != null) validateString(address, "address");
  requireRunning(socket);
  if (state.bindState === UNBOUND) socket.bind({ port: 0, exclusive: true }, null);
  if (state.bindState !== BOUND) {
    whenBound(socket, () => socket.send(list, port, address, callback));
    return;
  }
  const host = address as string;
  const number = port as number;
  const done = callback as SendCallback | undefined;
  if (isConnected) sendNow(socket, null, "", list, host, number, done);
  else lookUp(socket, host, (error, numeric) => sendNow(socket, error, numeric, list, host, number, done));
}

function slice(buffer: unknown, offset: unknown, length: unknown): FastBuffer {
  const bytes: unknown = typeof buffer === "string" ? Buffer.from(buffer) : buffer;
  if (!isArrayBufferView(bytes)) throw new ERR_INVALID_ARG_TYPE("buffer", BUFFER_TYPES, buffer);
  const start = (offset as number) >>> 0;
  const count = (length as number) >>> 0;
  if (start > bytes.byteLength) throw new ERR_BUFFER_OUT_OF_BOUNDS("offset");
  if (start + count > bytes.byteLength) throw new ERR_BUFFER_OUT_OF_BOUNDS("length");
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, count);
}

function listOf(buffer: unknown): ArrayBufferView[] {
  if (typeof buffer === "string") return [Buffer.from(buffer)];
  if (isArrayBufferView(buffer)) return [bytesOf(buffer)];
  if (!Array.isArray(buffer)) throw new ERR_INVALID_ARG_TYPE("buffer", BUFFER_TYPES, buffer);
  const list: ArrayBufferView[] = [];
  for (const item of buffer) {
    if (typeof item === "string") list.push(Buffer.from(item));
    else if (isArrayBufferView(item)) list.push(bytesOf(item));
    else throw new ERR_INVALID_ARG_TYPE("buffer list arguments", BUFFER_TYPES, buffer);
  }
  return list.length === 0 ? [Buffer.alloc(0)] : list;
}

// The native part does not support every kind of view (Float16Array).
function bytesOf(view: ArrayBufferView): ArrayBufferView {
  return view instanceof Uint8Array ? view : new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
}

function sendNow(
  socket: Socket,
  error: Error | null,
  numeric: string,
  list: ArrayBufferView[],
  address: string,
  port: number,
  callback: SendCallback | undefined,
): void {
  const state = socket[kState];
  if (error) {
    if (callback) nextTick(callback, error);
    else nextTick(() => socket.emit("error", error));
    return;
  }
  // The socket may have been closed during the lookup.
  if (!state.handle) return;
  if (numeric !== "" && state.sendBlockList?.check(numeric, `ipv${isIP(numeric)}`)) {
    const blocked = new ERR_IP_BLOCKED(numeric);
    if (callback) nextTick(callback, blocked);
    return;
  }
  const done = (errno: number, size: number): void => {
    if (callback) callback(errno === 0 ? null : exceptionWithHostPort(errno, "send", address, port), size);
  };
  // The system's error would be another one.
  const isOtherFamily = numeric !== "" && isIP(numeric) !== (socket.type === "udp6" ? 6 : 4);
  const result = isOtherFamily ? EINVAL : state.handle!.send(list, numeric, numeric === "" ? 0 : port, done);
  if (result === WAITING || !callback) return;
  if (result >= 0) nextTick(callback, null, result);
  else nextTick(callback, exceptionWithHostPort(result, "send", address, port));
}
