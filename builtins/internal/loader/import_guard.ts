// Which files a program of Deno's permissions may load while it runs: what its source names is part of the program, other
// files need the permission to read them. Files of packages are the matter of their packages.
//
// The native loader reads only what was made part of the program here, or what may be read, so that a path that is checked
// and another one that is loaded gain nothing. A program can change the methods of strings, arrays and regular expressions:
// decisions here use `safe`.
import { pathOfFileUrl } from "internal:core/file_url";
import { pinned, safe } from "internal:core/bootstrap";
import { HOOKS_THREAD, PLUGINS, SYNCHRONOUS_HOOKS, hasLayer } from "internal:loader/chain";
import { check, startFolder, wasRevoked } from "internal:core/permissions";
import { home, mainUrl } from "internal:core/program";
import defer * as graphErrors from "internal:loader/graph_errors";
import defer * as packages from "internal:core/package_guard";
import { type Resolved, resolveImport } from "internal:loader/resolve";
import { option } from "internal:core/launch";
import { isTestThread } from "internal:core/worker_state";
import defer * as paths from "internal:core/path";
import {
  PermissionKind,
  PermissionModel,
  PermissionState,
  addToProgram,
  firstOfProgram,
  model,
  query,
} from "native:permissions";
import { changedMs, readNearby } from "native:modules";
import { timeOrigin } from "native:time";
import { threadId } from "native:worker";

const PACKAGES = "/node_modules/";
/** In the cache of packages, folders with packages have a digest as their name. */
const CACHE = "/packages/imports/";
const CACHE_DIGEST_LENGTH = 24;
/** Whether the policy lists what packages may import. */
const limitsPackages = option("--sandbox-packages") !== undefined;

/** Throws unless the module at `importer`, and the caller, may `require` a builtin. */
export function checkBuiltin(id: string, importer: string | null | undefined, above: Function): void {
  if (limitsPackages) packages.checkRequiredBuiltin(id, importer ?? null, above);
}

/** Throws unless `import(specifier)` in the module at URL or path `parent` may load its file. */
export function checkImported(specifier: string, parent: string): void {
  if (limitsPackages) checkOfPackage(specifier, pathOfFileUrl(parent) ?? parent);
  if (model() !== PermissionModel.DENO) return;
  const importer = pathOfFileUrl(parent) ?? parent;
  const { format, path, suffix } = resolveImported(specifier, importer);
  if (format === "builtin" || path[0] !== "/" || named.has(path) || isFetchedOrPackage(path, suffix)) return;
  if (!hasHooks() && isOfProgram(path) && isNamed(specifier, importer)) return addImported(path);
  checkRead(path);
}

/**
 * Whether a file is that of a package of the program, or was fetched from an address, for which the permission `import` was
 * checked. It is part of the program then.
 */
function isFetchedOrPackage(path: string, suffix: string): boolean {
  if (!safe.startsWith(suffix, "http") && (!isOfPackage(path) || isWritable(path))) return false;
  addPart(path);
  return true;
}

/** Whether a file is in a folder of packages above the program, or in one of the cache. */
function isOfPackage(path: string): boolean {
  const end = safe.indexOf(path, PACKAGES);
  if (end < 0) return false;
  const folder = `${safe.slice(path, 0, end)}/`;
  // Not the main module of this thread: a program says what its workers begin with.
  const main = firstOfProgram();
  if (safe.startsWith(`${startFolder}/`, folder) || (main !== null && safe.startsWith(main, folder))) return true;
  const digest = safe.lastIndexOf(folder, CACHE) + CACHE.length;
  return digest >= CACHE.length && folder.length === digest + CACHE_DIGEST_LENGTH + 1;
}

/** Makes a file of a package part of the program, so that its exports can be listed before it is required. */
export function approveOfPackage(path: string): void {
  if (model() === PermissionModel.DENO) isFetchedOrPackage(path, "");
}

/**
 * Makes a file part of the program that the command line or a configuration names. In workers the program itself says what
 * they begin with, so that their files need a permission, which the parent may have had.
 */
export function approveNamed({ format, path, suffix }: Resolved): void {
  if (model() !== PermissionModel.DENO || format === "builtin" || path[0] !== "/") return;
  if (isFirstThread()) addPart(path);
  else isFetchedOrPackage(path, suffix);
}

/** Whether what this thread begins with is what the command line names. */
function isFirstThread(): boolean {
  return threadId() === 0 || isOfTestRun;
}

/** Not a worker that a test starts. */
const isOfTestRun = isTestThread();

/** Files that the test runner imports for a test file. */
const named = pinned(new Set<string>());

/** As `approveNamed`, for a file that is loaded by `import()`. */
export function approveImported(specifier: string, parent: string): void {
  const resolved = resolveImport(specifier, parent, {});
  approveNamed(resolved);
  named.add(resolved.path);
}

function checkRead(path: string): void {
  try {
    check(PermissionKind.READ, path);
  } catch (error) {
    // Deno rejects imports with its own class of errors of modules.
    throw home() === "deno" ? new TypeError((error as Error).message) : error;
  }
}

function resolveImported(specifier: string, importer: string): Resolved {
  try {
    return resolveImport(specifier, importer, {});
  } catch (error) {
    const named = pathNamed(specifier, importer);
    if (named !== null && !isNamed(specifier, importer)) checkRead(named);
    throw error;
  }
}

/** The path that a specifier names, if it is not that of a package: whether there is such a file needs a permission. */
function pathNamed(specifier: string, importer: string): string | null {
  const starts = (start: string): boolean => safe.startsWith(specifier, start);
  const isPath = starts("/") || starts("./") || starts("../") || specifier === "." || specifier === "..";
  const named = isPath ? paths.default.resolve(paths.default.dirname(importer), specifier) : pathOfFileUrl(specifier);
  return named === null || safe.indexOf(named, PACKAGES) >= 0 ? null : named;
}

/** `Module._resolveFilename` in a program with permissions. Whether a file exists that may not be read is not revealed. */
export function resolveName(
  resolver: { _resolveFilename(request: string, parent: unknown, isMain: boolean, options?: object): string },
  request: string,
  parent: { filename?: string | null } | null | undefined,
  options?: object,
): string {
  const named = model() === PermissionModel.DENO ? pathNamed(request, parent?.filename ?? "/_") : null;
  let found: string;
  try {
    found = resolver._resolveFilename(request, parent, false, options);
  } catch (error) {
    if (named !== null) check(PermissionKind.READ, named);
    throw error;
  }
  if (named !== null && query(PermissionKind.READ, found) !== PermissionState.GRANTED)
    check(PermissionKind.READ, named);
  return found;
}

/** Whether a program may know that there is a file: it may read it, or the file is that of a package. */
export function isKnownToProgram(path: string): boolean {
  if (model() !== PermissionModel.DENO || isOfPackage(path)) return true;
  return query(PermissionKind.READ, path) === PermissionState.GRANTED;
}

/** As `resolveImport`, for functions that only resolve. */
export function checkResolvedPath(specifier: string, importer: string, find: () => string): string {
  return resolveName({ _resolveFilename: find }, specifier, { filename: importer });
}

function checkOfPackage(specifier: string, importer: string): void {
  packages.checkResolved(resolveImport(specifier, importer, {}), importer);
}

/** Throws unless a module may import `path` statically: what a running program added needs permissions. */
export function checkStatic(module: Importer, resolved: Resolved): void {
  const { format, path, suffix } = resolved;
  const importer = module.path;
  if (limitsPackages) packages.checkResolved(resolved, importer);
  if (model() !== PermissionModel.DENO || format === "builtin" || path[0] !== "/") return;
  if (isFetchedOrPackage(path, suffix)) return;
  if (isLocal(module) && isOfProgram(path)) return addImported(path);
  checkRead(path);
}

/** A module that imports another one: its file or address, its URL, and whether its source is that of its file. */
interface Importer {
  path: string;
  url: string;
  isOfFile: boolean;
}

/**
 * Whether the imports of a module are those of the program. Source in an address (`data:`), for a worker, from a hook or for
 * `_compile` is made up by the program, a fetched module by its host, and a file that may be read can be anyone's: they
 * could name any file.
 */
function isLocal({ path, url, isOfFile }: Importer): boolean {
  return isOfFile && isPart(path) && !safe.startsWith(url, "http") && !hasHooks();
}

/** Whether hooks or plugins of the program decide which file a specifier names. */
function hasHooks(): boolean {
  return hasLayer(HOOKS_THREAD) || hasLayer(SYNCHRONOUS_HOOKS) || hasLayer(PLUGINS);
}

/** Throws the refusal when a static import failed whose file the program may not know to be missing. */
export function checkMissing(specifier: string, module: Importer): void {
  if (model() !== PermissionModel.DENO || isLocal(module)) return;
  const named = pathNamed(specifier, module.path);
  if (named !== null) checkRead(named);
}

/** Files that imports of the program's source have made part of it; a CommonJS module is required after that. */
const imported = pinned(new Set<string>());

function addImported(path: string): void {
  addPart(path);
  imported.add(path);
}

/** Files that are part of the program of this thread, besides its main module. Not those that it chose while it ran. */
const parts = pinned(new Set<string>());

function addPart(path: string): void {
  addToProgram(path);
  parts.add(path);
}

/** Whether a file is part of the program, and still as it was when the program was started. */
function isPart(path: string): boolean {
  return (parts.has(path) || path === pathOfFileUrl(mainUrl())) && isOfProgram(path);
}

/**
 * Whether a file can be a part of the program as it was started: it has not changed since. (A file's time of change cannot be
 * set by programs.)
 */
function isOfProgram(path: string): boolean {
  return path[0] !== "/" || changedMs(path) < startMs || !isWritable(path);
}

/** Whether the program may write a file, or might have: what a program gave up it may have had. */
function isWritable(path: string): boolean {
  return wasRevoked() || query(PermissionKind.WRITE, path) === PermissionState.GRANTED;
}

/** When this process started: what is older was there before the program. */
const startMs = timeOrigin();

/** Files that the loader itself has decided to load: their handlers in `Module._extensions` may read them. */
const approved = pinned(new Set<string>());

/** Approves the file that the program starts with. Programs can have any other loaded in this way, such as one that is required. */
export function approveMain(path: string): void {
  if (path !== pathOfFileUrl(mainUrl())) return checkRequired(path);
  approved.add(path);
  if (isFirstThread()) addPart(path);
}

/** Throws unless `require`, or a module hook, may load a file. `importer`: the file of the module that requires it. */
export function checkRequired(path: string, importer?: string | null): void {
  if (limitsPackages && typeof importer === "string") packages.record(path, importer);
  if (model() === PermissionModel.DENO && path[0] === "/" && !imported.has(path) && !isFetchedOrPackage(path, ""))
    check(PermissionKind.READ, path);
  approved.add(path);
}

/** Throws unless a handler of `Module._extensions` may read a file: programs can call it with any. */
export function checkHandled(path: string): void {
  if (!approved.has(path)) checkRequired(path);
}

/** Throws unless a worker may begin with a file. */
export function checkEntry(path: string): void {
  if (model() !== PermissionModel.DENO) return;
  try {
    check(PermissionKind.READ, path);
  } catch (error) {
    graphErrors.noteFatal(error);
    throw error;
  }
}

const QUOTES = ['"', "'", "`"] as const;
const IMPORT = "import";

/**
 * Whether `parent` is part of the program, and its source has an import of exactly this specifier, which could as well be a
 * static one.
 */
function isNamed(specifier: string, parent: string): boolean {
  if (parent[0] !== "/" || !isPart(parent)) return false;
  for (let index = 0; index < specifier.length; index++)
    if (isQuote(specifier[index]) || specifier[index] === "\\") return false;
  const source = readNearby(parent) ?? "";
  for (let index = 0; index < QUOTES.length; index++) {
    const quoted = `${QUOTES[index]}${specifier}${QUOTES[index]}`;
    for (let at = safe.indexOf(source, quoted); at >= 0; at = safe.indexOf(source, quoted, at + 1))
      if (isCallOfImport(source, at)) return true;
  }
  return false;
}

function isQuote(character: string | undefined): boolean {
  return character === '"' || character === "'" || character === "`";
}

/** Whether `import (` ends right before `end`. */
function isCallOfImport(source: string, end: number): boolean {
  const bracket = beforeSpace(source, end);
  if (source[bracket] !== "(") return false;
  const start = beforeSpace(source, bracket) + 1 - IMPORT.length;
  const before = source[start - 1];
  const isWord = before !== undefined && ((before >= "0" && before <= "z") || before === "$" || before > "~");
  return (
    start >= 0 && safe.slice(source, start, start + IMPORT.length) === IMPORT && !(isWord && !isPunctuation(before))
  );
}

/** Characters between `0` and `z` that end a word. */
function isPunctuation(character: string): boolean {
  return safe.indexOf(":;<=>?@[\\]^`", character) >= 0;
}

/** The index of the last character before `end` that is not white space. */
function beforeSpace(source: string, end: number): number {
  let index = end - 1;
  while (
    index >= 0 &&
    (source[index] === " " || source[index] === "\n" || source[index] === "\r" || source[index] === "\t")
  )
    index--;
  return index;
}
