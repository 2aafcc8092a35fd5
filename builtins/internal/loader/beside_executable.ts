// Packages that are not part of an executable (`--external`, computed specifiers): those beside it, and as in Bun those of the
// working directory.
import { safe } from "internal:core/bootstrap";
import { directoryOf } from "internal:core/file_url";
import { option } from "internal:core/launch";
import { workingDirectory } from "internal:core/process/working_directory";
import { resolve as resolveFile } from "native:modules";
import { execPath } from "native:process";
import type { Resolved } from "internal:loader/resolve";

const PACKAGES = "/node_modules/";

/** The package that a module of an executable means; null for none. */
export function resolve(specifier: string, isRequire: boolean): Resolved | null {
  const first = specifier.charAt(0);
  if (first === "." || first === "/" || first === "#" || safe.includes(specifier, ":")) return null;
  if (option("--no-compile-autoload-package-json") !== undefined) return null;
  for (const folder of [directoryOf(execPath()), workingDirectory()]) {
    const found = resolveIn(folder, specifier, isRequire);
    if (found !== null) return found;
  }
  return null;
}

function resolveIn(folder: string, specifier: string, isRequire: boolean): Resolved | null {
  try {
    const { format, path, suffix } = resolveFile(specifier, `${folder}/_`, isRequire);
    // What is in no folder of packages comes from `paths` of a tsconfig.
    const isMeant = safe.includes(path, PACKAGES) || option("--compile-autoload-tsconfig") !== undefined;
    return isMeant ? { format, path, suffix, url: undefined } : null;
  } catch {
    return null;
  }
}
