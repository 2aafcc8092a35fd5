// The less common parts of CommonJS loading: names of re-exports, NODE_PATH, extensions that a program registered.
import { type AnyFunction, load as loadBuiltin, services, safe } from "internal:core/bootstrap";
import * as lists from "internal:core/lists";
import { preload } from "internal:loader/commonjs_source";
import type { CommonJsModule } from "internal:loader/commonjs";
import type { CommonJsRecord } from "internal:loader/records";
import { builtinOf, resolveRequired, type Resolved } from "internal:loader/resolve";
import { option } from "internal:core/launch";
import { home, mainUrl } from "internal:core/program";
import defer * as unresolved from "internal:loader/unresolved";
import { globalFolders, runMainFile } from "internal:loader/run_main";
import { directoryOf } from "internal:core/file_url";
import defer * as errors from "internal:core/errors";
import defer * as validators from "internal:core/validators";
import defer * as paths from "internal:core/path";
import defer * as deprecation from "internal:core/util/deprecate";
import { SourceGoal, loadSource, resolveIn, type Loaded } from "native:modules";
import { getEnvironment } from "native:process";
import { workingDirectory } from "internal:core/process/working_directory";
import { evaluateScript } from "native:realm";

/** An error of the native resolver, or one in Node's format. */
export interface ResolutionError extends Error {
  code?: string;
  path?: string;
  requestPath?: string;
  requireStack?: string[];
}

/** The export names of a CommonJS file, with those of its re-exports. */
export function exportNames(path: string, record: CommonJsRecord, visited: Set<string> = new Set([path])): string[] {
  const names: string[] = declaredNames(record);
  for (const specifier of record.reexports) {
    try {
      for (const name of namesOfReexport(specifier, path, visited)) lists.push(names, name);
    } catch {
      // Node omits modules that it cannot find or read; running the module reports the error.
    }
  }
  return names;
}

/** The names in the source itself. The parser writes half of a surrogate pair as U+FFFD and four digits; a lone half is not a valid export name. */
export function declaredNames(record: CommonJsRecord): string[] {
  const found: string[] = [];
  for (const written of record.names) {
    const name = safe.includes(written, "\ufffd")
      ? written.replace(/\ufffd([0-9a-f]{4})/g, (_all, digits) => String.fromCharCode(parseInt(digits, 16)))
      : written;
    if (name.isWellFormed()) lists.push(found, name);
  }
  return found;
}

function namesOfReexport(specifier: string, path: string, visited: Set<string>): string[] {
  const builtin = builtinOf(specifier);
  if (builtin !== null) return safe.keys(loadBuiltin(builtin).default);
  return namesOfFile(resolveRequired(specifier, path).path, visited);
}

/** The export names of a file. */
export function namesOfFile(target: string, visited: Set<string> = new Set()): string[] {
  if (visited.has(target) || safe.endsWith(target, ".json")) return [];
  visited.add(target);
  const record = preload(target);
  return record.kind === "commonjs"
    ? exportNames(target, record, visited)
    : record.locals.concat(lists.map(record.indirect, ([name]) => name));
}

/** A file with one of the registered extensions, which precedes a folder of that name. */
export function preferExtension(request: string, from: string, found: string, extensions: string[]): string {
  if (!/^\.{0,2}\//.test(request) || safe.endsWith(request, "/")) return found;
  const base = paths.default.resolve(directoryOf(from), request);
  if (!safe.startsWith(found, `${base}/`)) return found;
  for (const extension of extensions) {
    const candidate = `${base}${extension}`;
    if (services().fs.existsSync(candidate)) return resolveRequired(candidate, from).path;
  }
  return found;
}

/** A file that exists once one of the registered extensions is added. */
export function resolveByExtension(request: string, from: string, extensions: string[]): string | null {
  if (!/^\.{0,2}(\/|$)/.test(request)) return null;
  const isFolder = /(^|\/)\.{0,2}$/.test(request);
  for (const extension of extensions) {
    for (const candidate of [request + extension, `${request}/index${extension}`]) {
      if (isFolder && candidate === request + extension) continue;
      try {
        return resolveRequired(candidate, from).path;
      } catch {
        // Try the next extension.
      }
    }
  }
  return null;
}

/** A package in one of the global folders, such as those of NODE_PATH. */
export function resolveGlobally(request: string, folders: string[]): string | null {
  if (/^\.{0,2}(\/|$)/.test(request)) return null;
  for (const folder of folders.length > 0 ? folders : globalPaths()) {
    try {
      return resolveRequired(`${folder}/${request}`, "/_").path;
    } catch {
      // Try the next folder.
    }
  }
  return null;
}

/** `require.resolve` with `paths`. */
export function resolveInPaths(request: string, folders: unknown, notFound: () => Error): string {
  if (!safe.isArray(folders)) throw new errors.ERR_INVALID_ARG_VALUE("options.paths", folders);
  for (const folder of folders) {
    validators.validateString(folder, "path");
    const absolute = safe.startsWith(folder, "/") ? folder : `${workingDirectory()}/${folder}`;
    try {
      return resolveRequired(request, `${absolute}/_`).path;
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
  throw notFound();
}

/** Whether the program changed `module.paths`. */
export function hasChangedPaths(module: CommonJsModule | null | undefined): boolean {
  const paths = module?.paths;
  if (!safe.isArray(paths) || typeof module!.filename !== "string") return false;
  let folder = directoryOf(module!.filename);
  let index = 0;
  for (; ; folder = directoryOf(folder)) {
    if (
      !safe.endsWith(folder, "/node_modules") &&
      paths[index++] !== (folder === "/" ? "/node_modules" : `${folder}/node_modules`)
    )
      return true;
    if (folder === "/") return paths.length !== index;
  }
}

/** Resolves with the folders of a changed `module.paths`. */
export function resolveWithPaths(request: string, from: string, paths: unknown[]): string {
  return resolveIn(request, from, [...paths.filter((path) => typeof path === "string"), ...globalPaths()] as string[])
    .path;
}

/** Whether a native error is about a package whose `main` is missing. */
export function isAboutMain(thrown: unknown): boolean {
  const error = thrown as ResolutionError;
  return (
    typeof error.path === "string" &&
    safe.endsWith(error.path, "/package.json") &&
    error.message.includes('valid "main" entry')
  );
}

/** Whether a native error is about the target of an `exports` or `imports` entry, a file that does not exist. */
export function isAboutTarget(error: unknown): boolean {
  return typeof (error as ResolutionError).path === "string" && !isAboutMain(error);
}

/** The source of a file, read with `fs.readFileSync`, which a program may replace. */
export function readSource(filename: string): string {
  return services().fs.readFileSync(filename, "utf8");
}

/** Transforms source independent of the extension of its file name: as CommonJS if it parses as that, else as an ES module. */
export function loadBySyntax(content: string, filename: string): Loaded {
  const script = loadSource(content, filename, SourceGoal.COMMON_JS);
  if (script.handle !== 0) return script;
  const module = loadSource(content, filename, SourceGoal.ES_MODULE);
  return module.handle !== 0 ? module : script;
}

/** The extension of a file that has a loader: the longest; `.js` for none. */
export function registeredExtension(filename: string, loaders: Record<string, unknown>): string {
  const base = filename.slice(safe.lastIndexOf(filename, "/") + 1);
  for (let dot = base.indexOf("."); dot !== -1; dot = base.indexOf(".", dot + 1)) {
    if (dot === 0) continue;
    const extension = base.slice(dot);
    if (loaders[extension]) return extension;
  }
  return ".js";
}

/** How a source of Node's format is parsed. */
export function goalOf(format: string | undefined): SourceGoal {
  if (format?.startsWith("module")) return SourceGoal.ES_MODULE;
  return format?.startsWith("commonjs") ? SourceGoal.COMMON_JS : SourceGoal.DETECT;
}

/** The format that `_compile` receives for a file; undefined when its syntax decides. */
export function nodeFormat(filename: string, goal: SourceGoal): string | undefined {
  if (goal === SourceGoal.DETECT) return undefined;
  const format = goal === SourceGoal.ES_MODULE ? "module" : "commonjs";
  return /\.[cm]?ts$/.test(filename) ? `${format}-typescript` : format;
}

/** The error of `isAboutMain` with Node's properties. */
export function brokenMain(thrown: unknown, request: string): Error {
  const { message, path } = thrown as ResolutionError;
  const error: ResolutionError = new Error(message);
  error.code = "MODULE_NOT_FOUND";
  error.path = path!;
  error.requestPath = request;
  return error;
}

/** `module.parent` with --pending-deprecation. */
export function deprecatedParent<F extends AnyFunction>(access: F): F {
  const message =
    "module.parent is deprecated due to accuracy issues. Please use require.main to find program entry point instead.";
  return deprecation.deprecate(access, message, "DEP0144");
}

let wrapper = ["(function (exports, require, module, __filename, __dirname) { ", "\n});"];
let wrap = wrapInFunction;
let isChanged = false;

function wrapInFunction(script: string): string {
  return wrapper[0]! + script + wrapper[1]!;
}

/** Whether the program replaced `Module.wrap` or `Module.wrapper`. */
export function isWrapperChanged(): boolean {
  return isChanged;
}
/** `Module.wrap`. */
export function currentWrap(): typeof wrapInFunction {
  return wrap;
}
/** Replaces `Module.wrap`. */
export function changeWrap(next: typeof wrapInFunction): void {
  isChanged = true;
  wrap = next;
}
/** `Module.wrapper`; changes of its items count as a replacement too. */
export function currentWrapper(): string[] {
  return wrapperView;
}
/** Replaces `Module.wrapper`. */
export function changeWrapper(next: string[]): void {
  isChanged = true;
  wrapper = next;
}

const wrapperView: string[] = new Proxy(wrapper, {
  get: (_target, key) => safe.reflectGet(wrapper, key),
  set(_target, key, value) {
    isChanged = true;
    return Reflect.set(wrapper, key, value);
  },
  defineProperty(_target, key, descriptor) {
    isChanged = true;
    return safe.reflectDefineProperty(wrapper, key, descriptor);
  },
});

/** Runs source inside the program's wrapper, as a classic script. */
export function compileWithChangedWrapper(
  module: CommonJsModule,
  content: string,
  filename: string,
  require: Function,
): unknown {
  const body = evaluateScript(wrap(content.replace(/^#!/, "//")), filename, 1) as Function;
  return body.call(module.exports, module.exports, require, module, filename, directoryOf(filename));
}

/** `Module.runMain`. */
export function runMainOfNode(main?: string): void {
  runMainFile(main ?? services().process.argv[1]);
}

/** The folders of NODE_PATH, Node's legacy folders in the home directory, and the one beside the executable's folder. */
export function globalPaths(): string[] {
  return foldersOf(getEnvironment("NODE_PATH"), getEnvironment("HOME"));
}

/** As `globalPaths`, from `process.env`, which the program may have changed. */
export function currentGlobalPaths(): string[] {
  const { NODE_PATH, HOME } = services().variables;
  return foldersOf(NODE_PATH ?? null, HOME ?? null);
}

function foldersOf(nodePath: string | null, home: string | null): string[] {
  return option("--no-global-search-paths") === undefined ? globalFolders(nodePath, home) : [];
}

export { workingDirectory } from "internal:core/process/working_directory";

/** The URL of the main module. */
export function mainUrlOfProgram(): string {
  return mainUrl();
}

/** Loads a native addon as `module`, by `process.dlopen`, which programs replace. */
export function loadAddon(module: CommonJsModule, filename: string): void {
  services().process.dlopen(module, filename);
}

/** The folders that Node searches for a request of a module; null for a builtin. */
export function lookupPaths(
  request: string,
  parent: CommonJsModule | null | undefined,
  globalPaths: string[],
): string[] | null {
  if (builtinOf(request) !== null) return null;
  if (safe.startsWith(request, "./") || safe.startsWith(request, "../") || request === "." || request === "..") {
    return [parent?.id && parent.filename ? directoryOf(parent.filename) : "."];
  }
  return [...(parent?.paths ?? []), ...globalPaths];
}

/** The file of a request in the first of the folders that has one. */
export function findPath(request: string, paths: string[] | null): string | false {
  for (const folder of safe.startsWith(request, "/") ? [""] : (paths ?? [])) {
    try {
      return resolveRequired(folder === "" ? request : `${folder}/${request}`, "/_").path;
    } catch {
      // Try the next folder.
    }
  }
  return false;
}

/** The module that required a module first. */
type Parents = WeakMap<object, CommonJsModule | null | undefined>;

/** The files from a module up to the first that was required. */
export function stackOfRequire(first: CommonJsModule | null | undefined, parents: Parents): string[] {
  const stack: string[] = [];
  for (let module = first; module; module = parents.get(module))
    if (module.filename || module.id) lists.push(stack, module.filename || module.id);
  return stack;
}

/** Whether a request can be resolved in another way: its module was not found. */
export function isMissing(thrown: unknown): boolean {
  if (home() === "bun") return unresolved.isUnresolved(thrown);
  // A missing target of the package's `exports`: the error names the file.
  return (thrown as ResolutionError).code === "MODULE_NOT_FOUND" && !isAboutTarget(thrown);
}

/** The error for a request that cannot be resolved; `thrown` is the resolver's. */
export function notFound(
  request: string,
  parent: CommonJsModule | null | undefined,
  parents: Parents,
  kind: "require-call" | "require-resolve" = "require-resolve",
  thrown: unknown = { code: "MODULE_NOT_FOUND" },
): Error {
  const stack = stackOfRequire(parent, parents);
  if (home() === "bun")
    return unresolved.unresolvedInBun(thrown, request, parent?.filename ?? "", kind, stack) as Error;
  const trace = stack.length > 0 ? `\nRequire stack:\n- ${stack.join("\n- ")}` : "";
  const error: ResolutionError = new Error(`Cannot find module '${request}'${trace}`);
  error.code = "MODULE_NOT_FOUND";
  error.requireStack = stack;
  return error;
}

/** The result of `require.resolve`: a path, a URL of hooks, or a builtin as it was requested. */
export function nameOf(resolved: Resolved, request: string): string {
  if (resolved.format !== "builtin" || safe.startsWith(request, "node:")) return resolved.url ?? resolved.path;
  const bare = resolved.path.slice("node:".length);
  return builtinOf(bare) === resolved.path ? bare : resolved.path;
}
