// Test environments: the globals of a browser by the installed `happy-dom` or `jsdom`.
// https://vitest.dev/guide/environment, https://jestjs.io/docs/configuration#testenvironment-string
import { importFrom } from "internal:loader/dynamic_import";
import defer * as keptModules from "internal:loader/kept_modules";
import defer * as forgetModules from "internal:loader/forget_modules";
import defer * as fs from "internal:node/fs";
import defer * as moduleApi from "internal:node/module";
import { isLoaded } from "internal:core/bootstrap";
import type { EventHandler } from "internal:test_runner/dialects/environment_events";
import { plainName, windowKind } from "internal:test_runner/dialects/window_kind";
import type { Dialect } from "internal:test_runner/dialects/tree";
import defer * as custom from "internal:test_runner/dialects/custom_environment";

/** Names that stay those of the runtime. */
const KEPT = new Set([
  "globalThis",
  "global",
  "process",
  "Buffer",
  "console",
  "setTimeout",
  "clearTimeout",
  "setInterval",
  "clearInterval",
  "setImmediate",
  "clearImmediate",
  "queueMicrotask",
  "structuredClone",
  "atob",
  "btoa",
  "Object",
  "Function",
  "Array",
  "Number",
  "Boolean",
  "String",
  "Symbol",
  "Date",
  "Promise",
  "RegExp",
  "Error",
  "AggregateError",
  "EvalError",
  "RangeError",
  "ReferenceError",
  "SyntaxError",
  "TypeError",
  "URIError",
  "JSON",
  "Math",
  "Intl",
  "ArrayBuffer",
  "Atomics",
  "Uint8Array",
  "Int8Array",
  "Uint16Array",
  "Int16Array",
  "Uint32Array",
  "Int32Array",
  "Float32Array",
  "Float64Array",
  "Uint8ClampedArray",
  "BigUint64Array",
  "BigInt64Array",
  "BigInt",
  "DataView",
  "Map",
  "Set",
  "WeakMap",
  "WeakSet",
  "WeakRef",
  "FinalizationRegistry",
  "Proxy",
  "Reflect",
  "SharedArrayBuffer",
  "WebAssembly",
  "eval",
  "isFinite",
  "isNaN",
  "parseFloat",
  "parseInt",
  "decodeURI",
  "decodeURIComponent",
  "encodeURI",
  "encodeURIComponent",
  "escape",
  "unescape",
  "undefined",
  "NaN",
  "Infinity",
  "performance",
  "undefined",
  "AbortController",
  "AbortSignal",
  "URL",
  "URLSearchParams",
  "TextEncoder",
  "TextDecoder",
]);

type Window = Record<string, unknown>;

/** What handles the events of tests in the environment of the file; null: nothing. */
export function eventHandler(): EventHandler | null {
  return isLoaded("internal:test_runner/dialects/custom_environment") ? custom.eventHandler() : null;
}

/** Undoes an environment. */
export type TearDown = () => unknown;

/**
 * Installs an environment: one of the names, a file or a package. Rejects when its package is not installed, and for an
 * unknown name. `file`: the test file.
 */
export async function install(
  name: string,
  options: Record<string, unknown>,
  root: string,
  file: string,
  dialect: Dialect,
): Promise<TearDown | null> {
  const plain = plainName(name);
  if (plain === "node") return null;
  const kind = windowKind(name);
  if (kind === "jsdom") {
    const { window } = await installJsdom(options, root, dialect);
    return prepared.has(kind) ? () => closeWindow(window) : null;
  }
  if (kind === "happy-dom") {
    const window = await makeHappyDom(options, root, dialect);
    useWindow(window);
    return prepared.has(kind) ? () => closeWindow(window) : null;
  }
  if (/^(?:@edge-runtime\/jest-environment|edge-runtime)$/.test(plain)) await installEdge(root);
  else return custom.installCustom(name, options, root, file);
  return null;
}

/** The packages of windows that this realm loaded for all its files, by their names. */
const prepared = new Map<string, Record<string, unknown>>();

/**
 * Loads the package of a window for all files of this realm, outside of their modules, as Jest loads it in the realm around that
 * of a file. A package that cannot be loaded fails with the first file.
 */
export async function prepare(name: string, root: string, dialect: Dialect): Promise<void> {
  const kind = windowKind(name);
  if (kind === null) return;
  try {
    const found = await (kind === "jsdom" ? packageOfJsdom(root, dialect) : packageOfHappyDom(root, dialect));
    prepared.set(kind, found);
    // What the first window loads is not a change that a file makes.
    const window = await (kind === "jsdom" ? makeJsdom({}, root, dialect) : makeHappyDom({}, root, dialect));
    await closeWindow("window" in window ? (window.window as Window) : window);
  } catch {
    prepared.delete(kind);
  }
  keptModules.keepModules();
  forgetModules.forgetModules();
}

/** Ends what a window has running. */
async function closeWindow(window: Window): Promise<void> {
  const { happyDOM, close } = window as { happyDOM?: { abort?(): Promise<void> }; close?(): void };
  await happyDOM?.abort?.();
  close?.call(window);
}

/** Installs the window of jsdom; the instance of `JSDOM`. */
export async function installJsdom(
  options: Record<string, unknown>,
  root: string,
  dialect: Dialect,
): Promise<{ window: Window }> {
  const dom = await makeJsdom(options, root, dialect);
  useWindow(dom.window);
  if (dialect === "vitest")
    Object.defineProperty(globalThis, "jsdom", { value: dom, writable: true, configurable: true, enumerable: true });
  return dom;
}

/** The globals that only edge runtimes have; the others are the runtime's own. */
async function installEdge(root: string): Promise<void> {
  const { EdgeVM } = (await packageOf("@edge-runtime/vm", "@edge-runtime/jest-environment", root)) as {
    EdgeVM: new () => { context: Window };
  };
  const { context } = new EdgeVM();
  for (const key of Object.getOwnPropertyNames(context)) {
    if (key in globalThis) continue;
    Object.defineProperty(globalThis, key, { value: context[key], writable: true, configurable: true });
  }
}

function useWindow(window: Window): void {
  functions = new Map();
  const names = new Set<string>();
  for (
    let at: object | null = window;
    at !== null && at !== Object.prototype;
    at = Object.getPrototypeOf(at) as object | null
  )
    for (const key of Object.getOwnPropertyNames(at)) names.add(key);
  for (const key of names) {
    // The window of jsdom inherits from an `Object.prototype` of its own; programs call `hasOwnProperty` and others as globals.
    if (KEPT.has(key) || key in Object.prototype || key.startsWith("_")) continue;
    Object.defineProperty(globalThis, key, {
      get: () => bound(window, key),
      set: (value: unknown) =>
        void Object.defineProperty(globalThis, key, { value, writable: true, configurable: true, enumerable: true }),
      configurable: true,
      enumerable: true,
    });
  }
  for (const key of ["window", "self", "top", "parent"])
    Object.defineProperty(globalThis, key, { value: globalThis, writable: true, configurable: true });
  const { document } = window;
  if (typeof document === "object" && document !== null && "defaultView" in document) joinDocument(document);
}

/** The window of a document is the global object, on which programs put what the package lacks. */
function joinDocument(document: object): void {
  Object.defineProperty(document, "defaultView", { get: () => globalThis, configurable: true, enumerable: true });
  // By this member jsdom knows a window, such as the `view` of an event.
  Object.defineProperty(globalThis, "_globalProxy", { value: globalThis, writable: true, configurable: true });
}

/** Bound methods of the window. */
let functions = new Map<unknown, unknown>();

/** Methods of the window need it as `this`; classes do not. */
function bound(window: Window, key: string): unknown {
  const value = window[key];
  if (typeof value !== "function" || /^[A-Z]/.test(key)) return value;
  let made = functions.get(value);
  if (made === undefined) functions.set(value, (made = (value as () => unknown).bind(window)));
  return made;
}

/**
 * The package of a window: that of the project, or the one that `wrapper`, Jest's environment or Vitest, depends on;
 * `prefersWrapper`: that one first.
 */
async function packageOf(
  name: string,
  wrapper: string,
  root: string,
  prefersWrapper = false,
): Promise<Record<string, unknown>> {
  const entry = resolved(wrapper, root);
  const places = entry === null ? [`${root}/_`] : prefersWrapper ? [entry, `${root}/_`] : [`${root}/_`, entry];
  let failure: unknown;
  for (const place of places) {
    try {
      return (await importFrom(place, name, undefined, false)) as Record<string, unknown>;
    } catch (error) {
      failure ??= error;
      if ((error as { code?: string }).code !== "ERR_MODULE_NOT_FOUND") break;
    }
  }
  throw new Error(`the test environment needs the package "${name}", which cannot be loaded`, { cause: failure });
}

/** The file of a package that the project has; null without one. */
function resolved(name: string, root: string): string | null {
  try {
    return fs.default.realpathSync(moduleApi.default.createRequire(`${root}/_`).resolve(name)) as string;
  } catch {
    return null;
  }
}

type Constructor = new (...args: unknown[]) => { window: Window };

/** jsdom's own output of a window. */
interface VirtualConsole {
  sendTo?(target: unknown, options: object): void;
  forwardTo?(target: unknown, options: object): void;
  on(event: "jsdomError", listener: (error: unknown) => void): void;
}

/** In Jest an error of jsdom is an argument of `console.error`, not its stack. Later versions of jsdom renamed `sendTo`. */
function consoleWithErrors(output: VirtualConsole): VirtualConsole {
  const { console: target } = globalThis as unknown as { console: { error(value: unknown): void } };
  if (output.sendTo !== undefined) output.sendTo(target, { omitJSDOMErrors: true });
  else output.forwardTo?.(target, { jsdomErrors: "none" });
  output.on("jsdomError", (error) => target.error(error));
  return output;
}

/** What has the package of a window among its dependencies: in a workspace, Vitest may have it where the project does not. */
function wrapperOf(ofJest: string, dialect: Dialect): string {
  return dialect === "vitest" ? "vitest/package.json" : ofJest;
}

async function packageOfJsdom(root: string, dialect: Dialect): Promise<Record<string, unknown>> {
  return (
    prepared.get("jsdom") ?? packageOf("jsdom", wrapperOf("jest-environment-jsdom", dialect), root, dialect === "jest")
  );
}

async function packageOfHappyDom(root: string, dialect: Dialect): Promise<Record<string, unknown>> {
  return prepared.get("happy-dom") ?? packageOf("happy-dom", wrapperOf("@happy-dom/jest-environment", dialect), root);
}

async function makeJsdom(
  options: Record<string, unknown>,
  root: string,
  dialect: Dialect,
): Promise<{ window: Window }> {
  const { JSDOM, VirtualConsole, ResourceLoader } = (await packageOfJsdom(root, dialect)) as {
    JSDOM: Constructor;
    VirtualConsole?: new () => VirtualConsole;
    ResourceLoader?: new (options: object) => object;
  };
  const { html = "<!DOCTYPE html>", userAgent, ...others } = options;
  const passesErrors = dialect === "jest" && VirtualConsole !== undefined;
  return new JSDOM(html, {
    url: URLS[dialect === "vitest" ? "vitest" : "jest"],
    pretendToBeVisual: true,
    runScripts: "dangerously",
    ...(passesErrors ? { virtualConsole: consoleWithErrors(new VirtualConsole()) } : {}),
    // Later versions of jsdom have an object in place of the class.
    ...(userAgent === undefined
      ? {}
      : { resources: ResourceLoader === undefined ? { userAgent } : new ResourceLoader({ userAgent }) }),
    ...others,
  });
}

/** The addresses of documents in each runner. */
const URLS = { jest: "http://localhost/", vitest: "http://localhost:3000/" };

async function makeHappyDom(options: Record<string, unknown>, root: string, dialect: Dialect): Promise<Window> {
  const { Window: HappyWindow } = (await packageOfHappyDom(root, dialect)) as {
    Window: Constructor;
  };
  const url = URLS[dialect === "vitest" ? "vitest" : "jest"];
  return new HappyWindow({ url, ...options }) as unknown as Window;
}
