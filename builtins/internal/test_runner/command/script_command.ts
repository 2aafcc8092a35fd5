// The command of the script "test" that runs tests: variables before it, a tool that measures coverage, and the flags of the
// runner. What surrounds it (`npm run lint &&`) is left out.
import type { Kind } from "internal:test_runner/command/report";
import type { Members } from "internal:test_runner/command/project_config";
import {
  foreignProgram,
  isNamedAsTest,
  type ProgramCall,
  programCall,
  usesCompiler,
} from "internal:test_runner/command/script_programs";
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
  /** The other calls of runners. */
  others: ScriptCall[];
  /** Whether files that the script runs as programs resolve imports as calls of `require`. */
  importsAsRequire: boolean;
  /** Whether it is a file of Node whose name does not say that it is a test: it is one where the folder has no others. */
  isGuess: boolean;
}

/** The runner of a call, with its flags and patterns. */
export interface ScriptCall extends Pick<ProgramCall, "runner" | "args"> {
  /** Whether commands between the first call and this one may make what it tests. */
  followsBuild: boolean;
  variables: ScriptCommand["variables"];
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
const REACT_SCRIPTS = /^(?:.*\/)?react-scripts(?:\.js)?$/;
/** Commands of Vitest that run tests. */
const OF_VITEST = new Set(["run", "watch", "dev"]);
/** Flags of c8 and nyc with a value. */
const OF_COLLECTORS =
  /^(?:--(?:reporter|reports?-dir|src|include|exclude|extension|branches|functions|lines|statements|temp-dir(?:ectory)?|resolve|config|cwd|nycrc-path|require|cache-dir)|-[roneixctspd])$/;

/** The calls of runners in the script "test" of the manifest in `folder`; null for a script without one. */
export function commandOfScript(manifest: Members, folder: string): ScriptCommand | null {
  const commands = commandsOf(testScript(manifest)).filter((words) => words.length > 0);
  const all = callsIn(commands, folder);
  // A script of one command is the tests; others may build something first.
  const isTest = (call: Call): boolean =>
    call.isPlainFile !== true || commands.length === 1 || isNamedAsTest(call, folder);
  // The flags are those of a runner.
  const calls = all
    .filter(isTest)
    .sort((one, other) => Number(one.isPlainFile ?? false) - Number(other.isPlainFile ?? false));
  const [first, ...others] = calls;
  if (first === undefined) return null;
  return {
    ...first,
    others,
    importsAsRequire: calls.some((call) => call.importsAsRequire === true),
    isGuess: first.isPlainFile === true && !isNamedAsTest(first, folder),
  };
}

/** The runner that is not included and whose files the script "test" runs; null for other scripts. */
export function foreignRunnerOfScript(manifest: Members, folder: string): string | null {
  if (commandOfScript(manifest, folder) !== null) return null;
  const programs = commandsOf(testScript(manifest)).map((words) => programOf(words).program);
  return programs.map((program) => foreignProgram(program)).find((name) => name !== null) ?? null;
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

/** Commands between two calls that make nothing. */
const MAKES_NOTHING = /^(?:echo|eslint|oxlint|prettier|biome|true)$/;

function callsIn(commands: string[][], folder: string): Call[] {
  const calls: Call[] = [];
  let followsBuild = false;
  for (const words of commands) {
    const call = callIn(words, folder);
    if (call !== null) calls.push({ ...call, followsBuild });
    else if (calls.length > 0 && !MAKES_NOTHING.test(programOf(words).program)) followsBuild = true;
  }
  return calls;
}

interface Call extends ProgramCall {
  followsBuild: boolean;
  variables: ScriptCommand["variables"];
  collector: ScriptCommand["collector"];
}

/** A command without what surrounds its program. */
interface Program extends Omit<Call, keyof ProgramCall | "followsBuild"> {
  /** Empty: the command runs no other program. */
  program: string;
  args: string[];
}

function programOf(words: string[]): Program {
  const rest = [...words];
  const variables: Call["variables"] = [];
  let collector: Call["collector"] = null;
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const [, name, value] = ASSIGNMENT.exec(word) ?? [];
    if (name !== undefined) variables.push([name, value!]);
    else if (word === "c8" || word === "nyc") {
      collector = { name: word, args: flagsOfCollector(rest) };
      if (rest[0] === "report" || rest[0] === "check-coverage") break;
    } else if (WRAPPERS.has(word)) while (/^-/.test(rest[0] ?? "")) rest.shift();
    else return { program: word, args: rest, variables, collector };
  }
  return { program: "", args: [], variables, collector };
}

function callIn(words: string[], folder: string): Omit<Call, "followsBuild"> | null {
  const { program, args, variables, collector } = programOf(words);
  const call = runnerCall(program, args) ?? programCall(program, args, folder);
  return call === null ? null : { ...call, variables, collector };
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
function runnerCall(program: string, args: string[]): ProgramCall | null {
  const named = RUNNER.exec(program)?.[1] as Kind | undefined;
  if (named !== undefined) {
    if (named !== "vitest" || args[0] === undefined || args[0].startsWith("-")) return { runner: named, args };
    if (OF_VITEST.has(args[0])) return { runner: named, args: args.slice(1) };
    return ["bench", "list", "init", "typecheck", "related"].includes(args[0]) ? null : { runner: named, args };
  }
  if (REACT_SCRIPTS.test(program)) {
    // Flags before the command are those of Node.
    const at = args.findIndex((word) => !word.startsWith("-"));
    return args[at] === "test" ? { runner: "jest", args: args.slice(at + 1) } : null;
  }
  if (program === "node" || program === "tsx") {
    if (args.includes("--test")) {
      const importsAsRequire = program === "tsx" || usesCompiler(args);
      return { runner: "node", args: args.filter((word) => word !== "--test"), importsAsRequire };
    }
    const at = args.findIndex((word) => !word.startsWith("-") && RUNNER.test(word));
    return at === -1 ? null : runnerCall(args[at]!, args.slice(at + 1));
  }
  if (program !== "bun" && program !== "deno") return null;
  const at = args.findIndex((word) => !word.startsWith("-"));
  return args[at] === "test" ? { runner: program, args: [...args.slice(0, at), ...args.slice(at + 1)] } : null;
}
