// Deno's `caches`, `CacheStorage` and `Cache`: responses that outlive the program, in a database for each main module. As in
// Deno, options are ignored and a request has one response. https://w3c.github.io/ServiceWorker/#cache-interface
import { pathOfData } from "internal:deno/local_storage";
import { Database } from "internal:node/sqlite/database";
import { onEnd } from "internal:core/process/state";
import { isRequest, Request } from "web:request";
import { isResponse, Response } from "web:response";
import { URL } from "web:url";

const LAYOUT = `
PRAGMA busy_timeout = 3000;
PRAGMA foreign_keys = ON;
CREATE TABLE IF NOT EXISTS caches(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE IF NOT EXISTS responses(cache INTEGER NOT NULL REFERENCES caches(id) ON DELETE CASCADE, url TEXT NOT NULL,
  request TEXT NOT NULL, status INTEGER NOT NULL, status_text TEXT NOT NULL, headers TEXT NOT NULL, body BLOB,
  UNIQUE(cache, url)) STRICT;`;
const PARTIAL_CONTENT = 206;
const NO_BODY_STATUS = [101, 204, 205, 304];

/** A stored response. `request` and `headers` are pairs of fields as JSON. */
interface Row {
  url: string;
  request: string;
  status: number;
  status_text: string;
  headers: string;
  body: Uint8Array | null;
}

/** What is used of a database. */
interface Opened {
  exec(sql: string): void;
  close(): void;
  prepare(sql: string): {
    get(...values: unknown[]): unknown;
    all(...values: unknown[]): unknown[];
    run(...values: unknown[]): { changes: number | bigint };
  };
}

let opened: Opened | null = null;

function database(): Opened {
  if (opened !== null) return opened;
  const path = pathOfData("caches");
  const made = new (Database as unknown as new (path: string) => Opened)(path);
  made.exec(LAYOUT);
  opened = made;
  if (path !== ":memory:") onEnd(() => made.close());
  return opened;
}

function requireArguments(given: number, count: number, method: string): void {
  if (given >= count) return;
  const name = method.startsWith("Cache.") ? "Cache" : "CacheStorage";
  const words = `${count} argument${count === 1 ? "" : "s"} required`;
  throw new TypeError(
    `Failed to execute '${method.slice(name.length + 1)}' on '${name}': ${words}, but only ${given} present`,
  );
}

/** The request of an argument, and its URL without the fragment. */
function requestOf(given: unknown): { request: Request; url: string } {
  const request = isRequest(given) ? given : new Request(new URL(`${given as string}`));
  const url = new URL(request.url);
  url.hash = "";
  return { request, url: url.href };
}

function responseOf({ status, status_text: statusText, headers, body }: Row): Response {
  const content = NO_BODY_STATUS.includes(status) ? null : body;
  return new Response(content, { status, statusText, headers: JSON.parse(headers) as [string, string][] });
}

const kCreate = Symbol("create");

/** The responses of one name. */
export class Cache {
  #id: number;

  constructor(key: unknown, id: number) {
    if (key !== kCreate) throw new TypeError("Illegal constructor");
    this.#id = id;
  }

  static {
    Object.defineProperty(this, "length", { value: 0, configurable: true });
  }

  static #of(value: unknown): Cache {
    if (typeof value !== "object" || value === null || !(#id in value)) throw new TypeError("Illegal invocation");
    return value;
  }

  /** Stores a response, whose body is read. Rejects with a TypeError for requests and responses that cannot be stored. */
  async put(given: unknown, response: unknown): Promise<void> {
    const cache = Cache.#of(this);
    requireArguments(arguments.length, 2, "Cache.put");
    const { request, url } = requestOf(given);
    if (!isResponse(response))
      throw new TypeError("Failed to execute 'put' on 'Cache': Argument 2 is not of type Response");
    const { protocol } = new URL(url);
    if (protocol !== "http:" && protocol !== "https:")
      throw new TypeError(`Request url protocol must be 'http:' or 'https:': received '${protocol}'`);
    if (request.method !== "GET") throw new TypeError("Request method must be GET");
    if (response.status === PARTIAL_CONTENT) throw new TypeError("Response status must not be 206");
    const vary = response.headers.get("vary");
    if (vary?.split(",").some((name) => name.trim() === "*") === true)
      throw new TypeError("Vary header must not contain '*'");
    if (response.bodyUsed) throw new TypeError("Response body is already used");
    const body = response.body === null ? null : await response.bytes();
    database()
      .prepare(
        "INSERT OR REPLACE INTO responses(cache, url, request, status, status_text, headers, body) VALUES (?, ?, ?, ?, ?, ?, ?)",
      )
      .run(
        cache.#id,
        url,
        JSON.stringify([...request.headers]),
        response.status,
        response.statusText,
        JSON.stringify([...response.headers]),
        body,
      );
  }

  /** The response of a request; undefined without one, and when the fields that its Vary names differ. */
  async match(given: unknown, _options: unknown = undefined): Promise<Response | undefined> {
    const cache = Cache.#of(this);
    requireArguments(arguments.length, 1, "Cache.match");
    const { request, url } = requestOf(given);
    if (request.method !== "GET") return undefined;
    const statement = database().prepare("SELECT * FROM responses WHERE cache = ? AND url = ?");
    const row = statement.get(cache.#id, url) as Row | undefined;
    return row === undefined || !isSameVariant(row, request) ? undefined : responseOf(row);
  }

  /** Removes the response of a request; whether there was one. */
  async delete(given: unknown, _options: unknown = undefined): Promise<boolean> {
    const cache = Cache.#of(this);
    requireArguments(arguments.length, 1, "Cache.delete");
    const { request, url } = requestOf(given);
    if (request.method !== "GET") return false;
    const statement = database().prepare("DELETE FROM responses WHERE cache = ? AND url = ?");
    return Number(statement.run(cache.#id, url).changes) > 0;
  }

  /** The requests that have a response, or only the given one. */
  async keys(given: unknown = undefined, _options: unknown = undefined): Promise<Request[]> {
    const cache = Cache.#of(this);
    const statement = database().prepare("SELECT * FROM responses WHERE cache = ? ORDER BY rowid");
    const rows = statement.all(cache.#id) as Row[];
    const wanted = given === undefined ? null : requestOf(given).url;
    return rows
      .filter(({ url }) => wanted === null || url === wanted)
      .map(({ url, request }) => new Request(url, { headers: JSON.parse(request) as [string, string][] }));
  }
}

function isSameVariant({ headers, request }: Row, other: Request): boolean {
  const vary = new Map(JSON.parse(headers) as [string, string][]).get("vary");
  if (vary === undefined) return true;
  const stored = new Map(JSON.parse(request) as [string, string][]);
  return vary
    .split(",")
    .map((name) => name.trim().toLowerCase())
    .every((name) => (stored.get(name) ?? null) === other.headers.get(name));
}

/** The caches by name. */
export class CacheStorage {
  constructor(key: unknown) {
    if (key !== kCreate) throw new TypeError("Illegal constructor");
  }

  static {
    Object.defineProperty(this, "length", { value: 0, configurable: true });
  }

  /** The cache of a name, which is made when there is none. */
  async open(name: unknown): Promise<Cache> {
    requireArguments(arguments.length, 1, "CacheStorage.open");
    const text = `${name as string}`;
    database().prepare("INSERT OR IGNORE INTO caches(name) VALUES (?)").run(text);
    return new Cache(kCreate, idOf(text)!);
  }

  /** Whether there is a cache of that name. */
  async has(name: unknown): Promise<boolean> {
    requireArguments(arguments.length, 1, "CacheStorage.has");
    return idOf(`${name as string}`) !== undefined;
  }

  /** Removes a cache; whether there was one. */
  async delete(name: unknown): Promise<boolean> {
    requireArguments(arguments.length, 1, "CacheStorage.delete");
    return (
      Number(
        database()
          .prepare("DELETE FROM caches WHERE name = ?")
          .run(`${name as string}`).changes,
      ) > 0
    );
  }

  /** The names of the caches. */
  async keys(): Promise<string[]> {
    const rows = database().prepare("SELECT name FROM caches ORDER BY id").all() as { name: string }[];
    return rows.map(({ name }) => name);
  }

  /** The response of a request in the first cache that has one, or in the cache of `options.cacheName`. */
  async match(given: unknown, options: { cacheName?: string } | undefined = undefined): Promise<Response | undefined> {
    requireArguments(arguments.length, 1, "CacheStorage.match");
    requestOf(given);
    for (const name of options?.cacheName === undefined ? await this.keys() : [options.cacheName]) {
      const id = idOf(name);
      const found = id === undefined ? undefined : await new Cache(kCreate, id).match(given);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

function idOf(name: string): number | undefined {
  const row = database().prepare("SELECT id FROM caches WHERE name = ?").get(name) as { id: number } | undefined;
  return row?.id;
}

for (const [target, name] of [
  [Cache, "Cache"],
  [CacheStorage, "CacheStorage"],
] as const)
  Object.defineProperty(target.prototype, Symbol.toStringTag, { value: name, configurable: true });

/** The global `caches`. */
export const caches = new CacheStorage(kCreate);
