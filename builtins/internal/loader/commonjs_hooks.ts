// What hooks of `module.registerHooks()` mean for `require`.
import { load as loadBuiltin } from "internal:bootstrap";
import * as hooks from "internal:loader/hooks";
import { resolvedOfUrl } from "internal:loader/resolve";
import * as commonjs from "internal:loader/commonjs";
import * as otherFormats from "internal:loader/other_formats";
import { formatOf } from "native:modules";

/** The source that hooks give a file or URL; null to read it as always. */
export function sourceOf(filename: string): { format: string; source: string } | null {
  const resolved = filename.startsWith("/") ? { format: formatOf(filename), path: filename, suffix: "" } : resolvedOfUrl(filename, "commonjs");
  const hooked = hooks.load(resolved, {}, true);
  if (hooked === null || hooked.source === null) return null;
  return { format: hooked.format, source: hooked.source };
}

/** A builtin, which hooks may replace by a source. */
export function loadBuiltinModule(name: string): unknown {
  const hooked = hooks.load({ format: "builtin", path: name, suffix: "" }, {}, true);
  if (hooked === null || hooked.source === null || hooked.format === "builtin") return loadBuiltin(name).default;
  if (hooked.format === "json") return otherFormats.parseJson(hooked.source, name);
  const module: any = new (commonjs.Module as any)(name);
  module._compile(hooked.source, name, hooked.format);
  return module.exports;
}
