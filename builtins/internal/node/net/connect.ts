// Connecting a socket: arguments, name lookup, and one attempt. `auto_select.ts` tries several addresses.
// https://nodejs.org/api/net.html#socketconnect
import { isLoaded, safe } from "internal:core/bootstrap";
import {
  ERR_INVALID_ADDRESS_FAMILY,
  ERR_INVALID_ARG_TYPE,
  ERR_INVALID_ARG_VALUE,
  ERR_INVALID_IP_ADDRESS,
  ERR_IP_BLOCKED,
  ERR_MISSING_ARGS,
  exceptionWithHostPort,
} from "internal:core/errors";
import {
  validateBoolean,
  validateFunction,
  validateInt32,
  validateNumber,
  validatePort,
  validateString,
} from "internal:core/validators";
import { triggeredBy } from "internal:core/async/context";
import { activity } from "internal:core/diagnostics/activity";
import { nextTick } from "internal:core/ticks";
import { type NormalizedArguments, kNormalized, normalizeArgs } from "internal:node/net/arguments";
import { getDefaultAutoSelectFamily, getDefaultAutoSelectFamilyAttemptTimeout } from "internal:node/net/defaults";
import { type StreamHandle, openPipe, openTcp, ownConnect, ownConnect6 } from "internal:node/net/handle";
import { isIP } from "internal:core/ip_address";
import { Socket } from "internal:node/net/socket";
import { attachHandle } from "internal:node/net/socket_events";
import type { ConnectOptions, LookupQuery, SocketHandle } from "internal:node/net/types";
import {
  kBoundPath,
  kKeepAlive,
  kKeepAliveCount,
  kKeepAliveDelay,
  kKeepAliveInterval,
  kNoDelay,
  kTypeOfService,
} from "internal:node/net/symbols";
import defer * as autoSelect from "internal:node/net/auto_select";
import defer * as channels from "internal:node/net/channels";
import defer * as performanceEntries from "internal:node/net/performance_entries";
import defer * as requests from "internal:node/net/connect_request";
import defer * as dns from "internal:node/dns";
import { StreamKind } from "native:net";

const ADDRCONFIG = 0x20;
const ATTEMPT_TIMEOUT_MIN_MS = 10;
const EADDRINUSE = -98;

/** `socket.connect(...args)`. */
export function connectSocket(socket: Socket, args: unknown[]): Socket {
  // net.connect() has normalized them already.
  const first = args[0] as NormalizedArguments;
  const [options, callback] = safe.isArray(first) && first[kNormalized] ? first : normalizeArgs(args);
  if (options.port === undefined && options.path == null) throw new ERR_MISSING_ARGS(["options", "port", "path"]);
  if (socket.write !== Socket.prototype.write) socket.write = Socket.prototype.write;
  if (socket.destroyed) {
    socket._handle = null;
    socket._peername = undefined;
    socket._sockname = null;
  }
  const isPipe =
    kBoundPath in socket && socket._handle ? socket._handle.kind === StreamKind.PIPE : Boolean(options.path);
  if (!socket._handle) {
    socket._handle = isPipe ? openPipe() : openTcp();
    attachHandle(socket);
  }
  if (activity.channelCount > 0) channels.publishClientSocket(socket);
  if (callback !== null) socket.once("connect", callback);
  socket._unrefTimer();
  socket.connecting = true;
  if (isPipe) {
    validateString(options.path, "options.path");
    connectOnce(socket, options.path);
  } else {
    lookUpAndConnect(socket, options);
  }
  return socket;
}

function lookUpAndConnect(socket: Socket, options: any): void {
  const { localAddress, localPort } = options;
  const host = options.host || "localhost";
  validateString(host, "options.host");
  if (safe.includes(host, "\0"))
    throw new ERR_INVALID_ARG_VALUE("options.host", host, "must be a string without null bytes");
  let { port, autoSelectFamilyAttemptTimeout: attemptTimeout, autoSelectFamily } = options;
  if (localAddress && !isIP(localAddress)) throw new ERR_INVALID_IP_ADDRESS(localAddress);
  if (localPort) validateNumber(localPort, "options.localPort");
  if (port !== undefined) {
    if (typeof port !== "number" && typeof port !== "string")
      throw new ERR_INVALID_ARG_TYPE("options.port", ["number", "string"], port);
    validatePort(port);
  }
  port |= 0;
  if (autoSelectFamily != null) validateBoolean(autoSelectFamily, "options.autoSelectFamily");
  else autoSelectFamily = getDefaultAutoSelectFamily();
  if (attemptTimeout != null) {
    validateInt32(attemptTimeout, "options.autoSelectFamilyAttemptTimeout", 1);
    attemptTimeout = safe.max(attemptTimeout, ATTEMPT_TIMEOUT_MIN_MS);
  } else attemptTimeout = getDefaultAutoSelectFamilyAttemptTimeout();
  const addressType = isIP(host);
  if (addressType !== 0) {
    nextTick(() => {
      if (socket.connecting) connectOnce(socket, host, port, addressType, localAddress, localPort);
    });
    return;
  }
  if (options.lookup != null) validateFunction(options.lookup, "options.lookup");
  const query: LookupQuery = { family: familyNumber(options.family), hints: options.hints || 0 };
  const isAnyFamily = query.family !== 4 && query.family !== 6;
  if (isAnyFamily && query.hints === 0) query.hints = ADDRCONFIG;
  socket._host = host;
  const lookup = options.lookup || dns.default.lookup;
  if (autoSelectFamily && isAnyFamily && !localAddress) {
    query.all = true;
    const target = { host, query, port, localAddress, localPort, attemptTimeout };
    triggeredBy((socket.ssl ?? socket._handle)?.scope, () => autoSelect.lookUpAndConnect(socket, lookup, target));
    return;
  }
  const onLookup = (error: Error | null, address: unknown, family: unknown): void => {
    socket.emit("lookup", error, address, family, host);
    if (!socket.connecting) return;
    if (error) nextTick(destroyWith, socket, error);
    else if (typeof address !== "string" || !isIP(address))
      nextTick(destroyWith, socket, new ERR_INVALID_IP_ADDRESS(address));
    else if (family !== 4 && family !== 6)
      nextTick(destroyWith, socket, new ERR_INVALID_ADDRESS_FAMILY(family, options.host, options.port));
    else {
      socket._unrefTimer();
      connectOnce(socket, address, port, family, localAddress, localPort);
    }
  };
  triggeredBy((socket.ssl ?? socket._handle)?.scope, () => lookup(host, query, onLookup));
}

/** The family that `server.address()` and `os.networkInterfaces()` name. */
function familyNumber(family: ConnectOptions["family"]): ConnectOptions["family"] {
  return family === "IPv4" ? 4 : family === "IPv6" ? 6 : family;
}

/** Destroys the socket; called as a tick. */
export function destroyWith(socket: Socket, error: Error): void {
  socket.destroy(error);
}

/** The error of `bind` before `connect`; null without one. */
export function bindLocalEnd(
  handle: StreamHandle,
  family: number,
  localAddress: string | undefined,
  localPort: number | undefined,
): Error | null {
  if (!localAddress && !localPort) return null;
  const address = localAddress || (family === 6 ? "::" : "0.0.0.0");
  const errno = handle.bind(address, (localPort || 0) & 0xffff);
  // `connect` reports an address in use.
  return errno === 0 || errno === EADDRINUSE ? null : exceptionWithHostPort(errno, "bind", address, localPort);
}

/** The error of a failed attempt, with the local endpoint when the program chose it. */
export function connectError(
  errno: number,
  address: string,
  port: number | undefined,
  localAddress?: string,
  localPort?: number,
): Error {
  if (!localAddress || !localPort) return exceptionWithHostPort(errno, "connect", address, port);
  const error = exceptionWithHostPort(errno, "connect", address, port, `${localAddress}:${localPort}`);
  return safe.assign(error, { localAddress, localPort });
}

/** Whether the program has replaced the handle's functions, as libraries that intercept requests do. */
export function isConnectReplaced(handle: SocketHandle): boolean {
  return handle.connect !== ownConnect || handle.connect6 !== ownConnect6;
}

/** Connects to one address or path (`family` undefined). */
export function connectOnce(
  socket: Socket,
  address: string,
  port?: number,
  family?: number,
  localAddress?: string,
  localPort?: number,
): void {
  const handle = socket._handle as StreamHandle;
  if (family !== undefined) {
    const bindError = bindLocalEnd(handle, family, localAddress, localPort);
    if (bindError !== null) {
      socket.destroy(bindError);
      return;
    }
    if (socket.blockList?.check(address, family === 6 ? "ipv6" : "ipv4")) {
      socket.destroy(new ERR_IP_BLOCKED(address));
      return;
    }
  }
  socket.emit("connectionAttempt", address, port, family);
  if (family !== undefined && isLoaded("internal:node/perf_hooks")) performanceEntries.begin(socket, address, port);
  const done = (errno: number): void => {
    if (errno !== 0 && !socket.destroyed)
      socket.emit(
        "connectionAttemptFailed",
        address,
        port,
        family,
        connectError(errno, address, port, localAddress, localPort),
      );
    afterConnect(socket, handle, errno, address, port, localAddress, localPort);
  };
  let errno: number;
  try {
    if (isConnectReplaced(handle))
      errno = requests.connectWithRequest(socket, done, address, port, family, localAddress, localPort);
    else errno = family === undefined ? handle.connectPath(address, done) : handle.connectTo(address, port!, done);
  } catch (error) {
    socket.destroy(refusalOf(error));
    return;
  }
  if (errno !== 0) {
    const { address: ownAddress, port: ownPort } = socket._getsockname();
    // A path has no local address: the message is Node's.
    const error = exceptionWithHostPort(errno, "connect", address, port, `${ownAddress}:${ownPort}`);
    socket.destroy(error);
  }
}

/** The refusal of a connection, which has Node's name of the call besides its own members. */
export function refusalOf(thrown: unknown): Error {
  const error = thrown as Error & { code?: string; syscall?: string };
  if (error.code === "ERR_ACCESS_DENIED") error.syscall = "connect";
  return error;
}

/** An attempt has ended: the socket is open, or is destroyed with the error. */
export function afterConnect(
  socket: Socket,
  handle: SocketHandle,
  errno: number,
  address: string,
  port?: number,
  localAddress?: string,
  localPort?: number,
): void {
  if (socket.destroyed || socket._handle !== handle) return;
  socket.connecting = false;
  socket._sockname = null;
  if (errno !== 0) {
    socket.destroy(connectError(errno, address, port, localAddress, localPort));
    return;
  }
  socket._unrefTimer();
  if (socket[kNoDelay] && handle.kind === StreamKind.TCP) handle.setNoDelay!(true);
  if (socket[kKeepAlive] && handle.kind === StreamKind.TCP) {
    handle.setKeepAlive!(true, socket[kKeepAliveDelay], socket[kKeepAliveInterval], socket[kKeepAliveCount]);
  }
  if (socket[kTypeOfService] !== undefined && handle.kind === StreamKind.TCP)
    handle.setTypeOfService?.(socket[kTypeOfService]);
  socket.emit("connect");
  socket.emit("ready");
  if (isLoaded("internal:node/perf_hooks")) performanceEntries.end(socket);
  // Starts reading, so that a connection that ended at once is detected.
  if (!socket.isPaused()) socket.read(0);
}
