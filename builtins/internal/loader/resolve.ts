// Resolves specifiers: builtins, then URLs, then files and packages (natively). Hooks are around this (`chain.ts`).
import { isBuiltin as isKnown, pinned, safe } from "internal:core/bootstrap";
import { launch, option } from "internal:core/launch";
import { fileUrl, pathOfFileUrl } from "internal:core/file_url";
import { steps } from "internal:loader/chain";
import defer * as mainDeprecation from "internal:loader/main_deprecation";
import defer * as program from "internal:core/program";
import defer * as loaderErrors from "internal:loader/errors";
import defer * as besideExecutable from "internal:loader/beside_executable";
import defer * as errors from "internal:core/errors";
import { resolve as resolveFile, resolveUnder } from "native:modules";
import { getEnvironment } from "native:process";

/** The result of a resolution. */
export interface Resolved {
  /** `builtin`, `data`, or a format of `native:modules`. */
  format: string;
  /** The path of a file, the name of a builtin, or the URL itself. */
  path: string;
  /** Query and fragment; the address of a module that was fetched. */
  suffix: string;
  /** Set when hooks returned a URL that is neither a file's nor a builtin's. */
  url?: string | undefined;
  /** Attributes of hooks that replace those of the import. */
  importAttributes?: Record<string, string>;
  /** The format that a `resolve` hook returned, with its language. */
  givenFormat?: string;
}

/** Builtins that need the prefix `node:`. */
const PREFIX_ONLY = pinned(
  new Set([
    "node:sea",
    "node:sqlite",
    "node:test",
    "node:test/reporters",
    "node:quic",
    "node:ffi",
    "node:vfs",
    "node:bench",
  ]),
);

/** The builtin that a program's specifier names (`fs` and `node:fs` alike), or null. */
export function builtinOf(specifier: string): string | null {
  if (safe.startsWith(specifier, "node:")) return isKnown(specifier) && !isDisabled(specifier) ? specifier : null;
  if (safe.startsWith(specifier, "bun:") || safe.startsWith(specifier, "brio:") || safe.startsWith(specifier, "deno:"))
    return isKnown(specifier) ? specifier : null;
  const first = specifier.charCodeAt(0);
  if (first === 0x2e || first === 0x2f || first === 0x23) return null;
  if (specifier === "bun") return isKnown("bun:main") ? "bun:main" : null;
  const full = `node:${specifier}`;
  return isKnown(full) && !PREFIX_ONLY.has(full) ? full : null;
}

/** Whether a flag disables a builtin. */
function isDisabled(id: string): boolean {
  return id === "node:sqlite" && option("--no-experimental-sqlite") !== undefined;
}

// A program may replace it.
const { exec: execute } = RegExp.prototype;
const SCHEME = /^([a-zA-Z][a-zA-Z0-9+.-]*):/;
const OWN_SCHEMES = pinned(new Set(["node", "bun", "brio", "deno"]));

/** Resolves an import in the module at path or URL `parent`. Throws Node's errors. */
export function resolveImport(specifier: string, parent: string, attributes: Record<string, string>): Resolved {
  const step = steps().resolve;
  return step === null ? resolveInFolder(specifier, parent) : step(specifier, parent, attributes);
}

/** Resolves a request of `require` in the module at path or URL `parent`. Throws Node's errors. */
export function resolveRequired(request: string, parent: string): Resolved {
  const step = steps().resolveRequired;
  return step === null ? resolve(request, parent, true) : step(request, parent);
}

/** As `resolveImport`, by the core. */
export function resolveInFolder(specifier: string, parent: string): Resolved {
  // An import in a folder always resolves to the same file, even if that file changes.
  const key = `${parent.slice(0, safe.lastIndexOf(parent, "/"))}\0${specifier}`;
  let found = imports.get(key);
  if (found === undefined) {
    imports.set(key, (found = resolve(specifier, parent, false)));
    if (found.format === "module" && program.home() === "node")
      mainDeprecation.warnOfImportedMain(specifier, found.path, parent);
  }
  return found;
}

const imports = pinned(new Map<string, Resolved>());

/** Forgets what imports resolve to: files may have been added and removed. */
export function clearImports(): void {
  imports.clear();
}

/** Resolves a request in the module at path or URL `given`; `conditions` replace those of the home. Throws Node's errors. */
export function resolve(specifier: string, given: string, isRequire: boolean, conditions?: string[]): Resolved {
  const path = safe.startsWith(given, "/") ? given : (pathOfFileUrl(given) ?? given);
  // A folder becomes a file name in it.
  const parent = safe.endsWith(path, "/") ? `${path}_` : path;
  const builtin = builtinOf(specifier);
  // An import map of Deno may map the bare name of a builtin.
  const isMappable = builtin !== null && !isRequire && !safe.includes(specifier, ":") && program.home() === "deno";
  if (builtin !== null && !isMappable) return { format: "builtin", path: builtin, suffix: "", url: undefined };
  const scheme = (execute.call(SCHEME, specifier) as RegExpExecArray | null)?.[1]?.toLowerCase();
  if ((scheme === "internal" || scheme === "web") && isOpen() && isKnown(specifier))
    return { format: "builtin", path: specifier, suffix: "", url: undefined };
  if (scheme !== undefined && OWN_SCHEMES.has(scheme)) throw unknownBuiltin(specifier, parent, isRequire);
  if (isRequire) {
    if (safe.includes(specifier, "\0")) throw loaderErrors.notFound(specifier);
    try {
      return present(
        conditions === undefined
          ? resolveFile(specifier, parent, true)
          : resolveUnder(specifier, parent, true, conditions),
      );
    } catch (error) {
      return elsewhere(specifier, true) ?? raise(loaderErrors.unresolvedRequire(error));
    }
  }
  if (scheme === "data" || (scheme === "blob" && program.home() !== "node"))
    return { format: "data", path: specifier, suffix: "", url: undefined };
  const isPackage = isFetched(scheme);
  if (scheme !== undefined && scheme !== "file" && !isPackage) throw unsupportedScheme(scheme, specifier, parent);
  if (!safe.startsWith(parent, "/") && scheme === undefined)
    throw new errors.ERR_UNSUPPORTED_RESOLVE_REQUEST(specifier, parent);
  try {
    const importer = safe.startsWith(parent, "/") ? parent : "/_";
    return present(
      conditions === undefined
        ? resolveFile(specifier, importer, false)
        : resolveUnder(specifier, importer, false, conditions),
    );
  } catch (error) {
    return elsewhere(specifier, false) ?? raise(loaderErrors.unresolvedImport(error, specifier, parent));
  }
}

function raise(error: unknown): never {
  throw error;
}

/** What the folders of the importer do not have: see `builtinPackage` and `beside_executable.ts`. */
function elsewhere(specifier: string, isRequire: boolean): Resolved | null {
  const builtin = builtinPackage(specifier);
  if (builtin !== null || launch().embeddedFiles === undefined) return builtin;
  return besideExecutable.resolve(specifier, isRequire);
}

/** A package that is not installed and that programs of Bun have nevertheless, as `ws`, which Vite requires there. */
function builtinPackage(specifier: string): Resolved | null {
  if (specifier !== "ws" || program.home() !== "bun" || !isKnown("bun:ws")) return null;
  return { format: "builtin", path: "bun:ws", suffix: "", url: undefined };
}

function unsupportedScheme(scheme: string, specifier: string, parent: string): unknown {
  const error = new errors.ERR_UNSUPPORTED_ESM_URL_SCHEME(
    { protocol: `${scheme}:` },
    scheme === "http" || scheme === "https" ? ["file", "data"] : ["file", "data", "node"],
  );
  return program.home() === "deno" ? loaderErrors.unresolvedImport(error, specifier, parent) : error;
}

/** The error of a builtin that does not exist. */
function unknownBuiltin(specifier: string, parent: string, isRequire: boolean): unknown {
  const error = new errors.ERR_UNKNOWN_BUILTIN_MODULE(specifier);
  return isRequire || program.home() === "node" ? error : loaderErrors.unresolvedImport(error, specifier, parent);
}

/** Whether the resolver knows a scheme besides `file`: packages of registries, and in programs of Deno addresses. */
function isFetched(scheme: string | undefined): boolean {
  if (scheme === "npm" || scheme === "jsr") return true;
  return (scheme === "https" || scheme === "http") && program.home() === "deno";
}

/** Whether programs may import internal builtins: only when builtins are read from a folder, for their tests. */
function isOpen(): boolean {
  return getEnvironment("BRIO_BUILTINS") !== null;
}

/** Rejects a builtin of Node that this build does not have: a file cannot replace it. The result has its own `url`, since a program may add one to Object.prototype. */
function present(found: Resolved): Resolved {
  if (found.format === "builtin" && !isKnown(found.path)) throw new errors.ERR_UNKNOWN_BUILTIN_MODULE(found.path);
  return { format: found.format, path: found.path, suffix: found.suffix, url: undefined };
}

/** The URL of a module. */
export function urlOf(resolved: Resolved): string {
  if (resolved.url !== undefined) return resolved.url;
  const { format, path, suffix } = resolved;
  if (format === "builtin" || format === "data") return path;
  return safe.startsWith(suffix, "http") ? suffix : fileUrl(path) + suffix;
}
