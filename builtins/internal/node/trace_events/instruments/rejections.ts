// How many rejected promises have no handler, and how many got one late (`node.promises.rejections`).
import { Group } from "internal:node/trace_events/categories";
import { record } from "internal:node/trace_events/recorder";
import { countRejections } from "internal:node/process/rejection_policy";

/** Records the numbers whenever they change. */
export function install(): void {
  countRejections((unhandled, handledAfter) => {
    record(Group.REJECTIONS, "C", "rejections", { args: { unhandled, handledAfter } });
  });
}
