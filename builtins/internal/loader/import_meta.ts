// `import.meta`: Node's properties, and those of the program's home.
import { directoryOf, fileUrl, pathOfFileUrl } from "internal:core/file_url";
import { type SourceModule } from "internal:loader/records";
import { resolve, urlOf } from "internal:loader/resolve";
import { asyncHooks, hasResolveHooks } from "internal:loader/hook_state";
import { home, mainUrl } from "internal:core/program";
import { workerStart } from "internal:core/worker_state";
import defer * as commonjs from "internal:loader/commonjs";
import defer * as errors from "internal:core/errors";
import defer * as urls from "web:url";
import { services } from "internal:core/bootstrap";

/** Makes the object of a module. */
export function metaOf(module: SourceModule): object {
  const { url, path } = module;
  const meta: any = { __proto__: null };
  if (path !== "" && url.startsWith("file:")) {
    meta.dirname = directoryOf(path);
    meta.filename = path;
  }
  meta.main = url === mainUrl();
  // Hooks cannot ask hooks and wait for the answer in the thread that would give it.
  if (workerStart()?.entryKind !== "hooks")
    meta.resolve = (specifier: string, parent?: string | urls.URL): string => {
      if (parent != null && typeof parent !== "string" && !urls.isURL(parent))
        throw new errors.ERR_INVALID_ARG_TYPE("parentURL", ["string", "URL"], parent);
      const from = parent == null ? url : `${parent}`;
      try {
        const isHooked = hasResolveHooks() || asyncHooks() !== null;
        return urlOf(resolve(`${specifier}`, isHooked ? from : (pathOfFileUrl(from) ?? from), false));
      } catch (error) {
        // A file need not exist to have a URL.
        const { code, url: missing } = error as { code?: string; url?: string };
        if (missing !== undefined && (code === "ERR_MODULE_NOT_FOUND" || code === "ERR_UNSUPPORTED_DIR_IMPORT"))
          return missing;
        if (code === "ERR_UNSUPPORTED_RESOLVE_REQUEST" && parent != null) return besideUrl(specifier, from, error);
        // Whether anybody can load it is a question for later.
        if (code === "ERR_UNSUPPORTED_ESM_URL_SCHEME") return new urls.URL(specifier).href;
        throw error;
      }
    };
  meta.url = url;
  if (home() === "bun") addBun(meta, path);
  return meta;
}

/** What is relative to a URL that is no file's. There are no packages around such a URL. */
function besideUrl(specifier: string, parent: string, error: unknown): string {
  const isRelative = /^(?:\.{0,2}\/)/.test(specifier);
  if (isRelative && urls.URL.canParse(specifier, parent)) return new urls.URL(specifier, parent).href;
  throw isRelative || parent.startsWith("data:") ? error : new errors.ERR_INVALID_URL(specifier);
}

function addBun(meta: any, path: string): void {
  meta.dir = directoryOf(path);
  meta.file = path.slice(path.lastIndexOf("/") + 1);
  meta.path = path;
  meta.env = services().process.env;
  meta.require = commonjs.createRequire(path);
  meta.resolveSync = (specifier: string, parent?: string): string => {
    const found = resolve(specifier, parent === undefined ? path : (pathOfFileUrl(fileUrl(parent)) ?? path), false);
    return found.path + found.suffix;
  };
}
