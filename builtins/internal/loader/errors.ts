// The errors of loading, linking and evaluating, with their position and source line.
import { fileUrl, pathOfFileUrl } from "internal:core/file_url";
import { type Module, type Place, type Request, type SourceModule, SyntheticModule } from "internal:loader/records";
import { services, safe } from "internal:core/bootstrap";
import { home } from "internal:core/program";
import { unresolvedInBun } from "internal:loader/unresolved";
import { framesOf, setStack } from "internal:core/stack/stack";
import { markAsNodeError } from "internal:core/errors/node_error";
import { ERR_REQUIRE_ASYNC_MODULE, ERR_REQUIRE_CYCLE_MODULE } from "internal:core/errors";
import { packageScope, readNearby, resolve, sourceLine } from "native:modules";
import defer * as carets from "internal:core/stack/caret";
import defer * as urls from "web:url";

/** A syntax error in a record of the transform. */
interface SyntaxErrorRecord {
  message: string;
  file: string;
  line: number;
  column: number;
  width: number;
  text: string;
  code?: string | null;
}

/** The property of an error with the lines that are shown above its stack. */
export const kArrow = Symbol.for("brio.arrow");

/** The SyntaxError of source that cannot be parsed. */
export function syntaxError(record: SyntaxErrorRecord): SyntaxError {
  const error: SyntaxError & { code?: string } = new SyntaxError(record.message);
  if (record.code) error.code = record.code;
  decorate(error, record.file, record.line, record.column, record.width, record.text);
  return error;
}

const MODULE_SYNTAX = [
  "Cannot use import statement outside a module",
  "Unexpected token 'export'",
  "Cannot use 'import.meta' outside a module",
];

/** As `syntaxError`, for an ES module in a file: Node shows its URL. */
export function syntaxErrorOfModule(record: SyntaxErrorRecord): SyntaxError {
  const isUrl = home() === "node" && safe.startsWith(record.file, "/");
  return syntaxError(isUrl ? { ...record, file: fileUrl(record.file) } : record);
}

/** As `syntaxError`, for a CommonJS file, with a warning when it has the syntax of an ES module. */
export function syntaxErrorOfCommonJs(record: SyntaxErrorRecord): SyntaxError {
  if (MODULE_SYNTAX.includes(record.message)) {
    services().emitWarningNow(
      `Failed to load the ES module: ${record.file}. Make sure to set "type": "module" in the nearest package.json file or use the .mjs extension.`,
    );
  }
  return syntaxError(record);
}

function decorate(error: Error, file: string, line: number, column: number, width: number, text: string): void {
  const mark =
    carets.indentTo(text, column - 1) + "^".repeat(safe.max(1, safe.min(width, safe.max(1, text.length - column + 1))));
  const arrow = `${file}:${line}\n${text}\n${mark}\n`;
  setStack(error, `${error.name}: ${error.message}\n    at ${file}:${line}:${column}`);
  safe.defineProperty(error, kArrow, { value: arrow, enumerable: false, configurable: true, writable: true });
}

/** Adds the source line to an error of code that is not in a file. */
export function withSourceLine(error: unknown, name: string, source: string): unknown {
  try {
    return addSourceLine(error, name, source);
  } catch {
    // A program that changed the intrinsics still gets its own error.
    return error;
  }
}

function addSourceLine(error: unknown, name: string, source: string): unknown {
  const frame = framesOf(error)?.find((candidate) => !candidate.isNative);
  if (frame === undefined || frame.url !== name) return error;
  const line = source.split("\n")[frame.line - 1] ?? "";
  const thrown = line.indexOf("throw ");
  const column = thrown !== -1 && thrown < frame.column ? thrown : safe.max(0, frame.column - 1);
  if (!safe.isExtensible(error)) return error;
  safe.defineProperty(error, kArrow, {
    value: `${name}:${frame.line}\n${line}\n${carets.indentTo(line, column)}^\n`,
    enumerable: false,
    configurable: true,
    writable: true,
  });
  return error;
}

/** The SyntaxError of an import that the other module does not export. */
export function missingExport(
  module: SourceModule,
  request: Request,
  name: string,
  place: Place,
  isAmbiguous: boolean,
): SyntaxError {
  const { specifier } = request;
  const path = pathOfFileUrl(module.url);
  const line = path === null ? "" : (sourceLine(path, place[0]) ?? "");
  const message =
    !isAmbiguous && request.module instanceof SyntheticModule && request.module.isCommonJs
      ? missingName(specifier, name, line)
      : isAmbiguous
        ? `The requested module '${specifier}' contains conflicting star exports for name '${name}'`
        : `The requested module '${specifier}' does not provide an export named '${name}'`;
  const error = new SyntaxError(home() === "bun" && !isAmbiguous ? missingInBun(request, name) : message);
  decorate(error, module.url, place[0], place[1], name.length, line);
  return error;
}

function missingInBun(request: Request, name: string): string {
  const { url } = request.module!;
  return `Export named '${name}' not found in module '${pathOfFileUrl(url) ?? url}'.`;
}

/** Node's message for a name that was not detected in a CommonJS file. */
function missingName(specifier: string, name: string, line: string): string {
  const named = /\{.*\}/.exec(line)?.[0].replace(/\s+as\s+/g, ": ");
  const quoted = `'${specifier}'`;
  return `Named export '${name}' not found. The requested module ${quoted} is a CommonJS module, which may not support all module.exports as named exports.
CommonJS modules can always be imported via the default export, for example using:

import pkg from ${quoted};
${named === undefined ? "" : `const ${named} = pkg;\n`}`;
}

/** The variables of CommonJS, and what an ES module has instead. */
const COMMON_JS_NAMES: Record<string, string | undefined> = {
  __proto__: null as never,
  require: "replace require() with import",
  exports: "use export instead of module.exports/exports",
  module: "use export instead of module.exports/exports",
  __filename: "use import.meta.filename instead",
  __dirname: "use import.meta.dirname instead",
};

/** Changes the message of a ReferenceError about a CommonJS variable in an ES module. */
export function explainReference(error: ReferenceError, module: SourceModule): void {
  const name = /^(?:Can't find variable: )?(\w+)(?: is not defined)?$/.exec(error.message)?.[1];
  const advice = name === undefined ? undefined : COMMON_JS_NAMES[name];
  if (advice === undefined) return;
  if (module.hasTopLevelAwait) {
    error.message = `Cannot determine intended module format because both '${name}' and top-level await are present. If the code is intended to be CommonJS, wrap await in an async function. If the code is intended to be an ES module, ${advice}.`;
    (error as { code?: string }).code = "ERR_AMBIGUOUS_MODULE_SYNTAX";
    return;
  }
  const path = pathOfFileUrl(module.url);
  const scope = path === null || !path.endsWith(".js") ? null : packageScope(path);
  const isDeclared = scope !== null && /"type"\s*:\s*"module"/.test(readNearby(scope) ?? "");
  error.message =
    `${name} is not defined in ES module scope${name === "require" ? ", you can use import instead" : ""}` +
    (isDeclared
      ? `\nThis file is being treated as an ES module because it has a '.js' file extension and '${scope}' contains "type": "module". To treat it as a CommonJS script, rename it to use the '.cjs' file extension.`
      : "");
}

/** `import source` of a module that has no source object. */
export function noSource(url: string): SyntaxError {
  return safe.assign(new SyntaxError(`Source phase import object is not defined for module '${url}'`), {
    code: "ERR_SOURCE_PHASE_NOT_DEFINED",
  });
}

/** The error of a request that cannot be resolved; `require` adds the modules that led to it. */
export function notFound(request: string): Error {
  const error: Error & { code?: string; requireStack?: string[] } = new Error(`Cannot find module '${request}'`);
  error.code = "MODULE_NOT_FOUND";
  error.requireStack = [];
  return error;
}

/** As `notFound`, for the main file, which no module requires. */
export function mainNotFound(path: string): Error {
  const error = notFound(path);
  setStack(error, `Error: ${error.message}\n    at brio:main`);
  return error;
}

/** The resolution error of an import with Node's properties: the missing file is a `url`, and a parent without a path is shown by its URL. */
export function unresolvedImport(thrown: unknown, specifier: string, parent: string): unknown {
  if (home() === "bun") return unresolvedInBun(thrown, specifier, parent, "import-statement", undefined);
  const error = home() === "deno" ? asTypeError(thrown, specifier) : (thrown as ResolutionError | null | undefined);
  if (!parent.startsWith("/") && error?.message?.endsWith(" imported from /_"))
    error.message = `${error.message.slice(0, -"/_".length)}${parent}`;
  if (
    typeof error?.path === "string" &&
    (error.code === "ERR_MODULE_NOT_FOUND" || error.code === "ERR_UNSUPPORTED_DIR_IMPORT")
  ) {
    const { path } = error;
    delete error.path;
    if (home() === "node" && specifier.startsWith("file:")) error.message += hintOf(path as string);
    if (home() === "deno") return error;
    defineVisible(error, "url", fileUrl(path as string));
  }
  if (home() !== "node") return error;
  if (error?.code === "ERR_INVALID_FILE_URL_HOST") {
    defineVisible(error, "input", new urls.URL(specifier).href);
    defineVisible(error, "module", parent.startsWith("/") ? fileUrl(parent) : parent);
  }
  return markAsNodeError(error);
}

// Defined, not assigned: a setter of the program on Error.prototype must not be called.
function defineVisible(error: object, name: string, value: string): void {
  safe.defineProperty(error, name, { value, writable: true, enumerable: true, configurable: true });
}

/** Node's hint at the file that a `require` of the path finds. The resolver itself has it for other specifiers. */
function hintOf(path: string): string {
  try {
    const found = resolve(path, "/_", true);
    return found.path === path ? "" : `\nDid you mean to import ${safe.stringify(found.path)}?`;
  } catch {
    return "";
  }
}

/** The resolution error of a `require`, in Node's home one of Node's own. */
export function unresolvedRequire(thrown: unknown): unknown {
  return home() === "node" ? markAsNodeError(thrown) : thrown;
}

interface ResolutionError {
  message?: string;
  code?: string;
  path?: unknown;
}

/** Deno's class and code for a module that is not found, and its messages. */
function asTypeError(thrown: unknown, specifier: string): ResolutionError | null | undefined {
  const error = thrown as ResolutionError | null | undefined;
  const message = messageInDeno(error, specifier);
  if (message === undefined) return error;
  const made: Error & ResolutionError = new TypeError(message);
  made.code = "ERR_MODULE_NOT_FOUND";
  if (typeof error!.path === "string") made.path = error!.path;
  return made;
}

function messageInDeno(error: ResolutionError | null | undefined, specifier: string): string | undefined {
  switch (error?.code) {
    case "ERR_MODULE_NOT_FOUND":
    case "ERR_UNKNOWN_BUILTIN_MODULE":
      return error.message;
    case "ERR_UNSUPPORTED_DIR_IMPORT":
      return `[${error.code}] Directory import '${fileUrl(String(error.path))}' is not supported resolving ES modules`;
    case "ERR_UNSUPPORTED_ESM_URL_SCHEME": {
      const schemes = ["blob", "data", "file", "http", "https", "jsr", "npm"].map((scheme) => `\n - "${scheme}"`);
      const scheme = specifier.slice(0, specifier.indexOf(":"));
      return `Unsupported scheme "${scheme}" for module "${specifier}". Supported schemes:${schemes.join("")}`;
    }
    default:
      return undefined;
  }
}

/** The error for `require` of a module that awaits; `stack` has the files that led to it, the nearest first. */
export function asyncRequired(module: Module, stack: string[]): Error {
  const path = pathOfFileUrl(module.url) ?? module.url;
  if (home() === "bun")
    return new TypeError(`require() async module "${path}" is unsupported. use "await import()" instead.`);
  const error = new ERR_REQUIRE_ASYNC_MODULE(path, stack);
  if (stack.length > 0)
    safe.defineProperty(error, "requireStack", {
      value: stack,
      writable: true,
      enumerable: false,
      configurable: true,
    });
  return error;
}

/** The error for `require` of a module that is being evaluated; `parent` is the CommonJS module that required it first. */
export function cycleOfRequire(module: Module, parent?: { filename: string | null } | null): Error {
  const from = parent?.filename ? ` (from ${parent.filename})` : "";
  return new ERR_REQUIRE_CYCLE_MODULE(
    `Cannot require() ES Module ${pathOfFileUrl(module.url) ?? module.url} in a cycle.${from}`,
  );
}

/** The error for an import of a running module, inside a graph that is required. */
export function cycleOfImport(kind: string, specifier: string, importer: Module): Error {
  return new ERR_REQUIRE_CYCLE_MODULE(
    `Cannot import ${kind} ${specifier} in a cycle. (from ${pathOfFileUrl(importer.url) ?? importer.url})`,
  );
}

/** An environment that rejects assignments, which are invalid for imports. */
export function constants(environment: object): object {
  return new Proxy(environment, {
    set() {
      throw new TypeError("Assignment to constant variable.");
    },
  });
}
