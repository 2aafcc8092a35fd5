// Modules whose format or source hooks gave.
import { type HookedLoad } from "internal:loader/hook_state";
import { type Attributes, builtinModule, createWithoutHooks } from "internal:loader/load";
import { defaultFormat, publicFormat } from "internal:loader/default_hooks";
import { type HookedSource, sourceOf, textOf, bytesOf, wrongSource } from "internal:loader/hooks";
import { type Module, SourceModule } from "internal:loader/records";
import { type Resolved } from "internal:loader/resolve";
import { ERR_UNKNOWN_MODULE_FORMAT } from "internal:core/errors";
import defer * as facades from "internal:loader/commonjs_facade";
import defer * as hookedRequire from "internal:loader/hooked_require";
import defer * as otherFormats from "internal:loader/data_modules";
import defer * as problems from "internal:loader/errors";
import defer * as webAssembly from "internal:loader/web_assembly";
import defer * as sourceMaps from "internal:core/stack/source_map_support";
import { formatOf, loadSource } from "native:modules";

/** The format that `load` hooks are told. */
export function formatFor(resolved: Resolved): string | undefined {
  // An unknown extension is no format; loading the file says so.
  if (resolved.path !== "" && defaultFormat(resolved) === undefined && formatOf(resolved.path) === resolved.format)
    return undefined;
  return publicFormat(resolved.format, resolved.path);
}

/** Makes a module of what the asynchronous hooks answered. */
export function ofAnswer(url: string, resolved: Resolved, attributes: Attributes, answer: HookedLoad): Module {
  return create(url, resolved, attributes, sourceOf(answer, true));
}

const KINDS: Record<string, number> = { module: 1, commonjs: 2, detect: 0 };

/** Makes a module. Throws ERR_UNKNOWN_MODULE_FORMAT, ERR_INVALID_RETURN_PROPERTY_VALUE, and what making it throws. */
export function create(url: string, resolved: Resolved, attributes: Attributes, hooked: HookedSource): Module {
  const { format, source } = hooked;
  const { path } = resolved;
  if (format === "builtin") return builtinModule(url);
  const name = path === "" ? url : path;
  if (source === null) {
    if (format === "commonjs" && path !== "") return facades.facade(url, path);
    if (format === "addon" && path !== "") return createWithoutHooks(url, { ...resolved, format }, attributes);
    throw wrongSource(source);
  }
  if (attributes.type === "text") return otherFormats.textModule(url, textOf(source));
  if (format === "json") return otherFormats.jsonModule(url, textOf(source), name);
  if (format === "wasm") {
    if (typeof source === "string") throw wrongSource(source);
    return webAssembly.moduleOf(url, bytesOf(source));
  }
  const kind = KINDS[format];
  if (kind === undefined) throw new ERR_UNKNOWN_MODULE_FORMAT(format, url);
  const text = textOf(source);
  if (text.includes("sourceMappingURL=")) sourceMaps.recordSource(name, text);
  const { handle, record } = loadSource(
    text.charCodeAt(0) === 0xfeff ? text.slice(1) : text,
    hooked.isTypeScript === true ? typeScriptName(name) : name,
    kind,
  );
  const parsed = JSON.parse(record);
  if (parsed.error !== undefined) throw problems.syntaxError({ ...parsed.error, file: name });
  if (parsed.kind !== "commonjs") return new SourceModule(url, path, handle, parsed);
  if (hooked.isAsync === true) return hookedRequire.facade(url, name, handle, parsed);
  return facades.facadeOfLoaded(url, name, handle, parsed);
}

/** A name by which the transformer takes text for TypeScript. */
export function typeScriptName(name: string): string {
  return /\.[cm]?tsx?$/.test(name) ? name : `${name}.ts`;
}
