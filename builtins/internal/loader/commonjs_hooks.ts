// What hooks of `module.registerHooks()` mean for `require`.
import { load as loadBuiltin } from "internal:core/bootstrap";
import * as hooks from "internal:loader/hooks";
import { resolvedOfUrl } from "internal:loader/resolve";
import * as commonjs from "internal:loader/commonjs";
import * as otherFormats from "internal:loader/data_modules";
import { formatOf } from "native:modules";

/** The source that hooks give a file or URL; null to read it as always. */
export function sourceOf(filename: string): { format: string; source: string } | null {
  const given = commonjs.hookedFormats.get(filename);
  const resolved = filename.startsWith("/")
    ? { format: given ?? formatOf(filename), path: filename, suffix: "" }
    : resolvedOfUrl(filename, given ?? "detect");
  const hooked = hooks.load(resolved, {}, true);
  if (hooked === null) return null;
  if (hooked.source === null) throw hooks.wrongSource(null);
  return {
    format: hooked.isTypeScript === true ? `${hooked.format}-typescript` : hooked.format,
    source: hooks.textOf(hooked.source),
  };
}

/** A builtin, which hooks may replace by a source. */
export function loadBuiltinModule(name: string): unknown {
  const hooked = hooks.load({ format: "builtin", path: name, suffix: "" }, {}, true);
  if (hooked === null || hooked.source === null || hooked.format === "builtin") return loadBuiltin(name).default;
  const text = hooks.textOf(hooked.source);
  if (hooked.format === "json") return otherFormats.parseJson(text, name);
  const module: any = new (commonjs.Module as any)(name);
  module._compile(text, name, hooked.format);
  return module.exports;
}
