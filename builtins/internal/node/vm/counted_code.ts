// Source of `node:vm` with counters, while a session of the inspector measures coverage. The transform counts in modules and CommonJS
// files: the source is read as the body of such a file, and what the wrapper would pass to it is read from the registry of
// `internal:loader/code_registry` instead.
import { fileUrl } from "internal:core/file_url";
import { addSource, countsEvaluated, type CountedSource, EVALUATED_FOLDER } from "internal:loader/counters";
import type { CommonJsRecord } from "internal:loader/records";
import { REGISTRY } from "internal:loader/code_registry";
import { checkSyntax } from "native:contexts";
import { loadSource, lowerCode, ModuleForm, moduleText, release, SourceGoal } from "native:modules";
import { crc32Text } from "native:zlib";

/** `script`: its completion value matters. `body`: that of a function. `whole`: source around a body, which is not counted. */
export type CodeForm = "script" | "body" | "whole";

/** Source with counters. */
export interface CountedCode {
  text: string;
  /** The variable of the counters in a body; a script reads them from the registry. */
  variable: string;
  source: CountedSource;
}

const COUNTER = String.raw`(\$(?:\d+_)?c)\[\d+\]\+\+`;
const FIRST_COUNTER = new RegExp(String.raw`^${COUNTER};/\*\$\*/`);
const COUNTER_STATEMENTS = new RegExp(String.raw`${COUNTER};(?=/\*\$\*/)`, "g");
const DIRECTIVES = /^(?:\s|\/\/.*|\/\*[^]*?\*\/|(?:"[^"\\\n]*"|'[^'\\\n]*')\s*;)*/;
/** An expression that is a function or an object with one; a call would have another frame around it. */
const FUNCTION = /^(?:async\b|\()[^]*\}\)?$/;
/** These begin a declaration, and would be an expression in parentheses. */
const DECLARATION = /^async\s+function\b/;
/** In the order of the parameters of a CommonJS wrapper, behind Node's five. */
const PARAMETERS = 5;

const known = new Map<string, CountedSource>();

/** The name under which the counters of source are known. */
export function evaluatedFile(code: string, url: string, extension: string): string {
  return `${EVALUATED_FOLDER}${crc32Text(url, 0)}-${crc32Text(code, 0)}-${code.length}${extension}`;
}

/** The URL that V8 reports for source. */
export function urlOfCode(code: string, filename: string): string {
  const named = /.*\n?\/\/[#@] sourceURL=(\S+)[ \t]*$/ms.exec(code);
  if (named !== null) return named[1]!;
  return filename.startsWith("/") ? fileUrl(filename) : filename;
}

/** Whether the source of that name is counted now: that of packages is not, as with files. */
export function counts(filename: string): boolean {
  return countsEvaluated() && !filename.includes("/node_modules/") && filename !== "<anonymous>";
}

/**
 * Inserts counters into source that the engine accepts. `number` is that of its entry in the registry, which gets the counters as
 * `c`. Null for source in which nothing can be counted.
 */
export function count(code: string, filename: string, number: number, form: CodeForm): CountedCode | null {
  const url = urlOfCode(code, filename);
  const file = evaluatedFile(code, url, ".cjs");
  const { handle, record } = loadSource(code, file, SourceGoal.COMMON_JS);
  const parsed = JSON.parse(record) as CommonJsRecord & { error?: object };
  if (parsed.error !== undefined) return null;
  if (!parsed.counters) {
    release(handle);
    return null;
  }
  const whole = moduleText(handle, ModuleForm.PLAIN, file);
  const head = `(function(${parsed.parameters}){`;
  if (!whole.startsWith(head) || !whole.endsWith("\n})")) return null;
  let text = whole.slice(head.length, -"\n})".length);
  const names = parsed.parameters.split(",").slice(PARAMETERS);
  const variable = names.pop()!;
  const entry = `${REGISTRY}[${number}]`;
  const [importer, stack, helpers, context, nested] = names as [string, string, string, string, string];
  const bindings = [importer, entry, stack, `${REGISTRY}.stack/*$*/`, helpers, `${REGISTRY}.helpers`];
  bindings.push(context, `${REGISTRY}.context`, nested, `${entry}.code`);
  if (form === "script") {
    const expression = asExpression(text, variable, `${entry}.c`);
    text = expression ?? text.replace(COUNTER_STATEMENTS, (statement) => `{let $=${statement.slice(0, -1)}}`);
    if (expression === null) bindings.push(variable, `${entry}.c`);
  }
  return finish(text, bindings, { file, url, variable, id: parsed.counters }, form);
}

interface Known {
  file: string;
  url: string;
  variable: string;
  id: string;
}

function finish(
  text: string,
  bindings: string[],
  { file, url, variable, id }: Known,
  form: CodeForm,
): CountedCode | null {
  // A body may have `return`, which a script cannot: it is read as that of a function.
  const opening = form === "body" ? "(function(){" : "";
  const lowered = lowerCode(form === "body" ? `${opening}${text}\n})` : text, [], bindings);
  if (lowered === null) return null;
  const source = sourceOf(id, file, url);
  return { text: form === "body" ? lowered.slice(opening.length, -"\n})".length) : lowered, variable, source };
}

/** The counters of source, which are the same each time it is evaluated. */
export function sourceOf(id: string, file: string, url: string): CountedSource {
  let source = known.get(file);
  if (source === undefined) known.set(file, (source = addSource(id, file, url, 0)));
  return source;
}

// Runners of tests evaluate one function for each module: its counters are a variable around it instead of a property of the global
// object, which is slow to read in other contexts.
function asExpression(text: string, variable: string, counters: string): string | null {
  const directives = DIRECTIVES.exec(text)![0];
  const first = FIRST_COUNTER.exec(text.slice(directives.length));
  if (first === null || first[1] !== variable) return null;
  const rest = text.slice(directives.length + first[0].length).replace(/;?\s*$/, "");
  if (!FUNCTION.test(rest) || DECLARATION.test(rest) || /\beval\b/.test(rest)) return null;
  const counter = first[0].slice(0, first[0].indexOf(";"));
  const expression = `${directives}((${variable})=>/*$*/(${counter},/*$*/${rest}\n/*$*/)/*$*/)(${counters})`;
  try {
    checkSyntax(expression, "vm.js", 1);
  } catch {
    return null;
  }
  return expression;
}
