// Signals that a test file sends to its own process: a file is a thread of the run, which must not end with it. They have the
// effect that they would have on a process of its own: listeners are called, or the thread ends with the status of a shell.
import { setOwnSignals } from "internal:node/process/raw_kill";
import * as state from "internal:core/process/state";
import { setImmediate } from "internal:core/timers";
import { signals } from "internal:core/signals";
import processModule from "internal:node/process";

/** Signals without effect on a process that has no listener (signal(7)). */
const HARMLESS = new Set(["SIGCHLD", "SIGCONT", "SIGURG", "SIGWINCH", "SIGSTOP", "SIGTSTP", "SIGTTIN", "SIGTTOU"]);
const STATUS_OF_SIGNALS = 128;

/** From now on `process.kill(process.pid)` and `process.abort()` end only this thread. */
export function install(): void {
  const process = processModule as unknown as {
    listenerCount(name: string): number;
    emit(name: string, ...args: unknown[]): boolean;
    abort(): never;
  };
  process.abort = () => state.exitNow(STATUS_OF_SIGNALS + signals.SIGABRT!);
  setOwnSignals((number) => {
    const names = Object.keys(signals).filter((name) => signals[name] === number);
    const heard = names.filter((name) => name !== "SIGKILL" && process.listenerCount(name) > 0);
    if (heard.length > 0)
      setImmediate(() => {
        for (const name of heard) process.emit(name, name, number);
      });
    else if (!names.some((name) => HARMLESS.has(name))) state.exitNow(STATUS_OF_SIGNALS + number);
  });
}
