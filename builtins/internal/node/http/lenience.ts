// The options that allow messages which the standard forbids: `insecureHTTPParser` and `httpValidation`.

/** Every lenience flag of the native parser. */
const LENIENT_ALL = 127;
/** Only the flag that cannot make a message ambiguous: control characters in values. */
const LENIENT_VALUES = 1;

interface LenienceOptions {
  insecureHTTPParser: boolean | undefined;
  httpValidation: string | undefined;
}

/** The lenience flags for the options of a server or a request. */
export function lenienceOf(options: LenienceOptions): number {
  if (options.insecureHTTPParser || options.httpValidation === "insecure") return LENIENT_ALL;
  return options.httpValidation === "relaxed" ? LENIENT_VALUES : 0;
}
