// Bun.connect, Bun.listen: TCP and unix-domain sockets with one set of handlers, over stream handles. TLS is missing and says so.
// https://bun.com/docs/runtime/networking/tcp
import { Buffer } from "node:buffer";
import { ERR_METHOD_NOT_IMPLEMENTED, exceptionWithHostPort, errnoException } from "internal:errors";
import { validatePort } from "internal:validators";
import { findAddresses, readQuery } from "internal:dns/lookup";
import { type Timeout, clearTimeout, setUnrefTimeout } from "internal:timers";
import { type StreamHandle, WAITING, openPipe, openTcp } from "internal:net/handle";

const BACKLOG = 511;
const IPV6_ONLY = 1;
const SHARE_PORT = 2;
const UTF8 = 0;

/** Bun.Socket: `data` belongs to the program. */
export class Socket {
  data: any;
  readonly listener: Listener | undefined;
  #handle: StreamHandle | null;
  #handlers: any;
  #allowHalfOpen: boolean;
  #isBlocked = false;
  #endsWhenDrained = false;
  #timer: Timeout | undefined;
  #timeoutMs = 0;
  bytesWritten = 0;

  constructor(handle: StreamHandle, handlers: any, data: any, allowHalfOpen: boolean, listener?: Listener) {
    this.#handle = handle;
    this.#handlers = handlers;
    this.#allowHalfOpen = allowHalfOpen;
    this.data = data;
    this.listener = listener;
    handle.owner = this;
    handle.onRead = (_handle, bytes) => {
      this.#timer?.refresh();
      this.#call("data", handlers.binaryType === "arraybuffer" ? bytes.buffer : handlers.binaryType === "uint8array" ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length) : bytes);
    };
    handle.onEnd = (_handle, errno) => this.#onEnd(errno);
  }

  /** Begins: "open", then bytes. Not for programs. */
  static open(socket: Socket): void {
    socket.#call("open");
    socket.#handle?.readStart();
  }

  static replaceHandlers(socket: Socket, handlers: any): void {
    socket.#handlers = handlers;
  }

  #call(name: string, argument?: unknown): void {
    const handler = this.#handlers[name];
    if (typeof handler !== "function") return;
    try {
      const result = handler(this, argument);
      if (typeof result?.then === "function") result.then(undefined, (error: unknown) => this.#fail(name, error));
    } catch (error) {
      this.#fail(name, error);
    }
  }

  #fail(name: string, error: unknown): void {
    if (name === "error" || typeof this.#handlers.error !== "function") throw error;
    this.#call("error", error);
  }

  #onEnd(errno: number): void {
    if (errno !== 0) {
      this.#close(errnoException(errno, "read"));
      return;
    }
    this.#call("end");
    if (!this.#allowHalfOpen) this.end();
  }

  #close(error?: unknown): void {
    const handle = this.#handle;
    if (handle === null) return;
    this.#handle = null;
    clearTimeout(this.#timer);
    handle.close(() => {
      this.listener?.forget(this);
      this.#call("close", error);
    });
  }

  /** Writes text or bytes; returns how many bytes were taken: 0 while earlier ones wait, and "drain" says when to go on. */
  write(data: any, offset?: number, length?: number): number {
    if (this.#handle === null) return -1;
    if (this.#isBlocked) return 0;
    this.#timer?.refresh();
    let bytes = typeof data === "string" ? Buffer.from(data) : ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : new Uint8Array(data);
    if (offset !== undefined) bytes = bytes.subarray(offset, length === undefined ? undefined : offset + length);
    const outcome = this.#handle.write(bytes, UTF8, (errno) => this.#onDrained(errno));
    if (outcome < 0) {
      this.#close(errnoException(outcome, "write"));
      return -1;
    }
    if (outcome === WAITING) this.#isBlocked = true;
    this.bytesWritten += bytes.length;
    return bytes.length;
  }

  #onDrained(errno: number): void {
    this.#isBlocked = false;
    if (this.#handle === null) return;
    if (errno !== 0) this.#close(errnoException(errno, "write"));
    else if (this.#endsWhenDrained) this.#close();
    else this.#call("drain");
  }

  /** Writes what is given and closes when everything is sent. */
  end(data?: any): number {
    const count = data === undefined ? 0 : this.write(data);
    if (this.#isBlocked) this.#endsWhenDrained = true;
    else this.#close();
    return count;
  }

  /** Ends the own side only; with `true` nothing more is read either. */
  shutdown(stopsReading = false): void {
    if (this.#handle === null) return;
    if (stopsReading) this.#handle.readStop();
    this.#handle.shutdown(() => {});
  }

  /** Closes at once, by RST where that is possible. */
  terminate(): void {
    const handle = this.#handle;
    if (handle === null) return;
    const onClosed = (): void => {
      this.listener?.forget(this);
      this.#call("close");
    };
    this.#handle = null;
    clearTimeout(this.#timer);
    if (handle.reset(onClosed) !== 0) handle.close(onClosed);
  }

  close(): void { this.#close(); }
  [(Symbol as any).dispose](): void { this.#close(); }
  /** Everything is with the system as soon as it takes it. */
  flush(): void {}
  pause(): void { this.#handle?.readStop(); }
  resume(): void { this.#handle?.readStart(); }
  ref(): void { this.#handle?.ref(); }
  unref(): void { this.#handle?.unref(); }
  setNoDelay(enabled = true): boolean { return this.#handle?.setNoDelay(enabled) === 0; }
  setKeepAlive(enabled = false, delayMs = 0): boolean { return this.#handle?.setKeepAlive(enabled, ~~(delayMs / 1000)) === 0; }

  /** Calls "timeout" after so many seconds without traffic; 0 switches that off. */
  timeout(seconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#timeoutMs = seconds * 1000;
    if (seconds > 0) this.#timer = setUnrefTimeout(() => this.#call("timeout"), this.#timeoutMs);
  }

  /** Replaces the handlers. */
  reload(options: any): void { this.#handlers = options.socket ?? options; }

  /** 1 open, 0 closed. */
  get readyState(): number { return this.#handle === null ? 0 : 1; }
  get remoteAddress(): string | undefined { return this.#end("getpeername").address; }
  get remotePort(): number | undefined { return this.#end("getpeername").port; }
  get remoteFamily(): string | undefined { return this.#end("getpeername").family; }
  get localAddress(): string | undefined { return this.#end("getsockname").address; }
  get localPort(): number | undefined { return this.#end("getsockname").port; }
  get localFamily(): string | undefined { return this.#end("getsockname").family; }
  #end(name: "getpeername" | "getsockname"): any {
    const out = {};
    if (this.#handle !== null && this.#handle.kind === 1) this.#handle[name](out);
    return out;
  }
}

/** What `Bun.listen` returns. */
export class Listener {
  data: any;
  readonly hostname: string | undefined;
  readonly port: number | undefined;
  readonly unix: string | undefined;
  #handle: StreamHandle | null;
  #handlers: any;
  #sockets = new Set<Socket>();

  constructor(handle: StreamHandle, options: any) {
    this.#handle = handle;
    this.#handlers = options.socket;
    this.data = options.data;
    const out: any = {};
    handle.getsockname(out);
    this.unix = options.unix;
    this.hostname = options.unix === undefined ? options.hostname : undefined;
    this.port = out.port;
    handle.onConnection = (_handle, child) => {
      if (child === null) return;
      const socket = new Socket(child, this.#handlers, this.data, Boolean(options.allowHalfOpen), this);
      this.#sockets.add(socket);
      Socket.open(socket);
    };
  }

  /** A socket of it is closed. Not for programs. */
  forget(socket: Socket): void { this.#sockets.delete(socket); }

  /** Stops listening; with `true` the connections are closed too. */
  stop(closesConnections = false): void {
    this.#handle?.close();
    this.#handle = null;
    if (closesConnections) for (const socket of [...this.#sockets]) socket.terminate();
  }

  /** Replaces the handlers of all connections. */
  reload(options: any): void {
    this.#handlers = options.socket;
    for (const socket of this.#sockets) Socket.replaceHandlers(socket, options.socket);
  }

  ref(): void { this.#handle?.ref(); }
  unref(): void { this.#handle?.unref(); }
  get fd(): number { return this.#handle?.fd ?? -1; }
  [(Symbol as any).dispose](): void { this.stop(true); }
}

function checkOptions(options: any, caller: string): void {
  if (typeof options !== "object" || options === null) throw new TypeError("Expected options to be an object");
  if (typeof options.socket !== "object" || options.socket === null) throw new TypeError("Expected \"socket\" to be an object");
  if (options.tls) throw new ERR_METHOD_NOT_IMPLEMENTED(`Bun.${caller}({ tls })`);
}

/** `Bun.listen`. Throws EADDRINUSE and the like. */
export function listen(options: any): Listener {
  checkOptions(options, "listen");
  const isUnix = options.unix !== undefined;
  const handle = isUnix ? openPipe(true) : openTcp(true);
  const hostname: string = options.hostname ?? "0.0.0.0";
  const address = hostname === "localhost" ? "127.0.0.1" : hostname;
  const flags = (options.ipv6Only ? IPV6_ONLY : 0) | (options.reusePort ? SHARE_PORT : 0);
  const port = isUnix ? undefined : validatePort(options.port ?? 0);
  let errno = isUnix ? handle.bindPath(options.unix) : handle.bind(address, port!, flags);
  if (errno === 0) errno = handle.listen(options.backlog ?? BACKLOG);
  if (errno !== 0) {
    handle.close();
    throw exceptionWithHostPort(errno, "listen", isUnix ? options.unix : hostname, port);
  }
  return new Listener(handle, options);
}

/** `Bun.connect`. Resolves with the open socket. A failure goes to `connectError` and rejects. */
export async function connect(options: any): Promise<Socket> {
  checkOptions(options, "connect");
  const { socket: handlers } = options;
  const port = options.unix === undefined ? validatePort(options.port) : 0;
  const addresses = options.unix === undefined ? await addressesOf(options.hostname ?? "localhost") : [undefined];
  let failure: unknown;
  for (const address of addresses) {
    const handle = address === undefined ? openPipe() : openTcp();
    const errno = await new Promise<number>((resolve) => {
      const started = address === undefined ? handle.connectPath(options.unix, resolve) : handle.connect(address, port, resolve);
      if (started !== 0) resolve(started);
    });
    if (errno === 0) {
      const socket = new Socket(handle, handlers, options.data, Boolean(options.allowHalfOpen));
      Socket.open(socket);
      return socket;
    }
    handle.close();
    failure = exceptionWithHostPort(errno, "connect", address ?? options.unix, port);
  }
  if (typeof handlers.connectError === "function") handlers.connectError(undefined, failure);
  throw failure;
}

function addressesOf(hostname: string): Promise<string[]> {
  return new Promise((resolve, reject) => {
    findAddresses({ ...readQuery(hostname, {}), all: true }, (error, found) => (error ? reject(error) : resolve(found!.map(({ address }) => address))));
  });
}
