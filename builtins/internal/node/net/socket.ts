// net.Socket: a Duplex over a stream handle. Connecting is in `connect.ts`, what the handle reports in `socket_events.ts`,
// addresses, options and time-outs in `socket_options.ts`. https://nodejs.org/api/net.html#class-netsocket
import { Buffer } from "internal:node/buffer";
import {
  ERR_INVALID_ARG_VALUE,
  ERR_INVALID_ARG_TYPE,
  ERR_INVALID_FD_TYPE,
  ERR_INVALID_HANDLE_TYPE,
  ERR_SOCKET_CLOSED,
  ERR_SOCKET_CLOSED_BEFORE_CONNECTION,
  errnoException,
} from "internal:core/errors";
import { validateInt32, validateNumber } from "internal:core/validators";
import { EMIT_CLOSE, kState } from "internal:node/streams/state_flags";
import { addAbortSignal } from "internal:node/streams/add_abort_signal";
import { Duplex } from "internal:node/streams/duplex";
import { clearTimeout } from "internal:core/timers";
import { nextTick, queueMicrotask } from "internal:core/ticks";
import { isUint8Array } from "internal:core/util/types";
import { type StreamHandle, adoptDescriptor } from "internal:node/net/handle";
import { StreamKind, WriteEncoding, WriteStatus } from "native:net";
import { attachHandle, onWritten, tryReadStart, useOwnBuffer } from "internal:node/net/socket_events";
import type { BlockList } from "internal:node/net/block_list";
import type {
  DuplexStream,
  ErrorCallback,
  QueuedChunk,
  QueuedChunks,
  Server,
  Socket as SocketMembers,
  SocketConstructor,
  SocketHandle,
  SocketOptions,
} from "internal:node/net/types";
import {
  kBoundPath,
  kBuffer,
  kBytesRead,
  kBytesWritten,
  kConsume,
  kKeepAlive,
  kKeepAliveCount,
  kKeepAliveDelay,
  kKeepAliveInterval,
  kLastWriteQueueSize,
  kNoDelay,
  kTimeout,
  kTypeOfService,
} from "internal:node/net/symbols";
import { load, safe } from "internal:core/bootstrap";
import * as lists from "internal:core/lists";
import defer * as connecting from "internal:node/net/connect";
import { DescriptorKind, kindOf } from "native:stdio";

/** Kinds of file descriptors (`native:stdio`) that are not sockets, as Node names them. */
const REFUSED_TYPES: Record<number, string> = {
  [DescriptorKind.FILE]: "FILE",
  [DescriptorKind.TERMINAL]: "TTY",
  [DescriptorKind.DEVICE]: "FILE",
};

/** An instance of `net.Socket`. */
export interface Socket extends SocketMembers {}

/** `net.Socket`. Callable without `new`, also on a prepared object. A number means `{ fd }`. */
export const Socket: SocketConstructor = function Socket(this: Socket, options?: any): Socket | undefined {
  if (!((this as unknown) instanceof Socket)) return new (Socket as any)(options);
  for (const name of ["objectMode", "readableObjectMode", "writableObjectMode"]) {
    if (options?.[name]) throw new ERR_INVALID_ARG_VALUE(`options.${name}`, options[name], "is not supported");
  }
  if (options?.keepAliveInitialDelay !== undefined) {
    validateNumber(options.keepAliveInitialDelay, "options.keepAliveInitialDelay");
    if (options.keepAliveInitialDelay < 0) options.keepAliveInitialDelay = 0;
  }
  if (options?.typeOfService !== undefined) validateInt32(options.typeOfService, "options.typeOfService", 0, 255);
  initializeFields(this, options);
  options = typeof options === "number" ? { fd: options } : { ...options };
  options.allowHalfOpen = Boolean(options.allowHalfOpen);
  // The handle causes "close", and the native part encodes strings.
  options.emitClose = false;
  options.autoDestroy = true;
  options.decodeStrings = false;
  const { signal } = options;
  options.signal = undefined;
  Duplex.call(this, options);
  const isBound = options.handle != null && kConsume in options.handle;
  if (isBound) {
    this[kBoundPath] = options.handle[kBoundPath];
    this._handle = options.handle[kConsume]();
  } else if (options.handle) this._handle = options.handle;
  else if (options.fd !== undefined) this._handle = handleOf(options.fd);
  if (options.blockList) this.blockList = checkBlockList(options.blockList);
  if (options.onread !== null && typeof options.onread === "object") useOwnBuffer(this, options.onread);
  this.on("end", onReadableEnd);
  attachHandle(this);
  // A bound socket reads once it is connected.
  if (this._handle && options.readable !== false && !isBound) {
    if (options.pauseOnCreate) {
      this._handle.reading = false;
      this._handle.readStop();
      this._readableState.flowing = false;
    } else if (!options.manualStart) {
      this.read(0);
    }
  }
  if (signal) addAbortSignal(signal, this);
} as unknown as SocketConstructor;
safe.setPrototypeOf(Socket.prototype, Duplex.prototype);
safe.setPrototypeOf(Socket, Duplex);
const prototype = Socket.prototype;

/** Throws ERR_INVALID_ARG_TYPE unless `options.blockList` is a BlockList. */
export function checkBlockList(blockList: BlockList): BlockList {
  if (!load("internal:node/net/block_list").BlockList.isBlockList(blockList))
    throw new ERR_INVALID_ARG_TYPE("options.blockList", "net.BlockList", blockList);
  return blockList;
}

function initializeFields(socket: Socket, options: SocketOptions | undefined): void {
  socket.connecting = false;
  socket._hadError = false;
  socket._parent = null;
  socket._host = null;
  socket._closeAfterHandlingError = false;
  socket._handle = null;
  socket._sockname = null;
  socket._pendingData = null;
  socket._pendingEncoding = "";
  socket.server = null;
  socket._server = null;
  socket[kLastWriteQueueSize] = 0;
  socket[kTimeout] = null;
  socket[kBuffer] = null;
  socket[kNoDelay] = Boolean(options?.noDelay);
  socket[kKeepAlive] = Boolean(options?.keepAlive);
  socket[kKeepAliveDelay] = ~~(options?.keepAliveInitialDelay! / 1000);
  socket[kKeepAliveInterval] =
    options?.keepAliveInterval === undefined ? undefined : ~~(options.keepAliveInterval / 1000);
  socket[kKeepAliveCount] = options?.keepAliveCount;
  socket[kTypeOfService] = options?.typeOfService;
  socket[kBytesRead] = 0;
  socket[kBytesWritten] = 0;
}

/** Turns a Duplex into the socket of its file descriptor: node:http hands over upgraded connections this way. */
export function becomeSocket(duplex: any, fd: number, server: { _connections: number } | null | undefined): void {
  safe.setPrototypeOf(duplex, prototype);
  initializeFields(duplex, undefined);
  for (const state of [duplex._readableState, duplex._writableState]) state[kState] &= ~EMIT_CLOSE;
  duplex._handle = handleOf(fd);
  duplex.on("end", onReadableEnd);
  attachHandle(duplex);
  duplex.server = server;
  duplex._server = server;
  if (server) server._connections++;
  // Detects the end of the stream also when the program does not read.
  duplex.read(0);
}

// The socket owns the program's file descriptor from here on.
function handleOf(fd: unknown): StreamHandle {
  validateInt32(fd, "fd", 0);
  const type = REFUSED_TYPES[kindOf(fd)];
  if (type !== undefined) throw new ERR_INVALID_FD_TYPE(type);
  const handle = adoptDescriptor(fd);
  if (typeof handle !== "number") return handle;
  const EINVAL = -22;
  const EPERM = -1;
  const EBADF = -9;
  if (handle === EINVAL || handle === EPERM || handle === EBADF) throw new ERR_INVALID_FD_TYPE("UNKNOWN");
  throw errnoException(handle, "open");
}

// The peer sends no more, and the writable side is about to end: later writes fail.
function onReadableEnd(this: Socket): void {
  if (!this.allowHalfOpen) this.write = writeAfterEnd;
}

function writeAfterEnd(this: Socket, chunk: unknown, encoding: unknown, callback: unknown): boolean {
  if (!this.writableEnded) return Duplex.prototype.write.call(this, chunk, encoding, callback);
  if (typeof encoding === "function") callback = encoding;
  const error: Error & { code?: string } = new Error("This socket has been ended by the other party");
  error.code = "EPIPE";
  if (typeof callback === "function") nextTick(callback as ErrorCallback, error);
  this.destroy(error);
  return false;
}

/** Connects: `(options)`, `(path)`, `(port, host)`, each with a listener for "connect". Returns the socket. */
prototype.connect = function connect(this: Socket, ...args: unknown[]): Socket {
  return connecting.connectSocket(this, args);
};
/** The original, to detect a program's replacement. */
export const ownConnect = prototype.connect;

prototype._read = function _read(this: Socket, size: number): void {
  if (this.connecting || !this._handle) this.once("connect", () => this._read(size));
  else if (!this._handle.reading) tryReadStart(this);
};

/** Ends the writable side. */
prototype.end = function end(this: Socket, data: unknown, encoding: unknown, callback: unknown): Socket {
  Duplex.prototype.end.call(this, data, encoding, callback);
  return this;
};

// With the `onread` buffer the stream buffers nothing: pausing must stop the handle itself.
prototype.pause = function pause(this: Socket): Socket {
  if (this[kBuffer] !== null && !this.connecting && this._handle?.reading) this._handle.readStop();
  return Duplex.prototype.pause.call(this);
};

prototype.resume = function resume(this: Socket): Socket {
  resumeOwnBuffer(this);
  return Duplex.prototype.resume.call(this);
};

prototype.read = function read(this: Socket, size?: number): unknown {
  resumeOwnBuffer(this);
  return Duplex.prototype.read.call(this, size);
};

function resumeOwnBuffer(socket: Socket): void {
  if (socket[kBuffer] !== null && !socket.connecting && socket._handle && !socket._handle.reading) tryReadStart(socket);
}

/** Ends the writable side and closes once everything is written. */
prototype.destroySoon = function destroySoon(this: Socket): void {
  if (this.writable) this.end();
  if (this.writableFinished) this.destroy();
  else this.once("finish", this.destroy);
};

/** Closes by RST. Throws ERR_INVALID_HANDLE_TYPE when it is not a TCP socket. */
prototype.resetAndDestroy = function resetAndDestroy(this: Socket): Socket {
  if (!this._handle) {
    this.destroy(new ERR_SOCKET_CLOSED());
    return this;
  }
  if (this._handle.kind !== StreamKind.TCP) throw new ERR_INVALID_HANDLE_TYPE();
  if (this.connecting) this.once("connect", () => this._reset());
  else this._reset();
  return this;
};

prototype._reset = function _reset(this: Socket): Socket {
  this.resetAndClosing = true;
  return this.destroy();
};

prototype._final = function _final(this: Socket, callback: ErrorCallback): void {
  if (this.connecting) {
    this.once("connect", () => this._final(callback));
    return;
  }
  if (!this._handle) {
    callback();
    return;
  }
  const ENOTCONN = -107;
  const isDone = this._handle.shutdown((errno: number) => {
    if (errno === 0 || errno === ENOTCONN || this.destroyed) callback();
    else callback(errnoException(errno, "shutdown"));
  });
  // Some programs replace the function; a replacement that returns 1 does not call back.
  if (isDone === 1) callback();
};

prototype._destroy = function _destroy(this: Socket, error: Error | null, callback: ErrorCallback): void {
  this.connecting = false;
  for (let socket: Socket | null = this; socket !== null && socket !== undefined; socket = socket._parent) {
    if (socket[kTimeout]) {
      clearTimeout(socket[kTimeout]);
      socket[kTimeout] = null;
    }
  }
  const handle = this._handle;
  if (handle) {
    this[kBytesRead] = handle.bytesRead;
    this[kBytesWritten] = handle.bytesWritten;
    closeHandle(this, handle, Boolean(error));
    this._handle = null;
    this._sockname = null;
    callback(error);
  } else {
    callback(error);
    nextTick(emitClose, this);
  }
  if (this._server) {
    const server = this._server;
    server._connections--;
    server._emitCloseIfDrained?.();
  }
};

function closeHandle(socket: Socket, handle: SocketHandle, hadError: boolean): void {
  const onClosed = () => socket.emit("close", hadError);
  if (socket.resetAndClosing) {
    socket.resetAndClosing = false;
    const errno = handle.reset!(onClosed);
    if (errno !== 0) socket.emit("error", errnoException(errno, "reset"));
  } else if (socket._closeAfterHandlingError) {
    // The handlers of the error run before the handle closes.
    queueMicrotask(() => handle.close(onClosed));
  } else {
    handle.close(onClosed);
  }
  handle.onRead = ignore;
  handle.onEnd = ignore;
}

function ignore(): void {}

// Without a handle it is unknown whether there was an error.
function emitClose(socket: Socket): void {
  socket.emit("close");
}

prototype._write = function _write(
  this: Socket,
  chunk: string | Uint8Array,
  encoding: string,
  callback: ErrorCallback,
): void {
  this._writeGeneric(false, chunk, encoding, callback);
};

prototype._writev = function _writev(this: Socket, chunks: QueuedChunks, callback: ErrorCallback): void {
  this._writeGeneric(true, chunks, "", callback);
};

/** Writes a chunk or an array of them, once it is connected. */
prototype._writeGeneric = function _writeGeneric(
  this: Socket,
  isArray: boolean,
  data: any,
  encoding: string,
  callback: ErrorCallback,
): boolean | undefined {
  if (this.connecting) {
    writeWhenConnected(this, isArray, data, encoding, callback);
    return;
  }
  this._pendingData = null;
  this._pendingEncoding = "";
  const handle = this._handle;
  if (!handle) {
    callback(new ERR_SOCKET_CLOSED());
    return false;
  }
  if (this[kTimeout] !== null) this._unrefTimer();
  const done = (errno: number, reason?: string) => onWritten(this, errno, callback, reason);
  const outcome: number = isArray ? writeAll(handle, data, done) : writeOne(handle, data, encoding, done);
  if (outcome === WriteStatus.WAITING) this[kLastWriteQueueSize] = handle.writeQueueSize;
  else if (outcome < 0) callback(errnoException(outcome, "write"));
  else callback();
};

// The data counts as written to the socket, but is sent later.
function writeWhenConnected(
  socket: Socket,
  isArray: boolean,
  data: string | Uint8Array | QueuedChunks,
  encoding: string,
  callback: ErrorCallback,
): void {
  socket._pendingData = data;
  socket._pendingEncoding = encoding;
  function onClose(): void {
    callback(new ERR_SOCKET_CLOSED_BEFORE_CONNECTION());
  }
  socket.once("connect", function connect(this: Socket) {
    this.off("close", onClose);
    this._writeGeneric(isArray, data, encoding, callback);
  });
  socket.once("close", onClose);
}

function writeOne(
  handle: SocketHandle,
  data: string | Uint8Array,
  encoding: string,
  done: (errno: number) => void,
): number {
  if (typeof data !== "string") return handle.write(data, WriteEncoding.UTF8, done);
  switch (encoding) {
    case "utf8":
    case "utf-8":
      return handle.write(data, WriteEncoding.UTF8, done);
    case "latin1":
    case "binary":
      return handle.write(data, WriteEncoding.LATIN1, done);
    case "ucs2":
    case "ucs-2":
    case "utf16le":
    case "utf-16le":
      return handle.write(data, WriteEncoding.UTF16, done);
    default:
      return handle.write(Buffer.from(data, encoding), WriteEncoding.UTF8, done);
  }
}

function writeAll(handle: SocketHandle, chunks: any, done: (errno: number) => void): number {
  const views: Uint8Array[] = [];
  if (chunks.allBuffers) {
    for (let index = 0; index < chunks.length; index++) lists.push(views, chunks[index].chunk ?? chunks[index]);
    return handle.writev(views, done);
  }
  let joined = "";
  let isUtf8 = true;
  for (const { chunk, encoding } of chunks) {
    if (isUtf8 && typeof chunk === "string" && (encoding === "utf8" || encoding === "utf-8")) joined += chunk;
    else isUtf8 = false;
    if (!isUtf8) break;
  }
  if (isUtf8) return handle.write(joined, WriteEncoding.UTF8, done);
  for (const { chunk, encoding } of chunks)
    lists.push(views, typeof chunk === "string" ? Buffer.from(chunk, encoding) : chunk);
  return handle.writev(views, done);
}

safe.defineProperties(prototype, {
  bytesRead: {
    get(this: Socket) {
      return this._handle ? this._handle.bytesRead : this[kBytesRead];
    },
    configurable: true,
    enumerable: true,
  },
  _bytesDispatched: {
    get(this: Socket) {
      return this._handle ? this._handle.bytesWritten : this[kBytesWritten];
    },
    configurable: true,
    enumerable: true,
  },
  bytesWritten: {
    get(this: Socket) {
      let bytes = this._bytesDispatched;
      const queued = this.writableBuffer;
      if (!queued) return undefined;
      for (const { chunk, encoding } of queued) bytes += lengthOf(chunk, encoding);
      const data = this._pendingData;
      if (safe.isArray(data)) {
        for (const item of data as Partial<QueuedChunk>[]) bytes += lengthOf(item.chunk ?? item, item.encoding);
      } else if (data) bytes += lengthOf(data, this._pendingEncoding);
      return bytes;
    },
    configurable: true,
  },
  // Node's older names of these values.
  bufferSize: {
    get(this: Socket) {
      return this._handle ? this.writableLength : undefined;
    },
    configurable: true,
  },
  _connecting: {
    get(this: Socket) {
      return this.connecting;
    },
    configurable: true,
  },
  pending: {
    get(this: Socket) {
      return !this._handle || this.connecting;
    },
    configurable: true,
  },
  readyState: {
    get(this: Socket) {
      if (this.connecting) return "opening";
      if (this.readable && this.writable) return "open";
      return this.readable ? "readOnly" : this.writable ? "writeOnly" : "closed";
    },
    configurable: true,
  },
});

function lengthOf(chunk: unknown, encoding: string | undefined): number {
  return isUint8Array(chunk) ? chunk.length : Buffer.byteLength(chunk, encoding);
}
