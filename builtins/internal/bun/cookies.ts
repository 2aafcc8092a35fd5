// `Bun.Cookie` and `Bun.CookieMap` (https://bun.com/docs/runtime/cookies), after RFC 6265bis.

const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** Characters of a value that are written as they are (RFC 6265 §4.1.1); all others are percent-encoded. */
const PLAIN_VALUE = /[!#$&'()*+\-./0-9:<=>?@A-Z[\]^_`a-z{|}~]/;
const SAME_SITE: Record<string, string> = { strict: "Strict", lax: "Lax", none: "None" };
const LONG_AGO = new Date(0);

interface CookieOptions {
  name?: string;
  value?: string;
  domain?: string;
  path?: string;
  expires?: Date | number | string;
  maxAge?: number;
  secure?: boolean;
  httpOnly?: boolean;
  partitioned?: boolean;
  sameSite?: string;
}

function encodeValue(value: string): string {
  let text = "";
  for (const character of value)
    text += PLAIN_VALUE.test(character) && character !== "%" ? character : encodeURIComponent(character);
  return text;
}

function decodeValue(text: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function dateOf(value: unknown): Date | undefined {
  if (value === undefined || value === null) return undefined;
  const date =
    value instanceof Date ? value : typeof value === "number" ? new Date(value * 1000) : new Date(`${value as string}`);
  if (Number.isNaN(date.getTime())) throw new TypeError("Invalid cookie expiration date");
  return date;
}

/** `Bun.Cookie`. */
export class Cookie {
  #name: string;
  value: string;
  domain: string | undefined;
  path: string;
  expires: Date | undefined;
  maxAge: number | undefined;
  secure: boolean;
  httpOnly: boolean;
  partitioned: boolean;
  #sameSite: string;

  /** `(name, value, options)`, `(options)`, or the value of a `Set-Cookie` header. Throws a TypeError for an invalid name. */
  constructor(first: string | CookieOptions, value?: string, options: CookieOptions = {}) {
    const given: CookieOptions =
      typeof first === "object" ? first : value === undefined ? readHeader(first) : { ...options, name: first, value };
    if (typeof given.name !== "string" || !NAME.test(given.name))
      throw new TypeError("Invalid cookie name: contains invalid characters");
    const sameSite = `${given.sameSite ?? "lax"}`.toLowerCase();
    if (SAME_SITE[sameSite] === undefined)
      throw new TypeError("Invalid sameSite value. Must be 'strict', 'lax', or 'none'");
    if (/[;\x00-\x1f\x7f]/.test(`${given.path ?? ""}`))
      throw new TypeError("Invalid cookie path: contains invalid characters");
    if (/[;\s\x00-\x1f\x7f]/.test(`${given.domain ?? ""}`))
      throw new TypeError("Invalid cookie domain: contains invalid characters");
    this.#name = given.name;
    this.value = `${given.value ?? ""}`;
    this.domain = given.domain || undefined;
    this.path = given.path ?? "/";
    this.expires = dateOf(given.expires);
    this.maxAge = given.maxAge;
    this.secure = Boolean(given.secure);
    this.httpOnly = Boolean(given.httpOnly);
    this.partitioned = Boolean(given.partitioned);
    this.#sameSite = sameSite;
  }

  get name(): string {
    return this.#name;
  }
  get sameSite(): string {
    return this.#sameSite;
  }
  set sameSite(value: string) {
    const lower = `${value}`.toLowerCase();
    if (SAME_SITE[lower] === undefined)
      throw new TypeError("Invalid sameSite value. Must be 'strict', 'lax', or 'none'");
    this.#sameSite = lower;
  }

  /** Whether a browser would have discarded it. */
  isExpired(): boolean {
    if (this.maxAge !== undefined) return this.maxAge <= 0;
    return this.expires !== undefined && this.expires.getTime() <= Date.now();
  }

  /** The value of a `Set-Cookie` header. */
  toString(): string {
    let text = `${this.#name}=${encodeValue(this.value)}`;
    if (this.domain !== undefined) text += `; Domain=${this.domain}`;
    if (this.path !== "") text += `; Path=${this.path}`;
    if (this.expires !== undefined) text += `; Expires=${this.expires.toUTCString()}`;
    if (this.maxAge !== undefined) text += `; Max-Age=${this.maxAge}`;
    if (this.secure) text += "; Secure";
    if (this.httpOnly) text += "; HttpOnly";
    if (this.partitioned) text += "; Partitioned";
    return `${text}; SameSite=${SAME_SITE[this.#sameSite]}`;
  }
  serialize(): string {
    return this.toString();
  }

  toJSON(): object {
    return {
      name: this.#name,
      value: this.value,
      domain: this.domain,
      path: this.path,
      expires: this.expires,
      maxAge: this.maxAge,
      secure: this.secure,
      sameSite: this.#sameSite,
      httpOnly: this.httpOnly,
      partitioned: this.partitioned,
    };
  }

  /** Parses the value of a `Set-Cookie` header. */
  static parse(text: string): Cookie {
    return new Cookie(readHeader(`${text}`));
  }
  static from(name: string, value: string, options?: CookieOptions): Cookie {
    return new Cookie(name, value, options);
  }
}

// RFC 6265 §5.2. Unknown and malformed attributes are skipped.
function readHeader(text: string): CookieOptions {
  const [pair = "", ...attributes] = text.split(";");
  const split = pair.indexOf("=");
  if (split <= 0) throw new TypeError("Invalid cookie string: no name-value pair found");
  const options: CookieOptions = {
    name: pair.slice(0, split).trim(),
    value: decodeValue(pair.slice(split + 1).trim()),
  };
  for (const attribute of attributes) {
    const at = attribute.indexOf("=");
    const name = (at === -1 ? attribute : attribute.slice(0, at)).trim().toLowerCase();
    const value = at === -1 ? "" : attribute.slice(at + 1).trim();
    if (name === "domain" && value !== "") options.domain = value.toLowerCase().replace(/^\./, "");
    else if (name === "path" && value.startsWith("/")) options.path = value;
    else if (name === "expires" && !Number.isNaN(Date.parse(value))) options.expires = new Date(value);
    else if (name === "max-age" && /^-?\d+$/.test(value)) options.maxAge = Number(value);
    else if (name === "secure") options.secure = true;
    else if (name === "httponly") options.httpOnly = true;
    else if (name === "partitioned") options.partitioned = true;
    else if (name === "samesite" && SAME_SITE[value.toLowerCase()] !== undefined)
      options.sameSite = value.toLowerCase();
  }
  return options;
}

const PLAIN = { enumerable: true, configurable: true, writable: true };

/** `Bun.CookieMap`: the cookies of a request, and the changes that its response sends. */
export class CookieMap {
  /** As they were received: of several with one name the first counts, which has the most specific path (RFC 6265 §5.4). */
  #received: [string, string][] = [];
  /** By name; deleted cookies that have a path, by name and path. */
  #changes = new Map<string, { cookie: Cookie; isDeletion: boolean }>();

  /** From a `Cookie` header, pairs, or an object. */
  constructor(init: string | Iterable<[string, string]> | Record<string, string> = "") {
    if (typeof init === "string") this.#read(init);
    else if (typeof (init as { [Symbol.iterator]?: unknown })[Symbol.iterator] === "function")
      for (const [name, value] of init as Iterable<[string, string]>) this.#received.push([`${name}`, `${value}`]);
    else for (const name of Object.keys(init)) this.#received.push([name, `${(init as Record<string, string>)[name]}`]);
  }

  #read(header: string): void {
    for (let start = 0; start < header.length;) {
      const next = header.indexOf(";", start);
      const end = next === -1 ? header.length : next;
      const split = header.indexOf("=", start);
      if (split > start && split < end)
        this.#received.push([header.slice(start, split).trim(), decodeValue(header.slice(split + 1, end).trim())]);
      start = end + 1;
    }
  }

  get size(): number {
    return [...this.entries()].length;
  }
  get(name: string): string | null {
    const change = this.#changes.get(name);
    if (change !== undefined) return change.isDeletion ? null : change.cookie.value;
    const received = this.#received;
    for (let index = 0; index < received.length; index++) if (received[index]![0] === name) return received[index]![1];
    return null;
  }
  has(name: string): boolean {
    return this.get(name) !== null;
  }

  /** `(name, value, options)`, a cookie, or the options of one. */
  set(first: string | CookieOptions, value?: string, options?: CookieOptions): void {
    const cookie =
      first instanceof Cookie
        ? first
        : typeof first === "string"
          ? new Cookie(first, value ?? "", options)
          : new Cookie(first);
    this.#forget(cookie.name);
    this.#changes.set(cookie.name, { cookie, isDeletion: false });
  }

  /** Deletes a cookie, at `path` and `domain` if they are given. */
  delete(
    first: string | { name: string; domain?: string; path?: string },
    options: { domain?: string; path?: string } = {},
  ): void {
    const { name, domain, path } = typeof first === "string" ? { ...options, name: first } : first;
    this.#forget(name);
    this.#changes.set(name, {
      cookie: new Cookie(name, "", { domain, path, expires: LONG_AGO } as CookieOptions),
      isDeletion: true,
    });
  }

  #forget(name: string): void {
    this.#received = this.#received.filter(([received]) => received !== name);
  }

  /** The values of `Set-Cookie` headers that send the changes. */
  toSetCookieHeaders(): string[] {
    return [...this.#changes.values()].map(({ cookie }) => cookie.toString());
  }
  toJSON(): Record<string, string> {
    const object: Record<string, string> = {};
    for (const [name, value] of this.entries())
      if (!Object.hasOwn(object, name)) Object.defineProperty(object, name, { ...PLAIN, value });
    return object;
  }

  *entries(): IterableIterator<[string, string]> {
    for (const [name, { cookie, isDeletion }] of this.#changes) if (!isDeletion) yield [name, cookie.value];
    yield* this.#received.map(([name, value]): [string, string] => [name, value]);
  }
  *keys(): IterableIterator<string> {
    for (const [name] of this.entries()) yield name;
  }
  *values(): IterableIterator<string> {
    for (const [, value] of this.entries()) yield value;
  }
  forEach(callback: (value: string, name: string, map: CookieMap) => void): void {
    for (const [name, value] of this.entries()) callback(value, name, this);
  }
  [Symbol.iterator](): IterableIterator<[string, string]> {
    return this.entries();
  }
}
