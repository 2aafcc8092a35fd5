// The connections of servers on streams: which of them are idle, and which take too long with a head or a request.
import { ERR_HTTP_REQUEST_TIMEOUT } from "internal:core/errors";
import { clearInterval, setInterval } from "internal:core/timers";
import { kConnectionsCheckingInterval } from "internal:node/http/symbols";
import type { StreamConnection } from "internal:node/http/stream_server";

interface Progress {
  /** When the first byte of a request that is not complete came; 0 between requests. Milliseconds. */
  since: number;
  isHeadComplete: boolean;
  request: any;
  fail: (this: any, error: any) => void;
}

interface Tracking {
  connections: Map<StreamConnection, Progress>;
}

const trackings = new WeakMap<object, Tracking>();

/** Watches over a new connection. `fail` is called on its socket with the error when a limit is exceeded. */
export function track(connection: StreamConnection, fail: (this: any, error: any) => void): void {
  const { server } = connection;
  let tracking = trackings.get(server);
  if (tracking === undefined) {
    tracking = { connections: new Map() };
    trackings.set(server, tracking);
  }
  tracking.connections.set(connection, { since: Date.now(), isHeadComplete: false, request: null, fail });
  startChecking(server);
}

/** Looks at the connections of `server` from now on, once in a while. */
export function startChecking(server: any): void {
  if (server[kConnectionsCheckingInterval]) return;
  server[kConnectionsCheckingInterval] = setInterval(check, server.connectionsCheckingInterval || 30_000, server);
  server[kConnectionsCheckingInterval].unref();
}

/** The server closes: the timer is stopped when its connections are gone. */
export function stopChecking(server: any): void {
  clearInterval(server[kConnectionsCheckingInterval]);
}

/** The connection is over, or not HTTP any more. */
export function untrack(connection: StreamConnection): void {
  const tracking = trackings.get(connection.server);
  if (!tracking?.connections.delete(connection) || tracking.connections.size > 0 || connection.server.listening) return;
  stopChecking(connection.server);
  connection.server[kConnectionsCheckingInterval] = undefined;
}

function progressOf(connection: StreamConnection): Progress | undefined {
  return trackings.get(connection.server)?.connections.get(connection);
}

/** Bytes came. */
export function noteHead(connection: StreamConnection): void {
  const progress = progressOf(connection);
  if (progress === undefined || progress.since !== 0) return;
  progress.since = Date.now();
  progress.isHeadComplete = false;
}

/** A head is complete. */
export function noteRequest(connection: StreamConnection, request: any): void {
  const progress = progressOf(connection);
  if (progress === undefined) return;
  progress.isHeadComplete = true;
  progress.request = request;
}

/** Every request is answered. */
export function noteIdle(connection: StreamConnection): void {
  const progress = progressOf(connection);
  if (progress === undefined) return;
  progress.since = 0;
  progress.request = null;
}

function check(server: any): void {
  const tracking = trackings.get(server);
  if (tracking === undefined) return;
  const now = Date.now();
  for (const [connection, progress] of tracking.connections) {
    if (progress.since === 0 || progress.request?.complete) continue;
    const age = now - progress.since;
    const isLate =
      (!progress.isHeadComplete && server.headersTimeout > 0 && age > server.headersTimeout) ||
      (server.requestTimeout > 0 && age > server.requestTimeout);
    if (!isLate) continue;
    untrack(connection);
    progress.fail.call(connection.socket, new ERR_HTTP_REQUEST_TIMEOUT());
  }
}

/** How many connections `server` has. */
export function streamCount(server: any): number {
  return trackings.get(server)?.connections.size ?? 0;
}

/** Closes the connections of `server`; with `onlyIdle` those that have no request. */
export function closeStreams(server: any, onlyIdle: boolean): void {
  const tracking = trackings.get(server);
  if (tracking === undefined) return;
  for (const [connection, progress] of tracking.connections) {
    const isBusy =
      connection.incoming.length > 0 ||
      connection.socket._httpMessage ||
      (progress.since !== 0 && progress.request !== null && !progress.request.complete);
    if (!onlyIdle || !isBusy) connection.socket.destroy();
  }
}
