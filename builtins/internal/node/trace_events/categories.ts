// The categories of trace events, in the groups that Node's events have. A group is recorded when one of its categories is.
// https://nodejs.org/api/tracing.html

/** The group of each kind of event. */
export const Group = {
  ASYNC_HOOKS: "node,node.async_hooks",
  BOOTSTRAP: "node,node.bootstrap",
  CONSOLE: "node,node.console",
  DNS: "node,node.dns,node.dns.native",
  ENVIRONMENT: "node,node.environment",
  FS_ASYNC: "node,node.fs,node.fs.async",
  FS_SYNC: "node,node.fs,node.fs.sync",
  FS_DIR_ASYNC: "node,node.fs_dir,node.fs_dir.async",
  FS_DIR_SYNC: "node,node.fs_dir,node.fs_dir.sync",
  HTTP: "node,node.http",
  MODULE_TIMER: "node,node.module_timer",
  NET: "node,node.net,node.net.native",
  REJECTIONS: "node,node.promises,node.promises.rejections",
  POOL_ASYNC: "node,node.threadpoolwork,node.threadpoolwork.async",
  POOL_SYNC: "node,node.threadpoolwork,node.threadpoolwork.sync",
  SCRIPT: "node,node.vm,node.vm.script",
  V8: "v8",
} as const;
export type Group = (typeof Group)[keyof typeof Group];

/** What `NodeTracing.getCategories` returns. */
export const KNOWN = [
  "node",
  "node.async_hooks",
  "node.bootstrap",
  "node.console",
  "node.dns.native",
  "node.environment",
  "node.fs.async",
  "node.fs.sync",
  "node.fs_dir.async",
  "node.fs_dir.sync",
  "node.http",
  "node.net.native",
  "node.perf",
  "node.perf.timerify",
  "node.perf.usertiming",
  "node.promises.rejections",
  "node.threadpoolwork.async",
  "node.threadpoolwork.sync",
  "node.vm.script",
  "v8",
];

/** What `--trace-events-enabled` records without a list of categories. */
const DEFAULT = "v8,node,node.async_hooks";

/** The categories that flags of the command line select; none without such a flag. */
export function categoriesOfFlags(options: readonly [name: string, value: string][]): string[] {
  const given = options.findLast(([name]) => name === "--trace-event-categories")?.[1];
  const isEnabled = options.some(([name]) => name === "--trace-events-enabled");
  const list = given || (isEnabled ? DEFAULT : "");
  return list.split(",").filter((category) => category !== "");
}
