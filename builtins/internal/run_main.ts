// Finds, loads and runs the main module of a program.
import { type Launch } from "internal:launch";
import defer * as unsettled from "internal:unsettled_await";
import { type Module } from "internal:loader/records";
import { type Resolved } from "internal:loader/resolve";
import defer * as launching from "internal:launch";
import defer * as evaluation from "internal:loader/evaluate";
import defer * as linking from "internal:loader/link";
import defer * as loading from "internal:loader/load";
import defer * as problems from "internal:loader/problems";
import defer * as commonjs from "internal:loader/commonjs";
import defer * as state from "internal:process_state";
import defer * as uncaught from "internal:uncaught";
import defer * as testHost from "internal:test_host";
import { compile, configure, loadFile, release, resolveMain } from "native:modules";
import { cwd, getEnvironment } from "native:process";
import defer * as stdio from "native:stdio";

/** Code of a process whose main module awaits something that never comes. */
const EXIT_UNSETTLED_AWAIT = 13;

/** Runs the program's file. Throws what a CommonJS main throws; an ES module's failure is reported by itself. */
export function runMain(program: Launch): void {
  const folder = cwd();
  if (hasOption(program, "--test-host-hooks") || getEnvironment("BRIO_TEST262_HOST") === "1") testHost.install();
  configureResolution(program);
  const file = program.file!;
  const resolved = resolveMainFile(file.startsWith("/") ? file : `${folder}/${file}`);
  program.path = resolved.path;
  for (const request of program.require) commonjs.preloadFor(folder, request);
  // What was preloaded may have changed how modules are loaded.
  run(resolved, program.import, folder, program.require.length === 0 && program.import.length === 0);
}

/** `Module.runMain()`: the same for a path that somebody chose. */
export function runMainFile(path: string): void {
  run(resolveMainFile(path), [], cwd(), false);
}

/** Passes on what the command line and the environment say about finding modules. */
export function configureResolution(program: Launch = launching.launch()): void {
  const conditions = program.options.filter(([name]) => name === "--conditions" || name === "-C").map(([, value]) => value).filter(Boolean);
  const nodePath = (getEnvironment("NODE_PATH") ?? "").split(":").filter(Boolean);
  const home = getEnvironment("HOME");
  const folders = home === null ? nodePath : [...nodePath, `${home}/.node_modules`, `${home}/.node_libraries`];
  configure(conditions, folders, hasOption(program, "--preserve-symlinks"), hasOption(program, "--preserve-symlinks-main"));
}

function hasOption(program: Launch, name: string): boolean {
  return program.options.some(([given]) => given === name);
}

function resolveMainFile(path: string): Resolved {
  try {
    return resolveMain(path);
  } catch (error) {
    if ((error as any).code !== "MODULE_NOT_FOUND" || (error as any).path !== undefined) throw error;
    throw problems.mainNotFound(normalized(path));
  }
}

/** A path without `.` and `..`, as Node shows it. */
function normalized(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `/${parts.join("/")}`;
}

/** A main module that ran without the CommonJS loader. */
interface SimpleMain {
  path: string;
  exports: object;
  isLoaded: boolean;
}

let simple: SimpleMain | null = null;

/** The main module, when it ran without the CommonJS loader, which takes it over as soon as it is evaluated. */
export function simpleMain(): SimpleMain | null {
  return simple;
}

/**
 * Runs a file that is CommonJS and speaks of nothing that CommonJS gives it. Returns false, and keeps the text for the
 * loader that wants it, when it is another.
 */
function runSimply(path: string, kind: number): boolean {
  const { handle, record } = loadFile(path, kind);
  const parsed = JSON.parse(record);
  if (parsed.error !== undefined) throw problems.syntaxError(parsed.error);
  if (parsed.kind !== "commonjs") {
    release(handle);
    return false;
  }
  if (parsed.isSimple !== true) {
    commonjs.keepLoaded(path, handle, parsed);
    return false;
  }
  const exports = {};
  simple = { path, exports, isLoaded: false };
  compile(handle, 0, path).call(exports, exports);
  simple.isLoaded = true;
  return true;
}

function run(resolved: Resolved, imports: string[], folder: string, isAlone: boolean): void {
  const { format, path } = resolved;
  if (isAlone && (format === "detect" || format === "commonjs") && runSimply(path, format === "detect" ? 0 : 2)) return;
  // What is no ES module starts in the main task itself: CommonJS, and all that `require` can read.
  const isModule = format === "module" || format === "wasm" || (format === "detect" && !commonjs.isCommonJs(path));
  if (imports.length === 0 && !isModule) return commonjs.runMain(path);
  const isImportable = isModule || format === "commonjs" || format === "detect";
  runAsModule(() => {
    const first = imports.map((specifier) => loading.loadFrom(specifier, `${folder}/_`, {}));
    return isImportable ? [...first, loading.loadResolved(resolved, {})] : first;
  }, isImportable ? undefined : () => commonjs.runMain(path));
}

/** Links and evaluates modules one after the other, inside a promise job as Node does: jobs come before ticks. */
export function runAsModule(load: () => Module[], last?: () => void): void {
  const started: Module[] = [];
  let isSettled = false;
  const done = (): void => {
    isSettled = true;
  };
  state.onDry(() => {
    if (isSettled) return;
    stdio.writeError(unsettled.describeUnsettled(started));
    if (state.getExitCode() === undefined) state.setExitCode(EXIT_UNSETTLED_AWAIT);
  });
  Promise.resolve()
    .then(async () => {
      for (const module of load()) {
        started.push(module);
        linking.link(module);
        const pending = evaluation.evaluate(module);
        if (pending !== undefined) await pending;
      }
      last?.();
    })
    .then(done, (error: unknown) => {
      isSettled = true;
      uncaught.handle(error);
    });
}
