// The default steps after the last hook: its `nextResolve` and `nextLoad`, and the conversion between hooks and the
// loader. https://nodejs.org/api/module.html#hooks
import { isBuiltin, safe, pinned } from "internal:core/bootstrap";
import { fileUrl, pathOfFileUrl } from "internal:core/file_url";
import type { HookedLoad, HookedResolution } from "internal:loader/hook_types";
import { builtinOf, type Resolved, resolve } from "internal:loader/resolve";
import { home } from "internal:core/program";
import defer * as errors from "internal:core/errors";
import defer * as launching from "internal:core/launch";
import defer * as guard from "internal:loader/import_guard";
import defer * as dataModules from "internal:loader/data_modules";
import defer * as runSource from "internal:loader/run_source";
import defer * as buffer from "internal:core/buffer";
import defer * as urls from "web:url";
import { formatOf, readModule } from "native:modules";
import { workingDirectory } from "internal:core/process/working_directory";

const CONDITIONS: Record<string, [string[], string[]]> = {
  node: [
    ["node", "import", "module-sync", "node-addons"],
    ["node", "require", "module-sync", "node-addons"],
  ],
  bun: [
    ["bun", "node", "import", "node-addons"],
    ["bun", "node", "require", "node-addons"],
  ],
  deno: [
    ["deno", "node", "import", "module-sync"],
    ["node", "require", "module-sync"],
  ],
};

/** The conditions of the program's home and of `--conditions`, in a new array. */
export function conditionsOf(isRequire: boolean): string[] {
  const { options } = launching.launch();
  const given = options.filter(([name]) => name === "--conditions" || name === "-C").map(([, value]) => value);
  const refusesAddons = options.some(([name]) => name === "--no-addons");
  const ofHome = CONDITIONS[home()]![isRequire ? 1 : 0].filter((name) => !refusesAddons || name !== "node-addons");
  return [...ofHome, ...given];
}

/** The formats of the loader, except `data`: the format of a data: URL depends on its content. */
const KNOWN = pinned(new Set(["module", "commonjs", "json", "wasm", "addon", "builtin", "detect"]));
const TYPESCRIPT = /\.[cm]?ts$/;

/** A format as hooks receive it; undefined when the syntax decides. */
export function publicFormat(format: string, path: string): string | undefined {
  if (format === "detect" || format === "data") return undefined;
  return (format === "module" || format === "commonjs") && TYPESCRIPT.test(path) ? `${format}-typescript` : format;
}

/** The format of a file that its syntax decides, as hooks of `require` receive it. */
export function openFormat(path: string): string | undefined {
  return TYPESCRIPT.test(path) ? "typescript" : undefined;
}

/** The format of the default resolution for hooks: undefined for a file with an unknown extension. */
export function defaultFormat({ format, path }: Resolved): string | undefined {
  return KNOWN.has(format) ? publicFormat(format, path) : undefined;
}

const SCHEME = /^([a-zA-Z][a-zA-Z0-9+.-]*):/;

/** The parent URL for hooks of a path or URL; undefined for the start of the program. */
export function urlOfParent(parent: string): string | undefined {
  if (parent === "") return undefined;
  return parent.startsWith("/") ? fileUrl(parent) : parent;
}

/** Converts the result of `resolve` hooks. */
export function resolvedByHooks({ url, format, importAttributes }: HookedResolution): Resolved {
  const given = typeof format === "string" ? withoutLanguage(format) : undefined;
  const path = pathOfFileUrl(url);
  if (path !== null && launching.launch().restricts) guard.checkRequired(path);
  const resolved = resolvedOfUrl(url, given ?? (path === null ? "detect" : formatOf(path)));
  if (typeof format === "string") resolved.givenFormat = format;
  return importAttributes === undefined ? resolved : { ...resolved, importAttributes };
}

/** A format without Node's suffix `-typescript`: here the transform detects the language. */
export function withoutLanguage(format: string): string {
  return format.endsWith("-typescript") ? format.slice(0, -"-typescript".length) : format;
}

/** Converts a URL from a hook. */
export function resolvedOfUrl(url: string, format: string): Resolved {
  const builtin = url.startsWith("node:") ? builtinOf(url) : null;
  if (builtin !== null) return { format: "builtin", path: builtin, suffix: "", url: undefined };
  if (url.startsWith("data:")) return { format: "data", path: url, suffix: "", url: undefined };
  const path = pathOfFileUrl(url);
  if (path === null) return { format, path: "", suffix: "", url };
  const suffixStart = url.search(/[?#]/);
  return { format, path, suffix: suffixStart === -1 ? "" : url.slice(suffixStart), url: undefined };
}

/** Resolves without hooks. URLs of schemes that only hooks can load, and builtins that do not exist, are resolved too: loading them fails. */
export function defaultResolution(
  specifier: string,
  parent: string,
  isRequire: boolean,
  conditions: unknown,
): Resolved {
  const given = conditionsGiven(conditions, isRequire);
  if (isRequire)
    return resolve(
      specifier.startsWith("file:") ? pathOfFileUrl(specifier)! : specifier,
      parent,
      !specifier.startsWith("data:"),
      given,
    );
  const from = parent === "" ? `${workingDirectory()}/_` : parent;
  const isRelative = specifier.startsWith("./") || specifier.startsWith("../") || specifier.startsWith("/");
  if (isRelative && !from.startsWith("/") && !from.startsWith("file:") && urls.URL.canParse(specifier, from)) {
    return { format: "detect", path: "", suffix: "", url: new urls.URL(specifier, from).href };
  }
  const scheme = SCHEME.exec(specifier)?.[1]?.toLowerCase();
  const isForHooks =
    scheme !== undefined &&
    scheme !== "file" &&
    scheme !== "data" &&
    builtinOf(specifier) === null &&
    urls.URL.canParse(specifier);
  if (isForHooks)
    return {
      format: "detect",
      path: "",
      suffix: "",
      url: scheme === "node" ? specifier : new urls.URL(specifier).href,
    };
  return resolve(specifier, from, false, given);
}

/** The `context.conditions` of a hook, if it changed them. */
function conditionsGiven(conditions: unknown, isRequire: boolean): string[] | undefined {
  if (conditions === undefined) return undefined;
  if (!safe.isArray(conditions)) throw new errors.ERR_INVALID_ARG_VALUE("conditions", conditions, "expected an array");
  const own = conditionsOf(isRequire);
  return conditions.length === own.length && own.every((name, index) => conditions[index] === name)
    ? undefined
    : conditions.map(String);
}

/**
 * Reads the module at a URL. `readsCommonJs`: also the source of a CommonJS file, which `require` reads after asynchronous hooks.
 * Throws the error of reading, ERR_UNKNOWN_FILE_EXTENSION, ERR_UNKNOWN_BUILTIN_MODULE, ERR_UNSUPPORTED_ESM_URL_SCHEME.
 */
export function defaultLoad(url: string, given: unknown, isRequire: boolean, readsCommonJs: boolean): HookedLoad {
  if (url.startsWith("node:") || isBuiltin(url)) {
    if (builtinOf(url) === null) throw new errors.ERR_UNKNOWN_BUILTIN_MODULE(url);
    return loaded("builtin", url, null);
  }
  if (url.startsWith("data:")) {
    const { mime, bytes } = dataModules.readDataUrl(url);
    return loaded(given ?? dataModules.formatOfMime(mime), url, bytes);
  }
  const path = pathOfFileUrl(url);
  if (path === null)
    throw new errors.ERR_UNSUPPORTED_ESM_URL_SCHEME({ protocol: url.slice(0, url.indexOf(":") + 1) }, [
      "file",
      "data",
      "node",
    ]);
  // A hook can name any file, so what it reads is not part of the program.
  if (launching.launch().restricts) guard.checkRequired(path);
  const own = formatOf(path);
  if (typeof given !== "string" && !KNOWN.has(own) && !isRequire) {
    const dot = path.lastIndexOf(".");
    throw new errors.ERR_UNKNOWN_FILE_EXTENSION(dot === -1 ? "" : path.slice(dot), path);
  }
  const format = typeof given === "string" ? given : publicFormat(own, path);
  // As in Node, `require` gets a plain object, and a format that the syntax decides is left open.
  if (isRequire) return { source: asBuffer(readModule(path)).toString(), format } as HookedLoad;
  if (format === "addon" || (format === "commonjs" && !readsCommonJs)) return loaded(format, url, null);
  const bytes = asBuffer(readModule(path));
  if (format !== undefined) return loaded(format, url, bytes);
  const detected = runSource.isModuleSource(bytes.toString(), path) ? "module" : "commonjs";
  return loaded(publicFormat(detected, path), url, detected === "commonjs" && !readsCommonJs ? null : bytes);
}

/** The result of the last step for modules that are imported. */
function loaded(format: unknown, url: string, source: Uint8Array | null): HookedLoad {
  return { __proto__: null, format, responseURL: url, source } as unknown as HookedLoad;
}

function asBuffer(bytes: Uint8Array): buffer.FastBuffer {
  return buffer.Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
