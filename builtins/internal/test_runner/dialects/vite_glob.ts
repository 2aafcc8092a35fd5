// `import.meta.glob(pattern)` in files of Vitest: the modules whose files match, as functions that import them.
// https://vite.dev/guide/features#glob-import
import { directoryOf } from "internal:core/file_url";
import { importFrom } from "internal:loader/dynamic_import";
import defer * as commonjs from "internal:loader/commonjs";
import defer * as search from "web:url_search_params";
import defer * as fs from "internal:node/fs";
import defer * as paths from "internal:core/path";

interface GlobOptions {
  eager?: boolean;
  /** The export to take. */
  import?: string;
  query?: string | Record<string, string>;
  base?: string;
  exhaustive?: boolean;
}
type Members = Record<string, unknown>;

/** The function for a file; patterns that begin with a slash are relative to `root`. */
export function globOf(file: string, root: string): (patterns: string | string[], options?: GlobOptions) => Members {
  return (patterns, options = {}) => {
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
    return Object.fromEntries(files.map(([path, key]) => [key, member(file, path, options)]));
  };
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
function member(file: string, path: string, options: GlobOptions): unknown {
  const { query } = options;
  const suffix = typeof query === "object" ? `?${new search.URLSearchParams(query)}` : (query ?? "");
  const pick = (module: Members): unknown => (options.import === undefined ? module : module[options.import]);
  if (/^\??raw$/.test(suffix)) {
    const raw = (): Members => ({ default: fs.default.readFileSync(path, "utf8") });
    return options.eager ? pick(raw()) : () => Promise.resolve(pick(raw()));
  }
  const specifier = path + (suffix === "" || suffix.startsWith("?") ? suffix : `?${suffix}`);
  if (options.eager) return pick(commonjs.createRequire(file)(path) as Members);
  return async () => pick((await importFrom(file, specifier, undefined, false)) as Members);
}
