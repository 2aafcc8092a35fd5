// What a program allows messages to do that the standard does not: `insecureHTTPParser` and `httpValidation`.

/** Every leniency that the native parser has. */
const LENIENT_ALL = 127;
/** Only what makes no two readings of a message: control characters in values. */
const LENIENT_VALUES = 1;

/** The leniency that options ask for: `insecureHTTPParser` and `httpValidation`. */
export function lenienceOf(options: any): number {
  if (options.insecureHTTPParser || options.httpValidation === "insecure") return LENIENT_ALL;
  return options.httpValidation === "relaxed" ? LENIENT_VALUES : 0;
}
