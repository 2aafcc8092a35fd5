// In a watched process: reports the files that are loaded, and the modules that are not found, to the watching process. A
// report is an internal message of the channel: a program does not receive those of its own children.
import nodePath from "internal:core/path";
import { directoryOf, pathOfFileUrl } from "internal:core/file_url";
import { workerStart } from "internal:core/worker_state";
import { type LoadReport, LOADED, setLoadReporter } from "internal:loader/hook_state";
import { stateOf } from "internal:node/watch_mode/file_state";
import type { ChannelTarget } from "internal:node/child_process/channel";
import defer * as processModule from "internal:node/process";
import defer * as requests from "internal:node/worker/thread_requests";
import { packageScope, resolveMain } from "native:modules";

const MAIN_THREAD = 0;

/** Starts to report what this thread loads. `file` is the absolute path of its main module, null for source that is not a file. */
export function begin(file: string | null): void {
  const send = workerStart() === null ? sendToParent : sendToMainThread;
  const known = new Set<string>();
  const loaded = (path: string): void => {
    if (!path.startsWith("/") || known.has(path)) return;
    known.add(path);
    send({ cmd: LOADED, path, state: stateOf(path) });
  };
  setLoadReporter({
    loaded,
    unresolved(specifier, parent) {
      const path = pathOfMissing(specifier, parent);
      if (path === null || known.has(path)) return;
      known.add(path);
      send({ cmd: LOADED, path, state: null });
    },
    relay: send,
  });
  // It may be run without the loader.
  if (file === null) return;
  try {
    loaded(resolveMain(file).path);
  } catch {
    // The watching process knows the path as it was given.
  }
}

function sendToParent(report: LoadReport): void {
  const process = processModule.default as unknown as ChannelTarget;
  // The program may have disconnected.
  if (process.connected) process._send(report, null, true);
}

function sendToMainThread(report: LoadReport): void {
  void requests.request(MAIN_THREAD, requests.LOADED, report);
}

/** The path at which a module that was not found would be, without its extension. */
function pathOfMissing(given: string, parent: string): string | null {
  const importer = parent.startsWith("/") ? parent : pathOfFileUrl(parent);
  if (importer === null || given.startsWith("#")) return null;
  if (given.startsWith("file:")) return pathOfFileUrl(given);
  const specifier = given.replace(/[?#].*$/s, "");
  if (/^\.{0,2}(\/|$)/.test(specifier)) return nodePath.resolve(directoryOf(importer), specifier);
  const name = /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0];
  return name === undefined ? null : nodePath.join(packageFolder(importer), "node_modules", name);
}

/** Where packages for a file are installed. */
function packageFolder(importer: string): string {
  try {
    return directoryOf(packageScope(importer) ?? importer);
  } catch {
    return directoryOf(importer);
  }
}
