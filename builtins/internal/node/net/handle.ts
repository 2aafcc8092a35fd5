// Stream handles: what net.Socket and net.Server, tls, child_process and cluster stand on. One class for TCP, unix-domain sockets,
// pipes and terminals. See docs/decisions/0011-stream-sockets.md.
//
// Use: make one (`openTcp`, `openPipe`, `adoptDescriptor`, or `onConnection` of a listening one), set `owner` and the functions below,
// call `readStart`. Each function is called as a task of its own, with the handle first; from `handle.owner` it finds its object.
//   onRead(handle, bytes)            a Buffer that belongs to the receiver
//   onEnd(handle, errno, call)       0: the other end sends no more; else reading (or what `call` names) failed with that errno
//   onConnection(handle, child, errno)  a listening handle accepted `child` (null after a failure)
// Members that Node's handles have too keep their names (`fd`, `reading`, `hasRef`, `getsockname`, …). Functions that fail answer
// minus the errno, as Node's do. A handle stays alive until `close`.
import { asBuffer } from "internal:core/buffer/adopt";
import { FastBuffer } from "internal:core/buffer/class";
import { copyBytes } from "native:buffer";
import * as context from "internal:core/async/context";
import { runWaitingTicks } from "internal:core/loop";
import * as uncaught from "internal:core/uncaught";
import * as native from "native:net";

type Done = (errno: number) => void;

/** Answer of `write` and `writev` when the bytes wait: the callback is called later. */
export const WAITING = 1;

const EBADF = -9;
const ECANCELED = -125;
const RECEIVE_BYTES = 64 * 1024;
const TERMINAL = 3;
const WRAP_TYPES = ["TCPWRAP", "TCPWRAP", "PIPEWRAP", "TTYWRAP"];
const SERVER_WRAP_TYPES = ["", "TCPSERVERWRAP", "PIPESERVERWRAP", ""];

const CONNECTED = 1;
const ACCEPTED = 2;
const END = 3;
const READ_FAILED = 4;
const WRITTEN = 5;
const WRITE_FAILED = 6;
const SHUT_DOWN = 7;
const CLOSED = 8;

const handles: (StreamHandle | undefined)[] = [];
const receive = new Uint8Array(RECEIVE_BYTES);
/** Typed arrays up to here have no memory of their own. */
const SHORT_BYTES = 1000;
/** More views than this are written as one array. */
const ARGUMENTS_MAX = 64;
const status = new Int32Array(1);
let isInstalled = false;

function install(): void {
  isInstalled = true;
  native.setHandlers(onRead, onEvent, receive, status);
}

/** A stream over a descriptor, or a listening socket. */
export class StreamHandle {
  /** Number on the native side; -1 once closed. */
  id: number;
  /** 1 TCP, 2 unix-domain socket or pipe, 3 terminal. */
  kind: number;
  /** Whom the functions below work for. */
  owner: any = null;
  onRead: (handle: StreamHandle, bytes: any) => void = ignore;
  onEnd: (handle: StreamHandle, errno: number, call?: string) => void = ignore;
  onConnection: (handle: StreamHandle, child: StreamHandle | null, errno: number) => void = ignore;
  /** When set, reads take at most its length and hand `onRead` a view that is only valid during the call. */
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

  /** The number of the descriptor; -1 without one. */
  get fd(): number {
    return this.id < 0 ? -1 : native.descriptorOf(this.id);
  }
  /** Bytes that wait to be written. */
  get writeQueueSize(): number {
    return this.id < 0 ? 0 : native.waitingBytes(this.id);
  }
  get isStreamBase(): boolean {
    return true;
  }
  /** What `process.getActiveResourcesInfo` calls it. */
  get resourceName(): string {
    if (this.kind === 1) return this.onConnection === ignore ? "TCPSocketWrap" : "TCPServerWrap";
    return this.kind === TERMINAL ? "TTYWrap" : "PipeWrap";
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
    this.onConnection = (handle, child, errno) => void Reflect.apply(next, handle, [errno, child ?? undefined]);
  }

  /** Lets bytes flow to `onRead`. */
  readStart(): number {
    this.reading = true;
    if (this.id >= 0) native.readStart(this.id, this.sharedReadLength);
    return 0;
  }

  readStop(): number {
    this.reading = false;
    if (this.id >= 0) native.readStop(this.id);
    return 0;
  }

  /**
   * Writes text (`encoding`: 0 UTF-8, 1 Latin-1, 2 UTF-16) or bytes. Answers 0 when the system has everything (`done` is not
   * called), `WAITING` when `done(errno)` follows, or minus the errno.
   */
  write(data: string | Uint8Array, encoding: number, done: Done): number {
    if (this.id < 0) return EBADF;
    this.bytesWritten += native.write(this.id, data, encoding);
    const outcome = status[0]!;
    if (outcome === WAITING)
      this.writesDone.push(this.scope === undefined ? done : context.bindOnceFor(this.scope, "WRITEWRAP", done));
    return outcome;
  }

  /** The same with several views, written as one. */
  writev(chunks: Uint8Array[], done: Done): number {
    if (this.id < 0) return EBADF;
    this.bytesWritten +=
      chunks.length <= ARGUMENTS_MAX ? native.writeMany(this.id, ...chunks) : native.writeArray(this.id, chunks);
    const outcome = status[0]!;
    if (outcome === WAITING)
      this.writesDone.push(this.scope === undefined ? done : context.bindOnceFor(this.scope, "WRITEWRAP", done));
    return outcome;
  }

  /** Ends the sending side when everything is written, then calls `done`. */
  shutdown(done: Done): void {
    this.shutdownDone = this.scope === undefined ? done : context.bindOnceFor(this.scope, "SHUTDOWNWRAP", done);
    native.shutdown(this.id);
  }

  /** Connects to a numeric address; `done(errno)` is called when the answer is 0. */
  connectTo(address: string, port: number, done: Done): number {
    this.connectDone = this.scope === undefined ? done : context.bindOnceFor(this.scope, "TCPCONNECTWRAP", done);
    return native.connect(this.id, address, port);
  }

  connectPath(path: string, done: Done): number {
    this.connectDone = this.scope === undefined ? done : context.bindOnceFor(this.scope, "PIPECONNECTWRAP", done);
    return native.connectPath(this.id, path);
  }

  /** Node's `connect` of handles, which programs replace to answer `request.oncomplete` themselves: `net.Socket` calls it only then. */
  connect(request: any, address: string, port?: number): number {
    const done = (errno: number): void => request.oncomplete(errno, this, request, true, true);
    return this.kind === 1 ? this.connectTo(address, port!, done) : this.connectPath(address, done);
  }
  connect6(request: any, address: string, port: number): number {
    return this.connect(request, address, port);
  }

  /** Gives it a local address. `flags`: 1 IPv6 only, 2 share the port. */
  bind(address: string, port: number, flags = 0): number {
    return native.bind(this.id, address, port, flags);
  }
  bindPath(path: string): number {
    return native.bindPath(this.id, path);
  }
  /** What `bind` left for `listen` and `connect` to say: 0 or minus the errno. */
  get delayedError(): number {
    return native.delayedError(this.id);
  }
  listen(backlog: number): number {
    return native.listen(this.id, backlog);
  }
  fchmod(mode: number): number {
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

  /** Closes at once; writes that wait end with ECANCELED. `done` is called in the closing phase of the turn. */
  close(done?: () => void): void {
    if (this.id < 0) return;
    this.closeDone = done ?? null;
    const id = this.id;
    this.id = -1;
    this.reading = false;
    native.close(id);
  }

  /** The same by RST; EINVAL for what is no TCP socket. */
  reset(done?: () => void): number {
    if (this.id < 0) return 0;
    const answer = native.reset(this.id);
    if (answer < 0) return answer;
    this.closeDone = done ?? null;
    this.id = -1;
    this.reading = false;
    return 0;
  }

  /** Takes the descriptor out, for another handle or process: the handle is then closed. The caller owns the number. */
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

  /** Puts address, family and port of the own end into `out`. */
  getsockname(out: any): number {
    return describe(this.id < 0 ? null : native.localEnd(this.id), out);
  }
  /** The same of the other end. */
  getpeername(out: any): number {
    return describe(this.id < 0 ? null : native.remoteEnd(this.id), out);
  }
}

/** What `net.Socket` need not call as long as they are a handle's members. */
export const { connect: ownConnect, connect6: ownConnect6 } = StreamHandle.prototype;

const ENOTCONN = -107;

function describe(end: native.End | null, out: any): number {
  if (end === null) return ENOTCONN;
  out.address = end.address;
  if (end.family !== "") {
    out.family = end.family;
    out.port = end.port;
  }
  return 0;
}

/** The open handles that keep the process alive. */
export function referencedHandles(): StreamHandle[] {
  return handles.filter(
    (handle): handle is StreamHandle => handle !== undefined && handle.id >= 0 && handle.isReferenced,
  );
}

/** A TCP handle without a socket yet. */
export function openTcp(isServer = false): StreamHandle {
  return new StreamHandle(native.openTcp(), 1, isServer);
}

/** A handle for a unix-domain socket. */
export function openPipe(isServer = false): StreamHandle {
  return new StreamHandle(native.openPipe(), 2, isServer);
}

/**
 * A handle over an open stream socket, pipe or terminal, which it owns from now on. Answers minus the errno (EINVAL: it is none of
 * them) instead.
 */
export function adoptDescriptor(fd: number, isServer = false): StreamHandle | number {
  const id = native.openDescriptor(fd);
  return id < 0 ? id : new StreamHandle(id, native.kindOf(id), isServer);
}

/** A handle with a descriptor of its own over the terminal at `fd`, which stays the caller's. Answers minus the errno instead. */
export function openTerminal(fd: number): StreamHandle | number {
  const id = native.openTerminal(fd);
  return id < 0 ? id : new StreamHandle(id, native.kindOf(id));
}

/** A pseudo-terminal: a handle for the side of keyboard and screen, and the blocking descriptor of the other, which the caller owns. */
export function openTerminalPair(columns: number, rows: number): { handle: StreamHandle; fd: number } {
  const pair = native.openTerminalPair(columns, rows);
  return { handle: new StreamHandle(pair.handle, TERMINAL), fd: pair.fd };
}

/** Two connected ends: a handle, and a blocking descriptor that the caller owns, for a child process. */
export function openPair(): { handle: StreamHandle; fd: number } {
  const pair = native.openPair();
  return { handle: new StreamHandle(pair.handle, 2), fd: pair.fd };
}

/** Whether the handle is a terminal. */
export function isTerminal(handle: StreamHandle): boolean {
  return handle.kind === TERMINAL;
}

function ignore(): void {}

/** A copy of what was received. A short one lies in the engine's heap, where making a Buffer costs less than making one of a Uint8Array. */
function takeReceived(length: number): any {
  if (length <= SHORT_BYTES) {
    const bytes = new FastBuffer(length);
    if (copyBytes(receive, 0, bytes, 0, length)) return bytes;
  }
  return asBuffer(receive.slice(0, length));
}

// The native side calls this for each read.
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

function onEvent(id: number, kind: number, value: number): void {
  const handle = handles[id];
  if (handle === undefined) return;
  // Connecting, writing and shutting down have scopes of their own; of a closing for which nobody waits nothing is told.
  const isElsewhere =
    kind === CONNECTED || (kind >= WRITTEN && kind <= SHUT_DOWN) || (kind === CLOSED && handle.closeDone === null);
  const saved = handle.scope === undefined || isElsewhere ? undefined : context.enter(handle.scope);
  try {
    handleEvent(handle, id, kind, value);
  } catch (error) {
    uncaught.handle(error);
  }
  if (saved !== undefined) context.leave(saved);
  runWaitingTicks();
}

// A connection is made before anything of the program runs: nobody's values are its own.
function accepted(id: number, kind: number): StreamHandle {
  const handle = new StreamHandle(id, kind);
  if (handle.scope !== undefined) handle.scope.frame = undefined;
  return handle;
}

function handleEvent(handle: StreamHandle, id: number, kind: number, value: number): void {
  switch (kind) {
    case CONNECTED:
      return take(handle, "connectDone", value);
    case ACCEPTED:
      if (value < 0) handle.onConnection(handle, null, value);
      else handle.onConnection(handle, accepted(value, handle.kind), 0);
      return;
    case END:
      return handle.onEnd(handle, 0);
    case READ_FAILED:
      return handle.onEnd(handle, -value);
    case WRITTEN:
      return finishWrites(handle, 0);
    case WRITE_FAILED:
      // Nobody waits when it were joined writes, whose writers were told that all is well: then it is the connection that failed.
      return handle.writesDone.length === 0 ? handle.onEnd(handle, -value, "write") : finishWrites(handle, -value);
    case SHUT_DOWN:
      return take(handle, "shutdownDone", value);
    case CLOSED:
      return onClosed(handle, id);
  }
}

function take(handle: StreamHandle, name: "connectDone" | "shutdownDone", errno: number): void {
  const done = handle[name];
  handle[name] = null;
  done?.(errno === 0 ? 0 : -errno);
}

// All that wait are called, also when one throws: as libuv, each is a callback of its own.
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
  if (handle.connectDone !== null) take(handle, "connectDone", -ECANCELED);
  if (handle.writesDone.length > 0) finishWrites(handle, ECANCELED);
  if (handle.shutdownDone !== null) take(handle, "shutdownDone", -ECANCELED);
  const done = handle.closeDone;
  handle.closeDone = null;
  done?.();
  if (handle.scope !== undefined) context.destroyed(handle.scope);
}
