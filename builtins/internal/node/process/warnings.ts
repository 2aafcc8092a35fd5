// `process.emitWarning`: makes the warning, emits 'warning' in the next tick, prints it.
import { load, safe } from "internal:core/bootstrap";
import { launch, option } from "internal:core/launch";
import { home } from "internal:core/program";
import defer * as environment from "internal:core/process/environment";
import { stderrStream } from "internal:core/stdio";
import { nextTick } from "internal:core/ticks";
import type { EventEmitter } from "internal:core/events/emitter";
import { stackOf } from "internal:core/stack/stack";
import { ERR_INVALID_ARG_TYPE } from "internal:core/errors";
import { validateString } from "internal:core/validators";
import { encodeUtf8 } from "native:buffer";
import { openSync, writeAllSync } from "native:fs";
import { pid } from "native:process";
import { writeError } from "native:stdio";

/** O_WRONLY, O_CREAT and O_APPEND of open(2). */
const APPEND = 0o2101;
const FILE_MODE = 0o666;

interface Options {
  type?: string;
  code?: string;
  detail?: string;
  ctor?: Function;
}

/** Emits a warning. Throws ERR_INVALID_ARG_TYPE for invalid arguments. */
export function emit(warning: unknown, typeOrOptions: unknown, code: unknown, above: Function): void {
  let type: unknown = typeOrOptions;
  let detail: string | undefined;
  if (typeof typeOrOptions === "object" && typeOrOptions !== null && !safe.isArray(typeOrOptions)) {
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
  const error: unknown =
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

/** The members of `process` that are used here. */
interface ProcessObject extends EventEmitter {
  noDeprecation?: boolean;
  throwDeprecation?: boolean;
  traceDeprecation?: boolean;
  traceProcessWarnings?: boolean;
}

/** A warning. */
interface Warning extends Error {
  code?: string;
  detail?: string;
}

function processObject(): ProcessObject {
  return load("internal:node/process").default;
}

function make(
  message: string,
  type: string,
  code: string | undefined,
  detail: string | undefined,
  above: Function,
): Error {
  const error: Warning = new Error(message);
  error.name = type;
  if (code !== undefined) error.code = code;
  if (detail !== undefined) error.detail = detail;
  (Error as ErrorConstructor & { captureStackTrace(target: object, above: Function): void }).captureStackTrace(
    error,
    above,
  );
  return error;
}

/** Emits a warning at once, for those right before an error that ends the process. */
export function emitNow(warning: string): void {
  deliver(make(warning, "Warning", undefined, undefined, emitNow));
}

let hasExplained = false;

function deliver(warning: unknown): void {
  processObject().emit("warning", warning);
}

/** Prints a warning: the first listener of 'warning', which programs may remove. */
export function print(warning: Warning): void {
  const process = processObject();
  if (!(Error as ErrorConstructor & { isError(value: unknown): boolean }).isError(warning) || isDisabled(warning))
    return;
  const isDeprecation = warning.name === "DeprecationWarning";
  const trace =
    process.traceProcessWarnings ||
    option("--trace-warnings") ||
    (isDeprecation && (process.traceDeprecation || option("--trace-deprecation")));
  let message = `(node:${pid()}) `;
  if (warning.code) message += `[${warning.code}] `;
  const stack = trace ? stackOf(warning) : undefined;
  message += stack
    ? `${stack}`
    : typeof warning.toString === "function"
      ? `${warning.toString()}`
      : Error.prototype.toString.call(warning);
  if (typeof warning.detail === "string") message += `\n${warning.detail}`;
  if (!trace && !hasExplained) {
    hasExplained = true;
    message += `\n(Use \`node --trace-${isDeprecation ? "deprecation" : "warnings"} ...\` to show where the warning was created)`;
  }
  if (writeToFile(`${message}\n`)) return;
  const stream = stderrStream();
  if (stream === undefined) {
    writeError(`${message}\n`);
    return;
  }
  try {
    stream.write(`${message}\n`);
  } catch {
    // Ignored, as are failures of `console.error`.
  }
}

/** The file of `--redirect-warnings` and NODE_REDIRECT_WARNINGS once it is open; -1 without one. */
let redirection: number | undefined;

function writeToFile(message: string): boolean {
  redirection ??= openRedirection();
  if (redirection === -1) return false;
  writeAllSync(redirection, encodeUtf8(message));
  return true;
}

function openRedirection(): number {
  const flag = option("--redirect-warnings");
  const path =
    typeof flag === "string" ? flag : home() === "node" ? environment.variables.NODE_REDIRECT_WARNINGS : undefined;
  if (!path) return -1;
  try {
    return openSync(path, APPEND, FILE_MODE);
  } catch {
    // Warnings go to standard error when the file cannot be opened.
    return -1;
  }
}

/** The values of `--disable-warning`: codes and types. */
let disabled: Set<string> | undefined;

function isDisabled({ code, name }: Warning): boolean {
  disabled ??= new Set(
    launch()
      .options.filter(([flag]) => flag === "--disable-warning")
      .map(([, value]) => value),
  );
  return disabled.size > 0 && ((code !== undefined && disabled.has(code)) || disabled.has(name));
}
