// net.Socket: a Duplex over a stream handle. Connecting is in `connect.ts`, what comes from the handle in `socket_events.ts`,
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
import { type StreamHandle, WAITING, adoptDescriptor } from "internal:node/net/handle";
import { attachHandle, onWritten, tryReadStart, useOwnBuffer } from "internal:node/net/socket_events";
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
import { load } from "internal:core/bootstrap";
import defer * as connecting from "internal:node/net/connect";
import { kindOf } from "native:stdio";

const UTF8 = 0;
const LATIN1 = 1;
const UTF16 = 2;
/** Kinds of descriptors (`native:stdio`) that are no sockets, as Node names them. */
const REFUSED_TYPES: Record<number, string> = { 1: "FILE", 2: "TTY", 5: "FILE" };

/** `net.Socket`. Callable without `new`, also on a prepared object. A number stands for `{ fd }`. */
export const Socket = function Socket(this: any, options?: any): any {
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
  // "close" comes from the handle, and text is encoded by the native side.
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
  // What is bound and not connected reads when it is.
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
} as any;
Object.setPrototypeOf(Socket.prototype, Duplex.prototype);
Object.setPrototypeOf(Socket, Duplex);
const prototype = Socket.prototype;

/** Throws ERR_INVALID_ARG_TYPE unless `options.blockList` is one. */
export function checkBlockList(blockList: any): any {
  if (!load("internal:node/net/block_list").BlockList.isBlockList(blockList))
    throw new ERR_INVALID_ARG_TYPE("options.blockList", "net.BlockList", blockList);
  return blockList;
}

function initializeFields(socket: any, options: any): void {
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
  socket[kKeepAliveDelay] = ~~(options?.keepAliveInitialDelay / 1000);
  socket[kKeepAliveInterval] =
    options?.keepAliveInterval === undefined ? undefined : ~~(options.keepAliveInterval / 1000);
  socket[kKeepAliveCount] = options?.keepAliveCount;
  socket[kTypeOfService] = options?.typeOfService;
  socket[kBytesRead] = 0;
  socket[kBytesWritten] = 0;
}

/** Makes a Duplex that stood for a connection the socket of its descriptor: node:http hands over upgraded connections so. */
export function becomeSocket(duplex: any, fd: number, server: any): void {
  Object.setPrototypeOf(duplex, prototype);
  initializeFields(duplex, undefined);
  for (const state of [duplex._readableState, duplex._writableState]) state[kState] &= ~EMIT_CLOSE;
  duplex._handle = handleOf(fd);
  duplex.on("end", onReadableEnd);
  attachHandle(duplex);
  duplex.server = server;
  duplex._server = server;
  if (server) server._connections++;
  // Its end is noticed also when nobody reads.
  duplex.read(0);
}

// A descriptor that the program has open: the socket owns it from now on.
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

// The other end sends no more, and the own one is about to end: what is written now comes too late.
function onReadableEnd(this: any): void {
  if (!this.allowHalfOpen) this.write = writeAfterEnd;
}

function writeAfterEnd(this: any, chunk: any, encoding: any, callback: any): boolean {
  if (!this.writableEnded) return Duplex.prototype.write.call(this, chunk, encoding, callback);
  if (typeof encoding === "function") callback = encoding;
  const error: any = new Error("This socket has been ended by the other party");
  error.code = "EPIPE";
  if (typeof callback === "function") nextTick(callback, error);
  this.destroy(error);
  return false;
}

/** Connects: `(options)`, `(path)`, `(port, host)`, each with a listener for "connect". Returns the socket. */
prototype.connect = function connect(this: any, ...args: any[]): any {
  return connecting.connectSocket(this, args);
};
/** For those who ask whether a program has put something else in its place. */
export const ownConnect = prototype.connect;

prototype._read = function _read(this: any, size: number): void {
  if (this.connecting || !this._handle) this.once("connect", () => this._read(size));
  else if (!this._handle.reading) tryReadStart(this);
};

/** Ends the own side. */
prototype.end = function end(this: any, data: any, encoding: any, callback: any): any {
  Duplex.prototype.end.call(this, data, encoding, callback);
  return this;
};

// With an own buffer nothing waits in the stream: pausing must stop the handle itself.
prototype.pause = function pause(this: any): any {
  if (this[kBuffer] !== null && !this.connecting && this._handle?.reading) this._handle.readStop();
  return Duplex.prototype.pause.call(this);
};

prototype.resume = function resume(this: any): any {
  resumeOwnBuffer(this);
  return Duplex.prototype.resume.call(this);
};

prototype.read = function read(this: any, size: any): any {
  resumeOwnBuffer(this);
  return Duplex.prototype.read.call(this, size);
};

function resumeOwnBuffer(socket: any): void {
  if (socket[kBuffer] !== null && !socket.connecting && socket._handle && !socket._handle.reading) tryReadStart(socket);
}

/** Ends the own side and closes when everything is written. */
prototype.destroySoon = function destroySoon(this: any): void {
  if (this.writable) this.end();
  if (this.writableFinished) this.destroy();
  else this.once("finish", this.destroy);
};

/** Closes by RST. Throws ERR_INVALID_HANDLE_TYPE for what is no TCP socket. */
prototype.resetAndDestroy = function resetAndDestroy(this: any): any {
  if (!this._handle) {
    this.destroy(new ERR_SOCKET_CLOSED());
    return this;
  }
  if (this._handle.kind !== 1) throw new ERR_INVALID_HANDLE_TYPE();
  if (this.connecting) this.once("connect", () => this._reset());
  else this._reset();
  return this;
};

prototype._reset = function _reset(this: any): any {
  this.resetAndClosing = true;
  return this.destroy();
};

prototype._final = function _final(this: any, callback: any): void {
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
  // Some programs replace the function; what answers 1 will not call back.
  if (isDone === 1) callback();
};

prototype._destroy = function _destroy(this: any, error: any, callback: any): void {
  this.connecting = false;
  for (let socket = this; socket !== null && socket !== undefined; socket = socket._parent) {
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

function closeHandle(socket: any, handle: any, hadError: boolean): void {
  const onClosed = () => socket.emit("close", hadError);
  if (socket.resetAndClosing) {
    socket.resetAndClosing = false;
    const errno = handle.reset(onClosed);
    if (errno !== 0) socket.emit("error", errnoException(errno, "reset"));
  } else if (socket._closeAfterHandlingError) {
    // The closing must not overtake the handlers of the error.
    queueMicrotask(() => handle.close(onClosed));
  } else {
    handle.close(onClosed);
  }
  handle.onRead = ignore;
  handle.onEnd = ignore;
}

function ignore(): void {}

// Without a handle nobody tells whether there was an error.
function emitClose(socket: any): void {
  socket.emit("close");
}

prototype._write = function _write(this: any, chunk: any, encoding: string, callback: any): void {
  this._writeGeneric(false, chunk, encoding, callback);
};

prototype._writev = function _writev(this: any, chunks: any, callback: any): void {
  this._writeGeneric(true, chunks, "", callback);
};

/** Writes a chunk or an array of them, when it is connected. */
prototype._writeGeneric = function _writeGeneric(
  this: any,
  isArray: boolean,
  data: any,
  encoding: string,
  callback: any,
): any {
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
  if (outcome === WAITING) this[kLastWriteQueueSize] = handle.writeQueueSize;
  else if (outcome < 0) callback(errnoException(outcome, "write"));
  else callback();
};

// The data count as written to the socket, but have to wait.
function writeWhenConnected(socket: any, isArray: boolean, data: any, encoding: string, callback: any): void {
  socket._pendingData = data;
  socket._pendingEncoding = encoding;
  function onClose(): void {
    callback(new ERR_SOCKET_CLOSED_BEFORE_CONNECTION());
  }
  socket.once("connect", function connect(this: any) {
    this.off("close", onClose);
    this._writeGeneric(isArray, data, encoding, callback);
  });
  socket.once("close", onClose);
}

function writeOne(handle: StreamHandle, data: any, encoding: string, done: (errno: number) => void): number {
  if (typeof data !== "string") return handle.write(data, UTF8, done);
  switch (encoding) {
    case "utf8":
    case "utf-8":
      return handle.write(data, UTF8, done);
    case "latin1":
    case "binary":
      return handle.write(data, LATIN1, done);
    case "ucs2":
    case "ucs-2":
    case "utf16le":
    case "utf-16le":
      return handle.write(data, UTF16, done);
    default:
      return handle.write(Buffer.from(data, encoding as any), UTF8, done);
  }
}

function writeAll(handle: StreamHandle, chunks: any, done: (errno: number) => void): number {
  const views: Uint8Array[] = [];
  if (chunks.allBuffers) {
    for (let index = 0; index < chunks.length; index++) views.push(chunks[index].chunk ?? chunks[index]);
    return handle.writev(views, done);
  }
  let text = "";
  let isText = true;
  for (const { chunk, encoding } of chunks) {
    if (isText && typeof chunk === "string" && (encoding === "utf8" || encoding === "utf-8")) text += chunk;
    else isText = false;
    if (!isText) break;
  }
  if (isText) return handle.write(text, UTF8, done);
  for (const { chunk, encoding } of chunks)
    views.push(typeof chunk === "string" ? Buffer.from(chunk, encoding) : chunk);
  return handle.writev(views, done);
}

Object.defineProperties(prototype, {
  bytesRead: {
    get(this: any) {
      return this._handle ? this._handle.bytesRead : this[kBytesRead];
    },
    configurable: true,
    enumerable: true,
  },
  _bytesDispatched: {
    get(this: any) {
      return this._handle ? this._handle.bytesWritten : this[kBytesWritten];
    },
    configurable: true,
    enumerable: true,
  },
  bytesWritten: {
    get(this: any) {
      let bytes: number = this._bytesDispatched;
      const waiting = this.writableBuffer;
      if (!waiting) return undefined;
      for (const { chunk, encoding } of waiting) bytes += lengthOf(chunk, encoding);
      const data = this._pendingData;
      if (Array.isArray(data)) {
        for (const item of data) bytes += lengthOf(item.chunk ?? item, item.encoding);
      } else if (data) bytes += lengthOf(data, this._pendingEncoding);
      return bytes;
    },
    configurable: true,
  },
  // Programs may count bytes with more than one of these names.
  bufferSize: {
    get(this: any) {
      return this._handle ? this.writableLength : undefined;
    },
    configurable: true,
  },
  _connecting: {
    get(this: any) {
      return this.connecting;
    },
    configurable: true,
  },
  pending: {
    get(this: any) {
      return !this._handle || this.connecting;
    },
    configurable: true,
  },
  readyState: {
    get(this: any) {
      if (this.connecting) return "opening";
      if (this.readable && this.writable) return "open";
      return this.readable ? "readOnly" : this.writable ? "writeOnly" : "closed";
    },
    configurable: true,
  },
});

function lengthOf(chunk: any, encoding: any): number {
  return isUint8Array(chunk) ? chunk.length : Buffer.byteLength(chunk, encoding);
}
