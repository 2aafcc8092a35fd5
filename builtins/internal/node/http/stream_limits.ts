// The time limits of servers on streams: tracks which connections are idle, and fails those whose head or request takes too long.
import { safe } from "internal:core/bootstrap";
import { ERR_HTTP_REQUEST_TIMEOUT } from "internal:core/errors";
import { clearInterval, setInterval, type Timeout } from "internal:core/timers";
import type { IncomingMessage } from "internal:node/http/incoming";
import type { ServedSocket } from "internal:node/http/message_socket";
import type { Server } from "internal:node/http/server";
import type { ParseError } from "internal:node/http/stream_parser";
import { kConnectionsCheckingInterval } from "internal:node/http/symbols";
import type { StreamConnection } from "internal:node/http/stream_server";

interface Progress {
  /** When the first byte of the current request arrived, in milliseconds; 0 between requests. */
  since: number;
  isHeadComplete: boolean;
  request: IncomingMessage | null;
  fail: Fail;
}

type Fail = (this: ServedSocket, error: ParseError) => void;

interface Tracking {
  connections: Map<StreamConnection, Progress>;
}

const trackings = new WeakMap<object, Tracking>();

/** Tracks a new connection. `fail` is called on its socket with the error when a limit is exceeded. */
export function track(connection: StreamConnection, fail: Fail): void {
  const { server } = connection;
  let tracking = trackings.get(server);
  if (tracking === undefined) {
    tracking = { connections: new Map() };
    trackings.set(server, tracking);
  }
  tracking.connections.set(connection, { since: safe.now(), isHeadComplete: false, request: null, fail });
  startChecking(server);
}

/** Starts to check the connections of `server` periodically. */
export function startChecking(server: Server): void {
  if (server[kConnectionsCheckingInterval]) return;
  server[kConnectionsCheckingInterval] = setInterval(check, server.connectionsCheckingInterval || 30_000, server);
  (server[kConnectionsCheckingInterval] as Timeout).unref();
}

/** Stops the checks of a server that closes. */
export function stopChecking(server: Server): void {
  clearInterval(server[kConnectionsCheckingInterval]);
}

/** Stops tracking a connection that is closed or upgraded. */
export function untrack(connection: StreamConnection): void {
  const tracking = trackings.get(connection.server);
  if (!tracking?.connections.delete(connection) || tracking.connections.size > 0 || connection.server.listening) return;
  stopChecking(connection.server);
  connection.server[kConnectionsCheckingInterval] = undefined;
}

function progressOf(connection: StreamConnection): Progress | undefined {
  return trackings.get(connection.server)?.connections.get(connection);
}

/** Bytes arrived: between requests they begin a new one. */
export function recordBytes(connection: StreamConnection): void {
  const progress = progressOf(connection);
  if (progress === undefined || progress.since !== 0) return;
  progress.since = safe.now();
  progress.isHeadComplete = false;
}

/** A head is complete. */
export function recordRequest(connection: StreamConnection, request: IncomingMessage): void {
  const progress = progressOf(connection);
  if (progress === undefined) return;
  progress.isHeadComplete = true;
  progress.request = request;
}

/** Every request has its response. */
export function recordIdle(connection: StreamConnection): void {
  const progress = progressOf(connection);
  if (progress === undefined) return;
  progress.since = 0;
  progress.request = null;
}

function check(server: Server): void {
  const tracking = trackings.get(server);
  if (tracking === undefined) return;
  const now = safe.now();
  for (const [connection, progress] of tracking.connections) {
    if (progress.since === 0 || progress.request?.complete) continue;
    const age = now - progress.since;
    const isLate =
      (!progress.isHeadComplete && server.headersTimeout > 0 && age > server.headersTimeout) ||
      (server.requestTimeout > 0 && age > server.requestTimeout);
    if (!isLate) continue;
    untrack(connection);
    progress.fail.call(connection.socket, new ERR_HTTP_REQUEST_TIMEOUT() as ParseError);
  }
}

/** Closes the connections of `server`; with `onlyIdle` those without an in-flight request, not even a part of its head. */
export function closeStreams(server: object, onlyIdle: boolean): void {
  const tracking = trackings.get(server);
  if (tracking === undefined) return;
  for (const connection of tracking.connections.keys()) {
    const { parser } = connection;
    const isBusy =
      connection.incoming.length > 0 ||
      connection.socket._httpMessage ||
      parser.isInHead ||
      (parser.incoming !== null && !parser.incoming.complete);
    if (!onlyIdle || !isBusy) connection.socket.destroy();
  }
}
