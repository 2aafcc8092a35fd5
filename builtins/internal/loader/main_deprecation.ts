// Deprecated entry points of packages. DEP0128: a package.json whose `main` does not exist, so that the folder's index
// file is used instead. DEP0151: an ES module that `import` finds by the default name or by adding an extension.
import { safe } from "internal:core/bootstrap";
import { directoryOf, pathOfFileUrl } from "internal:core/file_url";
import { emitWarning } from "internal:core/process/warn";
import { isGranted } from "internal:core/permissions";
import { realPathSync } from "native:fs";
import { readNearby } from "native:modules";
import defer * as path from "internal:core/path";
import { PermissionKind } from "native:permissions";

const BYTE_ORDER_MARK = 0xfeff;

/** Warns when `filename`, the index file that `request` from `from` resolved to, is not the file of `main`. `folders`: where packages are searched. */
export function warnOfMain(
  request: string,
  from: string,
  filename: string,
  folders: () => readonly string[] | null,
): void {
  const folder = directoryOf(filename);
  const main = brokenMain(folder, filename, isPackageName(request));
  if (main === null) return;
  const named = folderNamed(request, from, folder, folders);
  if (named === undefined) return;
  emitWarning(
    `Invalid 'main' field in '${named}/package.json' of '${main}'. Please either fix that or report it to the module author`,
    "DeprecationWarning",
    "DEP0128",
  );
}

/** A package's name without a path below it. */
const BARE_PACKAGE = /^(?:@[^/:]+\/)?[^./#@:][^/:]*$/;

/** Warns when the ES module `filename`, which `import specifier` in `parent` resolved to, is a package's entry point that neither `exports` nor `main` names in full. */
export function warnOfImportedMain(specifier: string, filename: string, parent: string): void {
  if (!BARE_PACKAGE.test(specifier)) return;
  const found = nearestManifest(directoryOf(filename));
  if (found === null || found.text.includes('"exports"')) return;
  const { folder, text } = found;
  const { name, main } = manifestOf(text);
  // A package.json between the entry point and the package's own is about the format only.
  if (name === undefined ? !folder.endsWith(`/${specifier}`) : name !== specifier) return;
  const from = parent.startsWith("file:") ? (pathOfFileUrl(parent) ?? parent) : parent;
  if (typeof main !== "string" || main === "") {
    warnOfEntry(
      `No "main" or "exports" field defined in the package.json for ${folder}/ resolving the main entry point "${filename.slice(folder.length + 1)}", imported from ${from}.\nDefault "index" lookups for the main are deprecated for ES modules.`,
    );
  } else if (path.default.resolve(folder, main) !== filename) {
    warnOfEntry(
      `Package ${folder}/ has a "main" field set to "${main}", excluding the full filename and extension to the resolved file at "${filename.slice(folder.length + 1)}", imported from ${from}.\n Automatic extension resolution of the "main" field is deprecated for ES modules.`,
    );
  }
}

function warnOfEntry(message: string): void {
  emitWarning(message, "DeprecationWarning", "DEP0151");
}

function nearestManifest(start: string): { folder: string; text: string } | null {
  for (let folder = start; folder !== ""; folder = directoryOf(folder)) {
    const text = readNearby(`${folder}/package.json`);
    if (text !== null) return { folder, text };
    if (folder === "/") break;
  }
  return null;
}

// The value of `main`, if `filename` was not resolved by it.
function brokenMain(folder: string, filename: string, hasExportsFirst: boolean): string | null {
  const file = `${folder}/package.json`;
  const text = readNearby(file);
  if (text === null) return null;
  // The usual cases need no parsing.
  if (!text.includes('"main"') || /"main"\s*:\s*"(?:\.\/)?index(?:\.js)?"/.test(text)) return null;
  const { main, exports } = manifestOf(text);
  if (typeof main !== "string" || main === "" || (hasExportsFirst && exports !== undefined && exports !== null))
    return null;
  const target = path.default.resolve(folder, main);
  return target === folder || target === filename || filename.startsWith(`${target}.`) ? null : main;
}

// The resolver has accepted the file: the warning must not throw. Members that a program adds to `Object.prototype` are not the file's.
function manifestOf(text: string): { name?: unknown; main?: unknown; exports?: unknown } {
  const manifest = { __proto__: null } as { name?: unknown };
  try {
    const parsed: unknown = JSON.parse(text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text);
    return typeof parsed === "object" ? safe.assign(manifest, parsed) : manifest;
  } catch {
    return manifest;
  }
}

function isPackageName(request: string): boolean {
  return !/^\.{0,2}(?:\/|$)/.test(request);
}

// The folder as the request names it, whose real path is `folder`; undefined when it names the index file itself.
function folderNamed(
  request: string,
  from: string,
  folder: string,
  folders: () => readonly string[] | null,
): string | undefined {
  const starts = isPackageName(request) ? (folders() ?? []) : [directoryOf(from)];
  return starts
    .map((start) => path.default.resolve(start, request))
    .find(
      (candidate) =>
        readNearby(`${candidate}/package.json`) !== null &&
        (candidate === folder || (isGranted(PermissionKind.READ, candidate) && realPathSync(candidate) === folder)),
    );
}
