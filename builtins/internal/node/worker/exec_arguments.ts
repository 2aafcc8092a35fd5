// The flags of a worker (`execArgv`). Flags of the process are refused, as in Node.
import { ERR_WORKER_INVALID_EXEC_ARGV } from "internal:core/errors";
import defer * as environmentFlags from "internal:node/process/environment_flags";

const WITH_VALUE = new Set([
  "--require",
  "-r",
  "--import",
  "--conditions",
  "-C",
  "--input-type",
  "--unhandled-rejections",
  "--disable-warning",
  "--experimental-loader",
  "--loader",
  "--cpu-prof-dir",
  "--cpu-prof-interval",
  "--cpu-prof-name",
]);
const PLAIN = new Set([
  "--cpu-prof",
  "--no-warnings",
  "--warnings",
  "--trace-warnings",
  "--no-deprecation",
  "--trace-deprecation",
  "--throw-deprecation",
  "--pending-deprecation",
  "--enable-source-maps",
  "--preserve-symlinks",
  "--preserve-symlinks-main",
  "--trace-uncaught",
  "--trace-exit",
  "--trace-sync-io",
  "--abort-on-uncaught-exception",
  "--no-addons",
  "--no-global-search-paths",
  "--expose-internals",
  "--force-context-aware",
  "--no-strip-types",
  "--verify-base-objects",
  "--no-verify-base-objects",
  "--frozen-intrinsics",
  "--insecure-http-parser",
  "--inspect",
  "--inspect-brk",
  "--inspect-port",
  "--stack-trace-limit",
]);

interface Flags {
  require: string[];
  import: string[];
  options: [string, string][];
  inputType: string | null;
}

/** Parses flags, up to the first argument that is not a flag. Throws ERR_WORKER_INVALID_EXEC_ARGV with all invalid ones. */
export function readExecArguments(flags: readonly string[]): Flags {
  const parsed: Flags = { require: [], import: [], options: [], inputType: null };
  const invalid: string[] = [];
  for (let index = 0; index < flags.length; index++) {
    const [name, inline] = split(flags[index]!);
    if (!name.startsWith("-")) break;
    const value = inline ?? flags[index + 1];
    if (WITH_VALUE.has(name)) {
      if (value === undefined) invalid.push(`${name} requires an argument`);
      else addFlag(parsed, name, value);
      if (inline === undefined) index++;
    } else if (isPlain(name)) parsed.options.push([name, inline ?? ""]);
    else invalid.push(flags[index]!);
  }
  if (invalid.length > 0) throw new ERR_WORKER_INVALID_EXEC_ARGV(invalid);
  return parsed;
}

/** Parses the variable NODE_OPTIONS of a worker; ignores flags of the process. Throws ERR_WORKER_INVALID_EXEC_ARGV. */
export function readNodeOptions(value: string): [string, string][] {
  const accepted: string[] = [];
  const flags = splitArguments(value);
  for (let index = 0; index < flags.length; index++) {
    const flag = flags[index]!;
    const [name, inline] = split(flag);
    if (!name.startsWith("-")) continue;
    if (WITH_VALUE.has(name)) {
      accepted.push(flag);
      if (inline === undefined && index + 1 < flags.length) accepted.push(flags[++index]!);
    } else if (isPlain(name)) {
      accepted.push(flag);
    } else if (!environmentFlags.isAllowed(name)) {
      throw new ERR_WORKER_INVALID_EXEC_ARGV(
        [`${name} is not allowed in NODE_OPTIONS`],
        "invalid NODE_OPTIONS env variable",
      );
    }
  }
  try {
    return readExecArguments(accepted).options;
  } catch (error) {
    throw (error as { code?: string }).code === "ERR_WORKER_INVALID_EXEC_ARGV"
      ? new ERR_WORKER_INVALID_EXEC_ARGV(
          [`${accepted.at(-1)} requires an argument`],
          "invalid NODE_OPTIONS env variable",
        )
      : error;
  }
}

/** Splits at blanks outside of double quotes; inside them a backslash escapes the next character. */
function splitArguments(value: string): string[] {
  const parts: string[] = value.match(/(?:"(?:\\.|[^"\\])*"|[^ "])+|"/gs) ?? [];
  if (parts.includes('"')) {
    throw new ERR_WORKER_INVALID_EXEC_ARGV(
      ["invalid value for NODE_OPTIONS (unterminated string)\n"],
      "invalid NODE_OPTIONS env variable",
    );
  }
  return parts.map((part) =>
    part.replace(/"((?:\\.|[^"\\])*)"/gs, (_, inside: string) => inside.replace(/\\(.)/gs, "$1")),
  );
}

function isPlain(name: string): boolean {
  return PLAIN.has(name) || name.startsWith("--experimental-") || name.startsWith("--no-experimental-");
}

function split(flag: string): [string, string | undefined] {
  const equals = flag.startsWith("--") ? flag.indexOf("=") : -1;
  return equals === -1 ? [dashed(flag), undefined] : [dashed(flag.slice(0, equals)), flag.slice(equals + 1)];
}

// Underscores in the name of a flag are dashes, as on the command line.
function dashed(name: string): string {
  return name.startsWith("--") ? `--${name.slice(2).replaceAll("_", "-")}` : name;
}

function addFlag(flags: Flags, name: string, value: string): void {
  if (name === "--require" || name === "-r") flags.require.push(value);
  else if (name === "--import") flags.import.push(value);
  else if (name === "--input-type") flags.inputType = value;
  else flags.options.push([name, value]);
}
