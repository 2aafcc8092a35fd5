// Converts any value to a string; the error for symbols has V8's message.

/** `String(value)` by the rules of a template literal. Throws TypeError for a symbol. */
export function toText(value: unknown): string {
  if (typeof value === "symbol") throw new TypeError("Cannot convert a Symbol value to a string");
  return `${value}`;
}

/** As `toText`, with lone surrogates replaced (WebIDL USVString). */
export function toWellFormedText(value: unknown): string {
  return (typeof value === "string" ? value : toText(value)).toWellFormed();
}
