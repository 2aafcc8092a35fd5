// Conversions of Web IDL (https://webidl.spec.whatwg.org/#js-type-mapping) for the classes of fetch, with the messages
// of Node's fetch. `prefix` is the place, such as "Headers.append"; `name` the argument.
import { safe } from "internal:core/bootstrap";

/** The error of a conversion: `prefix: message`. */
export function conversionFailed(prefix: string, message: string): TypeError {
  return new TypeError(`${prefix}: ${message}`);
}

/** DOMString. Throws a TypeError for symbols. */
export function toDOMString(value: unknown, prefix: string, name: string): string {
  if (typeof value === "string") return value;
  if (typeof value === "symbol")
    throw conversionFailed(prefix, `${name} is a symbol, which cannot be converted to a DOMString.`);
  return String(value);
}

/** USVString: lone surrogates become U+FFFD. */
export function toUSVString(value: unknown, prefix: string, name: string): string {
  return toDOMString(value, prefix, name).toWellFormed();
}

/** ByteString. Throws a TypeError for symbols and characters above U+00FF. */
export function toByteString(value: unknown, prefix: string, name: string): string {
  if (typeof value === "symbol")
    throw conversionFailed(prefix, `${name} is a symbol, which cannot be converted to a ByteString.`);
  const text = typeof value === "string" ? value : String(value);
  const wide = /[^\x00-\xff]/.exec(text);
  if (wide !== null) {
    throw new TypeError(
      `Cannot convert argument to a ByteString because the character at index ${wide.index} has a value of ` +
        `${text.charCodeAt(wide.index)} which is greater than 255.`,
    );
  }
  return text;
}

/** One of `allowed`. Throws a TypeError for other values. */
export function toEnumeration(value: unknown, allowed: readonly string[], prefix: string): string {
  const text = String(value);
  if (allowed.includes(text)) return text;
  throw conversionFailed(prefix, `${text} is not an accepted type. Expected one of ${allowed.join(", ")}.`);
}

/** A dictionary: undefined and null are the empty one, which is returned as undefined. */
export function toDictionary(value: unknown, prefix: string): any {
  if (value === undefined || value === null) return undefined;
  if (isObject(value)) return value;
  throw conversionFailed(prefix, `Expected ${describe(value)} to be one of: Null, Undefined, Object.`);
}

/** sequence<T>: calls `convert` with each item and its index. Throws a TypeError for values that are not iterable. */
export function toSequence<T>(
  value: unknown,
  prefix: string,
  name: string,
  convert: (item: any, index: number) => T,
): T[] {
  const method = isObject(value) ? (value as Partial<Iterable<unknown>>)[Symbol.iterator] : undefined;
  if (typeof method !== "function") throw conversionFailed(prefix, `${name} (${describe(value)}) is not iterable.`);
  const items: T[] = [];
  const iterator = method.call(value);
  for (;;) {
    const step = iterator.next();
    if (step.done) return items;
    items.push(convert(step.value, items.length));
  }
}

/** record<K, V>: visits the own enumerable properties in order; `visit` rejects symbol keys. */
export function forEachOfRecord(value: object, visit: (key: any, item: any) => void): void {
  for (const key of Reflect.ownKeys(value)) {
    const descriptor = Reflect.getOwnPropertyDescriptor(value, key);
    if (descriptor?.enumerable) visit(key, (value as Record<PropertyKey, unknown>)[key]);
  }
}

/** unsigned long long with [EnforceRange]: throws a TypeError outside 0 … 2^53-1. */
export function toUnsignedEnforced(value: unknown, prefix: string, name: string): number {
  const number = safe.trunc(+(value as number));
  if (number >= 0 && number <= Number.MAX_SAFE_INTEGER) return number + 0;
  throw conversionFailed(prefix, `${name} is outside the range of 0 to ${Number.MAX_SAFE_INTEGER}.`);
}

/** long long with [Clamp]: the nearest integer of -(2^53-1) … 2^53-1, halves to even. */
export function toLongClamped(value: unknown): number {
  const number = +(value as number);
  if (!(number === number)) return 0;
  const clamped = safe.min(safe.max(number, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER);
  const floor = safe.floor(clamped);
  const rest = clamped - floor;
  if (rest < 0.5) return floor + 0;
  if (rest > 0.5) return floor + 1;
  return floor % 2 === 0 ? floor : floor + 1;
}

/** unsigned short: modulo 2^16. */
export function toUnsignedShort(value: unknown): number {
  return +(value as number) & 0xffff;
}

/** Whether `value` is an object of the language, functions included. */
export function isObject(value: unknown): boolean {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}

/** How a value is named in these messages. */
export function describe(value: unknown): string {
  switch (typeof value) {
    case "string":
      return `"${value}"`;
    case "symbol":
      return `Symbol(${value.description ?? ""})`;
    case "object":
      return value === null ? "null" : safeJson(value);
    default:
      return String(value);
  }
}

function safeJson(value: object): string {
  try {
    return JSON.stringify(value) ?? "[object Object]";
  } catch {
    return "[object Object]";
  }
}
