// The time limits of this thread's servers: the native server checks its connections when `enforceTimeouts` is called, so one timer serves
// all of them. It runs while a server listens or has connections, and does not keep the process alive.
import { pinned, safe } from "internal:core/bootstrap";
import { nextTick } from "internal:core/ticks";
import { maxHeaderSizeOfProcess } from "internal:web/fetch/header_size";
import { lenienceOf } from "internal:node/http/lenience";
import { kConnectionsCheckingInterval } from "internal:node/http/symbols";
import type { ListeningServer } from "internal:node/http/listening";
import type { Server } from "internal:node/http/server";
import { clearInterval, setInterval, type Timeout } from "internal:core/timers";
import {
  configure,
  connectionCount,
  countFromOpening,
  readAhead,
  setHalfOpen,
  enforceTimeouts,
} from "native:http_server";

/** The period of the checks: at most this, and a fifth of the shortest limit. */
const PERIOD_MAX_MS = 1000;
const PERIOD_MIN_MS = 50;
/** The default of Node's parser. */
const FIELD_COUNT_MAX = 1000;

const servers = pinned(new Set<Server>());
let timer: Timeout | undefined;
let periodMs = 0;

/** Sets the current limits of `server` in the native server. */
export function applyLimits(server: Server): void {
  configure(server._nativeId!, {
    headTimeoutMs: positive(server.headersTimeout),
    requestTimeoutMs: positive(server.requestTimeout),
    idleTimeoutMs: server.keepAliveTimeout > 0 ? server.keepAliveTimeout + positive(server.keepAliveTimeoutBuffer) : 0,
    headBytesMax: server.maxHeaderSize || maxHeaderSizeOfProcess(),
    fieldCountMax: server.maxHeadersCount || (server.maxHeadersCount === 0 ? 0xffffffff : FIELD_COUNT_MAX),
    // Requests are counted in JavaScript, which emits "dropRequest".
    requestsMax: 0,
    connectionsMax: positive(server.maxConnections),
    lenience: lenienceOf(server),
  });
  setHalfOpen(server._nativeId!, Boolean(server.httpAllowHalfOpen));
}

/** Takes the place of Node's timer, one per server, which programs can see. */
export class LimitsTimer {
  _destroyed = false;
}

/** Marks the timer of a closed server as destroyed, as in Node. Its remaining connections are still checked. */
export function endLimitsTimer(server: ListeningServer): void {
  const shown = (server as Server)[kConnectionsCheckingInterval] as LimitsTimer | undefined;
  if (shown !== undefined) shown._destroyed = true;
}

/** Starts to enforce the limits of `server`. */
export function watchLimits(listening: ListeningServer): void {
  const server = listening as Server;
  server[kConnectionsCheckingInterval] = new LimitsTimer();
  servers.add(server);
  countFromOpening(server._nativeId!);
  readAhead(server._nativeId!);
  applyLimits(server);
  adjustPeriod();
  // Programs set limits after they called `listen`.
  nextTick(applyIfListening, server);
}

function applyIfListening(server: Server): void {
  if (server.listening) applyLimits(server);
}

function checkTimeouts(): void {
  servers.forEach((server) => {
    if (server.listening || connectionCount(server._nativeId!) > 0) applyLimits(server);
    else servers.delete(server);
  });
  enforceTimeouts();
  adjustPeriod();
}

function adjustPeriod(): void {
  let newPeriodMs = servers.size === 0 ? 0 : PERIOD_MAX_MS;
  servers.forEach((server) => {
    for (const limit of [
      server.headersTimeout,
      server.requestTimeout,
      server.keepAliveTimeout,
      server.connectionsCheckingInterval,
    ]) {
      if (limit > 0) newPeriodMs = safe.min(newPeriodMs, safe.max(limit / 5, PERIOD_MIN_MS));
    }
  });
  if (newPeriodMs === periodMs) return;
  periodMs = newPeriodMs;
  clearInterval(timer);
  timer = newPeriodMs > 0 ? setInterval(checkTimeouts, newPeriodMs) : undefined;
  timer?.unref();
}

function positive(value: unknown): number {
  const number = Number(value);
  return number > 0 ? number : 0;
}
