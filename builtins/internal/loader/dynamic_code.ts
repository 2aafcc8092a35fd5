// Text that programs compile themselves with `eval` and the constructors of functions. The engine's C API has no loader for its
// `import()`, and no transformer has seen it: it is lowered here, when it needs to be (docs/decisions/0032-dynamic-import-in-eval.md).
import * as intrinsics from "internal:ecmascript/intrinsics";
import { mainRegistry, namesOf, nextNumber, numbersByUrl, READS_STACK } from "internal:loader/code_registry";
import { importerFor } from "internal:loader/dynamic_import";
import { captureFrames } from "internal:core/stack/stack";
import { ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING } from "internal:core/errors";
import { lowerCode } from "native:modules";
import { workingDirectory } from "internal:core/process/working_directory";

/** Words of the syntax that is lowered; a text without them is as good as it is. */
const NEEDS_LOWERING = /\b(?:import|await|using|eval)\b/;
const NEEDS_IMPORTER = /\b(?:import|eval)\b/;
/** Modules of programs, as frames show them. */
const MODULE = /^(?:\/|(?:file|data|blob|https?):)/;
/** Code that is no file: `[eval]`, `[stdin]`, inputs of a prompt. */
const UNNAMED = /^(?:\[[\w ]+\]|REPL\d+)$/;
/** Between parameters and body of a function's text. */
const BOUNDARY = "\n/*$brio*/) {";
/** Frames that are looked at to find the module that compiles a text. */
const FRAMES_MAX = 50;

/**
 * The text that `eval`, called in the module at `referrer`, gets in place of `text`. `scope` has the variables of that module that
 * are none in its lowered form, each with the expression that reads it.
 */
export function lowerEvaluated(text: unknown, referrer: string, scope?: Record<string, string>): unknown {
  const bindings: string[] = [];
  if (scope !== undefined && typeof text === "string")
    for (const name of Object.keys(scope)) if (text.includes(name)) bindings.push(name, scope[name]!);
  if (bindings.length === 0 && !needsLowering(text)) return text;
  return lower(text as string, () => numberFor(referrer), bindings) ?? text;
}

/** The text that `eval` gets in code whose `import` has that number. */
export function lowerNumbered(text: unknown, number: number): unknown {
  return needsLowering(text) ? (lower(text, () => number) ?? text) : text;
}

/**
 * Lowers what a constructor of functions gets: parameters, and the body last. `head` is how the text of its functions begins
 * ("async function"). What cannot be parsed comes back as it was, for the engine to refuse.
 */
export function lowerFunction(head: string, texts: string[]): string[] {
  const body = texts[texts.length - 1] ?? "";
  const opening = `${head} anonymous(`;
  const source = `${opening}${texts.slice(0, -1).join(",")}${BOUNDARY}\n${body}\n}`;
  if (source.indexOf(BOUNDARY) !== source.lastIndexOf(BOUNDARY)) return texts;
  const lowered = needsLowering(source) ? lower(source, numberOfCaller) : null;
  if (lowered === null) return texts;
  const boundary = lowered.indexOf(BOUNDARY);
  // What patterns of parameters become stands before the line feed, which the engine puts there itself.
  const lineFeed = lowered.indexOf("\n", boundary + BOUNDARY.length);
  const parameters = lowered.slice(opening.length, boundary);
  return [parameters, lowered.slice(boundary + BOUNDARY.length, lineFeed) + lowered.slice(lineFeed + 1, -2)];
}

function needsLowering(text: unknown): text is string {
  return typeof text === "string" && (NEEDS_LOWERING.test(text) || READS_STACK.test(text));
}

function lower(source: string, importer: () => number, bindings: string[] = []): string | null {
  intrinsics.install();
  mainRegistry();
  // Finding out who compiles a text is not worth it for others.
  return lowerCode(source, namesOf(NEEDS_IMPORTER.test(source) ? importer() : null), bindings);
}

function numberFor(referrer: string): number {
  return numbersByUrl.get(referrer) ?? register(referrer, importerFor(referrer));
}

function register(url: string, importer: any): number {
  const number = nextNumber();
  importer.code = (text: unknown) => lowerNumbered(text, number);
  numbersByUrl.set(url, number);
  mainRegistry()[number] = importer;
  return number;
}

// The module or script whose code is running: specifiers are relative to it. When only the runtime is on the stack, as in
// `promise.then(Function)`, nothing can be imported.
function numberOfCaller(): number {
  for (const { isNative, url } of captureFrames(numberOfCaller, FRAMES_MAX)) {
    if (isNative) continue;
    const number = numbersByUrl.get(url);
    if (number !== undefined) return number;
    if (MODULE.test(url)) return numberFor(url);
    if (UNNAMED.test(url)) return register(url, importerFor(`${workingDirectory()}/${url}`));
  }
  return numbersByUrl.get("") ?? register("", refuse);
}

async function refuse(): Promise<never> {
  throw new ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING();
}
