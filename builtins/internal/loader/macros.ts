// Macros of programs of Bun: functions imported `with { type: "macro" }` are called when the module is loaded, and their
// results take the places of the calls (https://bun.com/docs/bundler/macros).
import { load } from "internal:core/bootstrap";
import { ERR_METHOD_NOT_IMPLEMENTED } from "internal:core/errors";
import { launch } from "internal:core/launch";
import { readModuleText } from "native:modules";

/** The source of the module of a file with the results of its macros; null without any. Throws for a macro that fails. */
export function expanded(path: string): string | null {
  // They run in a process, which permissions would not limit.
  if (launch().restricts) throw new ERR_METHOD_NOT_IMPLEMENTED("import of a macro with limited permissions");
  return load("native:bundler").expandMacros(readModuleText(path), path);
}
