// The registry of a program's modules, and loading: from a resolved specifier to a module whose whole graph is read.
import { load as loadBuiltin } from "internal:bootstrap";
import { type Module, type Request, SourceModule, SyntheticModule } from "internal:loader/records";
import { type Resolved, resolve, urlOf } from "internal:loader/resolve";
import { hasLoadHooks } from "internal:loader/hook_state";
import { ERR_INVALID_RETURN_PROPERTY_VALUE, ERR_UNSUPPORTED_ESM_URL_SCHEME } from "internal:errors";
import defer * as hooks from "internal:loader/hooks";
import defer * as commonjs from "internal:loader/commonjs";
import defer * as otherFormats from "internal:loader/other_formats";
import defer * as problems from "internal:loader/problems";
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

/** Loads what `specifier` names in `parent` (a path or URL), with everything it imports statically. */
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
  const parent = module.path === "" ? module.url : module.path;
  const attributes = Object.fromEntries(request.attributes);
  return moduleOf(resolve(request.specifier, parent, false, attributes), attributes, pending, added);
}

function moduleOf(resolved: Resolved, attributes: Attributes, pending: SourceModule[], added: string[]): Module {
  const url = urlOf(resolved);
  const type = attributes.type;
  const key = type === undefined || type === "json" ? url : `${url}\0${type}`;
  const known = modules.get(key);
  if (known !== undefined) {
    otherFormats.checkAttributes(url, resolved.format, attributes);
    return known;
  }
  const module = create(url, resolved, attributes);
  modules.set(key, module);
  added.push(key);
  if (module instanceof SourceModule) pending.push(module);
  return module;
}

function create(url: string, resolved: Resolved, attributes: Attributes): Module {
  const { format, path } = resolved;
  if (hasLoadHooks()) {
    const hooked = hooks.load(resolved, attributes, false);
    if (hooked !== null) return createHooked(url, resolved, hooked);
  }
  if (format === "builtin") return builtinModule(url);
  if (resolved.url !== undefined) throw new ERR_UNSUPPORTED_ESM_URL_SCHEME({ protocol: url.slice(0, url.indexOf(":") + 1) }, ["file", "data", "node"]);
  if (attributes.type !== undefined || (format !== "module" && format !== "commonjs" && format !== "detect")) {
    return otherFormats.create(url, resolved, attributes);
  }
  if (format === "commonjs") return commonjs.facade(url, path);
  const { handle, record } = loadFile(path, format === "module" ? 1 : 0);
  const parsed = JSON.parse(record);
  if (parsed.error !== undefined) throw problems.syntaxError(parsed.error);
  if (parsed.kind === "commonjs") return commonjs.facadeOfLoaded(url, path, handle, parsed);
  return new SourceModule(url, path, handle, parsed);
}

/** A module whose format or source hooks gave. */
function createHooked(url: string, resolved: Resolved, hooked: hooks.HookedSource): Module {
  const { format, source } = hooked;
  const { path } = resolved;
  if (format === "builtin") return builtinModule(url);
  const name = path === "" ? url : path;
  if (source === null) {
    if (format === "commonjs" && path !== "") return commonjs.facade(url, path);
    throw new ERR_INVALID_RETURN_PROPERTY_VALUE("a string, an ArrayBuffer, or a TypedArray", "load", "source", source);
  }
  if (format === "json") return otherFormats.jsonModule(url, source, name);
  const kind = format === "module" ? 1 : format === "commonjs" ? 2 : 0;
  const { handle, record } = loadSource(source, name, kind);
  const parsed = JSON.parse(record);
  if (parsed.error !== undefined) throw problems.syntaxError(parsed.error);
  if (parsed.kind === "commonjs") return commonjs.facadeOfLoaded(url, name, handle, parsed);
  return new SourceModule(url, path, handle, parsed);
}

/** Makes a module of what the transformer returned; throws its SyntaxError. */
export function sourceModule(url: string, path: string, handle: number, record: string): SourceModule {
  const parsed = JSON.parse(record);
  if (parsed.error !== undefined) throw problems.syntaxError(parsed.error);
  return new SourceModule(url, path, handle, parsed);
}

const builtinModules = new Map<string, { module: SyntheticModule; exports: any }>();

/** A builtin as programs import it: the keys of its default export are its names. */
function builtinModule(id: string): SyntheticModule {
  const exports = loadBuiltin(id).default;
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
    if (name === "default") environment[name] = exports;
    else {
      const descriptor = Object.getOwnPropertyDescriptor(exports, name);
      if (descriptor !== undefined && descriptor.get !== undefined) {
        Object.defineProperty(environment, name, { get: () => exports[name], enumerable: true, configurable: true });
      } else environment[name] = exports[name];
    }
  }
}

/** `module.syncBuiltinESMExports()`. */
export function syncBuiltinExports(): void {
  for (const { module, exports } of builtinModules.values()) if (module.environment !== null) fillBuiltin(module, exports);
}
