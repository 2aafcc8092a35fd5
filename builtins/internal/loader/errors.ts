// The errors of loading, linking and evaluating, with the place and the source line they are about.
import { fileUrl, pathOfFileUrl } from "internal:core/file_url";
import { type Module, type Place, type Request, type SourceModule, SyntheticModule } from "internal:loader/records";
import { services } from "internal:core/bootstrap";
import { framesOf, setStack } from "internal:core/stack/stack";
import { ERR_REQUIRE_ASYNC_MODULE, ERR_REQUIRE_CYCLE_MODULE } from "internal:core/errors";
import { readFileTextSync } from "native:fs";
import { packageScope, sourceLine } from "native:modules";

interface SyntaxProblem {
  message: string;
  file: string;
  line: number;
  column: number;
  width: number;
  text: string;
  code?: string | null;
}

/** Symbol under which an error keeps the lines that are shown above its stack. */
export const kArrow = Symbol.for("brio.arrow");

/** The SyntaxError of a text that does not parse. */
export function syntaxError(problem: SyntaxProblem): SyntaxError {
  const error: any = new SyntaxError(problem.message);
  if (problem.code) error.code = problem.code;
  decorate(error, problem.file, problem.line, problem.column, problem.width, problem.text);
  return error;
}

const MODULE_SYNTAX = [
  "Cannot use import statement outside a module",
  "Unexpected token 'export'",
  "Cannot use 'import.meta' outside a module",
];

/** The same for a CommonJS file, with a warning when it reads like an ES module. */
export function syntaxErrorOfCommonJs(problem: SyntaxProblem): SyntaxError {
  if (MODULE_SYNTAX.includes(problem.message)) {
    services().emitWarningNow(
      `Failed to load the ES module: ${problem.file}. Make sure to set "type": "module" in the nearest package.json file or use the .mjs extension.`,
    );
  }
  return syntaxError(problem);
}

function decorate(error: Error, file: string, line: number, column: number, width: number, text: string): void {
  const mark =
    " ".repeat(Math.max(0, column - 1)) +
    "^".repeat(Math.max(1, Math.min(width, Math.max(1, text.length - column + 1))));
  const arrow = `${file}:${line}\n${text}\n${mark}\n`;
  setStack(error, `${error.name}: ${error.message}\n    at ${file}:${line}:${column}`);
  Object.defineProperty(error, kArrow, { value: arrow, enumerable: false, configurable: true, writable: true });
}

/** An error of code that is no file: shows the line that it came from. */
export function placedInText(error: unknown, name: string, source: string): unknown {
  const frame = framesOf(error)?.find((candidate) => !candidate.isNative);
  if (frame === undefined || frame.url !== name) return error;
  const text = source.split("\n")[frame.line - 1] ?? "";
  const thrown = text.indexOf("throw ");
  const column = thrown !== -1 && thrown < frame.column ? thrown : Math.max(0, frame.column - 1);
  if (!Object.isExtensible(error)) return error;
  Object.defineProperty(error, kArrow, {
    value: `${name}:${frame.line}\n${text}\n${" ".repeat(column)}^\n`,
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
  const error = new SyntaxError(message);
  decorate(error, module.url, place[0], place[1], name.length, line);
  return error;
}

/** Node's advice for a name that looking at CommonJS text did not find. */
function missingName(specifier: string, name: string, line: string): string {
  const named = /\{.*\}/.exec(line)?.[0].replace(/\s+as\s+/g, ": ");
  const quoted = `'${specifier}'`;
  return `Named export '${name}' not found. The requested module ${quoted} is a CommonJS module, which may not support all module.exports as named exports.
CommonJS modules can always be imported via the default export, for example using:

import pkg from ${quoted};
${named === undefined ? "" : `const ${named} = pkg;\n`}`;
}

const COMMON_JS_NAMES = ["require", "exports", "module", "__filename", "__dirname"];

/** Says of a ReferenceError to a name of CommonJS that an ES module does not have it. */
export function explainReference(error: any, module: SourceModule): void {
  const name = /^Can't find variable: (\w+)$/.exec(error.message)?.[1];
  if (name === undefined || !COMMON_JS_NAMES.includes(name)) return;
  const path = pathOfFileUrl(module.url);
  const scope = path === null || !path.endsWith(".js") ? null : packageScope(path);
  const isDeclared = scope !== null && /"type"\s*:\s*"module"/.test(readFileTextSync(scope, 0));
  error.message =
    `${name} is not defined in ES module scope${name === "require" ? ", you can use import instead" : ""}` +
    (isDeclared
      ? `\nThis file is being treated as an ES module because it has a '.js' file extension and '${scope}' contains "type": "module". To treat it as a CommonJS script, rename it to use the '.cjs' file extension.`
      : "");
}

/** `import source` of a module that has no source object. */
export function noSource(url: string): SyntaxError {
  return Object.assign(new SyntaxError(`Source phase import object is not defined for module '${url}'`), {
    code: "ERR_SOURCE_PHASE_NOT_DEFINED",
  });
}

/** The error of a request that names no file; `require` adds who asked. */
export function notFound(request: string): Error {
  const error: any = new Error(`Cannot find module '${request}'`);
  error.code = "MODULE_NOT_FOUND";
  error.requireStack = [];
  return error;
}

/** The same for the program's main file, which nobody asked for in code. */
export function mainNotFound(path: string): Error {
  const error = notFound(path);
  setStack(error, `Error: ${error.message}\n    at brio:main`);
  return error;
}

/** An import's resolution error as Node shapes it: the file that is missing is a `url`; what has no path asked under its own URL. */
export function unresolvedImport(error: any, parent: string): unknown {
  if (!parent.startsWith("/") && error?.message?.endsWith(" imported from /_"))
    error.message = `${error.message.slice(0, -"/_".length)}${parent}`;
  if (
    typeof error?.path === "string" &&
    (error.code === "ERR_MODULE_NOT_FOUND" || error.code === "ERR_UNSUPPORTED_DIR_IMPORT")
  ) {
    const { path } = error;
    delete error.path;
    // A setter that a program put on Error.prototype must not see it.
    Object.defineProperty(error, "url", { value: fileUrl(path), writable: true, enumerable: true, configurable: true });
  }
  return error;
}

/** `require` of a module that awaits; `stack` names the files that led to it, the nearest first. */
export function asyncRequired(module: Module, stack: string[]): Error {
  const error = new ERR_REQUIRE_ASYNC_MODULE(pathOfFileUrl(module.url) ?? module.url, stack);
  if (stack.length > 0)
    Object.defineProperty(error, "requireStack", {
      value: stack,
      writable: true,
      enumerable: false,
      configurable: true,
    });
  return error;
}

/** `require` of a module that is being evaluated; `parent` is the CommonJS module that asked for it first. */
export function cycleOfRequire(module: Module, parent?: any): Error {
  const from = parent?.filename ? ` (from ${parent.filename})` : "";
  return new ERR_REQUIRE_CYCLE_MODULE(
    `Cannot require() ES Module ${pathOfFileUrl(module.url) ?? module.url} in a cycle.${from}`,
  );
}

/** An import, inside a graph that is required, of what is running. */
export function cycleOfImport(kind: string, specifier: string, importer: Module): Error {
  return new ERR_REQUIRE_CYCLE_MODULE(
    `Cannot import ${kind} ${specifier} in a cycle. (from ${pathOfFileUrl(importer.url) ?? importer.url})`,
  );
}

/** An environment for assignments, which imports refuse. */
export function constants(environment: object): object {
  return new Proxy(environment, {
    set() {
      throw new TypeError("Assignment to constant variable.");
    },
  });
}
