// `process._kill`, the system call under `process.kill`; programs replace it.
import { option } from "internal:core/launch";
import defer * as packageGuard from "internal:core/package_guard";
import { kill, pid as ownPid } from "native:process";
import { flush } from "native:stdio";

/** The last of the real-time signals of Linux (signal(7)). */
const SIGNAL_MAX = 64;

let ownSignals: ((signal: number) => void) | null = null;

/** From now on `handler` is called instead of sending a signal to this process. */
export function setOwnSignals(handler: (signal: number) => void): void {
  ownSignals = handler;
}

/** Members of `process`. */
export const members = {
  /** Returns 0 or a negative error number. */
  _kill: (pid: number, signal: number): number => {
    pid |= 0;
    // A package may end its own process, as it may throw.
    if (pid !== ownPid() && option("--sandbox-packages") !== undefined)
      packageGuard.checkCaller(["child_process"], "process.kill", members._kill);
    if (ownSignals !== null && pid === ownPid() && signal > 0 && signal <= SIGNAL_MAX) {
      ownSignals(signal | 0);
      return 0;
    }
    // The signal may end this process (0 and negative numbers are groups of processes): buffered output would be lost.
    if (pid <= 0 || pid === ownPid()) flush();
    try {
      kill(pid, signal | 0);
      return 0;
    } catch (error) {
      const { errno } = error as { errno?: unknown };
      if (typeof errno !== "number") throw error;
      return errno;
    }
  },
};
