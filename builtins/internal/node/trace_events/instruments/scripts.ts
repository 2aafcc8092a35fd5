// Scripts of `node:vm` and of `--eval` (`node.vm.script`): checking one, and running it.
import { safe } from "internal:core/bootstrap";
import { Group } from "internal:node/trace_events/categories";
import { areaOf, wrapDirect } from "internal:node/trace_events/natives";
import { record, recordCall } from "internal:node/trace_events/recorder";

const COMPILE = "ContextifyScript::New";
const RUN = "RunInContext";

/** Records them. */
export function install(): void {
  const contexts = areaOf("contexts");
  wrapDirect(contexts, "checkSyntax", (check, [, filename]) => {
    record(Group.SCRIPT, "B", COMPILE, { args: { filename } });
    try {
      return check();
    } finally {
      record(Group.SCRIPT, "E", COMPILE);
    }
  });
  const around = (run: () => unknown, url: unknown): unknown =>
    isOwn(url) ? run() : recordCall(Group.SCRIPT, RUN, run);
  wrapDirect(contexts, "evaluateIn", (run, [, , url]) => around(run, url));
  wrapDirect(areaOf("realm"), "evaluateScript", (run, [, url]) => around(run, url));
}

/** Whether a script belongs to Brio, by its address. */
function isOwn(url: unknown): boolean {
  return typeof url === "string" && (safe.startsWith(url, "internal:") || safe.startsWith(url, "node:"));
}
