// `module.stripTypeScriptTypes()`.
import { emitWarning } from "internal:core/process/warn";
import { ERR_INVALID_TYPESCRIPT_SYNTAX, ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX } from "internal:core/errors";
import { validateObject, validateOneOf, validateString } from "internal:core/validators";
import { stripTypes } from "native:modules";

let hasWarned = false;

/** Source without its types, without a warning. Throws as `strip`. */
export function stripped(code: string): string {
  const { text, error } = stripTypes(code);
  if (error === null) return text;
  const { code: kind, message } = JSON.parse(error);
  throw kind === "ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX"
    ? new ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX(message)
    : new ERR_INVALID_TYPESCRIPT_SYNTAX(message);
}

/** Replaces types by white space. Throws ERR_INVALID_TYPESCRIPT_SYNTAX, or ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX for syntax that has an effect at run time. */
export function strip(code: unknown, options: unknown): string {
  if (!hasWarned) {
    hasWarned = true;
    emitWarning("stripTypeScriptTypes is an experimental feature and might change at any time", "ExperimentalWarning");
  }
  validateString(code, "code");
  validateObject(options, "options");
  const { sourceMap = false, sourceUrl = "", mode = "strip" } = options;
  validateOneOf(mode, "options.mode", ["strip"]);
  validateString(sourceUrl, "options.sourceUrl");
  validateOneOf(sourceMap, "options.sourceMap", [false, undefined]);
  const text = stripped(code);
  return sourceUrl === "" ? text : `${text}\n\n//# sourceURL=${sourceUrl}`;
}
