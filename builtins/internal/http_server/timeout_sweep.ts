// The clock of all servers' time limits.
import { setInterval } from "internal:core/timers";
import { sweep } from "native:http_server";

const SWEEP_INTERVAL_MS = 1000;
let isSweeping = false;

/** Has the time limits of servers enforced about once a second, without keeping the process alive. */
export function startSweeping(): void {
  if (isSweeping) return;
  isSweeping = true;
  setInterval(sweep, SWEEP_INTERVAL_MS).unref();
}
