// The flags that a worker may have of its own (`execArgv`). Flags of the process are refused, as in Node.
import { ERR_WORKER_INVALID_EXEC_ARGV } from "internal:errors";

const WITH_VALUE = new Set(["--require", "-r", "--import", "--conditions", "-C", "--input-type", "--unhandled-rejections", "--disable-warning", "--experimental-loader", "--loader"]);
const PLAIN = new Set([
  "--no-warnings", "--warnings", "--trace-warnings", "--no-deprecation", "--trace-deprecation", "--throw-deprecation", "--pending-deprecation",
  "--enable-source-maps", "--preserve-symlinks", "--preserve-symlinks-main", "--trace-uncaught", "--trace-exit", "--trace-sync-io",
  "--abort-on-uncaught-exception", "--no-addons", "--no-global-search-paths", "--expose-internals", "--force-context-aware", "--no-strip-types",
  "--verify-base-objects", "--no-verify-base-objects", "--frozen-intrinsics", "--insecure-http-parser", "--inspect-brk", "--stack-trace-limit",
]);

interface Flags { require: string[]; import: string[]; options: [string, string][]; inputType: string | null }

/** Reads flags. Throws ERR_WORKER_INVALID_EXEC_ARGV with all that a worker cannot have. */
export function readExecArguments(flags: readonly string[]): Flags {
  const read: Flags = { require: [], import: [], options: [], inputType: null };
  const refused: string[] = [];
  for (let index = 0; index < flags.length; index++) {
    const [name, inline] = split(flags[index]!);
    if (WITH_VALUE.has(name)) keep(read, name, inline ?? flags[++index] ?? "");
    else if (PLAIN.has(name) || name.startsWith("--experimental-") || name.startsWith("--no-experimental-")) read.options.push([name, inline ?? ""]);
    else refused.push(flags[index]!);
  }
  if (refused.length > 0) throw new ERR_WORKER_INVALID_EXEC_ARGV(refused);
  return read;
}

function split(flag: string): [string, string | undefined] {
  const equals = flag.startsWith("--") ? flag.indexOf("=") : -1;
  return equals === -1 ? [flag, undefined] : [flag.slice(0, equals), flag.slice(equals + 1)];
}

function keep(read: Flags, name: string, value: string): void {
  if (name === "--require" || name === "-r") read.require.push(value);
  else if (name === "--import") read.import.push(value);
  else if (name === "--input-type") read.inputType = value;
  else read.options.push([name, value]);
}
