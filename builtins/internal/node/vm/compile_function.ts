// `vm.compileFunction` (https://nodejs.org/api/vm.html#vmcompilefunctioncode-params-options).
import { ERR_INVALID_ARG_TYPE } from "internal:core/errors";
import { validateArray, validateObject, validateString } from "internal:core/validators";
import * as stackSources from "internal:core/stack/evaluated";
import { BODY_START } from "internal:core/stack/function_source";
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
  const head = `(function (${params.join(", ")}) {`;
  // Columns of the body begin at 1 when there is a line before it. The engine counts lines from 1, so the first line has none.
  const hasLine = place.line > 1;
  const start = hasLine ? `${head}\n` : head.slice(0, -1) + BODY_START;
  const [opening, end] =
    contextExtensions.length === 0
      ? [start, "\n})"]
      : [`(function(${names.join(",")}){${scopes}return ${start}`, "\n})})"];
  const shown = { ...place, filename: place.filename || "<anonymous>", line: Math.max(1, place.line - 1) };
  const record = (text: string): void => {
    const lineOffset = place.line - 1;
    const before = hasLine ? text.indexOf("\n") + 1 : opening.length;
    const source = { text: text.slice(before), code, lineOffset, columnOffset: place.columnOffset };
    stackSources.add(shown.filename, source, hasLine ? 0 : before);
  };
  const made: any = compileText(opening + code + end, shown, parsingContext, () => result, record);
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

function compileText(
  code: string,
  place: Place,
  context: object | undefined,
  referrer: () => unknown,
  record: (text: string) => void,
): unknown {
  const { filename, importModuleDynamically, line } = place;
  checkCode(code, place);
  const lowered = importers.lower(code, filename, () =>
    importers.importerFor(importModuleDynamically, filename, referrer),
  );
  lowered?.attach(context);
  const text = lowered?.text ?? code;
  record(text);
  return context === undefined ? evaluateScript(text, filename, line) : evaluate(context, text, filename, line);
}
