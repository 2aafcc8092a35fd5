// The rarer half of CommonJS loading: names behind re-exports, NODE_PATH, extensions that a program registered.
import { load as loadBuiltin } from "internal:bootstrap";
import { preload } from "internal:loader/commonjs";
import { builtinOf, resolve } from "internal:loader/resolve";
import { mainUrl } from "internal:program";
import { ERR_METHOD_NOT_IMPLEMENTED } from "internal:errors";
import { cwd, getEnvironment } from "native:process";

/** The export names of a CommonJS text, with those that it passes on. */
export function exportNames(path: string, record: any, visited: Set<string> = new Set([path])): string[] {
  const names: string[] = [...record.names];
  for (const specifier of record.reexports as string[]) {
    try {
      names.push(...namesBehind(specifier, path, visited));
    } catch {
      // Node leaves out what it cannot find or read; running the module will say why.
    }
  }
  return names;
}

function namesBehind(specifier: string, path: string, visited: Set<string>): string[] {
  const builtin = builtinOf(specifier);
  if (builtin !== null) return Object.keys(loadBuiltin(builtin).default);
  const target = resolve(specifier, path, true).path;
  if (visited.has(target) || target.endsWith(".json")) return [];
  visited.add(target);
  const record = preload(target);
  return record.kind === "commonjs" ? exportNames(target, record, visited) : record.locals.concat(record.indirect.map(([name]: [string]) => name));
}

/** A file that exists once one of the registered extensions is added. */
export function resolveByExtension(request: string, from: string, extensions: string[]): string | null {
  if (!/^\.{0,2}\//.test(request)) return null;
  for (const extension of extensions) {
    if ([".js", ".json", ".node", ".ts", ".cts", ".mts"].includes(extension)) continue;
    for (const candidate of [request + extension, `${request}/index${extension}`]) {
      try {
        return resolve(candidate, from, true).path;
      } catch {
        // The next extension may fit.
      }
    }
  }
  return null;
}

/** A package in one of the folders of NODE_PATH and its kin. */
export function resolveGlobally(request: string, folders: string[]): string | null {
  if (/^\.{0,2}\//.test(request)) return null;
  for (const folder of folders.length > 0 ? folders : globalPaths()) {
    try {
      return resolve(`${folder}/${request}`, "/_", true).path;
    } catch {
      // The next folder may have it.
    }
  }
  return null;
}

/** The folders of NODE_PATH, then Node's old ones in the home folder. */
export function globalPaths(): string[] {
  const paths = (getEnvironment("NODE_PATH") ?? "").split(":").filter(Boolean);
  const home = getEnvironment("HOME");
  return home === null ? paths : [...paths, `${home}/.node_modules`, `${home}/.node_libraries`];
}

/** The working directory. */
export function workingDirectory(): string {
  return cwd();
}

/** The URL of the main module. */
export function mainUrlOfProgram(): string {
  return mainUrl();
}

/** Native addons are not there yet. */
export function loadAddon(_module: any, filename: string): void {
  throw new ERR_METHOD_NOT_IMPLEMENTED(`process.dlopen (loading the native addon ${filename})`);
}
