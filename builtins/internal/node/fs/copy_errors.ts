// The errors of `cp`. The promise and callback forms throw SystemErrors; the direct form throws plain errors with a code
// and mostly with other messages.
import {
  ERR_FS_CP_DIR_TO_NON_DIR,
  ERR_FS_CP_EEXIST,
  ERR_FS_CP_EINVAL,
  ERR_FS_CP_FIFO_PIPE,
  ERR_FS_CP_NON_DIR_TO_DIR,
  ERR_FS_CP_SOCKET,
  ERR_FS_CP_SYMLINK_TO_SUBDIRECTORY,
  ERR_FS_CP_UNKNOWN,
  ERR_FS_EISDIR,
} from "internal:core/errors";
import { plainError } from "internal:node/fs/options";

const EEXIST = 17;
const ENOTDIR = 20;
const EISDIR = 21;
const EINVAL = 22;

export type SpecialKind = "socket" | "fifo" | "unknown";

/** One error per reason to refuse a copy. Paths are as the program passed them. */
export interface CopyErrors {
  /** Whether two paths are the same when their links resolve to the same file. */
  sameFollowsLinks: boolean;
  /** Whether only the two arguments are checked for being the same, not the files below them. */
  onlyChecksRoot: boolean;
  same(source: string, dest: string): Error;
  dirToFile(source: string, dest: string): Error;
  fileToDir(source: string, dest: string): Error;
  intoItself(source: string, dest: string): Error;
  notRecursive(source: string): Error;
  special(kind: SpecialKind, dest: string): Error;
  exists(dest: string): Error;
  linkIntoItself(target: string, oldTarget: string, dest: string): Error;
  linkOverParent(target: string, oldTarget: string, dest: string): Error;
}

/** What the constructor of a SystemError reads. */
interface SystemErrorContext {
  message: string;
  path: string;
  syscall: string;
  errno: number;
  code: string;
}

function info(message: string, path: string, errno: number, code: string): SystemErrorContext {
  return { message, path, syscall: "cp", errno, code };
}

const invalid = (message: string, dest: string) => new ERR_FS_CP_EINVAL(info(message, dest, EINVAL, "EINVAL"));

/** The errors of `fs.promises.cp` and `fs.cp`. */
export const promiseErrors: CopyErrors = {
  sameFollowsLinks: false,
  onlyChecksRoot: false,
  same: (source, dest) => invalid("src and dest cannot be the same", dest),
  dirToFile: (source, dest) =>
    new ERR_FS_CP_DIR_TO_NON_DIR(
      info(`cannot overwrite non-directory ${dest} with directory ${source}`, dest, EISDIR, "EISDIR"),
    ),
  fileToDir: (source, dest) =>
    new ERR_FS_CP_NON_DIR_TO_DIR(
      info(`cannot overwrite directory ${dest} with non-directory ${source}`, dest, ENOTDIR, "ENOTDIR"),
    ),
  intoItself: (source, dest) => invalid(`cannot copy ${source} to a subdirectory of self ${dest}`, dest),
  notRecursive: (source) => new ERR_FS_EISDIR(info(`${source} is a directory (not copied)`, source, EISDIR, "EISDIR")),
  special(kind, dest) {
    if (kind === "socket")
      return new ERR_FS_CP_SOCKET(info(`cannot copy a socket file: ${dest}`, dest, EINVAL, "EINVAL"));
    if (kind === "fifo")
      return new ERR_FS_CP_FIFO_PIPE(info(`cannot copy a FIFO pipe: ${dest}`, dest, EINVAL, "EINVAL"));
    return new ERR_FS_CP_UNKNOWN(info(`cannot copy an unknown file type: ${dest}`, dest, EINVAL, "EINVAL"));
  },
  exists: (dest) => new ERR_FS_CP_EEXIST(info(`${dest} already exists`, dest, EEXIST, "EEXIST")),
  linkIntoItself: (target, oldTarget, dest) =>
    invalid(`cannot copy ${target} to a subdirectory of self ${oldTarget}`, dest),
  linkOverParent: (target, oldTarget, dest) =>
    new ERR_FS_CP_SYMLINK_TO_SUBDIRECTORY(info(`cannot overwrite ${oldTarget} with ${target}`, dest, EINVAL, "EINVAL")),
};

/** The errors of `fs.cpSync`. */
export const directErrors: CopyErrors = {
  ...promiseErrors,
  sameFollowsLinks: true,
  onlyChecksRoot: true,
  same: (source, dest) => plainError(Error, "ERR_FS_CP_EINVAL", `src and dest cannot be the same ${dest}`),
  dirToFile: (source, dest) =>
    plainError(Error, "ERR_FS_CP_DIR_TO_NON_DIR", `Cannot overwrite non-directory ${dest} with directory ${source}`),
  fileToDir: (source, dest) =>
    plainError(Error, "ERR_FS_CP_NON_DIR_TO_DIR", `Cannot overwrite directory ${dest} with non-directory ${source}`),
  // A trailing "/" marks the source as a directory in these two messages.
  intoItself: (source, dest) =>
    plainError(Error, "ERR_FS_CP_EINVAL", `Cannot copy ${asDirectory(source)} to a subdirectory of self ${dest}`),
  notRecursive: (source) =>
    plainError(Error, "ERR_FS_EISDIR", `Recursive option not enabled, cannot copy a directory: ${asDirectory(source)}`),
  special(kind, dest) {
    if (kind === "socket") return plainError(Error, "ERR_FS_CP_SOCKET", `Cannot copy a socket file: ${dest}`);
    if (kind === "fifo") return plainError(Error, "ERR_FS_CP_FIFO_PIPE", `Cannot copy a FIFO pipe: ${dest}`);
    return plainError(Error, "ERR_FS_CP_UNKNOWN", `Cannot copy an unknown file type: ${dest}`);
  },
};

function asDirectory(path: string): string {
  return path.endsWith("/") ? path : `${path}/`;
}
