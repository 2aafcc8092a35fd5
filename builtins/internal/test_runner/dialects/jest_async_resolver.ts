// A resolver of a configuration of Jest that only waits (`async`): it runs in the thread of `module.register()`, for whose responses
// `require` can wait. One that does not wait is in `jest_resolver`.
import { startHooks } from "internal:loader/async_hooks";
import { fileUrl } from "internal:core/file_url";

/** What waits. */
export interface WaitingResolver {
  root: string;
  /** The file of the resolver. */
  resolver: string;
}

/** Starts the hooks. */
export function waitForResolver(waiting: WaitingResolver): void {
  const source = `data:text/javascript,${encodeURIComponent(SOURCE)}`;
  startHooks().register(source, fileUrl(`${waiting.root}/_`), waiting, []);
}

/** The module of the hooks. */
const SOURCE = `
const { createRequire } = process.getBuiltinModule("module");
const { dirname, isAbsolute, join } = process.getBuiltinModule("path");
const { fileURLToPath, pathToFileURL } = process.getBuiltinModule("url");

const EXTENSIONS = [".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx", ".json", ".node"];
let root, resolver, require;

export function initialize(waiting) {
  ({ root, resolver } = waiting);
  require = createRequire(root + "/_");
}

let find;
export async function resolve(request, context, next) {
  const { parentURL = "", conditions } = context;
  if (!parentURL.startsWith("file:") || /^(?:node|data|file|bun|https?):/.test(request))
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
