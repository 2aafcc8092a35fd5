// Mocks of modules that belong to the realm of one test file: `jest.mock`, `vi.mock`, `mock.module`. Imports are changed by
// hooks of the loader, `require` by `Module._load`; both are installed with the first mock.
import { automock } from "internal:test_runner/jest/automock";
import { BUN, type MockDialect, VITEST } from "internal:test_runner/jest/mock_function";
import { replaceExports } from "internal:loader/namespace_spies";
import { fileUrl, pathOfFileUrl } from "internal:core/file_url";
import * as commonjs from "internal:loader/commonjs";
import { importFrom } from "internal:loader/dynamic_import";
import * as evaluation from "internal:loader/evaluate";
import * as hooks from "internal:loader/hooks";
import { namesFor } from "internal:test_runner/jest/module_names";
import { setImportBarrier } from "internal:loader/chain";
import { link } from "internal:loader/link";
import { loadedModule, loadFrom } from "internal:loader/load";
import { moduleOfNamespace, namespaceOf } from "internal:loader/namespace";
import { setEnvironmentParents } from "internal:loader/records";
import { builtinOf, resolve, urlOf } from "internal:loader/resolve";
import defer * as missing from "internal:test_runner/jest/missing_exports";
import defer * as fs from "internal:node/fs";
import defer * as path from "internal:core/path";

type Members = Record<string, unknown>;
/** The loader of CommonJS, whose `_load` is replaced. */
interface CommonJs {
  (key: string, parent: unknown): void;
  new (
    key: string,
    parent?: unknown,
  ): { exports: unknown; require(specifier: string): unknown; filename: string; paths: string[] };
  _load(request: string, parent: unknown, isMain: boolean): unknown;
  _resolveFilename(request: string, parent: unknown, isMain: boolean): string;
  _cache: Record<string, { exports: unknown } | undefined>;
  _nodeModulePaths(folder: string): string[];
}
const Module = commonjs.Module as unknown as CommonJs;

/** A mocked module. */
interface Mock {
  url: string;
  /** Its keys for `require`. */
  keys: string[];
  specifier: string;
  parent: string;
  factory: ((original: () => Promise<unknown>) => unknown) | undefined;
  /** It is a file in `__mocks__`. */
  isManual: boolean;
  /** The file of a package that is mocked without a call. */
  file: string | undefined;
  /** Its functions call the original ones. */
  spies: boolean;
  dialect: MockDialect;
  /** The exports, once they are made. */
  exports: { value: unknown } | null;
  version: number;
}

/** What is to be mocked. */
export interface MockRequest {
  parent: string;
  specifier: string;
  factory: ((original: () => Promise<unknown>) => unknown) | undefined;
  options: object | undefined;
  dialect: MockDialect;
  /** The file that stands for the module. */
  file?: string;
}

const MARK = "brio-mock";
const GENERATION = "brio-generation";
const HAND_OVER = Symbol.for("brio.mockedModule");
const DESTRUCTURABLE = Symbol.for("brio.destructurable");

const mocks = new Map<string, Mock>();
const byKey = new Map<string, Mock>();
let isInstalled = false;
let generation = 0;
/** Requests that bypass the mocks: `importActual`. */
let bypassed = 0;
let version = 0;

/** Mocks a module for what imports it from now on. Resolves the name from the file `parent`. */
export function mockModule(request: MockRequest): void {
  install();
  const { specifier, parent, dialect } = request;
  const { url, keys } = locate(specifier, parent);
  const mock: Mock = {
    url,
    keys,
    specifier,
    parent,
    factory: request.factory ?? manualMock(url, request),
    isManual: request.factory === undefined,
    file: request.file,
    spies: (request.options as { spy?: boolean } | undefined)?.spy === true,
    dialect,
    exports: null,
    version: ++version,
  };
  mocks.set(url, mock);
  unmocked.delete(url);
  for (const key of keys) {
    byKey.set(key, mock);
    unmocked.delete(key);
  }
}

/** Removes the mock of a module. */
export function unmockModule(parent: string, specifier: string): void {
  const { url, keys } = locate(specifier, parent);
  mocks.delete(url);
  unmocked.add(url);
  for (const key of keys) {
    byKey.delete(key);
    unmocked.add(key);
  }
}

/** `mock.module` of Bun: also changes what modules that are loaded already import. */
export function replaceModule(request: MockRequest): unknown {
  mockModule(request);
  const { url, keys } = locate(request.specifier, request.parent);
  const mock = mocks.get(url)!;
  const apply = (value: unknown): void => {
    mock.exports = { value };
    const loaded = loadedModule(url);
    if (loaded !== undefined && loaded.environment !== null) replaceExports(loaded, value as Members);
    for (const key of keys) {
      const known = Module._cache[key];
      if (known !== undefined && typeof known.exports === "object" && known.exports !== null)
        Object.assign(known.exports, value);
    }
  };
  const isLoaded = loadedModule(url) !== undefined || keys.some((key) => key in Module._cache);
  if (!isLoaded) return undefined;
  const value = request.factory?.(() => importActual(request.parent, request.specifier));
  if (value instanceof Promise) return value.then(apply);
  apply(value);
  return undefined;
}

interface Location {
  url: string;
  keys: string[];
}

/** The URL and keys of a module, also of one that does not exist: its name stands for it. */
function locate(specifier: string, parent: string): Location {
  const from = pathOfFileUrl(parent) ?? parent;
  bypassed++;
  try {
    for (const name of namesFor(specifier)) {
      const found = locationOf(name, from);
      if (found !== null) return found;
    }
  } finally {
    bypassed--;
  }
  const url = virtualUrl(specifier, from);
  return { url, keys: [url] };
}

/** The place of a module that exists; null for another one. */
function locationOf(name: string, from: string): Location | null {
  try {
    const resolved = resolve(name, from, false);
    const url = withoutMarks(urlOf(resolved));
    if (resolved.format === "builtin") return { url, keys: [url] };
    return { url, keys: [...new Set([resolved.path, ...pathForRequire(name, from)])] };
  } catch {
    const forRequire = pathForRequire(name, from);
    return forRequire.length === 0 ? null : { url: fileUrl(forRequire[0]!), keys: forRequire };
  }
}

/** The name of a module that does not exist, which stands for it. */
function virtualUrl(specifier: string, from: string): string {
  const name = specifier.startsWith(".") ? path.default.resolve(path.default.dirname(from), specifier) : specifier;
  return `${VIRTUAL}${name}`;
}

/** Before the name of a mock whose module does not exist. */
const VIRTUAL = "brio-virtual:";

function pathForRequire(specifier: string, parent: string): string[] {
  try {
    const found = resolve(specifier, parent, true);
    return found.format === "builtin" ? [] : [found.path];
  } catch {
    return [];
  }
}

/** The file in `__mocks__` that stands for a module. */
function manualMock(url: string, { specifier, parent, file: given }: MockRequest): (() => unknown) | undefined {
  const file = given ?? manualMockFile(url, specifier, parent);
  if (file === undefined) return undefined;
  return () => loadNow(parent, file);
}

function manualMockFile(url: string, specifier: string, parent: string): string | undefined {
  const ofPackage = packageMocks?.files.get(specifier);
  if (ofPackage !== undefined) return ofPackage;
  const { dirname, basename, join } = path.default;
  const candidates: string[] = [];
  const real = pathOfFileUrl(url);
  if (real !== null && !real.includes("/node_modules/"))
    candidates.push(join(dirname(real), "__mocks__", basename(real)));
  else {
    for (let folder = dirname(pathOfFileUrl(parent) ?? parent); ; folder = dirname(folder)) {
      for (const extension of [".js", ".ts", ".mjs", ".cjs", ".tsx", ".jsx", "/index.js"])
        candidates.push(join(folder, "__mocks__", `${specifier.replace(/^node:/, "")}${extension}`));
      if (folder === dirname(folder)) break;
    }
  }
  return candidates.find((candidate) => fs.default.existsSync(candidate));
}

/** Loads a module to its end now; throws for one that awaits. */
function loadNow(parent: string, specifier: string): unknown {
  const from = pathOfFileUrl(parent) ?? parent;
  const module = loadFrom(specifier, from, {});
  link(module);
  evaluation.evaluateSync(module);
  const namespace = namespaceOf(module) as Members;
  // In files of Jest the namespace of a module that exports a function is that function.
  if (typeof namespace === "function") return namespace;
  return (module as { isCommonJs?: boolean }).isCommonJs === true ? namespace.default : namespace;
}

/** The module itself, although it is mocked. */
export function requireActual(parent: string, specifier: string): unknown {
  return withoutMocks(() => {
    const from = pathOfFileUrl(parent) ?? parent;
    const module = new Module(from);
    module.filename = from;
    module.paths = Module._nodeModulePaths(path.default.dirname(from));
    return module.require(specifier);
  });
}

/** The mock of a module, an automatic one when there is none. */
export function requireMock(parent: string, specifier: string): unknown {
  const { url } = locate(specifier, parent);
  const mock = mocks.get(url);
  return mock === undefined ? automock(BUN, requireActual(parent, specifier)) : exportsOf(mock);
}

function withoutMocks<T>(run: () => T): T {
  bypassed++;
  try {
    return run();
  } finally {
    bypassed--;
  }
}

/** As `import(specifier)`, of the module itself; what it imports may be mocked. */
export async function importActual(parent: string, specifier: string): Promise<object> {
  actuals.add(specifier);
  return importFrom(parent, specifier, undefined, false);
}
/** Names whose next resolution bypasses the mocks. */
const actuals = new Set<string>();

/** The module with its functions mocked. */
export async function importMock(parent: string, specifier: string): Promise<unknown> {
  const { url } = locate(specifier, parent);
  if (mocks.has(url)) return importFrom(parent, specifier, undefined, false);
  return automock(BUN, await importActual(parent, specifier));
}

/** Modules are loaded again by what imports them from now on. */
export function resetModules(): void {
  install();
  generation++;
  for (const key of Object.keys(Module._cache)) delete Module._cache[key];
  for (const mock of mocks.values()) {
    if (mock.factory !== undefined) mock.exports = null;
    if (mock.isManual) mock.version = ++version;
  }
}

let outer: { generation: number; cache: [string, unknown][] }[] = [];
let generations = 0;
/** Begins `jest.isolateModules`. */
export function isolate(): void {
  install();
  outer.push({ generation, cache: Object.entries(Module._cache) });
  generations = Math.max(generations, generation) + 1;
  generation = generations + 1_000_000;
  for (const key of Object.keys(Module._cache)) delete Module._cache[key];
}
/** Ends `jest.isolateModules`. */
export function endIsolation(): void {
  const before = outer.pop()!;
  generation = before.generation;
  for (const key of Object.keys(Module._cache)) delete Module._cache[key];
  for (const [key, value] of before.cache) Module._cache[key] = value as { exports: unknown };
}

/** Removes all mocks: the next file of the same realm begins without. */
export function forgetAll(): void {
  mocks.clear();
  byKey.clear();
  unmocked.clear();
  generators = [];
  automocks = null;
  packageMocks = null;
}

/** Whether modules are mocked that no call mocks, and which are not. */
let automocks: { dialect: MockDialect; files: ReadonlySet<string> } | null = null;
/** URLs and paths of modules that `jest.unmock` names. */
const unmocked = new Set<string>();

/**
 * `automock` of a configuration, `jest.enableAutomock()`: modules of the project are mocked, those of packages where they
 * have a manual mock. `files`: paths of tests and set-up files, which are not mocked.
 */
export function setAutomock(dialect: MockDialect | null, files: readonly string[] = []): void {
  automocks = dialect === null ? null : { dialect, files: new Set([...(automocks?.files ?? []), ...files]) };
  if (dialect !== null) install();
}

/** Mocks a module that `automock` concerns; undefined for another one. */
function mockAutomatically(url: string, specifier: string, parent: string): Mock | undefined {
  const file = pathOfFileUrl(url);
  if (automocks === null || file === undefined || file === null || automocks.files.has(file)) return undefined;
  if (unmocked.has(url) || unmocked.has(file) || file.includes("/__mocks__/")) return undefined;
  if (file.includes("/node_modules/") && manualMockFile(url, specifier, parent) === undefined) return undefined;
  mockModule({ parent, specifier, factory: undefined, options: undefined, dialect: automocks.dialect });
  return mocks.get(url);
}

let packageMocks: { dialect: MockDialect; files: Map<string, string> } | null = null;

/** Packages that are mocked without a call, by the files that stand for them; builtins need one. */
export function setPackageMocks(dialect: MockDialect, files: [name: string, file: string][]): void {
  packageMocks = { dialect, files: new Map(files) };
  install();
}

/** The mock of a package that `setPackageMocks` names; its own file imports the package itself. */
function mockOfPackage(specifier: string, parent: string): Mock | undefined {
  const file = packageMocks?.files.get(specifier);
  if (packageMocks === null || file === undefined || bypassed > 0 || actuals.has(specifier)) return undefined;
  if ((pathOfFileUrl(parent) ?? parent) === file || builtinOf(specifier) !== null) return undefined;
  const { url, keys } = locate(specifier, parent);
  if (unmocked.has(url) || keys.some((key) => unmocked.has(key))) return undefined;
  if (!mocks.has(url))
    mockModule({ parent, specifier, factory: undefined, options: undefined, dialect: packageMocks.dialect, file });
  return mocks.get(url);
}

/** Mocks whose factories run; what these import does not wait for them. */
const preparing = new Set<Mock>();

/** Makes the exports of the mocks whose factories are asynchronous, before an `import()` loads. Rejects with their errors. */
async function prepareMocks(): Promise<void> {
  for (const mock of mocks.values()) {
    const { factory } = mock;
    if (mock.exports !== null || factory === undefined || preparing.has(mock)) continue;
    const isAsync = factory.length > 0 || Object.prototype.toString.call(factory) === "[object AsyncFunction]";
    if (!isAsync) continue;
    preparing.add(mock);
    try {
      const value = await factory(() => importActual(mock.parent, mock.specifier));
      checkExports(mock, value);
      mock.exports ??= { value };
    } finally {
      preparing.delete(mock);
    }
  }
}

function checkExports(mock: Mock, value: unknown): void {
  if (mock.dialect === BUN || mock.dialect.name === "jest.fn()") return;
  if (typeof value !== "object" || value === null)
    throw new Error(
      `[vitest] vi.mock("${mock.specifier}", factory?: () => unknown) is not returning an object. Did you mean to return an object with a "default" key?`,
    );
}

type OnGenerate = (path: string, mock: unknown) => unknown;
let generators: OnGenerate[] = [];

/** `jest.onGenerateMock`: changes the automatic mocks that are made from now on. */
export function onGenerateMock(callback: OnGenerate): void {
  generators.push(callback);
}

function generated(file: string, value: unknown): unknown {
  return generators.reduce((mock, change) => change(file, mock), value);
}

/** An automatic mock of a module, whether it is mocked or not. */
export function createMock(dialect: MockDialect, parent: string, specifier: string): unknown {
  const file = pathOfFileUrl(locate(specifier, parent).url) ?? specifier;
  return generated(file, automock(dialect, requireActual(parent, specifier)));
}

function exportsOf(mock: Mock): unknown {
  if (mock.exports === null) mock.exports = { value: makeExports(mock) };
  return mock.exports.value;
}

function makeExports(mock: Mock): unknown {
  const { factory, parent, specifier, dialect } = mock;
  if (factory === undefined)
    return generated(pathOfFileUrl(mock.url) ?? specifier, automock(dialect, actualOf(mock), mock.spies));
  const value = factory(() => importActual(parent, specifier));
  if (value instanceof Promise)
    throw new Error(
      `the factory of the mock of '${specifier}' is asynchronous: import the module with \`await import()\` after the mock`,
    );
  checkExports(mock, value);
  return value;
}

function actualOf(mock: Mock): unknown {
  return withoutMocks(() => {
    actuals.add(mock.specifier);
    try {
      return loadNow(mock.parent, mock.specifier);
    } finally {
      actuals.delete(mock.specifier);
    }
  });
}

function withoutMarks(url: string): string {
  return url.replace(new RegExp(`[?&](?:${MARK}|${GENERATION})=\\d+`, "g"), "");
}

function install(): void {
  if (isInstalled) return;
  isInstalled = true;
  const ours = { resolve: resolveHook, load: loadHook } as never;
  hooks.register(ours);
  setImportBarrier(prepareMocks);
  setEnvironmentParents(guardOf);
  Object.defineProperty(globalThis, HAND_OVER, {
    value: (url: string) => {
      const mock = mocks.get(url);
      if (mock === undefined) throw new Error(`the module ${url} is not mocked any more`);
      return exportsOf(mock);
    },
    configurable: true,
  });
  Object.defineProperty(globalThis, DESTRUCTURABLE, { value: destructurable, configurable: true });
  const load = Module._load;
  const mockingLoad = function _load(this: unknown, request: string, parent: unknown, isMain: boolean): unknown {
    const isOff = (byKey.size === 0 && automocks === null && packageMocks === null) || bypassed > 0;
    const mock = isOff ? undefined : mockForRequire(request, parent, isMain);
    return mock === undefined ? load.call(this, request, parent, isMain) : exportsForRequire(mock);
  };
  Module._load = mockingLoad;
  uninstall = () => {
    hooks.deregister(ours);
    setImportBarrier(null);
    delete (globalThis as Record<symbol, unknown>)[HAND_OVER];
    if (Module._load === mockingLoad) Module._load = load;
    isInstalled = false;
    generation = 0;
    outer = [];
    actuals.clear();
    uninstall = null;
  };
}

let uninstall: (() => void) | null = null;

/** Removes what mocks of modules need of the loader: the next file of the realm has loaded nothing yet. */
export function leaveLoader(): void {
  uninstall?.();
}

/** The namespace of a mock in a form whose missing exports throw when they are used; any other one as it is. */
function destructurable(namespace: object): object {
  const url = moduleOfNamespace(namespace)?.url ?? "";
  const mock = url.includes(`${MARK}=`) ? mocks.get(withoutMarks(url)) : undefined;
  return mock !== undefined && isOfFactory(mock) ? missing.destructurable(mock.specifier, namespace) : namespace;
}

/** For the modules of factories in Vitest: what throws for exports that these did not return. */
function guardOf(url: string): object | null {
  const mock = url.includes(`${MARK}=`) ? mocks.get(withoutMarks(url)) : undefined;
  if (mock === undefined || !isOfFactory(mock)) return null;
  return missing.missingExportsOf(mock.specifier, (name) => name in (exportsOf(mock) as object));
}

function isOfFactory({ dialect, factory, isManual }: Mock): boolean {
  return dialect === VITEST && factory !== undefined && !isManual;
}

/** Sources of expressions for paths of packages that Vitest would compile: mocks count in those alone. */
let inlined: RegExp[] = [];
export function setInlinedPackages(sources: readonly string[]): void {
  inlined = sources.map((source) => new RegExp(source));
}

/** Whether a file is of a package that Vitest leaves to its runtime: what it imports is not mocked. */
function isExternal(parent: string): boolean {
  return parent.includes("/node_modules/") && !inlined.some((pattern) => pattern.test(parent));
}

function mockForRequire(request: string, parent: unknown, isMain: boolean): Mock | undefined {
  const from = (parent as { filename?: string } | null)?.filename ?? "";
  const found = mockOfRequest(request, parent, isMain);
  return found?.dialect === VITEST && isExternal(from) ? undefined : found;
}

function mockOfRequest(request: string, parent: unknown, isMain: boolean): Mock | undefined {
  const builtin = builtinOf(request);
  if (builtin !== null) return byKey.get(builtin);
  const ofPackage = mockOfPackage(request, (parent as { filename?: string } | null)?.filename ?? "");
  if (ofPackage !== undefined) return ofPackage;
  try {
    const file = Module._resolveFilename(request, parent, isMain);
    const known = byKey.get(file);
    if (known !== undefined || automocks === null || isMain) return known;
    return mockAutomatically(fileUrl(file), request, (parent as { filename?: string } | null)?.filename ?? file);
  } catch (error) {
    const { keys } = locate(request, (parent as { filename?: string } | null)?.filename ?? "");
    for (const key of keys) if (byKey.has(key)) return byKey.get(key);
    throw error;
  }
}

function exportsForRequire(mock: Mock): unknown {
  return exportsOf(mock);
}

interface HookResult {
  url: string;
  format?: string;
  shortCircuit?: boolean;
  source?: string;
}

function resolveHook(
  specifier: string,
  context: { parentURL?: string; conditions: string[] },
  next: (specifier: string, context: object) => HookResult,
): HookResult {
  // As a part of the graph: its file may require modules that are linked with it.
  const mockFile = context.conditions.includes("require")
    ? undefined
    : mockOfPackage(specifier, context.parentURL ?? "");
  if (mockFile?.file !== undefined) return resolveHook(fileUrl(mockFile.file), context, next);
  const from = context.parentURL === undefined ? "" : (pathOfFileUrl(context.parentURL) ?? "");
  const virtual = mocks.get(virtualUrl(specifier, from));
  if (virtual !== undefined && !context.conditions.includes("require"))
    return { url: `${virtual.url}?${MARK}=${virtual.version}`, format: "module", shortCircuit: true };
  const result = next(specifier, context);
  const url = withoutMarks(result.url);
  const isOff = bypassed > 0 || actuals.delete(specifier) || context.conditions.includes("require");
  let mock = isOff ? undefined : mocks.get(url);
  if (!isOff && mock === undefined && automocks !== null && context.parentURL !== undefined)
    mock = mockAutomatically(url, specifier, context.parentURL);
  if (mock?.dialect === VITEST && isExternal(from)) mock = undefined;
  if (mock !== undefined)
    return { ...result, url: marked(url, MARK, mock.version), format: "module", shortCircuit: true };
  if (generation > 0 && url.startsWith("file:") && !url.includes("/node_modules/"))
    return { ...result, url: marked(url, GENERATION, generation) };
  return result;
}

function marked(url: string, mark: string, value: number): string {
  return `${url}${url.includes("?") ? "&" : "?"}${mark}=${value}`;
}

function loadHook(url: string, context: object, next: (url: string, context: object) => HookResult): HookResult {
  if (!url.includes(`${MARK}=`)) return next(url, context);
  const mock = mocks.get(withoutMarks(url));
  if (mock === undefined) return next(withoutMarks(url), context);
  return { url, format: "module", shortCircuit: true, source: sourceOf(mock) };
}

/** The source of an ES module with the exports of a mock. */
function sourceOf(mock: Mock): string {
  const value = exportsOf(mock);
  const isObject = (typeof value === "object" || typeof value === "function") && value !== null;
  const names = isObject ? Object.keys(value).filter((name) => name !== "default") : [];
  const isEsModule =
    isObject &&
    ("default" in value ||
      (value as Members).__esModule === true ||
      Object.prototype.toString.call(value) === "[object Module]");
  const lines = [`const mocked = globalThis[Symbol.for("brio.mockedModule")](${JSON.stringify(mock.url)});`];
  if (isObject && "default" in value) lines.push("export default mocked.default;");
  else if (!isOfFactory(mock) && (!isEsModule || mock.dialect !== BUN)) lines.push("export default mocked;");
  names.forEach((name, index) => {
    if (name === "__esModule") return;
    lines.push(
      `const value${index} = mocked[${JSON.stringify(name)}];`,
      `export { value${index} as ${JSON.stringify(name)} };`,
    );
  });
  return lines.join("\n");
}
