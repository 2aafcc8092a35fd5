// The arguments of Bun.connect, Bun.listen and the methods of their sockets: types, and checks with Bun's messages.
import type { TlsOptions } from "internal:bun/tls_options";
import type { Socket } from "internal:bun/socket";
import { Buffer } from "internal:node/buffer";
import { systemErrorMessage, systemErrorName } from "internal:core/errno";
import { determineSpecificType, ERR_OUT_OF_RANGE } from "internal:core/errors";
import defer * as blobs from "web:blob";
import defer * as bunErrors from "internal:bun/errors";

/** The options as programs pass them. */
export interface SocketOptions {
  socket: SocketHandlers;
  data?: unknown;
  hostname?: string;
  port?: number | string;
  unix?: string;
  fd?: number;
  tls?: TlsOptions | boolean | null;
  allowHalfOpen?: boolean;
  ipv6Only?: boolean;
  reusePort?: boolean;
  backlog?: number;
}
/** The handlers of a socket. Each is called with the socket first. */
export interface SocketHandlers {
  open?: (socket: Socket) => void;
  error?: (socket: Socket, error: unknown) => void;
  connectError?: (socket: Socket, error: unknown) => void;
  binaryType?: "arraybuffer" | "buffer" | "uint8array" | null;
  /** `data`, `drain`, `close`, `end`, `timeout`, `handshake`, `session`, `keylog`. */
  [name: string]: unknown;
}

const PORT_MAX = 65535;
const TIMEOUT_S_MAX = 0x7fffffff / 1000;
/** The handlers, and their names in Bun's messages. */
const HANDLERS: Record<string, string> = {
  data: "onData",
  drain: "onWritable",
  open: "onOpen",
  close: "onClose",
  end: "onEnd",
  error: "onError",
  timeout: "onTimeout",
  handshake: "onHandshake",
  connectError: "onConnectError",
  session: "onSession",
  keylog: "onKeylog",
};
const BINARY_TYPES = new Set(["arraybuffer", "buffer", "uint8array"]);

/** Throws for invalid handlers. */
export function checkHandlers(handlers: SocketHandlers): void {
  for (const name of Object.keys(HANDLERS)) {
    const handler = handlers[name];
    if (handler !== undefined && handler !== null && typeof handler !== "function")
      throw bunErrors.invalid(`Expected "${HANDLERS[name]}" callback to be a function`);
  }
  if (!handlers.data && !handlers.drain) throw bunErrors.invalid('Expected at least "data" or "drain" callback');
  const { binaryType } = handlers;
  if (binaryType !== undefined && binaryType !== null && !BINARY_TYPES.has(binaryType))
    throw bunErrors.invalid('SocketHandler.binaryType must be "arraybuffer", "buffer", or "uint8array"');
}

/** Throws for invalid options. */
export function checkOptions(options: SocketOptions, expected: string): void {
  if (typeof options !== "object" || options === null) throw bunErrors.invalid(expected);
  const { socket, unix, fd, hostname, port, allowHalfOpen } = options;
  if (typeof socket !== "object" || socket === null) throw bunErrors.invalid("SocketOptions.socket is required");
  checkHandlers(socket);
  if (allowHalfOpen !== undefined && allowHalfOpen !== null && typeof allowHalfOpen !== "boolean")
    throw bunErrors.invalid("SocketOptions.allowHalfOpen must be a boolean");
  if (fd !== undefined && fd !== null) {
    if (typeof fd !== "number") throw bunErrors.invalid("SocketOptions.fd must be a number");
    return;
  }
  if (unix !== undefined && unix !== null) {
    if (typeof unix !== "string") throw bunErrors.invalid("SocketOptions.unix must be a string");
    if (unix !== "") return;
  }
  if (hostname === undefined || hostname === null || hostname === "")
    throw bunErrors.invalid('Expected either "hostname" or "unix"');
  if (port === undefined || port === null) throw bunErrors.invalid('Missing "port"');
  readPort(port);
}

/** Reads a port. */
export function readPort(given: unknown): number {
  const port = Number(given);
  if (!Number.isInteger(port)) throw outOfRange(`SocketOptions.port must be an integer (received ${port})`);
  if (port < 0 || port > PORT_MAX)
    throw outOfRange(`SocketOptions.port must be in the range [0, ${PORT_MAX}] (received ${port})`);
  return port;
}

function outOfRange(message: string): RangeError {
  return Object.assign(new RangeError(message), { code: "ERR_OUT_OF_RANGE" });
}

/** The new handlers of `reload`. */
export function reloadedHandlers(options: Pick<SocketOptions, "socket">, argumentCount: number): SocketHandlers {
  if (argumentCount === 0) throw new Error("Expected 1 argument");
  if (typeof options !== "object" || options === null) throw new Error("Expected options object");
  if (typeof options.socket !== "object" || options.socket === null) throw new Error('Expected "socket" option');
  checkHandlers(options.socket);
  return options.socket;
}

/** A time-out in milliseconds, from seconds; 0: none. */
export function readTimeout(seconds: unknown, argumentCount: number): number {
  if (argumentCount === 0) throw new Error("Expected 1 argument, got 0");
  const count = Math.trunc(Number(seconds)) || 0;
  if (count < 0) throw new Error("Timeout must be a positive integer");
  return Math.min(count, TIMEOUT_S_MAX) * 1000;
}

/** The bytes of a call of `write`: `second` is an encoding or their offset, `third` their number. */
export function bytesToWrite(data: unknown, second: unknown, third: unknown): Uint8Array {
  let bytes: Uint8Array;
  if (typeof data === "string")
    bytes = typeof second === "string" && Buffer.isEncoding(second) ? Buffer.from(data, second) : Buffer.from(data);
  else if (ArrayBuffer.isView(data)) bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  else if (data instanceof ArrayBuffer || Object.prototype.toString.call(data) === "[object SharedArrayBuffer]")
    bytes = new Uint8Array(data as ArrayBuffer);
  else if (data === undefined) bytes = Buffer.alloc(0);
  else {
    const held = blobs.isBlob(data) ? blobs.bytesInMemory(data) : null;
    if (held === null)
      throw bunErrors.invalid(
        `The "data" argument must be of type string, buffer, or blob. Received ${determineSpecificType(data)}`,
      );
    bytes = held;
  }
  if (typeof second !== "number") return bytes;
  if (second < 0) throw new ERR_OUT_OF_RANGE("byteOffset", `>= 0 and <= ${Number.MAX_SAFE_INTEGER}`, second);
  if (second > bytes.length) throw new ERR_OUT_OF_RANGE("byteOffset", `>= 0 and <= ${bytes.length}`, second);
  if (typeof third !== "number") return bytes.subarray(second);
  const rest = bytes.length - second;
  if (third < 0 || third > rest) throw new ERR_OUT_OF_RANGE("byteLength", `>= 0 and <= ${rest}`, third);
  return bytes.subarray(second, second + third);
}

/** The error of a failed system call, with Bun's message; `errno` is negative. */
export function systemFailure(errno: number, syscall: string): Error {
  const code = systemErrorName(errno);
  return Object.assign(new Error(`${code}: ${systemErrorMessage(errno)}, ${syscall}`), { code, errno, syscall });
}
