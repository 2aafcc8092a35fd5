// Modules that are not found, as Bun reports them: one class for all causes.
import { pinned, services } from "internal:core/bootstrap";
import { pathOfFileUrl } from "internal:core/file_url";

interface ResolutionError {
  message?: string;
  code?: string;
}

/** The codes of requests for modules that are not found, all of which Bun reports by one class. */
const UNRESOLVED = pinned(
  new Set([
    "ERR_MODULE_NOT_FOUND",
    "MODULE_NOT_FOUND",
    "ERR_PACKAGE_PATH_NOT_EXPORTED",
    "ERR_PACKAGE_IMPORT_NOT_DEFINED",
    "ERR_INVALID_PACKAGE_TARGET",
    "ERR_INVALID_MODULE_SPECIFIER",
    "ERR_UNSUPPORTED_DIR_IMPORT",
    "ERR_UNKNOWN_BUILTIN_MODULE",
  ]),
);

/** Whether an error says that a module is not found. */
export function isUnresolved(thrown: unknown): boolean {
  return UNRESOLVED.has((thrown as ResolutionError | null | undefined)?.code ?? "");
}

/** Bun's error for a module that is not found; another error is returned as it is. */
export function unresolvedInBun(
  thrown: unknown,
  specifier: string,
  parent: string,
  kind: "import-statement" | "require-call" | "require-resolve",
  requireStack: string[] | undefined,
): unknown {
  if (!isUnresolved(thrown)) return thrown;
  const request = specifier.startsWith("file:") ? (pathOfFileUrl(specifier) ?? specifier) : specifier;
  // The importer of a function that resolves in a folder is a file name in it.
  const referrer = parent.endsWith("/_") ? parent.slice(0, -"/_".length) : parent;
  return services().unresolvedInBun(thrown as ResolutionError, request, referrer, kind, requireStack);
}
