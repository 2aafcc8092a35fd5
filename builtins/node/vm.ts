// node:vm: scripts, and contexts with global objects of their own. The parts are in `internal:vm/*`. Modules (SourceTextModule,
// SyntheticModule) exist in Node behind a flag only, and not here. https://nodejs.org/api/vm.html
import { ERR_INVALID_ARG_TYPE } from "internal:errors";
import { emitWarning } from "internal:process";
import { validateArray, validateObject, validateOneOf, validateString } from "internal:validators";
import { constants, createContext, evaluate, isContext, validateContext } from "internal:vm/contexts";
import { Script, readPlace, runInContext, runInNewContext, runInThisContext } from "internal:vm/script";
import { evaluateScript, memoryStatistics } from "native:realm";

/**
 * A function with that body, of the global scope or of `options.parsingContext`. The properties of the objects in
 * `options.contextExtensions` are variables around it.
 */
function compileFunction(code: unknown, params: any = [], options: any = {}): Function {
  validateString(code, "code");
  validateArray(params, "params");
  for (const [index, name] of params.entries()) validateString(name, `params[${index}]`);
  const place = readPlace(options, "");
  const { contextExtensions = [], parsingContext } = options;
  if (parsingContext !== undefined) {
    if (typeof parsingContext !== "object" || parsingContext === null || !isContext(parsingContext)) {
      throw new ERR_INVALID_ARG_TYPE("options.parsingContext", "Context", parsingContext);
    }
    validateContext(parsingContext);
  }
  validateArray(contextExtensions, "options.contextExtensions");
  for (const [index, extension] of contextExtensions.entries()) validateObject(extension, `options.contextExtensions[${index}]`);
  const run = (text: string, line: number): any => (parsingContext === undefined ? evaluateScript(text, place.filename, line) : evaluate(parsingContext, text, place.filename, line));
  const names = contextExtensions.map((_: unknown, index: number) => `$${index}`);
  const scopes = names.map((name: string) => `with(${name})`).join("");
  const head = `(function (${params.join(",")}) {`;
  const text = contextExtensions.length === 0 ? `${head}\n${code}\n})` : `(function(${names.join(",")}){${scopes}return ${head}\n${code}\n})})`;
  const made = run(text, place.line - 1);
  return contextExtensions.length === 0 ? made : made(...contextExtensions);
}

/** An estimate of the memory of this virtual machine's contexts, which share one heap here. */
function measureMemory(options: any = {}): Promise<object> {
  emitWarning("vm.measureMemory is an experimental feature and might change at any time", { type: "ExperimentalWarning" });
  validateObject(options, "options");
  const { mode = "summary", execution = "default" } = options;
  validateOneOf(mode, "options.mode", ["summary", "detailed"]);
  validateOneOf(execution, "options.execution", ["default", "eager"]);
  const { heapSize, heapCapacity } = memoryStatistics() as any;
  const total = { jsMemoryEstimate: heapSize, jsMemoryRange: [heapSize, heapCapacity] };
  return Promise.resolve(mode === "summary" ? { total } : { total, current: total, other: [] });
}

export default {
  Script,
  createContext,
  createScript: (code: unknown, options?: any) => new Script(code, options),
  runInContext,
  runInNewContext,
  runInThisContext,
  isContext,
  compileFunction,
  measureMemory,
  constants,
};
