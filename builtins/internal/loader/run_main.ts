// Finds, loads and runs the main module of a program.
import { type Launch } from "internal:core/launch";
import defer * as unsettled from "internal:loader/unsettled_await";
import defer * as waiting from "internal:loader/await_in_homes";
import { type Module, type SourceRecord } from "internal:loader/records";
import { type Resolved } from "internal:loader/resolve";
import defer * as fileUrls from "internal:core/file_url";
import defer * as resolving from "internal:loader/resolve";
import defer * as programState from "internal:core/program";
import defer * as urls from "web:url";
import defer * as asyncHooksOfLoader from "internal:loader/async_hooks";
import defer * as errors from "internal:core/errors";
import defer * as chain from "internal:loader/chain";
import defer * as launching from "internal:core/launch";
import defer * as warnings from "internal:core/process/warn";
import defer * as evaluation from "internal:loader/evaluate";
import defer * as graphErrors from "internal:loader/graph_errors";
import defer * as linking from "internal:loader/link";
import defer * as loading from "internal:loader/load";
import defer * as guard from "internal:loader/import_guard";
import defer * as loaderErrors from "internal:loader/errors";
import defer * as commonjs from "internal:loader/commonjs";
import defer * as commonjsSources from "internal:loader/commonjs_source";
import defer * as state from "internal:core/process/state";
import defer * as uncaught from "internal:core/uncaught";
import defer * as loopState from "internal:core/loop_state";
import defer * as frozen from "internal:core/frozen_intrinsics";
import { services, pinned, safe, inspection } from "internal:core/bootstrap";
import {
  ModuleForm,
  SourceGoal,
  changedMs,
  compile,
  configure,
  configureDeno,
  loadFile,
  packageScope,
  readModuleText,
  release,
  resolveMain,
} from "native:modules";
import defer * as files from "native:fs";
import { cwd, execPath, getEnvironment } from "native:process";
import { LoopWord } from "native:realm";
import defer * as stdio from "native:stdio";

/** The exit code of a process whose main module awaits a promise that never settles. */
const EXIT_UNSETTLED_AWAIT = 13;

/** Runs the program's file. Throws the error of a CommonJS main module; the error of an ES module is reported separately. */
export function runMain(program: Launch): void {
  const folder = workingDirectory();
  if (hasOption(program, "--test-host-hooks") || getEnvironment("BRIO_TEST262_HOST") === "1")
    services().installTestHost();
  configureResolution(program);
  const given = program.file!;
  const isFileUrl = given.startsWith("file:///") && programState.home() === "deno";
  const file = (isFileUrl ? fileUrls.pathOfFileUrl(given) : null) ?? given;
  const path = file.startsWith("/") ? file : `${folder}/${file}`;
  if (hasOption(program, "cache")) return fetchGraphs([given, ...program.arguments]);
  if (program.inputType !== null) throw new errors.ERR_INPUT_TYPE_NOT_ALLOWED();
  if (hasOption(program, "--experimental-loader")) return runWithLoaders(program, path);
  if (hasOption(program, "--entry-url")) return runUrl(program, folder);
  if (isAddress(file)) return runAddress(program, folder);
  if (hasOption(program, "--ext")) return runWithExtension(program, path);
  const resolved = resolveMainFile(path);
  if (resolved.format === "detect" && hasOption(program, "--no-experimental-detect-module"))
    resolved.format = "commonjs";
  program.path = normalized(path);
  if (program.restricts) guard.approveNamed(resolved);
  if (program.path !== resolved.path) setRealMain(program, resolved.path);
  preloadModules(program, folder);
  pendingImports = program.import;
  // Preloaded modules may have changed how modules are loaded.
  const isAlone =
    program.require.length === 0 &&
    program.import.length === 0 &&
    NEEDING_LOADER.every((name) => !hasOption(program, name));
  run(resolved, program.import, isAlone);
}

/** Loads the modules of `--require`, for which the intrinsics are not frozen yet. */
export function preloadModules(program: Launch, folder: string): void {
  for (const request of program.require) commonjs.preloadFor(folder, request);
  if (program.options.length > 0 && hasOption(program, "--frozen-intrinsics")) frozen.freezeIntrinsics();
}

/** `brio cache`: loads what files, packages and modules at addresses import, so that it is in the cache, and runs nothing. */
function fetchGraphs(names: string[]): void {
  const urls = names.map((name) => (/^[a-z]+:/.test(name) ? name : fileUrls.fileUrl(absolutePath(name))));
  const fetchAll = async (): Promise<void> => {
    for (const url of urls) linking.link(await loadNamed(url, ""));
  };
  void fetchAll().catch((error: unknown) => uncaught.handle(error, "unhandledRejection"));
}

/** The options with which the main module goes through the loader in any case. */
const NEEDING_LOADER = ["serve", "--extension-loader"];

/** The specifiers of `--import`, until they are loaded. */
let pendingImports: string[] = [];

/** `Module.runMain()`: as `runMain`, for any path. */
export function runMainFile(path: string): void {
  const resolved = resolveMainFile(path);
  if (launching.launch().restricts) guard.approveMain(resolved.path);
  run(resolved, pendingImports, false);
}

/** Runs a program whose modules, the main one included, go through asynchronous hooks: the file need not exist. */
function runWithLoaders(program: Launch, path: string): void {
  const folder = workingDirectory();
  try {
    program.path = resolveMain(path).path;
  } catch {
    program.path = normalized(path);
  }
  startLoaders(program);
  preloadModules(program, folder);
  runAsModule([...importsOf(program.import), () => loadNamed(fileUrls.fileUrl(program.path), "")], offerDefault);
}

/** `--entry-url`: the main module is named by a URL, relative to the working directory. */
function runUrl(program: Launch, folder: string): void {
  warnings.emitWarning("--entry-url is an experimental feature and might change at any time", "ExperimentalWarning");
  const { href } = new urls.URL(program.file!, `${fileUrls.fileUrl(folder)}/`);
  program.path = fileUrls.pathOfFileUrl(href) ?? href;
  programState.setMainUrl(href);
  preloadModules(program, folder);
  runAsModule([...importsOf(program.import), () => loadNamed(href, "")]);
}

/** `--ext EXTENSION`: the file is what a file with that extension is, an ES module. */
function runWithExtension(program: Launch, path: string): void {
  const extension = program.options.findLast(([name]) => name === "--ext")![1];
  program.path = normalized(path);
  const url = fileUrls.fileUrl(program.path);
  programState.setMainUrl(url);
  const load = (): Module | Promise<Module> => {
    if (program.restricts) guard.approveNamed({ format: "module", path: program.path, suffix: "" });
    const source = readModuleText(program.path);
    loading.storeSource(url, source);
    return loading.loadFromSource(source, `${program.path}.${extension}`, url, true);
  };
  runAsModule([...importsOf(program.import), load], offerDefault);
}

/** Whether a program is named by an address: in Deno's programs alone, elsewhere it is a path. */
function isAddress(file: string): boolean {
  // The home is known only after more builtins were evaluated, which most programs do without.
  const isPossible = ["https://", "http://", "jsr:", "data:"].some((start) => file.startsWith(start));
  return isPossible && programState.home() === "deno" && urls.URL.canParse(file);
}

/** Fetches a program, as an import of it is fetched, and runs it. */
function runAddress(program: Launch, folder: string): void {
  const { href } = new urls.URL(program.file!);
  program.path = href;
  programState.setMainUrl(href);
  preloadModules(program, folder);
  const load = (): ReturnType<typeof loadNamed> => {
    // A package of JSR is a module at an address, which is the main one.
    if (href.startsWith("jsr:"))
      programState.setMainUrl(resolving.urlOf(resolving.resolveImport(href, `${folder}/_`, {})));
    return loadNamed(href, "");
  };
  runAsModule([...importsOf(program.import), load], offerDefault);
}

/** Starts the hooks of `--experimental-loader`, if there are any. */
export function startLoaders(program: Launch): void {
  const loaders = program.options.filter(([name]) => name === "--experimental-loader").map(([, value]) => value);
  if (loaders.length === 0) return;
  const list = loaders
    .map((loader) => `register(${readableInUrl(safe.stringify(loader))}, pathToFileURL("./"));`)
    .join(" ");
  warnings.emitWarning(
    `\`--experimental-loader\` may be removed in the future; instead use \`register()\`:\n--import 'data:text/javascript,import { register } from "node:module"; import { pathToFileURL } from "node:url"; ${list}'`,
    "ExperimentalWarning",
  );
  asyncHooksOfLoader.startHooks(loaders);
}

// The code in the warning is a data: URL between single quotes.
function readableInUrl(text: string): string {
  return encodeURIComponent(text).replaceAll("'", "%27").replaceAll("%22", '"').replaceAll("%2F", "/");
}

/** Configures the resolver with the command line and the environment. */
export function configureResolution(program: Launch = launching.launch()): void {
  const conditions = program.options
    .filter(([name]) => name === "--conditions" || name === "-C")
    .map(([, value]) => value)
    .filter(Boolean);
  const refusesAddons = hasOption(program, "--permission") && !hasOption(program, "--allow-addons");
  if (refusesAddons || hasOption(program, "--no-addons")) conditions.push("!node-addons");
  const folders = hasOption(program, "--no-global-search-paths")
    ? []
    : globalFolders(getEnvironment("NODE_PATH"), getEnvironment("HOME"));
  const keepsLinks = hasOption(program, "--preserve-symlinks") || getEnvironment("NODE_PRESERVE_SYMLINKS") === "1";
  const keepsMainLink =
    hasOption(program, "--preserve-symlinks-main") || getEnvironment("NODE_PRESERVE_SYMLINKS_MAIN") === "1";
  configure(conditions, folders, keepsLinks, keepsMainLink);
  if (program.options.length > 0 && DENO_FLAGS.some((flag) => hasOption(program, flag))) configureDenoBy(program);
}

/** The folders that `require` searches last: those of NODE_PATH, two of the home directory, and `lib/node` of the prefix. */
export function globalFolders(nodePath: string | null, home: string | null): string[] {
  const folders = (nodePath ?? "").split(":").filter(Boolean);
  if (home) folders.push(`${home}/.node_modules`, `${home}/.node_libraries`);
  // Every program comes here: no further module is evaluated for it.
  const binary = execPath();
  folders.push(`${binary.slice(0, binary.lastIndexOf("/", binary.lastIndexOf("/") - 1))}/lib/node`);
  return folders;
}

/** The flags that say where the configuration of Deno is. */
const DENO_FLAGS = ["--config", "--no-config", "--import-map"];

/** `--config`, `--no-config` and `--import-map`. Throws for a file that does not exist. */
function configureDenoBy(program: Launch): void {
  const fileOf = (flag: string): string => {
    const given = program.options.findLast(([name]) => name === flag)?.[1];
    if (given === undefined) return "";
    const path = fileUrls.pathOfFileUrl(given) ?? absolutePath(given);
    if (changedMs(path) < 0) throw new Error(`${flag}: the file "${given}" cannot be read`);
    return path;
  };
  configureDeno(fileOf("--config"), hasOption(program, "--no-config"), fileOf("--import-map"));
}

function hasOption(program: Launch, name: string): boolean {
  return program.options.some(([given]) => given === name);
}

/** Resolves the path of the main file. Throws MODULE_NOT_FOUND. */
export function resolveMainFile(path: string): Resolved {
  try {
    return resolveMain(path);
  } catch (error) {
    const { code, path: missing } = error as { code?: string; path?: string };
    if (code !== "MODULE_NOT_FOUND" || missing !== undefined) throw error;
    throw loaderErrors.mainNotFound(normalized(path));
  }
}

/** Sets the main URL of a program that was started by a link or without an extension. In Node, `process.argv` has the given path. */
function setRealMain(program: Launch, resolved: string): void {
  programState.setMainUrl(fileUrls.fileUrl(resolved));
  if (programState.home() !== "node") program.path = resolved;
}

/** The absolute path of a file as it was given. */
export function absolutePath(file: string): string {
  return normalized(file.startsWith("/") ? file : `${workingDirectory()}/${file}`);
}

/** A path without `.` and `..`. */
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

/** The main module, when it ran without the CommonJS loader, which adopts it when the loader is evaluated. */
export function simpleMain(): SimpleMain | null {
  return simple;
}

/**
 * Runs a CommonJS file that uses no variable of the CommonJS wrapper. Returns false for any other file, whose transformed source is
 * stored for its loader.
 */
function runSimply(path: string, goal: SourceGoal): boolean {
  const { handle, record } = loadFile(path, goal);
  const parsed = safe.parseJson(record);
  if (parsed.error !== undefined) throw loaderErrors.syntaxErrorOfCommonJs(parsed.error);
  if (parsed.kind !== "commonjs") {
    release(handle);
    return false;
  }
  if (parsed.isSimple !== true) {
    commonjsSources.storePreloaded(path, handle, parsed);
    return false;
  }
  const exports = {};
  simple = { path, exports, isLoaded: false };
  const body = compile(handle, ModuleForm.PLAIN, path);
  inspection.compiled?.(path);
  body.call(exports, exports);
  simple.isLoaded = true;
  return true;
}

function run(resolved: Resolved, imports: string[], isAlone: boolean): void {
  const { format, path } = resolved;
  const isCommonJs = format === "commonjs";
  if (isAlone && (isCommonJs || format === "detect")) {
    if (runSimply(path, isCommonJs ? SourceGoal.COMMON_JS : SourceGoal.DETECT)) return;
  }
  // A preloaded module may have replaced `Module.runMain`.
  if (!isAlone && commonjs.runMainOfProgram(path)) return;
  if (!isAlone && format === "detect" && imports.length === 0 && commonjs.isLoaderReplaced(path))
    return commonjs.runMain(path) as void;
  // A main module that is not an ES module runs in the main task itself: CommonJS, and all formats of `require`.
  const isHooked = !isAlone && chain.hasLayer(chain.SYNCHRONOUS_HOOKS);
  const isModule =
    format === "module" || format === "wasm" || (format === "detect" && !isHooked && !commonjsSources.isCommonJs(path));
  const isRejected = !isModule && isUnknownInPackage(format, path);
  if (imports.length === 0 && !isModule && !isRejected) {
    const exports = commonjs.runMain(path);
    return serveExports(exports);
  }
  const isImportable = isModule || isRejected || format === "commonjs" || format === "detect";
  pendingImports = [];
  const first = importsOf(imports);
  if (!isImportable) return runAsModule(first, () => commonjs.runMain(path));
  runAsModule(
    [
      ...first,
      () =>
        !isAlone && chain.hasLayers() ? loadNamed(fileUrls.fileUrl(path), "") : loading.loadResolved(resolved, {}),
    ],
    offerDefault,
  );
}

/** Runs the main file as an ES module after a replaced loader loaded it as one. `handle`: its transformed source, which is released. */
export function runMainAgain(path: string, handle: number): void {
  release(handle);
  runAsModule([() => loadNamed(fileUrls.fileUrl(path), "")], offerDefault);
}

/** Runs the main file as an ES module when `require` received the source of one from hooks. */
export function runMainOfHooks(path: string, handle: number, record: SourceRecord): void {
  const url = fileUrls.fileUrl(path);
  const load = (): Module => {
    // The module through which the file was imported.
    loading.removeModule(url);
    return loading.loadTransformed(url, path, handle, record, false);
  };
  runAsModule([load], offerDefault);
}

/** A default export that may be meant to be served, and the count of turns of the loop at that time. */
let offered: { value: unknown; turns: number } | null = null;

/** Serves a default export like `{ port, fetch }`, as Bun does; in a program of Node only if it started nothing else. */
function offerDefault(main: Module | undefined): void {
  const home = programState.home();
  const value = defaultOf(main);
  if (home === "deno") return serveForDeno(value);
  if (typeof value?.fetch !== "function") return;
  if (home === "bun") services().serveDefault(value);
  else if (home === "node" && launching.launch().home === null)
    offered = { value, turns: loopState.loopState[LoopWord.TURNS]! };
}

/** The default export of a module. */
function defaultOf(main: Module | undefined): { fetch?: unknown } | undefined {
  const found = main?.resolveExport("default");
  if (found === undefined || found === null || found === "ambiguous" || found.name === null) return undefined;
  return found.module.environmentObject()[found.name];
}

/** Serves the exports of a CommonJS main module, as a default export. */
function serveExports(exports: unknown): void {
  const home = programState.home();
  if (home === "bun") services().serveDefault(exports);
  else if (home === "deno") serveForDeno(exports as { fetch?: unknown });
}

function serveForDeno(value: { fetch?: unknown } | undefined): void {
  const options = launching.launch().options;
  const isRequested = options.length > 0 && options.some(([name]) => name === "serve" || name === "serve-thread");
  if (isRequested || value?.fetch !== undefined) services().serveDefaultForDeno(value);
}

/** Serves the offered default export, unless the program did further work; called when the loop has no more work. */
export function serveOffered(): void {
  if (offered === null) return;
  const { value, turns } = offered;
  offered = null;
  if (loopState.loopState[LoopWord.TURNS]! === turns) services().serveDefault(value);
}

/** Formats of main files with a loader. */
const KNOWN_FORMATS = pinned(new Set(["module", "commonjs", "detect", "json", "wasm", "addon"]));

/** Whether a main file has an unknown extension and is in a package of ES modules, whose loader rejects it; `require` reads it as .js. */
function isUnknownInPackage(format: string, path: string): boolean {
  if (KNOWN_FORMATS.has(format) || programState.home() !== "node") return false;
  const scope = packageScope(path);
  return scope !== null && /"type"\s*:\s*"module"/.test(files.readFileTextSync(scope, 0));
}

/** The modules of `--import`, each to be loaded after the previous ones have run. */
export function importsOf(specifiers: string[]): Load[] {
  const parent = `${workingDirectory()}/_`;
  return specifiers.map((specifier) => () => loadNamed(specifier, parent));
}

/** Loads a module as the root of a graph, through all hooks that are registered by now. */
export function loadNamed(specifier: string, parent: string): Module | Promise<Module> {
  const { graphs } = chain.steps();
  if (graphs === null && launching.launch().restricts && !chain.hasLayers())
    guard.approveNamed(resolving.resolveImport(specifier, parent, {}));
  return graphs === null ? loading.loadFrom(specifier, parent, {}) : graphs.load(specifier, parent, {});
}

/** Loads one of the modules that a program starts with. */
export type Load = () => Module | Promise<Module>;

/** Loads, links and evaluates modules in sequence, inside a promise job as in Node: jobs run before ticks. */
export function runAsModule(loads: Load[], last?: (main: Module | undefined) => void): void {
  const started: Module[] = [];
  let isSettled = false;
  let isHeld = false;
  let isEvaluating = false;
  const done = (): void => {
    isSettled = true;
    if (isHeld) waiting.end();
  };
  if (programState.home() !== "node") state.onLastWork(() => !isSettled && (isHeld = waiting.hold()));
  state.onIdle(() => {
    if (isSettled) return;
    if (programState.home() === "deno") return waiting.fail(unsettled.describeUnsettledForDeno(started));
    if (state.getExitCode() !== undefined) return;
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
        isEvaluating = true;
        const pending = evaluation.evaluate(module);
        if (pending !== undefined) await pending;
      }
      last?.(started.at(-1));
    })
    .then(done, (error: unknown) => {
      done();
      if (!isEvaluating && programState.home() === "deno") graphErrors.noteFatal(error);
      // A main module that rejects exits with 1, independent of `process.exitCode`.
      const code = state.getExitCode();
      state.setExitCode(undefined);
      uncaught.handle(error, "unhandledRejection");
      state.setExitCode(code);
    });
}

/** As `internal:core/process/working_directory`, without evaluating another builtin at every start. */
function workingDirectory(): string {
  try {
    return cwd();
  } catch {
    return "/";
  }
}
