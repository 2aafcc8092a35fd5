// node:vm in this context. Other contexts (createContext, runInContext, runInNewContext) and modules are not there yet.
import { ERR_INVALID_ARG_TYPE } from "internal:errors";
import { missingFunction } from "internal:missing_members";
import { validateArray, validateBoolean, validateInt32, validateObject, validateString } from "internal:validators";
import { evaluateScript } from "native:realm";

interface Place {
  filename: string;
  line: number;
}

function readPlace(options: any, fallback = "evalmachine.<anonymous>"): Place {
  if (typeof options === "string") return { filename: options, line: 1 };
  if (options === undefined) return { filename: fallback, line: 1 };
  validateObject(options, "options");
  const { filename = fallback, lineOffset = 0, columnOffset = 0, produceCachedData } = options;
  validateString(filename, "options.filename");
  validateInt32(lineOffset, "options.lineOffset");
  validateInt32(columnOffset, "options.columnOffset");
  if (produceCachedData !== undefined) validateBoolean(produceCachedData, "options.produceCachedData");
  return { filename, line: lineOffset + 1 };
}

/** Code that runs any number of times. Its syntax is checked when it is made. */
class Script {
  sourceURL: string | undefined = undefined;
  sourceMapURL: string | undefined = undefined;
  #code: string;
  #place: Place;

  constructor(code: unknown, options?: any) {
    this.#code = `${code as string}`;
    this.#place = readPlace(options);
    // Behind a `throw` nothing of it runs, but all of it is parsed.
    try {
      evaluateScript(`throw null;${this.#code}`, this.#place.filename, this.#place.line);
    } catch (error) {
      if (error !== null) throw error;
    }
    this.sourceMapURL = /\/\/[#@] sourceMappingURL=(\S+)\s*$/.exec(this.#code)?.[1];
  }

  /** Runs it in the global scope; returns the value of its last statement. */
  runInThisContext(options?: any): unknown {
    if (options !== undefined) {
      validateObject(options, "options");
      if (options.timeout !== undefined) missingFunction("vm.Script.runInThisContext with a timeout")();
    }
    return evaluateScript(this.#code, this.#place.filename, this.#place.line);
  }
}
for (const name of ["runInContext", "runInNewContext", "createCachedData"]) {
  Object.defineProperty(Script.prototype, name, { value: missingFunction(`vm.Script.${name}`), writable: true, configurable: true });
}

/** Runs code in the global scope. */
function runInThisContext(code: unknown, options?: any): unknown {
  return new Script(code, typeof options === "string" ? { filename: options } : options).runInThisContext(typeof options === "string" ? undefined : options);
}

/** A function of the global scope with that body. */
function compileFunction(code: unknown, params: unknown = [], options: any = {}): Function {
  validateString(code, "code");
  validateArray(params, "params");
  for (const [index, name] of (params as unknown[]).entries()) validateString(name, `params[${index}]`);
  const place = readPlace(options, "");
  if (options.parsingContext !== undefined || options.contextExtensions?.length > 0) missingFunction("vm.compileFunction with a context")();
  return evaluateScript(`(function (${(params as string[]).join(",")}) {\n${code as string}\n})`, place.filename, place.line - 1) as Function;
}

/** Whether an object is a context of createContext: none is. */
function isContext(object: unknown): boolean {
  if (typeof object !== "object" || object === null) throw new ERR_INVALID_ARG_TYPE("object", "Object", object);
  return false;
}

export default {
  Script,
  createContext: missingFunction("vm.createContext"),
  createScript: (code: unknown, options?: any) => new Script(code, options),
  runInContext: missingFunction("vm.runInContext"),
  runInNewContext: missingFunction("vm.runInNewContext"),
  runInThisContext,
  isContext,
  compileFunction,
  measureMemory: missingFunction("vm.measureMemory"),
  constants: Object.freeze(
    Object.assign(Object.create(null), {
      USE_MAIN_CONTEXT_DEFAULT_LOADER: Symbol("vm_dynamic_import_main_context_default"),
      DONT_CONTEXTIFY: Symbol("vm_context_no_contextify"),
    }),
  ),
};
