// The command of a watched process: its arguments and its environment.
import type { Launch } from "internal:core/launch";
import { readFileSync } from "internal:node/fs/sync_io";

/** Flags of the watching process that its child does not get; `true`: a value follows. */
const OWN_FLAGS = new Map([
  ["--hmr", false],
  ["--watch", false],
  ["--watch-hmr", false],
  ["--watch-path", true],
]);
/** Flags that NODE_OPTIONS loses besides. */
const FLAGS_OF_VARIABLE = new Map([
  ...OWN_FLAGS,
  ["--watch-preserve-output", false],
  ["--watch-kill-signal", true],
] as const);

/** The program and its arguments, as they were given. */
export function programOf({ file, readsInput, arguments: given }: Launch): string[] {
  if (file !== null) return [file, ...given];
  return readsInput ? ["-", ...given] : given;
}

/** The arguments of the watched process: the flags without those for watching, the program, its arguments. */
export function argumentsOf(program: Launch): string[] {
  const flags = withoutFlags(program.execArguments, OWN_FLAGS);
  if (program.options.some(([name]) => name === "serve")) flags.unshift("serve");
  // After `--` the file's name may begin like a flag.
  if (program.file?.startsWith("-")) flags.push("--");
  return [...flags, ...programOf(program)];
}

/** The environment of the watched process: that of this one, before the files of `--env-file` were read. */
export function environmentOf(
  current: Record<string, string | undefined>,
  added: Record<string, string>,
): Record<string, string> {
  const initial = initialNames();
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(current))
    if (value !== undefined && (initial === null || initial.has(name))) environment[name] = value;
  const options = environment.NODE_OPTIONS;
  if (options !== undefined)
    environment.NODE_OPTIONS = withoutFlags(splitFlags(options), FLAGS_OF_VARIABLE).map(quoted).join(" ");
  return { ...environment, ...added };
}

/** The variables that this process was started with; null where the system does not list them. */
function initialNames(): Set<string> | null {
  try {
    const entries = String(readFileSync("/proc/self/environ", "utf8")).split("\0");
    return new Set(entries.map((entry) => entry.slice(0, entry.indexOf("="))));
  } catch {
    return null;
  }
}

function withoutFlags(flags: string[], removed: ReadonlyMap<string, boolean>): string[] {
  const rest: string[] = [];
  for (let index = 0; index < flags.length; index++) {
    const flag = flags[index]!;
    const name = flag.split("=", 1)[0]!;
    const takesValue = removed.get(name.replaceAll("_", "-"));
    if (takesValue === undefined) rest.push(flag);
    else if (takesValue && name === flag) index++;
  }
  return rest;
}

/** The flags in NODE_OPTIONS: separated by blanks, except between double quotes, where a backslash escapes. */
function splitFlags(source: string): string[] {
  const flags = source.match(/(?:"(?:\\.|[^"\\])*"|[^ "])+/gs) ?? [];
  return flags.map((flag) =>
    flag.replace(/"((?:\\.|[^"\\])*)"/gs, (_match, inner: string) => inner.replace(/\\(.)/gs, "$1")),
  );
}

function quoted(flag: string): string {
  return /[ "]/.test(flag) ? `"${flag.replace(/["\\]/g, "\\$&")}"` : flag;
}
