// Plugins of Rollup's shape for `Bun.build`: their hooks as those of `internal:bun/build/plugins`, and what they do with the
// outputs (`renderChunk`, `generateBundle`). https://rollupjs.org/plugin-development/
import { hashOf } from "internal:bun/build/artifact";
import type { Called, OutputFile, Plugins, Registered } from "internal:bun/build/plugins";
import type { BuildConfig } from "internal:bun/build/options";
import { load } from "internal:core/bootstrap";
import { decodeUtf8, encodeUtf8 } from "internal:core/utf8";
import { ERR_METHOD_NOT_IMPLEMENTED } from "internal:core/errors";

/** The namespace of ids that are not paths. */
const NAMESPACE = "rollup";
/** Extensions of what is loaded without a plugin. */
const KNOWN = /\.(?:[cm]?[jt]sx?|jsonc?|json5|toml|ya?ml|txt|html?|wasm|node)$/;

/** A hook with a filter: `{ order, filter, handler }`. */
interface HookObject {
  order?: "pre" | "post" | null;
  filter?: { id?: unknown; code?: unknown };
  handler?: unknown;
}

/** A file that a plugin emits. */
interface EmittedFile {
  type: string;
  name?: string;
  fileName?: string;
  source?: string | Uint8Array;
}

/** An output as `generateBundle` sees it. */
interface BundleFile {
  type: "chunk" | "asset";
  fileName: string;
  code?: string;
  source?: string | Uint8Array;
  [member: string]: unknown;
}

type Test = (text: string) => boolean;

/** A test for a pattern of a filter: a glob, a regular expression, several of them, or `{ include, exclude }`. */
function testOf(pattern: unknown, isCode: boolean): Test {
  if (pattern === undefined || pattern === null) return () => true;
  if (Array.isArray(pattern)) {
    const all = pattern.map((one) => testOf(one, isCode));
    return (text) => all.some((one) => one(text));
  }
  if (pattern instanceof RegExp) {
    const stateless = new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, ""));
    return (text) => stateless.test(text);
  }
  if (typeof pattern === "string") {
    if (isCode) return (text) => text.includes(pattern);
    const { Glob } = load("internal:bun/glob");
    const glob = new Glob(pattern.startsWith("/") || pattern.startsWith("**") ? pattern : `**/${pattern}`);
    return (text) => text === pattern || glob.match(text);
  }
  const { include, exclude } = pattern as { include?: unknown; exclude?: unknown };
  const [wanted, refused] = [testOf(include, isCode), exclude === undefined ? () => false : testOf(exclude, isCode)];
  return (text) => wanted(text) && !refused(text);
}

const ORDERS = { pre: -1, post: 1 };

/** A hook of a plugin, however it is written. */
function hookOf(
  plugin: Record<string, unknown>,
  name: string,
): { handler: Called; order: number; fitsId: Test; fitsCode: Test } | null {
  const given = plugin[name];
  const object: HookObject = typeof given === "function" ? { handler: given } : ((given as HookObject | null) ?? {});
  if (typeof object.handler !== "function") return null;
  const { order, filter } = object;
  return {
    handler: object.handler as Called,
    order: order ? ORDERS[order] : 0,
    fitsId: testOf(filter?.id, false),
    fitsCode: testOf(filter?.code, true),
  };
}

/** `this` in the hooks of a plugin. */
function contextOf(plugins: Plugins, name: string): object {
  const missing = (method: string) => (): never => {
    throw new ERR_METHOD_NOT_IMPLEMENTED(`this.${method} of Rollup's plugins in Bun.build`);
  };
  const textOf = (message: unknown) => `${(message as { message?: string })?.message ?? message}`;
  const context = {
    meta: { rollupVersion: "4.0.0", watchMode: false },
    environment: plugins.environment,
    warn: (message: unknown) =>
      plugins.warn(`[plugin ${name}] ${textOf(typeof message === "function" ? message() : message)}`),
    error(message: unknown): never {
      throw message instanceof Error ? message : new Error(textOf(message));
    },
    info() {},
    debug() {},
    addWatchFile() {},
    getWatchFiles: () => [],
    // The changes of earlier plugins are not in it.
    getCombinedSourcemap: () => ({ version: 3, sources: [], names: [], mappings: "", toString: () => "" }),
    getModuleInfo: (id: string): object => moduleInfo(plugins, id),
    getModuleIds: () => [].values(),
    async resolve(source: string, importer?: string): Promise<object | null> {
      const found = await plugins.resolved(source, { importer, skip: context });
      if (found === null) return null;
      const { path, external = false, sideEffects = null } = found;
      return { id: path, external, moduleSideEffects: sideEffects ?? true, attributes: {}, meta: {}, resolvedBy: name };
    },
    emitFile({ type, name: given = "asset", fileName, source = "" }: EmittedFile): string {
      if (type !== "asset") missing(`emitFile({ type: "${type}" })`)();
      const contents = typeof source === "string" ? encodeUtf8(source) : source;
      const dot = given.lastIndexOf(".");
      const [stem, extension] = dot > 0 ? [given.slice(0, dot), given.slice(dot)] : [given, ""];
      const hash = hashOf(contents);
      plugins.emitted.push({ path: fileName ?? `${stem}-${hash}${extension}`, kind: "asset", hash, contents });
      return `${plugins.emitted.length - 1}`;
    },
    getFileName(reference: string): string {
      const file = plugins.emitted[Number(reference)];
      if (file === undefined) throw new Error(`plugin "${name}" has emitted no file ${reference}`);
      return file.path;
    },
    setAssetSource: missing("setAssetSource"),
    parse: (code: string): object => parsed(code, missing("parse")),
    load: missing("load"),
  };
  return context;
}

/** What is known of a module. Plugins share its `meta`; what the bundler finds out later is missing. */
function moduleInfo(plugins: Plugins, id: string): { meta: object; [member: string]: unknown } {
  let info = plugins.modules.get(id);
  if (info === undefined) {
    const lists = { importers: [], dynamicImporters: [], importedIds: [], dynamicallyImportedIds: [], exports: [] };
    const flags = { isEntry: false, isExternal: false, isIncluded: null, hasDefaultExport: null };
    info = { id, code: null, ast: null, meta: {}, attributes: {}, moduleSideEffects: true, ...flags, ...lists };
    plugins.modules.set(id, info);
  }
  return info;
}

/** The syntax tree of a source, by a parser that the project has; the plugins of Rollup are mostly installed beside Rollup. */
function parsed(code: string, missing: () => never): object {
  const require = load("internal:node/module").default.createRequire(
    `${load("internal:node/process").default.cwd()}/`,
  ) as (specifier: string) => Record<string, Called>;
  for (const [specifier, parse] of PARSERS) {
    try {
      require(specifier);
    } catch (error) {
      if ((error as { code?: string }).code !== "MODULE_NOT_FOUND") throw error;
      continue;
    }
    return parse(require(specifier), code) as object;
  }
  return missing();
}

const PARSERS: [specifier: string, parse: (parser: Record<string, Called>, code: string) => unknown][] = [
  ["rollup/parseAst", (parser, code) => parser.parseAst!(code)],
  ["rolldown/parseAst", (parser, code) => parser.parseAst!(code)],
  ["acorn", (parser, code) => parser.parse!(code, { ecmaVersion: "latest", sourceType: "module" })],
];

/** The options of a build as plugins of Rollup read them. */
export function rollupOptions(config: BuildConfig): { input: object; output: object } {
  const directory = load("internal:node/process").default.cwd();
  const dir = load("internal:core/path").default.resolve(directory, config.outdir ?? "");
  const plugins = ((config.plugins ?? []) as unknown[]).flat(Infinity).filter(Boolean);
  const { format = "esm", sourcemap } = config;
  return {
    input: { input: config.entrypoints, plugins, external: config.external ?? [], cwd: directory },
    output: { format: format === "esm" ? "es" : format, sourcemap: Boolean(sourcemap && sourcemap !== "none"), dir },
  };
}

/** Adds the hooks of a plugin. */
export function addRollupPlugin(
  plugins: Plugins,
  plugin: Record<string, unknown>,
  options: { input: object; output: object },
): void {
  const name = `${plugin.name ?? ""}`;
  const context = contextOf(plugins, name);
  const registered = (order: number, callback: Registered["callback"]): Registered => ({
    filter: /(?:)/,
    namespace: null,
    plugin: name,
    order,
    owner: context,
    callback,
  });
  addResolving(plugins, plugin, context, registered);
  const loads = hookOf(plugin, "load");
  if (loads) {
    plugins.load.push(
      registered(loads.order, async ({ path }: { path: string }) => {
        if (!loads.fitsId(path)) return null;
        const loaded = (await loads.handler.call(context, path)) as
          | string
          | { code: string; moduleType?: string; meta?: object }
          | null;
        if (loaded === null || loaded === undefined) return null;
        if (typeof loaded === "object" && loaded.meta) Object.assign(moduleInfo(plugins, path).meta, loaded.meta);
        return typeof loaded === "string" ? { contents: loaded } : { contents: loaded.code, loader: loaded.moduleType };
      }),
    );
  }
  const transform = hookOf(plugin, "transform");
  if (transform) {
    plugins.transform.push(
      registered(transform.order, async ({ path, code }: { path: string; code: string }) => {
        if (!transform.fitsId(path) || !transform.fitsCode(code)) return null;
        const given = (await transform.handler.call(context, code, path, { ssr: false })) as
          | string
          | { code?: string; moduleType?: string; meta?: object }
          | null
          | undefined;
        if (given === null || given === undefined) return null;
        const { code: changed, moduleType, meta } = typeof given === "string" ? { code: given } : given;
        if (meta) Object.assign(moduleInfo(plugins, path).meta, meta);
        // What is made of JSON is a module.
        return { code: changed, loader: moduleType ?? (path.endsWith(".json") ? "js" : undefined) };
      }),
    );
  }
  const on = (hook: string, add: (handler: Called) => void) => {
    const found = hookOf(plugin, hook);
    if (found) add((...args) => found.handler.apply(context, args));
  };
  on("options", (handler) => plugins.start.unshift(() => handler(options.input)));
  on("buildStart", (handler) => plugins.start.push(() => handler(options.input)));
  on("buildEnd", (handler) => plugins.end.push(() => handler(undefined)));
  on("writeBundle", (handler) => plugins.end.push(() => handler(options.output, {})));
  on("closeBundle", (handler) => plugins.dispose.push(() => handler()));
  on("renderStart", (handler) => plugins.outputs.push(() => handler(options.output, options.input)));
  on("renderChunk", (handler) => plugins.outputs.push((files) => renderChunks(handler, files, options.output)));
  on("generateBundle", (handler) => plugins.outputs.push((files) => generateBundle(handler, files, options.output)));
}

function addResolving(
  plugins: Plugins,
  plugin: Record<string, unknown>,
  context: object,
  registered: (order: number, callback: Registered["callback"]) => Registered,
): void {
  const resolving = hookOf(plugin, "resolveId");
  if (!resolving) return;
  const callback = async ({ path, importer, kind }: { path: string; importer: string; kind: string }) => {
    if (!resolving.fitsId(path)) return null;
    const isEntry = kind === "entry-point-build";
    const options = { isEntry, attributes: {}, custom: {} };
    const found = (await resolving.handler.call(context, path, isEntry ? undefined : importer, options)) as
      | string
      | false
      | { id: string; external?: boolean; moduleSideEffects?: boolean }
      | null
      | undefined;
    if (found === null || found === undefined) return null;
    if (found === false) return { external: true };
    const { id, external = false, moduleSideEffects } = typeof found === "string" ? { id: found } : found;
    // An id that is not a path belongs to this plugin.
    return { path: id, external, namespace: id.startsWith("/") ? "file" : NAMESPACE, sideEffects: moduleSideEffects };
  };
  plugins.resolve.push(registered(resolving.order, callback));
}

/** Whether a module is a style sheet: by its loader, or by the end of its id. */
function isStyleSheet(path: string, loader?: string | null): boolean {
  return loader === "css" || ((loader ?? null) === null && /\.css$/.test(path.replace(/[?#].*(?<!\.css)$/s, "")));
}

/**
 * Lets `transform` see what is something else than source code when it is loaded: style sheets, and files whose extension only a plugin knows,
 * which are source code if it makes that of them. Call it when all plugins are added.
 */
export function transformWhatIsLoaded(plugins: Plugins): void {
  if (!plugins.transform.some(({ owner }) => owner !== undefined)) return;
  const transformed = async (path: string, namespace: string, source: string, loader: string | null) => {
    // It can be loaded again: after a change, or when a worker makes a build of several outputs necessary.
    plugins.complete.delete(path);
    const given = await plugins.transformed({ kind: "transform", path, namespace, code: source });
    plugins.complete.add(path);
    // As Vite has it, a plugin marks a part of a file by the end of its id.
    const isModule = loader === "css" && /\.module\.css$/.test(path);
    return { contents: given?.code ?? source, loader: given?.loader ?? (isModule ? "local-css" : loader) };
  };
  for (const registered of plugins.load) {
    const inner = registered.callback as Called;
    registered.callback = async (call: { path: string; namespace: string }) => {
      const given = (await inner(call)) as { contents?: unknown; loader?: string } | null | undefined;
      if (typeof given?.contents !== "string" || !isStyleSheet(call.path, given.loader)) return given;
      return { ...given, ...(await transformed(call.path, call.namespace, given.contents, "css")) };
    };
  }
  plugins.load.push({
    filter: /^[^\0]*$/,
    namespace: "file",
    plugin: "",
    order: Infinity,
    async callback({ path }: { path: string }) {
      const file = path.replace(/[?#].*$/s, "");
      if (KNOWN.test(file)) return null;
      const source = await load("internal:bun/file").file(file).text();
      if (isStyleSheet(path)) return transformed(path, "file", source, "css");
      plugins.complete.delete(path);
      const given = await plugins.transformed({ kind: "transform", path, namespace: "file", code: source });
      if (given === null) return null;
      plugins.complete.add(path);
      return { contents: given.code, loader: given.loader ?? "js" };
    },
  });
}

function isChunk({ kind }: OutputFile): boolean {
  return kind === "entry-point" || kind === "chunk";
}

function chunkOf(file: OutputFile): BundleFile {
  const { path, kind, contents } = file;
  if (!isChunk(file)) return { type: "asset", fileName: path, names: [path], source: contents };
  const name = path.slice(path.lastIndexOf("/") + 1).replace(/\.[^.]*$/, "");
  const isEntry = kind === "entry-point";
  const lists = { imports: [], dynamicImports: [], exports: [], moduleIds: [], modules: {} };
  return {
    type: "chunk",
    fileName: path,
    name,
    isEntry,
    isDynamicEntry: !isEntry,
    code: decodeUtf8(contents),
    ...lists,
  };
}

async function renderChunks(handler: Called, files: OutputFile[], output: object): Promise<void> {
  for (const file of files.filter(isChunk)) {
    const chunk = chunkOf(file);
    const given = (await handler(chunk.code, chunk, output, { chunks: {} })) as string | { code: string } | null;
    const code = typeof given === "string" ? given : given?.code;
    if (typeof code === "string") file.contents = encodeUtf8(code);
  }
}

async function generateBundle(handler: Called, files: OutputFile[], output: object): Promise<void> {
  const bundle: Record<string, BundleFile> = {};
  for (const file of files) bundle[file.path] = chunkOf(file);
  await handler(output, bundle, true);
  const before = new Map(files.map((file) => [file.path, file]));
  files.length = 0;
  for (const { type, fileName, code = "", source = "" } of Object.values(bundle)) {
    const text = type === "chunk" ? code : source;
    const contents = typeof text === "string" ? encodeUtf8(text) : text;
    files.push({ path: fileName, kind: "asset", hash: null, ...before.get(fileName), copied: null, contents });
  }
}
