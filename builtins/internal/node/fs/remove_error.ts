// The error of `rm` on a directory without `recursive`: Node reports it with a code of its own.
import { ERR_FS_EISDIR } from "internal:core/errors";
import type { SystemError } from "internal:node/fs/arguments";

const EISDIR = 21;

/** The error a program receives for a failed native `remove` of `path`. */
export function toRemoveError(error: SystemError, path: string): SystemError {
  if (error?.code !== "EISDIR" || error.syscall !== "rm") return error;
  return new ERR_FS_EISDIR({ code: "EISDIR", message: "is a directory", path, syscall: "rm", errno: EISDIR });
}
