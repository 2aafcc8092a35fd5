// From the options of `Bun.build` to those of native code (`brio_bundler::Options`).
import { Blob } from "web:blob";
import { load } from "internal:core/bootstrap";
import { launch } from "internal:core/launch";
import { ERR_METHOD_NOT_IMPLEMENTED } from "internal:core/errors";
import defer * as bunErrors from "internal:bun/errors";

/** Options of `Bun.build`. */
export interface BuildConfig {
  entrypoints: string[];
  outdir?: string;
  root?: string;
  target?: string;
  format?: string;
  splitting?: boolean;
  plugins?: unknown[];
  env?: string;
  sourcemap?: string | boolean;
  minify?: boolean | { whitespace?: boolean; identifiers?: boolean; syntax?: boolean; keepNames?: boolean };
  external?: string[];
  packages?: string;
  allowUnresolved?: string[] | null;
  optimizeImports?: string[];
  naming?: string | { entry?: string; chunk?: string; asset?: string };
  publicPath?: string;
  define?: Record<string, string>;
  loader?: Record<string, string>;
  banner?: string;
  footer?: string;
  drop?: string[];
  features?: string[];
  emitDCEAnnotations?: boolean;
  conditions?: string | string[];
  ignoreDCEAnnotations?: boolean;
  throw?: boolean;
  bytecode?: boolean;
  jsx?: Record<string, unknown>;
  files?: Record<string, string | ArrayBufferView | ArrayBuffer | Blob>;
  metafile?: boolean | string | { json?: string; markdown?: string } | null;
  compile?: boolean | string | CompileConfig;
  tsconfig?: string;
}

/** The option `compile`, as an object. */
interface CompileConfig {
  target?: string;
  outfile?: string;
  /** Another build of the runtime. */
  executablePath?: string;
  execArgv?: string[];
  autoloadDotenv?: boolean;
  [other: string]: unknown;
}

/** An executable that is requested. */
export interface Executable {
  file: string;
  /** Null: the runtime that is running. */
  runtime: string | null;
  /** Flags of the runtime. */
  execArguments: string[];
  /** Others, which `process.execArgv` does not show. */
  options: string[];
  /** Whether the source maps of its scripts are also files beside it. */
  writesMaps: boolean;
}

/** The members of `compile` about files that an executable reads when it starts: the value that differs from what it does anyway,
 * and the option of the runtime for that. */
const AUTOLOADED = [
  ["autoloadDotenv", false, "--no-env-file"],
  ["autoloadBunfig", false, "--no-compile-autoload-bunfig"],
  ["autoloadTsconfig", true, "--compile-autoload-tsconfig"],
  ["autoloadPackageJson", false, "--no-compile-autoload-package-json"],
] as const;

/** Whether a build makes pages that need no other file: `compile` for browsers. */
function isOfPages({ compile, target, entrypoints }: BuildConfig): boolean {
  return Boolean(compile) && target === "browser" && entrypoints.every((path) => /\.html?$/.test(path));
}

/** The executable that a build makes; null for none. Throws for options of it that are missing. */
export function executableOf(config: BuildConfig): Executable | null {
  const { compile } = config;
  if (compile === undefined || compile === false) return null;
  if (isOfPages(config)) {
    if (config.splitting === true) throw bunErrors.invalid("Cannot use compile with target 'browser' and splitting");
    return null;
  }
  const given: CompileConfig = typeof compile === "object" ? compile : {};
  const target = typeof compile === "string" ? compile : given.target;
  if (target !== undefined && given.executablePath === undefined) checkSystem(target);
  for (const name of Object.keys(given))
    if (!COMPILE_OPTIONS.has(name)) throw new ERR_METHOD_NOT_IMPLEMENTED(`Bun.build with compile.${name}`);
  if (config.entrypoints.length !== 1) throw bunErrors.invalid("Expected one entrypoint for compile");
  const path = load("internal:core/path").default;
  const folder = path.resolve(load("internal:node/process").default.cwd(), pathOf(config.outdir) ?? "");
  const name = pathOf(given.outfile) ?? path.parse(config.entrypoints[0]!).name;
  return {
    file: path.resolve(folder, name),
    runtime: given.executablePath ?? null,
    execArguments: listOf("compile.execArgv", given.execArgv),
    options: AUTOLOADED.filter(([member, value]) => given[member] === value).map(([, , option]) => option),
    writesMaps: config.sourcemap === "external",
  };
}

/** The members of `compile`. */
const COMPILE_OPTIONS = new Set([
  "outfile",
  "executablePath",
  "target",
  "execArgv",
  "autoloadDotenv",
  "autoloadBunfig",
  "autoloadTsconfig",
  "autoloadPackageJson",
]);

/** Throws for a target of `compile` (`bun-linux-x64`) that is another system than this one. */
function checkSystem(target: string): void {
  const { platform, arch } = load("internal:node/process").default;
  const words = `${target}`.split("-");
  if (words[0] !== "bun" || words.length < 2) throw bunErrors.invalid(`Unknown compile target: ${target}`);
  const isOther = !words.includes(platform) || words.includes("musl") || !words.includes(arch);
  if (isOther) throw new ERR_METHOD_NOT_IMPLEMENTED(`Bun.build with compile for another system (${target})`);
}

const FORMATS = ["esm", "cjs", "iife"];
const TARGETS = ["browser", "bun", "node", "deno", "brio"];

function oneOf(name: string, value: unknown, values: string[]): string {
  if (values.includes(value as string)) return value as string;
  throw bunErrors.invalid(`${name} must be one of ${values.map((one) => `"${one}"`).join(", ")}`);
}

function targetOf(value: unknown): string {
  if (TARGETS.includes(value as string)) return value as string;
  throw bunErrors.invalid(`Expected target to be one of ${TARGETS.map((one) => `'${one}'`).join(", ")}, got ${value}`);
}

/** The target of scripts. As in Bun, an executable is never for browsers. */
function programTargetOf({ target, compile }: BuildConfig): string {
  if (target === undefined) return compile ? "bun" : "browser";
  const known = targetOf(target);
  return compile && known === "browser" ? "bun" : known;
}

function listOf(name: string, value: unknown): string[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw bunErrors.invalid(`${name} must be an array`);
  for (const item of value)
    if (typeof item !== "string") throw bunErrors.invalid(`Expected ${name} to be an array of strings`);
  return value;
}

/** The patterns of computed specifiers that may stay in the output; null: any may. */
function allowedSpecifiers(value: unknown): string[] | null {
  return value === undefined || value === null ? null : listOf("allowUnresolved", value);
}

function sourceMapOf(value: unknown, hasFolder: boolean): string {
  if (value === undefined || value === false || value === "none") return "none";
  if (value === true) return hasFolder ? "linked" : "inline";
  return oneOf("sourcemap", value, ["none", "linked", "inline", "external"]);
}

/** A map is inside of an executable: nothing else of it is there where it runs. */
function sourceMapFor({ compile, outdir, sourcemap }: BuildConfig): string {
  const kind = sourceMapOf(sourcemap, outdir !== undefined);
  return compile && kind !== "none" ? "inline" : kind;
}

function minifyOf(value: BuildConfig["minify"]): object {
  if (typeof value === "boolean" || value === undefined) {
    return { whitespace: value === true, identifiers: value === true, syntax: value === true };
  }
  if (value === null || typeof value !== "object")
    throw bunErrors.invalid("Expected minify to be a boolean or an object");
  return {
    whitespace: value.whitespace === true,
    identifiers: value.identifiers === true,
    syntax: value.syntax === true,
  };
}

function envOf(value: unknown): unknown {
  if (value === undefined || value === "disable" || value === false) return "none";
  if (value === "inline" || value === true) return "all";
  if (typeof value === "string" && value.includes("*")) return { prefix: value.slice(0, value.indexOf("*")) };
  throw bunErrors.invalid("env must be 'inline', 'disable', or a string with a '*' character");
}

/** The names that Bun has for JSX runtimes; `preserve` is our own. */
const JSX_RUNTIMES: Record<string, { runtime: string; development?: boolean }> = {
  automatic: { runtime: "automatic" },
  classic: { runtime: "classic" },
  preserve: { runtime: "preserve" },
  react: { runtime: "classic" },
  "react-jsx": { runtime: "automatic" },
  "react-jsxdev": { runtime: "automatic", development: true },
};

/** Whether React's functions for development are meant: `NODE_ENV` says so, and no option of JSX does not. */
function isForDevelopment({ define }: BuildConfig): boolean {
  const expression = define?.["process.env.NODE_ENV"];
  return expression === undefined
    ? load("internal:node/process").default.env.NODE_ENV === "development"
    : /^(["'`])development\1$/.test(expression);
}

function jsxOf(config: BuildConfig): object {
  const { jsx } = config;
  if (jsx === undefined) return isForDevelopment(config) ? { development: true } : {};
  const named = JSX_RUNTIMES[`${jsx.runtime ?? "automatic"}`];
  if (named === undefined) {
    const names = "'classic', 'automatic', 'react', 'react-jsx', or 'react-jsxdev'";
    throw bunErrors.invalid(`Invalid jsx.runtime: '${jsx.runtime}'. Must be one of: ${names}`);
  }
  return {
    runtime: jsx.runtime === undefined ? null : named.runtime,
    development: jsx.development ?? named.development ?? null,
    importSource: jsx.importSource ?? null,
    factory: jsx.factory ?? null,
    fragment: jsx.fragment ?? null,
    sideEffects: jsx.sideEffects === true,
  };
}

function pairs(name: string, value: Record<string, string> | undefined): [string, string][] {
  if (value === undefined) return [];
  if (value === null || typeof value !== "object") throw bunErrors.invalid(`Expected ${name} to be an object`);
  return Object.entries(value).map(([key, text]) => {
    if (typeof text !== "string") throw bunErrors.invalid(`${name} "${key}" must be a JSON string`);
    return [key, text];
  });
}

/** The beginning of JSON, and names and paths of members: what a definition may be besides a string. */
const DEFINED =
  /^(?:[-\d.'"[{]|(?!(?:this|new|import|typeof|void|delete)\b)[\p{ID_Start}$_][\p{ID_Continue}$]*(?:\.[\p{ID_Start}$_][\p{ID_Continue}$]*)*$)/u;

/** The expressions that names are defined as. As in Bun, anything but JSON, names and their members is a string. */
export function definitions(define: Record<string, string> | undefined): [string, string][] {
  // As in Bun, an empty name is ignored.
  const named = pairs("define", define).filter(([name]) => name !== "");
  return named.map(([name, text]) => [name, DEFINED.test(text) ? text : JSON.stringify(text)]);
}

/** Names that Bun has for loaders, and those of native code. */
const LOADERS: Record<string, string> = {
  css: "css",
  file: "file",
  napi: "napi",
  text: "text",
  dataurl: "dataurl",
  base64: "base64",
  "global-css": "css",
  "local-css": "localCss",
  yml: "yaml",
  binary: "bytes",
};

/** The loaders of native code. */
const NATIVE_LOADERS = new Set(
  "js jsx ts tsx json jsonc json5 toml yaml text bytes base64 dataurl file copy empty css localCss html napi wasm".split(
    " ",
  ),
);
/** Those that Bun lists. */
const LISTED_LOADERS = [
  "js",
  "jsx",
  "ts",
  "tsx",
  "css",
  "file",
  "json",
  "toml",
  "wasm",
  "napi",
  "base64",
  "dataurl",
  "text",
  "html",
]
  .map((name) => `"${name}"`)
  .join(", ");

function loadersOf(value: Record<string, string> | undefined): object {
  // As in Bun, an empty extension means nothing.
  const named = pairs("loader", value).filter(([extension]) => extension !== "");
  return Object.fromEntries(
    named.map(([extension, loader]) => {
      if (!extension.startsWith("."))
        throw bunErrors.invalid("loader property names must be file extensions, such as '.txt'");
      const name = LOADERS[loader] ?? loader;
      if (!NATIVE_LOADERS.has(name)) throw bunErrors.invalid(`loader must be one of ${LISTED_LOADERS}`);
      return [extension, name];
    }),
  );
}

/** A path that may be an object of the class String; null for none. */
function pathOf(path: string | undefined): string | null {
  return path === undefined || path === null ? null : `${path}`;
}

function filesOf(files: BuildConfig["files"], directory: string): object {
  const { resolve } = load("internal:core/path").default;
  const decode = (contents: unknown): string => {
    if (typeof contents === "string") return contents;
    if (contents instanceof ArrayBuffer) return load("internal:core/utf8").decodeUtf8(new Uint8Array(contents));
    if (ArrayBuffer.isView(contents)) {
      const { buffer, byteOffset, byteLength } = contents;
      return load("internal:core/utf8").decodeUtf8(new Uint8Array(buffer, byteOffset, byteLength));
    }
    // A Blob is read before the build starts.
    if (contents instanceof Blob) return "";
    throw bunErrors.invalid("Expected file content to be a string, Blob, File, TypedArray, or ArrayBuffer");
  };
  return Object.fromEntries(
    Object.entries(files ?? {}).map(([path, contents]) => [resolve(directory, path), decode(contents)]),
  );
}

/** The options with the contents of Blobs among `files`. */
export async function withReadFiles(config: BuildConfig): Promise<BuildConfig> {
  const given = Object.entries(config.files ?? {});
  if (!given.some(([, contents]) => contents instanceof Blob)) return config;
  const read = given.map(async ([path, contents]) => [
    path,
    contents instanceof Blob ? await contents.text() : contents,
  ]);
  return { ...config, files: Object.fromEntries(await Promise.all(read)) as BuildConfig["files"] };
}

/** What plugins can set for a page of the development server, as native code reads it. */
export function pageOptions(config: BuildConfig): { conditions: string[]; jsx: object } {
  return { conditions: [config.conditions ?? []].flat(), jsx: jsxOf(config) };
}

/** The files that the metafile is written to, relative to the outputs. Null: there is no metafile. */
export function metafileOf({ metafile = null }: BuildConfig): { json?: string; markdown?: string } | null {
  if (metafile === null || metafile === false) return null;
  if (metafile === true) return {};
  if (typeof metafile === "string") return metafile === "" ? {} : { json: metafile };
  if (typeof metafile !== "object")
    throw bunErrors.invalid("Expected metafile to be a boolean, string, or object with json/markdown paths");
  for (const name of ["json", "markdown"] as const) {
    const path = metafile[name];
    if (path !== undefined && typeof path !== "string")
      throw bunErrors.invalid(`The "${name}" property must be of type string, got ${typeof path}`);
  }
  return metafile;
}

/** The options of native code. Throws a TypeError for what does not fit. */
export function nativeOptions(config: BuildConfig): object {
  if (config === null || typeof config !== "object")
    throw bunErrors.invalid("Expected a config object to be passed to Bun.build");
  if (!Array.isArray(config.entrypoints)) throw bunErrors.invalid("Expected entrypoints to be an array of strings");
  const entrypoints = listOf("entrypoints", config.entrypoints);
  if (entrypoints.length === 0) throw bunErrors.invalid("Expected entrypoints to be an array of strings");
  const directory = load("internal:node/process").default.cwd();
  const isPage = isOfPages(config);
  const naming = typeof config.naming === "string" ? { entry: config.naming } : (config.naming ?? {});
  return {
    entries: entrypoints.map((path) => ({
      path: path.startsWith("file:") ? load("internal:web/file_urls").fileURLToPath(path) : path,
    })),
    directory,
    // An executable has the outputs in it.
    outDir: config.compile && !isPage ? null : pathOf(config.outdir),
    root: pathOf(config.root),
    target: isPage ? "browser" : programTargetOf(config),
    format: config.format === undefined ? "esm" : oneOf("format", config.format, FORMATS),
    splitting: config.splitting === true,
    env: envOf(config.env),
    sourceMap: sourceMapFor(config),
    minify: minifyOf(config.minify),
    keepNames: typeof config.minify === "object" && config.minify.keepNames === true,
    external: listOf("external", config.external),
    packagesExternal:
      config.packages !== undefined && oneOf("packages", config.packages, ["bundle", "external"]) === "external",
    allowUnresolved: allowedSpecifiers(config.allowUnresolved),
    optimizeImports: listOf("optimizeImports", config.optimizeImports),
    entryNames: naming.entry ?? null,
    chunkNames: naming.chunk ?? null,
    assetNames: naming.asset ?? null,
    publicPath: config.publicPath ?? null,
    define: definitions(config.define),
    loaders: loadersOf(config.loader),
    banner: config.banner ?? null,
    footer: config.footer ?? null,
    drop: listOf("drop", config.drop),
    features: listOf("features", config.features),
    emitAnnotations: config.emitDCEAnnotations === true,
    conditions: typeof config.conditions === "string" ? [config.conditions] : listOf("conditions", config.conditions),
    ignoreAnnotations: config.ignoreDCEAnnotations === true,
    jsx: jsxOf(config),
    files: filesOf(config.files, directory),
    executable: Boolean(config.compile) && !isPage,
    selfContained: isPage,
    // They run in a process, which permissions would not limit.
    macros: launch().restricts !== true,
    metafile: metafileOf(config) !== null,
    metafileReport: metafileOf(config)?.markdown !== undefined,
    tsconfig: config.tsconfig ?? null,
  };
}
