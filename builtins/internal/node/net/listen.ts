// server.listen() in all its forms. https://nodejs.org/api/net.html#serverlisten
import {
  ERR_INVALID_ARG_VALUE,
  ERR_SERVER_ALREADY_LISTEN,
  errnoException,
  exceptionWithHostPort,
  uvExceptionWithHostPort,
} from "internal:core/errors";
import { validateInt32, validatePort } from "internal:core/validators";
import { triggeredBy } from "internal:core/async/context";
import { activity } from "internal:core/diagnostics/activity";
import { addAbortListener } from "internal:core/events/abort_listener";
import { nextTick } from "internal:core/ticks";
import { normalizeArgs, toNumber } from "internal:node/net/arguments";
import { StreamHandle, adoptDescriptor, openPipe, openTcp } from "internal:node/net/handle";
import { PathModeFlags, StreamBindFlags, StreamKind } from "native:net";
import { isIP } from "internal:core/ip_address";
import { closeOnAbort, onConnection } from "internal:node/net/server";
import { kBoundPath, kConsume } from "internal:node/net/symbols";
import type { Endpoint, LookupAddress, Server } from "internal:node/net/types";
import defer * as channels from "internal:node/net/channels";
import defer * as dns from "internal:node/dns";

const BACKLOG = 511;

/** Where to listen. `family`: 4, 6, -1 for a path, 0 when it is not known yet. */
export interface Target {
  address: string | null;
  port: number;
  family: number;
  backlog: number;
  fd: number | undefined;
  flags: number;
  exclusive: boolean;
}

/** Set by node:cluster in a worker process: listens through the primary process. */
let handOver: ((server: Server, target: Target) => boolean) | undefined;

/** Lets node:cluster handle `server.listen()` in its workers; it calls `listenOnHandle` later, or returns false to decline. */
export function setHandOver(next: typeof handOver): void {
  handOver = next;
}

/** `server.listen(...args)`. */
export function listen(server: Server, args: unknown[]): Server {
  const normalized = normalizeArgs(args);
  let [options] = normalized;
  const callback = normalized[1];
  if (server._handle) throw new ERR_SERVER_ALREADY_LISTEN();
  if (callback !== null) server.once("listening", callback);
  if (activity.channelCount > 0) channels.publishListenStart(server, options);
  const backlogArgument = toNumber(args.length > 1 && args[1]) || toNumber(args.length > 2 && args[2]);
  const bound =
    kConsume in options ? options : options.handle != null && kConsume in options.handle ? options.handle : null;
  if (bound !== null) {
    const path = bound[kBoundPath];
    server._handle = bound[kConsume]();
    if (path !== undefined) server._pipeName = path;
    listenOnHandle(server, null, -1, -1, backlogArgument || BACKLOG, undefined);
    return server;
  }
  options = options._handle || options.handle || options;
  const backlog = options.backlog || backlogArgument || BACKLOG;
  const flags = flagsOf(options);
  const target: Target = {
    address: null,
    port: -1,
    family: -1,
    backlog,
    fd: undefined,
    flags,
    exclusive: Boolean(options.exclusive),
  };
  if (options instanceof StreamHandle) {
    server._handle = options;
    listenOnHandle(server, null, -1, -1, backlog, undefined);
    return server;
  }
  if (options.signal !== undefined) closeOnAbort(server, options.signal, addAbortListener);
  if (typeof options.fd === "number" && options.fd >= 0) {
    target.fd = options.fd;
    start(server, target);
    return server;
  }
  if (isAnyPort(args, options)) options.port = 0;
  if (typeof options.port === "number" || typeof options.port === "string") {
    target.port = validatePort(options.port, "options.port") | 0;
    target.family = 4;
    if (options.reusePort) target.exclusive = true;
    if (options.host) lookUpAndListen(server, options.host, target);
    else {
      target.family = 0;
      start(server, target);
    }
    return server;
  }
  if (options.path && isPathName(options.path)) {
    listenOnPath(server, options, target);
    return server;
  }
  if (!("port" in options || "path" in options)) {
    throw new ERR_INVALID_ARG_VALUE("options", options, 'must have the property "port" or "path"');
  }
  throw new ERR_INVALID_ARG_VALUE("options", options);
}

/** Options of `server.listen` that are read here. */
interface ListenOptions {
  port?: unknown;
  path?: unknown;
  ipv6Only?: unknown;
  reusePort?: unknown;
  readableAll?: unknown;
  writableAll?: unknown;
}

function isPathName(path: unknown): boolean {
  return typeof path === "string" && toNumber(path) === false;
}

function isAnyPort(args: unknown[], options: ListenOptions): boolean {
  return (
    args.length === 0 ||
    typeof args[0] === "function" ||
    (options.port === undefined && "port" in options) ||
    options.port === null
  );
}

function flagsOf(options: ListenOptions): number {
  return (
    (options.ipv6Only === true ? StreamBindFlags.IPV6_ONLY : 0) |
    (options.reusePort === true ? StreamBindFlags.SHARE_PORT : 0)
  );
}

function listenOnPath(server: Server, options: ListenOptions, target: Target): void {
  const path = options.path as string;
  if (path[0] === "\0" && (options.readableAll || options.writableAll)) {
    throw new ERR_INVALID_ARG_VALUE(
      "options",
      options,
      "can not set readableAll or writableAllt to true when path is abstract unix socket",
    );
  }
  server._pipeName = path;
  target.address = path;
  if (handOver === undefined || target.exclusive || !handOver(server, target)) {
    listenOnHandle(server, path, -1, -1, target.backlog, undefined);
  }
  if (!server._handle) return;
  const mode =
    (options.readableAll === true ? PathModeFlags.READERS : 0) |
    (options.writableAll === true ? PathModeFlags.WRITERS : 0);
  if (mode === 0) return;
  const errno = server._handle.fchmod(mode);
  if (errno !== 0) {
    server._handle.close();
    server._handle = null;
    throw errnoException(errno, "uv_pipe_chmod");
  }
}

function lookUpAndListen(server: Server, host: string, target: Target): void {
  const family = isIP(host);
  if (family !== 0) {
    // As with a name: the failure is emitted as an event in either case.
    target.address = host;
    target.family = family;
    start(server, target);
    return;
  }
  const attempt = server._listeningId;
  dns.default.lookup(host, { all: true }, (error: Error | null, addresses: LookupAddress[]) => {
    // The server was closed during the lookup, and perhaps listens elsewhere.
    if (server._listeningId !== attempt) return;
    if (error) {
      server.emit("error", error);
      return;
    }
    const chosen = chooseAddress(addresses);
    target.address = chosen.address;
    target.family = chosen.address ? chosen.family : 4;
    start(server, target);
  });
}

// Listening on a link-local address without a zone fails.
function chooseAddress(addresses: LookupAddress[]): LookupAddress {
  return (
    addresses.find(({ address, family }) => !(family === 6 && /^fe80:/i.test(address) && !address.includes("%"))) ??
    addresses[0]!
  );
}

function start(server: Server, target: Target): void {
  if (handOver !== undefined && !target.exclusive && handOver(server, target)) return;
  const { address, port, family, backlog, fd, flags } = target;
  listenOnHandle(server, address, port, family, backlog, fd, flags);
}

/**
 * Makes a handle for an address: `family` 4 or 6, -1 for a path; or for a file descriptor. Returns minus the errno when that fails,
 * EINVAL for a file descriptor that cannot listen.
 */
export function createServerHandle(
  address: string | null,
  port: number,
  family: number,
  fd?: number,
  flags = 0,
): StreamHandle | number {
  if (typeof fd === "number" && fd >= 0) {
    const EINVAL = -22;
    const adopted = adoptDescriptor(fd, true);
    return typeof adopted === "number" ? EINVAL : adopted;
  }
  const handle = family === -1 && port === -1 ? openPipe(true) : openTcp(true);
  let errno = 0;
  if (handle.kind === StreamKind.PIPE) errno = handle.bindPath(address!);
  else if (address) errno = handle.bind(address, port, flags);
  else {
    errno = handle.bind("::", port, flags);
    if (errno !== 0) {
      handle.close();
      // A machine without IPv6.
      return createServerHandle("0.0.0.0", port, 4, undefined, flags);
    }
  }
  if (errno === 0) return handle;
  handle.close();
  return errno;
}

/** Listens on a handle that the server has, or on a new one. */
export function listenOnHandle(
  server: Server,
  address: string | null,
  port: number,
  family: number,
  backlog: number,
  fd?: number,
  flags = 0,
): void {
  if (!server._handle) {
    const made = openFor(address, port, family, fd, flags);
    if (typeof made === "number") {
      const isAny = address === null && typeof fd !== "number";
      fail(server, uvExceptionWithHostPort(made, "listen", isAny ? "0.0.0.0" : address, port));
      return;
    }
    server._handle = made;
  }
  const handle = server._handle as StreamHandle;
  handle.owner = server;
  handle.onConnection = onConnection;
  const errno = handle.listen(Number(backlog) | 0 || BACKLOG);
  if (errno !== 0) {
    const place = address ?? (port >= 0 && family !== 4 ? "::" : null);
    handle.close();
    server._handle = null;
    fail(server, uvExceptionWithHostPort(errno, "listen", place, port));
    return;
  }
  server._connectionKey = `${family === 0 ? isIP(anyAddress(handle)) || 4 : family}:${address ?? (port >= 0 ? anyAddress(handle) : null)}:${port}`;
  if (server._unref) server.unref();
  if (activity.channelCount > 0) channels.publishListening(server);
  triggeredBy(handle.scope, () => nextTick(emitListening, server));
}

function anyAddress(handle: StreamHandle): string {
  const out: Endpoint = {};
  handle.getsockname(out);
  return out.address!;
}

function openFor(
  address: string | null,
  port: number,
  family: number,
  fd: number | undefined,
  flags: number,
): StreamHandle | number {
  if (typeof fd === "number") validateInt32(fd, "fd", 0);
  return createServerHandle(address, port, family, fd, flags);
}

function fail(server: Server, error: Error): void {
  if (activity.channelCount > 0) channels.publishListenError(server, error);
  nextTick(emitError, server, error);
}

function emitError(server: Server, error: Error): void {
  server.emit("error", error);
}

function emitListening(server: Server): void {
  // It may have been closed before this tick.
  if (server._handle) server.emit("listening");
}

/** The error of an address that the primary process could not bind for a worker. */
export function handOverError(errno: number, address: string | null, port: number): Error {
  return exceptionWithHostPort(errno, "bind", address, port);
}
