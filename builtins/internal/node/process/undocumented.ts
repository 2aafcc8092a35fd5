// Undocumented members of `process` that some programs call.
import { isLoaded, load } from "internal:core/bootstrap";
import defer * as inspected from "internal:node/inspector/inspected";
import { missingFunction } from "internal:core/missing_members";

/** Members of `process`. */
export const members = {
  _linkedBinding: missingFunction("process._linkedBinding"),
  _debugProcess: missingFunction("process._debugProcess"),
  _debugEnd: (): void => {
    if (isLoaded("internal:node/inspector/inspected")) inspected.close();
  },
  // No-ops also in Node.
  _startProfilerIdleNotifier: () => {},
  _stopProfilerIdleNotifier: () => {},
  _tickCallback: () => load("internal:core/loop").runWaitingTicks(),
};
