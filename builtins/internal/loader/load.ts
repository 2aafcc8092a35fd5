// The registry of a program's modules, and loading: from a resolved specifier to a module whose complete graph is read. Hooks
// are around the steps that this calls (`chain.ts`).
import { load as loadBuiltin, safe, pinned } from "internal:core/bootstrap";
import * as lists from "internal:core/lists";
import {
  type CommonJsRecord,
  type Module,
  type Request,
  SourceModule,
  type SourceRecord,
  SyntheticModule,
} from "internal:loader/records";
import { hasLayers, loadFile, release, steps } from "internal:loader/chain";
import { type Resolved, builtinOf, resolveImport, urlOf } from "internal:loader/resolve";
import { launch } from "internal:core/launch";
import defer * as guard from "internal:loader/import_guard";
import { ERR_UNKNOWN_BUILTIN_MODULE, ERR_UNSUPPORTED_ESM_URL_SCHEME } from "internal:core/errors";
import defer * as program from "internal:core/program";
import defer * as bunCommonJs from "internal:loader/bun_commonjs";
import defer * as commonjsSources from "internal:loader/commonjs_source";
import defer * as facades from "internal:loader/commonjs_facade";
import defer * as dataModules from "internal:loader/data_modules";
import defer * as graphErrors from "internal:loader/graph_errors";
import defer * as loaderErrors from "internal:loader/errors";
import defer * as macros from "internal:loader/macros";
import { SourceGoal, loadSource } from "native:modules";

const modules = pinned(new Map<string, Module>());

/** The attributes of an import as an object. */
export type Attributes = Record<string, string>;

/** The module with that key, if it was loaded. */
export function loadedModule(url: string): Module | undefined {
  return modules.get(url);
}

/** Removes a module that failed to load, so that a later import tries again. */
export function removeModule(url: string): void {
  modules.delete(url);
}

/** Whether a module of a program was loaded. */
export function hasModules(): boolean {
  return modules.size > 0 || sources.size > 0;
}

/** Removes all modules of the program. */
export function clearModules(): void {
  modules.clear();
  sources.clear();
}

/** Stores a module by the key of its URL and attributes. */
export function storeModule(key: string, module: Module): void {
  modules.set(key, module);
}

/** The key of a module: imports with another `type` are other modules. */
export function keyOf(url: string, attributes: Attributes): string {
  return attributes.type === undefined ? url : `${url}\0${attributes.type}`;
}

/** Loads the module that `specifier` names in `parent` (a path or URL; empty: the start of the program), with its static imports. */
export function loadFrom(specifier: string, parent: string, attributes: Attributes): Module {
  return loadResolved(resolveImport(specifier, parent, attributes), attributes);
}

/** Loads a module and its graph. Throws the first error; the modules read until then are removed. */
export function loadResolved(resolved: Resolved, attributes: Attributes): Module {
  const pending: SourceModule[] = [];
  const added: string[] = [];
  try {
    const root = moduleOf(resolved, attributes, pending, added);
    for (let module = lists.pop(pending); module !== undefined; module = lists.pop(pending)) {
      for (const request of module.requests) request.module = requestedModule(module, request, pending, added);
    }
    return root;
  } catch (error) {
    for (let index = 0; index < added.length; index++) modules.delete(added[index]!);
    throw error;
  }
}

/** Makes a module of transformed source, unless there is one, and loads its graph. */
export function loadTransformed(
  url: string,
  path: string,
  handle: number,
  record: SourceRecord,
  isOfFile: boolean,
): Module {
  const known = modules.get(url);
  if (known !== undefined) {
    release(handle);
    return known;
  }
  const module = withMacros(new SourceModule(url, path, handle, record));
  module.isOfFile = isOfFile;
  modules.set(url, module);
  const pending: SourceModule[] = [module];
  const added: string[] = [url];
  try {
    for (let next = lists.pop(pending); next !== undefined; next = lists.pop(pending)) {
      for (const request of next.requests) request.module = requestedModule(next, request, pending, added);
    }
  } catch (error) {
    for (const name of added) modules.delete(name);
    throw error;
  }
  return module;
}

/** The source of modules that are not files, by their URL. */
const sources = pinned(new Map<string, string>());

/** The source of a module that is not a file. */
export function storedSource(url: string): string | undefined {
  return sources.get(url);
}

/** Stores the source of a module that is not a file, for messages. */
export function storeSource(url: string, source: string): void {
  sources.set(url, source);
}

/**
 * Makes a module of source that is not in a file and loads its graph. `isOfFile`: as that of a module. `name`: a file name
 * whose extension says the language.
 */
export function loadFromSource(source: string, path: string, url: string, isOfFile = false, name = path): SourceModule {
  const { handle, record } = loadSource(source, name, SourceGoal.ES_MODULE);
  const module = sourceModule(url, path, handle, record);
  module.isOfFile = isOfFile;
  const pending = [module];
  for (let next = lists.pop(pending); next !== undefined; next = lists.pop(pending)) {
    for (const request of next.requests) request.module = requestedModule(next, request, pending, []);
  }
  return module;
}

function requestedModule(module: SourceModule, request: Request, pending: SourceModule[], added: string[]): Module {
  try {
    return moduleOfRequest(module, request, pending, added);
  } catch (error) {
    if (program.home() === "deno") graphErrors.noteRequest(error, module.url, request.place);
    throw error;
  }
}

function moduleOfRequest(module: SourceModule, request: Request, pending: SourceModule[], added: string[]): Module {
  const attributes = attributesOf(request);
  if (request.isSource) return sourceOf(loadAlone(request.specifier, parentOf(module), attributes));
  const resolved = resolvedRequest(module, request.specifier, attributes);
  if (launch().restricts) guard.checkStatic(module, resolved);
  return moduleOf(resolved, attributes, pending, added);
}

function resolvedRequest(module: SourceModule, specifier: string, attributes: Attributes): Resolved {
  if (program.home() === "deno") checkRemote(module, specifier);
  try {
    return resolveImport(specifier, parentOf(module), attributes);
  } catch (error) {
    if (launch().restricts) guard.checkMissing(specifier, module);
    throw error;
  }
}

/** In Deno, static imports of a module from a host lead to no file. */
export function checkRemote(module: SourceModule, specifier: string): void {
  if (module.url.startsWith("http") && specifier.startsWith("file:"))
    throw new TypeError(
      `Remote modules are not allowed to import local modules. Consider using a dynamic import instead.\n  Importing: ${specifier}`,
    );
}

/** Loads a module without its imports, for its source object. */
export function loadAlone(specifier: string, parent: string, attributes: Attributes): Module {
  const pending: SourceModule[] = [];
  const module = moduleOf(resolveImport(specifier, parent, attributes), attributes, pending, []);
  if (pending.length > 0) module.isAlone = true;
  return module;
}

/** The module that `import source` of another binds to. Throws a SyntaxError for a module without a source object. */
export function sourceOf(module: Module): Module {
  const { phaseSource } = module;
  if (phaseSource === null) throw loaderErrors.noSource(module.url);
  return new SyntheticModule(module.url, ["default"], (self) => {
    self.environmentObject().default = phaseSource;
  });
}

/** The attributes of a static import. */
export function attributesOf(request: Request): Attributes {
  return request.attributes.length === 0
    ? NO_ATTRIBUTES
    : safe.setPrototypeOf(safe.fromEntries(request.attributes), null);
}

const NO_ATTRIBUTES: Attributes = safe.freeze({ __proto__: null } as object as Attributes);

/** The base of a module's requests: its URL with the query for hooks, else its path. */
export function parentOf(module: SourceModule): string {
  return module.path === "" || hasLayers() ? module.url : module.path;
}

function moduleOf(resolved: Resolved, given: Attributes, pending: SourceModule[], added: string[]): Module {
  const url = urlOf(resolved);
  const attributes = resolved.importAttributes ?? given;
  const key = keyOf(url, attributes);
  const known = modules.get(key);
  if (known !== undefined) {
    dataModules.checkAttributes(url, resolved.format, attributes);
    if (known.isAlone) {
      known.isAlone = false;
      lists.push(pending, known as SourceModule);
    }
    return known;
  }
  const { begin, create } = steps();
  begin?.(resolved.path);
  const module = (create ?? createModule)(url, resolved, attributes);
  modules.set(key, module);
  lists.push(added, key);
  if (module instanceof SourceModule) lists.push(pending, module);
  return module;
}

/** Formats, and extensions of media types that Deno knows, whose files are not ES modules. */
const NOT_CODE = new Set("commonjs detect json wasm addon data css html sql jsonc json5 md map".split(" "));

/** Makes a module of the resource at a URL. */
export function createModule(url: string, resolved: Resolved, attributes: Attributes): Module {
  const { format, path } = resolved;
  if (format === "builtin") return builtinModule(url);
  if (resolved.url !== undefined) {
    if (url.startsWith("node:")) throw new ERR_UNKNOWN_BUILTIN_MODULE(url);
    throw new ERR_UNSUPPORTED_ESM_URL_SCHEME({ protocol: url.slice(0, url.indexOf(":") + 1) }, [
      "file",
      "data",
      "node",
    ]);
  }
  // For Deno a file with an unknown extension, such as a snapshot, is JavaScript.
  const isModule = format === "module" || (program.home() === "deno" && !NOT_CODE.has(format));
  const isCode = isModule || format === "commonjs" || format === "detect";
  if (!isCode || (attributes.type !== undefined && dataModules.isData(attributes.type)))
    return dataModules.create(url, resolved, attributes);
  if (format === "commonjs" || (format === "detect" && !commonjsSources.detectsModules()))
    return commonJsFile(url, path);
  const { handle, record } = loadFile(path, isModule ? SourceGoal.ES_MODULE : SourceGoal.DETECT);
  const parsed = safe.parseJson(record);
  if (parsed.error !== undefined) throw loaderErrors.syntaxErrorOfModule(parsed.error);
  if (parsed.kind === "commonjs") return commonJsModule(url, path, handle, parsed);
  const module = withMacros(new SourceModule(url, path, handle, parsed));
  module.isOfFile = true;
  return module;
}

/** A module, in Bun with the results of its macros. */
function withMacros(module: SourceModule): SourceModule {
  if (program.home() !== "bun") return module;
  const isMacro = ([name, value]: [string, string]) => name === "type" && value === "macro";
  return lists.some(module.requests, ({ attributes }) => lists.some(attributes, isMacro))
    ? moduleWithResults(module)
    : module;
}

function moduleWithResults(module: SourceModule): SourceModule {
  const { url, path } = module;
  const source = macros.expanded(path);
  if (source === null) return module;
  release(module.handle);
  const { handle, record } = loadSource(source, path, SourceGoal.ES_MODULE);
  return sourceModule(url, path, handle, record);
}

let namesAreRunTime = false;

/**
 * From now on, programs of all homes import CommonJS files as those of Bun do: all that a file exports when it has run.
 * Suites of Jest and Vitest expect it from the tools that transform them.
 */
export function importCommonJsByRunning(): void {
  namesAreRunTime = true;
}

/** The module through which a CommonJS file that is not transformed yet is imported. */
export function commonJsFile(url: string, path: string): Module {
  if (!namesAreRunTime) return facades.facade(url, path);
  const { handle, record } = loadFile(path, SourceGoal.COMMON_JS);
  const parsed = safe.parseJson(record);
  if (parsed.error !== undefined) throw loaderErrors.syntaxErrorOfModule(parsed.error);
  return commonJsModule(url, path, handle, parsed);
}

/** The module through which a transformed CommonJS file is imported, by the rules of the program's home. */
export function commonJsModule(url: string, path: string, handle: number, record: CommonJsRecord): Module {
  return program.home() === "bun" || namesAreRunTime
    ? bunCommonJs.facadeOfLoaded(url, path, handle, record)
    : facades.facadeOfLoaded(url, path, handle, record);
}

/** Makes a module of a result of the transform; throws its SyntaxError. */
export function sourceModule(url: string, path: string, handle: number, record: string): SourceModule {
  const parsed = safe.parseJson(record);
  if (parsed.error !== undefined) throw loaderErrors.syntaxErrorOfModule(parsed.error);
  return new SourceModule(url, path, handle, parsed);
}

const builtinModules = pinned(new Map<string, { module: SyntheticModule; exports: any }>());

/** A builtin as programs import it: the keys of its default export are its names. Tests import internal builtins directly. */
export function builtinModule(id: string): SyntheticModule {
  const isInternal = id.startsWith("internal:") || id.startsWith("web:");
  if (!isInternal && builtinOf(id) === null) throw new ERR_UNKNOWN_BUILTIN_MODULE(id);
  const exports = isInternal ? loadBuiltin(id) : loadBuiltin(id).default;
  const isObject = (typeof exports === "object" && exports !== null) || typeof exports === "function";
  const names = isObject ? lists.filter(safe.keys(exports), (name) => name !== "default") : [];
  lists.push(names, "default");
  const module = new SyntheticModule(id, names, (self) => fillBuiltin(self, exports));
  builtinModules.set(id, { module, exports });
  return module;
}

function fillBuiltin(module: SyntheticModule, exports: any): void {
  const environment = module.environmentObject();
  for (const name of module.exportNames()) {
    // Modules of Bun may have a default export besides the object that `require` returns.
    if (name === "default") environment[name] = exports?.__esModule === true ? exports.default : exports;
    else {
      const descriptor = safe.getOwnPropertyDescriptor(exports, name);
      if (descriptor !== undefined && descriptor.get !== undefined) {
        safe.defineProperty(environment, name, { get: () => exports[name], enumerable: true, configurable: true });
      } else if (safe.getOwnPropertyDescriptor(environment, name)?.get !== undefined) {
        // The member was lazy when the module was imported, and has been read since.
        safe.defineProperty(environment, name, {
          value: exports[name],
          writable: true,
          enumerable: true,
          configurable: true,
        });
      } else environment[name] = exports[name];
    }
  }
}

/** `module.syncBuiltinESMExports()`. */
export function syncBuiltinExports(): void {
  for (const { module, exports } of builtinModules.values())
    if (module.environment !== null) fillBuiltin(module, exports);
}
