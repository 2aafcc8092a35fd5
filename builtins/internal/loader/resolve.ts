// From a specifier to what it names: builtins first, then URLs, then files and packages (natively).
import { isBuiltin as isKnown } from "internal:bootstrap";
import { pathOfFileUrl } from "internal:loader/file_url";
import { ERR_INVALID_MODULE_SPECIFIER, ERR_UNKNOWN_BUILTIN_MODULE, ERR_UNSUPPORTED_ESM_URL_SCHEME } from "internal:errors";
import { resolve as resolveFile } from "native:modules";

/** Where a specifier leads. */
export interface Resolved {
  /** `builtin`, `data`, or a format of `native:modules`. */
  format: string;
  /** Path of a file, name of a builtin, or the URL itself. */
  path: string;
  /** Query and fragment. */
  suffix: string;
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

/** Resolves a specifier of the module at path or URL `parent`. Throws Node's errors. */
export function resolve(specifier: string, parent: string, isRequire: boolean): Resolved {
  const builtin = builtinOf(specifier);
  if (builtin !== null) return { format: "builtin", path: builtin, suffix: "" };
  const scheme = SCHEME.exec(specifier)?.[1]?.toLowerCase();
  if (scheme !== undefined && !isRequire) {
    if (scheme === "node" || scheme === "bun" || scheme === "brio" || scheme === "deno") throw new ERR_UNKNOWN_BUILTIN_MODULE(specifier);
    if (scheme === "data") return { format: "data", path: specifier, suffix: "" };
    if (scheme !== "file") throw new ERR_UNSUPPORTED_ESM_URL_SCHEME({ protocol: `${scheme}:` }, ["file", "data", "node"]);
    const path = pathOfFileUrl(specifier);
    if (path === null) throw new ERR_INVALID_MODULE_SPECIFIER(specifier, "is no path of this machine", parent);
    const suffixStart = specifier.search(/[?#]/);
    const found = resolveFile(path, parent, false);
    return suffixStart === -1 ? found : { ...found, suffix: specifier.slice(suffixStart) };
  }
  if (scheme === "node" && isRequire) throw new ERR_UNKNOWN_BUILTIN_MODULE(specifier);
  return resolveFile(specifier, parent, isRequire);
}
