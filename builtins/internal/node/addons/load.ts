// `process.dlopen`: native addons.
import { ERR_DLOPEN_DISABLED } from "internal:core/errors";
import { launch, option } from "internal:core/launch";
import defer * as packageGuard from "internal:core/package_guard";
import { isGranted } from "internal:core/permissions";
import { fileUrl } from "internal:core/file_url";
import path from "internal:core/path";
import { onEnd } from "internal:core/process/state";
import { refuseAddonMemory } from "internal:core/untransferable";
import { helpers } from "internal:node/addons/javascript_functions";
import { close, isAddonMemory, open, setUp } from "native:addons";
import { PermissionKind, PermissionModel, model } from "native:permissions";

const RTLD_LAZY = 1;

let isSetUp = false;
/** The files of addons by their exports. */
const files = new WeakMap<object, string>();

/**
 * Loads an addon, whose exports become those of `module`.
 *
 * @param module an object with `exports`
 * @param filename path of a shared library
 * @param flags of dlopen(3), `os.constants.dlopen`
 * @throws ERR_DLOPEN_FAILED when the file cannot be loaded or is not an addon, and what the addon throws
 */
export function dlopen(module: { exports: unknown }, filename: string, flags: number = RTLD_LAZY): void {
  if (arguments.length < 2) throw typeError("ERR_MISSING_ARGS", "process.dlopen needs at least 2 arguments");
  // V8's message of the conversions that Node makes here.
  if (module === null || module === undefined || module.exports === null || module.exports === undefined) {
    throw new TypeError("Cannot convert undefined or null to object");
  }
  // Converted as Node does it, where a Buffer is a path, too.
  filename = `${filename}`;
  const mode = int32(flags);
  const isRefused = launch().restricts && model() === PermissionModel.NODE && !isGranted(PermissionKind.FFI, null);
  if (isRefused || option("--no-addons") !== undefined)
    throw new ERR_DLOPEN_DISABLED("Cannot load native addon because loading addons is disabled.");
  if (option("--sandbox-packages") !== undefined) packageGuard.checkAddon(path.resolve(filename), dlopen);
  if (!isSetUp) {
    isSetUp = true;
    setUp(helpers);
    refuseAddonMemory(isAddonMemory);
    // As in Node.js, `process.exit` and uncaught exceptions end the process without cleanup hooks and finalizers. In a worker
    // these run when its realm has ended, behind the work that addons still do on the thread pool.
    onEnd((isLoopOver) => {
      if (isLoopOver) close();
    });
  }
  try {
    module.exports = open(filename, mode, fileUrl(path.resolve(filename)), module.exports as object);
    if (typeof module.exports === "object" && module.exports !== null) files.set(module.exports, filename);
  } catch (error) {
    throw withoutCodeInStack(error);
  }
}

function typeError(code: string, message: string): TypeError {
  return Object.assign(new TypeError(message), { code });
}

function int32(value: unknown): number {
  try {
    // A BigInt is no integer for Node here, and throws at `+`, too.
    return +(value as number) | 0;
  } catch {
    throw typeError("ERR_INVALID_ARG_TYPE", "flag argument must be an integer.");
  }
}

/** The file of an addon by its exports; undefined for another value. */
export function fileOfAddon(exports: unknown): string | undefined {
  return typeof exports === "object" && exports !== null ? files.get(exports) : undefined;
}

/** Node creates this error in C++: its stack shows the callers, and begins with `Error:` without the code. */
function withoutCodeInStack(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { code, message } = error as Error & { code?: string };
  return code === "ERR_DLOPEN_FAILED" ? Object.assign(new Error(message), { code }) : error;
}

/** Members of `process`. */
export const members = { dlopen };
