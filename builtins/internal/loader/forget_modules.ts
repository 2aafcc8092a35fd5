// Forgets all modules of a program, so that they are loaded and run again (`--hot`).
import { isLoaded } from "internal:core/bootstrap";
import defer * as commonjs from "internal:loader/commonjs";
import defer * as dataModules from "internal:loader/data_modules";
import { clearModules } from "internal:loader/load";
import { clearImports } from "internal:loader/resolve";

/** Empties the registries of ES modules, CommonJS modules and data, and of what imports resolve to. */
export function forgetModules(): void {
  clearModules();
  clearImports();
  if (isLoaded("internal:loader/data_modules")) dataModules.clearImported();
  if (isLoaded("internal:loader/commonjs")) commonjs.clearModules();
}
