// The tracing channels `module.require` and `module.import` (https://nodejs.org/api/diagnostics_channel.html#modules). Only loaded in
// programs that loaded tracing channels themselves.
import { activity } from "internal:core/diagnostics/activity";
import { tracingChannel } from "internal:core/diagnostics/tracing_channel";
import { fileUrl } from "internal:core/file_url";

const requires = tracingChannel("module.require");
const imports = tracingChannel("module.import");

/** Whether there may be subscribers. */
export function isObserved(): boolean {
  return activity.channelCount > 0;
}

/** Runs `load`, which requires `id` for the file `parentFilename`. */
export function traceRequire(load: () => unknown, id: string, parentFilename: string | null): unknown {
  return requires.traceSync(load, { parentFilename, id });
}

/** Runs `load`, which imports `url` for the module at the path or URL `parent`. */
export function traceImport<T>(load: () => Promise<T>, url: string, parent: string): Promise<T> {
  return imports.tracePromise(load, { parentURL: parent.startsWith("/") ? fileUrl(parent) : parent, url });
}
