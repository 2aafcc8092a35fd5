// Runners of the script "test" that have flags of their own: borp, which runs files of `node:test`, and those whose test files are
// programs, with `node FILE` among them.
import { walkSources } from "internal:test_runner/command/discover";
import { COMPILERS } from "internal:test_runner/command/options";
import { type Members, readText } from "internal:test_runner/command/project_config";
import type { Kind } from "internal:test_runner/command/report";
import defer * as yaml from "internal:core/data_formats/yaml";
import defer * as fs from "internal:node/fs";
import defer * as path from "internal:core/path";

/** What a call runs: files, with the flags of this program. */
export interface ProgramCall {
  runner: Kind;
  args: string[];
  /** Whether the file is one that no runner loads, so that it may be something other than a test. */
  isPlainFile?: boolean;
  /** Whether its imports are resolved as calls of `require`. */
  importsAsRequire?: boolean;
}

/** Reads the words behind the name of a program; null where they run no test. */
type Reader = (args: string[], folder: string) => ProgramCall | null;

const READERS: Record<string, Reader> = {
  borp: borpCall,
  tape: (args) => ({ runner: "plain", args: programArgs(args, OF_TAPE) }),
  tap: (args) => ({ runner: "plain", args: programArgs(args, OF_TAP) }),
  uvu: uvuCall,
  node: fileCall,
  tsx: compiledCall,
  "ts-node": compiledCall,
  "ts-node-esm": compiledCall,
  esno: compiledCall,
};

/** Runners whose files only their own programs can run, although the files look like those of Jest. */
const FOREIGN = /^(?:jasmine(?:-ts)?|karma|web-test-runner|wtr|ng|cypress|testem|nightwatch|react-native-harness)$/;

/** What a program with these arguments runs; null for other programs. */
export function programCall(program: string, args: string[], folder: string): ProgramCall | null {
  const name = nameOf(program);
  return Object.hasOwn(READERS, name) ? READERS[name]!(args, folder) : null;
}

/** The program of a command, where it is a runner that is not included. */
export function foreignProgram(program: string): string | null {
  const name = nameOf(program);
  return FOREIGN.test(name) ? name : null;
}

function nameOf(program: string): string {
  return program.replace(/^.*\//, "").replace(/\.[cm]?js$/, "");
}

/** Flags with a value, and those of them that name a module to load first. */
interface Flags {
  withValue: RegExp;
  preloads: RegExp;
}

const PRELOADS = /^(?:-r|--require|--import)$/;
const OF_TAPE: Flags = { withValue: /^(?:-i|--ignore|--ignore-pattern)$/, preloads: PRELOADS };
const OF_TAP: Flags = {
  withValue:
    /^(?:-t|-j|-R|-g|-f|-A|-n|-s|-o|--(?:timeout|jobs|reporter|grep|after|before|test-arg|node-arg|coverage-map))$/,
  preloads: /^(?:-r|--test-arg=--import|--node-arg=--import)$/,
};
const OF_UVU: Flags = { withValue: /^(?:-i|--ignore|-C|--cwd)$/, preloads: PRELOADS };
const OF_NODE: Flags = {
  withValue:
    /^(?:-C|--conditions|--env-file|--env-file-if-exists|--experimental-loader|--loader|--tsconfig|-P|--project|-O|--compilerOptions)$/,
  preloads: PRELOADS,
};

/** The modules to load first and the names of files. */
function programArgs(args: string[], flags: Flags, namesMax = Infinity): string[] {
  const found: string[] = [];
  const rest = [...args];
  let nameCount = 0;
  for (let word = rest.shift(); word !== undefined && nameCount < namesMax; word = rest.shift()) {
    if (!word.startsWith("-")) {
      nameCount++;
      found.push(word);
    } else if (flags.preloads.test(word)) found.push("--preload", rest.shift() ?? "");
    else if (flags.withValue.test(word)) rest.shift();
  }
  return found;
}

/** https://github.com/lukeed/uvu/blob/master/docs/cli.md */
function uvuCall(args: string[], folder: string): ProgramCall {
  const words = programArgs(args, OF_UVU);
  const names = words.filter((word, at) => word !== "--preload" && words[at - 1] !== "--preload");
  const preloads = words.filter((word) => !names.includes(word));
  const [base, expression] = names;
  // Without a folder its files have the names of tests.
  if (base === undefined) return { runner: "plain", args: preloads };
  const ignored = args.flatMap((word, at) => (/^(?:-i|--ignore)$/.test(word) ? [args[at + 1] ?? ""] : []));
  const root = path.default.resolve(folder, base);
  const isWanted = (file: string): boolean => {
    const name = path.default.relative(root, file);
    return new RegExp(expression ?? "", "i").test(name) && !ignored.some((one) => new RegExp(one, "i").test(name));
  };
  const files = fs.default.existsSync(root) ? walkSources(root).filter(isWanted) : [];
  return { runner: "plain", args: [...preloads, ...files] };
}

/** A part of a path that says that the file is a test. */
const IN_TESTS = /(?:^|[/._-])(?:tests?|specs?|checks?)(?=[/._-]|$)/i;
/** What a file has that starts a runner, or processes that do. */
const STARTS_OTHERS =
  /["'](?:node:)?(?:child_process|mocha|jest|jest-cli|@jest\/core|vitest|vitest\/node|jasmine|ava|karma|execa|zx|cross-spawn)["']|\bBun\.spawn\b/;

/** `node FILE`: the file, where it is a test by its path or its contents. */
function fileCall(args: string[], folder: string): ProgramCall | null {
  if (args.some((word) => /^(?:--test|-e|--eval|-p|--print|--run|--check)\b/.test(word))) return null;
  const words = programArgs(args, OF_NODE, 1);
  const file = words.length === 0 || words.at(-2) === "--preload" ? null : fileNamed(words.at(-1)!, folder);
  if (file === null || STARTS_OTHERS.test(readText(file) ?? "")) return null;
  return {
    runner: "plain",
    args: [...words.slice(0, -1), file],
    isPlainFile: true,
    importsAsRequire: usesCompiler(args),
  };
}

/** Whether arguments of Node name a compiler (`node --import tsx`), which resolves names as calls of `require` do. */
export function usesCompiler(args: string[]): boolean {
  return args.some((word) => COMPILERS.test(word.replace(/^--[a-z-]+=/, "")));
}

/** The same by a program that compiles TypeScript, and resolves names as calls of `require` do. */
function compiledCall(args: string[], folder: string): ProgramCall | null {
  const call = fileCall(args[0] === "watch" ? args.slice(1) : args, folder);
  return call === null ? null : { ...call, importsAsRequire: true };
}

/** Whether the path of the file says that it is a test. */
export function isNamedAsTest({ args }: ProgramCall, folder: string): boolean {
  return IN_TESTS.test(path.default.relative(folder, args.at(-1)!));
}

const EXTENSIONS = ["", ".js", ".cjs", ".mjs", ".ts", ".mts", "/index.js", "/index.ts"];

/** The file that a name of the script stands for, as Node finds it; null when there is none. */
function fileNamed(name: string, folder: string): string | null {
  const base = path.default.resolve(folder, name);
  return EXTENSIONS.map((extension) => base + extension).find(isFile) ?? null;
}

function isFile(file: string): boolean {
  const stat = fs.default.statSync(file, { throwIfNoEntry: false }) as { isFile(): boolean } | undefined;
  return stat?.isFile() === true;
}

/** The files that borp finds without a name. */
const BORP_FILES = "**/*.test.{js,mjs,cjs,ts,mts,cts}";
const BORP_PLAIN: Record<string, string> = { o: "only", w: "watch", C: "coverage" };
const BORP_VALUES: Record<string, string> = {
  p: "pattern",
  c: "concurrency",
  t: "timeout",
  X: "coverage-exclude",
  i: "ignore",
  r: "reporter",
};
const BORP_WITH_VALUE = new Set([...Object.values(BORP_VALUES), "lines", "functions", "branches", "statements"]);

/** https://github.com/mcollina/borp#options. Its time-outs are those of files, and reporters are ours. */
function borpCall(args: string[], folder: string): ProgramCall {
  const files: string[] = [];
  const flags: string[] = [];
  const thresholds: string[] = [];
  const rest = [...ofBorpFile(folder), ...args];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (!word.startsWith("-")) {
      files.push(word);
      continue;
    }
    const [, given = "", inline] = /^--?([\w-]+)(?:=(.*))?$/s.exec(word) ?? [];
    const name = BORP_PLAIN[given] ?? BORP_VALUES[given] ?? given;
    const value = BORP_WITH_VALUE.has(name) ? (inline ?? rest.shift() ?? "") : "";
    if (name === "pattern") files.push(value);
    else if (name === "concurrency") flags.push("--parallel", value);
    else if (name === "ignore") flags.push("--ignore", value);
    else if (name === "coverage-exclude") flags.push("--coverage-exclude", value);
    else if (/^(?:lines|functions|branches|statements)$/.test(name)) thresholds.push(`--${name}`, value);
    else if (/^(?:only|coverage|expose-gc|check-coverage)$/.test(name)) flags.push(`--${name}`);
  }
  const checks = flags.includes("--check-coverage") ? thresholds : [];
  return { runner: "node", args: [...flags, ...checks, ...selected(files.length > 0 ? files : [BORP_FILES])] };
}

/** The patterns without those that begin with `!`, which are left out. */
function selected(patterns: string[]): string[] {
  const isLeftOut = (pattern: string): boolean => pattern.startsWith("!");
  const ignored = patterns.filter(isLeftOut).flatMap((pattern) => ["--ignore", pattern.slice(1)]);
  return [...ignored, ...patterns.filter((pattern) => !isLeftOut(pattern))];
}

/** The flags and files of `.borp.yaml`. */
function ofBorpFile(folder: string): string[] {
  const text = readText(`${folder}/.borp.yaml`) ?? readText(`${folder}/.borp.yml`);
  if (text === null) return [];
  const given = (yaml.parseYaml(text) ?? {}) as Members;
  const coverage = Object.entries((given.coverage as Members | undefined) ?? {});
  const flags = coverage.flatMap(([name, value]) =>
    name === "check-coverage" ? (value === true ? ["--check-coverage"] : []) : [`--${name}=${String(value)}`],
  );
  const files = Array.isArray(given.files) ? given.files.map(String) : [];
  return [...(given.coverage === undefined ? [] : ["--coverage"]), ...flags, ...files];
}
