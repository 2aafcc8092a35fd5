// Finds, loads and runs the main module of a program.
import { type Launch, launch, option } from "internal:launch";
import { evaluate, waitingModule } from "internal:loader/evaluate";
import { fileUrl } from "internal:loader/file_url";
import { link } from "internal:loader/link";
import { loadFrom, loadResolved } from "internal:loader/load";
import { type Resolved } from "internal:loader/resolve";
import defer * as problems from "internal:loader/problems";
import { setMainUrl } from "internal:program";
import * as state from "internal:process_state";
import * as uncaught from "internal:uncaught";
import defer * as commonjs from "internal:loader/commonjs";
import { type Module } from "internal:loader/records";
import defer * as testHost from "internal:test_host";
import { configure, resolveMain } from "native:modules";
import { cwd, getEnvironment } from "native:process";
import { writeError } from "native:stdio";

/** Code of a process whose main module awaits something that never comes. */
const EXIT_UNSETTLED_AWAIT = 13;

/** Runs the program's file. Throws what a CommonJS main throws; an ES module's failure is reported by itself. */
export function runMain(program: Launch): void {
  const folder = cwd();
  if (option("--test-host-hooks") !== undefined || getEnvironment("BRIO_TEST262_HOST") === "1") testHost.install();
  configureResolution();
  const file = program.file!;
  const resolved = resolveMainFile(file.startsWith("/") ? file : `${folder}/${file}`);
  program.path = resolved.path;
  setMainUrl(fileUrl(resolved.path));
  for (const request of program.require) commonjs.preloadFor(folder, request);
  run(resolved, program.import, folder);
}

/** `Module.runMain()`: the same for a path that somebody chose. */
export function runMainFile(path: string): void {
  run(resolveMainFile(path), [], cwd());
}

/** Passes on what the command line and the environment say about finding modules. */
export function configureResolution(): void {
  const conditions = launch().options.filter(([name]) => name === "--conditions" || name === "-C").map(([, value]) => value).filter(Boolean);
  const nodePath = (getEnvironment("NODE_PATH") ?? "").split(":").filter(Boolean);
  const home = getEnvironment("HOME");
  const folders = home === null ? nodePath : [...nodePath, `${home}/.node_modules`, `${home}/.node_libraries`];
  configure(conditions, folders, option("--preserve-symlinks") !== undefined, option("--preserve-symlinks-main") !== undefined);
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

const MODULE_FORMATS = new Set(["module", "wasm"]);

function run(resolved: Resolved, imports: string[], folder: string): void {
  const { format, path } = resolved;
  // What is no ES module starts in the main task itself: CommonJS, and all that `require` can read.
  const isModule = MODULE_FORMATS.has(format) || (format === "detect" && !commonjs.isCommonJs(path));
  if (imports.length === 0 && !isModule) return commonjs.runMain(path);
  const isImportable = isModule || format === "commonjs" || format === "detect";
  runAsModule(() => {
    const first = imports.map((specifier) => loadFrom(specifier, `${folder}/_`, {}));
    return isImportable ? [...first, loadResolved(resolved, {})] : first;
  }, isImportable ? undefined : () => commonjs.runMain(path));
}

/** Links and evaluates modules one after the other, inside a promise job as Node does: jobs come before ticks. */
export function runAsModule(load: () => Module[], last?: () => void): void {
  let isSettled = false;
  let current: Module | null = null;
  const done = (): void => {
    isSettled = true;
  };
  state.onDry(() => {
    if (isSettled) return;
    const waiting = current === null ? null : waitingModule(current);
    writeError(`Warning: Detected unsettled top-level await${waiting === null ? "" : ` at ${waiting.url}`}\n`);
    if (state.getExitCode() === undefined) state.setExitCode(EXIT_UNSETTLED_AWAIT);
  });
  Promise.resolve()
    .then(async () => {
      for (const module of load()) {
        current = module;
        link(module);
        const pending = evaluate(module);
        if (pending !== undefined) await pending;
      }
      last?.();
    })
    .then(done, (error: unknown) => {
      isSettled = true;
      uncaught.handle(error);
    });
}
