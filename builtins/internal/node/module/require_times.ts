// `NODE_DEBUG=module_timer`: how long each call of `require` took, on standard error.
import { safe, services } from "internal:core/bootstrap";
import { channelOf } from "internal:core/diagnostics/channel";
import "internal:core/diagnostics/tracing_channel";
import { debuglog } from "internal:core/util/debuglog";
import { formatDuration } from "internal:node/console/duration";
import { now } from "native:time";

interface Call {
  parentFilename: string | null;
  id: string;
}

/** Prints the calls if NODE_DEBUG names the section. */
export function printIfEnabled(): void {
  if (!debuglog("module_timer").enabled) return;
  // The calls that run, the innermost last.
  const starts: number[] = [];
  channelOf("tracing:module.require:start").subscribe(() => starts.push(now()));
  channelOf("tracing:module.require:end").subscribe(({ parentFilename, id }: Call) => {
    const time = formatDuration(now() - starts.pop()!);
    const { pid, stderr } = services().process;
    stderr.write(`MODULE_TIMER ${pid} [${idOf(parentFilename)}] [${id}]: ${time}\n`);
  });
}

/** The `id` of the module of a file. */
function idOf(filename: string | null): string {
  if (filename === null) return "";
  if (filename === services().process.mainModule?.filename) return ".";
  return safe.endsWith(filename, "/[eval]") ? "[eval]" : filename;
}
