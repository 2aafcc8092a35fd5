// Which files a program of Deno's permissions may load while it runs: what its source names is part of the program, other
// files need the permission to read them. Files of packages are the matter of their packages.
import { pathOfFileUrl } from "internal:core/file_url";
import { pinned } from "internal:core/bootstrap";
import { check, wasRevoked } from "internal:core/permissions";
import { home, mainUrl } from "internal:core/program";
import defer * as packages from "internal:core/package_guard";
import { type Resolved, resolveImport } from "internal:loader/resolve";
import { option } from "internal:core/launch";
import posix from "internal:core/path";
import { PermissionKind, PermissionModel, PermissionState, model, query } from "native:permissions";
import { changedMs, readNearby } from "native:modules";
import { timeOrigin } from "native:time";

const PACKAGES = "/node_modules/";
/** Whether the policy lists what packages may import. */
const limitsPackages = option("--sandbox-packages") !== undefined;

/** Throws unless the module at `importer`, and the caller, may `require` a builtin. */
export function checkBuiltin(id: string, importer: string | null | undefined, above: Function): void {
  if (limitsPackages) packages.checkRequiredBuiltin(id, importer ?? null, above);
}

/** Throws unless `import(specifier)` in the module at URL or path `parent` may load its file. */
export function checkImported(specifier: string, parent: string): void {
  if (limitsPackages) checkOfPackage(specifier, pathOfFileUrl(parent) ?? parent);
  // Addresses need the permission `import`, which is checked before they are fetched.
  if (model() !== PermissionModel.DENO || /^https?:/i.test(specifier)) return;
  const importer = pathOfFileUrl(parent) ?? parent;
  const { format, path } = resolveImported(specifier, importer);
  if (format === "builtin" || !path.startsWith("/") || (path.includes(PACKAGES) && !isWritable(path))) return;
  if (isOfProgram(importer) && isOfProgram(path) && isNamed(specifier, importer)) return;
  checkRead(path);
  added.add(path);
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
    if (named !== null && !(isOfProgram(importer) && isNamed(specifier, importer))) checkRead(named);
    throw error;
  }
}

/** The path that a specifier names, if it is not that of a package: whether there is such a file needs a permission. */
function pathNamed(specifier: string, importer: string): string | null {
  const isPath = /^(?:\.{0,2}\/|\.{1,2}$)/.test(specifier);
  const named = isPath ? posix.resolve(posix.dirname(importer), specifier) : pathOfFileUrl(specifier);
  return named === null || named.includes(PACKAGES) ? null : named;
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

/** As `resolveImport`, for functions that only resolve. */
export function checkResolvedPath(specifier: string, importer: string, find: () => string): string {
  return resolveName({ _resolveFilename: find }, specifier, { filename: importer });
}

function checkOfPackage(specifier: string, importer: string): void {
  packages.checkResolved(resolveImport(specifier, importer, {}), importer);
}

/** Throws unless the module at `importer` may import `path` statically: what a running program added needs permissions. */
export function checkStatic(importer: string, resolved: Resolved): void {
  const { format, path } = resolved;
  if (limitsPackages) packages.checkResolved(resolved, importer);
  if (format === "builtin" || !path.startsWith("/") || resolved.suffix.startsWith("http")) return;
  if (path.includes(PACKAGES) && !isWritable(path)) return;
  // Source in an address (`data:`) is made up by the program, and can name any file.
  if (model() !== PermissionModel.DENO || (importer.startsWith("/") && isOfProgram(importer) && isOfProgram(path)))
    return;
  check(PermissionKind.READ, path);
  added.add(path);
}

/** Files that a running program chose to import, and what they import; the program as it was started has neither. */
const added = pinned(new Set<string>());

/**
 * Whether a file can be a part of the program as it was started: the program did not choose it while it ran, and it has not
 * changed since. (A file's time of change cannot be set by programs.)
 */
function isOfProgram(path: string): boolean {
  return !added.has(path) && (!path.startsWith("/") || changedMs(path) < startMs || !isWritable(path));
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
  if (path === pathOfFileUrl(mainUrl())) approved.add(path);
  else checkRequired(path);
}

/** Throws unless `require`, or a module hook, may load a file. `importer`: the file of the module that requires it. */
export function checkRequired(path: string, importer?: string | null): void {
  if (limitsPackages && typeof importer === "string") packages.record(path, importer);
  if (model() === PermissionModel.DENO && path.startsWith("/") && !path.includes(PACKAGES))
    check(PermissionKind.READ, path);
  approved.add(path);
}

/** Throws unless a handler of `Module._extensions` may read a file: programs can call it with any. */
export function checkHandled(path: string): void {
  if (!approved.has(path)) checkRequired(path);
}

/** Throws unless a worker may begin with a file. */
export function checkEntry(path: string): void {
  if (model() === PermissionModel.DENO) check(PermissionKind.READ, path);
}

/** Whether the source of `parent` has an import of exactly this specifier, which could as well be a static one. */
function isNamed(specifier: string, parent: string): boolean {
  if (!parent.startsWith("/") || /["'`\\]/.test(specifier)) return false;
  const source = readNearby(parent) ?? "";
  return ['"', "'", "`"].some((quote) =>
    new RegExp(`\\bimport\\s*\\(\\s*${RegExp.escape(`${quote}${specifier}${quote}`)}`).test(source),
  );
}
