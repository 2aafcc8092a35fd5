// URL (URL Standard §6). The native parser returns the serialization and the positions of its parts, which are sliced when read.
import defer * as errors from "internal:core/errors";
import { toText } from "internal:core/util/text";
import { URLSearchParams, makeForUrl, refill } from "web:url_search_params";
import { isUsual, parseUsual } from "internal:web/usual_url";
import { home } from "internal:core/program";
import * as native from "native:url";
import { UrlComponent, UrlPart, UrlPosition, UrlScheme } from "native:url";
import defer * as relative from "internal:web/relative_url";
import defer * as blob from "web:blob";
import defer * as inspecting from "internal:core/util/inspect";
import type { InspectOptions } from "internal:web/web_interface";

const kInspect = Symbol.for("nodejs.util.inspect.custom");

// The native parser writes the positions here; each URL copies them at once.
const partMemory = new ArrayBuffer(36);
const parts = new Uint32Array(partMemory);
const partBytes = new Uint8Array(partMemory);
/** Second argument of the constructor when `parts` is filled and the input is the serialization. */
const kParsed: unique symbol = Symbol("parsed");

/** Whether the value is an instance by its private fields, whatever its prototype. */
export let isURL: (value: unknown) => value is URL;

// Node's native parser throws it: with the code as a property, but not in its message. Deno's message has all details.
function invalidUrl(input: string, base: string | null): TypeError {
  if (home() === "deno") return new TypeError(`Invalid URL: '${input}'${base === null ? "" : ` with base '${base}'`}`);
  const error: TypeError & { code?: string; input?: string; base?: string } = new TypeError("Invalid URL");
  error.code = "ERR_INVALID_URL";
  error.input = input;
  if (base !== null) error.base = base;
  return error;
}

/** The serialization, with the positions in `parts`; null for an invalid URL. */
function parseWithBase(text: string, base: string | null): string | null {
  const href = base === null ? parseUsual(text, parts) : relative.resolvePlain(text, base, parts);
  return href ?? native.parse(text, base, partBytes);
}

const kContext = Symbol("context");

/** What `inspect` shows of a URL's positions with `showHidden`, with Node's names. */
class URLContext {
  readonly href: string;
  readonly protocol_end: number;
  readonly username_end: number;
  readonly host_start: number;
  readonly host_end: number;
  readonly pathname_start: number;
  readonly search_start: number;
  readonly hash_start: number;
  readonly port: number;
  readonly scheme_type: number;
  constructor(href: string, positions: readonly number[]) {
    this.href = href;
    this.protocol_end = positions[0]!;
    this.username_end = positions[1]!;
    this.host_start = positions[2]!;
    this.host_end = positions[3]!;
    this.pathname_start = positions[4]!;
    this.search_start = positions[5]!;
    this.hash_start = positions[6]!;
    this.port = positions[7]!;
    this.scheme_type = positions[8]!;
  }
  get hasPort(): boolean {
    return this.port !== UrlPosition.OMITTED;
  }
  get hasSearch(): boolean {
    return this.search_start !== UrlPosition.OMITTED;
  }
  get hasHash(): boolean {
    return this.hash_start !== UrlPosition.OMITTED;
  }
}

/** A parsed URL. */
export class URL {
  #href = "";
  #protocolEnd = 0;
  #usernameEnd = 0;
  #hostStart = 0;
  #hostEnd = 0;
  #port: number = UrlPosition.OMITTED;
  #pathnameStart = 0;
  #searchStart: number = UrlPosition.OMITTED;
  #hashStart: number = UrlPosition.OMITTED;
  #scheme: number = UrlScheme.OTHER;
  #searchParams: URLSearchParams | undefined = undefined;

  constructor(input: unknown, base: unknown = undefined) {
    if (base === kParsed) {
      this.#assign(input as string);
      return;
    }
    if (arguments.length === 0) throw new errors.ERR_MISSING_ARGS("url");
    const text = toText(input);
    const baseText = base === undefined ? null : toText(base);
    const href = parseWithBase(text, baseText);
    if (href === null) throw invalidUrl(text, baseText);
    this.#assign(href);
  }

  /** Sets the serialization and the positions in `parts`. */
  #assign(href: string): void {
    this.#href = href;
    this.#protocolEnd = parts[UrlPart.PROTOCOL_END]!;
    this.#usernameEnd = parts[UrlPart.USERNAME_END]!;
    this.#hostStart = parts[UrlPart.HOST_START]!;
    this.#hostEnd = parts[UrlPart.HOST_END]!;
    this.#port = parts[UrlPart.PORT]!;
    this.#pathnameStart = parts[UrlPart.PATHNAME_START]!;
    this.#searchStart = parts[UrlPart.SEARCH_START]!;
    this.#hashStart = parts[UrlPart.HASH_START]!;
    this.#scheme = parts[UrlPart.SCHEME]!;
  }

  /** Sets a component; an invalid value is ignored. */
  #update(component: UrlComponent, value: unknown): void {
    const href = native.update(this.#href, component, toText(value), partBytes);
    if (href !== null) this.#assign(href);
  }

  /** Sets the query to what a list serialized, whose characters need no encoding. */
  #setQuery(query: string): void {
    // Without a query the spaces at the end of an opaque path are removed.
    if (this.#scheme === UrlScheme.OTHER) {
      this.#update(UrlComponent.SEARCH, query);
      return;
    }
    const href = this.#href;
    const hasHash = this.#hashStart !== UrlPosition.OMITTED;
    const end = hasHash ? this.#hashStart : href.length;
    const start = this.#searchStart === UrlPosition.OMITTED ? end : this.#searchStart;
    const search = query === "" ? "" : `?${query}`;
    this.#href = href.slice(0, start) + search + (hasHash ? href.slice(end) : "");
    this.#searchStart = search === "" ? UrlPosition.OMITTED : start;
    if (hasHash) this.#hashStart = start + search.length;
  }

  static {
    isURL = (value): value is URL => typeof value === "object" && value !== null && #href in value;
  }

  /** The URL, or null when it is invalid. */
  static parse(input: unknown, base: unknown = undefined): URL | null {
    if (arguments.length === 0) throw new errors.ERR_MISSING_ARGS("url");
    const text = toText(input);
    const href = parseWithBase(text, base === undefined ? null : toText(base));
    return href === null ? null : new URL(href, kParsed);
  }

  /** Whether `new URL` would succeed. */
  static canParse(input: unknown, base: unknown = undefined): boolean {
    if (arguments.length === 0) throw new errors.ERR_MISSING_ARGS("url");
    const text = toText(input);
    if (base === undefined && isUsual(text, parts)) return true;
    return native.canParse(text, base === undefined ? null : toText(base));
  }

  /** A `blob:` URL of the Blob, until it is revoked. */
  static createObjectURL(object: unknown): string {
    if (!blob.isBlob(object)) throw new errors.ERR_INVALID_ARG_TYPE("obj", "Blob", object);
    return blob.createObjectURL(object);
  }

  /** Revokes a `blob:` URL. */
  static revokeObjectURL(url: unknown): void {
    if (arguments.length === 0) throw new errors.ERR_MISSING_ARGS("url");
    blob.revokeObjectURL(toText(url));
  }

  toString(): string {
    checkReceiver(this);
    return this.#href;
  }

  get href(): string {
    checkReceiver(this);
    return this.#href;
  }
  /** Throws errors.ERR_INVALID_URL for an invalid URL. */
  set href(value: string) {
    checkMember(this);
    const text = toText(value);
    const href = native.update(this.#href, UrlComponent.HREF, text, partBytes);
    if (href === null) throw home() === "node" ? new errors.ERR_INVALID_URL(text) : invalidUrl(text, null);
    this.#assign(href);
    this.#refillParams();
  }

  /** Scheme, host and port; "null" for a URL whose origin is opaque. */
  get origin(): string {
    checkMember(this);
    if (this.#scheme !== UrlScheme.OTHER)
      return this.#scheme === UrlScheme.FILE ? "null" : `${this.protocol}//${this.host}`;
    if (this.protocol !== "blob:") return "null";
    // §4.7: the origin of a blob URL is that of the URL in its path.
    const inner = URL.parse(this.pathname);
    return inner !== null && (inner.protocol === "http:" || inner.protocol === "https:") ? inner.origin : "null";
  }

  get protocol(): string {
    checkMember(this);
    return this.#href.slice(0, this.#protocolEnd);
  }
  set protocol(value: string) {
    checkMember(this);
    this.#update(UrlComponent.PROTOCOL, value);
  }

  get username(): string {
    checkMember(this);
    const start = this.#protocolEnd + 2;
    return start < this.#usernameEnd ? this.#href.slice(start, this.#usernameEnd) : "";
  }
  set username(value: string) {
    checkMember(this);
    this.#update(UrlComponent.USERNAME, value);
  }

  get password(): string {
    checkMember(this);
    return this.#hostStart > this.#usernameEnd ? this.#href.slice(this.#usernameEnd + 1, this.#hostStart) : "";
  }
  set password(value: string) {
    checkMember(this);
    this.#update(UrlComponent.PASSWORD, value);
  }

  /** The start of the host after the "@" of the credentials. */
  #hostnameStart(): number {
    return this.#hostEnd > this.#hostStart && this.#href[this.#hostStart] === "@"
      ? this.#hostStart + 1
      : this.#hostStart;
  }

  get host(): string {
    checkMember(this);
    const start = this.#hostnameStart();
    // Without a host, the pathname may be preceded by "/.", so that it is not parsed as a host.
    return start === this.#hostEnd ? "" : this.#href.slice(start, this.#pathnameStart);
  }
  set host(value: string) {
    checkMember(this);
    this.#update(UrlComponent.HOST, value);
  }

  get hostname(): string {
    checkMember(this);
    return this.#href.slice(this.#hostnameStart(), this.#hostEnd);
  }
  set hostname(value: string) {
    checkMember(this);
    this.#update(UrlComponent.HOSTNAME, value);
  }

  get port(): string {
    checkMember(this);
    return this.#port === UrlPosition.OMITTED ? "" : `${this.#port}`;
  }
  set port(value: string) {
    checkMember(this);
    this.#update(UrlComponent.PORT, value);
  }

  get pathname(): string {
    checkMember(this);
    const end =
      this.#searchStart !== UrlPosition.OMITTED
        ? this.#searchStart
        : this.#hashStart !== UrlPosition.OMITTED
          ? this.#hashStart
          : this.#href.length;
    return this.#href.slice(this.#pathnameStart, end);
  }
  set pathname(value: string) {
    checkMember(this);
    this.#update(UrlComponent.PATHNAME, value);
  }

  get search(): string {
    checkReceiver(this);
    if (this.#searchStart === UrlPosition.OMITTED) return "";
    const end = this.#hashStart === UrlPosition.OMITTED ? this.#href.length : this.#hashStart;
    return end - this.#searchStart <= 1 ? "" : this.#href.slice(this.#searchStart, end);
  }
  set search(value: string) {
    checkMember(this);
    this.#update(UrlComponent.SEARCH, value);
    this.#refillParams();
  }

  #refillParams(): void {
    if (this.#searchParams !== undefined) refill(this.#searchParams, this.search.slice(1));
  }

  /** The query as a list; a change of one updates the other. */
  get searchParams(): URLSearchParams {
    checkMember(this);
    this.#searchParams ??= makeForUrl(this.search.slice(1), {
      changed: (query) => this.#setQuery(query),
    });
    return this.#searchParams;
  }

  get hash(): string {
    checkMember(this);
    return this.#hashStart === UrlPosition.OMITTED || this.#href.length - this.#hashStart <= 1
      ? ""
      : this.#href.slice(this.#hashStart);
  }
  set hash(value: string) {
    checkMember(this);
    this.#update(UrlComponent.HASH, value);
  }

  toJSON(): string {
    checkReceiver(this);
    return this.#href;
  }

  #context(): URLContext {
    return new URLContext(this.#href, [
      this.#protocolEnd,
      this.#usernameEnd,
      this.#hostStart,
      this.#hostEnd,
      this.#pathnameStart,
      this.#searchStart,
      this.#hashStart,
      this.#port,
      this.#scheme,
    ]);
  }

  [kInspect](depth: number, options: InspectOptions): unknown {
    checkReceiver(this);
    if (typeof depth === "number" && depth < 0) return this;
    const { href, origin, protocol, username, password, host, hostname, port, pathname, search, searchParams, hash } =
      this;
    const shown = {
      href,
      origin,
      protocol,
      username,
      password,
      host,
      hostname,
      port,
      pathname,
      search,
      searchParams,
      hash,
    };
    if (options.showHidden === true) (shown as { [kContext]?: URLContext })[kContext] = this.#context();
    const name = typeof this.constructor === "function" ? this.constructor.name : "URL";
    return `${name} ${inspecting.inspect(shown, options)}`;
  }
}

/** The messages are V8's, as in Node; tests of libraries check them. */
function checkReceiver(value: unknown): void {
  if (!isURL(value)) throw new TypeError("Receiver must be an instance of class URL");
}

function checkMember(value: unknown): void {
  if (!isURL(value)) throw new TypeError("Cannot read private member from an object whose class did not declare it");
}

for (const owner of [URL, URL.prototype]) {
  for (const key of Object.getOwnPropertyNames(owner)) {
    if (key !== "constructor" && key !== "prototype" && key !== "name" && key !== "length")
      Object.defineProperty(owner, key, { enumerable: true });
  }
}
Object.defineProperty(URL.prototype, Symbol.toStringTag, { configurable: true, value: "URL" });

export { URLSearchParams };
