// `vm.compileFunction` (https://nodejs.org/api/vm.html#vmcompilefunctioncode-params-options).
import { ERR_INVALID_ARG_TYPE } from "internal:core/errors";
import { validateArray, validateObject, validateString } from "internal:core/validators";
import * as stackSources from "internal:core/stack/evaluated";
import { BODY_START } from "internal:core/stack/function_source";
import { evaluate, type Importer, isContext, validateContext } from "internal:node/vm/contexts";
import defer * as vmErrors from "internal:node/vm/errors";
import * as importers from "internal:node/vm/importers";
import { countsEvaluated } from "internal:loader/counters";
import type { CountedCode } from "internal:node/vm/counted_code";
import { checkCode, type Place, readPlace } from "internal:node/vm/script";
import { prepareFormats } from "internal:ecmascript/temporal/mentions";
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
  const text: Text =
    contextExtensions.length === 0
      ? { opening: start, code, end: "\n})", counted: null }
      : { opening: `(function(${names.join(",")}){${scopes}return ${start}`, code, end: "\n})})", counted: null };
  const shown = { ...place, filename: place.filename || "<anonymous>", line: Math.max(1, place.line - 1) };
  const importer = () => importers.importerFor(shown.importModuleDynamically, shown.filename, () => result);
  if (contextExtensions.length === 0 && countsEvaluated()) count(text, params, shown, importer)?.attach(parsingContext);
  const record = (evaluated: string): void => {
    const lineOffset = place.line - 1;
    const before = hasLine ? evaluated.indexOf("\n") + 1 : text.opening.length;
    const source = { text: evaluated.slice(before), code, lineOffset, columnOffset: place.columnOffset };
    stackSources.add(shown.filename, source, hasLine ? 0 : before);
  };
  const made: any = compileText(text, shown, parsingContext, importer, record);
  const { counted } = text;
  const result: Function =
    counted !== null
      ? made(counted.source.counters)
      : contextExtensions.length === 0
        ? made
        : made(...contextExtensions);
  return result;
}

/** What is evaluated: the body, and what is around it. */
interface Text {
  opening: string;
  code: string;
  end: string;
  counted: CountedCode | null;
}

// The counters of a body are a variable around the function.
function count(text: Text, params: string[], place: Place, importer: () => Importer): importers.Lowered | null {
  if (params.some((name) => NOT_COUNTED.test(name))) return null;
  const lowered = importers.lower(text.code, place.filename, importer, "body");
  if (lowered === null) return null;
  text.counted = lowered.counted;
  text.opening = `((${lowered.counted!.variable})=>/*$*/${text.opening}`;
  text.code = lowered.text;
  text.end += ")";
  return lowered;
}

/** Parameters whose default values would be lowered, or whose names could be those of counters. */
const NOT_COUNTED = /\b(?:import|await|using|eval|stack)\b|\$/;

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
  { opening, code, end, counted }: Text,
  place: Place,
  context: object | undefined,
  importer: () => Importer,
  record: (text: string) => void,
): unknown {
  const { filename, line } = place;
  let text = opening + code + end;
  if (counted === null) {
    checkCode(text, place);
    const lowered = importers.lower(text, filename, importer, "whole");
    lowered?.attach(context);
    text = lowered?.text ?? text;
  }
  record(text);
  if (context !== undefined) return evaluate(context, text, filename, line);
  prepareFormats(text);
  return evaluateScript(text, filename, line);
}
