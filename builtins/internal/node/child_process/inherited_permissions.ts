// The permissions of Node's model pass to child processes of this runtime by NODE_OPTIONS, as in Node: unless the child
// has `--permission` of its own, in its arguments or in that variable.
import * as lists from "internal:core/lists";
import { launch } from "internal:core/launch";
import { PermissionModel, model } from "native:permissions";

/** Node's flags about permissions. */
const FLAGS = new Set([
  "--permission",
  "--permission-audit",
  "--allow-addons",
  "--allow-child-process",
  "--allow-ffi",
  "--allow-fs-read",
  "--allow-fs-write",
  "--allow-inspector",
  "--allow-net",
  "--allow-wasi",
  "--allow-worker",
]);

/** Adds the flags of this process to the variables (`NAME=value`) of a child with these arguments. */
export function add(pairs: string[], args: readonly string[]): string[] {
  if (model() !== PermissionModel.NODE || args.includes("--permission")) return pairs;
  const own = pairs.findLast((pair) => pair.startsWith("NODE_OPTIONS="))?.slice("NODE_OPTIONS=".length) ?? "";
  if (own.includes("--permission")) return pairs;
  const flags: string[] = [];
  for (const [name, value] of launch().options)
    if (FLAGS.has(name)) lists.push(flags, value === "" ? name : quoted(`${name}=${value}`));
  const others = lists.filter(pairs, (pair) => !pair.startsWith("NODE_OPTIONS="));
  return [...others, `NODE_OPTIONS=${own === "" ? "" : `${own} `}${flags.join(" ")}`];
}

/** NODE_OPTIONS separates its flags by blanks; double quotes keep them together. */
function quoted(flag: string): string {
  return /[\s"\\]/.test(flag) ? `"${flag.replace(/["\\]/g, "\\$&")}"` : flag;
}
