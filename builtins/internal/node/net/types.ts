// The types of net.Socket, net.Server and what they use, for other builtins. Types only: nothing here is evaluated.
import type { Scope } from "internal:core/async/context";
import type { AbortSignalLike } from "internal:core/events/abort_listener";
import type { EventEmitter, EventName } from "internal:core/events/emitter";
import type { Timeout } from "internal:core/timers";
import type { Duplex } from "internal:node/streams/duplex";
import type { BlockList } from "internal:node/net/block_list";
import type { BoundSocket } from "internal:node/net/bound_socket";
import type {
  kBoundPath,
  kBuffer,
  kBufferCallback,
  kBufferMaker,
  kBytesRead,
  kBytesWritten,
  kKeepAlive,
  kKeepAliveCount,
  kKeepAliveDelay,
  kKeepAliveInterval,
  kLastWriteQueueSize,
  kNoDelay,
  kTimeout,
  kTypeOfService,
} from "internal:node/net/symbols";
import type { WriteEncoding } from "native:net";

/** What a callback in Node's style is called with first. */
export type ErrorCallback = (error?: Error | null) => void;
/** Called with 0, or minus the errno; `reason` says more than the errno. */
export type Done = (errno: number, reason?: string) => void;

/** `{ address, family, port }` of one end of a connection; empty without one. */
export interface Endpoint {
  address?: string;
  family?: string;
  port?: number;
}

/** A stream.Duplex, with the members that only net.Socket uses. */
export interface DuplexStream extends Duplex {
  readonly writableBuffer: QueuedChunk[] | undefined;
  _undestroy(): void;
  _final(callback: ErrorCallback): void;
}

/** A chunk in the queue of a stream that is writable. */
export interface QueuedChunk {
  chunk: string | Uint8Array;
  encoding: string;
}

/** What `_writev` is called with; with `allBuffers` the items may be the chunks themselves. */
export type QueuedChunks = QueuedChunk[] & { allBuffers?: boolean };

/** What a socket needs of its handle: a StreamHandle, a TlsHandle, a DuplexHandle, or one of the program. */
export interface SocketHandle {
  /** The resource of async_hooks, of handles that are one. */
  readonly scope?: Scope | undefined;
  /** The object that the functions below belong to. */
  owner: any;
  readonly fd: number;
  readonly kind: number;
  readonly writeQueueSize: number;
  reading: boolean;
  bytesRead: number;
  bytesWritten: number;
  sharedReadLength: number;
  onRead(handle: SocketHandle, bytes: Uint8Array): void;
  onEnd(handle: SocketHandle, errno: number, call?: string): void;
  readStart(): number;
  readStop(): number;
  write(data: string | Uint8Array, encoding: WriteEncoding, done: Done): number;
  writev(chunks: Uint8Array[], done: Done): number;
  shutdown(done: Done): number | void;
  close(done?: () => void): void;
  ref(): void;
  unref(): void;
  hasRef(): boolean;
  getAsyncId?(): number;
  reset?(done?: () => void): number;
  connect?(request: object, address: string, port?: number): number;
  connect6?(request: object, address: string, port: number): number;
  connectTo?(address: string, port: number, done: Done): number;
  connectPath?(path: string, done: Done): number;
  setNoDelay?(enabled: boolean): number;
  setKeepAlive?(enabled: boolean, delaySeconds: number, intervalSeconds?: number, count?: number): number;
  setTypeOfService?(value: number): number;
  getTypeOfService?(): number;
  getsockname?(out: Endpoint): number;
  getpeername?(out: Endpoint): number;
}

/** `options.onread`: the buffer, or what makes it, and the callback for what was read into it. */
export interface OnReadOptions {
  buffer?: unknown;
  callback?: unknown;
}

/** Options of net.Socket. The last members are for builtins. */
export interface SocketOptions {
  fd?: number;
  handle?: SocketHandle | BoundSocket | null;
  allowHalfOpen?: boolean;
  readable?: boolean;
  writable?: boolean;
  signal?: AbortSignalLike;
  onread?: OnReadOptions | null;
  noDelay?: boolean;
  keepAlive?: boolean;
  keepAliveInitialDelay?: number;
  keepAliveInterval?: number;
  keepAliveCount?: number;
  typeOfService?: number;
  blockList?: BlockList;
  highWaterMark?: number;
  readableHighWaterMark?: number;
  writableHighWaterMark?: number;
  pauseOnCreate?: boolean;
  manualStart?: boolean;
  [name: string]: unknown;
}

/** Options of `socket.connect`, as the program passes them: each is checked where it is used. */
export interface ConnectOptions {
  host?: string;
  port?: number | string;
  path?: string;
  localAddress?: string;
  localPort?: number;
  family?: number | string;
  hints?: number;
  lookup?: Lookup;
  autoSelectFamily?: boolean;
  autoSelectFamilyAttemptTimeout?: number;
  timeout?: number;
}

/** One result of a name lookup. */
export interface LookupAddress {
  address: string;
  family: number;
}

/** `dns.lookup`, or a replacement by the program: its results are checked. */
export type Lookup = (
  hostname: string,
  options: LookupQuery,
  callback: (error: Error | null, address: any, family?: number) => void,
) => void;

/** Options of a name lookup. */
export interface LookupQuery {
  family?: number | string;
  hints?: number;
  all?: boolean;
}

/** A net.Socket, with Node's underscored members, which programs use. */
export interface Socket extends DuplexStream {
  connecting: boolean;
  timeout?: number;
  server: Server | null;
  blockList?: BlockList;
  autoSelectFamilyAttemptedAddresses?: string[];
  resetAndClosing?: boolean;
  readonly bytesRead: number;
  readonly bytesWritten: number | undefined;
  readonly _bytesDispatched: number;
  readonly localAddress?: string;
  readonly localPort?: number;
  readonly remoteAddress?: string;
  readonly remoteFamily?: string;
  readonly remotePort?: number;
  _handle: SocketHandle | null;
  /** The session of a TLSSocket. */
  readonly ssl?: { scope: Scope | undefined } | null;
  _hadError: boolean;
  _parent: Socket | null;
  _host: string | null;
  _closeAfterHandlingError: boolean;
  _sockname: Endpoint | null;
  _peername: Endpoint | undefined;
  _pendingData: string | Uint8Array | QueuedChunks | null;
  _pendingEncoding: string;
  _server: Server | null;
  [kBoundPath]?: string;
  [kBuffer]: Uint8Array | true | null;
  [kBufferCallback]?: (length: number, buffer: Uint8Array) => unknown;
  [kBufferMaker]?: () => unknown;
  [kBytesRead]: number;
  [kBytesWritten]: number;
  [kKeepAlive]: boolean;
  [kKeepAliveCount]: number | undefined;
  [kKeepAliveDelay]: number;
  [kKeepAliveInterval]: number | undefined;
  [kLastWriteQueueSize]: number;
  [kNoDelay]: boolean;
  [kTimeout]: Timeout | null;
  [kTypeOfService]: number | undefined;
  connect(...args: unknown[]): this;
  setTimeout(msecs: number, callback?: () => void): this;
  setNoDelay(enable?: boolean): this;
  setKeepAlive(enable?: unknown, initialDelayMs?: number, intervalMs?: number, count?: number): this;
  address(): Endpoint;
  ref(): this;
  unref(): this;
  resetAndDestroy(): this;
  destroySoon(): void;
  _reset(): this;
  _unrefTimer(): void;
  _onTimeout(): void;
  _getsockname(): Endpoint;
  _getpeername(): Endpoint;
  _write(chunk: unknown, encoding: string, callback: ErrorCallback): void;
  _writeGeneric(isArray: boolean, data: unknown, encoding: string, callback: ErrorCallback): boolean | undefined;
}

/** `net.Socket`, and classes made as it is: callable without `new`, also on a prepared object. */
export interface SocketConstructor<
  Instance = Socket,
  Arguments extends unknown[] = [options?: SocketOptions | number],
> {
  new (...args: Arguments): Instance;
  (this: unknown, ...args: Arguments): void;
  prototype: any;
}

/** Options of net.Server. */
export interface ServerOptions {
  allowHalfOpen?: boolean;
  pauseOnConnect?: boolean;
  noDelay?: boolean;
  keepAlive?: boolean;
  keepAliveInitialDelay?: number;
  highWaterMark?: number;
  blockList?: BlockList;
}

/** What a server needs of its handle. */
export interface ListeningHandle {
  owner: any;
  onConnection: unknown;
  readonly fd: number;
  readonly kind: number;
  listen(backlog: number): number;
  close(done?: () => void): void;
  ref(): void;
  unref(): void;
  fchmod(mode: number): number;
  getsockname?(out: Endpoint): number;
}

/** The connections of a server in another process (`internal:node/child_process/socket_list`). */
export interface WorkerConnections extends EventEmitter {
  getConnections(callback: (error: Error | null, count?: number) => void): void;
  close(callback: () => void): void;
}

/** A net.Server, with Node's underscored members, which programs use. */
export interface Server extends EventEmitter {
  allowHalfOpen: boolean;
  pauseOnConnect: boolean;
  noDelay: boolean;
  keepAlive: boolean;
  keepAliveInitialDelay: number;
  highWaterMark: number;
  blockList?: BlockList;
  maxConnections?: number | null;
  readonly listening: boolean;
  _handle: ListeningHandle | null;
  _connections: number;
  _usingWorkers: boolean;
  _workers: WorkerConnections[];
  _unref: boolean;
  _listeningId: number;
  _pipeName?: string;
  _connectionKey?: string;
  listen(...args: unknown[]): this;
  address(): Endpoint | string | null;
  /** Returns the server; those of HTTP/2 return nothing. */
  close(callback?: ErrorCallback): this | void;
  getConnections(callback: (error: Error | null, count?: number) => void): this;
  ref(): this;
  unref(): this;
  _listen2(...args: unknown[]): void;
  _emitCloseIfDrained(): void;
  _setupWorker(connections: WorkerConnections): void;
  [event: symbol]: ((error: unknown, event: EventName, socket: Socket) => void) | undefined;
}

/** `net.Server`, and classes made as it is. */
export interface ServerConstructor<Instance = Server, Options = ServerOptions> {
  new (options?: Options | ((socket: Socket) => void) | null, listener?: unknown): Instance;
  (this: unknown, options?: Options | null, listener?: unknown): void;
  prototype: any;
}
