// The import map and the workspace of a `deno.json`, for files of `Deno.test`: specifiers and what they stand for.
// https://docs.deno.com/runtime/fundamentals/configuration/#dependencies
import { readFileSync } from "internal:node/fs/sync_io";
import { existsSync } from "internal:node/fs/sync_tree";
import defer * as json from "internal:core/data_formats/json5";
import defer * as path from "internal:core/path";
import defer * as urls from "internal:web/file_urls";

interface DenoConfig {
  name?: string;
  imports?: Record<string, string>;
  workspace?: string[] | { members?: string[] };
  exports?: string | Record<string, string>;
}

/** Reads `deno.json` or `deno.jsonc` of a folder; null when there is none. */
export function readDenoJson(folder: string): DenoConfig | null {
  for (const name of ["deno.json", "deno.jsonc"]) {
    const file = `${folder}/${name}`;
    if (existsSync(file)) return json.parseJson5(readFileSync(file, "utf8") as string, true, file) as DenoConfig;
  }
  return null;
}

/** The specifiers of a project with their targets; those that end with a slash stand for what begins with them. */
export function denoImports(folder: string): [specifier: string, target: string][] {
  const config = readDenoJson(folder);
  if (config === null) return [];
  const found: [string, string][] = [];
  const members = Array.isArray(config.workspace) ? config.workspace : (config.workspace?.members ?? []);
  for (const member of members) {
    const root = path.default.resolve(folder, member);
    const inner = readDenoJson(root);
    if (inner?.name === undefined) continue;
    const { exports } = inner;
    const entries = typeof exports === "string" ? { ".": exports } : (exports ?? {});
    for (const [name, target] of Object.entries(entries))
      found.push([inner.name + name.slice(1), fileUrlOf(root, target)]);
    found.push(...mapped(inner.imports, root));
  }
  found.push(...mapped(config.imports, folder));
  return found;
}

function mapped(imports: Record<string, string> | undefined, root: string): [string, string][] {
  return Object.entries(imports ?? {}).map(([name, target]) => {
    if (target.startsWith(".")) return [name, fileUrlOf(root, target)];
    // Without a version: what is installed.
    return [name, target.replace(/^npm:\/?(@?[^@/]+(?:\/[^@/]+)?)(?:@[^/]*)?/, "$1")];
  });
}

function fileUrlOf(root: string, target: string): string {
  const url = urls.pathToFileURL(path.default.resolve(root, target)).href as string;
  return target.endsWith("/") && !url.endsWith("/") ? `${url}/` : url;
}

/** A module that makes the specifiers stand for their targets, to be loaded before a file; null when there is none. */
export function preloadOf(imports: [specifier: string, target: string][]): string | null {
  if (imports.length === 0) return null;
  const source = `import { registerHooks } from "node:module";
const exact = new Map(${JSON.stringify(imports)});
const folders = [...exact].filter(([name]) => name.endsWith("/"));
registerHooks({ resolve(specifier, context, next) {
  const target = exact.get(specifier) ?? exact.get(specifier.replace(/^jsr:\\/?(@[^/]+\\/[^@/]+)@[^/]*/, "$1"));
  if (target !== undefined) return next(target, context);
  for (const [name, folder] of folders) if (specifier.startsWith(name)) return next(folder + specifier.slice(name.length), context);
  return next(specifier, context);
} });`;
  return `data:text/javascript,${encodeURIComponent(source)}`;
}
