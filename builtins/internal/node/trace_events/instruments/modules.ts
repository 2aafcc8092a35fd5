// Calls of `require` (`node.module_timer`).
import { channelOf } from "internal:core/diagnostics/channel";
import "internal:core/diagnostics/tracing_channel";
import { Group } from "internal:node/trace_events/categories";
import { record } from "internal:node/trace_events/recorder";

/** Records them, from the begin to the result or the error. */
export function install(): void {
  channelOf("tracing:module.require:start").subscribe(({ id }: { id: string }) => recordCall("b", id));
  channelOf("tracing:module.require:end").subscribe(({ id }: { id: string }) => recordCall("e", id));
}

function recordCall(phase: "b" | "e", id: string): void {
  record(Group.MODULE_TIMER, phase, `require('${id}')`, { id: 0 });
}
