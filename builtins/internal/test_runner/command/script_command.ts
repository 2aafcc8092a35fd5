// The command of the script "test" that runs tests: variables before it, a tool that measures coverage, and the flags of the
// runner. What surrounds it (`npm run lint &&`) is left out.
import type { Kind } from "internal:test_runner/command/report";
import type { Members } from "internal:test_runner/command/project_config";
import { testScript } from "internal:test_runner/command/scripts";

/** A call of a runner. */
export interface ScriptCommand {
  runner: Kind;
  /** What the script sets before the call (`TZ=UTC jest`, `cross-env NODE_ENV=test jest`). */
  variables: [name: string, value: string][];
  /** Flags and patterns of the runner. */
  args: string[];
  /** The tool that measures coverage, with its flags; null: none. */
  collector: { name: "c8" | "nyc"; args: string[] } | null;
  /** Whether the script calls no other runner. */
  isOnly: boolean;
}

const ASSIGNMENT = /^([A-Za-z_]\w*)=(.*)$/s;
/** Programs that only call another one. */
const WRAPPERS = new Set([
  "npx",
  "bunx",
  "pnpx",
  "cross-env",
  "cross-env-shell",
  "env",
  "time",
  "exec",
  "yarn",
  "pnpm",
]);
const RUNNER = /^(?:.*\/)?_?(jest|vitest|mocha)(?:\.[cm]?js)?$/;
/** Commands of Vitest that run tests. */
const OF_VITEST = new Set(["run", "watch", "dev"]);
/** Flags of c8 and nyc with a value. */
const OF_COLLECTORS =
  /^(?:--(?:reporter|reports?-dir|src|include|exclude|extension|branches|functions|lines|statements|temp-dir(?:ectory)?|resolve|config|cwd|nycrc-path|require|cache-dir)|-[roneixctspd])$/;

/** The first call of a runner in the script "test"; null for a script without one. */
export function commandOfScript(manifest: Members): ScriptCommand | null {
  const calls = commandsOf(testScript(manifest)).flatMap((words) => callIn(words) ?? []);
  const first = calls[0];
  return first === undefined ? null : { ...first, isOnly: calls.length === 1 };
}

/** The words of each command of a script, without their quotes. */
function commandsOf(script: string): string[][] {
  const commands: string[][] = [[]];
  let word: string | null = null;
  const end = (): void => {
    if (word !== null) commands.at(-1)!.push(word);
    word = null;
  };
  const token = /\\(.)|"((?:[^"\\]|\\.)*)"|'([^']*)'|(\s+)|(&&|\|\||[;&|])|([^\\"'\s;&|]+|.)/gs;
  for (const [, escaped, double, single, space, operator, plain] of script.matchAll(token)) {
    if (space !== undefined) end();
    else if (operator !== undefined) {
      end();
      commands.push([]);
    } else word = (word ?? "") + (escaped ?? double?.replaceAll(/\\(["\\$`])/g, "$1") ?? single ?? plain ?? "");
  }
  end();
  return commands;
}

type Call = Omit<ScriptCommand, "isOnly">;

function callIn(words: string[]): Call | null {
  const rest = [...words];
  const variables: Call["variables"] = [];
  let collector: Call["collector"] = null;
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const [, name, value] = ASSIGNMENT.exec(word) ?? [];
    if (name !== undefined) variables.push([name, value!]);
    else if (word === "c8" || word === "nyc") {
      collector = { name: word, args: flagsOfCollector(rest) };
      if (rest[0] === "report" || rest[0] === "check-coverage") return null;
    } else if (WRAPPERS.has(word)) while (/^-/.test(rest[0] ?? "")) rest.shift();
    else {
      const call = runnerCall(word, rest);
      return call === null ? null : { ...call, variables, collector };
    }
  }
  return null;
}

/** Takes the flags at the beginning of `rest`. */
function flagsOfCollector(rest: string[]): string[] {
  const flags: string[] = [];
  while (rest[0]?.startsWith("-") === true) {
    const flag = rest.shift()!;
    flags.push(flag);
    if (OF_COLLECTORS.test(flag) && rest.length > 0) flags.push(rest.shift()!);
  }
  return flags;
}

/** The runner that a program with these arguments is. */
function runnerCall(program: string, args: string[]): { runner: Kind; args: string[] } | null {
  const named = RUNNER.exec(program)?.[1] as Kind | undefined;
  if (named !== undefined) {
    if (named !== "vitest" || args[0] === undefined || args[0].startsWith("-")) return { runner: named, args };
    if (OF_VITEST.has(args[0])) return { runner: named, args: args.slice(1) };
    return ["bench", "list", "init", "typecheck", "related"].includes(args[0]) ? null : { runner: named, args };
  }
  if (program === "node" || program === "tsx") {
    if (args.includes("--test")) return { runner: "node", args: args.filter((word) => word !== "--test") };
    const at = args.findIndex((word) => !word.startsWith("-") && RUNNER.test(word));
    return at === -1 ? null : runnerCall(args[at]!, args.slice(at + 1));
  }
  if (program !== "bun" && program !== "deno") return null;
  const at = args.findIndex((word) => !word.startsWith("-"));
  return args[at] === "test" ? { runner: program, args: [...args.slice(0, at), ...args.slice(at + 1)] } : null;
}
