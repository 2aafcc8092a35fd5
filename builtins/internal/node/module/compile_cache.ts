// `module.enableCompileCache()`: the folder in which transformed text is kept (docs/decisions/0008-transform-cache.md). Without
// it the cache is the user's own; what a program names gets small files too.
import { ERR_INVALID_ARG_TYPE } from "internal:core/errors";
import { launch } from "internal:core/launch";
import { isGranted } from "internal:core/permissions";
import { PermissionKind } from "native:permissions";
import { getEnvironment } from "native:process";
import { nameCache, namedCache } from "native:modules";
import { writeError } from "native:stdio";
import defer * as os from "internal:node/os";
import defer * as path from "internal:core/path";

const FAILED = 0;
const ENABLED = 1;
const ALREADY_ENABLED = 2;
const DISABLED = 3;

/** Returns `{ status, message?, directory? }`. Throws ERR_INVALID_ARG_TYPE for a directory that is not a string. */
export function enable(options: unknown): object {
  const isObject = typeof options === "object" && options !== null;
  let directory: unknown = isObject ? (options as { directory?: unknown }).directory : options;
  const isPortable: unknown = isObject ? (options as { portable?: unknown }).portable : undefined;
  if (isPortable !== undefined && typeof isPortable !== "boolean")
    throw new ERR_INVALID_ARG_TYPE("options.portable", "boolean", isPortable);
  if (directory !== undefined && typeof directory !== "string")
    throw new ERR_INVALID_ARG_TYPE(isObject ? "options.directory" : "cacheDir", "string", directory);
  if (getEnvironment("NODE_DISABLE_COMPILE_CACHE") !== null)
    return { status: DISABLED, message: "Disabled by NODE_DISABLE_COMPILE_CACHE" };
  const current = namedCache();
  if (current !== null) return { status: ALREADY_ENABLED, directory: current };
  directory ??= getEnvironment("NODE_COMPILE_CACHE") ?? path.default.join(os.default.tmpdir(), "node-compile-cache");
  const folder = path.default.resolve(directory as string);
  const message = launch().restricts ? refusal(folder) : null;
  if (message !== null) return { status: FAILED, message };
  try {
    nameCache(folder, (isPortable ?? getEnvironment("NODE_COMPILE_CACHE_PORTABLE") === "1") as boolean);
    return { status: ENABLED, directory };
  } catch (error) {
    return { status: FAILED, message: `Cannot create cache directory: ${(error as Error).message}` };
  }
}

/** Starts to use the folder that NODE_COMPILE_CACHE names, in a program with permissions that may read and write it. */
export function useNamedByEnvironment(): void {
  if (getEnvironment("NODE_DISABLE_COMPILE_CACHE") !== "1" && namedCache() === null) enable(undefined);
}

/** Why a folder cannot be the cache, also on standard error when the cache is traced; null when it can. */
function refusal(folder: string): string | null {
  const missing = !isGranted(PermissionKind.WRITE, folder)
    ? "write"
    : isGranted(PermissionKind.READ, folder)
      ? null
      : "read";
  if (missing === null) return null;
  const message = `Skipping compile cache because ${missing} permission for ${folder} is not granted`;
  if (isTraced()) writeError(`[compile cache] ${message}\n`);
  return message;
}

/** `module.flushCompileCache()`: does nothing, since entries are written when they are made. */
export function flush(): void {
  if (isTraced()) writeError("[compile cache] module.flushCompileCache() finished.\n");
}

function isTraced(): boolean {
  return (getEnvironment("NODE_DEBUG_NATIVE") ?? "").includes("COMPILE_CACHE");
}

/** The enabled directory. */
export function folder(): string | undefined {
  return namedCache() ?? undefined;
}
