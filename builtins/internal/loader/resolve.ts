// From a specifier to what it names: hooks first, then builtins, then URLs, then files and packages (natively).
import { isBuiltin as isKnown } from "internal:bootstrap";
import { fileUrl, pathOfFileUrl } from "internal:loader/file_url";
import { hasResolveHooks } from "internal:loader/hook_state";
import defer * as hooks from "internal:loader/hooks";
import defer * as problems from "internal:loader/problems";
import defer * as errors from "internal:errors";
import { resolve as resolveFile } from "native:modules";

/** Where a specifier leads. */
export interface Resolved {
  /** `builtin`, `data`, or a format of `native:modules`. */
  format: string;
  /** Path of a file, name of a builtin, or the URL itself. */
  path: string;
  /** Query and fragment. */
  suffix: string;
  /** Set when hooks chose a URL that is neither a file's nor a builtin's. */
  url?: string;
}

/** Builtins that only their full name reaches. */
const PREFIX_ONLY = new Set(["node:sea", "node:sqlite", "node:test", "node:test/reporters", "node:quic", "node:ffi", "node:vfs", "node:bench"]);

/** The builtin that a program's specifier names (`fs` and `node:fs` alike), or null. */
export function builtinOf(specifier: string): string | null {
  if (specifier.startsWith("node:")) return isKnown(specifier) ? specifier : null;
  if (specifier.startsWith("bun:") || specifier.startsWith("brio:") || specifier.startsWith("deno:")) return isKnown(specifier) ? specifier : null;
  const first = specifier.charCodeAt(0);
  if (first === 0x2e || first === 0x2f || first === 0x23) return null;
  if (specifier === "bun") return isKnown("bun:main") ? "bun:main" : null;
  const full = `node:${specifier}`;
  return isKnown(full) && !PREFIX_ONLY.has(full) ? full : null;
}

const SCHEME = /^([a-zA-Z][a-zA-Z0-9+.-]*):/;
const OWN_SCHEMES = new Set(["node", "bun", "brio", "deno"]);

/** Resolves a specifier of the module at path or URL `parent`. Throws Node's errors. */
export function resolve(specifier: string, parent: string, isRequire: boolean, attributes: Record<string, string> = {}): Resolved {
  if (hasResolveHooks()) return hooks.resolve(specifier, parent, isRequire, attributes);
  return resolveWithoutHooks(specifier, parent, isRequire);
}

/** The same without asking hooks. */
export function resolveWithoutHooks(specifier: string, parent: string, isRequire: boolean): Resolved {
  const builtin = builtinOf(specifier);
  if (builtin !== null) return { format: "builtin", path: builtin, suffix: "" };
  const scheme = SCHEME.exec(specifier)?.[1]?.toLowerCase();
  if (scheme !== undefined && OWN_SCHEMES.has(scheme)) throw new errors.ERR_UNKNOWN_BUILTIN_MODULE(specifier);
  if (isRequire) {
    if (specifier.includes("\0")) throw problems.notFound(specifier);
    return present(resolveFile(specifier, parent, true));
  }
  if (scheme === "data") return { format: "data", path: specifier, suffix: "" };
  if (scheme !== undefined && scheme !== "file") throw new errors.ERR_UNSUPPORTED_ESM_URL_SCHEME({ protocol: `${scheme}:` }, ["file", "data", "node"]);
  if (!parent.startsWith("/") && scheme === undefined) throw new errors.ERR_UNSUPPORTED_RESOLVE_REQUEST(specifier, parent);
  try {
    return present(resolveFile(specifier, parent.startsWith("/") ? parent : "/_", false));
  } catch (error) {
    throw problems.unresolvedImport(error);
  }
}

/** Refuses a builtin of Node that this build does not have: files cannot stand in for it. */
function present(found: Resolved): Resolved {
  if (found.format === "builtin" && !isKnown(found.path)) throw new errors.ERR_UNKNOWN_BUILTIN_MODULE(found.path);
  return found;
}

/** The URL that a module is known by. */
export function urlOf(resolved: Resolved): string {
  if (resolved.url !== undefined) return resolved.url;
  if (resolved.format === "builtin" || resolved.format === "data") return resolved.path;
  return fileUrl(resolved.path) + resolved.suffix;
}

/** What a URL stands for, when it comes from a hook. */
export function resolvedOfUrl(url: string, format: string): Resolved {
  const builtin = url.startsWith("node:") ? builtinOf(url) : null;
  if (builtin !== null) return { format: "builtin", path: builtin, suffix: "" };
  if (url.startsWith("data:")) return { format: "data", path: url, suffix: "" };
  const path = pathOfFileUrl(url);
  if (path === null) return { format, path: "", suffix: "", url };
  const suffixStart = url.search(/[?#]/);
  return { format, path, suffix: suffixStart === -1 ? "" : url.slice(suffixStart) };
}
