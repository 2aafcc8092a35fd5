// Undocumented members of `process` that some programs call.
import { isLoaded, load, services } from "internal:core/bootstrap";
import defer * as inspected from "internal:node/inspector/inspected";
import { missingFunction } from "internal:core/missing_members";

/** Members of `process`. */
export const members = {
  _linkedBinding: missingFunction("process._linkedBinding"),
  _debugProcess: (pid: number): void => {
    const { pid: own, debugPort: port, kill } = services().process;
    // Another process of Node begins to serve debuggers at this signal.
    if (pid !== own) kill(pid, "SIGUSR1");
    else if (inspected.url() === undefined)
      inspected.tryOpen({ host: inspected.DEFAULT_HOST, port, pausesAtStart: false, publishes: inspected.publishes() });
  },
  _debugEnd: (): void => {
    if (isLoaded("internal:node/inspector/inspected")) inspected.close();
  },
  // No-ops also in Node.
  _startProfilerIdleNotifier: () => {},
  _stopProfilerIdleNotifier: () => {},
  _tickCallback: () => load("internal:core/loop").runWaitingTicks(),
};
