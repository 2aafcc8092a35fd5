// Bun.connect and Bun.listen, which open Bun's sockets. The socket itself is in `internal:bun/socket`.
// https://bun.com/docs/runtime/networking/tcp
import { bindErrno } from "internal:http_server/addresses";
import {
  type SocketHandlers,
  type SocketOptions,
  checkHandlers,
  checkOptions,
  readPort,
} from "internal:bun/socket_options";
import { findAddresses, readQuery } from "internal:node/dns/lookup";
import { systemErrorName } from "internal:core/errno";
import { type StreamHandle, adoptDescriptor, openPipe, openTcp } from "internal:node/net/handle";
import { StreamBindFlags } from "native:net";
import { type SessionSettings } from "internal:node/tls/stream_session";
import defer * as tls from "internal:bun/socket_tls";
import { Socket } from "internal:bun/socket";
import defer * as bunErrors from "internal:bun/errors";

const BACKLOG = 511;

/** The listener that `Bun.listen` returns. */
export class Listener {
  data: unknown;
  readonly hostname: string | undefined;
  readonly port: number | undefined;
  readonly unix: string | undefined;
  #handle: StreamHandle | null;
  #handlers: SocketHandlers;
  #sockets = new Set<Socket>();

  constructor(handle: StreamHandle, options: SocketOptions, settings: SessionSettings | null) {
    this.#handle = handle;
    this.#handlers = options.socket;
    this.data = options.data;
    const out: { port?: number } = {};
    handle.getsockname(out);
    this.unix = options.unix;
    this.hostname = options.unix === undefined ? options.hostname : undefined;
    this.port = out.port;
    handle.onConnection = (_handle, child) => {
      if (child === null) return;
      const socket = new Socket(this.#handlers, this.data, Boolean(options.allowHalfOpen), this);
      this.#sockets.add(socket);
      Socket.open(socket, child, settings);
    };
  }

  /** Removes a closed socket. Not for programs. */
  forget(socket: Socket): void {
    this.#sockets.delete(socket);
  }
  /** Replaces a socket with the one that has taken over its connection. Not for programs. */
  replace(socket: Socket, other: Socket): void {
    this.#sockets.delete(socket);
    this.#sockets.add(other);
  }

  /** Stops listening; with `true` also closes the connections. */
  stop(closesConnections = false): void {
    this.#handle?.close();
    this.#handle = null;
    if (closesConnections) for (const socket of [...this.#sockets]) socket.terminate();
  }

  /** Replaces the handlers of all connections. */
  reload(options: SocketOptions): void {
    if (typeof options !== "object" || options === null) throw bunErrors.invalid("Expected object");
    if (typeof options.socket !== "object" || options.socket === null)
      throw bunErrors.invalid("SocketOptions.socket is required");
    checkHandlers(options.socket);
    this.#handlers = options.socket;
    for (const socket of this.#sockets) Socket.replaceHandlers(socket, options.socket);
  }

  /** Puts address, family and port into `out`. */
  getsockname(out: object): void {
    this.#handle?.getsockname(out);
  }
  ref(): void {
    this.#handle?.ref();
  }
  unref(): void {
    this.#handle?.unref();
  }
  get fd(): number {
    return this.#handle?.fd ?? -1;
  }
  [Symbol.dispose](): void {
    this.stop(true);
  }
}

/** `Bun.listen`. Throws a TypeError (ERR_INVALID_ARG_TYPE), the system's errors such as EADDRINUSE, and OpenSSL's errors. */
export function listen(options: SocketOptions): Listener {
  checkOptions(options, "Expected object");
  const settings = tls.isWanted(options.tls) ? tls.readSettings(options.tls, true, "") : null;
  const isUnix = isPath(options.unix);
  const handle = isUnix ? openPipe(true) : openTcp(true);
  const hostname = isUnix ? "" : `${options.hostname}`;
  const address = hostname === "localhost" ? "127.0.0.1" : hostname;
  const flags =
    (options.ipv6Only ? StreamBindFlags.IPV6_ONLY : 0) | (options.reusePort ? StreamBindFlags.SHARE_PORT : 0);
  const port = isUnix ? undefined : readPort(options.port);
  let errno = isUnix ? bindErrno(handle.bindPath(options.unix!), options.unix!) : handle.bind(address, port!, flags);
  if (errno === 0) errno = handle.listen(options.backlog ?? BACKLOG);
  if (errno !== 0) {
    handle.close();
    throw listenFailure(errno, isUnix ? options.unix! : hostname, port);
  }
  return new Listener(handle, options, settings);
}

/**
 * `Bun.connect`. Resolves with the open socket, before the handshake. A failure calls `connectError` and rejects; invalid options throw.
 */
export function connect(options: SocketOptions): Promise<Socket> {
  checkOptions(options, "Expected options object");
  const settings = tls.isWanted(options.tls) ? tls.readSettings(options.tls, false, options.hostname ?? "") : null;
  return connectWith(options, settings);
}

async function connectWith(options: SocketOptions, settings: SessionSettings | null): Promise<Socket> {
  const { socket: handlers } = options;
  const begin = (handle: StreamHandle): Socket => {
    const socket = new Socket(handlers, options.data, Boolean(options.allowHalfOpen));
    Socket.open(socket, handle, settings);
    return socket;
  };
  let errno = 0;
  if (options.fd !== undefined) {
    const adopted = adoptDescriptor(options.fd);
    if (typeof adopted !== "number") return begin(adopted);
    errno = adopted;
  } else {
    const isUnix = isPath(options.unix);
    const port = isUnix ? 0 : readPort(options.port);
    const addresses = isUnix
      ? [undefined]
      : await addressesOf(`${options.hostname}`).catch((error) => fail(options, error));
    for (const address of addresses) {
      const handle = address === undefined ? openPipe() : openTcp();
      errno = await attempt(handle, address, address === undefined ? options.unix! : port);
      if (errno === 0) return begin(handle);
      handle.close();
    }
  }
  return fail(
    options,
    Object.assign(new Error("Failed to connect"), { code: systemErrorName(errno), errno, syscall: "connect" }),
  );
}

function isPath(unix: unknown): boolean {
  return unix !== undefined && unix !== null && unix !== "";
}

function fail({ socket: handlers, data }: SocketOptions, failure: Error): never {
  if (typeof handlers.connectError === "function") handlers.connectError(new Socket(handlers, data, false), failure);
  throw failure;
}

function listenFailure(errno: number, address: string, port: number | undefined): Error {
  const failure: Error & { port?: number; code?: string } = Object.assign(new Error(`Failed to listen at ${address}`), {
    syscall: "listen",
    errno: -errno,
    address,
  });
  if (port !== undefined) failure.port = port;
  failure.code = systemErrorName(errno);
  return failure;
}

function attempt(handle: StreamHandle, address: string | undefined, target: string | number): Promise<number> {
  return new Promise((resolve) => {
    const started =
      address === undefined
        ? handle.connectPath(target as string, resolve)
        : handle.connectTo(address, target as number, resolve);
    if (started !== 0) resolve(started);
  });
}

function addressesOf(hostname: string): Promise<string[]> {
  return new Promise((resolve, reject) => {
    findAddresses({ ...readQuery(hostname, {}), all: true }, (error, found) =>
      error ? reject(error) : resolve(found!.map(({ address }) => address)),
    );
  });
}
