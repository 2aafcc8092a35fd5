// Headers (https://fetch.spec.whatwg.org/#headers-class). The list may be created lazily: `headersFromRaw` reads from its
// provider when the object is used.
import { HeaderList, normalizeName, normalizeValue } from "internal:web/fetch/header_list";
import { findRecord, storeRecord } from "internal:web/fetch/header_record_cache";
import { type InspectOptions, exposeInterface, illegalInvocation, requireArguments } from "internal:web/web_interface";
import { isObject, toByteString } from "internal:core/webidl";
import { defineIterable } from "internal:web/webidl_iterable";
import { kClone } from "internal:web/clone/protocol";
import defer * as homeErrors from "internal:web/fetch/home_errors";
import defer * as inspecting from "internal:core/util/inspect";
import { home } from "internal:core/program";
import { extendForHome } from "internal:web/home_extensions";

const kInspect = Symbol.for("nodejs.util.inspect.custom");
const kCreate = Symbol("create");

/** The provider of a received message's headers. */
export interface RawHeaders {
  /** Names and values as received: `[name, value, …]`; called once. */
  headers(): readonly string[];
  /** The joined value of one header by its lower-case name, without creating the list. Optional. */
  header?(lowerName: string): string | null;
}

/** Whether `value` is a Headers object of ours. */
export let isHeaders: (value: unknown) => value is Headers;
/** The list of a Headers object, created now if necessary. */
export let headerListOf: (headers: Headers) => HeaderList;
/** A Headers object over a list; "immutable" ones refuse changes. */
export let headersFromList: (list: HeaderList, guard?: Guard) => Headers;
/** A Headers object whose headers are read when it is used. */
export let headersFromRaw: (raw: RawHeaders, guard?: Guard) => Headers;

export type Guard = "none" | "request" | "response" | "immutable";

export class Headers {
  #list: HeaderList | null = null;
  #raw: RawHeaders | null = null;
  #immutable = false;
  #sorted: string[] | null = null;
  declare [Symbol.iterator]: () => IterableIterator<[string, string]>;

  constructor(init: unknown = undefined, internal: HeaderList | RawHeaders | undefined = undefined) {
    if (init === undefined) return;
    if (init === kCreate) {
      if (internal instanceof HeaderList) this.#list = internal;
      else this.#raw = internal!;
      return;
    }
    this.#list = parseHeadersInit(init, "Headers constructor");
  }

  static {
    isHeaders = (value): value is Headers => typeof value === "object" && value !== null && #list in value;
    headerListOf = (headers) => headers.#load();
    headersFromList = (list, guard = "none") => {
      const headers = new Headers(kCreate, list);
      headers.#immutable = guard === "immutable";
      return headers;
    };
    headersFromRaw = (raw, guard = "none") => {
      const headers = new Headers(kCreate, raw);
      headers.#immutable = guard === "immutable";
      return headers;
    };
  }

  #load(): HeaderList {
    if (this.#list !== null) return this.#list;
    const list = (this.#list = new HeaderList());
    if (this.#raw !== null) {
      const received = this.#raw.headers();
      for (let index = 0; index < received.length; index += 2) {
        const spelling = received[index]!;
        list.push(normalizeName(spelling) ?? spelling.toLowerCase(), received[index + 1]!, spelling);
      }
      this.#raw = null;
    }
    return list;
  }

  /** The list, for a change. Throws a TypeError for immutable headers. */
  #loadForChange(): HeaderList {
    if (this.#immutable) throw new TypeError("immutable");
    this.#sorted = null;
    return this.#load();
  }

  append(name: string, value: string): void {
    if (!isHeaders(this)) throw illegalInvocation();
    requireArguments(arguments.length, 2, "Headers.append");
    const spelling = toByteString(name, "Headers.append", "name");
    const text = toByteString(value, "Headers.append", "value");
    const trimmed = checkedValue(text, "Headers.append", spelling);
    const lower = checkedName(spelling, "Headers.append");
    this.#loadForChange().push(lower, trimmed, spelling);
  }

  delete(name: string): void {
    if (!isHeaders(this)) throw illegalInvocation();
    requireArguments(arguments.length, 1, "Headers.delete");
    const lower = checkedName(toByteString(name, "Headers.delete", "name"), "Headers.delete");
    this.#loadForChange().delete(lower);
  }

  /** The values of `name` joined with ", ", or null. */
  get(name: string): string | null {
    if (!isHeaders(this)) throw illegalInvocation();
    requireArguments(arguments.length, 1, "Headers.get");
    const lower = checkedName(toByteString(name, "Headers.get", "name"), "Headers.get");
    if (this.#list === null && this.#raw?.header !== undefined) return this.#raw.header(lower);
    return this.#load().get(lower);
  }

  has(name: string): boolean {
    if (!isHeaders(this)) throw illegalInvocation();
    requireArguments(arguments.length, 1, "Headers.has");
    const lower = checkedName(toByteString(name, "Headers.has", "name"), "Headers.has");
    if (this.#list === null && this.#raw?.header !== undefined) return this.#raw.header(lower) !== null;
    return this.#load().has(lower);
  }

  set(name: string, value: string): void {
    if (!isHeaders(this)) throw illegalInvocation();
    requireArguments(arguments.length, 2, "Headers.set");
    const spelling = toByteString(name, "Headers.set", "name");
    const text = toByteString(value, "Headers.set", "value");
    const trimmed = checkedValue(text, "Headers.set", spelling);
    const lower = checkedName(spelling, "Headers.set");
    this.#loadForChange().set(lower, trimmed, spelling);
  }

  /** The values of all Set-Cookie headers. */
  getSetCookie(): string[] {
    if (!isHeaders(this)) throw illegalInvocation();
    return this.#load().getAll("set-cookie");
  }

  static pairsOf(headers: unknown): readonly string[] {
    if (!isHeaders(headers)) throw illegalInvocation();
    return (headers.#sorted ??= headers.#load().sortAndCombine());
  }

  [kInspect](depth: number, options: InspectOptions): string {
    const nested = { ...options, depth: options?.depth ?? depth };
    const shown = home() === "deno" ? Object.fromEntries(this) : this.#load().toObject();
    return `Headers ${inspecting.inspect(shown, nested)}`;
  }
}
const { pairsOf } = Headers;
delete (Headers as Partial<typeof Headers>).pairsOf;
Object.defineProperty(Headers, "length", { value: 0, configurable: true });
exposeInterface(Headers, "Headers", ["append", "delete", "get", "has", "set", "getSetCookie"]);
defineIterable(Headers, "Headers", pairsOf);
Object.defineProperty(Headers.prototype, kClone, { value: null });

function checkedName(name: string, prefix: string): string {
  const lower = normalizeName(name);
  if (lower === null)
    throw homeErrors.errorOfHome("header-name", new TypeError(`${prefix}: "${name}" is an invalid header name.`), name);
  return lower;
}

function checkedValue(value: string, prefix: string, name: string): string {
  const normalized = normalizeValue(value);
  if (normalized === null)
    throw homeErrors.errorOfHome(
      "header-value",
      new TypeError(`${prefix}: "${value.trim()}" is an invalid header value.`),
      value.trim(),
      name,
    );
  return normalized;
}

/** Reads a HeadersInit: Headers, pairs or a record. Throws a TypeError for other values and for invalid names and values. */
export function parseHeadersInit(init: unknown, prefix: string): HeaderList {
  const list = parseSharedHeadersInit(init, prefix);
  return list.isShared ? list.clone() : list;
}

/** Like `parseHeadersInit`; the list may be shared (`HeaderList.isShared`): then it must not be changed. */
export function parseSharedHeadersInit(init: unknown, prefix: string): HeaderList {
  if (!isObject(init)) {
    throw new TypeError(
      `${prefix}: Argument 1 could not be converted to one of: sequence<sequence<ByteString>>, record<ByteString, ByteString>.`,
    );
  }
  if (isHeaders(init) && init[Symbol.iterator] === Headers.prototype[Symbol.iterator])
    return headerListOf(init).clone();
  const method = (init as { [Symbol.iterator]?: unknown })[Symbol.iterator];
  if (method === undefined || method === null) return readRecord(init as Record<string, unknown>, prefix);
  const list = new HeaderList();
  readPairs(list, init, method, prefix);
  return list;
}

// record<ByteString, ByteString>: own enumerable keys in order; a symbol among them cannot become a ByteString.
function readRecord(init: Record<string, unknown>, prefix: string): HeaderList {
  const keys = Object.keys(init);
  const found = findRecord(init, keys);
  const list = found instanceof HeaderList ? found : new HeaderList();
  if (found !== list) {
    const values = found as unknown[];
    for (let index = 0; index < keys.length; index++) {
      const spelling = keys[index]!;
      if (index === values.length) values.push(init[spelling]);
      const key = isHeaderName(spelling) ? spelling : toByteString(spelling, prefix, "init key");
      add(list, key, toByteString(values[index], prefix, `init["${key}"]`));
    }
    storeRecord(keys, values, list);
  }
  for (const symbol of Object.getOwnPropertySymbols(init)) {
    if (Object.prototype.propertyIsEnumerable.call(init, symbol)) toByteString(symbol, prefix, "init key");
  }
  return list;
}

function isHeaderName(name: string): boolean {
  return normalizeName(name) !== null;
}

function add(list: HeaderList, spelling: string, value: string): void {
  const trimmed = checkedValue(value, "Headers.append", spelling);
  list.push(checkedName(spelling, "Headers.append"), trimmed, spelling);
}

function readPairs(list: HeaderList, init: unknown, method: unknown, prefix: string): void {
  if (typeof method !== "function") throw new TypeError(`${prefix}: init is not iterable.`);
  // The engine iterates over arrays without calls, unless the program changed how.
  const entries = Array.isArray(init)
    ? (init as unknown[])
    : ({ [Symbol.iterator]: () => method.call(init) } as Iterable<unknown>);
  const pairs: string[][] = [];
  let index = 0;
  for (const entry of entries) {
    if (!isObject(entry) || typeof (entry as Iterable<unknown>)[Symbol.iterator] !== "function") {
      throw new TypeError(`${prefix}: init[${index}] (${String(entry)}) is not iterable.`);
    }
    pairs.push(readPair(entry as Iterable<unknown>, prefix, index));
    index++;
  }
  for (const pair of pairs) {
    if (pair.length !== 2)
      throw new TypeError(`${prefix}: expected name/value pair to be length 2, found ${pair.length}.`);
    add(list, pair[0]!, pair[1]!);
  }
}

function readPair(entry: Iterable<unknown>, prefix: string, index: number): string[] {
  const pair: string[] = [];
  for (const item of entry)
    pair.push(typeof item === "string" && isHeaderName(item) ? item : toByteString(item, prefix, `init[${index}]`));
  return pair;
}
extendForHome("Headers", Headers);
