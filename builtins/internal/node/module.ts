// node:module: adds the public static members to the loader's `Module`; the loader is `internal:loader/*`.
import type { URL } from "web:url";
import { builtinNames } from "internal:core/bootstrap";
import { Module, createRequire as createRequireOfPath } from "internal:loader/commonjs";
import * as names from "internal:loader/commonjs_lookup";
import { builtinOf } from "internal:loader/resolve";
import { syncBuiltinExports } from "internal:loader/load";
import defer * as compileCache from "internal:node/module/compile_cache";
import defer * as packages from "internal:node/module/packages";
import defer * as registration from "internal:node/module/registration";
import defer * as sourceMaps from "internal:core/stack/source_map_support";
import defer * as sourceMap from "internal:core/stack/source_map";
import defer * as typescript from "internal:node/module/typescript";
import defer * as url from "internal:web/file_urls";
import { isBuiltin as isKnownBuiltin } from "internal:core/bootstrap";
import { ERR_INVALID_ARG_VALUE } from "internal:core/errors";
import { statSync } from "native:fs";

const M: any = Module;

/** Builtins that need the prefix `node:`. */
const PREFIX_ONLY = ["node:ffi", "node:sea", "node:sqlite", "node:test", "node:test/reporters"];

function listBuiltins(): string[] {
  const known = builtinNames().filter((id) => id.startsWith("node:"));
  const bare = known.filter((id) => builtinOf(id.slice("node:".length)) !== null).map((id) => id.slice("node:".length));
  return [...bare.sort(), ...PREFIX_ONLY.filter((id) => known.includes(id))];
}

/** Whether a specifier names a builtin, with or without `node:`. */
function isBuiltin(moduleName: unknown): boolean {
  return (
    typeof moduleName === "string" &&
    (builtinOf(moduleName) !== null || (moduleName.startsWith("node:") && isKnownBuiltin(moduleName)))
  );
}

/** Makes a `require` for an absolute path or a file: URL. Throws ERR_INVALID_ARG_VALUE for anything else. */
function createRequire(filename: string | URL): object {
  const href = typeof filename === "object" ? filename?.href : filename;
  return createRequireOfPath(
    pathOf(filename),
    typeof href === "string" && /^file:.*[?#]/.test(href) ? href : undefined,
  );
}

function pathOf(filename: unknown): string {
  const isUrl =
    typeof filename === "object" &&
    filename !== null &&
    typeof (filename as URL).href === "string" &&
    typeof (filename as URL).protocol === "string";
  const isString = typeof filename === "string";
  if (isUrl || (isString && !filename.startsWith("/"))) {
    try {
      return url.fileURLToPath(filename as string | URL);
    } catch {
      throw invalid(filename);
    }
  }
  if (!isString) throw invalid(filename);
  return filename;
}

function invalid(filename: unknown): Error {
  return new ERR_INVALID_ARG_VALUE(
    "filename",
    filename,
    "must be a file URL object, file URL string, or absolute path string",
  );
}

const STAT_BYTES = 18 * 8;
const MODE_INDEX = 1;
const TYPE_MASK = 0o170000;
const DIRECTORY = 0o040000;

/** 0 for a file, 1 for a directory, negative when it does not exist. */
function stat(path: string): number {
  const fields = new Float64Array(STAT_BYTES / 8);
  try {
    if (!statSync(path, new Uint8Array(fields.buffer), false, true)) return -2;
  } catch {
    return -2;
  }
  return (fields[MODE_INDEX]! & TYPE_MASK) === DIRECTORY ? 1 : 0;
}

function define(properties: Record<string, unknown>, enumerable: boolean): void {
  for (const name of Object.keys(properties)) {
    Object.defineProperty(M, name, { value: properties[name], writable: true, enumerable, configurable: true });
  }
}

function hide(...keys: string[]): void {
  for (const name of keys) Object.defineProperty(M, name, { enumerable: false });
}

define({ _stat: stat, _readPackage: (folder: string) => packages.readPackage(folder) }, false);
hide("_debug");
delete M._debug;
Object.defineProperties(M, {
  wrap: { get: names.currentWrap, set: names.changeWrap, configurable: true },
  wrapper: { get: names.currentWrapper, set: names.changeWrapper, configurable: true },
});
define(
  {
    isBuiltin,
    createRequire,
    syncBuiltinESMExports: function syncBuiltinESMExports(): void {
      syncBuiltinExports();
    },
    registerHooks: function registerHooks(hooks: { resolve?: unknown; load?: unknown }): object {
      return registration.registerHooks(hooks);
    },
    builtinModules: listBuiltins(),
    runMain: names.runMainOfNode,
    register: function register(specifier: unknown, parentURL?: unknown, options?: unknown): void {
      registration.register(specifier, parentURL, options);
    },
    constants: Object.freeze({
      __proto__: null,
      compileCacheStatus: Object.freeze({ __proto__: null, FAILED: 0, ENABLED: 1, ALREADY_ENABLED: 2, DISABLED: 3 }),
    }),
    enableCompileCache: function enableCompileCache(options?: unknown): object {
      return compileCache.enable(options);
    },
    findPackageJSON: function findPackageJSON(specifier: unknown, base: unknown = "data:"): string | undefined {
      return packages.findPackageJson(arguments.length, specifier, base);
    },
    flushCompileCache: function flushCompileCache(): void {
      compileCache.flush();
    },
    getCompileCacheDir: function getCompileCacheDir(): string | undefined {
      return compileCache.folder();
    },
    stripTypeScriptTypes: function stripTypeScriptTypes(code: unknown, options: unknown = {}): string {
      return typescript.strip(code, options);
    },
    findSourceMap: function findSourceMap(sourceUrl: unknown): unknown {
      return sourceMaps.find(sourceUrl);
    },
  },
  true,
);
Object.defineProperty(M, "SourceMap", {
  get: () => sourceMap.SourceMap,
  set(value) {
    Object.defineProperty(M, "SourceMap", { value, writable: true, enumerable: true, configurable: true });
  },
  enumerable: true,
  configurable: true,
});
define(
  {
    getSourceMapsSupport: function getSourceMapsSupport(): object {
      return sourceMaps.getSupport();
    },
    setSourceMapsSupport: function setSourceMapsSupport(enabled: unknown, options?: unknown): void {
      sourceMaps.setSupport(enabled, options);
    },
  },
  true,
);

M.globalPaths = names.globalPaths();

export default M;
