// `import.meta.glob(pattern)` in files of Vitest: the modules whose files match, as functions that import them.
// https://vite.dev/guide/features#glob-import
import { directoryOf } from "internal:core/file_url";
import { importFrom } from "internal:loader/dynamic_import";
import defer * as assets from "internal:test_runner/dialects/vite_assets";
import defer * as commonjs from "internal:loader/commonjs";
import defer * as search from "web:url_search_params";
import defer * as fs from "internal:node/fs";
import defer * as paths from "internal:core/path";

/** The older form of `query` and `import`. */
const OLD_FORM = /^(?:raw|url)$/;

interface GlobOptions {
  eager?: boolean;
  /** The export to take. */
  import?: string;
  query?: string | Record<string, string>;
  as?: string;
  base?: string;
  exhaustive?: boolean;
}
type Members = Record<string, unknown>;

/** The function for a file; patterns that begin with a slash are relative to `root`. */
export function globOf(file: string, root: string): (patterns: string | string[], options?: GlobOptions) => Members {
  return (patterns, given = {}) => {
    const options = withQuery(given);
    const folder = directoryOf(file);
    const base = options.base === undefined ? folder : absolute(options.base, folder, root);
    const list = [patterns].flat();
    const found = new Map<string, string>();
    const excluded = new Set([file]);
    for (const pattern of list) {
      const isNegative = pattern.startsWith("!");
      const plain = isNegative ? pattern.slice(1) : pattern;
      for (const path of filesOf(absolute(plain, base, root), options))
        if (isNegative) excluded.add(path);
        else if (!found.has(path))
          found.set(path, plain.startsWith("/") ? `/${relative(root, path)}` : near(base, path));
    }
    const files = [...found].filter(([path]) => !excluded.has(path)).sort(([one], [other]) => (one < other ? -1 : 1));
    return Object.fromEntries(files.map(([path, key]) => [key, member(file, path, root, options)]));
  };
}

function withQuery(options: GlobOptions): GlobOptions {
  const { as } = options;
  if (as === undefined) return options;
  return { ...options, query: `?${as}`, ...(OLD_FORM.test(as) ? { import: options.import ?? "default" } : {}) };
}

function filesOf(pattern: string, { exhaustive }: GlobOptions): string[] {
  const isSkipped = (path: string): boolean =>
    !exhaustive && path.split("/").some((part) => part === "node_modules" || (part.startsWith(".") && part.length > 2));
  return fs.default.globSync(pattern).filter((path: string) => !isSkipped(path) && fs.default.statSync(path).isFile());
}

function absolute(pattern: string, base: string, root: string): string {
  return pattern.startsWith("/") ? root + pattern : paths.default.join(base, pattern);
}

function relative(from: string, path: string): string {
  return paths.default.relative(from, path);
}

function near(base: string, path: string): string {
  const name = relative(base, path);
  return name.startsWith("../") ? name : `./${name}`;
}

/** A module, or the function that imports it. */
function member(file: string, path: string, root: string, options: GlobOptions): unknown {
  const { query } = options;
  const suffix = typeof query === "object" ? `?${new search.URLSearchParams(query)}` : (query ?? "");
  const pick = (module: Members): unknown => (options.import === undefined ? module : module[options.import]);
  const [, asked] = assets.splitQuery(`?${suffix.replace(/^\?/, "")}`);
  if (assets.isAsset(path, asked)) {
    const asset = (): Members => ({ default: assets.assetValue(path, asked, root) });
    return options.eager ? pick(asset()) : async () => pick(asset());
  }
  const specifier = path + (suffix === "" || suffix.startsWith("?") ? suffix : `?${suffix}`);
  if (options.eager) return pick(commonjs.createRequire(file)(path) as Members);
  return async () => pick((await importFrom(file, specifier, undefined, false)) as Members);
}
