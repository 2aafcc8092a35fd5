// Which files a program of Deno's permissions may load while it runs: what its source names is part of the program, other
// files need the permission to read them. Files of packages are the matter of their packages.
import { pathOfFileUrl } from "internal:core/file_url";
import { check } from "internal:core/permissions";
import { home } from "internal:core/program";
import { type Resolved, resolveImport } from "internal:loader/resolve";
import { model } from "native:permissions";
import { readNearby } from "native:modules";

const PACKAGES = "/node_modules/";

/** Throws unless `import(specifier)` in the module at URL or path `parent` may load its file. */
export function checkImported(specifier: string, parent: string): void {
  // Addresses need the permission `import`, which is checked before they are fetched.
  if (model() !== "deno" || /^https?:/i.test(specifier)) return;
  const { format, path } = resolveImport(specifier, pathOfFileUrl(parent) ?? parent, {});
  if (format === "builtin" || !path.startsWith("/") || path.includes(PACKAGES)) return;
  if (isNamed(specifier, pathOfFileUrl(parent) ?? parent)) return;
  try {
    check("read", path);
    added.add(path);
  } catch (error) {
    // Deno rejects imports with its own class of errors of modules.
    throw home() === "deno" ? new TypeError((error as Error).message) : error;
  }
}

/** Throws unless the module at `importer` may import `path` statically: what a running program added needs permissions. */
export function checkStatic(importer: string, { format, path }: Resolved): void {
  if (!added.has(importer) || format === "builtin" || !path.startsWith("/") || path.includes(PACKAGES)) return;
  check("read", path);
  added.add(path);
}

/** Files that a running program chose to import, and what they import; the program as it was started has neither. */
const added = new Set<string>();

/** Files that the loader itself has decided to load: their handlers in `Module._extensions` may read them. */
const approved = new Set<string>();

/** Approves a file that the program starts with. */
export function approve(path: string): void {
  approved.add(path);
}

/** Throws unless `require`, or a module hook, may load a file. */
export function checkRequired(path: string): void {
  if (model() === "deno" && path.startsWith("/") && !path.includes(PACKAGES)) check("read", path);
  approved.add(path);
}

/** Throws unless a handler of `Module._extensions` may read a file: programs can call it with any. */
export function checkHandled(path: string): void {
  if (!approved.has(path)) checkRequired(path);
}

/** Throws unless a worker may begin with a file. */
export function checkEntry(path: string): void {
  if (model() === "deno") check("read", path);
}

/** Whether the source of `parent` has an import of exactly this specifier, which could as well be a static one. */
function isNamed(specifier: string, parent: string): boolean {
  if (!parent.startsWith("/") || /["'`\\]/.test(specifier)) return false;
  const source = readNearby(parent) ?? "";
  return ['"', "'", "`"].some((quote) =>
    new RegExp(`\\bimport\\s*\\(\\s*${RegExp.escape(`${quote}${specifier}${quote}`)}`).test(source),
  );
}
