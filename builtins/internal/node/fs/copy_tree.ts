// `cp`: the algorithm, once. It is a generator that yields the file-system steps it needs; `copyTreeSync` runs them
// directly and `copyTree` off the thread. The errors of the two differ; they are in `copy_errors.ts`.
import { ERR_INVALID_RETURN_VALUE } from "internal:core/errors";
import type { SystemError } from "internal:node/fs/arguments";
import { directErrors, promiseErrors, type CopyErrors, type SpecialKind } from "internal:node/fs/copy_errors";
import type { Stats } from "internal:node/fs/stats";
import { isPromise } from "internal:core/util/types";
import { launch } from "internal:core/launch";
import { toPath } from "internal:node/fs/path";
import * as native from "native:fs";
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

type StepName =
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
  | "copyTree"
  | "filter";
type Step = readonly [name: StepName, ...args: unknown[]];
/** What a step yields depends on its name: the Stats for `stat`, the names for `readdir`. */
type Steps<T = void> = Generator<Step, T, any>;
/** The functions that run the steps. */
type StepFunctions = Record<StepName, (...args: any[]) => unknown>;

interface Copy {
  options: CopyOptions;
  errors: CopyErrors;
}

const BIG_IF_EXISTS = { bigint: true, throwIfNoEntry: false };
const OWNER_WRITE = 0o200;

/** Copies `source` to `dest` directly. Throws Node's `ERR_FS_CP_…` errors and those of the system. */
export function copyTreeSync(source: string, dest: string, options: CopyOptions): void {
  const steps = copyRoot({ options, errors: directErrors }, source, dest);
  const functions: StepFunctions = {
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
    copyTree: native.copyTreeSync,
    filter(from: string, to: string) {
      const result = options.filter?.(from, to);
      if (isPromise(result)) throw new ERR_INVALID_RETURN_VALUE("boolean", "filter", result);
      return result;
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
  const functions: StepFunctions = {
    ...promiseIo,
    copyTree: native.copyTree,
    filter: (from: string, to: string) => options.filter?.(from, to),
  };
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
  if (!(yield ["stat", parent, BIG_IF_EXISTS])) yield ["mkdir", parent, { recursive: true }];
  yield* copyItem(copy, found, source, dest);
}

interface Found {
  source: Stats;
  /** Undefined when it does not exist. */
  dest: Stats | undefined;
}

/** The Stats of source and destination; throws when the source may not replace the destination. */
function* inspect(copy: Copy, source: string, dest: string, isRoot: boolean): Steps<Found> {
  const { dereference } = copy.options;
  const name = dereference ? "stat" : "lstat";
  const found: Found = { source: yield [name, source, { bigint: true }], dest: yield [name, dest, BIG_IF_EXISTS] };
  if (found.dest) {
    if (isRoot || !copy.errors.onlyChecksRoot) yield* checkReplacing(copy, found, source, dest);
    else if (found.source.isDirectory() && !found.dest.isDirectory()) throw copy.errors.dirToFile(source, dest);
    else if (!found.source.isDirectory() && found.dest.isDirectory()) throw copy.errors.fileToDir(source, dest);
  }
  if (found.source.isDirectory() && isInside(source, dest)) throw copy.errors.intoItself(source, dest);
  return found;
}

function* checkReplacing(copy: Copy, found: Found, source: string, dest: string): Steps {
  const existing = found.dest as Stats;
  let same = areSame(found.source, existing);
  if (copy.errors.sameFollowsLinks && !same) {
    const ends: (Stats | undefined)[] = [yield ["stat", source, BIG_IF_EXISTS], yield ["stat", dest, BIG_IF_EXISTS]];
    same = Boolean(ends[0] && ends[1] && areSame(ends[0], ends[1]));
  }
  if (same) throw copy.errors.same(source, dest);
  if (found.source.isDirectory() && !existing.isDirectory()) throw copy.errors.dirToFile(source, dest);
  if (!found.source.isDirectory() && existing.isDirectory()) throw copy.errors.fileToDir(source, dest);
}

// A destination below the source, even through links, would be copied into itself endlessly.
function* checkParents(copy: Copy, source: Stats, sourcePath: string, destPath: string): Steps {
  const sourceParent = nodePath.default.resolve(nodePath.default.dirname(sourcePath));
  let parent = nodePath.default.resolve(nodePath.default.dirname(destPath));
  while (parent !== sourceParent && parent !== "/") {
    const stats: Stats | undefined = yield ["stat", parent, BIG_IF_EXISTS];
    if (!stats) return;
    if (areSame(source, stats)) throw copy.errors.intoItself(sourcePath, destPath);
    parent = nodePath.default.dirname(parent);
  }
}

function checkKind(copy: Copy, source: Stats, sourcePath: string, dest: string): void {
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
  const { atime, mtime }: Stats = yield ["stat", source];
  yield ["utimes", dest, atime, mtime];
}

function* copyDirectory(copy: Copy, found: Found, source: string, dest: string): Steps {
  const { options } = copy;
  if (!found.dest) yield ["mkdir", dest];
  else if (options.errorOnExist && !options.force) throw copy.errors.exists(dest);
  if (!found.dest && options.filter === undefined && !options.dereference && !launch().restricts)
    yield* copyIntoNew(copy, source, dest);
  else yield* copyEntries(copy, source, dest);
  if (options.preserveTimestamps) yield* copyTimes(source, dest);
  if (!found.dest) yield ["chmod", dest, permissionsOf(found.source)];
}

function* copyEntries(copy: Copy, source: string, dest: string): Steps {
  const names: string[] = yield ["readdir", source];
  for (const name of names) {
    const from = nodePath.default.join(source, name);
    const to = nodePath.default.join(dest, name);
    if (copy.options.filter && !(yield ["filter", from, to])) continue;
    yield* copyItem(copy, yield* inspect(copy, from, to, false), from, to);
  }
}

// Nothing can be replaced in a directory that did not exist, so that one native call copies all of it.
function* copyIntoNew({ options, errors }: Copy, source: string, dest: string): Steps {
  const { mode, verbatimSymlinks, preserveTimestamps } = options;
  const refused: string | null = yield [
    "copyTree",
    toPath(source),
    toPath(dest),
    mode,
    verbatimSymlinks,
    preserveTimestamps,
  ];
  if (refused === null) return;
  const [kind, ...path] = refused.split(" ");
  throw errors.special(kind as SpecialKind, path.join(" "));
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
  } catch (error) {
    if ((error as SystemError)?.code !== "EINVAL") throw error;
    // Not a link: `symlink` fails with the right error.
    yield ["symlink", target, dest];
    return;
  }
  const sourceStats: Stats | undefined = yield ["stat", source, BIG_IF_EXISTS];
  if (sourceStats?.isDirectory() && isInside(target, oldTarget)) throw errors.linkIntoItself(target, oldTarget, dest);
  const deciding: Stats | undefined = errors.sameFollowsLinks ? yield ["stat", dest, BIG_IF_EXISTS] : sourceStats;
  if (deciding?.isDirectory() && isInside(oldTarget, target)) throw errors.linkOverParent(target, oldTarget, dest);
  yield ["unlink", dest];
  yield ["symlink", target, dest];
}

function absoluteTarget(target: string, link: string, verbatim: boolean): string {
  return verbatim || target.startsWith("/") ? target : nodePath.default.resolve(nodePath.default.dirname(link), target);
}

function areSame(left: Stats, right: Stats): boolean {
  return Boolean(right.ino && right.dev) && right.ino === left.ino && right.dev === left.dev;
}

/** Whether `inner` is `outer` or below it, by name. */
function isInside(outer: string, inner: string): boolean {
  const path = nodePath.default;
  const base = path.resolve(outer);
  const full = path.resolve(inner);
  return full === base || full.startsWith(base === "/" ? "/" : `${base}/`);
}

function permissionsOf(stats: Stats): number {
  return Number(stats.mode) & 0o7777;
}
