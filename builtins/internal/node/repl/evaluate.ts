// Runs the inputs of a REPL: distinguishes incomplete from invalid input, parses `{…}` as an object, supports await and
// import, and replaces the engine's error messages by V8's.
import { option } from "internal:core/launch";
import { home } from "internal:core/program";
import { defineScriptNames, SCRIPT_NAMES } from "internal:loader/script_names";
import { Recoverable, REPL_MODE_STRICT } from "internal:node/repl/protocol";
import defer * as modern from "internal:node/repl/modern_input";
import { evaluate as evaluateInContext } from "internal:node/vm/contexts";
import { limited } from "internal:node/vm/limits";
import { setStack } from "internal:core/stack/stack";
import { prepareFormats } from "internal:ecmascript/temporal/mentions";
import { loadScript, readReplInput, scriptText } from "native:modules";
import { evaluateScript } from "native:realm";
import { workingDirectory } from "internal:core/process/working_directory";

interface Input {
  kind: "script" | "awaiting" | "incomplete" | "invalid";
  text: string;
  error?: { message: string; line: number; column: number; width: number; text: string };
}

/** Defines the internal names that inputs need on a REPL's global object. */
export function prepareContext(context: object): void {
  defineScriptNames(context, `${workingDirectory()}/<repl>`);
}

/** Whether a name is one of those internal names. */
export function isInternalName(name: string): boolean {
  return name.startsWith("$brio");
}

/** The outcome of an input: an error, or a value; with `isPromised` it is a promise. */
export interface Outcome {
  error?: { thrown: unknown };
  value?: unknown;
  /** `value` is a promise of `{ value }`. */
  isPromised: boolean;
}

/** How inputs run. */
export interface EvaluateOptions {
  /** The name of the input in stacks. */
  file: string;
  mode: symbol;
  /** SIGINT ends the input, with ERR_SCRIPT_EXECUTION_INTERRUPTED. */
  breakOnSigint: boolean;
}

/** Runs `code` in `context`, or in the global object for null. */
export function evaluate(
  given: string,
  context: object | null,
  { file, mode, breakOnSigint }: EvaluateOptions,
): Outcome {
  if (given === "\n") return { isPromised: false };
  const code = home() === "node" ? given : modern.adaptInput(given);
  if (code === null) return failed(new Recoverable(new SyntaxError("Unexpected end of input")));
  let text = code;
  let input = looksLikeObject(code) ? read(`(${code.trim()})\n`) : null;
  if (input !== null && (input.kind === "script" || input.kind === "awaiting")) text = `(${code.trim()})\n`;
  else input = read(code);
  if (input.kind === "incomplete") return failed(new Recoverable(new SyntaxError("Unexpected end of input")));
  if (input.kind === "invalid") return failed(syntaxError(input.error!, code, file));
  if (input.kind === "awaiting") {
    if (option("--no-experimental-repl-await") !== undefined)
      return failed(new SyntaxError("await is only valid in async functions and the top level bodies of modules"));
    text = input.text;
  }
  // Without "void 0" the directive would be the value of declarations.
  if (mode === REPL_MODE_STRICT && code.trim() !== "") text = `'use strict'; void 0;\n${text}`;
  try {
    const value = limited({ timeout: 0, breakOnSigint }, () => run(text, context, file));
    return { value, isPromised: input.kind === "awaiting" };
  } catch (error) {
    return failed(reword(error));
  }
}

function failed(thrown: unknown): Outcome {
  return { error: { thrown }, isPromised: false };
}

function read(code: string): Input {
  return JSON.parse(readReplInput(code)) as Input;
}

function looksLikeObject(code: string): boolean {
  return /^\s*\{/.test(code) && !/;\s*$/.test(code);
}

function run(text: string, context: object | null, file: string): unknown {
  const { handle, record } = loadScript(text, `${file}.js`, SCRIPT_NAMES);
  const { error } = JSON.parse(record);
  if (error !== undefined) throw new SyntaxError(error.message);
  prepareFormats(text);
  const lowered = scriptText(handle, file);
  return context === null ? evaluateScript(lowered, file, 1) : evaluateInContext(context, lowered, file, 1);
}

const IMPORT = /^import\s+(.+?)\s+from\s+(["'][^"']+["'])/;

function syntaxError(problem: NonNullable<Input["error"]>, code: string, file: string): SyntaxError {
  let { message } = problem;
  if (message.includes("Cannot use import statement outside a module")) {
    message = `Cannot use import statement inside the Node.js REPL, alternatively use dynamic import: ${dynamicImportOf(code)}`;
  }
  const error = new SyntaxError(message);
  const mark = " ".repeat(Math.max(0, problem.column - 1)) + "^".repeat(Math.max(1, problem.width));
  setStack(error, `${file}:${problem.line}\n${problem.text}\n${mark}\n\nSyntaxError: ${message}`);
  return error;
}

/** The dynamic import that is equivalent to an import declaration. */
function dynamicImportOf(code: string): string {
  const trimmed = code.trim();
  const bare = /^import\s*(["'][^"']+["'])/.exec(trimmed);
  if (bare !== null) return `await import(${bare[1]!.replace(/'/g, '"')});`;
  const match = IMPORT.exec(trimmed);
  if (match === null) return "await import(...)";
  const [, clause, specifier] = match;
  const names =
    /\{([^}]*)\}/
      .exec(clause!)?.[1]
      ?.split(",")
      .map((name) => name.trim().replace(/\s+as\s+/, ": "))
      .filter(Boolean) ?? [];
  const rest = clause!
    .replace(/\{[^}]*\}/, "")
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);
  const namespace = rest.find((name) => name.startsWith("*"));
  const target = specifier!.replace(/'/g, '"');
  if (namespace !== undefined) return `const ${namespace.replace(/^\*\s*as\s*/, "")} = await import(${target});`;
  const bound = [...rest.map((name) => `default: ${name}`), ...names];
  return `const { ${bound.join(", ")} } = await import(${target});`;
}

const MESSAGES: [RegExp, string][] = [
  [/^Can't find variable: (.+)$/, "$1 is not defined"],
  [
    /^Can't create duplicate variable(?: that shadows a global property)?: '(.+)'$/,
    "Identifier '$1' has already been declared",
  ],
  [/^Attempted to assign to readonly property\.$/, "Assignment to constant variable."],
  [/^Cannot access '(.+)' before initialization\.$/, "Cannot access '$1' before initialization"],
  [/^undefined is not a function \(near '\.\.\..+ of (.+)\.\.\.'\)$/, "$1 is not iterable"],
];

/** Replaces the message of an engine error by V8's. */
export function reword(error: unknown): unknown {
  if (!Error.isError(error)) return error;
  const descriptor = Object.getOwnPropertyDescriptor(error, "message");
  if (typeof descriptor?.value !== "string" || descriptor.writable !== true) return error;
  // By index: an input may have deleted the iterator of arrays.
  for (let index = 0; index < MESSAGES.length; index++) {
    const entry = MESSAGES[index]!;
    if (!entry[0].test(descriptor.value)) continue;
    // V8 prints array literals without blanks.
    error.message = descriptor.value
      .replace(entry[0], entry[1])
      .replace(/^\[.*\](?= is not iterable$)/, (list) => list.replaceAll(", ", ","));
    break;
  }
  return error;
}
