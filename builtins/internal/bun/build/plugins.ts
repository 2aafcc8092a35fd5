// The plugins of `Bun.build`: Bun's and esbuild's (`setup(build)`). Those of Rollup's shape are in
// `internal:bun/build/rollup_plugins`.
import type { Log } from "internal:bun/build/messages";
import type { BuildConfig } from "internal:bun/build/options";
import defer * as rollup from "internal:bun/build/rollup_plugins";
import defer * as vite from "internal:bun/build/vite_plugins";
import { load } from "internal:core/bootstrap";
import { ERR_METHOD_NOT_IMPLEMENTED } from "internal:core/errors";
import { clearInterval, setInterval, type Timeout } from "internal:core/timers";
import { beforeParse } from "native:bundler";
import { now } from "native:time";
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
  /** The folder of the importer, if a plugin says it. */
  resolveDir?: string;
  pluginData?: unknown;
  /** Whether the callback has waited for the other modules. */
  isDeferred?: boolean;
}

type Callback = (...args: never[]) => unknown;
/** A callback that is called with the members that its hook defines. */
export type Called = (this: unknown, ...args: unknown[]) => unknown;

/** A callback of a hook. */
export interface Registered {
  filter: RegExp;
  namespace: string | null;
  callback: Callback;
  plugin: string;
  /** Before others when it is lower. 0 by default. */
  order?: number;
  /** The context of the Rollup plugin that it belongs to. */
  owner?: object;
}

/** An output that plugins may change before it is written. */
export interface OutputFile {
  path: string;
  kind: string;
  hash: string | null;
  /** A large file that the output is a copy of: its contents are read from there. */
  copied?: string | null;
  contents: Uint8Array;
}

/** The message of what a hook throws. It is any value: its conversion can throw too. */
function messageOfThrown(error: unknown): string {
  try {
    return `${(error as Error)?.message ?? error}`;
  } catch {
    return "a plugin threw a value that cannot be converted to a string";
  }
}

/** A place in a source, as esbuild has it: the line counts from 1, the column from 0. */
interface Location {
  file?: string;
  line?: number;
  column?: number;
  lineText?: string;
}

/** An error or a warning that a hook returns. */
interface Note {
  text?: string;
  location?: Location | null;
}

/** What a specifier means. */
interface Resolved {
  path: string;
  namespace?: string;
  external?: boolean;
  sideEffects?: boolean | null;
}

/** How `build.resolve` is called. */
interface ResolveOptions {
  importer?: string;
  namespace?: string;
  resolveDir?: string;
  kind?: string;
  pluginData?: unknown;
  skip?: object;
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

const WORK = { resolve: "resolving", load: "loading", transform: "transforming" } as const;

function workOf({ kind, path }: HookCall): string {
  return `${WORK[kind]} "${path}"`;
}

/** A callback that takes longer is reported. */
const PATIENCE_MS = 10_000;
/** How often that is looked at. */
const CHECK_MS = 1000;

/** The plugins of a build, set up. */
export class Plugins {
  resolve: Registered[] = [];
  load: Registered[] = [];
  transform: Registered[] = [];
  start: (() => unknown)[] = [];
  end: Callback[] = [];
  dispose: (() => unknown)[] = [];
  /** What changes the outputs before they are written. */
  outputs: ((files: OutputFile[]) => unknown)[] = [];
  /** Files that plugins add to the outputs. */
  emitted: OutputFile[] = [];
  warnings: Log[] = [];
  /** The modules whose source code is transformed already, by path. */
  complete = new Set<string>();
  /** What Rollup's plugins ask for about modules, by id. */
  modules = new Map<string, { meta: object; [member: string]: unknown }>();
  /** What `onResolve` passes to `onLoad` (`pluginData`), by namespace and path. */
  #data = new Map<string, unknown>();
  /** With the number that native code has for each. The callbacks are kept reachable. */
  beforeParse: { filter: NumberedFilter; callback: NativeCallback }[] = [];
  /** The options of the build, with those that plugins of Vite set. */
  config: BuildConfig;
  /** Other specifiers for specifiers and what begins with them. */
  aliases: [string, string][] = [];
  /** `this.environment` in the hooks of Rollup's plugins. */
  environment: object | undefined;

  constructor(config: BuildConfig) {
    this.config = config;
  }

  /** Lets the plugins of Vite among `shaped` change the options. Returns all plugins in the order of their hooks. */
  async configure(shaped: object[], all: Record<string, unknown>[]): Promise<Record<string, unknown>[]> {
    const settings = await vite.configured(shaped as Record<string, unknown>[], this.config);
    this.config = settings.config;
    this.environment = settings.environment;
    const { plain, patterns } = vite.dividedAliases(settings.aliases);
    this.aliases = plain;
    for (const { find, replacement } of patterns) this.#replace(find as RegExp, replacement);
    return [...all.filter((plugin) => typeof plugin.setup === "function"), ...settings.plugins];
  }

  /** Resolves specifiers that fit a pattern as what they become by the replacement. */
  #replace(filter: RegExp, replacement: string): void {
    const owner = {};
    const callback = ({ path, importer, kind }: { path: string; importer: string; kind: string }) =>
      this.resolved(path.replace(filter, replacement), { importer, kind, skip: owner });
    this.resolve.push({ filter, namespace: null, callback, plugin: "alias", order: -1, owner });
  }

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
    for (const result of await Promise.all(this.start.map((callback) => callback()))) this.#reportOf(result);
  }

  /** Calls the callbacks of `onEnd` with the result; esbuild's read `errors` and `warnings` from it. */
  async ended(result: { logs: { level: string }[] }): Promise<void> {
    const of = (level: string) => ({ value: result.logs.filter((log) => log.level === level), configurable: true });
    if (this.end.length > 0) Object.defineProperties(result, { errors: of("error"), warnings: of("warn") });
    // As in Bun, all are called before the first is waited for, whatever others throw.
    const returned: unknown[] = [];
    let failure: { error: unknown } | null = null;
    for (const callback of this.end) {
      try {
        returned.push((callback as Called)(result));
      } catch (error) {
        failure ??= { error };
      }
    }
    if (failure !== null) {
      for (const one of returned) if (one instanceof Promise) one.catch(() => undefined);
      throw failure.error;
    }
    for (const one of await Promise.all(returned)) this.#reportOf(one);
    for (const callback of this.dispose) await callback();
  }

  /** Throws the errors that a callback of esbuild's `onStart` or `onEnd` returns. */
  #reportOf(result: unknown): void {
    if (typeof result === "object" && result !== null) this.#report(result as { errors?: Note[]; warnings?: Note[] });
  }

  /** Lets plugins change the outputs, and adds what they emit. */
  async rendered(files: OutputFile[]): Promise<void> {
    for (const change of this.outputs) await change(files);
    files.push(...this.emitted);
  }

  /** Adds a warning to the logs of the build. */
  warn(text: string, location?: Location | null): void {
    const { file, line = 1, column = 0, lineText = "" } = location ?? {};
    const place = file === undefined ? null : { file, line, column, lineText };
    this.warnings.push({ level: "warning", message: text, place, text: `warning: ${text}\n` });
  }

  /** Calls a hook for native code: the call and the result are JSON, `{ error }` for what it throws. */
  async result(call: string): Promise<string> {
    try {
      const parsed = JSON.parse(call) as HookCall;
      const result = parsed.kind === "transform" ? this.transformed(parsed) : this.call(parsed);
      return JSON.stringify((await result) ?? {});
    } catch (error) {
      return JSON.stringify({ error: messageOfThrown(error) });
    }
  }

  /** Calls a hook: the result of the first plugin that handles it; null when none does. `skip` is an owner that is left out. */
  async call(call: HookCall, skip?: object): Promise<object | null> {
    for (const registered of this[call.kind]) {
      if (skip !== undefined && registered.owner === skip) continue;
      const result = await this.#one(registered, call);
      if (result !== null) return call.isDeferred === true ? { ...result, isDeferred: true } : result;
    }
    return null;
  }

  /** Transforms a source by all plugins, one after the other; null when none changes it. */
  async transformed(call: HookCall): Promise<{ code: string; loader?: string } | null> {
    if (this.complete.has(call.path)) return null;
    let all = null as { code: string; loader?: string } | null;
    for (const registered of this.transform) {
      const result = (await this.#one(registered, call)) as { code: string; loader?: string } | null;
      if (result === null) continue;
      all = { code: result.code, loader: result.loader ?? all?.loader };
      call.code = result.code;
    }
    return all;
  }

  /** The results that are waited for, and since when, in milliseconds. */
  #pending = new Map<object, { about: string; plugin: string; start: number }>();
  #watch: Timeout | null = null;

  /** What a callback returns. Prints which one does not settle: `about` says what it does. */
  watched(returned: unknown, plugin: string, about: string): unknown {
    return returned instanceof Promise ? this.#awaited(returned, plugin, about) : returned;
  }

  async #awaited(result: Promise<unknown>, plugin: string, about: string): Promise<unknown> {
    this.#pending.set(result, { about, plugin, start: now() });
    if (this.#watch === null) {
      this.#watch = setInterval(() => this.#reportPending(), CHECK_MS);
      this.#watch.unref();
    }
    try {
      return await result;
    } finally {
      this.#pending.delete(result);
      if (this.#pending.size === 0) {
        clearInterval(this.#watch);
        this.#watch = null;
      }
    }
  }

  #reportPending(): void {
    for (const [key, { about, plugin, start }] of this.#pending) {
      if (now() - start < PATIENCE_MS) continue;
      this.#pending.delete(key);
      const seconds = Math.round(PATIENCE_MS / 1000);
      load("internal:node/console").default.warn(
        `warning: the plugin "${plugin}" has not finished ${about} for ${seconds} seconds, and the build waits for it`,
      );
    }
  }

  async #one(registered: Registered, call: HookCall): Promise<object | null> {
    registered.filter.lastIndex = 0;
    if (registered.namespace !== null && registered.namespace !== call.namespace) return null;
    if (!registered.filter.test(call.path)) return null;
    const args = argumentsOf(call);
    if (call.kind !== "transform") {
      const [namespace, path] = call.kind === "resolve" ? ["", call.importer ?? ""] : [call.namespace, call.path];
      const data = this.#data.get(`${namespace}\0${path}`);
      Object.assign(args, { pluginData: call.pluginData ?? data, with: {} });
    }
    const returned = (registered.callback as Called)(args);
    const isPromise = returned instanceof Promise;
    const given = (isPromise ? await this.#awaited(returned, registered.plugin, workOf(call)) : await returned) as
      | Record<string, unknown>
      | null
      | undefined;
    // As in Bun, the next plugin is called for what is not an object.
    if (given === null || typeof given !== "object") return null;
    this.#report(given as { errors?: Note[]; warnings?: Note[] });
    const result = RESULTS[call.kind](given);
    if (call.kind === "resolve" && result !== null && given.pluginData !== undefined) {
      const { path, namespace = "file" } = result as Resolved;
      this.#data.set(`${namespace}\0${path}`, given.pluginData);
      this.#data.set(`\0${path}`, given.pluginData);
    }
    return result;
  }

  /** Throws the errors that a hook returns, and stores its warnings. */
  #report({ errors, warnings }: { errors?: Note[]; warnings?: Note[] }): void {
    if (Array.isArray(warnings)) for (const { text = "", location } of warnings) this.warn(text, location);
    if (!Array.isArray(errors) || errors.length === 0) return;
    const place = ({ location }: Note) =>
      location?.file === undefined ? "" : `${location.file}:${location.line ?? 1}:${(location.column ?? 0) + 1}: `;
    throw new Error(errors.map((one) => place(one) + (one.text ?? "")).join("\n"));
  }

  /**
   * What a specifier means to the plugins, else to the runtime's resolver; null when it means nothing. `skip` is an owner whose
   * hooks are not called.
   */
  async resolved(path: string, options: ResolveOptions = {}): Promise<Resolved | null> {
    const { importer = "", kind = "import-statement", namespace = "file", pluginData, skip } = options;
    const folder = options.resolveDir ?? folderOf(importer);
    const call: HookCall = {
      kind: "resolve",
      path,
      importer,
      namespace,
      importKind: kind,
      resolveDir: folder,
      pluginData,
    };
    const found = (await this.call(call, skip)) as Resolved | null;
    if (found !== null) return found;
    try {
      return { path: load("internal:bun/main").default.resolveSync(path, folder), namespace: "file" };
    } catch {
      return null;
    }
  }
}

function folderOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash < 0 ? "" : path.slice(0, slash);
}

function nativeFilter(filter: RegExp, namespace: string | null): NativeFilter {
  return [filter.source, filter.flags.replace(/[gy]/g, ""), namespace];
}

function argumentsOf(call: HookCall): object {
  const { path, namespace } = call;
  switch (call.kind) {
    case "resolve": {
      const importer = call.importer ?? "";
      return { path, importer, namespace, resolveDir: call.resolveDir ?? folderOf(importer), kind: call.importKind };
    }
    case "load":
      return { path, namespace, loader: call.loader, suffix: "", defer: deferOnce(call) };
    case "transform":
      return { path, namespace, code: call.code };
  }
}

/** Rolldown does not say when all other modules are loaded: the callback continues at once, and runs after each change. */
function deferOnce(call: HookCall): () => Promise<void> {
  let isCalled = false;
  return () => {
    if (isCalled) throw new Error("Can't call .defer() more than once within an onLoad plugin");
    isCalled = call.isDeferred = true;
    return Promise.resolve();
  };
}

const RESULTS: Record<HookCall["kind"], (given: Record<string, unknown>) => object | null> = {
  resolve(given) {
    if (typeof given.path !== "string" || given.path === "") {
      if (given.path !== undefined && given.path !== "")
        throw new TypeError("onResolve plugins 'path' field must be a string if provided");
      return given.external === true ? { external: true } : null;
    }
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
    if (typeof contents !== "string" && !ArrayBuffer.isView(contents) && !(contents instanceof ArrayBuffer)) {
      throw new TypeError('onLoad plugins must return an object with "contents" as a string or Uint8Array');
    }
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

/** The options as plugins of esbuild read them. */
function initialOptions(config: BuildConfig): object {
  const { entrypoints, target = "browser", minify, root } = config;
  const parts = typeof minify === "object" ? minify : { whitespace: minify, identifiers: minify, syntax: minify };
  return {
    ...config,
    bundle: true,
    entryPoints: entrypoints,
    outbase: root,
    platform: target === "browser" ? "browser" : "node",
    minify: minify === true,
    minifyWhitespace: parts.whitespace === true,
    minifyIdentifiers: parts.identifiers === true,
    minifySyntax: parts.syntax === true,
  };
}

/** What a plugin's `setup` gets. */
function builderFor(plugins: Plugins, name: string, config: BuildConfig): object {
  const add = (list: Registered[]) => (constraint: { filter: RegExp; namespace?: string }, callback: Callback) => {
    if (!(constraint?.filter instanceof RegExp)) throw new TypeError("filter must be a RegExp");
    if (typeof callback !== "function") throw new TypeError("Expected callback to be a function");
    list.push({ filter: constraint.filter, namespace: constraint.namespace ?? null, callback, plugin: name });
    return builder;
  };
  const builder = {
    config,
    initialOptions: initialOptions(config),
    target: config.target ?? "browser",
    onStart(callback: () => unknown) {
      plugins.start.push(() => plugins.watched(callback(), name, "its onStart"));
      return builder;
    },
    onEnd(callback: Callback) {
      plugins.end.push((result: object) => plugins.watched((callback as Called)(result), name, "its onEnd"));
      return builder;
    },
    onDispose(callback: () => unknown) {
      plugins.dispose.push(callback);
      return builder;
    },
    async resolve(path: string, options?: ResolveOptions): Promise<object> {
      const found = await plugins.resolved(path, options);
      const errors = found === null ? [{ text: `Could not resolve "${path}"`, location: null }] : [];
      const { sideEffects, ...known } = found ?? { path: "", sideEffects: true };
      const rest = { errors, warnings: [], sideEffects: sideEffects ?? true, suffix: "" };
      return { namespace: "file", external: false, ...known, ...rest };
    },
    onResolve: add(plugins.resolve),
    onLoad: add(plugins.load),
    onBeforeParse(constraint: { filter: RegExp; namespace?: string }, callback: NativeCallback) {
      if (!(constraint?.filter instanceof RegExp)) throw new TypeError("filter must be a RegExp");
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

/** A plugin with one of these is one of Rollup's. */
const ROLLUP_HOOKS = [
  "options",
  "resolveId",
  "load",
  "transform",
  "buildStart",
  "buildEnd",
  "renderStart",
  "renderChunk",
  "generateBundle",
  "writeBundle",
  "closeBundle",
];

type Given = Record<string, unknown>;

/** Throws a TypeError for what is not a plugin. */
function isRollupPlugin(plugin: Given): boolean {
  if (typeof plugin !== "object") throw new TypeError("Expected plugin to be an object");
  if (typeof plugin.setup === "function") {
    if (typeof plugin.name !== "string" || plugin.name === "") throw new TypeError("Expected plugin to have a name");
    return false;
  }
  return true;
}

/** Sets the plugins of a build up. Throws what a plugin's `setup` throws, and a TypeError for what is not a plugin. */
export async function runPlugins(config: BuildConfig): Promise<Plugins> {
  const plugins = new Plugins(config);
  if (!Array.isArray(config?.plugins ?? [])) throw new TypeError("plugins must be an array");
  if ((config?.plugins ?? []).length === 0) return plugins;
  const list = (await vite.flattened(config.plugins)) as Given[];
  const shaped = list.filter(isRollupPlugin);
  const isKnown = (plugin: Given) =>
    vite.isVitePlugin(plugin) || ROLLUP_HOOKS.some((name) => plugin[name] !== undefined);
  // A list of Vite's may begin with a plugin that only has a name.
  if (shaped.length > 0 && !shaped.some(isKnown)) throw new TypeError("Expected plugin to have a setup() function");
  const order = shaped.some(vite.isVitePlugin) ? await plugins.configure(shaped, list) : list;
  for (const plugin of order) {
    const name = plugin.name as string;
    if (typeof plugin.setup === "function")
      await plugins.watched(plugin.setup(builderFor(plugins, name, config)), name, "its setup");
    else rollup.addRollupPlugin(plugins, plugin, rollup.rollupOptions(config));
  }
  const lists = [plugins.resolve, plugins.load, plugins.transform];
  if (lists.some((list) => list.some(({ owner }) => owner !== undefined))) {
    rollup.transformWhatIsLoaded(plugins);
    for (const list of lists) list.sort((left, right) => (left.order ?? 0) - (right.order ?? 0));
  }
  return plugins;
}
