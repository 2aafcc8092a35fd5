// `import.meta`: Node's properties, and those of Bun in its programs.
import { directoryOf, fileUrl, pathOfFileUrl } from "internal:core/file_url";
import { type SourceModule } from "internal:loader/records";
import { hasLayers } from "internal:loader/chain";
import { resolveImport, urlOf } from "internal:loader/resolve";
import { home, mainUrl } from "internal:core/program";
import { workerStart } from "internal:core/worker_state";
import defer * as commonjs from "internal:loader/commonjs";
import defer * as errors from "internal:core/errors";
import defer * as urls from "web:url";
import { services } from "internal:core/bootstrap";
import { mappedPackage } from "native:modules";

let environment: object | undefined;
let globOf: ((path: string) => unknown) | undefined;

/** Sets the `env` of every `import.meta`, which Vite's code reads, and what makes the `glob` of a file. */
export function setViteMembers(env: object, glob: (path: string) => unknown): void {
  environment = env;
  globOf = glob;
}

let inSource: { path: string; vitest: unknown } | undefined;

/** Sets the `import.meta.vitest` of the file `path`, whose source has tests; undefined in all others. */
export function setInSourceTests(path: string, vitest: unknown): void {
  inSource = { path, vitest };
}

/** Makes the `import.meta` of a module. */
export function metaOf(module: SourceModule): object {
  const { url, path } = module;
  let ownPath: string | undefined;
  const meta = { __proto__: null } as object as Record<string, unknown>;
  if (path !== "" && url.startsWith("file:")) {
    meta.dirname = directoryOf(path);
    meta.filename = path;
  }
  meta.main = url === mainUrl();
  // A hook cannot block for the response of hooks in their own thread.
  if (workerStart()?.entryKind !== "hooks")
    meta.resolve = (specifier: string, parent?: string | urls.URL): string => {
      if (parent != null && typeof parent !== "string" && !urls.isURL(parent))
        throw new errors.ERR_INVALID_ARG_TYPE("parentURL", ["string", "URL"], parent);
      const from = parent == null ? url : `${parent}`;
      // Deno resolves these to themselves: which file they are is decided by loading them.
      if (home() === "deno" && /^(?:npm|jsr):/.test(`${specifier}`)) return specifier;
      const address = home() === "deno" ? addressOf(`${specifier}`, from) : undefined;
      if (address !== undefined) return address;
      const mapped = home() === "deno" ? mappedPackage(`${specifier}`, pathOfFileUrl(from) ?? path) : null;
      if (mapped !== null) return mapped;
      try {
        const importer = hasLayers()
          ? from
          : from === url
            ? (ownPath ??= pathOfFileUrl(url) ?? url)
            : (pathOfFileUrl(from) ?? from);
        return urlOf(resolveImport(`${specifier}`, importer, {}));
      } catch (error) {
        // A file that does not exist has a URL too.
        const { code, url: missing } = error as { code?: string; url?: string };
        if (missing !== undefined && (code === "ERR_MODULE_NOT_FOUND" || code === "ERR_UNSUPPORTED_DIR_IMPORT"))
          return missing + suffixOf(`${specifier}`);
        if (code === "ERR_MODULE_NOT_FOUND" && home() === "bun" && /^(?:\.{0,2}\/|file:)/.test(`${specifier}`))
          return new urls.URL(`${specifier}`, from.startsWith("/") ? fileUrl(from) : from).href;
        if (code === "ERR_UNSUPPORTED_RESOLVE_REQUEST" && parent != null) return besideUrl(specifier, from, error);
        // In Deno's messages, also for an address that an import map names.
        const lost = home() === "deno" ? LOST.exec((error as Error).message)?.[1] : undefined;
        if (lost !== undefined) return lost;
        // Whether it can be loaded is checked later.
        if (code === "ERR_UNSUPPORTED_ESM_URL_SCHEME") return new urls.URL(specifier).href;
        throw error;
      }
    };
  meta.url = url;
  if (home() === "bun") addBun(meta, path);
  if (environment !== undefined) meta.env = environment;
  if (globOf !== undefined) meta.glob = globOf(path);
  if (inSource?.path === path) meta.vitest = inSource.vitest;
  return meta;
}

/** What a specifier means that is an address, or relative to one: nothing is fetched for that. */
function addressOf(specifier: string, from: string): string | undefined {
  if (/^https?:/i.test(specifier)) return new urls.URL(specifier).href;
  const isRelative = /^\.{0,2}\//.test(specifier);
  return isRelative && /^https?:/.test(from) ? new urls.URL(specifier, from).href : undefined;
}

const LOST = /^(?:Module not found|Specifier not found in cache:) "([^"]+)"/;

/** The query and fragment of an import of a file, with their marks. */
function suffixOf(specifier: string): string {
  return /^(?:\.{0,2}\/|file:)/.test(specifier) ? /^[^?#]*([^]*)$/.exec(specifier)![1]! : "";
}

/** Resolves relative to a URL that is not a file. There are no packages for such a URL. */
function besideUrl(specifier: string, parent: string, error: unknown): string {
  const isRelative = /^(?:\.{0,2}\/)/.test(specifier);
  if (isRelative && urls.URL.canParse(specifier, parent)) return new urls.URL(specifier, parent).href;
  throw isRelative || parent.startsWith("data:") ? error : new errors.ERR_INVALID_URL(specifier);
}

function addBun(meta: Record<string, unknown>, path: string): void {
  meta.dir = directoryOf(path);
  meta.file = path.slice(path.lastIndexOf("/") + 1);
  meta.path = path;
  meta.env = services().process.env;
  meta.require = commonjs.createRequire(path);
  meta.resolveSync = (specifier: string, parent?: string): string => {
    const importer = parent === undefined ? path : (pathOfFileUrl(fileUrl(parent)) ?? path);
    const found = resolveImport(specifier, importer, {});
    return found.path + found.suffix;
  };
}
