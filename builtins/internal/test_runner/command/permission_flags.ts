// The flags of permissions in `brio test`: those of `deno test`, whose values stand only behind `=` and whose letters may be joined,
// and those of `node --test --permission`. They hold for the files, not for the run itself.
import { services } from "internal:core/bootstrap";
import { changedMs } from "native:modules";

const LETTERS: Record<string, string> = {
  A: "--allow-all",
  R: "--allow-read",
  W: "--allow-write",
  N: "--allow-net",
  E: "--allow-env",
  S: "--allow-sys",
  I: "--allow-import",
  P: "--permission-set",
};
const OF_DENO =
  /^--(?:allow-all|(?:allow|deny)-(?:read|write|net|env|sys|import|run|ffi)|ignore-(?:read|env)|permission-set|secure)$/;
/** Without a value. */
const OF_NODE = new Set([
  "--permission",
  "--permission-audit",
  "--allow-addons",
  "--allow-child-process",
  "--allow-inspector",
  "--allow-wasi",
  "--allow-worker",
]);
const OF_NODE_WITH_VALUE = new Set(["--allow-fs-read", "--allow-fs-write"]);
const WITHOUT_VALUE = new Set(["--allow-all", "--secure"]);

/** Flags and their values; an empty one means everything. */
export type PermissionFlags = [name: string, value: string][];

/**
 * The flags of permissions that an argument is; null when it is something else. Takes a value of Node's flags from `rest`.
 * Throws an Error that says what is wrong.
 */
export function permissionFlagsOf(argument: string, rest: string[]): PermissionFlags | null {
  const at = argument.indexOf("=");
  const given = at === -1 ? argument : argument.slice(0, at);
  const value = at === -1 ? undefined : argument.slice(at + 1);
  if (OF_NODE.has(given) && value === undefined) return [[given, ""]];
  if (OF_NODE_WITH_VALUE.has(given)) {
    const path = value ?? rest.shift();
    if (path === undefined || path === "") throw new Error(`${given} requires an argument`);
    return [[given, path]];
  }
  if (given === "-R" && value === undefined && isReporter(rest[0])) return null;
  const names = namesOf(given);
  if (names === null || (names.length > 1 && value !== undefined)) return null;
  const takesNone = value !== undefined && WITHOUT_VALUE.has(names[0]!);
  if (takesNone || value === "") throw new Error(takesNone ? `${given} takes no value` : `${given}= requires a value`);
  return names.map((name) => [name, value ?? ""]);
}

/**
 * The flags for the threads of the files: a set of deno.json is replaced by what it grants. A policy is never asked about, as
 * the report has the terminal. Throws an Error without the set.
 */
export function policyOf(given: PermissionFlags): PermissionFlags {
  const isGiven = (flag: string): boolean => given.some(([name]) => name === `--${flag}`);
  const flags = given.flatMap(([name, value]): PermissionFlags => {
    if (name !== "--permission-set") return [[name, value]];
    const found = services().permissionSetOfTests(value);
    if (found === null) throw new Error(`deno.json has no permission set "${value}"`);
    return [["--secure", ""], ...found.map(ofSet).filter(([name]) => !isGiven(/allow-[a-z]+/.exec(name)?.[0] ?? ""))];
  });
  return flags.every(([name]) => name === "--allow-all") ? [] : [...flags, ["--no-prompt", ""]];
}

/** A flag of a permission set, whose value is one and may have commas. */
function ofSet(flag: string): [string, string] {
  const at = flag.indexOf("=");
  if (at === -1) return [`--${flag}`, ""];
  const [name, value] = [flag.slice(0, at), flag.slice(at + 1)];
  return [`--${name}`, name.endsWith("-env") ? value : value.replaceAll(",", ",,")];
}

function namesOf(given: string): string[] | null {
  if (OF_DENO.test(given)) return [given];
  if (!/^-[ARWNESIP]+$/.test(given)) return null;
  return [...given.slice(1)].map((letter) => LETTERS[letter]!);
}

/** `-R NAME` names a reporter in Mocha, and grants reading in Deno. */
function isReporter(next: string | undefined): boolean {
  return next !== undefined && /^[\w-]+$/.test(next) && !next.startsWith("-") && changedMs(next) < 0;
}
