// `module.enableCompileCache()`. Brio keeps transformed text by itself (docs/decisions/transform_cache.md), whatever
// the program asks; the functions answer as Node's do and make the folder that they were given.
import { validateString } from "internal:validators";
import { ERR_INVALID_ARG_TYPE } from "internal:errors";
import { getEnvironment } from "native:process";
import defer * as fs from "node:fs";
import defer * as os from "node:os";
import defer * as path from "node:path";

const FAILED = 0;
const ENABLED = 1;
const ALREADY_ENABLED = 2;
const DISABLED = 3;

let enabledFolder: string | undefined;

/** Answers with `{ status, message?, directory? }`. */
export function enable(options: unknown): object {
  let directory: unknown = options;
  if (typeof options === "object" && options !== null) ({ directory } = options as { directory?: unknown });
  if (directory === undefined) directory = getEnvironment("NODE_COMPILE_CACHE") ?? path.default.join(os.default.tmpdir(), "node-compile-cache");
  if (typeof directory !== "string") throw new ERR_INVALID_ARG_TYPE("cacheDir", "string", directory);
  validateString(directory, "cacheDir");
  if (getEnvironment("NODE_DISABLE_COMPILE_CACHE") !== null) return { status: DISABLED, message: "Disabled by NODE_DISABLE_COMPILE_CACHE" };
  if (enabledFolder !== undefined) return { status: ALREADY_ENABLED, directory: enabledFolder };
  const absolute = path.default.resolve(directory);
  try {
    fs.default.mkdirSync(absolute, { recursive: true });
  } catch (error) {
    return { status: FAILED, message: `Cannot create cache directory: ${(error as Error).message}` };
  }
  enabledFolder = absolute;
  return { status: ENABLED, directory: absolute };
}

/** `module.flushCompileCache()`: entries are written when they are made. */
export function flush(): void {}

/** The folder that was enabled. */
export function folder(): string | undefined {
  return enabledFolder;
}
