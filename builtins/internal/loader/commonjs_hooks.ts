// Calls the hooks of `module.registerHooks()` for `require`.
import { load as loadBuiltin } from "internal:core/bootstrap";
import * as hooks from "internal:loader/hooks";
import type { RequiredSource, Steps } from "internal:loader/chain";
import { resolvedOfUrl } from "internal:loader/default_hooks";
import * as commonjs from "internal:loader/commonjs";
import * as dataModules from "internal:loader/data_modules";
import { formatOf } from "native:modules";

/** The source of a file or URL from hooks; null to read it without them. */
export function sourceOf(next: Steps, filename: string): RequiredSource | null {
  const given = commonjs.hookedFormats.get(filename);
  const resolved = filename.startsWith("/")
    ? { format: given ?? formatOf(filename), path: filename, suffix: "" }
    : resolvedOfUrl(filename, given ?? "detect");
  const hooked = hooks.load(next, resolved, {}, true);
  if (hooked === null) return null;
  if (hooked.source === null) throw hooks.invalidSource(null);
  return {
    format: hooked.isTypeScript === true ? typeScriptFormat(hooked.format) : hooked.format,
    source: hooks.stringOf(hooked.source),
  };
}

function typeScriptFormat(format: string): string {
  return format === "detect" ? "typescript" : `${format}-typescript`;
}

/** A builtin, which hooks may replace by source. */
export function loadBuiltinModule(next: Steps, name: string): unknown {
  const hooked = hooks.load(next, { format: "builtin", path: name, suffix: "" }, {}, true);
  if (hooked === null || hooked.source === null || hooked.format === "builtin") return loadBuiltin(name).default;
  const source = hooks.stringOf(hooked.source);
  if (hooked.format === "json") return dataModules.parseJson(source, name);
  const module = new (commonjs.Module as unknown as commonjs.ModuleClass)(name);
  module._compile(source, name, hooked.format);
  return module.exports;
}
