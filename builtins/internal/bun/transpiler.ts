// `Bun.Transpiler`: single sources. https://bun.com/docs/runtime/transpiler
import { type Log, messageOf } from "internal:bun/build/messages";
import { definitions } from "internal:bun/build/options";
import { invalid } from "internal:bun/errors";
import { load } from "internal:core/bootstrap";
import { ERR_METHOD_NOT_IMPLEMENTED } from "internal:core/errors";
import { launch } from "internal:core/launch";
import { decodeUtf8 } from "internal:core/utf8";
import { scan, transform } from "native:bundler";

interface TranspilerOptions {
  loader?: unknown;
  target?: unknown;
  define?: Record<string, unknown> | null;
  minifyWhitespace?: boolean;
  minify?: boolean | null | { whitespace?: unknown; identifiers?: unknown; syntax?: unknown };
  tsconfig?: unknown;
  exports?: { eliminate?: unknown; replace?: unknown } | null;
  macro?: unknown;
  trimUnusedImports?: unknown;
  logLevel?: unknown;
  replMode?: unknown;
}

/** Of a `tsconfig.json`. */
interface CompilerOptions {
  experimentalDecorators?: unknown;
  emitDecoratorMetadata?: unknown;
  strictNullChecks?: unknown;
  strict?: unknown;
  useDefineForClassFields?: unknown;
  target?: unknown;
  jsx?: unknown;
  jsxFactory?: unknown;
  jsxFragmentFactory?: unknown;
  jsxImportSource?: unknown;
}

interface Import {
  path: string;
  kind: string;
}

/** What takes the place of an export: `value` is an expression. */
interface Replacement {
  name: string;
  value: string;
}

const LOADERS = ["js", "jsx", "ts", "tsx"];
/** Loaders of data, which `transform` understands. */
const DATA_LOADERS = ["json", "jsonc", "json5", "toml", "yaml", "xml", "text", "md"];
/** Other loaders that `transform` understands in Bun. */
const OTHER_LOADERS = ["css", "wasm"];
const LOADER_NAMES = "js, jsx, tsx, ts, css, json, jsonc, json5, toml, yaml, xml, text, wasm, or md";
const UNSUPPORTED = ["file", "html", "napi", "dataurl", "base64", "sqlite", "bunsh"];
const LOG_LEVELS = ["verbose", "debug", "info", "warn", "error"];
const TARGETS = ["browser", "bun", "node", "deno", "brio"];
const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u;

/** A loader by its name. Throws a TypeError for what is not one. */
function loaderOf(loader: unknown): string {
  if (loader === undefined || loader === null || loader === "") return "jsx";
  if (typeof loader !== "string") throw invalid("loader must be a string");
  if (UNSUPPORTED.includes(loader)) throw invalid(`loader "${loader}" is not supported in Bun.Transpiler`);
  if (LOADERS.includes(loader) || DATA_LOADERS.includes(loader) || OTHER_LOADERS.includes(loader)) return loader;
  throw invalid(`invalid loader - must be ${LOADER_NAMES}`);
}

function textOf(code: unknown, method: string): string {
  if (typeof code === "string") return code;
  if (ArrayBuffer.isView(code))
    return decodeUtf8(new Uint8Array(code.buffer as ArrayBuffer, code.byteOffset, code.byteLength));
  if (code instanceof ArrayBuffer) return decodeUtf8(new Uint8Array(code));
  throw invalid(`Expected code to be a string or Uint8Array for '${method}'.`);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** Throws a TypeError for exports that are no identifiers, and for values that code cannot have. */
function checkExports(exports: NonNullable<TranspilerOptions["exports"]>): void {
  if (!isObject(exports)) throw invalid("TranspilerExports must be an object");
  const { eliminate = [], replace = {} } = exports;
  if (!Array.isArray(eliminate)) throw invalid("exports.eliminate must be an array");
  if (!isObject(replace)) throw invalid("replace must be an object");
  for (const [name, value] of Object.entries(replace)) {
    if (!IDENTIFIER.test(name)) throw invalid(`"${name}" is not a valid ECMAScript identifier`);
    const given: unknown = Array.isArray(value) && value.length === 2 ? value[1] : value;
    if (typeof given === "object" ? given !== null : typeof given === "function" || typeof given === "symbol")
      throw invalid("exports.replace values can only be string, null, undefined, number or boolean");
  }
}

/** The exports to be left out, and what others become, as native code reads them. */
function exportsOf(exports: TranspilerOptions["exports"]): {
  eliminate: string[];
  replace: Record<string, Replacement>;
} {
  const { eliminate = [], replace = {} } = exports ?? {};
  const entries = Object.entries(replace as Record<string, unknown>).map(([name, given]): [string, Replacement] => {
    const [newName, value] = Array.isArray(given) ? [String(given[0]), given[1] as unknown] : [name, given];
    // JSON has neither `undefined` nor all numbers.
    return [name, { name: newName, value: typeof value === "string" ? JSON.stringify(value) : String(value) }];
  });
  return { eliminate: (eliminate as unknown[]).map(String), replace: Object.fromEntries(entries) };
}

/** Throws an Error for macros that are not modules by the specifiers and names of imports. */
function checkMacro(macro: unknown): void {
  if (macro === undefined || macro === null || macro === false) return;
  if (typeof macro === "string") throw new Error(`Unexpected ${macro}`);
  if (!isObject(macro)) throw invalid("macro must be an object");
  for (const [specifier, names] of Object.entries(macro)) {
    if (!isObject(names)) {
      throw new Error(
        `Invalid macro remapping in "${specifier}": expected object where the keys are import names and the value is a string path to replace`,
      );
    }
    for (const [name, path] of Object.entries(names))
      if (typeof path !== "string") throw new Error(`Invalid macro remapping for import "${name}": expected string`);
  }
}

/** The macros of a source, as native code reads them; null where they are refused. */
function macrosOf(macro: unknown): object | null {
  // They run in a process, which permissions would not limit.
  if (macro === false || launch().restricts === true) return null;
  return { folder: load("internal:node/process").default.cwd(), remap: Array.isArray(macro) ? {} : (macro ?? {}) };
}

/** Throws for options that do not fit, and for those that are missing here and change what the code does. */
function check(options: TranspilerOptions): void {
  const { target, define, minify, exports, macro, logLevel } = options;
  if (target !== undefined && typeof target !== "string") throw invalid("TranspilerOptions.target must be a string");
  if (logLevel !== undefined && logLevel !== null && !LOG_LEVELS.includes(logLevel as string))
    throw invalid('logLevel must be one of "verbose", "debug", "info", "warn", or "error"');
  if (define !== undefined && define !== null) {
    if (!isObject(define)) throw invalid("define must be an object");
    for (const [name, value] of Object.entries(define))
      if (typeof value !== "string") throw invalid(`define "${name}" must be a JSON string`);
  }
  if (minify !== undefined && minify !== null && typeof minify !== "boolean" && !isObject(minify))
    throw invalid("TranspilerMinifyOptions must be an object");
  if (exports !== undefined && exports !== null) checkExports(exports);
  checkMacro(macro);
}

/** The compiler options of a `tsconfig.json`. */
function compilerOptionsOf(tsconfig: unknown): CompilerOptions {
  const given: unknown =
    typeof tsconfig === "string" && tsconfig !== ""
      ? load("internal:bun/data_formats").JSONC.parse(tsconfig)
      : tsconfig;
  const compiler = isObject(given) ? given.compilerOptions : undefined;
  return isObject(compiler) ? compiler : {};
}

/** What they say of classes, as native code reads it. */
function classOptionsOf(compiler: CompilerOptions): object {
  const flag = (value: unknown) => (typeof value === "boolean" ? value : null);
  return {
    experimentalDecorators: flag(compiler.experimentalDecorators),
    emitDecoratorMetadata: flag(compiler.emitDecoratorMetadata),
    strictNullChecks: flag(compiler.strictNullChecks ?? compiler.strict),
    useDefineForClassFields: flag(compiler.useDefineForClassFields),
    target: typeof compiler.target === "string" ? compiler.target : null,
  };
}

/** What they say of JSX, as the comments that say it in a source; an empty string for nothing. */
function pragmasOf(compiler: CompilerOptions): string {
  const { jsx, jsxFactory, jsxFragmentFactory, jsxImportSource } = compiler;
  const isClassic = jsx === "react" || (jsx === undefined && typeof jsxFactory === "string");
  const pragmas: [string, unknown][] = isClassic
    ? [
        ["jsxRuntime", "classic"],
        ["jsx", jsxFactory],
        ["jsxFrag", jsxFragmentFactory],
      ]
    : [["jsxImportSource", jsxImportSource]];
  const isName = ([, value]: [string, unknown]) => typeof value === "string" && /^[^\s*]+$/.test(value);
  return pragmas
    .filter(isName)
    .map(([name, value]) => `/** @${name} ${value} */ `)
    .join("");
}

/** The module that data is, with a named export for each member of an object whose name is an identifier. */
function moduleOfData(source: string, loader: string): string {
  const formats = load("internal:bun/data_formats");
  const parsers: Record<string, (text: string) => unknown> = {
    json: JSON.parse,
    jsonc: formats.JSONC.parse,
    json5: formats.JSON5.parse,
    toml: formats.TOML.parse,
    yaml: formats.YAML.parse,
    xml: (text) => load("internal:bun/xml/parse").parse(text),
    text: (text) => text,
    md: (text) => load("internal:bun/markdown/html").html(text),
  };
  const value = parsers[loader]!(source);
  const members = isObject(value) && !Array.isArray(value) ? Object.entries(value) : [];
  const isNamed = (name: string) => IDENTIFIER.test(name) && name !== "default";
  const named = members.filter(([name]) => isNamed(name));
  if (named.length === 0) return `export default ${JSON.stringify(value)};\n`;
  const variables = new Map(named.map(([name], index) => [name, `value_${index}`]));
  const lines = named.map(([name, member]) => `const ${variables.get(name)} = ${JSON.stringify(member)};\n`);
  const names = named.map(([name]) => `${variables.get(name)} as ${name}`).join(", ");
  // The members of the object are the named exports.
  const entries = members.map(([name, member]) => {
    const key = name === "__proto__" ? '["__proto__"]' : JSON.stringify(name);
    return `${key}: ${variables.get(name) ?? JSON.stringify(member)}`;
  });
  return `${lines.join("")}export { ${names} };\nexport default { ${entries.join(", ")} };\n`;
}

/** Transforms sources without resolving their imports. */
export class Transpiler {
  #loader: string;
  #options: string;
  /** Those of `scan`. Undefined when the source is looked at as it is. */
  #scanned: string | undefined;
  #pragmas: string;

  /** Throws a TypeError for options that do not fit. */
  constructor(given: TranspilerOptions | null = {}) {
    const options = given ?? {};
    if (typeof options !== "object" && typeof options !== "function") throw invalid("Expected an object");
    check(options);
    this.#loader = loaderOf(options.loader);
    if (!LOADERS.includes(this.#loader)) throw invalid("only JavaScript-like loaders supported for now");
    const compiler = compilerOptionsOf(options.tsconfig);
    this.#pragmas = pragmasOf(compiler);
    const { minify, target, define } = options;
    const all = minify === true;
    const parts = isObject(minify) ? minify : {};
    const build = {
      directory: "/",
      target: TARGETS.includes(target as string) ? target : "browser",
      define: definitions((define ?? {}) as Record<string, string>),
    };
    const exports = exportsOf(options.exports);
    const keepsImports = !options.trimUnusedImports;
    const source = { keepsImports, ...exports, tsconfig: classOptionsOf(compiler) };
    const minified = {
      whitespace: all || options.minifyWhitespace === true || Boolean(parts.whitespace),
      identifiers: all || Boolean(parts.identifiers),
      syntax: all || Boolean(parts.syntax),
    };
    const macros = macrosOf(options.macro);
    const replMode = Boolean(options.replMode);
    this.#options = JSON.stringify({ ...source, macros, replMode, build: { ...build, minify: minified } });
    const isEdited = !keepsImports || exports.eliminate.length > 0 || Object.keys(exports.replace).length > 0;
    this.#scanned = isEdited ? JSON.stringify({ ...source, build }) : undefined;
  }

  /** The code as JavaScript. Throws a BuildMessage for a syntax error. */
  transformSync(code: unknown, loader?: unknown): string {
    return this.#transformed(textOf(code, "transformSync"), loader);
  }

  /** As `transformSync`, later. */
  transform(code: unknown, loader?: unknown): Promise<string> {
    const source = textOf(code, "transform");
    return Promise.resolve().then(() => this.#transformed(source, loader));
  }

  #transformed(source: string, given: unknown): string {
    // A second argument of another type than string is Bun's context of macros.
    const isDefault = given === undefined || given === null || typeof given === "object";
    const loader = isDefault ? this.#loader : loaderOf(given);
    if (DATA_LOADERS.includes(loader)) return moduleOfData(source, loader);
    if (!LOADERS.includes(loader)) throw new ERR_METHOD_NOT_IMPLEMENTED(`Bun.Transpiler with the loader "${loader}"`);
    const pragmas = this.#pragmas;
    if (pragmas === "") return resultOf<{ code: string }>(transform(source, loader, this.#options), source).code;
    const start = source.startsWith("#!") ? source.indexOf("\n") + 1 || source.length : 0;
    const marked = source.slice(0, start) + pragmas + source.slice(start);
    const { code } = resultOf<{ code: string }>(transform(marked, loader, this.#options), source, pragmas);
    const at = code.indexOf(pragmas.trimEnd());
    return at < 0 ? code : code.slice(0, at) + code.slice(at + pragmas.trimEnd().length).replace(/^[ \n]/, "");
  }

  /** The imports and exports of what `transform` makes, first the import statements. Throws a BuildMessage for a syntax error. */
  scan(code: unknown): { imports: Import[]; exports: string[] } {
    const source = textOf(code, "scan");
    const edited =
      this.#scanned === undefined
        ? source
        : resultOf<{ code: string }>(transform(source, this.#loader, this.#scanned), source).code;
    const { imports, exports } = this.#scan(edited);
    const statements = imports.filter(({ kind }) => kind === "import-statement");
    const others = imports.filter(({ kind }) => kind === "require-resolve" || kind === "dynamic-import");
    return { exports, imports: [...statements, ...others] };
  }

  /** The imports of the source, calls of `require` too. Throws as `scan`. */
  scanImports(code: unknown): Import[] {
    const { imports } = this.#scan(textOf(code, "scanImports"));
    return imports.filter(({ kind }) => kind !== "require-resolve");
  }

  #scan(source: string): { imports: Import[]; exports: string[] } {
    const { exports, imports } = resultOf<{ imports: Import[]; exports: string[] }>(scan(source, this.#loader), source);
    return { exports, imports: imports.map(({ kind, path }) => ({ kind, path })) };
  }
}

/** The result of native code. Throws its errors, with the places that they have without the `pragmas` before the `source`. */
function resultOf<T extends object>(json: string, source: string, pragmas = ""): T {
  const result = JSON.parse(json) as T | { errors: Log[] };
  if (!("errors" in result)) return result;
  for (const error of result.errors) {
    const { place, text } = error;
    if (pragmas === "" || place === null || !text.includes(pragmas) || place.column < pragmas.length) continue;
    place.column -= pragmas.length;
    error.text = text.replace(pragmas, "");
  }
  const messages = result.errors.map((log) => messageOf(log, null, source));
  throw messages.length === 1 ? messages[0] : new AggregateError(messages, "Parse error");
}
