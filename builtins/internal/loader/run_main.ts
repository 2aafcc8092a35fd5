// Finds, loads and runs the main module of a program.
import { type Launch } from "internal:core/launch";
import defer * as unsettled from "internal:loader/unsettled_await";
import { type Module } from "internal:loader/records";
import { type Resolved } from "internal:loader/resolve";
import defer * as fileUrls from "internal:core/file_url";
import defer * as programState from "internal:core/program";
import defer * as urls from "web:url";
import defer * as asyncHooksOfLoader from "internal:loader/async_hooks";
import defer * as asyncLoading from "internal:loader/load_async";
import defer * as errors from "internal:core/errors";
import defer * as hookState from "internal:loader/hook_state";
import defer * as launching from "internal:core/launch";
import defer * as warnings from "internal:core/process/warn";
import defer * as evaluation from "internal:loader/evaluate";
import defer * as linking from "internal:loader/link";
import defer * as loading from "internal:loader/load";
import defer * as problems from "internal:loader/errors";
import defer * as commonjs from "internal:loader/commonjs";
import defer * as commonjsTexts from "internal:loader/commonjs_source";
import defer * as state from "internal:core/process/state";
import defer * as uncaught from "internal:core/uncaught";
import defer * as loopState from "internal:core/loop_state";
import { services } from "internal:core/bootstrap";
import { compile, configure, loadFile, packageScope, release, resolveMain } from "native:modules";
import defer * as files from "native:fs";
import { cwd, getEnvironment } from "native:process";
import defer * as stdio from "native:stdio";

/** Code of a process whose main module awaits something that never comes. */
const EXIT_UNSETTLED_AWAIT = 13;

/** Runs the program's file. Throws what a CommonJS main throws; an ES module's failure is reported by itself. */
export function runMain(program: Launch): void {
  const folder = workingDirectory();
  if (hasOption(program, "--test-host-hooks") || getEnvironment("BRIO_TEST262_HOST") === "1")
    services().installTestHost();
  configureResolution(program);
  const file = program.file!;
  const path = file.startsWith("/") ? file : `${folder}/${file}`;
  if (program.inputType !== null) throw new errors.ERR_INPUT_TYPE_NOT_ALLOWED();
  if (hasOption(program, "--experimental-loader")) return runWithLoaders(program, path);
  if (hasOption(program, "--entry-url")) return runUrl(program, folder);
  const resolved = resolveMainFile(path);
  if (resolved.format === "detect" && hasOption(program, "--no-experimental-detect-module"))
    resolved.format = "commonjs";
  program.path = normalized(path);
  if (program.path !== resolved.path) tellHowItWasCalled(program, resolved.path);
  for (const request of program.require) commonjs.preloadFor(folder, request);
  pendingImports = program.import;
  // What was preloaded may have changed how modules are loaded.
  run(resolved, program.import, program.require.length === 0 && program.import.length === 0);
}

/** What `--import` names, until it is loaded. */
let pendingImports: string[] = [];

/** `Module.runMain()`: the same for a path that somebody chose. */
export function runMainFile(path: string): void {
  run(resolveMainFile(path), pendingImports, false);
}

/** Runs a program whose modules, the main one included, go through asynchronous hooks: the file need not even exist. */
function runWithLoaders(program: Launch, path: string): void {
  const folder = workingDirectory();
  try {
    program.path = resolveMain(path).path;
  } catch {
    program.path = normalized(path);
  }
  startLoaders(program);
  for (const request of program.require) commonjs.preloadFor(folder, request);
  runAsModule([...importsOf(program.import), () => loadNamed(fileUrls.fileUrl(program.path), "")]);
}

/** `--entry-url`: the main module is named by a URL, relative to the working directory. */
function runUrl(program: Launch, folder: string): void {
  warnings.emitWarning("--entry-url is an experimental feature and might change at any time", "ExperimentalWarning");
  const { href } = new urls.URL(program.file!, `${fileUrls.fileUrl(folder)}/`);
  program.path = fileUrls.pathOfFileUrl(href) ?? href;
  programState.setMainUrl(href);
  for (const request of program.require) commonjs.preloadFor(folder, request);
  runAsModule([...importsOf(program.import), () => loadNamed(href, "")]);
}

/** Starts the hooks of `--experimental-loader`, if there are any. */
export function startLoaders(program: Launch): void {
  const loaders = program.options.filter(([name]) => name === "--experimental-loader").map(([, value]) => value);
  if (loaders.length === 0) return;
  const list = loaders.map((loader) => `register(${JSON.stringify(loader)}, pathToFileURL("./"));`).join(" ");
  warnings.emitWarning(
    `\`--experimental-loader\` may be removed in the future; instead use \`register()\`:\n--import 'data:text/javascript,import { register } from "node:module"; import { pathToFileURL } from "node:url"; ${list}'`,
    "ExperimentalWarning",
  );
  asyncHooksOfLoader.startHooks(loaders);
}

/** Passes on what the command line and the environment say about finding modules. */
export function configureResolution(program: Launch = launching.launch()): void {
  const conditions = program.options
    .filter(([name]) => name === "--conditions" || name === "-C")
    .map(([, value]) => value)
    .filter(Boolean);
  const nodePath = (getEnvironment("NODE_PATH") ?? "").split(":").filter(Boolean);
  const home = getEnvironment("HOME");
  const folders = hasOption(program, "--no-global-search-paths")
    ? []
    : home === null
      ? nodePath
      : [...nodePath, `${home}/.node_modules`, `${home}/.node_libraries`];
  const keepsLinks = hasOption(program, "--preserve-symlinks") || getEnvironment("NODE_PRESERVE_SYMLINKS") === "1";
  const keepsMainLink =
    hasOption(program, "--preserve-symlinks-main") || getEnvironment("NODE_PRESERVE_SYMLINKS_MAIN") === "1";
  configure(conditions, folders, keepsLinks, keepsMainLink);
}

function hasOption(program: Launch, name: string): boolean {
  return program.options.some(([given]) => given === name);
}

/** The main file that a path means. Throws MODULE_NOT_FOUND. */
export function resolveMainFile(path: string): Resolved {
  try {
    return resolveMain(path);
  } catch (error) {
    if ((error as any).code !== "MODULE_NOT_FOUND" || (error as any).path !== undefined) throw error;
    throw problems.mainNotFound(normalized(path));
  }
}

/** A path without `.` and `..`, as Node shows it. */
/** The program was called by a link, or without an extension: Node's programs are told that, and nobody takes another module for the main one. */
function tellHowItWasCalled(program: Launch, resolved: string): void {
  programState.setMainUrl(fileUrls.fileUrl(resolved));
  if (programState.home() !== "node") program.path = resolved;
}

/** The absolute path of a file as it was given. */
export function absolutePath(file: string): string {
  return normalized(file.startsWith("/") ? file : `${workingDirectory()}/${file}`);
}

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
  if (parsed.error !== undefined) throw problems.syntaxErrorOfCommonJs(parsed.error);
  if (parsed.kind !== "commonjs") {
    release(handle);
    return false;
  }
  if (parsed.isSimple !== true) {
    commonjsTexts.keepLoaded(path, handle, parsed);
    return false;
  }
  const exports = {};
  simple = { path, exports, isLoaded: false };
  compile(handle, 0, path).call(exports, exports);
  simple.isLoaded = true;
  return true;
}

function run(resolved: Resolved, imports: string[], isAlone: boolean): void {
  const { format, path } = resolved;
  if (isAlone && (format === "detect" || format === "commonjs") && runSimply(path, format === "detect" ? 0 : 2)) return;
  // A program may have said that it runs main modules itself.
  if (!isAlone && commonjs.runMainOfProgram(path)) return;
  if (!isAlone && format === "detect" && imports.length === 0 && commonjs.isLoaderReplaced(path))
    return commonjs.runMain(path);
  // What is no ES module starts in the main task itself: CommonJS, and all that `require` can read.
  const isHooked = !isAlone && (hookState.hasResolveHooks() || hookState.hasLoadHooks());
  const isModule =
    format === "module" || format === "wasm" || (format === "detect" && !isHooked && !commonjsTexts.isCommonJs(path));
  const isRefused = !isModule && isUnknownInPackage(format, path);
  if (imports.length === 0 && !isModule && !isRefused) {
    const exports = commonjs.runMain(path);
    if (programState.home() === "bun") services().serveDefault(exports);
    return;
  }
  const isImportable = isModule || isRefused || format === "commonjs" || format === "detect";
  pendingImports = [];
  const first = importsOf(imports);
  if (!isImportable) return runAsModule(first, () => commonjs.runMain(path));
  runAsModule(
    [
      ...first,
      () => (!isAlone && isAnyHookThere() ? loadNamed(fileUrls.fileUrl(path), "") : loading.loadResolved(resolved, {})),
    ],
    offerDefault,
  );
}

/** Runs the main file as an ES module: what a program loaded in its own way turned out to be one. `handle`: the text it loaded. */
export function runMainAgain(path: string, handle: number): void {
  release(handle);
  runAsModule([() => loadNamed(fileUrls.fileUrl(path), "")], offerDefault);
}

/** The default export of a main module that the program may mean to be served, and how often the loop had turned by then. */
let offered: { value: unknown; turns: number } | null = null;
/** So often the loop turns once more for what has been done: a main module may have waited for the turn that goes on. */
const TURNS_MAX = 1;

/** A default export like `{ port, fetch }` is served, as by Bun; of a program that may be Node's, if it began nothing else. */
function offerDefault(main: Module | undefined): void {
  const found = main?.resolveExport("default");
  if (found === undefined || found === null || found === "ambiguous" || found.name === null) return;
  const value = found.module.environmentObject()[found.name];
  if (typeof value?.fetch !== "function") return;
  const home = programState.home();
  if (home === "bun") services().serveDefault(value);
  else if (home === "node" && launching.launch().home === null)
    offered = { value, turns: loopState.loopState[loopState.TURNS]! };
}

/** Serves what was offered, unless something went on after that; called when the loop ran dry. */
export function serveOffered(): void {
  if (offered === null) return;
  const { value, turns } = offered;
  offered = null;
  if (loopState.loopState[loopState.TURNS]! - turns <= TURNS_MAX) services().serveDefault(value);
}

/** Formats of main files that the loaders know. */
const KNOWN_FORMATS = new Set(["module", "commonjs", "detect", "json", "wasm", "addon"]);

/** Whether a main file has an extension that nobody knows and is in a package of ES modules, whose loader refuses it; `require` reads it as .js. */
function isUnknownInPackage(format: string, path: string): boolean {
  if (KNOWN_FORMATS.has(format) || programState.home() !== "node") return false;
  const scope = packageScope(path);
  return scope !== null && /"type"\s*:\s*"module"/.test(files.readFileTextSync(scope, 0));
}

function isAnyHookThere(): boolean {
  return hookState.asyncHooks() !== null || hookState.hasResolveHooks() || hookState.hasLoadHooks();
}

/** What `--import` names, each to be loaded when those before it have run. */
export function importsOf(specifiers: string[]): Load[] {
  const parent = `${workingDirectory()}/_`;
  return specifiers.map((specifier) => () => loadNamed(specifier, parent));
}

/** Loads a module as the start of a graph, through all hooks that there are by now. */
export function loadNamed(specifier: string, parent: string): Module | Promise<Module> {
  const hooks = hookState.asyncHooks();
  return hooks === null
    ? loading.loadFrom(specifier, parent, {})
    : asyncLoading.loadFromWith(hooks, specifier, parent, {});
}

/** Loads one of the modules that a program starts with. */
export type Load = () => Module | Promise<Module>;

/** Loads, links and evaluates modules one after the other, inside a promise job as Node does: jobs come before ticks. */
export function runAsModule(loads: Load[], last?: (main: Module | undefined) => void): void {
  const started: Module[] = [];
  let isSettled = false;
  const done = (): void => {
    isSettled = true;
  };
  state.onIdle(() => {
    if (isSettled || state.getExitCode() !== undefined) return;
    if (launching.option("--no-warnings") === undefined) stdio.writeError(unsettled.describeUnsettled(started));
    state.setExitCode(EXIT_UNSETTLED_AWAIT);
  });
  Promise.resolve()
    .then(async () => {
      for (const load of loads) {
        const loaded = load();
        const module = loaded instanceof Promise ? await loaded : loaded;
        started.push(module);
        linking.link(module);
        const pending = evaluation.evaluate(module);
        if (pending !== undefined) await pending;
      }
      last?.(started.at(-1));
    })
    .then(done, (error: unknown) => {
      isSettled = true;
      // A main module that rejects ends with 1, whatever code it asked for.
      const code = state.getExitCode();
      state.setExitCode(undefined);
      uncaught.handle(error, "unhandledRejection");
      state.setExitCode(code);
    });
}

/** As `internal:core/process/working_directory`, without a builtin more at every start. */
function workingDirectory(): string {
  try {
    return cwd();
  } catch {
    return "/";
  }
}
