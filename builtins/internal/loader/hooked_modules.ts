// Modules whose format or source comes from hooks.
import { safe } from "internal:core/bootstrap";
import type { HookedLoad } from "internal:loader/hook_types";
import { type Attributes, builtinModule, commonJsFile, commonJsModule, createModule } from "internal:loader/load";
import { defaultFormat, publicFormat } from "internal:loader/default_hooks";
import { type HookedSource, sourceOf, stringOf, bytesOf, invalidSource } from "internal:loader/hooks";
import { type Module, SourceModule } from "internal:loader/records";
import { type Resolved } from "internal:loader/resolve";
import defer * as errors from "internal:core/errors";
import defer * as hookedRequire from "internal:loader/hooked_require";
import defer * as dataModules from "internal:loader/data_modules";
import defer * as loaderErrors from "internal:loader/errors";
import defer * as webAssembly from "internal:loader/web_assembly";
import defer * as sourceMaps from "internal:core/stack/source_map_support";
import { SourceGoal, formatOf, loadSource } from "native:modules";

/** The format that `load` hooks receive. */
export function formatFor(resolved: Resolved): string | undefined {
  // An unknown extension is not a format; loading the file reports it.
  if (resolved.path !== "" && defaultFormat(resolved) === undefined && formatOf(resolved.path) === resolved.format)
    return undefined;
  return publicFormat(resolved.format, resolved.path);
}

/** Makes a module of the result of the asynchronous hooks. */
export function ofResult(url: string, resolved: Resolved, attributes: Attributes, result: HookedLoad): Module {
  return create(url, resolved, attributes, sourceOf(result, true));
}

const GOALS: Record<string, SourceGoal> = {
  module: SourceGoal.ES_MODULE,
  commonjs: SourceGoal.COMMON_JS,
  detect: SourceGoal.DETECT,
};

/** Makes a module. Throws ERR_UNKNOWN_MODULE_FORMAT, ERR_INVALID_RETURN_PROPERTY_VALUE, and the errors of its format. */
export function create(url: string, resolved: Resolved, attributes: Attributes, hooked: HookedSource): Module {
  const { format, source } = hooked;
  const { path } = resolved;
  if (format === "builtin") return builtinModule(url);
  const name = path === "" ? url : path;
  if (source === null) {
    const isAddon = format === "addon" || (format === "commonjs" && path.endsWith(".node"));
    if (isAddon && path !== "") return createModule(url, { ...resolved, format: "addon" }, attributes);
    if (format === "commonjs" && path !== "") return commonJsFile(url, path);
    throw invalidSource(source);
  }
  if (attributes.type === "text") return dataModules.textModule(url, stringOf(source));
  if (format === "json") return dataModules.jsonModule(url, stringOf(source), name);
  if (format === "wasm") {
    if (typeof source === "string") throw invalidSource(source);
    return webAssembly.moduleOf(url, bytesOf(source));
  }
  const goal = GOALS[format];
  if (goal === undefined) throw new errors.ERR_UNKNOWN_MODULE_FORMAT(format, url);
  const string = stringOf(source);
  if (string.includes("sourceMappingURL=")) sourceMaps.recordSource(name, string);
  const { handle, record } = loadSource(
    string.charCodeAt(0) === 0xfeff ? string.slice(1) : string,
    hooked.isTypeScript === true ? typeScriptName(name) : name,
    goal,
  );
  const parsed = safe.parseJson(record);
  if (parsed.error !== undefined) throw loaderErrors.syntaxError({ ...parsed.error, file: name });
  if (parsed.kind !== "commonjs") return new SourceModule(url, path, handle, parsed);
  if (hooked.isAsync === true) return hookedRequire.facade(url, name, handle, parsed);
  return commonJsModule(url, name, handle, parsed);
}

/** A file name that makes the transform parse TypeScript. */
export function typeScriptName(name: string): string {
  return /\.[cm]?tsx?$/.test(name) ? name : `${name}.ts`;
}
