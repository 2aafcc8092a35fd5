// The flags that a worker may have of its own (`execArgv`). Flags of the process are refused, as in Node.
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
]);
const PLAIN = new Set([
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

/** Reads flags, up to the first word that is none. Throws ERR_WORKER_INVALID_EXEC_ARGV with all that a worker cannot have. */
export function readExecArguments(flags: readonly string[]): Flags {
  const read: Flags = { require: [], import: [], options: [], inputType: null };
  const refused: string[] = [];
  for (let index = 0; index < flags.length; index++) {
    const [name, inline] = split(flags[index]!);
    if (!name.startsWith("-")) break;
    const value = inline ?? flags[index + 1];
    if (WITH_VALUE.has(name)) {
      if (value === undefined) refused.push(`${name} requires an argument`);
      else keep(read, name, value);
      if (inline === undefined) index++;
    } else if (isPlain(name)) read.options.push([name, inline ?? ""]);
    else refused.push(flags[index]!);
  }
  if (refused.length > 0) throw new ERR_WORKER_INVALID_EXEC_ARGV(refused);
  return read;
}

/** Reads the variable NODE_OPTIONS of a worker: what holds for a whole process is passed over. Throws ERR_WORKER_INVALID_EXEC_ARGV. */
export function readNodeOptions(text: string): [string, string][] {
  const read: string[] = [];
  const words = splitWords(text);
  for (let index = 0; index < words.length; index++) {
    const word = words[index]!;
    const [name, inline] = split(word);
    if (!name.startsWith("-")) continue;
    if (WITH_VALUE.has(name)) {
      read.push(word);
      if (inline === undefined && index + 1 < words.length) read.push(words[++index]!);
    } else if (isPlain(name)) {
      read.push(word);
    } else if (!environmentFlags.isAllowed(name)) {
      throw new ERR_WORKER_INVALID_EXEC_ARGV(
        [`${name} is not allowed in NODE_OPTIONS`],
        "invalid NODE_OPTIONS env variable",
      );
    }
  }
  try {
    return readExecArguments(read).options;
  } catch (error: any) {
    throw error.code === "ERR_WORKER_INVALID_EXEC_ARGV"
      ? new ERR_WORKER_INVALID_EXEC_ARGV([`${read.at(-1)} requires an argument`], "invalid NODE_OPTIONS env variable")
      : error;
  }
}

/** Words between blanks; double quotes keep blanks inside, and a backslash inside them keeps the next character. */
function splitWords(text: string): string[] {
  const words: string[] = text.match(/(?:"(?:\\.|[^"\\])*"|[^ "])+|"/gs) ?? [];
  if (words.includes('"')) {
    throw new ERR_WORKER_INVALID_EXEC_ARGV(
      ["invalid value for NODE_OPTIONS (unterminated string)\n"],
      "invalid NODE_OPTIONS env variable",
    );
  }
  return words.map((word) =>
    word.replace(/"((?:\\.|[^"\\])*)"/gs, (_, inside: string) => inside.replace(/\\(.)/gs, "$1")),
  );
}

function isPlain(name: string): boolean {
  return PLAIN.has(name) || name.startsWith("--experimental-") || name.startsWith("--no-experimental-");
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
