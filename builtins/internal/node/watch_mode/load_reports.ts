// In a watched process: reports the files that are loaded, and the modules that are not found, to the watching process.
import nodePath from "internal:core/path";
import { directoryOf, pathOfFileUrl } from "internal:core/file_url";
import { workerStart } from "internal:core/worker_state";
import { REPORTS, setLayer } from "internal:loader/chain";
import { stateOf } from "internal:node/watch_mode/file_state";
import { LOADED, type LoadReport, setReportWriter } from "internal:node/watch_mode/load_message";
import { resolveInFolder } from "internal:loader/resolve";
import { reportWriter } from "internal:node/watch_mode/reports";
import type { ChannelTarget } from "internal:node/child_process/channel";
import processObject from "internal:node/process";
import { packageScope, resolveMain } from "native:modules";

/** Starts to report what this thread loads. `file` is the absolute path of its main module, null for source that is not a file. */
export function begin(file: string | null): void {
  const write = reportWriter() ?? writerOfChild();
  if (write === null) return;
  setReportWriter(write);
  observeLoads(file, write);
}

/** Calls `write` for each file that this thread loads from now on, and for each path of a module that is not found, once. */
export function observeLoads(file: string | null, write: (report: LoadReport) => void): void {
  const known = new Set<string>();
  const loaded = (path: string): void => {
    if (!path.startsWith("/") || known.has(path)) return;
    known.add(path);
    write({ path, state: stateOf(path) });
  };
  const missing = (specifier: string, parent: string): void => {
    const path = pathOfMissing(specifier, parent);
    if (path === null || known.has(path)) return;
    known.add(path);
    write({ path, state: null });
  };
  setLayer(REPORTS, (next) => ({
    begin: loaded,
    missing,
    resolve(specifier, parent, attributes) {
      try {
        return next.resolve === null ? resolveInFolder(specifier, parent) : next.resolve(specifier, parent, attributes);
      } catch (error) {
        missing(specifier, parent);
        throw error;
      }
    },
  }));
  // It may be run without the loader.
  if (file === null) return;
  try {
    loaded(resolveMain(file).path);
  } catch {
    // The watching process knows the path as it was given.
  }
}

/** The writer of a child process of the program, which relays it; null without a channel. */
function writerOfChild(): ((report: LoadReport) => void) | null {
  const process = processObject as unknown as ChannelTarget;
  if (workerStart() !== null || !process.connected) return null;
  return ({ path, state }) => {
    // The program may have disconnected.
    if (process.connected) process._send({ cmd: LOADED, path, state }, null, true);
  };
}

/** The path at which a module that was not found would be, without its extension. */
function pathOfMissing(given: string, parent: string): string | null {
  const importer = parent.startsWith("/") ? parent : pathOfFileUrl(parent);
  if (importer === null || given.startsWith("#")) return null;
  if (given.startsWith("file:")) return pathOfFileUrl(given);
  const specifier = given.replace(/[?#].*$/s, "");
  if (/^\.{0,2}(\/|$)/.test(specifier)) return nodePath.resolve(directoryOf(importer), specifier);
  const name = /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0];
  return name === undefined ? null : nodePath.join(packageDirectory(importer), "node_modules", name);
}

/** Where packages for a file are installed. */
function packageDirectory(importer: string): string {
  try {
    return directoryOf(packageScope(importer) ?? importer);
  } catch {
    return directoryOf(importer);
  }
}
