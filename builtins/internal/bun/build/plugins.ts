// The plugins of `Bun.build`: Bun's and esbuild's (`setup(build)`), and Rollup's as far as they have `resolveId`, `load`
// and `transform`.
import type { BuildConfig } from "internal:bun/build/options";
import { load } from "internal:core/bootstrap";
import { ERR_METHOD_NOT_IMPLEMENTED } from "internal:core/errors";
import { beforeParse } from "native:bundler";
import defer * as addons from "internal:node/addons/load";

/** A call of a hook by native code. */
interface HookCall {
  kind: "resolve" | "load" | "transform";
  path: string;
  namespace: string;
  importer?: string;
  importKind?: string;
  loader?: string;
  code?: string;
  /** Whether the callback has waited for the other modules. */
  isDeferred?: boolean;
}

type Callback = (...args: never[]) => unknown;
/** A callback that is called with the members that its hook defines. */
type Called = (this: unknown, ...args: unknown[]) => unknown;

interface Registered {
  filter: RegExp;
  namespace: string | null;
  callback: Callback;
  plugin: string;
}

type NativeFilter = [source: string, flags: string, namespace: string | null];
type NumberedFilter = [...NativeFilter, number: number];

/** The filters of the hooks of all plugins, for native code. */
interface Filters {
  resolve: NativeFilter[];
  load: NativeFilter[];
  transform: NativeFilter[];
  beforeParse: NumberedFilter[];
}

/** A function of an addon that sees sources before they are parsed. */
interface NativeCallback {
  napiModule: object;
  symbol: string;
  external?: unknown;
}

/** The plugins of a build, set up. */
export class Plugins {
  resolve: Registered[] = [];
  load: Registered[] = [];
  transform: Registered[] = [];
  start: (() => unknown)[] = [];
  end: Callback[] = [];
  /** With the number that native code has for each. The callbacks are kept reachable. */
  beforeParse: { filter: NumberedFilter; callback: NativeCallback }[] = [];

  /** The filters, for native code: it calls no hook that no plugin has. */
  filters(): Filters {
    const native = (all: Registered[]): NativeFilter[] =>
      all.map(({ filter, namespace }) => nativeFilter(filter, namespace));
    return {
      resolve: native(this.resolve),
      load: native(this.load),
      transform: native(this.transform),
      beforeParse: this.beforeParse.map(({ filter }) => filter),
    };
  }

  /** Calls the callbacks of `onStart`. */
  async started(): Promise<void> {
    await Promise.all(this.start.map((callback) => callback()));
  }

  /** Calls the callbacks of `onEnd` with the result. */
  async ended(result: object): Promise<void> {
    for (const callback of this.end) await (callback as Called)(result);
  }

  /** Calls a hook for native code: the call and the result are JSON, `{ error }` for what it throws. */
  async result(call: string): Promise<string> {
    try {
      return JSON.stringify((await this.call(JSON.parse(call))) ?? {});
    } catch (error) {
      return JSON.stringify({ error: `${(error as Error)?.message ?? error}` });
    }
  }

  /** Calls a hook: the result of the first plugin that handles it; null when none does. */
  async call(call: HookCall): Promise<object | null> {
    for (const registered of this[call.kind]) {
      registered.filter.lastIndex = 0;
      if (registered.namespace !== null && registered.namespace !== call.namespace) continue;
      if (!registered.filter.test(call.path)) continue;
      const given = (await (registered.callback as Called)(argumentsOf(call))) as
        | Record<string, unknown>
        | null
        | undefined;
      if (given === null || given === undefined) continue;
      if (typeof given !== "object") throw new TypeError(`plugin "${registered.plugin}" returned no object`);
      const errors = given.errors as { text?: string }[] | undefined;
      if (Array.isArray(errors) && errors.length > 0) throw new Error(errors.map((one) => one.text).join("\n"));
      const result = RESULTS[call.kind](given);
      if (result !== null) return call.isDeferred === true ? { ...result, isDeferred: true } : result;
    }
    return null;
  }
}

function nativeFilter(filter: RegExp, namespace: string | null): NativeFilter {
  return [filter.source, filter.flags.replace(/[gy]/g, ""), namespace];
}

function argumentsOf(call: HookCall): object {
  const { path, namespace } = call;
  switch (call.kind) {
    case "resolve": {
      const importer = call.importer ?? "";
      const slash = importer.lastIndexOf("/");
      return {
        path,
        importer,
        namespace,
        resolveDir: slash < 0 ? "" : importer.slice(0, slash),
        kind: call.importKind,
      };
    }
    case "load":
      return { path, namespace, loader: call.loader, suffix: "", defer: () => defer(call) };
    case "transform":
      return { path, namespace, code: call.code };
  }
}

/** Rolldown does not say when all other modules are loaded: the callback continues at once, and runs after each change. */
function defer(call: HookCall): Promise<void> {
  call.isDeferred = true;
  return Promise.resolve();
}

const RESULTS: Record<HookCall["kind"], (given: Record<string, unknown>) => object | null> = {
  resolve(given) {
    if (typeof given.path !== "string") return given.external === true ? { external: true } : null;
    return {
      path: given.path,
      namespace: given.namespace ?? "file",
      external: given.external === true,
      sideEffects: given.sideEffects ?? null,
    };
  },
  load(given) {
    if (given.loader === "object") {
      return { contents: moduleOfObject((given.exports ?? {}) as Record<string, unknown>), loader: "js" };
    }
    const { contents } = given;
    if (contents === undefined || contents === null) return null;
    if (typeof contents === "string") return { contents, loader: given.loader ?? null };
    const bytes = ArrayBuffer.isView(contents)
      ? new Uint8Array(contents.buffer, contents.byteOffset, contents.byteLength)
      : new Uint8Array(contents as ArrayBuffer);
    return { bytes: bytes.toBase64(), loader: given.loader ?? null };
  },
  transform: (given) => (typeof given.code === "string" ? { code: given.code, loader: given.loader ?? null } : null),
};

function moduleOfObject(exports: Record<string, unknown>): string {
  return Object.entries(exports)
    .map(([name, value], index) => {
      const text = JSON.stringify(value) ?? "undefined";
      return name === "default"
        ? `export default ${text};`
        : `const value_${index} = ${text}; export { value_${index} as ${JSON.stringify(name)} };`;
    })
    .join("\n");
}

/** What a plugin's `setup` gets. */
function builderFor(plugins: Plugins, name: string, config: BuildConfig): object {
  const add = (list: Registered[]) => (constraint: { filter: RegExp; namespace?: string }, callback: Callback) => {
    if (!(constraint?.filter instanceof RegExp)) throw new TypeError("Expected filter to be a RegExp");
    if (typeof callback !== "function") throw new TypeError("Expected callback to be a function");
    list.push({ filter: constraint.filter, namespace: constraint.namespace ?? null, callback, plugin: name });
    return builder;
  };
  const builder = {
    config,
    initialOptions: config,
    target: config.target ?? "browser",
    onStart(callback: () => unknown) {
      plugins.start.push(callback);
      return builder;
    },
    onEnd(callback: Callback) {
      plugins.end.push(callback);
      return builder;
    },
    onDispose: () => builder,
    onResolve: add(plugins.resolve),
    onLoad: add(plugins.load),
    onBeforeParse(constraint: { filter: RegExp; namespace?: string }, callback: NativeCallback) {
      if (!(constraint?.filter instanceof RegExp)) throw new TypeError("Expected filter to be a RegExp");
      const path = addons.fileOfAddon(callback?.napiModule);
      if (path === undefined)
        throw new TypeError(`onBeforeParse of the plugin "${name}": napiModule is not the exports of an addon`);
      if (typeof callback.symbol !== "string")
        throw new TypeError(`onBeforeParse of the plugin "${name}": symbol is not a string`);
      const number = beforeParse(path, callback.symbol, callback.external);
      const filter = nativeFilter(constraint.filter, constraint.namespace ?? null);
      plugins.beforeParse.push({ filter: [...filter, number], callback });
      return builder;
    },
    module(): never {
      throw new ERR_METHOD_NOT_IMPLEMENTED("build.module in Bun.build");
    },
  };
  return builder;
}

/** The functions of a Rollup plugin; each can be an object with a `handler`. */
function addRollupPlugin(plugins: Plugins, plugin: Record<string, unknown>): void {
  const handler = (name: string): Called | undefined => {
    const given = plugin[name];
    return (typeof given === "function" ? given : (given as { handler?: unknown } | undefined)?.handler) as
      | Called
      | undefined;
  };
  const everything = { filter: /(?:)/, namespace: null, plugin: `${plugin.name ?? ""}` };
  const context = {
    meta: { rollupVersion: "4.0.0" },
    warn: (message: unknown) => load("internal:node/console").default.warn(message),
    error(message: unknown): never {
      throw message instanceof Error ? message : new Error(`${(message as { message?: string })?.message ?? message}`);
    },
    addWatchFile() {},
  };
  const [resolveId, loads, transform] = [handler("resolveId"), handler("load"), handler("transform")];
  const [buildStart, buildEnd] = [handler("buildStart"), handler("buildEnd")];
  if (buildStart) plugins.start.push(() => buildStart.call(context, {}));
  if (buildEnd) plugins.end.push(() => buildEnd.call(context, undefined));
  if (resolveId) {
    plugins.resolve.push({
      ...everything,
      callback: async ({ path, importer, kind }: { path: string; importer: string; kind: string }) => {
        const isEntry = kind === "entry-point-build";
        const found = (await resolveId.call(context, path, isEntry ? undefined : importer, { isEntry })) as
          | string
          | false
          | { id: string; external?: boolean }
          | null
          | undefined;
        if (found === null || found === undefined) return null;
        if (found === false) return { external: true };
        const { id, external = false } = typeof found === "string" ? { id: found } : found;
        // An id that is not a path belongs to this plugin.
        return { path: id, external, namespace: id.startsWith("/") ? "file" : ROLLUP };
      },
    });
  }
  if (loads) {
    plugins.load.push({
      ...everything,
      callback: async ({ path }: { path: string }) => {
        const loaded = await loads.call(context, path);
        if (loaded === null || loaded === undefined) return null;
        return { contents: typeof loaded === "string" ? loaded : (loaded as { code: string }).code };
      },
    });
  }
  if (transform) {
    plugins.transform.push({
      ...everything,
      callback: async ({ path, code }: { path: string; code: string }) => {
        const given = await transform.call(context, code, path);
        return typeof given === "string" ? { code: given } : given;
      },
    });
  }
}

/** The namespace of ids of Rollup plugins that are not paths. */
const ROLLUP = "rollup";

/** Sets the plugins of a build up. Throws what a plugin's `setup` throws, and a TypeError for what is not a plugin. */
export async function runPlugins(config: BuildConfig): Promise<Plugins> {
  const plugins = new Plugins();
  const list = (config?.plugins ?? []) as Record<string, unknown>[];
  if (!Array.isArray(list)) throw new TypeError("Expected plugins to be an array");
  for (const plugin of list.flat(Infinity) as Record<string, unknown>[]) {
    if (plugin === null || plugin === undefined || (plugin as unknown) === false) continue;
    if (typeof plugin !== "object") throw new TypeError("Expected plugin to be an object");
    if (typeof plugin.setup === "function") {
      if (typeof plugin.name !== "string" || plugin.name === "") throw new TypeError("Expected plugin to have a name");
      await plugin.setup(builderFor(plugins, plugin.name, config));
    } else if (["resolveId", "load", "transform", "buildStart"].some((name) => plugin[name] !== undefined)) {
      addRollupPlugin(plugins, plugin);
    } else {
      throw new TypeError("Expected plugin to have a setup() function");
    }
  }
  return plugins;
}
