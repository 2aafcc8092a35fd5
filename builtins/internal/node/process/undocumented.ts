// Undocumented members of `process` that some programs call.
import { load } from "internal:core/bootstrap";
import { missingFunction } from "internal:core/missing_members";

/** Members of `process`. */
export const members = {
  _linkedBinding: missingFunction("process._linkedBinding"),
  _debugProcess: missingFunction("process._debugProcess"),
  _debugEnd: missingFunction("process._debugEnd"),
  // No-ops also in Node.
  _startProfilerIdleNotifier: () => {},
  _stopProfilerIdleNotifier: () => {},
  _tickCallback: () => load("internal:core/loop").runWaitingTicks(),
};
