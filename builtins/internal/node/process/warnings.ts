// `process.emitWarning`: makes the warning, emits 'warning' in the next tick, prints it.
import { load } from "internal:core/bootstrap";
import { launch, option } from "internal:core/launch";
import { home } from "internal:core/program";
import defer * as environment from "internal:core/process/environment";
import { stderrStream } from "internal:core/stdio";
import { nextTick } from "internal:core/ticks";
import { stackOf } from "internal:core/stack/stack";
import { ERR_INVALID_ARG_TYPE } from "internal:core/errors";
import { validateString } from "internal:core/validators";
import { pid } from "native:process";
import { writeError } from "native:stdio";

interface Options {
  type?: string;
  code?: string;
  detail?: string;
  ctor?: Function;
}

/** Emits a warning. Throws ERR_INVALID_ARG_TYPE for wrong arguments. */
export function emit(warning: unknown, typeOrOptions: unknown, code: unknown, above: Function): void {
  let type: unknown = typeOrOptions;
  let detail: string | undefined;
  if (typeof typeOrOptions === "object" && typeOrOptions !== null && !Array.isArray(typeOrOptions)) {
    const options = typeOrOptions as Options;
    type = options.type;
    code = options.code;
    detail = typeof options.detail === "string" ? options.detail : undefined;
    above = options.ctor ?? above;
  } else if (typeof type === "function") {
    above = type;
    code = undefined;
    type = "Warning";
  }
  if (type !== undefined) validateString(type, "type");
  if (typeof code === "function") {
    above = code;
    code = undefined;
  } else if (code !== undefined) validateString(code, "code");
  const error: any =
    typeof warning === "string"
      ? make(warning, String(type || "Warning"), code as string | undefined, detail, above)
      : warning;
  if (!(error instanceof Error)) throw new ERR_INVALID_ARG_TYPE("warning", ["Error", "string"], error);
  if (error.name === "DeprecationWarning") {
    if (option("--no-deprecation") || processObject().noDeprecation) return;
    if (option("--throw-deprecation") || processObject().throwDeprecation) {
      nextTick(() => {
        throw error;
      });
      return;
    }
  }
  nextTick(() => deliver(error));
}

function processObject(): any {
  return load("internal:node/process").default;
}

function make(
  message: string,
  type: string,
  code: string | undefined,
  detail: string | undefined,
  above: Function,
): Error {
  const error: any = new Error(message);
  error.name = type;
  if (code !== undefined) error.code = code;
  if (detail !== undefined) error.detail = detail;
  (Error as any).captureStackTrace(error, above);
  return error;
}

/** Tells of a warning at once: for those right before an error that ends the process. */
export function emitNow(warning: string): void {
  deliver(make(warning, "Warning", undefined, undefined, emitNow));
}

let hasToldHow = false;

function deliver(warning: any): void {
  processObject().emit("warning", warning);
}

/** Prints a warning: the first listener of 'warning', which programs may remove. */
export function print(warning: any): void {
  const process = processObject();
  if (!(Error as any).isError(warning) || isDisabled(warning)) return;
  const isDeprecation = warning.name === "DeprecationWarning";
  const trace =
    process.traceProcessWarnings ||
    option("--trace-warnings") ||
    (isDeprecation && (process.traceDeprecation || option("--trace-deprecation")));
  let text = `(node:${pid()}) `;
  if (warning.code) text += `[${warning.code}] `;
  const stack = trace ? stackOf(warning) : undefined;
  text += stack
    ? `${stack}`
    : typeof warning.toString === "function"
      ? `${warning.toString()}`
      : Error.prototype.toString.call(warning);
  if (typeof warning.detail === "string") text += `\n${warning.detail}`;
  if (!trace && !hasToldHow) {
    hasToldHow = true;
    text += `\n(Use \`node --trace-${isDeprecation ? "deprecation" : "warnings"} ...\` to show where the warning was created)`;
  }
  if (writeToFile(`${text}\n`)) return;
  const stream = stderrStream();
  if (stream === undefined) {
    writeError(`${text}\n`);
    return;
  }
  try {
    stream.write(`${text}\n`);
  } catch {
    // As with `console.error`, whose failures are nobody's.
  }
}

/** The file of `--redirect-warnings` and NODE_REDIRECT_WARNINGS once it is open; -1 for none. */
let redirection: number | undefined;

function writeToFile(text: string): boolean {
  redirection ??= openRedirection();
  if (redirection === -1) return false;
  load("internal:node/fs").default.writeSync(redirection, text);
  return true;
}

function openRedirection(): number {
  const flag = option("--redirect-warnings");
  const path =
    typeof flag === "string" ? flag : home() === "node" ? environment.environment.NODE_REDIRECT_WARNINGS : undefined;
  if (!path) return -1;
  try {
    return load("internal:node/fs").default.openSync(path, "a");
  } catch {
    // A file that cannot be opened leaves the warnings where they were.
    return -1;
  }
}

/** The values of `--disable-warning`: codes and types. */
let disabled: Set<string> | undefined;

function isDisabled({ code, name }: any): boolean {
  disabled ??= new Set(
    launch()
      .options.filter(([flag]) => flag === "--disable-warning")
      .map(([, value]) => value),
  );
  return disabled.size > 0 && ((code !== undefined && disabled.has(code)) || disabled.has(name));
}
