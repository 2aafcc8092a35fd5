// The registry of a program's modules, and loading: from a resolved specifier to a module whose whole graph is read.
import { load as loadBuiltin } from "internal:core/bootstrap";
import { type Module, type Request, SourceModule, SyntheticModule } from "internal:loader/records";
import { type Resolved, builtinOf, resolve, urlOf } from "internal:loader/resolve";
import { asyncHooks, hasLoadHooks, hasResolveHooks } from "internal:loader/hook_state";
import { ERR_UNKNOWN_BUILTIN_MODULE, ERR_UNSUPPORTED_ESM_URL_SCHEME } from "internal:core/errors";
import defer * as hooks from "internal:loader/hooks";
import defer * as hookedModules from "internal:loader/hooked_modules";
import defer * as commonjsTexts from "internal:loader/commonjs_source";
import defer * as facades from "internal:loader/commonjs_facade";
import defer * as otherFormats from "internal:loader/data_modules";
import defer * as problems from "internal:loader/errors";
import { loadFile, loadSource, release } from "native:modules";

const modules = new Map<string, Module>();

/** The attributes of an import as an object. */
export type Attributes = Record<string, string>;

/** The module of that URL, if it was loaded. */
export function loadedModule(url: string): Module | undefined {
  return modules.get(url);
}

/** The URLs of all ES modules, and of what they imported. */
export function loadedUrls(): string[] {
  return [...modules.keys()];
}

/** Forgets a module that failed to load, so that a later import tries again. */
export function forget(url: string): void {
  modules.delete(url);
}

/** Keeps a module under its URL and the type that it was imported with. */
export function keep(key: string, module: Module): void {
  modules.set(key, module);
}

/** Under what a module is kept: imports with another `type` are other modules. */
export function keyOf(url: string, attributes: Attributes): string {
  return attributes.type === undefined ? url : `${url}\0${attributes.type}`;
}

/** Loads what `specifier` names in `parent` (a path or URL; empty: the program's start), with everything it imports statically. */
export function loadFrom(specifier: string, parent: string, attributes: Attributes): Module {
  return loadResolved(resolve(specifier, parent, false, attributes), attributes);
}

/** Loads a module and its graph. Throws the first error; what was read until then stays unlinked. */
export function loadResolved(resolved: Resolved, attributes: Attributes): Module {
  const pending: SourceModule[] = [];
  const added: string[] = [];
  try {
    const root = moduleOf(resolved, attributes, pending, added);
    for (let module = pending.pop(); module !== undefined; module = pending.pop()) {
      for (const request of module.requests) request.module = requestedModule(module, request, pending, added);
    }
    return root;
  } catch (error) {
    for (const url of added) modules.delete(url);
    throw error;
  }
}

/** Makes a module of a file that was transformed, unless it is there, and loads its graph. */
export function loadTransformed(url: string, path: string, handle: number, record: any): Module {
  const known = modules.get(url);
  if (known !== undefined) {
    release(handle);
    return known;
  }
  const module = new SourceModule(url, path, handle, record);
  modules.set(url, module);
  const pending: SourceModule[] = [module];
  const added: string[] = [url];
  try {
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      for (const request of next.requests) request.module = requestedModule(next, request, pending, added);
    }
  } catch (error) {
    for (const name of added) modules.delete(name);
    throw error;
  }
  return module;
}

/** Texts that are no files, by their URL. */
const texts = new Map<string, string>();

/** The text of a module that is no file. */
export function textOf(url: string): string | undefined {
  return texts.get(url);
}

/** Keeps the text of a module that is no file, for messages. */
export function keepText(url: string, source: string): void {
  texts.set(url, source);
}

/** Makes a module of text that is no file and loads its graph. */
export function loadText(source: string, path: string, url: string): SourceModule {
  const { handle, record } = loadSource(source, path, 1);
  const module = sourceModule(url, path, handle, record);
  const pending = [module];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const request of next.requests) request.module = requestedModule(next, request, pending, []);
  }
  return module;
}

function requestedModule(module: SourceModule, request: Request, pending: SourceModule[], added: string[]): Module {
  const attributes = attributesOf(request);
  if (request.isSource) return sourceOf(loadAlone(request.specifier, parentOf(module), attributes));
  return moduleOf(resolve(request.specifier, parentOf(module), false, attributes), attributes, pending, added);
}

/** Loads a module without what it imports, for its source. */
export function loadAlone(specifier: string, parent: string, attributes: Attributes): Module {
  const pending: SourceModule[] = [];
  const module = moduleOf(resolve(specifier, parent, false, attributes), attributes, pending, []);
  if (pending.length > 0) module.isAlone = true;
  return module;
}

/** The module that `import source` of another binds to. Throws a SyntaxError for one that has no source object. */
export function sourceOf(module: Module): Module {
  const { phaseSource } = module;
  if (phaseSource === null) throw problems.noSource(module.url);
  return new SyntheticModule(module.url, ["default"], (self) => {
    self.environmentObject().default = phaseSource;
  });
}

/** The attributes of a static import. */
export function attributesOf(request: Request): Attributes {
  return request.attributes.length === 0
    ? NO_ATTRIBUTES
    : Object.setPrototypeOf(Object.fromEntries(request.attributes), null);
}

const NO_ATTRIBUTES: Attributes = Object.freeze({ __proto__: null } as any);

/** What a module's requests are relative to: hooks see its URL with the query, resolution does with the path. */
export function parentOf(module: SourceModule): string {
  return module.path === "" || hasResolveHooks() || asyncHooks() !== null ? module.url : module.path;
}

function moduleOf(resolved: Resolved, given: Attributes, pending: SourceModule[], added: string[]): Module {
  const url = urlOf(resolved);
  const attributes = resolved.importAttributes ?? given;
  const key = keyOf(url, attributes);
  const known = modules.get(key);
  if (known !== undefined) {
    otherFormats.checkAttributes(url, resolved.format, attributes);
    if (known.isAlone) {
      known.isAlone = false;
      pending.push(known as SourceModule);
    }
    return known;
  }
  const module = create(url, resolved, attributes);
  modules.set(key, module);
  added.push(key);
  if (module instanceof SourceModule) pending.push(module);
  return module;
}

function create(url: string, resolved: Resolved, attributes: Attributes): Module {
  if (hasLoadHooks()) {
    const hooked = hooks.load(resolved, attributes, false);
    if (hooked !== null) return hookedModules.create(url, resolved, attributes, hooked);
  } else {
    const others = asyncHooks();
    if (others !== null)
      return hookedModules.ofAnswer(
        url,
        resolved,
        attributes,
        others.loadSync(url, hookedModules.formatFor(resolved), attributes),
      );
  }
  return createWithoutHooks(url, resolved, attributes);
}

/** Makes a module of what a URL itself leads to. */
export function createWithoutHooks(url: string, resolved: Resolved, attributes: Attributes): Module {
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
  if (attributes.type !== undefined || (format !== "module" && format !== "commonjs" && format !== "detect")) {
    return otherFormats.create(url, resolved, attributes);
  }
  if (format === "commonjs" || (format === "detect" && !commonjsTexts.detectsModules()))
    return facades.facade(url, path);
  const { handle, record } = loadFile(path, format === "module" ? 1 : 0);
  const parsed = JSON.parse(record);
  if (parsed.error !== undefined) throw problems.syntaxError(parsed.error);
  if (parsed.kind === "commonjs") return facades.facadeOfLoaded(url, path, handle, parsed);
  return new SourceModule(url, path, handle, parsed);
}

/** Makes a module of what the transformer returned; throws its SyntaxError. */
export function sourceModule(url: string, path: string, handle: number, record: string): SourceModule {
  const parsed = JSON.parse(record);
  if (parsed.error !== undefined) throw problems.syntaxError(parsed.error);
  return new SourceModule(url, path, handle, parsed);
}

const builtinModules = new Map<string, { module: SyntheticModule; exports: any }>();

/** A builtin as programs import it: the keys of its default export are its names. Tests import internal ones as they are. */
export function builtinModule(id: string): SyntheticModule {
  const isInternal = id.startsWith("internal:") || id.startsWith("web:");
  if (!isInternal && builtinOf(id) === null) throw new ERR_UNKNOWN_BUILTIN_MODULE(id);
  const exports = isInternal ? loadBuiltin(id) : loadBuiltin(id).default;
  const isObject = (typeof exports === "object" && exports !== null) || typeof exports === "function";
  const names = isObject ? Object.keys(exports).filter((name) => name !== "default") : [];
  names.push("default");
  const module = new SyntheticModule(id, names, (self) => fillBuiltin(self, exports));
  builtinModules.set(id, { module, exports });
  return module;
}

function fillBuiltin(module: SyntheticModule, exports: any): void {
  const environment = module.environmentObject();
  for (const name of module.exportNames()) {
    // Modules of Bun may have a default export beside the object that `require` gives.
    if (name === "default") environment[name] = exports?.__esModule === true ? exports.default : exports;
    else {
      const descriptor = Object.getOwnPropertyDescriptor(exports, name);
      if (descriptor !== undefined && descriptor.get !== undefined) {
        Object.defineProperty(environment, name, { get: () => exports[name], enumerable: true, configurable: true });
      } else if (Object.getOwnPropertyDescriptor(environment, name)?.get !== undefined) {
        // It was lazy when the module was imported, and has been read since.
        Object.defineProperty(environment, name, {
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
