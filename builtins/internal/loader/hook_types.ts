// The types of what hooks of the module loader return. https://nodejs.org/api/module.html#hooks

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

/** The context of a hook, which hooks may change. */
export interface HookContext {
  conditions?: unknown;
  importAttributes?: Record<string, string>;
  parentURL?: string | undefined;
  format?: string | null | undefined;
}

/** The hooks of `module.register()` as this thread calls them. The synchronous methods block until the response arrives. */
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
