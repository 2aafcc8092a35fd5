// Converts any value to a string; the error for symbols has V8's message.

/** `String(value)` by the rules of a template literal. Throws TypeError for a symbol. */
export function toText(value: unknown): string {
  if (typeof value === "symbol") throw new TypeError("Cannot convert a Symbol value to a string");
  return `${value}`;
}

/** Up to this length reading the characters costs less than the engine's method. */
const SHORT_LENGTH_MAX = 24;

/** As `toText`, with lone surrogates replaced (WebIDL USVString). */
export function toWellFormedText(value: unknown): string {
  const text = typeof value === "string" ? value : toText(value);
  const { length } = text;
  if (length > SHORT_LENGTH_MAX) return text.toWellFormed();
  for (let index = 0; index < length; index++) {
    const code = text.charCodeAt(index);
    if (code >= 0xd800 && code <= 0xdfff) return text.toWellFormed();
  }
  return text;
}
