// What Vite adds to plugins of Rollup's shape: lists and promises of plugins, `enforce` and `apply`, and the hooks that read and
// change the configuration. https://vite.dev/guide/api-plugin
import type { BuildConfig } from "internal:bun/build/options";
import type { Called } from "internal:bun/build/plugins";
import { load } from "internal:core/bootstrap";

export type Plugin = Record<string, unknown>;
type Section = Record<string, unknown>;
/** An alias as Vite has it. */
export interface Alias {
  find: string | RegExp;
  replacement: string;
}

/** What the plugins make of the configuration. */
export interface ViteSettings {
  /** Those that apply to a build, in the order of their hooks. */
  plugins: Plugin[];
  /** The build's options with those that plugins set. */
  config: BuildConfig;
  aliases: Alias[];
  /** `this.environment` of the hooks. */
  environment: object;
}

const PLACES: Record<string, number> = { pre: -1, post: 1 };
/** The hooks that only Vite has: a plugin with one of them is one of Vite's. */
const HOOKS = [
  "apply",
  "applyToEnvironment",
  "config",
  "configEnvironment",
  "configResolved",
  "configureServer",
  "handleHotUpdate",
  "hotUpdate",
  "transformIndexHtml",
];

/** Whether a plugin is written for Vite. */
export function isVitePlugin(plugin: Plugin): boolean {
  return HOOKS.some((name) => plugin[name] !== undefined);
}

/** The plugins of lists in lists and of promises, without those that are switched off. */
export async function flattened(given: unknown): Promise<unknown[]> {
  const one = await given;
  if (one === null || one === undefined || one === false) return [];
  if (!Array.isArray(one)) return [one];
  const lists: unknown[][] = [];
  for (const inner of one) lists.push(await flattened(inner));
  return lists.flat();
}

/** Calls the hooks that read and change the configuration. */
export async function configured(given: Plugin[], config: BuildConfig): Promise<ViteSettings> {
  const environment = { command: "build", mode: modeOf(config), isSsrBuild: false, isPreview: false };
  const user = userConfig(given, config, environment.mode);
  const applied = ordered(given.filter((plugin) => applies(plugin, user, environment)));
  let merged: Section = user;
  for (const plugin of inOrder(applied, "config")) {
    const added = await call(plugin, "config", merged, environment);
    if (typeof added === "object" && added !== null) merged = mergedWith(merged, added as Section);
  }
  const name = config.target === undefined || config.target === "browser" ? "client" : "ssr";
  const ofEnvironment: Section = { resolve: {}, consumer: name === "client" ? "client" : "server" };
  for (const plugin of inOrder(applied, "configEnvironment")) {
    const added = await call(plugin, "configEnvironment", name, ofEnvironment, environment);
    if (typeof added === "object" && added !== null)
      Object.assign(ofEnvironment, mergedWith(ofEnvironment, added as Section));
  }
  const resolved = resolvedConfig(merged, applied, environment.mode);
  const ownEnvironment = { name, mode: "build", config: { ...resolved, ...mergedWith(resolved, ofEnvironment) } };
  resolved.environments = { [name]: ownEnvironment.config };
  for (const plugin of inOrder(applied, "configResolved")) await call(plugin, "configResolved", resolved);
  const plugins = await ofTheEnvironment(applied, ownEnvironment);
  return {
    plugins,
    config: withSettings(config, ownEnvironment.config),
    aliases: aliasesOf(merged),
    environment: ownEnvironment,
  };
}

/** `NODE_ENV` decides, as in Vite; else what is built small is for production. */
function modeOf({ minify }: BuildConfig): string {
  return load("internal:node/process").default.env.NODE_ENV || (minify ? "production" : "development");
}

function userConfig(plugins: Plugin[], config: BuildConfig, mode: string): Section {
  const { minify, sourcemap, outdir, publicPath } = config;
  return {
    root: load("internal:node/process").default.cwd(),
    base: publicPath ?? "/",
    mode,
    plugins,
    define: { ...config.define },
    resolve: { alias: [], conditions: [config.conditions ?? []].flat() },
    build: { minify: Boolean(minify), sourcemap: Boolean(sourcemap && sourcemap !== "none"), outDir: outdir ?? "dist" },
    server: {},
    optimizeDeps: {},
    css: {},
  };
}

/** Whether a plugin takes part in builds. */
function applies({ apply }: Plugin, user: Section, environment: object): boolean {
  if (typeof apply === "function") return Boolean((apply as Called)(user, environment));
  return apply !== "serve";
}

function ordered(plugins: Plugin[]): Plugin[] {
  const place = ({ enforce }: Plugin) => PLACES[enforce as string] ?? 0;
  return plugins.toSorted((left, right) => place(left) - place(right));
}

/** The plugins that have a hook, in its order. */
function inOrder(plugins: Plugin[], hook: string): Plugin[] {
  const place = (plugin: Plugin) => PLACES[(plugin[hook] as { order?: string }).order as string] ?? 0;
  return plugins
    .filter((plugin) => plugin[hook] !== undefined && plugin[hook] !== null)
    .toSorted((left, right) => place(left) - place(right));
}

function call(plugin: Plugin, hook: string, ...args: unknown[]): unknown {
  const given = plugin[hook] as Called | { handler?: Called };
  const handler = typeof given === "function" ? given : given.handler;
  const { warn } = load("internal:node/console").default;
  return handler?.apply({ meta: { rollupVersion: "4.0.0", watchMode: false }, warn, info() {}, debug() {} }, args);
}

/** As Vite merges: objects member by member, lists one behind the other. */
function mergedWith(left: Section, right: Section): Section {
  const merged = { ...left };
  for (const [name, value] of Object.entries(right)) {
    const before = merged[name];
    if (value === undefined || value === null) continue;
    if (name === "alias") merged[name] = [...aliasList(before), ...aliasList(value)];
    else if (Array.isArray(before)) merged[name] = [...before, ...[value].flat()];
    else if (isSection(before) && isSection(value)) merged[name] = mergedWith(before, value);
    else merged[name] = value;
  }
  return merged;
}

function isSection(value: unknown): value is Section {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function aliasList(value: unknown): Alias[] {
  if (Array.isArray(value)) return value as Alias[];
  return Object.entries((value as Section | undefined) ?? {}).map(([find, replacement]) => ({
    find,
    replacement: `${replacement}`,
  }));
}

function aliasesOf(config: Section): Alias[] {
  return aliasList((config.resolve as Section | undefined)?.alias).filter(
    ({ replacement }) => typeof replacement === "string",
  );
}

/** A pattern that one specifier fits, or what begins with it. */
const PLAIN = /^\^([^\\[\](){}|*+?^$.]+)(\$?)$/;

/** The aliases as native code has them, and those with a pattern that it does not have. */
export function dividedAliases(aliases: Alias[]): { plain: [string, string][]; patterns: Alias[] } {
  const plain: [string, string][] = [];
  const patterns: Alias[] = [];
  for (const alias of aliases) {
    const { find, replacement } = alias;
    const exact = typeof find === "string" ? null : PLAIN.exec(find.source);
    if (typeof find === "string") plain.push([find, replacement]);
    else if (exact) plain.push([`${exact[1]}${exact[2]}`, replacement]);
    else patterns.push(alias);
  }
  return { plain, patterns };
}

/** What plugins read from the complete configuration. */
function resolvedConfig(config: Section, plugins: Plugin[], mode: string): Section {
  const console = load("internal:node/console").default;
  const { NODE_ENV } = load("internal:node/process").default.env;
  const warn = (message: string) => console.warn(message);
  const logger = { info() {}, warn, warnOnce: warn, error: (message: string) => console.error(message) };
  return mergedWith(
    {
      command: "build",
      isProduction: (NODE_ENV || mode) === "production",
      isWorker: false,
      env: { MODE: mode },
      build: { ssr: false, assetsDir: "", assetsInlineLimit: 0, cssCodeSplit: true, rollupOptions: {}, watch: null },
      esbuild: {},
      experimental: {},
      publicDir: `${config.root as string}/public`,
      cacheDir: `${config.root as string}/node_modules/.vite`,
      logger: { ...logger, clearScreen() {}, hasErrorLogged: () => false, hasWarned: false },
      assetsInclude: () => false,
      createResolver: () => () => Promise.resolve(undefined),
      getSortedPlugins: () => plugins,
      getSortedPluginHooks: () => [],
    },
    { ...config, plugins },
  );
}

/** The plugins of an environment: a plugin may leave it, or have others for it. */
async function ofTheEnvironment(plugins: Plugin[], environment: object): Promise<Plugin[]> {
  const all: unknown[] = [];
  for (const plugin of plugins) {
    const given = plugin.applyToEnvironment === undefined || (await call(plugin, "applyToEnvironment", environment));
    if (given === true) all.push(plugin);
    else if (given) all.push(...(await flattened(given)));
  }
  return all as Plugin[];
}

/** The build's options with what the plugins set. */
function withSettings(config: BuildConfig, settings: Section): BuildConfig {
  const { define, resolve, oxc, esbuild } = settings as Record<string, Section | undefined>;
  const expressions = Object.entries(define ?? {}).map(([name, value]) => [
    name,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
  const names = new Set((resolve?.conditions as string[] | undefined) ?? []);
  // Without names this one holds by itself.
  if (config.conditions === undefined && names.size > 0) names.add("module");
  const { runtime, importSource } = (oxc?.jsx as Section | undefined) ?? {};
  const source = importSource ?? esbuild?.jsxImportSource;
  const jsx: Section = { ...config.jsx };
  if (runtime !== undefined) jsx.runtime ??= runtime;
  if (source !== undefined) jsx.importSource ??= source;
  return {
    ...config,
    define: Object.fromEntries(expressions),
    conditions: [...names].filter((name) => typeof name === "string" && !BUILT_IN_CONDITIONS.has(name)),
    ...(Object.keys(jsx).length > 0 && { jsx }),
  };
}

/** Conditions that hold, or not, without plugins. */
const BUILT_IN_CONDITIONS = new Set(["import", "require", "default", "development|production"]);
