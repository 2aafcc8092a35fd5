// Arguments of the methods of Bun's Redis client, as commands that are sent.
import type { Argument } from "internal:bun/redis/protocol";
import defer * as bunErrors from "internal:bun/errors";

/** A string, number or bytes; undefined: it is none of them. */
export function argumentOf(value: unknown): Argument | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer as ArrayBuffer, value.byteOffset, value.byteLength);
  if (value instanceof ArrayBuffer || value instanceof SharedArrayBuffer) return new Uint8Array(value);
  return value instanceof String ? String(value) : undefined;
}

/** The same; throws a TypeError (ERR_INVALID_ARG_TYPE) that names the argument and the method. */
export function need(value: unknown, name: string, method: string, expected = "a string or buffer"): Argument {
  const found = argumentOf(value);
  if (found === undefined) throw bunErrors.invalid(`Expected ${name} to be ${expected} for '${method}'.`);
  return found;
}

const isNothing = (value: unknown): boolean => value === undefined || value === null;

/** All arguments. `skips`: those that are undefined or null are left out. */
export function needAll(values: readonly unknown[], method: string, skips: boolean): Argument[] {
  const given = skips ? values.filter((value) => !isNothing(value)) : values;
  return given.map((value) => need(value, "additional arguments", method));
}

/** A key and, optionally, others. Throws a TypeError (ERR_MISSING_ARGS) without a key. */
export function keyAndMore(values: readonly unknown[], method: string): Argument[] {
  if (isNothing(values[0]))
    throw Object.assign(new TypeError('The "key" argument must be specified'), { code: "ERR_MISSING_ARGS" });
  return needAll(values, method, true);
}

/** A key and members. */
export function keyAndMembers(values: readonly unknown[], method: string): Argument[] {
  if (values.length < 2) throw new Error(`${method.toUpperCase()} requires at least a key and one member`);
  return [need(values[0], "key", method), ...others(values.slice(1), "member", method)];
}

function others(values: readonly unknown[], name: string, method: string): Argument[] {
  return values.filter((value) => !isNothing(value)).map((value) => need(value, name, method));
}

/** A key and fields, which may be an array. */
export function keyAndFields(values: readonly unknown[], method: string): Argument[] {
  if (values.length < 2) throw new Error("HMGET requires at least a key and one field");
  const key = need(values[0], "key", method);
  if (!Array.isArray(values[1])) return [key, ...others(values.slice(1), "field", method)];
  if (values[1].length === 0) throw new Error("HMGET requires at least one field");
  return [key, ...values[1].map((value) => need(value, "field", method))];
}

/** A key and pairs of fields and values: an object, an array, or arguments. */
export function keyAndPairs(values: readonly unknown[], method: string): Argument[] {
  const [key, second] = values;
  let pairs = values.slice(1);
  if (typeof second === "object" && second !== null) {
    pairs = Array.isArray(second) ? second : Object.entries(second).flat();
    if (pairs.length % 2 !== 0) throw new Error("Array must have an even number of elements (field-value pairs)");
    if (pairs.length === 0) throw new Error("HSET requires at least one field-value pair");
  } else if (values.length < 3) throw new Error("HSET requires at least key, field, and value arguments");
  else if (pairs.length % 2 !== 0)
    throw new Error("HSET requires field-value pairs (even number of arguments after key)");
  return [need(key, "key", method), ...pairs.map((value) => argumentOf(value) ?? String(value))];
}

/** A string, not bytes. */
export function needString(value: unknown, name: string, method: string): string {
  if (typeof value !== "string") throw bunErrors.invalid(`Expected ${name} to be a string for '${method}'.`);
  return value;
}
