// The layer of `Bun.plugin` around the module loader: resolves, loads and makes the modules that plugins decide about.
// Callbacks of `onLoad` may return a promise, which `import` awaits; `require` cannot.
import { type Layer, PLUGINS, setLayer, steps } from "internal:loader/chain";
import { create as createHooked } from "internal:loader/hooked_modules";
import {
  type Attributes,
  attributesOf,
  createModule,
  keyOf,
  loadedModule,
  parentOf,
  removeModule,
  sourceModule,
  sourceOf,
  storeModule,
} from "internal:loader/load";
import { type Module, type Request, SourceModule, SyntheticModule, UNLINKED } from "internal:loader/records";
import { type Resolved, resolve, resolveInFolder, urlOf } from "internal:loader/resolve";
import { services } from "internal:core/bootstrap";
import { pathOfFileUrl } from "internal:core/file_url";
import defer * as transpilers from "internal:bun/transpiler";
import { utf8ToString } from "native:buffer";
import { SourceGoal, loadSource } from "native:modules";

/** A callback with the modules that it is for. */
export interface Registered {
  filter: RegExp;
  namespace: string;
  callback(details: object): unknown;
}

/** What all plugins have registered. */
export const rules: { resolve: Registered[]; load: Registered[]; modules: Map<string, () => unknown> } = {
  resolve: [],
  load: [],
  modules: new Map(),
};

/** What a plugin returns for a module. */
interface Given {
  contents?: string | ArrayBuffer | ArrayBufferView;
  loader?: string;
  exports?: Record<string, unknown>;
}

/** The scheme of modules that have no file: `plugin:NAMESPACE:PATH`. */
const SCHEME = "plugin:";
/** The namespace of the modules of `module()`. */
const MODULES = "module";
/** Where the source of a required object finds it. */
const OBJECTS = Symbol.for("brio.plugin.objects");

/** Puts the layer around the loader. */
export function install(): void {
  setLayer(PLUGINS, layer);
}

/** Removes all rules, and the layer. */
export function clear(): void {
  rules.resolve.length = 0;
  rules.load.length = 0;
  rules.modules.clear();
  setLayer(PLUGINS, null);
}

const layer: Layer = (next) => ({
  resolve: (specifier, parent, attributes) =>
    resolvedByPlugin(specifier, parent, "import-statement") ??
    (next.resolve ?? resolveInFolder)(specifier, pathOfParent(parent), attributes),
  resolveRequired: (request, parent) =>
    resolvedByPlugin(request, parent, "require-call") ??
    (next.resolveRequired ?? ((name, from) => resolve(name, from, true)))(request, pathOfParent(parent)),
  create: (url, resolved, attributes) => {
    const given = synchronous(loadedByPlugin(resolved), url);
    return given === null
      ? (next.create ?? createModule)(url, resolved, attributes)
      : moduleOf(url, resolved, attributes, given);
  },
  readRequired: (filename) => {
    const given = synchronous(loadedByPlugin(resolvedName(filename)), filename);
    return given === null ? (next.readRequired?.(filename) ?? null) : requiredSource(filename, given);
  },
  graphs: { load: loadGraphFrom, loadSource: loadGraphOfSource },
});

function pathOfParent(parent: string): string {
  const [, path] = splitUrl(parent) ?? [];
  return path !== undefined && path.startsWith("/") ? path : parent;
}

/** The namespace and the path of a module without a file. */
function splitUrl(url: string): [namespace: string, path: string] | null {
  if (!url.startsWith(SCHEME)) return null;
  const end = url.indexOf(":", SCHEME.length);
  return [url.slice(SCHEME.length, end), decodeURIComponent(url.slice(end + 1))];
}

function resolvedName(filename: string): Resolved {
  return filename.startsWith("/")
    ? { format: "detect", path: filename, suffix: "", url: undefined }
    : { format: "detect", path: "", suffix: "", url: filename };
}

function resolvedIn(namespace: string, path: string): Resolved {
  if (namespace === "file" && path.startsWith("/")) return resolve(path, "/_", false);
  const url = `${SCHEME}${namespace}:${encodeURIComponent(path).replaceAll("%2F", "/")}`;
  return { format: "detect", path: "", suffix: "", url };
}

function resolvedByPlugin(specifier: string, parent: string, kind: string): Resolved | null {
  if (rules.modules.has(specifier)) return resolvedIn(MODULES, specifier);
  const [parentNamespace, parentPath] = splitUrl(parent) ?? ["file", pathOfFileUrl(parent) ?? parent];
  const prefix = /^([a-zA-Z][\w-]*):(?!\/\/)(.*)$/s.exec(specifier);
  for (const { filter, namespace, callback } of rules.resolve) {
    const isPrefixed = prefix !== null && prefix[1] === namespace;
    const path = isPrefixed ? prefix[2]! : specifier;
    if (!isPrefixed && namespace !== parentNamespace && namespace !== "file") continue;
    filter.lastIndex = 0;
    if (!filter.test(path)) continue;
    const given = callback({ path, importer: parentPath, namespace: parentNamespace, kind }) as
      | { path?: unknown; namespace?: unknown }
      | null
      | undefined;
    if (given === null || given === undefined) continue;
    if (given instanceof Promise) throw new TypeError("onResolve() does not support promises at run time");
    if (typeof given !== "object" || typeof given.path !== "string")
      throw new TypeError('onResolve() expects an object with the string "path"');
    return resolvedIn(
      typeof given.namespace === "string" && given.namespace !== "" ? given.namespace : "file",
      given.path,
    );
  }
  // A specifier with a namespace that some plugin loads.
  if (prefix !== null && rules.load.some(({ namespace }) => namespace === prefix[1] && namespace !== "file"))
    return resolvedIn(prefix[1]!, prefix[2]!);
  return null;
}

/** What a plugin returns for a module, or a promise of it; null when none handles it. */
function loadedByPlugin(resolved: Resolved): Given | Promise<Given | null> | null {
  if (resolved.format === "builtin" || resolved.format === "data") return null;
  const [namespace, path] = (resolved.url === undefined ? null : splitUrl(resolved.url)) ?? ["file", resolved.path];
  if (path === "") return null;
  if (namespace === MODULES && rules.modules.has(path)) return checked(rules.modules.get(path)!(), "module()");
  return callPlugins(namespace, path, 0);
}

function callPlugins(namespace: string, path: string, start: number): Given | Promise<Given | null> | null {
  for (let index = start; index < rules.load.length; index++) {
    const rule = rules.load[index]!;
    if (rule.namespace !== namespace) continue;
    rule.filter.lastIndex = 0;
    if (!rule.filter.test(path)) continue;
    const given = rule.callback({ path, namespace, loader: loaderOf(path), defer: () => Promise.resolve() });
    if (given instanceof Promise)
      return given.then((value) =>
        isNothing(value) ? callPlugins(namespace, path, index + 1) : checked(value, "onLoad()"),
      );
    if (!isNothing(given)) return checked(given, "onLoad()");
  }
  if (namespace !== "file") throw new TypeError(`no plugin loads "${path}" of the namespace "${namespace}"`);
  return null;
}

function isNothing(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

function checked(given: unknown, name: string): Given | Promise<Given> {
  if (given instanceof Promise) return given.then((value) => checked(value, name));
  if (typeof given !== "object" || given === null) throw new TypeError(`${name} expects an object returned`);
  const { contents, loader, exports } = given as Given;
  if (loader === "object") {
    if (typeof exports !== "object" || exports === null)
      throw new TypeError(`${name} with the loader "object" expects an object "exports"`);
  } else if (typeof contents !== "string" && !ArrayBuffer.isView(contents) && !(contents instanceof ArrayBuffer)) {
    throw new TypeError(`${name} expects "contents" to be a string or an ArrayBufferView`);
  }
  return given as Given;
}

function loaderOf(path: string): string {
  const extension = /\.([a-z0-9]+)$/i.exec(path)?.[1] ?? "";
  return { mjs: "js", cjs: "js", mts: "ts", cts: "ts", yml: "yaml", txt: "text" }[extension] ?? (extension || "js");
}

/** What a plugin returns, where nothing can be awaited. */
function synchronous(given: Given | Promise<Given | null> | null, name: string): Given | null {
  if (!(given instanceof Promise)) return given;
  given.catch(() => {});
  throw new TypeError(`require() of "${name}" is not supported: its plugin returns a promise (use import())`);
}

/** The values that a module exports, unless it is code. */
function valuesOf(given: Given): Record<string, unknown> | null {
  const loader = given.loader ?? "js";
  if (loader === "object") return given.exports!;
  if (loader === "text") return { default: textOf(given.contents!) };
  if (!["json", "jsonc", "json5", "toml", "yaml"].includes(loader)) return null;
  const text = textOf(given.contents!);
  const value: unknown = loader === "json" ? JSON.parse(text) : services().parseData(loader.toUpperCase(), text);
  const isRecord = typeof value === "object" && value !== null && !Array.isArray(value);
  return isRecord ? { ...value, default: value } : { default: value };
}

function textOf(contents: string | ArrayBuffer | ArrayBufferView): string {
  if (typeof contents === "string") return contents;
  const bytes = ArrayBuffer.isView(contents)
    ? new Uint8Array(contents.buffer as ArrayBuffer, contents.byteOffset, contents.byteLength)
    : new Uint8Array(contents);
  return utf8ToString(bytes, 0, bytes.length);
}

/** The source of a module that is code, in JavaScript or TypeScript. */
function codeOf(given: Given): { source: string; isTypeScript: boolean } {
  const loader = given.loader ?? "js";
  const source = textOf(given.contents!);
  if (loader === "jsx" || loader === "tsx") {
    const transpiler = new transpilers.Transpiler({ loader, target: "bun" } as never);
    return { source: transpiler.transformSync(source), isTypeScript: false };
  }
  if (loader !== "js" && loader !== "ts")
    throw new TypeError(`a plugin gave the loader "${loader}", which is not supported`);
  return { source, isTypeScript: loader === "ts" };
}

function moduleOf(url: string, resolved: Resolved, attributes: Attributes, given: Given): Module {
  const values = valuesOf(given);
  if (values === null) return createHooked(url, resolved, attributes, { format: "detect", ...codeOf(given) });
  return new SyntheticModule(url, Object.keys(values), (module) => {
    const environment = module.environmentObject();
    for (const name of Object.keys(values)) {
      const value = values[name];
      Object.defineProperty(environment, name, { value, writable: true, enumerable: true, configurable: true });
    }
  });
}

function requiredSource(filename: string, given: Given): { format: string; source: string } {
  const values = valuesOf(given);
  if (values === null) {
    const { source, isTypeScript } = codeOf(given);
    return { format: isTypeScript ? "commonjs-typescript" : "commonjs", source };
  }
  const holder = globalThis as unknown as Record<symbol, Map<string, unknown>>;
  if (holder[OBJECTS] === undefined) Object.defineProperty(globalThis, OBJECTS, { value: new Map() });
  holder[OBJECTS]!.set(filename, given.loader === "object" ? values : values.default);
  return {
    format: "commonjs",
    source: `module.exports = globalThis[Symbol.for("brio.plugin.objects")].get(${JSON.stringify(filename)});`,
  };
}

async function loadGraphFrom(specifier: string, parent: string, attributes: Attributes): Promise<Module> {
  const added: string[] = [];
  try {
    const root = await moduleNamed(specifier, parent, attributes, added);
    await loadGraph(root, added);
    return root;
  } catch (error) {
    for (const key of added) removeModule(key);
    throw error;
  }
}

async function loadGraphOfSource(source: string, path: string, url: string): Promise<Module> {
  const { handle, record } = loadSource(source, path, SourceGoal.ES_MODULE);
  const module = sourceModule(url, path, handle, record);
  await loadGraph(module, []);
  return module;
}

async function loadGraph(root: Module, added: string[]): Promise<void> {
  const seen = new Set<Module>([root]);
  for (const module of seen) {
    if (!(module instanceof SourceModule) || module.status !== UNLINKED) continue;
    for (const request of module.requests) {
      if (request.module === null) await loadRequest(module, request, added);
      seen.add(request.module!);
    }
  }
}

async function loadRequest(module: SourceModule, request: Request, added: string[]): Promise<void> {
  const found = await moduleNamed(request.specifier, parentOf(module), attributesOf(request), added);
  request.module ??= request.isSource ? sourceOf(found) : found;
}

async function moduleNamed(specifier: string, parent: string, given: Attributes, added: string[]): Promise<Module> {
  const resolved = steps().resolve!(specifier, parent, given);
  const attributes = resolved.importAttributes ?? given;
  const url = urlOf(resolved);
  const key = keyOf(url, attributes);
  const known = loadedModule(key);
  if (known !== undefined) return known;
  steps().begin?.(resolved.path);
  const loaded = await loadedByPlugin(resolved);
  const meanwhile = loadedModule(key);
  if (meanwhile !== undefined) return meanwhile;
  const module =
    loaded === null ? createModule(url, resolved, attributes) : moduleOf(url, resolved, attributes, loaded);
  storeModule(key, module);
  added.push(key);
  return module;
}
