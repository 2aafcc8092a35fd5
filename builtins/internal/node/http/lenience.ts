// The options that allow messages which the standard forbids: `insecureHTTPParser` and `httpValidation`.
import { option } from "internal:core/launch";
import { emitWarning } from "internal:core/process/warn";
import { LenienceFlags } from "native:http_parser";

interface LenienceOptions {
  insecureHTTPParser: boolean | undefined;
  httpValidation: string | undefined;
}

/** The lenience flags for the options of a server or a request. */
export function lenienceOf(options: LenienceOptions): LenienceFlags {
  const { insecureHTTPParser, httpValidation } = options;
  if (insecureHTTPParser || httpValidation === "insecure") return LenienceFlags.ALL;
  // An option of one server or request overrides that of the process.
  if (insecureHTTPParser === undefined && httpValidation === undefined && isProcessLenient()) return LenienceFlags.ALL;
  // Only the flag that cannot make a message ambiguous.
  return httpValidation === "relaxed" ? LenienceFlags.FIELD_VALUES : 0;
}

let processIsLenient: boolean | undefined;

/** Whether the process has `--insecure-http-parser`. */
function isProcessLenient(): boolean {
  if (processIsLenient !== undefined) return processIsLenient;
  processIsLenient = option("--insecure-http-parser") !== undefined;
  if (processIsLenient) emitWarning("Using insecure HTTP parsing");
  return processIsLenient;
}
