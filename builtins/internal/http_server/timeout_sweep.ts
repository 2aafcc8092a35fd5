// The timer that enforces the time limits of all native servers.
import { setInterval } from "internal:core/timers";
import { enforceTimeouts } from "native:http_server";

const SWEEP_INTERVAL_MS = 1000;
let isStarted = false;

/** Starts to enforce the time limits of servers about once a second, without keeping the process alive. */
export function startTimeoutSweep(): void {
  if (isStarted) return;
  isStarted = true;
  setInterval(enforceTimeouts, SWEEP_INTERVAL_MS).unref();
}
