// Whether hooks are there: the only thing about them that every import has to know. Those of `module.registerHooks()` run
// in this thread; those of `module.register()` in a thread of their own, behind `AsyncHooks`.

/** What a `resolve` hook answers. */
export interface HookedResolution {
  url: string;
  format?: string | null;
  importAttributes?: Record<string, string>;
}

/** What a `load` hook answers. */
export interface HookedLoad {
  format?: string | null;
  source?: string | ArrayBuffer | ArrayBufferView | null;
}

/** The hooks of `module.register()` as the loader asks them. The synchronous questions block until the answer is there. */
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

/** Whether a synchronous hook wants to see specifiers. */
export function hasResolveHooks(): boolean {
  return resolveCount > 0;
}
/** Whether a synchronous hook wants to see sources. */
export function hasLoadHooks(): boolean {
  return loadCount > 0;
}
/** Counts a hook in (`by` 1) or out (-1). */
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
