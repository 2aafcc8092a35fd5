// URLSearchParams (URL Standard §6) and the application/x-www-form-urlencoded format (§5). The list of a URL notifies it of
// each change.
import defer * as errors from "internal:core/errors";
import { toWellFormedText } from "internal:core/util/text";
import defer * as validators from "internal:core/validators";
import defer * as making from "internal:core/buffer";
import defer * as inspecting from "internal:core/util/inspect";
import { extendForHome } from "internal:web/home_extensions";

const kInspect = Symbol.for("nodejs.util.inspect.custom");

const CODE_AMPERSAND = 0x26;
const CODE_EQUALS = 0x3d;
const CODE_PLUS = 0x2b;
const CODE_PERCENT = 0x25;

// Names and values alternately (§5.1). A leading question mark is not special here. One pass over the characters: in
// JavaScriptCore each search method costs more than reading a short query.
function parsePairs(query: string): string[] {
  const list: string[] = [];
  const { length } = query;
  let start = 0;
  let equals = -1;
  let isEncoded = false;
  for (let index = 0; index <= length; index++) {
    const code = index === length ? CODE_AMPERSAND : query.charCodeAt(index);
    if (code === CODE_AMPERSAND) {
      if (index > start) {
        const name = query.slice(start, equals === -1 ? index : equals);
        const value = equals === -1 ? "" : query.slice(equals + 1, index);
        if (isEncoded) list.push(decode(name), decode(value));
        else list.push(name, value);
      }
      start = index + 1;
      equals = -1;
      isEncoded = false;
    } else if (code === CODE_EQUALS) {
      if (equals === -1) equals = index;
    } else if (code === CODE_PLUS || code === CODE_PERCENT) isEncoded = true;
  }
  return list;
}

// One pass, as above; `decodeURIComponent` and a search for each kind of escape cost several times as much.
function decode(text: string): string {
  const { length } = text;
  let decoded = "";
  let start = 0;
  for (let index = 0; index < length; index++) {
    const code = text.charCodeAt(index);
    if (code === CODE_PLUS) {
      decoded += index === start ? " " : text.slice(start, index) + " ";
      start = index + 1;
    } else if (code === CODE_PERCENT) {
      const point = escapedPoint(text, index);
      if (point < 0) return decodeLossy(text.replaceAll("+", " "));
      decoded += text.slice(start, index) + (point > 0xffff ? String.fromCodePoint(point) : String.fromCharCode(point));
      start = index + (point < 0x80 ? 3 : point < 0x800 ? 6 : point < 0x10000 ? 9 : 12);
      index = start - 1;
    }
  }
  return start === 0 ? text : start === length ? decoded : decoded + text.slice(start);
}

/** The value of the escape `%XX` at an index; -1 when there is none. */
function escapedByte(text: string, index: number): number {
  if (index + 2 >= text.length || text.charCodeAt(index) !== CODE_PERCENT) return -1;
  const high = digitOf(text.charCodeAt(index + 1));
  const low = digitOf(text.charCodeAt(index + 2));
  return (high | low) < 0 ? -1 : (high << 4) | low;
}

function digitOf(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

/** The character whose UTF-8 bytes are escaped from an index on; -1 for anything else. */
function escapedPoint(text: string, index: number): number {
  const lead = escapedByte(text, index);
  if (lead < 0x80) return lead;
  const size = lead >= 0xc2 && lead < 0xe0 ? 2 : lead >= 0xe0 && lead < 0xf0 ? 3 : lead >= 0xf0 && lead < 0xf5 ? 4 : 0;
  if (size === 0) return -1;
  let point = lead & (0x7f >> size);
  for (let count = 1; count < size; count++) {
    const byte = escapedByte(text, index + 3 * count);
    if ((byte & 0xc0) !== 0x80) return -1;
    point = (point << 6) | (byte & 0x3f);
  }
  const isOverlong = point < (size === 2 ? 0x80 : size === 3 ? 0x800 : 0x10000);
  return isOverlong || point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff) ? -1 : point;
}

/** Percent signs without digits are preserved; invalid UTF-8 becomes U+FFFD. */
function decodeLossy(text: string): string {
  const latin1 = making.Buffer.from(text, "utf8").latin1Slice();
  const bytes = latin1.replace(/%([0-9a-f]{2})/gi, (_all: string, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
  return making.Buffer.from(bytes, "latin1").utf8Slice();
}

/**
 * The percent-encoded form of each byte; null for an ASCII character that stays (§1.3, the
 * application/x-www-form-urlencoded percent-encode set). Made by the first string that needs it.
 */
let encodings: (string | null)[] | undefined;

function makeEncodings(): (string | null)[] {
  const made: (string | null)[] = [];
  for (let code = 0; code < 256; code++) {
    const digits = code.toString(16).toUpperCase().padStart(2, "0");
    const stays = code < 128 && /[A-Za-z0-9*\-._]/.test(String.fromCharCode(code));
    made.push(stays ? null : code === 0x20 ? "+" : `%${digits}`);
  }
  return made;
}

// One pass over short names and values: in JavaScriptCore each regular expression and each search costs more than reading them.
function encode(text: string): string {
  const table = (encodings ??= makeEncodings());
  const { length } = text;
  let encoded = "";
  let start = 0;
  for (let index = 0; index < length; index++) {
    const code = text.charCodeAt(index);
    let replacement: string | null;
    if (code < 0x80) {
      replacement = table[code]!;
      if (replacement === null) continue;
    } else if (code < 0x800) {
      replacement = table[0xc0 | (code >> 6)]! + table[0x80 | (code & 0x3f)]!;
    } else if (code < 0xd800 || code > 0xdfff) {
      replacement = table[0xe0 | (code >> 12)]! + table[0x80 | ((code >> 6) & 0x3f)]! + table[0x80 | (code & 0x3f)]!;
    } else {
      // The first half of a pair: the strings of a list are well-formed.
      replacement = encodeURIComponent(text.slice(index, index + 2));
    }
    encoded += index === start ? replacement : text.slice(start, index) + replacement;
    if (code >= 0xd800 && code <= 0xdbff) index++;
    start = index + 1;
  }
  return start === 0 ? text : start === length ? encoded : encoded + text.slice(start);
}

function serialize(list: string[]): string {
  let text = "";
  for (let index = 0; index < list.length; index += 2) {
    text += `${index === 0 ? "" : "&"}${encode(list[index]!)}=${encode(list[index + 1]!)}`;
  }
  return text;
}

/** The URL of a list: `changed` is called with the new serialization. */
interface Owner {
  changed(query: string): void;
}

/** The list of a URL with this query (without its question mark). */
export let makeForUrl: (query: string, owner: Owner) => URLSearchParams;
/** Replaces the content of the list because the URL's query changed. */
export let refill: (params: URLSearchParams, query: string) => void;
let listOf: (params: unknown) => string[] | undefined;
let textOf: (params: URLSearchParams) => string;

/** The pairs of names and values of a query, in order. */
export class URLSearchParams {
  #list: string[] = [];
  #owner: Owner | undefined = undefined;
  /** The serialization, until a change. */
  #text: string | undefined = undefined;

  constructor(init: unknown = undefined) {
    if (init === undefined) return;
    if ((typeof init === "object" && init !== null) || typeof init === "function") {
      this.#list = listFromObject(init);
      return;
    }
    const text = toWellFormedText(init);
    this.#list = parsePairs(text.startsWith("?") ? text.slice(1) : text);
  }

  static {
    makeForUrl = (query, owner) => {
      const params = new URLSearchParams();
      params.#list = parsePairs(query);
      params.#owner = owner;
      return params;
    };
    refill = (params, query) => {
      params.#list = parsePairs(query);
      params.#text = undefined;
    };
    textOf = (params) => (params.#text ??= serialize(params.#list));
    listOf = (params) =>
      typeof params === "object" && params !== null && #list in params ? (params as URLSearchParams).#list : undefined;
  }

  #changed(): void {
    this.#text = undefined;
    if (this.#owner !== undefined) this.#owner.changed(textOf(this));
  }

  /** The number of pairs. */
  get size(): number {
    return checkedList(this).length / 2;
  }

  /** Adds a pair at the end. */
  append(name: unknown, value: unknown): void {
    const list = checkedList(this);
    if (arguments.length < 2) throw new errors.ERR_MISSING_ARGS("name", "value");
    list.push(toWellFormedText(name), toWellFormedText(value));
    this.#changed();
  }

  /** Removes the pairs with this name, or with this name and value. */
  delete(name: unknown, value: unknown = undefined): void {
    checkedList(this);
    if (arguments.length < 1) throw new errors.ERR_MISSING_ARGS("name");
    const wantedName = toWellFormedText(name);
    const wantedValue = value === undefined ? undefined : toWellFormedText(value);
    removePairs(this.#list, 0, wantedName, wantedValue);
    this.#changed();
  }

  /** The first value of the name; null when there is none. */
  get(name: unknown): string | null {
    const list = checkedList(this);
    if (arguments.length < 1) throw new errors.ERR_MISSING_ARGS("name");
    const wanted = toWellFormedText(name);
    for (let index = 0; index < list.length; index += 2) {
      if (list[index] === wanted) return list[index + 1]!;
    }
    return null;
  }

  /** All values of the name. */
  getAll(name: unknown): string[] {
    const list = checkedList(this);
    if (arguments.length < 1) throw new errors.ERR_MISSING_ARGS("name");
    const wanted = toWellFormedText(name);
    const values: string[] = [];
    for (let index = 0; index < list.length; index += 2) if (list[index] === wanted) values.push(list[index + 1]!);
    return values;
  }

  /** Whether there is a pair with this name, or with this name and value. */
  has(name: unknown, value: unknown = undefined): boolean {
    const list = checkedList(this);
    if (arguments.length < 1) throw new errors.ERR_MISSING_ARGS("name");
    const wantedName = toWellFormedText(name);
    const wantedValue = value === undefined ? undefined : toWellFormedText(value);
    for (let index = 0; index < list.length; index += 2) {
      if (list[index] === wantedName && (wantedValue === undefined || list[index + 1] === wantedValue)) return true;
    }
    return false;
  }

  /** Sets the value of the first pair with this name and removes the others, or adds a pair. */
  set(name: unknown, value: unknown): void {
    checkedList(this);
    if (arguments.length < 2) throw new errors.ERR_MISSING_ARGS("name", "value");
    const wanted = toWellFormedText(name);
    const text = toWellFormedText(value);
    // The conversions may have run code of the program, which changed the list.
    const list = this.#list;
    let index = 0;
    while (index < list.length && list[index] !== wanted) index += 2;
    if (index === list.length) {
      list.push(wanted, text);
    } else {
      list[index + 1] = text;
      removePairs(list, index + 2, wanted, undefined);
    }
    this.#changed();
  }

  /** Sorts the pairs by name, in UTF-16 units; the sort is stable. */
  sort(): void {
    const list = checkedList(this);
    const pairs: [string, string][] = [];
    for (let index = 0; index < list.length; index += 2) pairs.push([list[index]!, list[index + 1]!]);
    pairs.sort((left, right) => (left[0] < right[0] ? -1 : left[0] > right[0] ? 1 : 0));
    this.#list = pairs.flat();
    this.#changed();
  }

  entries(): unknown {
    checkedList(this);
    return makeIterator(this, "entries");
  }

  /** Calls `callback(value, name, params)` for each pair, also for those that it adds. */
  forEach(callback: unknown, thisArgument: unknown = undefined): void {
    checkedList(this);
    validators.validateFunction(callback, "callback");
    for (let index = 0; index < this.#list.length; index += 2) {
      callback.call(thisArgument, this.#list[index + 1], this.#list[index], this);
    }
  }

  keys(): unknown {
    checkedList(this);
    return makeIterator(this, "keys");
  }

  values(): unknown {
    checkedList(this);
    return makeIterator(this, "values");
  }

  /** The query, without a question mark. */
  toString(): string {
    checkedList(this);
    return textOf(this);
  }

  [kInspect](depth: number | null | undefined, context: InspectContext): string {
    const list = checkedList(this);
    if (typeof depth === "number" && depth < 0) return context.stylize("[Object]", "special");
    const inner = { ...context, depth: depth === null || depth === undefined ? depth : depth - 1 };
    const parts: string[] = [];
    for (let index = 0; index < list.length; index += 2) {
      parts.push(`${inspecting.inspect(list[index], inner)} => ${inspecting.inspect(list[index + 1], inner)}`);
    }
    return listing(this.constructor.name, parts, context);
  }
}

/** The options of `inspect` that are read here. */
interface InspectContext {
  breakLength: number;
  stylize(text: string, style: string): string;
}

/** The output for lists and iterators: on one line when it is not too long. */
function listing(name: string, parts: string[], context: InspectContext): string {
  if (parts.length === 0) return `${name} {}`;
  const length = parts.reduce((sum, part) => sum + part.replace(/\x1b\[\d+m/g, "").length + 2, -2);
  if (length > context.breakLength) return `${name} {\n  ${parts.join(",\n  ")} }`;
  return `${name} { ${parts.join(", ")} }`;
}

/** Removes the pairs from an index on that have this name, and this value unless it is undefined. */
function removePairs(list: string[], from: number, name: string, value: string | undefined): void {
  let length = from;
  for (let index = from; index < list.length; index += 2) {
    if (list[index] === name && (value === undefined || list[index + 1] === value)) continue;
    if (length < index) {
      list[length] = list[index]!;
      list[length + 1] = list[index + 1]!;
    }
    length += 2;
  }
  list.length = length;
}

function checkedList(params: unknown): string[] {
  const list = listOf(params);
  if (list === undefined) throw new errors.ERR_INVALID_THIS("URLSearchParams");
  return list;
}

function listFromObject(init: object): string[] {
  const iterate: unknown = (init as Partial<Iterable<unknown>>)[Symbol.iterator];
  const own = listOf(init);
  if (own !== undefined && iterate === URLSearchParams.prototype[Symbol.iterator as never]) return own.slice();
  const list: string[] = [];
  if (iterate !== null && iterate !== undefined) {
    if (typeof iterate !== "function") throw new errors.ERR_ARG_NOT_ITERABLE("Query pairs");
    for (const pair of init as Iterable<unknown>) addPair(list, pair);
    return list;
  }
  let isReplaced = false;
  for (const key of Reflect.ownKeys(init)) {
    const property = Reflect.getOwnPropertyDescriptor(init, key);
    if (property === undefined || !property.enumerable) continue;
    const name = toWellFormedText(key);
    const value = toWellFormedText((init as Record<PropertyKey, unknown>)[key]);
    // Two keys can be equal after their lone surrogates are replaced; the later value wins.
    isReplaced ||= name !== key;
    const index = isReplaced ? list.findIndex((text, at) => at % 2 === 0 && text === name) : -1;
    if (index === -1) list.push(name, value);
    else list[index + 1] = value;
  }
  return list;
}

function addPair(list: string[], pair: unknown): void {
  if (Array.isArray(pair) && pair.length === 2 && pair[Symbol.iterator] === valuesOfArray) {
    list.push(toWellFormedText(pair[0]), toWellFormedText(pair[1]));
    return;
  }
  const isIterable =
    pair !== null &&
    pair !== undefined &&
    (typeof pair === "object" || typeof pair === "function") &&
    typeof (pair as Iterable<unknown>)[Symbol.iterator] === "function";
  const items: unknown[] = isIterable ? [...(pair as Iterable<unknown>)] : [];
  if (items.length !== 2) throw new errors.ERR_INVALID_TUPLE("Each query pair", "[name, value]");
  list.push(toWellFormedText(items[0]), toWellFormedText(items[1]));
}

const valuesOfArray = Array.prototype.values;

/** How an iterator reads the list. */
type Kind = "entries" | "keys" | "values";

function itemAt(list: string[], index: number, kind: Kind): unknown {
  return kind === "keys" ? list[index] : kind === "values" ? list[index + 1] : [list[index], list[index + 1]];
}

class PairIterator {
  #params: URLSearchParams;
  #kind: Kind;
  #index = 0;

  constructor(params: URLSearchParams, kind: Kind) {
    this.#params = params;
    this.#kind = kind;
  }

  next(): IteratorResult<unknown> {
    checkIterator(this);
    const list = listOf(this.#params)!;
    const index = this.#index;
    if (index >= list.length) return { done: true, value: undefined };
    this.#index = index + 2;
    return { done: false, value: itemAt(list, index, this.#kind) };
  }

  [kInspect](depth: number | null | undefined, context: InspectContext): string {
    if (typeof depth === "number" && depth < 0) return context.stylize("[Object]", "special");
    checkIterator(this);
    const list = listOf(this.#params)!;
    const inner = { ...context, depth: depth === null || depth === undefined ? depth : depth - 1 };
    const parts: string[] = [];
    for (let index = this.#index; index < list.length; index += 2)
      parts.push(inspecting.inspect(itemAt(list, index, this.#kind), inner));
    // Node prints an iterator at its end with two spaces.
    return parts.length === 0 ? "URLSearchParams Iterator {  }" : listing("URLSearchParams Iterator", parts, context);
  }

  static isIterator(value: unknown): value is PairIterator {
    return typeof value === "object" && value !== null && #params in value;
  }
}
const { isIterator } = PairIterator;

function checkIterator(value: unknown): void {
  if (!isIterator(value)) throw new errors.ERR_INVALID_THIS("URLSearchParamsIterator");
}

const iteratorPrototype = PairIterator.prototype;
Reflect.deleteProperty(iteratorPrototype, "constructor");
Object.setPrototypeOf(iteratorPrototype, Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())));
Object.defineProperties(iteratorPrototype, {
  next: { enumerable: true },
  [Symbol.toStringTag]: { value: "URLSearchParams Iterator", configurable: true },
});

function makeIterator(params: URLSearchParams, kind: Kind): unknown {
  return new PairIterator(params, kind);
}

for (const key of Object.getOwnPropertyNames(URLSearchParams.prototype)) {
  if (key !== "constructor") Object.defineProperty(URLSearchParams.prototype, key, { enumerable: true });
}
Object.defineProperties(URLSearchParams.prototype, {
  [Symbol.iterator]: { configurable: true, writable: true, value: URLSearchParams.prototype.entries },
  [Symbol.toStringTag]: { configurable: true, value: "URLSearchParams" },
});
extendForHome("URLSearchParams", URLSearchParams);
