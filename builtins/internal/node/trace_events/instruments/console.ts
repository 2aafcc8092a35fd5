// Timers and counters of consoles (`node.console`).
import { services } from "internal:core/bootstrap";
import { Group } from "internal:node/trace_events/categories";
import { record } from "internal:node/trace_events/recorder";

/** Records them. */
export function install(): void {
  services().console.traceCalls({
    time: (phase, label) => record(Group.CONSOLE, phase, `time::${label}`, { id: 0 }),
    count: (label, count) => record(Group.CONSOLE, "C", `count::${label}`, { id: 0, args: { data: count } }),
  });
}
