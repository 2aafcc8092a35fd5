// CommonJS modules: `Module` and `require`. Node's underscored statics are what the loader calls, because npm packages
// replace them. The import of CommonJS files by ES modules is in `commonjs_facade.ts`.
import * as lists from "internal:core/lists";
import {
  type AnyFunction,
  asyncCell,
  isLoaded as isLoadedBuiltin,
  load as loadBuiltin,
  pinned,
  safe,
  inspection,
} from "internal:core/bootstrap";
import { directoryOf } from "internal:core/file_url";
import { compile, hasLayers, loadFile, type RequiredSource, steps } from "internal:loader/chain";
import { builtinOf, resolve } from "internal:loader/resolve";
import defer * as counters from "internal:loader/counters";
import defer * as intrinsics from "internal:ecmascript/intrinsics";
import defer * as dateTimeFormat from "internal:ecmascript/temporal/date_time_format";
import defer * as dynamicCode from "internal:loader/dynamic_code";
import defer * as dynamicImport from "internal:loader/dynamic_import";
import defer * as requireEsm from "internal:loader/require_esm";
import defer * as mainDeprecation from "internal:loader/main_deprecation";
import defer * as names from "internal:loader/commonjs_lookup";
import defer * as circular from "internal:loader/circular";
import defer * as loaderErrors from "internal:loader/errors";
import defer * as tracing from "internal:loader/import_tracing";
import defer * as helperFunctions from "internal:loader/syntax_support";
import defer * as bunData from "internal:loader/bun_data";
import defer * as dataModules from "internal:loader/data_modules";
import defer * as stackReads from "internal:loader/stack_reads";
import { dropPreloaded, goalOfFile, parse, preloaded } from "internal:loader/commonjs_source";
import type { CommonJsRecord, SourceRecord } from "internal:loader/records";
import { launch, option } from "internal:core/launch";
import defer * as guard from "internal:loader/import_guard";
import { home } from "internal:core/program";
import defer * as errors from "internal:core/errors";
import defer * as sourceMaps from "internal:core/stack/source_map_support";
import defer * as validators from "internal:core/validators";
import defer * as pathModule from "internal:core/path";
import defer * as mainProgram from "internal:loader/run_main";
import { ModuleForm, SourceGoal, loadSource, readModuleText, resolveMain } from "native:modules";

/** A CommonJS module. Programs may change every member. */
export interface CommonJsModule {
  id: string;
  path: string;
  exports: any;
  filename: string | null;
  loaded: boolean;
  children: CommonJsModule[];
  paths: string[];
  load(filename: string): void;
  require(id: string): unknown;
  _compile(content: string, filename: string, format?: string): unknown;
}

/** The module that a request is made in. */
type Parent = CommonJsModule | null | undefined;

/** The class `Module` with Node's statics. */
export interface ModuleClass {
  new (id?: string, parent?: Parent): CommonJsModule;
  readonly prototype: CommonJsModule;
  Module: unknown;
  _cache: Record<string, CommonJsModule | undefined>;
  _pathCache: Record<string, string>;
  _extensions: Record<string, (module: CommonJsModule, filename: string) => void>;
  globalPaths: string[];
  _debug(...values: unknown[]): void;
  _load(request: string, parent: Parent, isMain: boolean, options?: { shouldSkipModuleHooks?: boolean }): unknown;
  _resolveFilename(request: string, parent: Parent, isMain?: boolean, options?: { paths?: unknown }): string;
  _nodeModulePaths(from: string): string[];
  _resolveLookupPaths(request: string, parent: Parent): string[] | null;
  _findPath(request: string, paths: string[] | null): string | false;
  _initPaths(): void;
  _preloadModules(requests: unknown): void;
  runMain?(path?: string): void;
}

/** A `require` function. */
export type Require = ((id: string) => unknown) & {
  resolve: unknown;
  main: unknown;
  extensions: unknown;
  cache: unknown;
};

const parents = pinned(new WeakMap<object, Parent>());
/** The files from a module up to the first that was required. */
export const requireStack = (module: Parent): string[] => names.stackOfRequire(module, parents);

/** Node's Module: a CommonJS module, and the statics of the loader. */
export function Module(this: CommonJsModule, id = "", parent?: Parent): void {
  this.id = id;
  this.path = directoryOf(id);
  // Defined, not assigned: a setter of the program on Object.prototype must not be called.
  safe.defineProperty(this, "exports", { value: {}, writable: true, enumerable: true, configurable: true });
  if (parent !== undefined) parents.set(this, parent);
  updateChildren(parent, this);
  this.filename = null;
  this.loaded = false;
  this.children = [];
}

function updateChildren(parent: Parent, child: CommonJsModule): void {
  const children = parent?.children;
  if (children && !lists.includes(children, child)) lists.push(children, child);
}

const M = Module as unknown as ModuleClass;
M.Module = Module;
M._cache = { __proto__: null } as object as ModuleClass["_cache"];
M._pathCache = { __proto__: null } as object as ModuleClass["_pathCache"];
M._extensions = { __proto__: null } as object as ModuleClass["_extensions"];
M.globalPaths = [];
M._debug = () => {};
safe.defineProperties(Module.prototype, {
  constructor: { value: Module, writable: true, configurable: true },
  isPreloading: { get: () => isPreloading, configurable: true },
  parent: {
    get: deprecateParent(function parent(this: object): unknown {
      return parents.get(this);
    }),
    set: deprecateParent(function parent(this: object, value: unknown): void {
      parents.set(this, value as Parent);
    }),
    configurable: true,
  },
});

let isPreloading = false;

function deprecateParent<F extends AnyFunction>(access: F): F {
  if (option("--pending-deprecation") === undefined) return access;
  return names.deprecatedParent(access) as F;
}

const resolvedNames = pinned(new Map<string, string>());

/** The files that the modules of a folder required, by folder and request: as in Node, such a request is not resolved again. */
const requiredFiles = pinned(new Map<string, Map<string, string>>());

function rememberRequired(parent: Parent, request: string, filename: string): void {
  const folder = parent?.path;
  if (typeof folder !== "string") return;
  let files = requiredFiles.get(folder);
  if (files === undefined) requiredFiles.set(folder, (files = pinned(new Map<string, string>())));
  files.set(request, filename);
}

/** The loaded module of a request that was made in the folder before. */
function requiredBefore(parent: Parent, request: string): CommonJsModule | undefined {
  const filename = requiredFiles.get(parent?.path as string)?.get(request);
  const module = filename === undefined ? undefined : M._cache[filename];
  return module?.loaded === true ? module : undefined;
}

/** Modules that are not those of the program, and require only each other. */
export interface ModulesApart {
  has(parent: Parent): boolean;
  load(request: string, parent: NonNullable<Parent>): unknown;
}

/** Null for most programs. */
let apart: ModulesApart | null = null;

/** From now on, these modules load what they require themselves. */
export function setModulesApart(modules: ModulesApart): void {
  apart = modules;
}

/** The options of `_load` for a file that is already resolved: hooks were called for it. */
export const FOUND = { shouldSkipModuleHooks: true };

/** Loads the module that `request` names for `parent`; returns its exports. */
M._load = function _load(
  request: string,
  parent: Parent,
  isMain: boolean,
  options?: { shouldSkipModuleHooks?: boolean },
): unknown {
  if (apart !== null && apart.has(parent)) return apart.load(request, parent!);
  if (!hasLayers()) {
    const builtin = builtinOf(request);
    if (builtin !== null && (safe.startsWith(request, "node:") || M._cache[request] === undefined)) {
      if (launch().restricts) guard.checkBuiltin(builtin, parent?.filename, M._load);
      return loadBuiltin(builtin).default;
    }
    const known = launch().restricts ? undefined : requiredBefore(parent, request);
    if (known !== undefined) {
      updateChildren(parent, known);
      return known.exports;
    }
  }
  let filename = request;
  if (options?.shouldSkipModuleHooks !== true)
    filename =
      launch().restricts && !isMain
        ? guard.resolveName(M, request, parent)
        : M._resolveFilename(request, parent, isMain);
  const builtin = builtinOf(filename);
  if (builtin !== null && (safe.startsWith(filename, "node:") || M._cache[filename] === undefined)) {
    if (launch().restricts) guard.checkBuiltin(builtin, parent?.filename, M._load);
    const step = steps().loadRequiredBuiltin;
    return step === null ? loadBuiltin(builtin).default : step(builtin);
  }
  const cached = M._cache[filename];
  if (cached !== undefined) {
    // A resolution that the program replaced may have another result the next time.
    if (M._resolveFilename === resolveFilename) rememberRequired(parent, request, filename);
    updateChildren(parent, cached);
    if (cached.loaded) return cached.exports;
    requireEsm.checkCycle(cached, parents.get(cached));
    return circular.partialExports(cached);
  }
  if (launch().restricts) {
    if (isMain) guard.approveMain(filename);
    else guard.checkRequired(filename, parent?.filename);
  }
  steps().begin?.(filename);
  const module = new M(filename, parent);
  if (isMain) {
    setMain(module);
    module.id = ".";
  }
  M._cache[filename] = module;
  rememberRequired(parent, request, filename);
  let isLoaded = false;
  try {
    module.load(filename);
    isLoaded = true;
  } finally {
    if (isLoaded) {
      if (isLoadedBuiltin("internal:loader/circular")) circular.finish(module);
    } else {
      delete M._cache[filename];
      const siblings = parent?.children;
      if (safe.isArray(siblings) && lists.includes(siblings, module))
        lists.splice(siblings, lists.indexOf(siblings, module), 1);
    }
  }
  return module.exports;
};

let main: CommonJsModule | undefined;

/** The main module, when it is CommonJS. */
export function mainModule(): CommonJsModule | undefined {
  return main;
}
function setMain(module: CommonJsModule): void {
  main = module;
}

const resolveFilename = function _resolveFilename(
  request: string,
  parent: Parent,
  isMain?: boolean,
  options?: { paths?: unknown },
): string {
  const step = steps().resolveRequired;
  if (step === null && builtinOf(request) !== null) return request;
  if (options !== undefined && options !== null && typeof options === "object" && options.paths !== undefined) {
    return names.resolveInPaths(request, options.paths, () => names.notFound(request, parent, parents));
  }
  const from = importerOf(parent);
  if (step !== null) {
    const resolved = step(request, createdFor.get(parent as CommonJsModule) ?? from);
    const name = names.nameOf(resolved, request);
    hookedFormats.set(name, resolved.format);
    return name;
  }
  const hasOwnPaths = names.hasChangedPaths(parent);
  const key = `${from.slice(0, safe.lastIndexOf(from, "/"))}\0${request}`;
  const known = hasOwnPaths ? undefined : resolvedNames.get(key);
  if (known !== undefined) return known;
  let filename: string;
  let mayChange = hasOwnPaths;
  try {
    filename = isMain
      ? resolveMain(request).path
      : hasOwnPaths
        ? names.resolveWithPaths(request, from, parent!.paths)
        : resolve(request, from, true).path;
  } catch (error) {
    if (!names.isMissing(error)) throw error;
    const other =
      names.resolveByExtension(request, from, addedExtensions()) ?? names.resolveGlobally(request, M.globalPaths);
    if (other === null) {
      steps().missing?.(request, from);
      if (names.isAboutMain(error)) throw names.brokenMain(error, request);
      // Only `require.resolve` passes options, though they may be undefined.
      throw names.notFound(request, parent, parents, arguments.length > 3 ? "require-resolve" : "require-call", error);
    }
    filename = other;
    // Not cached: the extensions and the global folders may change.
    mayChange = true;
  }
  if (safe.keys(M._extensions).length > ownExtensions.length)
    filename = names.preferExtension(request, from, filename, addedExtensions());
  if (!mayChange) resolvedNames.set(key, filename);
  // A request that ends like the file names it directly.
  if (
    safe.startsWith(filename, "/index.", safe.lastIndexOf(filename, "/")) &&
    !safe.endsWith(request, "/index") &&
    !safe.includes(request, "/index.") &&
    home() === "node"
  ) {
    mainDeprecation.warnOfMain(request, from, filename, () => M._resolveLookupPaths(request, parent));
  }
  return filename;
};
M._resolveFilename = resolveFilename;

/** The formats of files and URLs from resolve hooks, for the load hooks. */
export const hookedFormats = pinned(new Map<string, string>());

/** The file that a module's requests are relative to. */
function importerOf(parent: Parent): string {
  if (typeof parent?.filename === "string" && safe.startsWith(parent.filename, "/")) return parent.filename;
  return parent?.path !== undefined && parent?.id && safe.startsWith(parent.path, "/")
    ? `${parent.path}/_`
    : `${names.workingDirectory()}/_`;
}

M._nodeModulePaths = function _nodeModulePaths(from: string): string[] {
  const paths: string[] = [];
  if (typeof from !== "string" || !safe.startsWith(from, "/")) from = pathModule.default.resolve(from);
  for (let folder = from; ; folder = directoryOf(folder)) {
    if (!safe.endsWith(folder, "/node_modules"))
      lists.push(paths, folder === "/" ? "/node_modules" : `${folder}/node_modules`);
    if (folder === "/" || folder === "") return paths;
  }
};

M._resolveLookupPaths = function _resolveLookupPaths(request: string, parent: Parent): string[] | null {
  return names.lookupPaths(request, parent, M.globalPaths);
};

M._findPath = function _findPath(request: string, paths: string[] | null): string | false {
  const found = names.findPath(request, paths);
  return found !== false && launch().restricts && !guard.isKnownToProgram(found) ? false : found;
};

M._initPaths = function _initPaths(): void {
  M.globalPaths = names.currentGlobalPaths();
};

M._preloadModules = function _preloadModules(requests: unknown): void {
  if (!safe.isArray(requests)) return;
  for (const request of requests) preloadFor(names.workingDirectory(), request);
};

Module.prototype.load = function load(this: CommonJsModule, filename: string): void {
  this.filename = filename;
  this.paths = safe.startsWith(filename, "/") ? M._nodeModulePaths(directoryOf(filename)) : [];
  M._extensions[names.registeredExtension(filename, M._extensions)]!(this, filename);
  this.loaded = true;
  if (imported.has(filename)) imported.set(filename, { exports: this.exports });
};

/** CommonJS files that are imported too, with their exports after they ran: later changes are not visible to importers. */
export const imported = pinned(new Map<string, { exports: unknown } | null>());

/** Whether a module of a program was loaded. */
export function hasModules(): boolean {
  return safe.keys(M._cache).length > 0 || imported.size > 0;
}

/** Removes all modules of the program; a main module that runs again has no earlier one. */
export function clearModules(): void {
  for (const path of safe.keys(M._cache)) delete M._cache[path];
  resolvedNames.clear();
  requiredFiles.clear();
  imported.clear();
}

Module.prototype.require = function require(this: CommonJsModule, id: string): unknown {
  if (typeof id !== "string") validators.validateString(id, "id");
  if (id === "") throw new errors.ERR_INVALID_ARG_VALUE("id", id, "must be a non-empty string");
  if (isLoadedBuiltin("internal:core/diagnostics/tracing_channel") && tracing.isObserved()) {
    return tracing.traceRequire(() => M._load(id, this, false), id, this.filename);
  }
  return M._load(id, this, false);
};

/** Runs `content` as the source of `filename`; `format` is Node's name of its format; without one the syntax decides, not the name. */
const compileSource = function _compile(
  this: CommonJsModule,
  content: string,
  filename: string,
  format?: string,
): unknown {
  if (names.isWrapperChanged()) return names.compileWithChangedWrapper(this, content, filename, makeRequire(this));
  if (safe.includes(content, "sourceMappingURL=")) sourceMaps.recordSource(filename, content);
  const isTypeScript = format !== undefined && safe.endsWith(format, "typescript");
  const goal = names.goalOf(format);
  const isNameDecisive = goal === SourceGoal.DETECT && /\.[cm][jt]s$/.test(filename);
  const { handle, record } = isNameDecisive
    ? names.loadBySyntax(content, filename)
    : loadSource(content, isTypeScript && !/\.[cm]?tsx?$/.test(filename) ? `${filename}.ts` : filename, goal);
  return run(this, filename, handle, parse(record), false);
};
Module.prototype._compile = compileSource;

/** `isOfFile`: the source is that of the file, not of a caller. */
function run(
  module: CommonJsModule,
  filename: string,
  handle: number,
  record: CommonJsRecord | SourceRecord,
  isOfFile: boolean,
): unknown {
  if (record.kind !== "commonjs") {
    // As in Node, the main module is then the source of the file and may await.
    if (module === main && isLoaderReplaced(filename)) return mainProgram.runMainAgain(filename, handle);
    if (module === main && isReadElsewhere(filename)) return mainProgram.runMainOfHooks(filename, handle, record);
    const origin = { parent: parents.get(module), isOfFile };
    module.exports = requireEsm.exportsOfLoaded(filename, handle, record, module, origin);
    return undefined;
  }
  return runLoaded(module, filename, handle, record, makeRequire(module));
}

/** Runs the transformed source of a CommonJS file with the caller's `require`. */
export function runLoaded(
  module: CommonJsModule,
  filename: string,
  handle: number,
  record: CommonJsRecord,
  require: Function,
): unknown {
  if (record.intrinsics) intrinsics.install();
  if (record.temporal) dateTimeFormat.install();
  const body = compile(handle, ModuleForm.PLAIN, filename);
  inspection.compiled?.(filename);
  const { exports } = module;
  const folder = directoryOf(filename);
  // The wrapper has the parameters that its source uses, in this order.
  const count = record.parameters.split(",").length;
  if (count === NODE_PARAMETERS) return body.call(exports, exports, require, module, filename, folder);
  const helpers = record.helpers ? helperFunctions.helpers() : undefined;
  const code =
    count < ALL_PARAMETERS ? undefined : (source: unknown): unknown => dynamicCode.lowerEvaluated(source, filename);
  return body.call(
    exports,
    exports,
    require,
    module,
    filename,
    folder,
    dynamicImport.importerFor(filename),
    stackReads.readStack,
    helpers,
    asyncCell,
    code,
    record.counters ? counters.countersOf(record.counters, filename, filename) : undefined,
  );
}

const NODE_PARAMETERS = 5;
/** With the functions for `import()`, `.stack`, helpers, `await` and `eval`. */
const ALL_PARAMETERS = 10;

function loadJavaScript(module: CommonJsModule, filename: string): void {
  const ready = preloaded.get(filename);
  if (ready === undefined && launch().restricts) guard.checkHandled(filename);
  const given = ready === undefined ? sourceOfLayers(filename) : null;
  if (given !== null) {
    if (given.format === "json") module.exports = dataModules.parseJson(given.source, filename);
    else module._compile(given.source, filename, given.format);
    return;
  }
  // A program that replaced `_compile` or the wrapper receives the source, as in Node.
  if (names.isWrapperChanged() || module._compile !== compileSource) {
    if (ready !== undefined) dropPreloaded(filename);
    return module._compile(
      names.readSource(filename),
      filename,
      names.nodeFormat(filename, goalOfFile(filename)),
    ) as void;
  }
  if (ready !== undefined) {
    preloaded.delete(filename);
    run(module, filename, ready.handle, ready.record, true);
    return;
  }
  const { handle, record } = loadFile(filename, goalOfFile(filename));
  run(module, filename, handle, parse(record), true);
}

// The extensions that Node lists; a file with another one is read as .js.
M._extensions[".js"] = loadJavaScript;
M._extensions[".json"] = function loadJson(module: CommonJsModule, filename: string): void {
  if (launch().restricts) guard.checkHandled(filename);
  const given = sourceOfLayers(filename);
  module.exports = dataModules.parseJson(given?.source ?? readModuleText(filename), filename);
};
M._extensions[".node"] = function loadAddon(module: CommonJsModule, filename: string): void {
  names.loadAddon(module, filename);
};
// Node reads TypeScript as .js: its extensions are not registered, and programs may register them, to omit them in requests.
if (home() !== "node") for (const extension of [".ts", ".cts", ".mts"]) M._extensions[extension] = loadJavaScript;
if (home() === "bun") {
  const loadJson = M._extensions[".json"]!;
  M._extensions[".json"] = function (module: CommonJsModule, filename: string): void {
    const imported = bunData.importedNamespace(filename);
    if (imported === null) loadJson(module, filename);
    else module.exports = imported;
  };
  for (const extension of bunData.REQUIRED_EXTENSIONS) M._extensions[extension] = loadData;
}
const ownExtensions = safe.keys(M._extensions);

/** The source that a layer of the loader supplies for a file; null for the file's own. */
function sourceOfLayers(filename: string): RequiredSource | null {
  const step = steps().readRequired;
  return step === null ? null : step(filename);
}

/** Files that are not code, which `require` reads as an import does. */
function loadData(module: CommonJsModule, filename: string): void {
  module.exports = bunData.requiredValue(filename);
}

/** Whether a program replaced the loader for this file's extension, as compilers of other languages do. */
export function isLoaderReplaced(filename: string): boolean {
  return M._extensions[names.registeredExtension(filename, M._extensions)] !== loadJavaScript;
}

/** Whether `require` may read another source than that of the file: from hooks, or from a compiler that a program registered. */
export function isReadElsewhere(filename: string): boolean {
  return isLoaderReplaced(filename) || steps().readRequired !== null;
}

/** The extensions that the program registered. */
function addedExtensions(): string[] {
  return lists.filter(safe.keys(M._extensions), (extension) => !lists.includes(ownExtensions, extension));
}

/** Makes the `require` of a module. */
export function makeRequire(module: CommonJsModule): Require {
  function require(id: string): unknown {
    return module.require(id);
  }
  require.resolve = resolveFrom(module);
  // Defined, not assigned: a setter of the program on Object.prototype must not be called.
  safe.defineProperty(require, "main", { value: main, writable: true, enumerable: true, configurable: true });
  require.extensions = M._extensions;
  require.cache = M._cache;
  return require as Require;
}

function resolveFrom(module: CommonJsModule): unknown {
  function resolve(request: string, options?: object): string {
    validators.validateString(request, "request");
    return launch().restricts
      ? guard.resolveName(M, request, module, options)
      : M._resolveFilename(request, module, false, options);
  }
  resolve.paths = (request: string): string[] | null => {
    validators.validateString(request, "request");
    return M._resolveLookupPaths(request, module);
  };
  return resolve;
}

/** The URLs with a query or fragment that `require` functions were made for, which hooks receive. */
const createdFor = pinned(new WeakMap<object, string>());

/** `module.createRequire` of an absolute path; `url` is set when it has a query or fragment. */
export function createRequire(filename: string, url?: string): Require {
  const module = new M(filename);
  if (url !== undefined) createdFor.set(module, url);
  module.filename = filename;
  module.paths = M._nodeModulePaths(directoryOf(filename));
  return makeRequire(module);
}

/** Runs the main module with a `Module.runMain` that a preloaded module replaced. False when it was not replaced. */
export function runMainOfProgram(path: string): boolean {
  if (M.runMain === undefined || M.runMain === names.runMainOfNode || isRunningMain) return false;
  isRunningMain = true;
  M.runMain(path);
  return true;
}

/** Set while the program's `runMain` runs, which usually calls Node's own in the end. */
let isRunningMain = false;

/** Runs a CommonJS main module. Returns its exports. */
export function runMain(path: string): unknown {
  return M._load(path, null, true);
}

// A main module that did not need this loader ran without it; a later load finds its module.
adopt(mainProgram.simpleMain());

if (isLoadedBuiltin("internal:loader/data_modules")) dataModules.adoptJson(M._cache);

function adopt(simple: { path: string; exports: object; isLoaded: boolean } | null): void {
  if (simple === null) return;
  const module = new M(simple.path, null);
  module.id = ".";
  module.filename = simple.path;
  module.paths = M._nodeModulePaths(directoryOf(simple.path));
  module.exports = simple.exports;
  module.loaded = simple.isLoaded;
  M._cache[simple.path] = module;
  setMain(module);
}

/** `--require`. */
export function preloadFor(folder: string, request: string): void {
  const parent = new M("internal/preload", null);
  parent.paths = M._nodeModulePaths(folder);
  isPreloading = true;
  try {
    M._load(request, parent, false);
  } finally {
    isPreloading = false;
  }
}
