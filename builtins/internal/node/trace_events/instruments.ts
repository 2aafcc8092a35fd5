// What makes trace events: each group's functions replace others of the builtins when the group is recorded for the first time.
import { Group } from "internal:node/trace_events/categories";
import { isRecorded } from "internal:node/trace_events/recorder";
import { pinned } from "internal:core/bootstrap";
import defer * as asyncHooks from "internal:node/trace_events/instruments/async_hooks";
import defer * as consoles from "internal:node/trace_events/instruments/console";
import defer * as dns from "internal:node/trace_events/instruments/dns";
import defer * as engine from "internal:node/trace_events/instruments/engine";
import defer * as environment from "internal:node/trace_events/instruments/environment";
import defer * as files from "internal:node/trace_events/instruments/files";
import defer * as http from "internal:node/trace_events/instruments/http";
import defer * as modules from "internal:node/trace_events/instruments/modules";
import defer * as net from "internal:node/trace_events/instruments/net";
import defer * as pool from "internal:node/trace_events/instruments/thread_pool";
import defer * as rejections from "internal:node/trace_events/instruments/rejections";
import defer * as scripts from "internal:node/trace_events/instruments/scripts";

const INSTALLERS: [groups: Group[], install: () => void][] = [
  [[Group.ENVIRONMENT, Group.BOOTSTRAP], () => environment.install()],
  [[Group.V8], () => engine.install()],
  [[Group.ASYNC_HOOKS], () => asyncHooks.install()],
  [[Group.CONSOLE], () => consoles.install()],
  [[Group.DNS], () => dns.install()],
  [[Group.FS_SYNC, Group.FS_DIR_SYNC], () => files.installDirect()],
  [[Group.FS_ASYNC, Group.FS_DIR_ASYNC], () => files.installRequests()],
  [[Group.HTTP], () => http.install()],
  [[Group.MODULE_TIMER], () => modules.install()],
  [[Group.NET], () => net.install()],
  [[Group.POOL_ASYNC, Group.POOL_SYNC], () => pool.install()],
  [[Group.REJECTIONS], () => rejections.install()],
  [[Group.SCRIPT], () => scripts.install()],
];

const installed = pinned(new Set<() => void>());

/** Installs what recorded groups need and that is not there. */
export function install(): void {
  for (const [groups, installer] of INSTALLERS) {
    if (installed.has(installer) || !groups.some(isRecorded)) continue;
    installed.add(installer);
    installer();
  }
}

/** The thread ends. */
export function finish(): void {
  if (installed.has(INSTALLERS[0]![1])) environment.finish();
}
