// The globals of Bun and Deno that Node does not have.
import { load } from "internal:core/bootstrap";
import { type Home } from "internal:core/program";
import { define, defineLazy, deleteGlobal } from "internal:startup/globals";
import { isTestThread, workerStart } from "internal:core/worker_state";

function bunConsole(): unknown {
  const console = load("internal:node/console/console").globalConsole;
  const add = (name: string | symbol, value: unknown): void =>
    void Object.defineProperty(console, name, {
      value,
      writable: true,
      enumerable: typeof name === "string",
      configurable: true,
    });
  add("write", (...chunks: unknown[]) => load("internal:bun/console").write(...chunks));
  // It has no indentation, though `groupEnd` ends one.
  add("groupCollapsed", (...data: unknown[]) => {
    if (data.length > 0) console.log(...data);
  });
  add(Symbol.asyncIterator, () => load("internal:bun/console").lines());
  return console;
}

/** As in Deno and in browsers, an assignment does not replace a storage. */
function defineStorage(name: string, make: () => unknown): void {
  let value: unknown;
  const accessor = {
    get: () => (value ??= make()),
    set() {},
  };
  Object.defineProperty(globalThis, name, { ...accessor, enumerable: true, configurable: true });
}

function addFileReader(): void {
  defineLazy("FileReader", () => load("web:file_reader").FileReader, false);
  defineLazy("ProgressEvent", () => load("web:progress_event").ProgressEvent, false);
  for (const name of ["Lock", "LockManager"] as const)
    defineLazy(name, () => load("internal:web/worker/locks")[name], false);
}

/** Installs the globals of a home. */
export function install(home: Home): void {
  define("self", globalThis, true);
  // Only Node has a default.
  delete (Error as { prepareStackTrace?: unknown }).prepareStackTrace;
  for (const name of ["alert", "confirm", "prompt"]) defineLazy(name, () => load("web:dialogs")[name], false);
  const isMain = workerStart() === null || isTestThread();
  if (isMain) {
    for (const name of ["addEventListener", "removeEventListener", "dispatchEvent", "reportError"])
      defineLazy(name, () => load("web:window_events")[name], false);
  }
  defineLazy("Worker", () => load("web:worker").Worker, false);
  if (home === "bun") {
    for (const name of ["Storage", "sessionStorage", "localStorage"]) deleteGlobal(name);
    defineLazy("console", bunConsole, false);
    defineLazy("ShadowRealm", () => load("internal:node/vm/shadow_realm").ShadowRealm, false);
    defineLazy("HTMLRewriter", () => load("internal:bun/html_rewriter").HTMLRewriter, false);
    for (const name of ["BuildMessage", "ResolveMessage"] as const) {
      defineLazy(name, () => load("internal:bun/build/messages")[name], false);
      // The former names.
      defineLazy(name.replace("Message", "Error"), () => load("internal:bun/build/messages")[name], false);
    }
  }
  // Deno's is persistent without a flag, in a file for each program.
  if (home === "deno") {
    defineStorage("localStorage", () => load("internal:deno/local_storage").open());
    defineStorage("sessionStorage", () => load("web:storage").sessionStorage);
    // Without `--location` a program has none.
    define("location", undefined, false);
    defineLazy("caches", () => load("internal:deno/caches").caches, true);
    for (const name of ["Cache", "CacheStorage"]) defineLazy(name, () => load("internal:deno/caches")[name], false);
  }
  if (home === "deno" && isMain) {
    define("name", "", true);
    defineLazy("close", () => load("web:window_events").close, true);
    Object.defineProperty(globalThis, "closed", {
      get: () => load("web:window_events").isClosed(),
      set: () => {},
      enumerable: true,
      configurable: true,
    });
    for (const type of ["beforeunload", "error", "load", "unhandledrejection", "unload"]) {
      Object.defineProperty(globalThis, `on${type}`, {
        get: () => load("web:window_events").handlerOf(type),
        set: (value) => load("web:window_events").setHandler(type, value),
        enumerable: true,
        configurable: true,
      });
    }
  }
  if (home === "deno")
    defineLazy("PromiseRejectionEvent", () => load("web:promise_rejection_event").PromiseRejectionEvent, false);
  if (home === "deno") defineLazy("EventSource", () => load("web:event_source").EventSource, false);
  if (home === "deno") addFileReader();
}
