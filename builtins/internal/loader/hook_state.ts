// Whether there are hooks and a watching process, which every import checks. Hooks of `module.registerHooks()` run in this thread; those of
// `module.register()` in their own thread, behind `AsyncHooks`.

/** The result of a `resolve` hook. */
export interface HookedResolution {
  url: string;
  format?: string | null;
  importAttributes?: Record<string, string>;
}

/** The result of a `load` hook. */
export interface HookedLoad {
  format?: string | null;
  source?: string | ArrayBuffer | ArrayBufferView | null;
}

/** The hooks of `module.register()`, as the loader calls them. The synchronous methods block until the response arrives. */
export interface AsyncHooks {
  resolveSync(specifier: string, parentURL: string | undefined, attributes: Record<string, string>): HookedResolution;
  loadSync(url: string, format: string | undefined, attributes: Record<string, string>): HookedLoad;
  resolve(
    specifier: string,
    parentURL: string | undefined,
    attributes: Record<string, string>,
  ): Promise<HookedResolution>;
  load(url: string, format: string | undefined, attributes: Record<string, string>): Promise<HookedLoad>;
  /** Adds the hooks of a module. */
  register(specifier: string, parentURL: string, data: unknown, transferList: readonly object[]): void;
}

let resolveCount = 0;
let loadCount = 0;
let current: AsyncHooks | null = null;

/** Whether there is a synchronous `resolve` hook. */
export function hasResolveHooks(): boolean {
  return resolveCount > 0;
}
/** Whether there is a synchronous `load` hook. */
export function hasLoadHooks(): boolean {
  return loadCount > 0;
}
/** Counts a hook that is added (`by` 1) or removed (-1). */
export function countHooks(resolves: boolean, loads: boolean, by: 1 | -1): void {
  if (resolves) resolveCount += by;
  if (loads) loadCount += by;
}
/** The asynchronous hooks; null as long as none were registered. */
export function asyncHooks(): AsyncHooks | null {
  return current;
}
/** Sets the asynchronous hooks. */
export function setAsyncHooks(next: AsyncHooks): void {
  current = next;
}

let barrier: (() => Promise<unknown>) | null = null;

/** What `import()` awaits before it loads: the test runner makes the exports of mocks; null for most programs. */
export function importBarrier(): (() => Promise<unknown>) | null {
  return barrier;
}
/** Sets what `import()` awaits. */
export function setImportBarrier(next: () => Promise<unknown>): void {
  barrier = next;
}

/** A file that was loaded, with its state, or the path of a module that was not found, for the process that watches this one. */
export interface LoadReport {
  path: string;
  /** As `internal:node/watch_mode/file_state` reads it, before the file was read; null for a module that was not found. */
  state: string | null;
}
/** The `cmd` of an internal message with the report of a child process. */
export const LOADED = "NODE_WATCH_LOADED";

/** Reports loads to the process that watches this one. */
export interface LoadReporter {
  /** A file is about to be read. */
  loaded(path: string): void;
  /** No module was found for `specifier` in the module at path or URL `parent`. */
  unresolved(specifier: string, parent: string): void;
  /** Passes on the report of a child process. */
  relay(report: LoadReport): void;
}

let reporter: LoadReporter | null = null;

/** The reporter; null when no process watches this one. */
export function loadReporter(): LoadReporter | null {
  return reporter;
}
/** Sets the reporter. */
export function setLoadReporter(next: LoadReporter): void {
  reporter = next;
}
