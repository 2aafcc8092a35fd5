// Conversion of any value to text, with the error that Node's users know for symbols.

/** `String(value)` by the rules of a template literal. Throws TypeError for a symbol. */
export function toText(value: any): string {
  if (typeof value === "symbol") throw new TypeError("Cannot convert a Symbol value to a string");
  return `${value}`;
}

/** The same with lone surrogates replaced (WebIDL USVString). */
export function toWellFormedText(value: any): string {
  return (typeof value === "string" ? value : toText(value)).toWellFormed();
}
