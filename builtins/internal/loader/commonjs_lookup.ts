// The rarer half of CommonJS loading: names behind re-exports, NODE_PATH, extensions that a program registered.
import { load as loadBuiltin, services } from "internal:core/bootstrap";
import { preload } from "internal:loader/commonjs_source";
import { builtinOf, resolve, type Resolved } from "internal:loader/resolve";
import { option } from "internal:core/launch";
import { mainUrl } from "internal:core/program";
import { runMainFile } from "internal:loader/run_main";
import { directoryOf } from "internal:core/file_url";
import defer * as errors from "internal:core/errors";
import defer * as validators from "internal:core/validators";
import defer * as paths from "internal:core/path";
import defer * as deprecation from "internal:core/util/deprecate";
import { loadSource, resolveIn, type Loaded } from "native:modules";
import { getEnvironment } from "native:process";
import { workingDirectory } from "internal:core/process/working_directory";
import { evaluateScript } from "native:realm";

/** The export names of a CommonJS text, with those that it passes on. */
export function exportNames(path: string, record: any, visited: Set<string> = new Set([path])): string[] {
  const names: string[] = declaredNames(record);
  for (const specifier of record.reexports as string[]) {
    try {
      names.push(...namesBehind(specifier, path, visited));
    } catch {
      // Node leaves out what it cannot find or read; running the module will say why.
    }
  }
  return names;
}

/** The names that a text gives itself. The parser writes a half of a surrogate pair as U+FFFD and four digits; a half alone is no name of an export. */
export function declaredNames(record: any): string[] {
  const found: string[] = [];
  for (const written of record.names as string[]) {
    const name = written.includes("\ufffd")
      ? written.replace(/\ufffd([0-9a-f]{4})/g, (_all, digits) => String.fromCharCode(parseInt(digits, 16)))
      : written;
    if (name.isWellFormed()) found.push(name);
  }
  return found;
}

function namesBehind(specifier: string, path: string, visited: Set<string>): string[] {
  const builtin = builtinOf(specifier);
  if (builtin !== null) return Object.keys(loadBuiltin(builtin).default);
  return namesOfFile(resolve(specifier, path, true).path, visited);
}

/** The export names of a file. */
export function namesOfFile(target: string, visited: Set<string> = new Set()): string[] {
  if (visited.has(target) || target.endsWith(".json")) return [];
  visited.add(target);
  const record = preload(target);
  return record.kind === "commonjs"
    ? exportNames(target, record, visited)
    : record.locals.concat(record.indirect.map(([name]: [string]) => name));
}

/** A file with one of the registered extensions, which comes before a folder of that name. */
export function preferExtension(request: string, from: string, found: string, extensions: string[]): string {
  if (!/^\.{0,2}\//.test(request) || request.endsWith("/")) return found;
  const base = paths.default.resolve(directoryOf(from), request);
  if (!found.startsWith(`${base}/`)) return found;
  for (const extension of extensions) {
    const candidate = `${base}${extension}`;
    if (services().fs.existsSync(candidate)) return resolve(candidate, from, true).path;
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
        return resolve(candidate, from, true).path;
      } catch {
        // The next extension may fit.
      }
    }
  }
  return null;
}

/** A package in one of the folders of NODE_PATH and its kin. */
export function resolveGlobally(request: string, folders: string[]): string | null {
  if (/^\.{0,2}\//.test(request)) return null;
  for (const folder of folders.length > 0 ? folders : globalPaths()) {
    try {
      return resolve(`${folder}/${request}`, "/_", true).path;
    } catch {
      // The next folder may have it.
    }
  }
  return null;
}

/** `require.resolve` with `paths`. */
export function resolveInPaths(request: string, folders: unknown, notFound: () => Error): string {
  if (!Array.isArray(folders)) throw new errors.ERR_INVALID_ARG_VALUE("options.paths", folders);
  for (const folder of folders) {
    validators.validateString(folder, "path");
    const absolute = folder.startsWith("/") ? folder : `${workingDirectory()}/${folder}`;
    try {
      return resolve(request, `${absolute}/_`, true).path;
    } catch (error) {
      if ((error as any).code !== "MODULE_NOT_FOUND") throw error;
    }
  }
  throw notFound();
}

/** Whether the program changed `module.paths`. */
export function hasChangedPaths(module: any): boolean {
  const paths = module?.paths;
  if (!Array.isArray(paths) || typeof module.filename !== "string") return false;
  let folder = directoryOf(module.filename);
  let index = 0;
  for (; ; folder = directoryOf(folder)) {
    if (
      !folder.endsWith("/node_modules") &&
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
export function isAboutMain(error: any): boolean {
  return (
    typeof error.path === "string" &&
    error.path.endsWith("/package.json") &&
    error.message.includes('valid "main" entry')
  );
}

/** Whether a native error is about the target of an `exports` or `imports` entry, which is a file that is not there. */
export function isAboutTarget(error: any): boolean {
  return typeof error.path === "string" && !isAboutMain(error);
}

/** The text of a file, as programs that replace `fs.readFileSync` want it. */
export function readText(filename: string): string {
  return services().fs.readFileSync(filename, "utf8");
}

/** Transforms a text whose file's name says what it is, which does not count: CommonJS when it can be. */
export function loadBySyntax(content: string, filename: string): Loaded {
  const script = loadSource(content, filename, 2);
  if (script.handle !== 0) return script;
  const module = loadSource(content, filename, 1);
  return module.handle !== 0 ? module : script;
}

/** The extension of a file that has a loader: the longest; `.js` for none. */
export function registeredExtension(filename: string, loaders: Record<string, unknown>): string {
  const base = filename.slice(filename.lastIndexOf("/") + 1);
  for (let dot = base.indexOf("."); dot !== -1; dot = base.indexOf(".", dot + 1)) {
    if (dot === 0) continue;
    const extension = base.slice(dot);
    if (loaders[extension]) return extension;
  }
  return ".js";
}

/** What `_compile` is told a file is; undefined when its syntax decides. */
export function nodeFormat(filename: string, kind: number): string | undefined {
  if (kind === 0) return undefined;
  const format = kind === 1 ? "module" : "commonjs";
  return /\.[cm]?ts$/.test(filename) ? `${format}-typescript` : format;
}

/** That error as Node shapes it. */
export function brokenMain(error: any, request: string): Error {
  const shaped: any = new Error(error.message);
  shaped.code = "MODULE_NOT_FOUND";
  shaped.path = error.path;
  shaped.requestPath = request;
  return shaped;
}

/** `module.parent` with --pending-deprecation. */
export function deprecatedParent<F extends (...args: any[]) => any>(access: F): F {
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
/** Replaces it. */
export function changeWrap(next: typeof wrapInFunction): void {
  isChanged = true;
  wrap = next;
}
/** `Module.wrapper`: changes of its items count too. */
export function currentWrapper(): string[] {
  return wrapperView;
}
/** Replaces it. */
export function changeWrapper(next: string[]): void {
  isChanged = true;
  wrapper = next;
}

const wrapperView: string[] = new Proxy(wrapper, {
  get: (_target, key) => Reflect.get(wrapper, key),
  set(_target, key, value) {
    isChanged = true;
    return Reflect.set(wrapper, key, value);
  },
  defineProperty(_target, key, descriptor) {
    isChanged = true;
    return Reflect.defineProperty(wrapper, key, descriptor);
  },
});

/** Runs text inside the wrapper that the program made, as plain script. */
export function compileWithChangedWrapper(module: any, content: string, filename: string, require: Function): unknown {
  const body = evaluateScript(wrap(content.replace(/^#!/, "//")), filename, 1);
  return body.call(module.exports, module.exports, require, module, filename, directoryOf(filename));
}

/** `Module.runMain`. */
export function runMainOfNode(main?: string): void {
  runMainFile(main ?? services().process.argv[1]);
}

/** The folders of NODE_PATH, then Node's old ones in the home folder. */
export function globalPaths(): string[] {
  return foldersOf(getEnvironment("NODE_PATH"), getEnvironment("HOME"));
}

/** The same after the program may have changed its environment. */
export function currentGlobalPaths(): string[] {
  const { NODE_PATH, HOME } = services().process.env;
  return foldersOf(NODE_PATH ?? null, HOME ?? null);
}

function foldersOf(nodePath: string | null, home: string | null): string[] {
  if (option("--no-global-search-paths") !== undefined) return [];
  const paths = (nodePath ?? "").split(":").filter(Boolean);
  return home === null ? paths : [...paths, `${home}/.node_modules`, `${home}/.node_libraries`];
}

export { workingDirectory } from "internal:core/process/working_directory";

/** The URL of the main module. */
export function mainUrlOfProgram(): string {
  return mainUrl();
}

/** Native addons are not there yet. */
export function loadAddon(_module: any, filename: string): void {
  throw new errors.ERR_METHOD_NOT_IMPLEMENTED(`process.dlopen (loading the native addon ${filename})`);
}

/** Where Node looks for a request of a module: folders, or null for a builtin. */
export function lookupPaths(request: string, parent: any, globalPaths: string[]): string[] | null {
  if (builtinOf(request) !== null) return null;
  if (request.startsWith("./") || request.startsWith("../") || request === "." || request === "..") {
    return [parent?.id && parent.filename ? directoryOf(parent.filename) : "."];
  }
  return [...(parent?.paths ?? []), ...globalPaths];
}

/** The file of a request in the first of the folders that has one. */
export function findPath(request: string, paths: string[] | null): string | false {
  for (const folder of request.startsWith("/") ? [""] : (paths ?? [])) {
    try {
      return resolve(folder === "" ? request : `${folder}/${request}`, "/_", true).path;
    } catch {
      // The next folder may have it.
    }
  }
  return false;
}

/** The files from a module up to the one that was asked for first; `parents` leads from a module to the one that asked for it. */
export function stackOfRequire(first: any, parents: WeakMap<object, any>): string[] {
  const stack: string[] = [];
  for (let module = first; module; module = parents.get(module))
    if (module.filename || module.id) stack.push(module.filename || module.id);
  return stack;
}

/** The error for what nobody has; `parents` leads from a module to the one that asked for it. */
export function notFound(request: string, parent: any, parents: WeakMap<object, any>): Error {
  const stack = stackOfRequire(parent, parents);
  const trace = stack.length > 0 ? `\nRequire stack:\n- ${stack.join("\n- ")}` : "";
  const error: any = new Error(`Cannot find module '${request}'${trace}`);
  error.code = "MODULE_NOT_FOUND";
  error.requireStack = stack;
  return error;
}

/** What `require.resolve` gives: a path, a URL that hooks made up, or a builtin as it was asked for. */
export function nameOf(resolved: Resolved, request: string): string {
  if (resolved.format !== "builtin" || request.startsWith("node:")) return resolved.url ?? resolved.path;
  const bare = resolved.path.slice("node:".length);
  return builtinOf(bare) === resolved.path ? bare : resolved.path;
}
