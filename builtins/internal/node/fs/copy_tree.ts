// `cp`: the algorithm, once. It is a generator that yields the file-system steps it needs; `copyTreeSync` runs them
// directly and `copyTree` off the thread. What an error looks like differs between the two and is in `copy_errors.ts`.
import { ERR_INVALID_RETURN_VALUE } from "internal:core/errors";
import { directErrors, promiseErrors, type CopyErrors } from "internal:node/fs/copy_errors";
import { isPromise } from "internal:core/util/types";
import defer * as promiseIo from "internal:node/fs/promises_tree";
import defer * as syncIo from "internal:node/fs/sync_tree";
import defer * as nodePath from "internal:core/path";

/** The checked options of `cp`. */
export interface CopyOptions {
  dereference: boolean;
  errorOnExist: boolean;
  filter?: (source: string, dest: string) => boolean | Promise<boolean>;
  force: boolean;
  mode: number;
  preserveTimestamps: boolean;
  recursive: boolean;
  verbatimSymlinks: boolean;
}

type Step = readonly [
  name:
    | "stat"
    | "lstat"
    | "readlink"
    | "symlink"
    | "unlink"
    | "copyFile"
    | "mkdir"
    | "chmod"
    | "utimes"
    | "readdir"
    | "filter",
  ...args: any[],
];
type Steps<T = void> = Generator<Step, T, any>;

interface Copy {
  options: CopyOptions;
  errors: CopyErrors;
}

const BIG_IF_THERE = { bigint: true, throwIfNoEntry: false };
const OWNER_WRITE = 0o200;

/** Copies `source` to `dest` directly. Throws Node's `ERR_FS_CP_…` errors and those of the system. */
export function copyTreeSync(source: string, dest: string, options: CopyOptions): void {
  const steps = copyRoot({ options, errors: directErrors }, source, dest);
  const functions: any = {
    stat: syncIo.statSync,
    lstat: syncIo.lstatSync,
    readlink: syncIo.readlinkSync,
    symlink: syncIo.symlinkSync,
    unlink: syncIo.unlinkSync,
    copyFile: syncIo.copyFileSync,
    mkdir: syncIo.mkdirSync,
    chmod: syncIo.chmodSync,
    utimes: syncIo.utimesSync,
    readdir: syncIo.readdirSync,
    filter(from: string, to: string) {
      const answer = options.filter?.(from, to);
      if (isPromise(answer)) throw new ERR_INVALID_RETURN_VALUE("boolean", "filter", answer);
      return answer;
    },
  };
  let next = steps.next();
  while (!next.done) {
    const [name, ...args] = next.value;
    let value;
    try {
      value = functions[name](...args);
    } catch (error) {
      next = steps.throw(error);
      continue;
    }
    next = steps.next(value);
  }
}

/** Copies `source` to `dest` off the thread. */
export async function copyTree(source: string, dest: string, options: CopyOptions): Promise<void> {
  const steps = copyRoot({ options, errors: promiseErrors }, source, dest);
  const functions: any = { ...promiseIo, filter: (from: string, to: string) => options.filter?.(from, to) };
  let next = steps.next();
  while (!next.done) {
    const [name, ...args] = next.value;
    let value;
    try {
      value = await functions[name](...args);
    } catch (error) {
      next = steps.throw(error);
      continue;
    }
    next = steps.next(value);
  }
}

function* copyRoot(copy: Copy, source: string, dest: string): Steps {
  if (copy.options.filter && !(yield ["filter", source, dest])) return;
  const found = yield* inspect(copy, source, dest, true);
  yield* checkParents(copy, found.source, source, dest);
  checkKind(copy, found.source, source, dest);
  const parent = nodePath.default.dirname(dest);
  if (!(yield ["stat", parent, BIG_IF_THERE])) yield ["mkdir", parent, { recursive: true }];
  yield* copyItem(copy, found, source, dest);
}

interface Found {
  source: any;
  /** Undefined when nothing is there. */
  dest: any;
}

/** What is at both ends; throws when one may not replace the other. */
function* inspect(copy: Copy, source: string, dest: string, isRoot: boolean): Steps<Found> {
  const { dereference } = copy.options;
  const name = dereference ? "stat" : "lstat";
  const found: Found = { source: yield [name, source, { bigint: true }], dest: yield [name, dest, BIG_IF_THERE] };
  if (found.dest) {
    if (isRoot || !copy.errors.onlyChecksRoot) yield* checkReplacing(copy, found, source, dest);
    else if (found.source.isDirectory() && !found.dest.isDirectory()) throw copy.errors.dirToFile(source, dest);
    else if (!found.source.isDirectory() && found.dest.isDirectory()) throw copy.errors.fileToDir(source, dest);
  }
  if (found.source.isDirectory() && isInside(source, dest)) throw copy.errors.intoItself(source, dest);
  return found;
}

function* checkReplacing(copy: Copy, found: Found, source: string, dest: string): Steps {
  let same = areSame(found.source, found.dest);
  if (copy.errors.sameFollowsLinks && !same) {
    const ends = [yield ["stat", source, BIG_IF_THERE], yield ["stat", dest, BIG_IF_THERE]];
    same = Boolean(ends[0] && ends[1] && areSame(ends[0], ends[1]));
  }
  if (same) throw copy.errors.same(source, dest);
  if (found.source.isDirectory() && !found.dest.isDirectory()) throw copy.errors.dirToFile(source, dest);
  if (!found.source.isDirectory() && found.dest.isDirectory()) throw copy.errors.fileToDir(source, dest);
}

// A destination whose parent is the source, under whatever name, would be copied into itself without end.
function* checkParents(copy: Copy, source: any, sourcePath: string, destPath: string): Steps {
  const sourceParent = nodePath.default.resolve(nodePath.default.dirname(sourcePath));
  let parent = nodePath.default.resolve(nodePath.default.dirname(destPath));
  while (parent !== sourceParent && parent !== "/") {
    const stats = yield ["stat", parent, BIG_IF_THERE];
    if (!stats) return;
    if (areSame(source, stats)) throw copy.errors.intoItself(sourcePath, destPath);
    parent = nodePath.default.dirname(parent);
  }
}

function checkKind(copy: Copy, source: any, sourcePath: string, dest: string): void {
  if (source.isDirectory() && !copy.options.recursive) throw copy.errors.notRecursive(sourcePath);
  if (source.isSocket()) throw copy.errors.special("socket", dest);
  if (source.isFIFO()) throw copy.errors.special("fifo", dest);
  if (
    !source.isDirectory() &&
    !source.isFile() &&
    !source.isSymbolicLink() &&
    !source.isCharacterDevice() &&
    !source.isBlockDevice()
  ) {
    throw copy.errors.special("unknown", dest);
  }
}

function* copyItem(copy: Copy, found: Found, source: string, dest: string): Steps {
  checkKind(copy, found.source, source, dest);
  if (found.source.isDirectory()) yield* copyDirectory(copy, found, source, dest);
  else if (found.source.isSymbolicLink()) yield* copyLink(copy, found, source, dest);
  else yield* copyFile(copy, found, source, dest);
}

function* copyFile({ options, errors }: Copy, found: Found, source: string, dest: string): Steps {
  if (found.dest) {
    if (!options.force) {
      if (options.errorOnExist) throw errors.exists(dest);
      return;
    }
    yield ["unlink", dest];
  }
  yield ["copyFile", source, dest, options.mode];
  const mode = permissionsOf(found.source);
  if (options.preserveTimestamps) {
    if ((mode & OWNER_WRITE) === 0) yield ["chmod", dest, mode | OWNER_WRITE];
    yield* copyTimes(source, dest);
  }
  yield ["chmod", dest, mode];
}

function* copyTimes(source: string, dest: string): Steps {
  // Read again: copying changed the source's access time.
  const { atime, mtime } = yield ["stat", source];
  yield ["utimes", dest, atime, mtime];
}

function* copyDirectory(copy: Copy, found: Found, source: string, dest: string): Steps {
  const { options } = copy;
  if (!found.dest) yield ["mkdir", dest];
  else if (options.errorOnExist && !options.force) throw copy.errors.exists(dest);
  for (const name of yield ["readdir", source]) {
    const from = nodePath.default.join(source, name);
    const to = nodePath.default.join(dest, name);
    if (options.filter && !(yield ["filter", from, to])) continue;
    yield* copyItem(copy, yield* inspect(copy, from, to, false), from, to);
  }
  if (options.preserveTimestamps) yield* copyTimes(source, dest);
  if (!found.dest) yield ["chmod", dest, permissionsOf(found.source)];
}

function* copyLink({ options, errors }: Copy, found: Found, source: string, dest: string): Steps {
  const target = absoluteTarget(yield ["readlink", source], source, options.verbatimSymlinks);
  if (!found.dest) {
    yield ["symlink", target, dest];
    return;
  }
  let oldTarget: string;
  try {
    oldTarget = absoluteTarget(yield ["readlink", dest], dest, false);
  } catch (error: any) {
    if (error?.code !== "EINVAL") throw error;
    // Not a link: making one fails with the error that says so.
    yield ["symlink", target, dest];
    return;
  }
  const sourceStats = yield ["stat", source, BIG_IF_THERE];
  if (sourceStats?.isDirectory() && isInside(target, oldTarget)) throw errors.linkIntoItself(target, oldTarget, dest);
  const deciding = errors.sameFollowsLinks ? yield ["stat", dest, BIG_IF_THERE] : sourceStats;
  if (deciding?.isDirectory() && isInside(oldTarget, target)) throw errors.linkOverParent(target, oldTarget, dest);
  yield ["unlink", dest];
  yield ["symlink", target, dest];
}

function absoluteTarget(target: string, link: string, verbatim: boolean): string {
  return verbatim || target.startsWith("/") ? target : nodePath.default.resolve(nodePath.default.dirname(link), target);
}

function areSame(left: any, right: any): boolean {
  return Boolean(right.ino && right.dev) && right.ino === left.ino && right.dev === left.dev;
}

/** Whether `inner` is `outer` or below it, by name. */
function isInside(outer: string, inner: string): boolean {
  const path = nodePath.default;
  const base = path.resolve(outer);
  const full = path.resolve(inner);
  return full === base || full.startsWith(base === "/" ? "/" : `${base}/`);
}

function permissionsOf(stats: any): number {
  return Number(stats.mode) & 0o7777;
}
