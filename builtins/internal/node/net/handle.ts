// Stream handles, the base of net.Socket and net.Server, tls, child_process and cluster. One class for TCP, unix-domain sockets,
// pipes and terminals. See docs/decisions/net_sockets.md.
//
// Use: make one (`openTcp`, `openPipe`, `adoptDescriptor`, or `onConnection` of a listening one), set `owner` and the functions below,
// call `readStart`. Each function is called as a task of its own, with the handle first; `handle.owner` is its object.
//   onRead(handle, bytes)            a Buffer that belongs to the receiver
//   onEnd(handle, errno, call)       0: the peer sends no more; else reading (or what `call` names) failed with that errno
//   onConnection(handle, child, errno)  a listening handle accepted `child` (null after a failure)
// Members that Node's handles have too use Node's names (`fd`, `reading`, `hasRef`, `getsockname`, …). Functions that fail return
// minus the errno, as Node's do. A handle stays alive until `close`.
import { safe } from "internal:core/bootstrap";
import * as lists from "internal:core/lists";
import { asBuffer } from "internal:core/buffer/adopt";
import { FastBuffer } from "internal:core/buffer/class";
import { copyBytes } from "native:buffer";
import * as context from "internal:core/async/context";
import { runWaitingTicks } from "internal:core/loop";
import * as uncaught from "internal:core/uncaught";
import type { Endpoint } from "internal:node/net/types";
import { StreamEvent, type StreamHandlers, StreamKind, WriteStatus } from "native:net";
import type { PathModeFlags, StreamBindFlags, WriteEncoding } from "native:net";
import * as native from "native:net";

type Done = (errno: number) => void;
/** Node's request object of a connection attempt. */
interface ConnectRequest {
  oncomplete?(status: number, handle: StreamHandle, request: object, readable: boolean, writable: boolean): void;
}

const EBADF = -9;
const ECANCELED = -125;
const RECEIVE_BYTES = 64 * 1024;
const WRAP_TYPES = ["TCPWRAP", "TCPWRAP", "PIPEWRAP", "TTYWRAP"];
const SERVER_WRAP_TYPES = ["", "TCPSERVERWRAP", "PIPESERVERWRAP", ""];

const handles: (StreamHandle | undefined)[] = [];
const receive = new Uint8Array(RECEIVE_BYTES);
/** The engine stores typed arrays up to this size in its heap. */
const SHORT_BYTES = 1000;
/** More views than this are written as one array. */
const ARGUMENTS_MAX = 64;
const status = new Int32Array(1);
let isInstalled = false;

function install(): void {
  isInstalled = true;
  const handlers: StreamHandlers = { read: onRead, event: onEvent };
  native.setHandlers(handlers, receive, status);
}

/** A stream over a file descriptor, or a listening socket. */
export class StreamHandle {
  /** The number of the native handle; -1 once closed. */
  id: number;
  /** A `StreamKind`. */
  kind: number;
  /** The object that the functions below belong to. */
  owner: any = null;
  onRead: (handle: StreamHandle, bytes: any) => void = ignore;
  onEnd: (handle: StreamHandle, errno: number, call?: string) => void = ignore;
  onConnection: (handle: StreamHandle, child: StreamHandle | null, errno: number) => void = ignore;
  /** When set, the maximum length of a read, and `onRead` is passed a view that is only valid during the call. */
  sharedReadLength = 0;
  reading = false;
  bytesRead = 0;
  bytesWritten = 0;
  isReferenced = true;
  connectDone: Done | null = null;
  shutdownDone: Done | null = null;
  closeDone: (() => void) | null = null;
  writesDone: Done[] = [];
  scope: context.Scope | undefined;

  constructor(id: number, kind: number, isServer = false) {
    if (!isInstalled) install();
    this.id = id;
    this.kind = kind;
    this.scope = context.capture((isServer ? SERVER_WRAP_TYPES : WRAP_TYPES)[kind]!, this);
    handles[id] = this;
  }

  /** The file descriptor; -1 without one. */
  get fd(): number {
    return this.id < 0 ? -1 : native.descriptorOf(this.id);
  }
  /** The number of buffered bytes. */
  get writeQueueSize(): number {
    return this.id < 0 ? 0 : native.waitingBytes(this.id);
  }
  get isStreamBase(): boolean {
    return true;
  }
  /** The name in `process.getActiveResourcesInfo`. */
  get resourceName(): string {
    if (this.kind === StreamKind.TCP) return this.onConnection === ignore ? "TCPSocketWrap" : "TCPServerWrap";
    return this.kind === StreamKind.TERMINAL ? "TTYWrap" : "PipeWrap";
  }
  /** Whether it accepts connections. */
  get isListening(): boolean {
    return this.onConnection !== ignore;
  }
  getAsyncId(): number {
    return this.scope?.asyncId ?? 0;
  }
  getProviderType(): number {
    return 0;
  }

  /** `onConnection` with Node's arguments, for programs that replace or wrap it. */
  get onconnection(): (errno: number, child?: StreamHandle) => void {
    const { onConnection } = this;
    return (errno, child) => onConnection(this, child ?? null, errno);
  }
  set onconnection(next: (errno: number, child?: StreamHandle) => void) {
    this.onConnection = (handle, child, errno) => void safe.apply(next, handle, [errno, child ?? undefined]);
  }

  /** Starts reading: bytes go to `onRead`. */
  readStart(): number {
    if (this.id < 0) return EBADF;
    this.reading = true;
    native.readStart(this.id, this.sharedReadLength);
    return 0;
  }

  readStop(): number {
    this.reading = false;
    if (this.id >= 0) native.readStop(this.id);
    return 0;
  }

  /**
   * Writes a string (in `encoding`) or bytes. Returns 0 when the system has everything (`done` is not called),
   * `WriteStatus.WAITING` when `done(errno)` follows, or minus the errno.
   */
  write(data: string | Uint8Array, encoding: WriteEncoding, done: Done): number {
    if (this.id < 0) return EBADF;
    this.bytesWritten += native.write(this.id, data, encoding);
    const outcome = status[0]!;
    if (outcome === WriteStatus.WAITING)
      lists.push(this.writesDone, this.scope === undefined ? done : context.bindOnceFor(this.scope, "WRITEWRAP", done));
    return outcome;
  }

  /** The same with several views, written as one. */
  writev(chunks: Uint8Array[], done: Done): number {
    if (this.id < 0) return EBADF;
    this.bytesWritten +=
      chunks.length <= ARGUMENTS_MAX ? native.writeMany(this.id, ...chunks) : native.writeArray(this.id, chunks);
    const outcome = status[0]!;
    if (outcome === WriteStatus.WAITING)
      lists.push(this.writesDone, this.scope === undefined ? done : context.bindOnceFor(this.scope, "WRITEWRAP", done));
    return outcome;
  }

  /** Ends the writable side when everything is written, then calls `done`. */
  shutdown(done: Done): void {
    this.shutdownDone = this.scope === undefined ? done : context.bindOnceFor(this.scope, "SHUTDOWNWRAP", done);
    native.shutdown(this.id);
  }

  /** Connects to a numeric address; `done(errno)` is called when the result is 0. */
  connectTo(address: string, port: number, done: Done): number {
    this.connectDone = this.scope === undefined ? done : context.bindOnceFor(this.scope, "TCPCONNECTWRAP", done);
    return native.connect(this.id, address, port);
  }

  connectPath(path: string, done: Done): number {
    this.connectDone = this.scope === undefined ? done : context.bindOnceFor(this.scope, "PIPECONNECTWRAP", done);
    return native.connectPath(this.id, path);
  }

  /** Node's `connect` of handles, which programs replace to call `request.oncomplete` themselves: `net.Socket` calls it only then. */
  connect(request: ConnectRequest, address: string, port?: number): number {
    const done = (errno: number): void => request.oncomplete?.(errno, this, request, true, true);
    return this.kind === StreamKind.TCP ? this.connectTo(address, port!, done) : this.connectPath(address, done);
  }
  connect6(request: ConnectRequest, address: string, port: number): number {
    return this.connect(request, address, port);
  }

  /** Binds it to a local address. */
  bind(address: string, port: number, flags: StreamBindFlags = 0): number {
    return native.bind(this.id, address, port, flags);
  }
  bindPath(path: string): number {
    return native.bindPath(this.id, path);
  }
  /** The error of `bind` that `listen` and `connect` report: 0 or minus the errno. */
  get delayedError(): number {
    return native.delayedError(this.id);
  }
  listen(backlog: number): number {
    return native.listen(this.id, backlog);
  }
  fchmod(mode: PathModeFlags): number {
    return native.setPathMode(this.id, mode);
  }

  ref(): void {
    this.setReferenced(true);
  }
  unref(): void {
    this.setReferenced(false);
  }
  hasRef(): boolean {
    return this.id >= 0 && this.isReferenced;
  }
  private setReferenced(referenced: boolean): void {
    this.isReferenced = referenced;
    if (this.id >= 0) native.setReferenced(this.id, referenced);
  }

  /** Closes at once; pending writes end with ECANCELED. `done` is called in the closing phase of the loop's turn. */
  close(done?: () => void): void {
    if (this.id < 0) return;
    this.closeDone = done ?? null;
    const id = this.id;
    this.id = -1;
    this.reading = false;
    native.close(id);
  }

  /** The same by RST; EINVAL when it is not a TCP socket. */
  reset(done?: () => void): number {
    if (this.id < 0) return 0;
    const result = native.reset(this.id);
    if (result < 0) return result;
    this.closeDone = done ?? null;
    this.id = -1;
    this.reading = false;
    return 0;
  }

  /** Moves the file descriptor out, for another handle or process: the handle is then closed. The caller owns it. */
  takeDescriptor(): number {
    const id = this.id;
    this.id = -1;
    this.reading = false;
    return native.takeDescriptor(id);
  }

  setNoDelay(enabled: boolean): number {
    return native.setNoDelay(this.id, enabled);
  }
  setKeepAlive(enabled: boolean, delaySeconds: number, intervalSeconds = 0, count = 0): number {
    return native.setKeepAlive(this.id, enabled, delaySeconds, intervalSeconds, count);
  }
  setTypeOfService(value: number): number {
    return native.setTypeOfService(this.id, value);
  }
  getTypeOfService(): number {
    return native.typeOfService(this.id);
  }

  /** Sets address, family and port of the local endpoint in `out`. */
  getsockname(out: Endpoint): number {
    return describe(this.id < 0 ? null : native.localEndpoint(this.id), out);
  }
  /** The same of the remote endpoint. */
  getpeername(out: Endpoint): number {
    return describe(this.id < 0 ? null : native.remoteEndpoint(this.id), out);
  }
}

/** The originals: while a handle has them, `net.Socket` calls `connectTo` and `connectPath` directly. */
export const { connect: ownConnect, connect6: ownConnect6 } = StreamHandle.prototype;

const ENOTCONN = -107;

function describe(end: native.Endpoint | null, out: Endpoint): number {
  if (end === null) return ENOTCONN;
  out.address = end.address;
  if (end.family !== "") {
    out.family = end.family;
    out.port = end.port;
  }
  return 0;
}

/** The open handles. */
export function openHandles(): StreamHandle[] {
  return handles.filter((handle): handle is StreamHandle => handle !== undefined && handle.id >= 0);
}

/** The open handles that keep the process alive. */
export function referencedHandles(): StreamHandle[] {
  return openHandles().filter((handle) => handle.isReferenced);
}

/** Makes a TCP handle without a socket yet. */
export function openTcp(isServer = false): StreamHandle {
  return new StreamHandle(native.openTcp(), StreamKind.TCP, isServer);
}

/** Makes a handle for a unix-domain socket. */
export function openPipe(isServer = false): StreamHandle {
  return new StreamHandle(native.openPipe(), StreamKind.PIPE, isServer);
}

/**
 * Makes a handle over an open stream socket, pipe or terminal, which it then owns. On failure it returns minus the errno (EINVAL for
 * other file descriptors).
 */
export function adoptDescriptor(fd: number, isServer = false): StreamHandle | number {
  const id = native.openDescriptor(fd);
  return id < 0 ? id : new StreamHandle(id, native.kindOf(id), isServer);
}

/** Makes a handle with its own file descriptor for the terminal at `fd`, which the caller still owns. On failure: minus the errno. */
export function openTerminal(fd: number): StreamHandle | number {
  const id = native.openTerminal(fd);
  return id < 0 ? id : new StreamHandle(id, native.kindOf(id));
}

/** A pseudo-terminal: a handle for the controlling side, and the blocking file descriptor of the terminal, which the caller owns. */
export function openTerminalPair(columns: number, rows: number): { handle: StreamHandle; fd: number } {
  const pair = native.openTerminalPair(columns, rows);
  return { handle: new StreamHandle(pair.handle, StreamKind.TERMINAL), fd: pair.fd };
}

/** Two connected sockets: a handle, and a blocking file descriptor that the caller owns, for a child process. */
export function openPair(): { handle: StreamHandle; fd: number } {
  const pair = native.openPair();
  return { handle: new StreamHandle(pair.handle, StreamKind.PIPE), fd: pair.fd };
}

/** Whether the handle is a terminal. */
export function isTerminal(handle: StreamHandle): boolean {
  return handle.kind === StreamKind.TERMINAL;
}

function ignore(): void {}

/** Copies the received bytes. A short copy is in the engine's heap, where making a Buffer costs less than converting a Uint8Array. */
function takeReceived(length: number): FastBuffer {
  if (length <= SHORT_BYTES) {
    const bytes = new FastBuffer(length);
    if (copyBytes(receive, 0, bytes, 0, length)) return bytes;
  }
  return asBuffer(receive.slice(0, length));
}

// The native part calls this for each read.
function onRead(id: number, length: number): void {
  const handle = handles[id];
  if (handle === undefined) return;
  handle.bytesRead += length;
  const saved = handle.scope === undefined ? undefined : context.enter(handle.scope);
  try {
    if (handle.sharedReadLength !== 0) handle.onRead(handle, receive.subarray(0, length));
    else handle.onRead(handle, takeReceived(length));
  } catch (error) {
    uncaught.handle(error);
  }
  if (saved !== undefined) context.leave(saved);
  runWaitingTicks();
}

function onEvent(id: number, kind: StreamEvent, value: number): void {
  const handle = handles[id];
  if (handle === undefined) return;
  // Connecting, writing and shutting down have scopes of their own; closing without a callback needs none.
  const hasOtherScope =
    kind === StreamEvent.CONNECTED ||
    (kind >= StreamEvent.WRITTEN && kind <= StreamEvent.SHUT_DOWN) ||
    (kind === StreamEvent.CLOSED && handle.closeDone === null);
  const saved = handle.scope === undefined || hasOtherScope ? undefined : context.enter(handle.scope);
  try {
    handleEvent(handle, id, kind, value);
  } catch (error) {
    uncaught.handle(error);
  }
  if (saved !== undefined) context.leave(saved);
  runWaitingTicks();
}

// An accepted connection does not inherit the asynchronous context of the program.
function accepted(id: number, kind: number): StreamHandle {
  const handle = new StreamHandle(id, kind);
  if (handle.scope !== undefined) handle.scope.frame = undefined;
  return handle;
}

function handleEvent(handle: StreamHandle, id: number, kind: StreamEvent, value: number): void {
  switch (kind) {
    case StreamEvent.CONNECTED:
      return complete(handle, "connectDone", value);
    case StreamEvent.ACCEPTED:
      if (value < 0) handle.onConnection(handle, null, value);
      else handle.onConnection(handle, accepted(value, handle.kind), 0);
      return;
    case StreamEvent.END:
      return handle.onEnd(handle, 0);
    case StreamEvent.READ_FAILED:
      return handle.onEnd(handle, -value);
    case StreamEvent.WRITTEN:
      return finishWrites(handle, 0);
    case StreamEvent.WRITE_FAILED:
      // The callbacks of joined writes were called already: without pending ones the connection failed.
      return handle.writesDone.length === 0 ? handle.onEnd(handle, -value, "write") : finishWrites(handle, -value);
    case StreamEvent.SHUT_DOWN:
      return complete(handle, "shutdownDone", value);
    case StreamEvent.CLOSED:
      return onClosed(handle, id);
  }
}

function complete(handle: StreamHandle, name: "connectDone" | "shutdownDone", errno: number): void {
  const done = handle[name];
  handle[name] = null;
  done?.(errno === 0 ? 0 : -errno);
}

// All pending callbacks are called, also when one throws: as in libuv, each is a callback of its own.
function finishWrites(handle: StreamHandle, errno: number): void {
  const { writesDone } = handle;
  if (writesDone.length === 1) {
    const done = writesDone[0]!;
    writesDone.length = 0;
    done(errno);
    return;
  }
  handle.writesDone = [];
  for (const done of writesDone) {
    try {
      done(errno);
    } catch (error) {
      uncaught.handle(error);
    }
    runWaitingTicks();
  }
}

function onClosed(handle: StreamHandle, id: number): void {
  handles[id] = undefined;
  if (handle.connectDone !== null) complete(handle, "connectDone", -ECANCELED);
  if (handle.writesDone.length > 0) finishWrites(handle, ECANCELED);
  if (handle.shutdownDone !== null) complete(handle, "shutdownDone", -ECANCELED);
  const done = handle.closeDone;
  handle.closeDone = null;
  done?.();
  if (handle.scope !== undefined) context.destroyed(handle.scope);
}
