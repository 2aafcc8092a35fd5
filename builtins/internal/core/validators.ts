// Checks of arguments, with Node's error class, code and message. Each returns nothing (or the converted value) or throws.
// `name` is the name of the argument or, with a dot in it, of the property: "options.encoding".
import { safe } from "internal:core/bootstrap";
import * as lists from "internal:core/lists";
import type { AnyFunction } from "internal:core/bootstrap";
import {
  ERR_INVALID_ARG_TYPE,
  ERR_INVALID_ARG_VALUE,
  ERR_INVALID_THIS,
  ERR_OUT_OF_RANGE,
  ERR_SOCKET_BAD_PORT,
  ERR_UNKNOWN_SIGNAL,
} from "internal:core/errors";
import { isAsyncFunction, isRegExp } from "internal:core/util/types";
import defer * as signalTable from "internal:core/signals";

export function isInt32(value: unknown): value is number {
  return value === ((value as number) | 0);
}

export function isUint32(value: unknown): value is number {
  return value === (value as number) >>> 0;
}

/** A file mode: a 32-bit unsigned integer, or a string of octal digits. `fallback` replaces a missing one. */
export function parseFileMode(value: unknown, name: string, fallback?: number): number {
  value ??= fallback;
  if (typeof value === "string") {
    if (!/^[0-7]+$/.test(value)) {
      throw new ERR_INVALID_ARG_VALUE(name, value, "must be a 32-bit unsigned integer or an octal string");
    }
    value = Number.parseInt(value, 8);
  }
  validateUint32(value, name);
  return value + 0; // -0 becomes 0
}

function checkInteger(value: unknown, name: string, min: number, max: number): void {
  if (typeof value !== "number") throw new ERR_INVALID_ARG_TYPE(name, "number", value);
  if (!safe.isInteger(value)) throw new ERR_OUT_OF_RANGE(name, "an integer", value);
  if (value < min || value > max) throw new ERR_OUT_OF_RANGE(name, `>= ${min} && <= ${max}`, value);
}

/** An integer from `min` to `max`, both included; by default any safe integer. */
export function validateInteger(
  value: unknown,
  name: string,
  min = Number.MIN_SAFE_INTEGER,
  max = Number.MAX_SAFE_INTEGER,
): asserts value is number {
  checkInteger(value, name, min, max);
}

export function validateInt32(
  value: unknown,
  name: string,
  min = -2147483648,
  max = 2147483647,
): asserts value is number {
  checkInteger(value, name, min, max);
}

/** With `positive`, zero is refused. */
export function validateUint32(value: unknown, name: string, positive = false): asserts value is number {
  checkInteger(value, name, positive ? 1 : 0, 4294967295);
}

export function validateString(value: unknown, name: string): asserts value is string {
  if (typeof value !== "string") throw new ERR_INVALID_ARG_TYPE(name, "string", value);
}

export function validateStringWithoutNullBytes(value: unknown, name: string): asserts value is string {
  validateString(value, name);
  if (value.includes("\0")) throw new ERR_INVALID_ARG_VALUE(name, value, "must be a string without null bytes");
}

/** A number; with limits, it must be within them and not NaN. */
export function validateNumber(
  value: unknown,
  name: string,
  min?: number | null,
  max?: number | null,
): asserts value is number {
  if (typeof value !== "number") throw new ERR_INVALID_ARG_TYPE(name, "number", value);
  if (min == null && max == null) return;
  if ((min != null && value < min) || (max != null && value > max) || safe.isNaN(value)) {
    const limits: string[] = [];
    if (min != null) lists.push(limits, `>= ${min}`);
    if (max != null) lists.push(limits, `<= ${max}`);
    throw new ERR_OUT_OF_RANGE(name, limits.join(" && "), value);
  }
}

export function validateOneOf(value: unknown, name: string, allowed: readonly unknown[]): void {
  if (lists.includes(allowed, value)) return;
  const list = lists.map(allowed, (one) => (typeof one === "string" ? `'${one}'` : String(one))).join(", ");
  throw new ERR_INVALID_ARG_VALUE(name, value, `must be one of: ${list}`);
}

export function validateBoolean(value: unknown, name: string): asserts value is boolean {
  if (typeof value !== "boolean") throw new ERR_INVALID_ARG_TYPE(name, "boolean", value);
}

export const kValidateObjectNone = 0;
export const kValidateObjectAllowNullable = 1;
export const kValidateObjectAllowArray = 2;
export const kValidateObjectAllowFunction = 4;
export const kValidateObjectAllowObjects = 6;
export const kValidateObjectAllowObjectsAndNull = 7;

/** An object. `options` is a sum of `kValidateObject…` flags that also allow `null`, arrays or functions. */
export function validateObject(
  value: unknown,
  name: string,
  options = kValidateObjectNone,
): asserts value is Record<PropertyKey, any> {
  const type = typeof value;
  const allowed =
    value === null
      ? (options & kValidateObjectAllowNullable) !== 0
      : type === "object"
        ? (options & kValidateObjectAllowArray) !== 0 || !safe.isArray(value)
        : type === "function" && (options & kValidateObjectAllowFunction) !== 0;
  if (!allowed) throw new ERR_INVALID_ARG_TYPE(name, "Object", value);
}

/** A WebIDL dictionary: an object, a function, null or undefined. */
export function validateDictionary(value: unknown, name: string): void {
  if (value != null && typeof value !== "object" && typeof value !== "function") {
    throw new ERR_INVALID_ARG_TYPE(name, "a dictionary", value);
  }
}

export function validateArray(value: unknown, name: string, minLength = 0): asserts value is any[] {
  if (!safe.isArray(value)) throw new ERR_INVALID_ARG_TYPE(name, "Array", value);
  if (value.length < minLength)
    throw new ERR_INVALID_ARG_VALUE(name, value, `must have a length of at least ${minLength}`);
}

export function validateStringArray(value: unknown, name: string): asserts value is string[] {
  validateArray(value, name);
  for (let index = 0; index < value.length; index++) {
    if (typeof value[index] !== "string") throw new ERR_INVALID_ARG_TYPE(`${name}[${index}]`, "string", value[index]);
  }
}

export function validateBooleanArray(value: unknown, name: string): asserts value is boolean[] {
  validateArray(value, name);
  for (let index = 0; index < value.length; index++) {
    if (typeof value[index] !== "boolean") throw new ERR_INVALID_ARG_TYPE(`${name}[${index}]`, "boolean", value[index]);
  }
}

export function validateAbortSignalArray(value: unknown, name: string): void {
  validateArray(value, name);
  for (let index = 0; index < value.length; index++) {
    if (value[index] == null) throw new ERR_INVALID_ARG_TYPE(`${name}[${index}]`, "AbortSignal", value[index]);
    validateAbortSignal(value[index], `${name}[${index}]`);
  }
}

export function validateSignalName(signal: unknown, name = "signal"): asserts signal is string {
  validateString(signal, name);
  if (signalTable.signals[signal] !== undefined) return;
  if (signalTable.signals[signal.toUpperCase()] !== undefined) {
    throw new ERR_UNKNOWN_SIGNAL(`${signal} (signals must use all capital letters)`);
  }
  throw new ERR_UNKNOWN_SIGNAL(signal);
}

export function validateBuffer(buffer: unknown, name = "buffer"): asserts buffer is ArrayBufferView {
  if (!safe.isView(buffer)) throw new ERR_INVALID_ARG_TYPE(name, ["Buffer", "TypedArray", "DataView"], buffer);
}

/** A hexadecimal string must have an even length. Other encodings accept any data. */
export function validateEncoding(data: { length: number }, encoding: unknown): void {
  if (typeof encoding === "string" && encoding.toLowerCase() === "hex" && data.length % 2 !== 0) {
    throw new ERR_INVALID_ARG_VALUE("encoding", encoding, `is invalid for data of length ${data.length}`);
  }
}

/** A port number, as a number or a string. Returns the number. */
export function validatePort(port: unknown, name = "Port", allowZero = true): number {
  const isEmpty = typeof port === "string" && port.trim() === "";
  const number = typeof port === "number" || typeof port === "string" ? Number(port) : NaN;
  if (isEmpty || number !== number >>> 0 || number > 0xffff || (number === 0 && !allowZero)) {
    throw new ERR_SOCKET_BAD_PORT(name, port, allowZero);
  }
  return number;
}

/** `undefined`, or anything with `aborted` in it. */
export function validateAbortSignal(signal: unknown, name: string): void {
  if (signal !== undefined && (signal === null || typeof signal !== "object" || !("aborted" in signal))) {
    throw new ERR_INVALID_ARG_TYPE(name, "AbortSignal", signal);
  }
}

export function validateFunction(value: unknown, name: string): asserts value is AnyFunction {
  if (typeof value !== "function") throw new ERR_INVALID_ARG_TYPE(name, "Function", value);
}

/** A function that is not async. */
export function validatePlainFunction(value: unknown, name: string): asserts value is AnyFunction {
  if (typeof value !== "function" || isAsyncFunction(value)) throw new ERR_INVALID_ARG_TYPE(name, "Function", value);
}

export function validateUndefined(value: unknown, name: string): asserts value is undefined {
  if (value !== undefined) throw new ERR_INVALID_ARG_TYPE(name, "undefined", value);
}

export function validateUnion(value: unknown, name: string, union: readonly unknown[]): void {
  if (!union.includes(value)) throw new ERR_INVALID_ARG_TYPE(name, `('${union.join("|")}')`, value);
}

export function validateThisInternalField(object: unknown, fieldKey: PropertyKey, className: string): void {
  if (typeof object !== "object" || object === null || !safe.hasOwn(object, fieldKey))
    throw new ERR_INVALID_THIS(className);
}

// RFC 8288 §3: a reference in angle brackets, then parameters after semicolons, quoted or not.
const linkValue = /^<[^>\r\n]*>(?:\s*;\s*[^;"\s]+(?:=(")?[^;"\s]*\1)?)*$/;
const linkReason = 'must be an array or string of format "</styles.css>; rel=preload; as=style"';

/** A value for a Link header, or an array of them. Returns the value of the header. */
export function validateLinkHeaderValue(hints: unknown): string {
  if (typeof hints !== "string" && !safe.isArray(hints)) throw new ERR_INVALID_ARG_VALUE("hints", hints, linkReason);
  const links: unknown[] = typeof hints === "string" ? [hints] : hints;
  for (const link of links) {
    if (link === undefined || !linkValue.test(link as string))
      throw new ERR_INVALID_ARG_VALUE("hints", link, linkReason);
  }
  return links.join(", ");
}

/** The `ignore` option of file watchers: undefined, or strings, regular expressions and functions. */
export function validateIgnoreOption(value: unknown, name: string): void {
  if (value == null) return;
  if (!safe.isArray(value)) return validateIgnoreElement(value, name);
  for (let index = 0; index < value.length; index++) validateIgnoreElement(value[index], `${name}[${index}]`);
}

function validateIgnoreElement(value: unknown, name: string): void {
  if (value === "") throw new ERR_INVALID_ARG_VALUE(name, value, "must be a non-empty string");
  if (typeof value === "string" || typeof value === "function" || isRegExp(value)) return;
  throw new ERR_INVALID_ARG_TYPE(name, ["string", "RegExp", "Function"], value);
}

/** True for a finite number, false for `undefined` and NaN; anything else is an error. */
export function validateFiniteNumber(number: unknown, name: string): number is number {
  if (number === undefined) return false;
  if (safe.isFinite(number)) return true;
  if (safe.isNaN(number)) return false;
  validateNumber(number, name);
  throw new ERR_OUT_OF_RANGE(name, "a finite number", number);
}

/** `number` when it is between the limits (both included), `fallback` when it is `undefined` or NaN. */
export function checkRangesOrGetDefault(
  number: unknown,
  name: string,
  lower: number,
  upper: number,
  fallback: number,
): number {
  if (!validateFiniteNumber(number, name)) return fallback;
  if (number < lower || number > upper) throw new ERR_OUT_OF_RANGE(name, `>= ${lower} and <= ${upper}`, number);
  return number;
}
