// The type `double` of Web IDL (https://webidl.spec.whatwg.org/#js-double): numbers, but neither NaN nor an infinity.

/** Converts a value; `name` says in the error what it is. */
export function toFiniteDouble(value: unknown, name: string): number {
  const number = Number(value as number);
  if (!Number.isFinite(number)) throw new TypeError(`${name} is not a finite number`);
  return number;
}
