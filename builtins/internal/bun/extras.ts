// Small functions of `Bun`: texts, bytes, comparisons, promises.
import { load } from "internal:core/bootstrap";
import { getStringWidth, inspect, stripVTControlCharacters } from "internal:core/util/inspect";

const LINE_FEED = 10;
const UUID = /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i;
/** Namespaces of RFC 9562 §6.6. */
const NAMESPACES: Record<string, string> = {
  dns: "6ba7b810-9dad-11d1-80b4-00c04fd430c8",
  url: "6ba7b811-9dad-11d1-80b4-00c04fd430c8",
  oid: "6ba7b812-9dad-11d1-80b4-00c04fd430c8",
  x500: "6ba7b814-9dad-11d1-80b4-00c04fd430c8",
};

function invalid(message: string, code = "ERR_INVALID_ARG_TYPE"): TypeError {
  return Object.assign(new TypeError(message), { code });
}

/** A text without escape sequences. */
export function stripANSI(text: unknown): string {
  return stripVTControlCharacters(`${text as string}`);
}

/** Replaces what HTML gives a meaning. */
export function escapeHTML(text: unknown): string {
  const value = `${text as string}`;
  if (!/[&<>"']/.test(value)) return value;
  return value.replace(
    /[&<>"']/g,
    (character) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" })[character]!,
  );
}

/** Where the next line ends in UTF-8, from `offset`: the index of the line feed; -1 without one. */
export function indexOfLine(bytes: any, offset = 0): number {
  if (!ArrayBuffer.isView(bytes) && !(bytes instanceof ArrayBuffer))
    throw invalid("buffer must be an ArrayBuffer or ArrayBufferView");
  const view =
    bytes instanceof ArrayBuffer
      ? new Uint8Array(bytes)
      : new Uint8Array(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength);
  return view.indexOf(LINE_FEED, Math.max(0, Math.trunc(offset) || 0));
}

/** One buffer of several, of at most `maxLength` bytes; a Uint8Array with `asUint8Array`. */
export function concatArrayBuffers(buffers: any, maxLength = Infinity, asUint8Array = false): ArrayBuffer | Uint8Array {
  if (typeof buffers !== "object" || buffers === null || typeof buffers[Symbol.iterator] !== "function")
    throw invalidWithout("Argument must be an array");
  const views: Uint8Array[] = [];
  for (const one of buffers) {
    if (ArrayBuffer.isView(one)) views.push(new Uint8Array(one.buffer as ArrayBuffer, one.byteOffset, one.byteLength));
    else if (one instanceof ArrayBuffer) views.push(new Uint8Array(one));
    else throw invalidWithout("Expected TypedArray");
  }
  const length = Math.min(
    maxLength,
    views.reduce((sum, view) => sum + view.length, 0),
  );
  const all = new Uint8Array(length);
  let offset = 0;
  for (const view of views) {
    const part = view.subarray(0, length - offset);
    all.set(part, offset);
    offset += part.length;
  }
  return asUint8Array ? all : all.buffer;
}

function invalidWithout(message: string): TypeError {
  return new TypeError(message);
}

/** Whether two values are alike: members that are undefined count as missing, classes do not matter; with `strict` both do. */
export function deepEquals(first: any, second: any, strict = false): boolean {
  return strict ? load("internal:core/util/comparisons").isDeepStrictEqual(first, second) : alike(first, second, []);
}

function alike(first: any, second: any, parents: [unknown, unknown][]): boolean {
  if (Object.is(first, second)) return true;
  if (typeof first !== "object" || typeof second !== "object" || first === null || second === null) return false;
  if (
    Object.prototype.toString.call(first) !== Object.prototype.toString.call(second) ||
    Array.isArray(first) !== Array.isArray(second)
  )
    return false;
  // A cycle on both sides.
  if (parents.some(([one, other]) => one === first && other === second)) return true;
  const inside: [unknown, unknown][] = [...parents, [first, second]];
  if (first instanceof Map && second instanceof Map) return sameEntries([...first], [...second], inside);
  if (first instanceof Set && second instanceof Set)
    return sameEntries(
      [...first].map((item) => [item, true]),
      [...second].map((item) => [item, true]),
      inside,
    );
  if (Array.isArray(first))
    return (
      first.length === second.length && [...first.keys()].every((index) => alike(first[index], second[index], inside))
    );
  if (!isPlain(first)) return load("internal:core/util/comparisons").isDeepStrictEqual(first, second, true);
  const own = membersOf(first);
  return (
    own.length === membersOf(second).length &&
    own.every((name) => Object.hasOwn(second, name) && alike(first[name], second[name], inside))
  );
}

/** Names and symbols of the members that are there. */
function membersOf(value: any): PropertyKey[] {
  return Reflect.ownKeys(value).filter(
    (key) => value[key] !== undefined && Object.prototype.propertyIsEnumerable.call(value, key),
  );
}

function isPlain(value: object): boolean {
  return Object.prototype.toString.call(value) === "[object Object]";
}

function sameEntries(first: [unknown, unknown][], second: [unknown, unknown][], inside: [unknown, unknown][]): boolean {
  if (first.length !== second.length) return false;
  const rest = new Set(second);
  return first.every(([key, value]) => {
    for (const entry of rest) {
      if (!alike(key, entry[0], inside) || !alike(value, entry[1], inside)) continue;
      rest.delete(entry);
      return true;
    }
    return false;
  });
}

/** Whether `actual` has all that `subset` has. */
export function deepMatch(subset: any, actual: any): boolean {
  if (typeof subset !== "object" || subset === null) return Object.is(subset, actual);
  if (typeof actual !== "object" || actual === null || Array.isArray(subset) !== Array.isArray(actual)) return false;
  if (Array.isArray(subset) && subset.length !== actual.length) return false;
  const names = Object.keys(subset);
  if (names.length === 0 && Object.getPrototypeOf(subset) !== Object.prototype && !Array.isArray(subset))
    return load("internal:core/util/comparisons").isDeepEqual(subset, actual);
  return names.every((name) => name in actual && deepMatch(subset[name], actual[name]));
}

/** The value of a promise that is settled, without waiting; else the promise. What is no promise comes back. */
export const peek: any = Object.assign(
  (value: unknown): unknown => {
    const natives = load("native:engine");
    const status = peek.status(value);
    return status === "pending" || !isPromise(value) ? value : natives.promiseResult(value);
  },
  {
    /** `pending`, `fulfilled` or `rejected`. */
    status(value: unknown): string {
      if (!isPromise(value)) return "fulfilled";
      const state: number = load("native:engine").promiseState(value);
      return state === 0 ? "pending" : state === 1 ? "fulfilled" : "rejected";
    },
  },
);

function isPromise(value: unknown): boolean {
  return load("internal:core/util/types").isPromise(value);
}

/** A UUID of version 5 (RFC 9562 §5.5): SHA-1 of a namespace and a name. */
export function randomUUIDv5(name: any, namespace: any, encoding = "hex"): unknown {
  const { Buffer } = load("internal:node/buffer");
  const space = typeof namespace === "string" ? (NAMESPACES[namespace.toLowerCase()] ?? namespace) : namespace;
  if (typeof space === "string" && !UUID.test(space))
    throw invalid("Invalid UUID format for namespace", "ERR_INVALID_ARG_VALUE");
  const spaceBytes = typeof space === "string" ? Buffer.from(space.replaceAll("-", ""), "hex") : Buffer.from(space);
  if (spaceBytes.length !== 16) throw invalid("Namespace must be exactly 16 bytes", "ERR_INVALID_ARG_VALUE");
  const bytes = load("internal:node/crypto")
    .default.createHash("sha1")
    .update(spaceBytes)
    .update(typeof name === "string" ? name : Buffer.from(name))
    .digest()
    .subarray(0, 16);
  bytes[6] = (bytes[6] & 0x0f) | 0x50;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  return encodeUuid(bytes, encoding);
}

/** The bytes of a UUID as `hex` (with hyphens), `base64`, `base64url` or `buffer`. */
export function encodeUuid(bytes: any, encoding: string): unknown {
  const buffer = load("internal:node/buffer").Buffer.from(bytes);
  if (encoding === "buffer") return buffer;
  if (encoding === "base64" || encoding === "base64url") return buffer.toString(encoding);
  if (encoding !== "hex")
    throw invalid(`Encoding must be one of base64, base64url, hex, or buffer`, "ERR_UNKNOWN_ENCODING");
  return buffer.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** `Bun.inspect.table(data, columns, options)`: rows and columns in a box. */
export function table(data: any, second?: any, third?: any): string {
  if (typeof data !== "object" || data === null) return "";
  const columns: string[] | undefined = Array.isArray(second) ? second.map(String) : undefined;
  const { colors = false } = (columns === undefined ? second : third) ?? {};
  const show = (value: unknown): string =>
    typeof value === "string" && !colors ? value : inspect(value, { colors, depth: 1, breakLength: Infinity });
  const rows =
    data instanceof Map
      ? [...data].map(([key, value]) => [show(key), value] as const)
      : Object.keys(data).map((key) => [key, data[key]] as const);
  const names: string[] = columns ?? [];
  let hasValues = false;
  for (const [, item] of rows) {
    if (typeof item !== "object" || item === null) hasValues = true;
    else if (columns === undefined) for (const name of Object.keys(item)) if (!names.includes(name)) names.push(name);
  }
  const head = ["", ...names, ...(hasValues && columns === undefined ? ["Values"] : [])];
  const body = rows.map(([key, item]) => {
    const isObject = typeof item === "object" && item !== null;
    const cells = names.map((name) => (isObject && name in item ? show(item[name]) : ""));
    return [key, ...cells, ...(head.length > names.length + 1 ? [isObject ? "" : show(item)] : [])];
  });
  return draw(
    head.map((name) => (colors ? `\x1b[1m${name}\x1b[0m` : name)),
    body,
  );
}

function draw(head: string[], body: string[][]): string {
  const widths = head.map((name, column) =>
    Math.max(1, getStringWidth(name), ...body.map((row) => getStringWidth(row[column]!))),
  );
  const rule = (left: string, middle: string, right: string): string =>
    left + widths.map((width) => "─".repeat(width + 2)).join(middle) + right;
  const line = (cells: string[]): string =>
    `│${cells.map((cell, column) => ` ${cell}${" ".repeat(widths[column]! - getStringWidth(cell))} `).join("│")}│`;
  return [rule("┌", "┬", "┐"), line(head), rule("├", "┼", "┤"), ...body.map(line), rule("└", "┴", "┘"), ""].join("\n");
}
