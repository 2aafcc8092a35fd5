// CommonJS modules: `Module`, `require`, and how ES modules import them. Node's underscored statics are the real
// thing, because npm packages replace them.
import { load as loadBuiltin } from "internal:bootstrap";
import { directoryOf } from "internal:loader/file_url";
import { type Module as EsModule, SyntheticModule } from "internal:loader/records";
import { builtinOf, resolve } from "internal:loader/resolve";
import { importerFor } from "internal:loader/dynamic_import";
import defer * as requireEsm from "internal:loader/require_esm";
import defer * as names from "internal:loader/commonjs_names";
import defer * as problems from "internal:loader/problems";
import defer * as helperFunctions from "internal:loader/helpers";
import defer * as otherFormats from "internal:loader/other_formats";
import { readStack } from "internal:loader/stack_reads";
import { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE } from "internal:errors";
import { compile, formatOf, loadFile, loadSource, release } from "native:modules";
import defer * as fs from "native:fs";

interface Preloaded {
  handle: number;
  record: any;
}

/** Files that were transformed to learn their export names and not run yet. */
const preloaded = new Map<string, Preloaded>();

/** Node's Module: a CommonJS module, and the statics of the loader. */
export function Module(this: any, id = "", parent?: any): void {
  this.id = id;
  this.path = directoryOf(id);
  this.exports = {};
  if (parent !== undefined && parent !== null) this.parent = parent;
  updateChildren(parent, this);
  this.filename = null;
  this.loaded = false;
  this.children = [];
}

function updateChildren(parent: any, child: any): void {
  const children = parent?.children;
  if (children && !children.includes(child)) children.push(child);
}

const M: any = Module;
M.Module = Module;
M._cache = { __proto__: null };
M._pathCache = { __proto__: null };
M._extensions = { __proto__: null };
M.globalPaths = [];
M._debug = () => {};
Object.defineProperty(Module.prototype, "constructor", { value: Module, writable: true, configurable: true });

const resolvedNames = new Map<string, string>();

/** Loads what `request` names for `parent`; returns its exports. */
M._load = function _load(request: string, parent: any, isMain: boolean): unknown {
  const builtin = builtinOf(request);
  if (builtin !== null && M._cache[request] === undefined) return loadBuiltin(builtin).default;
  const filename: string = M._resolveFilename(request, parent, isMain);
  const cached = M._cache[filename];
  if (cached !== undefined) {
    updateChildren(parent, cached);
    if (!cached.loaded) requireEsm.checkCycle(cached);
    return cached.exports;
  }
  const fromName = filename.startsWith("node:") ? builtinOf(filename) : null;
  if (fromName !== null) return loadBuiltin(fromName).default;
  const module = new M(filename, parent);
  if (isMain) {
    setMain(module);
    module.id = ".";
  }
  M._cache[filename] = module;
  let isLoaded = false;
  try {
    module.load(filename);
    isLoaded = true;
  } finally {
    if (!isLoaded) {
      delete M._cache[filename];
      const siblings = parent?.children;
      if (Array.isArray(siblings) && siblings.includes(module)) siblings.splice(siblings.indexOf(module), 1);
    }
  }
  return module.exports;
};

let main: any;

/** The main module, when it is CommonJS. */
export function mainModule(): any {
  return main;
}
function setMain(module: any): void {
  main = module;
}

M._resolveFilename = function _resolveFilename(request: string, parent: any, isMain: boolean, options?: { paths?: string[] }): string {
  const builtin = builtinOf(request);
  if (builtin !== null) return request;
  if (options !== undefined && options !== null && typeof options === "object" && options.paths !== undefined) {
    if (!Array.isArray(options.paths)) throw new ERR_INVALID_ARG_VALUE("options.paths", options.paths);
    for (const folder of options.paths) {
      try {
        return resolve(request, `${folder}/_`, true).path;
      } catch (error) {
        if ((error as any).code !== "MODULE_NOT_FOUND") throw error;
      }
    }
    throw notFound(request, parent);
  }
  const from: string = parent?.filename ?? (parent?.path !== undefined && parent?.id ? `${parent.path}/_` : `${fs_cwd()}/_`);
  const key = `${from.slice(0, from.lastIndexOf("/"))}\0${request}`;
  const known = resolvedNames.get(key);
  if (known !== undefined) return known;
  let filename: string;
  try {
    filename = resolve(request, from, true).path;
  } catch (error) {
    if ((error as any).code !== "MODULE_NOT_FOUND" || isMain) throw error;
    const other = names.resolveByExtension(request, from, Object.keys(M._extensions)) ?? names.resolveGlobally(request, M.globalPaths);
    if (other === null) throw notFound(request, parent);
    filename = other;
  }
  resolvedNames.set(key, filename);
  return filename;
};

function fs_cwd(): string {
  return names.workingDirectory();
}

function notFound(request: string, parent: any): Error {
  const stack: string[] = [];
  for (let module = parent; module; module = module.parent) if (module.filename || module.id) stack.push(module.filename || module.id);
  const trace = stack.length > 0 ? `\nRequire stack:\n- ${stack.join("\n- ")}` : "";
  const error: any = new Error(`Cannot find module '${request}'${trace}`);
  error.code = "MODULE_NOT_FOUND";
  error.requireStack = stack;
  return error;
}

M._nodeModulePaths = function _nodeModulePaths(from: string): string[] {
  const paths: string[] = [];
  for (let folder = from; ; folder = directoryOf(folder)) {
    if (!folder.endsWith("/node_modules")) paths.push(folder === "/" ? "/node_modules" : `${folder}/node_modules`);
    if (folder === "/" || folder === "") return paths;
  }
};

M._resolveLookupPaths = function _resolveLookupPaths(request: string, parent: any): string[] | null {
  if (builtinOf(request) !== null) return null;
  if (request.startsWith("./") || request.startsWith("../") || request === "." || request === "..") {
    return [parent?.filename ? directoryOf(parent.filename) : "."];
  }
  return [...(parent?.paths ?? []), ...M.globalPaths];
};

M._findPath = function _findPath(request: string, paths: string[] | null): string | false {
  for (const folder of request.startsWith("/") ? [""] : (paths ?? [])) {
    try {
      return resolve(folder === "" ? request : `${folder}/${request}`, "/_", true).path;
    } catch {
      // The next folder may have it.
    }
  }
  return false;
};

M._initPaths = function _initPaths(): void {
  M.globalPaths = names.globalPaths();
};

M._preloadModules = function _preloadModules(requests: string[]): void {
  for (const request of requests) M._load(request, new M("internal/preload", null), false);
};

Module.prototype.load = function load(this: any, filename: string): void {
  this.filename = filename;
  this.paths = M._nodeModulePaths(directoryOf(filename));
  const extension = registeredExtension(filename);
  M._extensions[extension](this, filename);
  this.loaded = true;
};

function registeredExtension(filename: string): string {
  const base = filename.slice(filename.lastIndexOf("/") + 1);
  for (let dot = base.indexOf("."); dot !== -1; dot = base.indexOf(".", dot + 1)) {
    if (dot === 0) continue;
    const extension = base.slice(dot);
    if (M._extensions[extension]) return extension;
  }
  return ".js";
}

Module.prototype.require = function require(this: any, id: string): unknown {
  if (typeof id !== "string") throw new ERR_INVALID_ARG_TYPE("id", "string", id);
  if (id === "") throw new ERR_INVALID_ARG_VALUE("id", id, "must be a non-empty string");
  return M._load(id, this, false);
};

Module.prototype._compile = function _compile(this: any, content: string, filename: string, format?: string): unknown {
  const { handle, record } = loadSource(content, filename, format === "module" ? 1 : format === "commonjs" ? 2 : kindOf(filename));
  return run(this, filename, handle, parse(record));
};

function kindOf(filename: string): number {
  const format = formatOf(filename);
  return format === "module" ? 1 : format === "commonjs" ? 2 : 0;
}

function parse(record: string): any {
  const parsed = JSON.parse(record);
  if (parsed.error !== undefined) throw problems.syntaxError(parsed.error);
  return parsed;
}

function run(module: any, filename: string, handle: number, record: any): unknown {
  if (record.kind !== "commonjs") {
    module.exports = requireEsm.exportsOfLoaded(filename, handle, record, module);
    return undefined;
  }
  const body = compile(handle, 0, filename);
  const require = makeRequire(module);
  const { exports } = module;
  const folder = directoryOf(filename);
  // The wrapper has the parameters that its text uses, in this order.
  const count = record.parameters.split(",").length;
  if (count === NODE_PARAMETERS) return body.call(exports, exports, require, module, filename, folder);
  const helpers = count > NODE_PARAMETERS + 2 ? helperFunctions.helpers() : undefined;
  return body.call(exports, exports, require, module, filename, folder, importerFor(filename), readStack, helpers);
}

const NODE_PARAMETERS = 5;

function loadJavaScript(module: any, filename: string): void {
  const ready = preloaded.get(filename);
  if (ready !== undefined) {
    preloaded.delete(filename);
    run(module, filename, ready.handle, ready.record);
    return;
  }
  const { handle, record } = loadFile(filename, kindOf(filename));
  run(module, filename, handle, parse(record));
}

for (const extension of [".js", ".cjs", ".ts", ".cts", ".mts", ".mjs", ".jsx", ".tsx"]) M._extensions[extension] = loadJavaScript;
// Node lists these four; the others load all the same.
for (const hidden of [".cjs", ".mjs", ".jsx", ".tsx"]) Object.defineProperty(M._extensions, hidden, { enumerable: false });

M._extensions[".json"] = function loadJson(module: any, filename: string): void {
  module.exports = otherFormats.parseJson(fs.readFileTextSync(filename, 0), filename);
};
M._extensions[".node"] = function loadAddon(module: any, filename: string): void {
  names.loadAddon(module, filename);
};

/** Makes the `require` of a module. */
export function makeRequire(module: any): any {
  function require(id: string): unknown {
    return module.require(id);
  }
  require.resolve = resolveFrom(module);
  require.main = main;
  require.extensions = M._extensions;
  require.cache = M._cache;
  return require;
}

function resolveFrom(module: any): any {
  function resolve(request: string, options?: object): string {
    if (typeof request !== "string") throw new ERR_INVALID_ARG_TYPE("request", "string", request);
    return M._resolveFilename(request, module, false, options);
  }
  resolve.paths = (request: string): string[] | null => {
    if (typeof request !== "string") throw new ERR_INVALID_ARG_TYPE("request", "string", request);
    return M._resolveLookupPaths(request, module);
  };
  return resolve;
}

/** `module.createRequire` of an absolute path. */
export function createRequire(filename: string): any {
  const module = new M(filename);
  module.filename = filename;
  module.paths = M._nodeModulePaths(directoryOf(filename));
  return makeRequire(module);
}

/** The ES module through which a CommonJS file is imported; its names come from looking at the text. */
export function facade(url: string, path: string): EsModule {
  const cached = M._cache[path];
  if (cached !== undefined) return synthetic(url, path, Object.keys(Object(cached.exports)));
  const { handle, record } = loadFile(path, 2);
  return facadeOfLoaded(url, path, handle, parse(record));
}

/** The same for a file that was transformed. */
export function facadeOfLoaded(url: string, path: string, handle: number, record: any): EsModule {
  const cached = M._cache[path];
  if (cached !== undefined) release(handle);
  else preloaded.set(path, { handle, record });
  return synthetic(url, path, names.exportNames(path, record));
}

function synthetic(url: string, path: string, found: string[]): EsModule {
  const all = new Set([...found.filter((name) => name !== "default"), "default", "module.exports"]);
  return new SyntheticModule(url, [...all], (self) => {
    const exports: any = M._load(path, undefined, url === names.mainUrlOfProgram());
    const environment = self.environmentObject();
    const holder = typeof exports === "object" || typeof exports === "function" ? exports : null;
    for (const name of all) {
      if (name === "default" || name === "module.exports") environment[name] = exports;
      else environment[name] = holder !== null && name in holder ? holder[name] : undefined;
    }
  });
}

/** What was learnt of a file's text, without running it (for re-exports). */
export function preload(path: string): any {
  const known = preloaded.get(path);
  if (known !== undefined) return known.record;
  const { handle, record } = loadFile(path, kindOf(path));
  const parsed = parse(record);
  if (parsed.kind === "commonjs") preloaded.set(path, { handle, record: parsed });
  else release(handle);
  return parsed;
}

/** Whether a file without a declared kind is CommonJS by its syntax; its text is kept for running it. */
export function isCommonJs(path: string): boolean {
  return preload(path).kind === "commonjs";
}

/** Runs a CommonJS main module. */
export function runMain(path: string): void {
  M._load(path, null, true);
}

/** `--require`. */
export function preloadFor(folder: string, request: string): void {
  const parent = new M("internal/preload", null);
  parent.filename = `${folder}/_`;
  parent.paths = M._nodeModulePaths(folder);
  M._load(request, parent, false);
}
