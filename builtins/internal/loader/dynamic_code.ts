// Source that programs compile themselves with `eval` and the constructors of functions. The engine's C API has no loader for its
// `import()`, and it was not transformed: it is lowered here, if it needs to be (docs/decisions/0032-dynamic-import-in-eval.md).
import { safe } from "internal:core/bootstrap";
import * as intrinsics from "internal:ecmascript/intrinsics";
import { prepareFormats } from "internal:ecmascript/temporal/mentions";
import {
  mainRegistry,
  namesOf,
  nextNumber,
  numbersByUrl,
  READS_STACK,
  type Registry,
} from "internal:loader/code_registry";
import { importerFor } from "internal:loader/dynamic_import";
import { captureFrames } from "internal:core/stack/stack";
import { ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING } from "internal:core/errors";
import { lowerCode } from "native:modules";
import { workingDirectory } from "internal:core/process/working_directory";

/** Words of the syntax that is lowered; source without them is not changed. */
const NEEDS_LOWERING = /\b(?:import|await|using|eval)\b/;
const NEEDS_IMPORTER = /\b(?:import|eval)\b/;
/** Modules of programs, as frames show them. */
const MODULE = /^(?:\/|(?:file|data|blob|https?):)/;
/** Code that is not in a file: `[eval]`, `[stdin]`, inputs of a prompt. */
const UNNAMED = /^(?:\[[\w ]+\]|REPL\d+)$/;
/** Between the parameters and the body in the source of a function. */
const BOUNDARY = "\n/*$brio*/) {";
/** The number of frames that are searched for the module that compiles the source. */
const FRAMES_MAX = 50;

/**
 * Lowers the argument of an `eval` that is called in the module at `referrer`. `scope` has the variables of that module that
 * its lowered form does not have, each with the expression that reads it.
 */
export function lowerEvaluated(source: unknown, referrer: string, scope?: Record<string, string>): unknown {
  if (typeof source === "string") prepareFormats(source);
  const bindings: string[] = [];
  if (scope !== undefined && typeof source === "string")
    for (const name of safe.keys(scope)) if (source.includes(name)) bindings.push(name, scope[name]!);
  if (bindings.length === 0 && !needsLowering(source)) return source;
  return lower(source as string, () => numberFor(referrer), bindings) ?? source;
}

/** Lowers the argument of an `eval` in code whose `import` has that number. */
export function lowerNumbered(source: unknown, number: number): unknown {
  return needsLowering(source) ? (lower(source, () => number) ?? source) : source;
}

/**
 * Lowers the arguments of a constructor of functions: parameters, and the body last. `head` is the beginning of its functions
 * ("async function"). Invalid source is returned unchanged, for the engine to reject.
 */
export function lowerFunction(head: string, parts: string[]): string[] {
  const body = parts[parts.length - 1] ?? "";
  const opening = `${head} anonymous(`;
  const source = `${opening}${parts.slice(0, -1).join(",")}${BOUNDARY}\n${body}\n}`;
  if (source.indexOf(BOUNDARY) !== source.lastIndexOf(BOUNDARY)) return parts;
  const lowered = needsLowering(source) ? lower(source, numberOfCaller) : null;
  if (lowered === null) return parts;
  const boundary = lowered.indexOf(BOUNDARY);
  // The lowered patterns of parameters are before the line feed, which the engine adds itself.
  const lineFeed = lowered.indexOf("\n", boundary + BOUNDARY.length);
  const parameters = lowered.slice(opening.length, boundary);
  // The last line is the closing brace, before which an asynchronous function may end its `try` block.
  const lastLineFeed = lowered.lastIndexOf("\n");
  const statements = lowered.slice(lineFeed + 1, lastLineFeed);
  const closing = lowered.slice(lastLineFeed + 1, -1);
  const endsInComment = closing !== "" && body.slice(body.lastIndexOf("\n") + 1).includes("//");
  return [
    parameters,
    `${lowered.slice(boundary + BOUNDARY.length, lineFeed)}${statements}${endsInComment ? "\n" : ""}${closing}`,
  ];
}

function needsLowering(source: unknown): source is string {
  return typeof source === "string" && (NEEDS_LOWERING.test(source) || READS_STACK.test(source));
}

function lower(source: string, importer: () => number, bindings: string[] = []): string | null {
  intrinsics.install();
  mainRegistry();
  // The importer is only searched when the source needs one.
  return lowerCode(source, namesOf(NEEDS_IMPORTER.test(source) ? importer() : null), bindings);
}

function numberFor(referrer: string): number {
  return numbersByUrl.get(referrer) ?? register(referrer, importerFor(referrer));
}

function register(url: string, importer: Registry[number]): number {
  const number = nextNumber();
  (importer as { code?: unknown }).code = (source: unknown) => lowerNumbered(source, number);
  numbersByUrl.set(url, number);
  mainRegistry()[number] = importer;
  return number;
}

// The module or script whose code is running: specifiers are relative to it. When only builtins are on the stack, as in
// `promise.then(Function)`, `import()` is rejected.
function numberOfCaller(): number {
  for (const { isNative, url } of captureFrames(numberOfCaller, FRAMES_MAX)) {
    if (isNative) continue;
    const number = numbersByUrl.get(url);
    if (number !== undefined) return number;
    if (MODULE.test(url)) return numberFor(url);
    if (UNNAMED.test(url)) return register(url, importerFor(`${workingDirectory()}/${url}`));
  }
  return numbersByUrl.get("") ?? register("", rejectImport);
}

async function rejectImport(): Promise<never> {
  throw new ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING();
}
