// The timer that enforces the time limits of all native servers.
import { setInterval, type Timeout } from "internal:core/timers";
import { enforceTimeouts } from "native:http_server";

const SWEEP_INTERVAL_MS = 1000;
let timer: Timeout | undefined;

/** Starts to enforce the time limits of servers about once a second, without keeping the process alive. */
export function startTimeoutSweep(): void {
  // A realm that is used again has cleared all timers.
  if (timer !== undefined && !timer._destroyed) return;
  timer = setInterval(enforceTimeouts, SWEEP_INTERVAL_MS);
  timer.unref();
}
