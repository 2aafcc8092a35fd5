// Happy Eyeballs (RFC 8305, simplified as in Node): the addresses of a name are tried one after the other, IPv6 and IPv4 alternating,
// each for a limited time, until one connects. https://nodejs.org/api/net.html#socketconnectoptions-connectlistener
import { isLoaded, safe } from "internal:core/bootstrap";
import * as lists from "internal:core/lists";
import {
  ERR_INVALID_ADDRESS_FAMILY,
  ERR_INVALID_IP_ADDRESS,
  ERR_IP_BLOCKED,
  ERR_SOCKET_CONNECTION_TIMEOUT,
  NodeAggregateError,
} from "internal:core/errors";
import { nextTick } from "internal:core/ticks";
import { type Timeout, clearTimeout, setTimeout } from "internal:core/timers";
import {
  afterConnect,
  bindLocalEnd,
  connectError,
  connectOnce,
  destroyWith,
  isConnectReplaced,
  refusalOf,
} from "internal:node/net/connect";
import { type StreamHandle, openTcp } from "internal:node/net/handle";
import { isIP } from "internal:core/ip_address";
import defer * as performanceEntries from "internal:node/net/performance_entries";
import defer * as requests from "internal:node/net/connect_request";
import { attachHandle } from "internal:node/net/socket_events";
import type { Lookup, LookupAddress, LookupQuery, Socket } from "internal:node/net/types";

const ECANCELED = -125;
const ETIMEDOUT = -110;

interface Query {
  host: string;
  query: LookupQuery;
  port: number;
  localAddress: string | undefined;
  localPort: number | undefined;
  attemptTimeout: number;
}
interface Attempts {
  socket: Socket;
  addresses: LookupAddress[];
  next: number;
  port: number;
  localPort: number | undefined;
  timeoutMs: number;
  timer: Timeout | undefined;
  errors: Error[];
}

/** Looks up the name and connects to one of its addresses. */
export function lookUpAndConnect(socket: Socket, lookup: Lookup, options: Query): void {
  const { host, query, port, localAddress, localPort, attemptTimeout } = options;
  lookup(host, query, (error: Error | null, addresses: LookupAddress[]) => {
    // The socket was destroyed during the lookup.
    if (!socket.connecting) return;
    if (error) {
      socket.emit("lookup", error, undefined, undefined, host);
      nextTick(destroyWith, socket, error);
      return;
    }
    const candidates = sort(socket, addresses, host);
    if (!socket.connecting) return;
    if (candidates.length === 0) {
      const [first] = addresses;
      const { address, family } = first ?? ({} as Partial<LookupAddress>);
      const failure = isIP(address)
        ? new ERR_INVALID_ADDRESS_FAMILY(family, host, port)
        : new ERR_INVALID_IP_ADDRESS(address);
      nextTick(destroyWith, socket, failure);
      return;
    }
    socket._unrefTimer();
    if (candidates.length === 1) {
      const [{ address, family }] = candidates as [LookupAddress];
      connectOnce(socket, address, port, family, localAddress, localPort);
      return;
    }
    socket.autoSelectFamilyAttemptedAddresses = [];
    tryNext(
      {
        socket,
        addresses: candidates,
        next: 0,
        port,
        localPort,
        timeoutMs: attemptTimeout,
        timer: undefined,
        errors: [],
      },
      false,
    );
  });
}

// The usable addresses, families alternating, beginning with the family that the resolver put first.
function sort(socket: Socket, addresses: LookupAddress[], host: string): LookupAddress[] {
  const byFamily: [LookupAddress[], LookupAddress[]] = [[], []];
  let first: number | undefined;
  for (const { address, family } of addresses) {
    socket.emit("lookup", null, address, family, host);
    if (!socket.connecting) return [];
    if (!isIP(address) || (family !== 4 && family !== 6)) continue;
    lists.push(byFamily[family === 6 ? 0 : 1], { address, family });
    first ??= family;
  }
  const [leading, following] = first === 6 ? byFamily : [byFamily[1], byFamily[0]];
  const sorted: LookupAddress[] = [];
  for (let index = 0; index < safe.max(leading.length, following.length); index++) {
    if (index < leading.length) lists.push(sorted, leading[index]!);
    if (index < following.length) lists.push(sorted, following[index]!);
  }
  return sorted;
}

function tryNext(attempts: Attempts, canceled: boolean): void {
  clearTimeout(attempts.timer);
  const { socket, addresses, port, localPort, errors } = attempts;
  if (canceled || attempts.next === addresses.length) {
    socket.destroy(errors.length === 0 ? new ERR_SOCKET_CONNECTION_TIMEOUT() : new NodeAggregateError(errors));
    return;
  }
  const index = attempts.next++;
  if (index > 0) replaceHandle(socket);
  const { address, family } = addresses[index]!;
  const handle = socket._handle as StreamHandle;
  const bindError = bindLocalEnd(handle, family, undefined, localPort);
  if (bindError !== null) {
    lists.push(errors, bindError);
    tryNext(attempts, false);
    return;
  }
  if (socket.blockList?.check(address, family === 6 ? "ipv6" : "ipv4")) {
    lists.push(errors, new ERR_IP_BLOCKED(address));
    tryNext(attempts, false);
    return;
  }
  const attempted = `${address}:${port}`;
  lists.push(socket.autoSelectFamilyAttemptedAddresses!, attempted);
  socket.emit("connectionAttempt", address, port, family);
  if (isLoaded("internal:node/perf_hooks")) performanceEntries.begin(socket, address, port);
  const done = (outcome: number): void => onAttempted(attempts, index, handle, outcome);
  let errno: number;
  try {
    errno = isConnectReplaced(handle)
      ? requests.connectWithRequest(socket, done, address, port, family, undefined, localPort)
      : handle.connectTo(address, port, done);
  } catch (error) {
    fail(attempts, index, refusalOf(error));
    tryNext(attempts, false);
    return;
  }
  if (errno !== 0) {
    fail(attempts, index, connectError(errno, address, port));
    tryNext(attempts, false);
    return;
  }
  if (attempts.next < addresses.length)
    attempts.timer = setTimeout(() => onTimeout(attempts, index, handle), attempts.timeoutMs);
}

function replaceHandle(socket: Socket): void {
  socket._handle?.close();
  socket._handle = openTcp();
  attachHandle(socket);
}

function fail(attempts: Attempts, index: number, error: Error): void {
  const { address, family } = attempts.addresses[index]!;
  lists.push(attempts.errors, error);
  attempts.socket.emit("connectionAttemptFailed", address, attempts.port, family, error);
}

function onAttempted(attempts: Attempts, index: number, handle: StreamHandle, errno: number): void {
  const { socket, port, addresses } = attempts;
  // It was abandoned for another address.
  if (index !== attempts.next - 1) {
    handle.close();
    return;
  }
  clearTimeout(attempts.timer);
  const { address } = addresses[index]!;
  if (errno !== 0) {
    if (errno === ECANCELED || socket.destroyed) return;
    fail(attempts, index, connectError(errno, address, port));
    if (socket.connecting) tryNext(attempts, errno === ECANCELED);
    return;
  }
  afterConnect(socket, handle, 0, address, port);
}

function onTimeout(attempts: Attempts, index: number, handle: StreamHandle): void {
  const { socket, addresses, port } = attempts;
  const { address, family } = addresses[index]!;
  socket.emit("connectionAttemptTimeout", address, port, family);
  lists.push(attempts.errors, connectError(ETIMEDOUT, address, port));
  handle.connectDone = null;
  handle.close();
  if (socket.connecting) tryNext(attempts, false);
}
