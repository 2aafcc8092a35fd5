// The options that allow messages which the standard forbids: `insecureHTTPParser` and `httpValidation`.
import { LenienceFlags } from "native:http_parser";

interface LenienceOptions {
  insecureHTTPParser: boolean | undefined;
  httpValidation: string | undefined;
}

/** The lenience flags for the options of a server or a request. */
export function lenienceOf(options: LenienceOptions): LenienceFlags {
  if (options.insecureHTTPParser || options.httpValidation === "insecure") return LenienceFlags.ALL;
  // Only the flag that cannot make a message ambiguous.
  return options.httpValidation === "relaxed" ? LenienceFlags.FIELD_VALUES : 0;
}
