// `vm.compileFunction` (https://nodejs.org/api/vm.html#vmcompilefunctioncode-params-options).
import { ERR_INVALID_ARG_TYPE } from "internal:core/errors";
import { validateArray, validateObject, validateString } from "internal:core/validators";
import { evaluate, isContext, validateContext } from "internal:node/vm/contexts";
import defer * as vmErrors from "internal:node/vm/errors";
import * as importers from "internal:node/vm/importers";
import { checkCode, type Place, readPlace } from "internal:node/vm/script";
import { evaluateScript } from "native:realm";

/**
 * A function with the body `code`, in the global scope or in `options.parsingContext`. The properties of the objects in
 * `options.contextExtensions` are variables around it. Throws the SyntaxError of the body.
 */
export function compileFunction(code: unknown, params: unknown = [], options: unknown = {}): Function {
  validateString(code, "code");
  validateArray(params, "params");
  for (const [index, name] of params.entries()) validateString(name, `params[${index}]`);
  validateObject(options, "options");
  const place = readPlace(options, "");
  const { contextExtensions = [], parsingContext } = options;
  if (parsingContext !== undefined) {
    if (typeof parsingContext !== "object" || parsingContext === null || !isContext(parsingContext)) {
      throw new ERR_INVALID_ARG_TYPE("options.parsingContext", "Context", parsingContext);
    }
    validateContext(parsingContext);
  }
  validateArray(contextExtensions, "options.contextExtensions");
  for (const [index, extension] of contextExtensions.entries())
    validateObject(extension, `options.contextExtensions[${index}]`);
  checkBody(code, params, place);
  const names = contextExtensions.map((_: unknown, index: number) => `$${index}`);
  const scopes = names.map((name: string) => `with(${name})`).join("");
  const head = `(function (${params.join(",")}) {`;
  // Columns of the body begin at 1 when there is a line before it. The engine counts lines from 1, so the first line has none.
  const body = place.line > 1 ? `${head}\n${code}\n})` : `${head}${code}\n})`;
  const text = contextExtensions.length === 0 ? body : `(function(${names.join(",")}){${scopes}return ${body}})`;
  const made: any = compileText(text, { ...place, line: Math.max(1, place.line - 1) }, parsingContext, () => result);
  const result: Function = contextExtensions.length === 0 ? made : made(...contextExtensions);
  return result;
}

// Programs may replace it.
const IntrinsicFunction = Function;

// A body that closes the function early would be another program: the engine's own constructor parses the body separately.
function checkBody(code: string, params: string[], { filename, line }: Place): void {
  try {
    IntrinsicFunction(...params, code);
  } catch (error) {
    throw vmErrors.syntaxError(error, code, filename, line);
  }
}

function compileText(code: string, place: Place, context: object | undefined, referrer: () => unknown): unknown {
  const { filename, importModuleDynamically, line } = place;
  checkCode(code, place);
  const lowered = importers.lower(code, filename, () =>
    importers.importerFor(importModuleDynamically, filename, referrer),
  );
  lowered?.attach(context);
  const text = lowered?.text ?? code;
  return context === undefined ? evaluateScript(text, filename, line) : evaluate(context, text, filename, line);
}
