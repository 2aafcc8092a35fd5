// `mock.module()`: other exports for a module, for code that loads it from now on. Imports are changed by hooks of
// the loader, `require` by `Module._load`, both installed with the first mock.
import { type Place } from "internal:test_runner/scope";
import {
  ERR_IMPORT_ATTRIBUTE_MISSING,
  ERR_INVALID_ARG_TYPE,
  ERR_INVALID_ARG_VALUE,
  ERR_INVALID_STATE,
} from "internal:core/errors";
import { pathOfFileUrl } from "internal:core/file_url";
import * as commonjs from "internal:loader/commonjs";
import { isCommonJs } from "internal:loader/commonjs_source";
import * as hooks from "internal:loader/hooks";
import * as problems from "internal:loader/errors";
import { builtinOf, resolve, urlOf } from "internal:loader/resolve";
import { emitWarning } from "internal:core/process/warn";
import { validateBoolean, validateObject } from "internal:core/validators";
import nodeTest from "internal:test_runner/module";

const Module: any = commonjs.Module;
/** Marks the URL of a mock; the value counts its imports. */
const VERSION = "node-test-mock";
const HAND_OVER = "brio.mockedExports";
const BAD_EXPORTS = "Cannot create mock because named exports cannot be applied to the provided default export.";

/** A module that is or was mocked. */
interface Mock {
  url: string;
  /** Its keys for `require`: paths, or `node:name`. */
  keys: string[];
  exports: any;
  cache: boolean;
  isModule: boolean;
  isJson: boolean;
  isActive: boolean;
  version: number;
}

const mocks = new Map<string, Mock>();
const mocksByKey = new Map<string, Mock>();
let isInstalled = false;
const warned = new Set<string>();

/** The result of `mock.module()`. */
export class MockModuleContext {
  #mock: Mock | null;
  readonly #cached: [key: string, value: unknown][];

  constructor(mock: Mock) {
    this.#mock = mock;
    this.#cached = mock.keys.filter((key) => key in Module._cache).map((key) => [key, Module._cache[key]]);
    for (const key of mock.keys) {
      delete Module._cache[key];
      mocksByKey.set(key, mock);
    }
  }

  /** Restores the module. */
  restore(): void {
    const mock = this.#mock;
    if (mock === null) return;
    this.#mock = null;
    mock.isActive = false;
    mock.version++;
    for (const key of mock.keys) {
      mocksByKey.delete(key);
      delete Module._cache[key];
    }
    for (const [key, value] of this.#cached) Module._cache[key] = value;
  }
}

/**
 * Mocks the module `specifier` for the code at `caller`. Throws ERR_INVALID_ARG_TYPE or ERR_INVALID_ARG_VALUE for wrong
 * arguments, ERR_INVALID_STATE for a module that is mocked, and errors of resolution.
 */
export function mockModule(specifier: any, options: unknown, caller: Place | undefined): MockModuleContext {
  warnOnce("Module mocking is an experimental feature and might change at any time", "ExperimentalWarning");
  if (typeof specifier !== "string") {
    if (typeof specifier?.href !== "string") throw new ERR_INVALID_ARG_TYPE("specifier", ["string", "URL"], specifier);
    specifier = `${specifier.href}`;
  }
  validateObject(options, "options");
  const { cache = false } = options;
  validateBoolean(cache, "options.cache");
  const exports = readExports(options);
  install();
  const file = caller?.file ?? "";
  const parent = pathOfFileUrl(file) ?? file;
  const resolved = resolve(specifier, parent, false);
  const url = urlOf(resolved);
  const known = mocks.get(url);
  if (known?.isActive || url.includes(`${VERSION}=`))
    throw new ERR_INVALID_STATE(`Cannot mock '${specifier}'. The module is already mocked.`);
  const { format, path } = resolved;
  const keys =
    format === "builtin" ? [url] : [...new Set([path, pathForRequire(specifier, parent)])].filter((key) => key !== "");
  const isJson = format === "json";
  const isModule = isJson || format === "module" || (format === "detect" && !isCommonJs(path));
  const mock: Mock = { url, keys, exports, cache, isModule, isJson, isActive: true, version: known?.version ?? 0 };
  mocks.set(url, mock);
  return new MockModuleContext(mock);
}

function warnOnce(text: string, type: string): void {
  if (warned.has(text)) return;
  warned.add(text);
  emitWarning(text, type);
}

/** The new exports with their accessors, by name. */
function readExports(options: any): unknown {
  const has = (name: string): boolean => name in options;
  const exports: unknown = { __proto__: null };
  if (has("namedExports"))
    warnOnce("mock.module(): options.namedExports is deprecated. Use options.exports instead.", "DeprecationWarning");
  if (has("defaultExport"))
    warnOnce(
      "mock.module(): options.defaultExport is deprecated. Use options.exports.default instead.",
      "DeprecationWarning",
    );
  for (const name of ["exports", "namedExports"]) if (has(name)) validateObject(options[name], `options.${name}`);
  const others = ["namedExports", "defaultExport"].filter(has);
  if (has("exports") && others.length > 0) {
    throw new ERR_INVALID_ARG_VALUE(
      "options.exports",
      options.exports,
      `cannot be used with ${others.map((name) => `'options.${name}'`).join(" or ")}`,
    );
  }
  for (const name of ["exports", "namedExports"])
    if (has(name)) Object.defineProperties(exports, Object.getOwnPropertyDescriptors(options[name]));
  if (has("defaultExport"))
    Object.defineProperty(
      exports,
      "default",
      Object.getOwnPropertyDescriptor(options, "defaultExport") ?? { value: options.defaultExport },
    );
  return exports;
}

/** A package may export another file to `require` than to `import`. */
function pathForRequire(specifier: string, parent: string): string {
  if (!parent.startsWith("/") || specifier.startsWith("data:") || specifier.startsWith("file:")) return "";
  try {
    const found = resolve(specifier, parent, true);
    return found.format === "builtin" ? "" : found.path;
  } catch {
    return "";
  }
}

/** The exports as `module.exports`: the default export with the others as its properties. Throws when it cannot have properties. */
function asCommonJs({ exports }: Mock): unknown {
  const names = Object.keys(exports).filter((name) => name !== "default");
  const value = "default" in exports ? exports.default : {};
  if (names.length > 0 && (typeof value !== "object" || value === null)) throw new Error(BAD_EXPORTS);
  for (const name of names) Object.defineProperty(value, name, Object.getOwnPropertyDescriptor(exports, name)!);
  return value;
}

function install(): void {
  if (isInstalled) return;
  isInstalled = true;
  hooks.register({ resolve: resolveHook, load: loadHook });
  // The source of a mock reads its exports there.
  Object.defineProperty(nodeTest.mock, Symbol.for(HAND_OVER), { value: handOver });
  const load = Module._load;
  Module._load = function _load(request: any, parent: unknown, isMain: boolean): unknown {
    // `require` accepts file URLs only from hooks.
    if (typeof request === "string" && request.startsWith("file:")) throw problems.notFound(request);
    const mock =
      mocksByKey.size === 0
        ? undefined
        : mocksByKey.get(builtinOf(request) ?? Module._resolveFilename(request, parent, isMain));
    if (mock === undefined) return load.call(this, request, parent, isMain);
    return requireMock(mock, parent);
  };
}

function requireMock(mock: Mock, parent: unknown): unknown {
  const key = mock.keys[0]!;
  if (!mock.cache) return asCommonJs(mock);
  const known = Module._cache[key];
  if (known !== undefined) return known.exports;
  const module = new Module(key, parent);
  Object.assign(module, { exports: asCommonJs(mock), filename: key, loaded: true });
  Module._cache[key] = module;
  return module.exports;
}

function handOver(url: string): { default: unknown; exports: unknown } {
  const mock = mocks.get(url)!;
  return { default: mock.isModule ? mock.exports.default : asCommonJs(mock), exports: mock.exports };
}

function resolveHook(specifier: string, context: any, next: Function): unknown {
  const result = next(specifier, context);
  const mock = mocks.get(result.url);
  if (mock?.isActive !== true || context.conditions.includes("require")) return result;
  // An imported module cannot be removed from the cache, so it gets another URL.
  const version = mock.cache ? mock.version : mock.version++;
  return {
    ...result,
    url: `${result.url}${result.url.includes("?") ? "&" : "?"}${VERSION}=${version}`,
    format: "module",
  };
}

function loadHook(url: string, context: any, next: Function): unknown {
  const mock = mocks.get(url.replace(new RegExp(`[?&]${VERSION}=\\d+$`), ""));
  if (mock?.isActive !== true) return next(url, context);
  if (mock.isJson && context.importAttributes?.type !== "json")
    throw new ERR_IMPORT_ATTRIBUTE_MISSING(mock.url, "type", "json");
  return { format: "module", shortCircuit: true, source: sourceOf(mock) };
}

/** The source of an ES module with the exports of a mock. */
function sourceOf(mock: Mock): string {
  const lines = [
    'import { mock } from "node:test";',
    `const mocked = mock[Symbol.for(${JSON.stringify(HAND_OVER)})](${JSON.stringify(mock.url)});`,
  ];
  if (!mock.isModule || "default" in mock.exports) lines.push("export default mocked.default;");
  Object.keys(mock.exports)
    .filter((name) => name !== "default")
    .forEach((name, index) => {
      lines.push(
        `let value${index} = mocked.exports[${JSON.stringify(name)}];`,
        `export { value${index} as ${JSON.stringify(name)} };`,
      );
    });
  return lines.join("\n");
}
