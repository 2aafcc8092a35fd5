// The time limits of this thread's servers: the native part looks at its connections when `sweep` is called, so one timer serves
// all of them. It runs while a server listens or has connections, and does not keep the process alive.
import { maxHeaderSizeOfProcess } from "internal:web/fetch/header_size";
import { lenienceOf } from "internal:node/http/lenience";
import { kConnectionsCheckingInterval } from "internal:node/http/symbols";
import { clearInterval, setInterval } from "internal:core/timers";
import { configure, connectionCount, countFromOpening, readAhead, setHalfOpen, sweep } from "native:http_server";

/** Limits are kept to this precision at most, and to a fifth of themselves when they are short. */
const PERIOD_MAX_MS = 1000;
const PERIOD_MIN_MS = 50;
/** What Node's parser has when the program says nothing. */
const FIELD_COUNT_MAX = 1000;

const servers = new Set<any>();
let timer: any;
let periodMs = 0;

/** Tells the native part the limits that `server` has now. */
export function applyLimits(server: any): void {
  configure(
    server._nativeId,
    positive(server.headersTimeout),
    positive(server.requestTimeout),
    server.keepAliveTimeout > 0 ? server.keepAliveTimeout + positive(server.keepAliveTimeoutBuffer) : 0,
    server.maxHeaderSize || maxHeaderSizeOfProcess(),
    server.maxHeadersCount || (server.maxHeadersCount === 0 ? 0xffffffff : FIELD_COUNT_MAX),
    // Requests are counted in JavaScript, which tells about those that are dropped.
    0,
    positive(server.maxConnections),
    lenienceOf(server),
  );
  setHalfOpen(server._nativeId, Boolean(server.httpAllowHalfOpen));
}

/** What programs see of it: one timer serves all servers. */
class LimitsTimer {
  _destroyed = false;
}

/** The server is closed: what is left of its connections is watched, but Node calls its timer destroyed. */
export function endLimitsTimer(server: any): void {
  const shown: LimitsTimer | undefined = server[kConnectionsCheckingInterval];
  if (shown !== undefined) shown._destroyed = true;
}

/** Watches over the limits of `server` from now on. */
export function watchLimits(server: any): void {
  server[kConnectionsCheckingInterval] = new LimitsTimer();
  servers.add(server);
  countFromOpening(server._nativeId);
  readAhead(server._nativeId);
  applyLimits(server);
  adjust();
}

function sweepAll(): void {
  for (const server of servers) {
    if (server.listening || connectionCount(server._nativeId) > 0) applyLimits(server);
    else servers.delete(server);
  }
  sweep();
  adjust();
}

function adjust(): void {
  let wanted = servers.size === 0 ? 0 : PERIOD_MAX_MS;
  for (const server of servers) {
    for (const limit of [
      server.headersTimeout,
      server.requestTimeout,
      server.keepAliveTimeout,
      server.connectionsCheckingInterval,
    ]) {
      if (limit > 0) wanted = Math.min(wanted, Math.max(limit / 5, PERIOD_MIN_MS));
    }
  }
  if (wanted === periodMs) return;
  periodMs = wanted;
  clearInterval(timer);
  timer = wanted > 0 ? setInterval(sweepAll, wanted) : undefined;
  timer?.unref();
}

function positive(value: unknown): number {
  const number = Number(value);
  return number > 0 ? number : 0;
}
