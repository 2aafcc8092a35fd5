// Deno.connect, Deno.listen: connections and listeners over stream handles. Datagrams are in `internal:deno/datagrams`.
// https://docs.deno.com/api/deno/network
import * as permissions from "internal:core/permissions";
import type { DatagramEndpoint } from "internal:node/dgram/handle";
import type { AbortSignal } from "web:abort";
import { bindErrno, numeric } from "internal:http_server/addresses";
import { ReadableStream, WritableStream } from "web:streams";
import { findAddresses, readQuery } from "internal:node/dns/lookup";
import { type StreamHandle, openPipe, openTcp } from "internal:node/net/handle";
import { StreamBindFlags, StreamKind, WriteEncoding, WriteStatus } from "native:net";
import { errors } from "internal:deno/errors";
import { systemFailure } from "internal:deno/net_errors";
import { readPort } from "internal:deno/ports";

const BACKLOG = 511;
/** The capacity of the queue of received bytes, before back-pressure. */
const UNREAD_BYTES_MAX = 64 * 1024;
const CHUNK_BYTES = 64 * 1024;

/** The numeric address of a host. Rejects with Deno's error. */
export async function numericAddress(hostname: string): Promise<{ address: string; family: number }[]> {
  return new Promise((resolve, reject) => {
    findAddresses({ ...readQuery(hostname, {}), all: true }, (error, addresses) => {
      if (error)
        reject(
          new Error(
            `failed to lookup address information: ${error.code === "ENOTFOUND" ? "Name or service not known" : error.message}`,
          ),
        );
      else resolve(addresses!);
    });
  });
}

function addressOf(handle: StreamHandle, end: "getsockname" | "getpeername"): unknown {
  const out: Partial<DatagramEndpoint> = {};
  const errno = handle[end](out);
  if (handle.kind === StreamKind.PIPE) return { transport: "unix", path: errno === 0 ? out.address : null };
  return Object.assign(Object.create(null), { hostname: out.address, port: out.port, transport: "tcp" });
}

function notBytes(): TypeError {
  return new TypeError("expected typed ArrayBufferView");
}

function bytesOfChunk(chunk: unknown): Uint8Array {
  if (chunk instanceof Uint8Array) return chunk;
  if (ArrayBuffer.isView(chunk)) return new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  if (chunk instanceof ArrayBuffer) return new Uint8Array(chunk);
  throw new TypeError("Expected ArrayBuffer or ArrayBufferView for write chunk");
}

/** Whether `options` are for a unix-domain socket. Throws Deno's error for any other transport than "tcp". */
function isUnixTransport({ transport }: { transport?: string | null }): boolean {
  if (transport !== undefined && transport !== null && transport !== "tcp" && transport !== "unix")
    throw new ReferenceError("transport is not defined");
  return transport === "unix";
}

/** The options as programs pass them. */
export interface ListenOptions {
  transport?: string | null;
  hostname?: string;
  port?: number | string;
  path?: string;
  reusePort?: boolean;
  tcpBacklog?: number;
}
/** The options as programs pass them. */
export interface ConnectOptions {
  transport?: string | null;
  hostname?: string;
  port?: number | string;
  path?: string;
  signal?: AbortSignal;
}

interface PendingRead {
  buffer: Uint8Array;
  resolve(count: number | null): void;
  reject(error: unknown): void;
}

/** Detaches a connection for `startTls`. */
export interface Detached {
  handle: StreamHandle;
  unread: Uint8Array[];
}

/** A connection. `handle` is a stream handle or a `TlsHandle`. */
export class Conn {
  #handle: any;
  #chunks: Uint8Array[] = [];
  #unreadBytes = 0;
  #isEnded = false;
  #failure: unknown;
  /** The error that broke the connection, until a reader has received it; 0: none. */
  #errno = 0;
  /** Pending reads, in order. */
  #waiting: PendingRead[] = [];
  #readable: unknown;
  #writable: unknown;
  readonly localAddr: unknown;
  readonly remoteAddr: unknown;

  constructor(handle: any) {
    this.#handle = handle;
    this.localAddr = addressOf(handle, "getsockname");
    this.remoteAddr = addressOf(handle, "getpeername");
    handle.owner = this;
    handle.onRead = (_handle: unknown, bytes: Uint8Array) => this.#onBytes(bytes);
    handle.onEnd = (_handle: unknown, errno: number) => this.#onEnd(errno);
  }

  /** The open handle of a connection. Throws BadResource when it is closed. Not for programs. */
  static handleOf(connection: Conn): any {
    return connection.#require();
  }

  /** Detaches the handle, which leaves the connection closed. Not for programs. */
  static detach(connection: Conn): Detached {
    const handle = connection.#require();
    if (connection.#waiting.length > 0)
      throw new errors.Busy("Resource is unavailable because it is in use by a promise");
    connection.#handle = null;
    handle.readStop();
    connection.#unreadBytes = 0;
    return { handle, unread: connection.#chunks.splice(0) };
  }

  /** Makes pending and later reads and writes fail with `error`. Not for programs. */
  static fail(connection: Conn, error: unknown): void {
    connection.#isEnded = true;
    connection.#failure = error;
    connection.#serve();
  }

  #require(): any {
    if (this.#handle === null) throw new errors.BadResource("Bad resource ID");
    return this.#handle;
  }

  #onBytes(bytes: Uint8Array): void {
    this.#chunks.push(bytes);
    this.#unreadBytes += bytes.length;
    if (this.#unreadBytes >= UNREAD_BYTES_MAX) this.#handle?.readStop();
    this.#serve();
  }

  #onEnd(errno: number): void {
    this.#isEnded = true;
    this.#errno = errno;
    this.#serve();
  }

  // Resolves pending reads with the received bytes.
  #serve(): void {
    while (this.#waiting.length > 0 && (this.#unreadBytes > 0 || this.#isEnded)) {
      const waiting = this.#waiting.shift()!;
      if (this.#unreadBytes > 0) waiting.resolve(this.#take(waiting.buffer));
      else if (this.#failure !== undefined) waiting.reject(this.#failure);
      else if (this.#errno !== 0) {
        // The system reports the error once; then follows the end.
        const errno = this.#errno;
        this.#errno = 0;
        waiting.reject(systemFailure(errno));
      } else waiting.resolve(null);
    }
  }

  #take(buffer: Uint8Array): number {
    const chunk = this.#chunks[0]!;
    const count = Math.min(chunk.length, buffer.length);
    buffer.set(chunk.length === count ? chunk : chunk.subarray(0, count));
    if (count === chunk.length) this.#chunks.shift();
    else this.#chunks[0] = chunk.subarray(count);
    this.#unreadBytes -= count;
    return count;
  }

  /** Reads into `buffer`. Resolves with the number of bytes, null at the end. */
  async read(buffer: Uint8Array): Promise<number | null> {
    const handle = this.#require();
    if (buffer.length === 0) return 0;
    if (!(buffer instanceof Uint8Array)) throw notBytes();
    if (this.#unreadBytes > 0 && this.#waiting.length === 0) return this.#take(buffer);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ buffer, resolve, reject });
      this.#serve();
      if (this.#waiting.length > 0 && !handle.reading) handle.readStart();
    });
  }

  /** Writes all of `bytes`. Resolves with their number. */
  async write(bytes: Uint8Array): Promise<number> {
    const handle = this.#require();
    if (!(bytes instanceof Uint8Array)) throw notBytes();
    return new Promise((resolve, reject) => {
      const finish = (errno: number): void =>
        errno === 0 ? resolve(bytes.length) : reject(this.#failure ?? systemFailure(errno));
      const outcome = handle.write(bytes, WriteEncoding.UTF8, finish);
      if (outcome !== WriteStatus.WAITING) finish(outcome);
    });
  }

  /** Closes the writing side. */
  async closeWrite(): Promise<void> {
    const handle = this.#require();
    await new Promise<void>((resolve, reject) => {
      handle.shutdown((errno: number) => (errno === 0 ? resolve() : reject(this.#failure ?? systemFailure(errno))));
    });
  }

  /** Closes it. Throws BadResource when it is closed. */
  close(): void {
    const handle = this.#require();
    this.#handle = null;
    handle.close();
    for (const waiting of this.#waiting.splice(0))
      waiting.reject(Object.assign(new errors.Interrupted("operation canceled"), { code: "EINTR" }));
  }

  #closeQuietly(): void {
    if (this.#handle !== null) this.close();
  }

  get readable(): unknown {
    return (this.#readable ??= new ReadableStream({
      type: "bytes",
      autoAllocateChunkSize: CHUNK_BYTES,
      pull: async (controller: any) => {
        const request = controller.byobRequest;
        const count = await this.read(request.view);
        if (count !== null) {
          request.respond(count);
          return;
        }
        controller.close();
        request.respond(0);
        this.#closeQuietly();
      },
      cancel: () => this.#closeQuietly(),
    }));
  }

  get writable(): unknown {
    return (this.#writable ??= new WritableStream({
      write: async (chunk: unknown) => void (await this.write(bytesOfChunk(chunk))),
      close: async () => {
        if (this.#handle !== null) await this.closeWrite();
      },
      abort: () => this.#closeQuietly(),
    }));
  }

  ref(): void {
    this.#handle?.ref();
  }
  unref(): void {
    this.#handle?.unref();
  }
  [Symbol.dispose](): void {
    this.#closeQuietly();
  }
}
export class TcpConn extends Conn {
  /** Disables or enables Nagle's algorithm. */
  setNoDelay(enabled = true): void {
    Conn.handleOf(this).setNoDelay(enabled);
  }
  setKeepAlive(enabled = true): void {
    Conn.handleOf(this).setKeepAlive(enabled, 0);
  }
}
export class UnixConn extends Conn {}

type Wrap = (handle: StreamHandle) => Conn;

function wrapPlain(handle: StreamHandle): Conn {
  return handle.kind === StreamKind.PIPE ? new UnixConn(handle) : new TcpConn(handle);
}

interface Accepting {
  resolve(connection: Conn): void;
  reject(error: unknown): void;
}

/** A listening socket. */
export class Listener {
  #handle: StreamHandle | null;
  #ready: StreamHandle[] = [];
  #waiting: Accepting[] = [];
  #wrap: Wrap;
  readonly addr: unknown;

  /** `wrap` makes the connections. */
  constructor(handle: StreamHandle, wrap: Wrap = wrapPlain) {
    this.#handle = handle;
    this.#wrap = wrap;
    this.addr = addressOf(handle, "getsockname");
    handle.onConnection = (_handle, child, errno) => {
      const waiting = this.#waiting.shift();
      if (child === null) waiting?.reject(systemFailure(errno));
      else if (waiting === undefined) this.#ready.push(child);
      else waiting.resolve(this.#wrap(child));
    };
  }

  /** Resolves with the next connection. */
  async accept(): Promise<Conn> {
    if (this.#handle === null) throw new errors.BadResource("Listener has been closed");
    const ready = this.#ready.shift();
    if (ready !== undefined) return this.#wrap(ready);
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  /** Stops listening; pending `accept` calls reject with BadResource. */
  close(): void {
    if (this.#handle === null) throw new errors.BadResource("Bad resource ID");
    this.#handle.close();
    this.#handle = null;
    for (const handle of this.#ready.splice(0)) handle.close();
    for (const waiting of this.#waiting.splice(0)) waiting.reject(new errors.BadResource("Listener has been closed"));
  }

  ref(): void {
    this.#handle?.ref();
  }
  unref(): void {
    this.#handle?.unref();
  }

  /** The next connection as an iterator's result. */
  async next(): Promise<IteratorResult<Conn, undefined>> {
    try {
      return { value: await this.accept(), done: false };
    } catch (error) {
      if (error instanceof errors.BadResource || error instanceof errors.Interrupted)
        return { value: undefined, done: true };
      // A failed handshake of a client does not end the iteration.
      if (
        error instanceof errors.InvalidData ||
        error instanceof errors.UnexpectedEof ||
        error instanceof errors.ConnectionReset
      )
        return this.next();
      throw error;
    }
  }

  async return(value?: undefined): Promise<IteratorResult<Conn, undefined>> {
    if (this.#handle !== null) this.close();
    return { value, done: true };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  [Symbol.dispose](): void {
    if (this.#handle !== null) this.close();
  }
}

/** `Deno.listen`. Throws AddrInUse or another of Deno's errors. */
export function listen(options: ListenOptions): Listener {
  return new Listener(openListening(options));
}

/** Opens a listening handle. */
export function openListening(options: ListenOptions): StreamHandle {
  const isUnix = isUnixTransport(options);
  const port = isUnix ? 0 : readPort(options.port ?? 0, 0);
  const hostname = `${options.hostname ?? "0.0.0.0"}`;
  const address = isUnix ? "" : numeric(hostname);
  if (!isUnix && permissions.isRestricted) permissions.checkListening(hostname, address, port);
  const handle = isUnix ? openPipe(true) : openTcp(true);
  let errno = isUnix
    ? bindErrno(handle.bindPath(options.path!), options.path!)
    : handle.bind(address, port, options.reusePort ? StreamBindFlags.SHARE_PORT : 0);
  if (errno === 0) errno = handle.listen(options.tcpBacklog ?? BACKLOG);
  if (errno !== 0) {
    handle.close();
    throw systemFailure(errno);
  }
  return handle;
}

/** `Deno.connect`. */
export async function connect(options: ConnectOptions): Promise<Conn> {
  return wrapPlain(await openConnected(options));
}

/** Opens a connected handle. Rejects with Deno's errors. */
export async function openConnected(options: ConnectOptions): Promise<StreamHandle> {
  if (isUnixTransport(options)) return attempt(openPipe(), (handle, done) => handle.connectPath(options.path!, done));
  const port = readPort(options.port, 1);
  if (permissions.isRestricted) permissions.checkHost(`${options.hostname ?? "127.0.0.1"}`, port);
  let failure: unknown;
  for (const { address } of await numericAddress(`${options.hostname ?? "127.0.0.1"}`)) {
    options.signal?.throwIfAborted();
    try {
      return await attempt(openTcp(), (handle, done) => handle.connectTo(address, port, done));
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

function attempt(
  handle: StreamHandle,
  start: (handle: StreamHandle, done: (errno: number) => void) => number,
): Promise<StreamHandle> {
  return new Promise((resolve, reject) => {
    const finish = (errno: number): void => {
      if (errno === 0) {
        resolve(handle);
        return;
      }
      handle.close();
      reject(systemFailure(errno));
    };
    const errno = start(handle, finish);
    if (errno !== 0) finish(errno);
  });
}
