// Transformers and resolvers of a configuration of Jest that only wait (`processAsync`, `async`): they run in the thread of
// `module.register()`, for whose responses `require` can wait. Those that do not wait are in `jest_transforms` and `jest_resolver`.
import type { JestTransforms } from "internal:test_runner/dialects/protocol";
import { startHooks } from "internal:loader/async_hooks";
import { fileUrl } from "internal:core/file_url";

/** What waits. */
export interface Waiting {
  root: string;
  /** The transformers in their order, of which only those with these indices wait; null: none waits. */
  transforms: { given: JestTransforms; indices: number[] } | null;
  /** The file of the resolver; null: it does not wait. */
  resolver: string | null;
}

/** Starts the hooks, unless nothing waits. */
export function waitForAsyncHooks(waiting: Waiting): void {
  if (waiting.transforms === null && waiting.resolver === null) return;
  const source = `data:text/javascript,${encodeURIComponent(SOURCE)}`;
  startHooks().register(source, fileUrl(`${waiting.root}/_`), waiting, []);
}

/** The module of the hooks. */
const SOURCE = `
const { createRequire } = process.getBuiltinModule("module");
const { readFileSync } = process.getBuiltinModule("fs");
const { dirname, isAbsolute, join } = process.getBuiltinModule("path");
const { fileURLToPath, pathToFileURL } = process.getBuiltinModule("url");

const LOADED = new Map();
const EXTENSIONS = [".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx", ".json", ".node"];
let root, list, indices, patterns, ignored, resolver, require;

export function initialize(waiting) {
  ({ root, resolver } = waiting);
  ({ given: { list, ignored }, indices } = waiting.transforms ?? { given: { list: [], ignored: [] }, indices: [] });
  patterns = list.map(({ pattern }) => new RegExp(pattern));
  ignored = ignored.map((pattern) => new RegExp(pattern));
  require = createRequire(root + "/_");
}

async function transformerAt(index) {
  const { file, options } = list[index];
  const given = require(file);
  const made = given.default ?? given;
  return typeof made.createTransformer === "function" ? made.createTransformer(options) : made;
}

export async function load(url, context, next) {
  const path = url.startsWith("file:") ? fileURLToPath(url) : null;
  const index = path === null ? -1 : patterns.findIndex((pattern) => pattern.test(path));
  if (!indices.includes(index) || ignored.some((pattern) => pattern.test(path))) return next(url, context);
  if (!LOADED.has(index)) LOADED.set(index, transformerAt(index));
  const config = { rootDir: root, cwd: root, transform: list, globals: {} };
  const result = await (await LOADED.get(index)).processAsync(readFileSync(path, "utf8"), path, {
    cacheFS: new Map(), config, configString: JSON.stringify(config), instrument: false, supportsDynamicImport: true,
    supportsExportNamespaceFrom: true, supportsStaticESM: true, supportsTopLevelAwait: true,
    transformerConfig: list[index].options,
  });
  const source = typeof result === "string" ? result : result?.code;
  if (typeof source !== "string")
    throw new TypeError('"processAsync" of the transform "' + list[index].file + '" must resolve to an object with a string "code".');
  const isModule = /^\\s*(?:import[\\s{*"']|export[\\s{*])/m.test(source);
  return { format: isModule ? "module" : "commonjs", shortCircuit: true, source };
}

let find;
export async function resolve(request, context, next) {
  const { parentURL = "", conditions } = context;
  if (resolver === null || !parentURL.startsWith("file:") || /^(?:node|data|file|bun|https?):/.test(request))
    return next(request, context);
  if (find === undefined) {
    const given = require(resolver);
    find = given.async ?? given.default.async;
  }
  const folder = dirname(fileURLToPath(parentURL));
  const found = await find(request, {
    basedir: folder, conditions, extensions: EXTENSIONS, moduleDirectory: ["node_modules"], paths: [], rootDir: root,
    defaultAsyncResolver: async (name, changed) => {
      const { url } = await next(name, { ...context, parentURL: pathToFileURL(join(changed?.basedir ?? folder, "_")).href });
      return url.startsWith("file:") ? fileURLToPath(url) : url;
    },
  });
  if (isAbsolute(found)) return next(pathToFileURL(found).href, context);
  return next(found.includes(":") ? found : "node:" + found, context);
}`;
