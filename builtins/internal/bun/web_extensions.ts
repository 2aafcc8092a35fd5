// The members that Bun adds to classes of the web, such as `headers.toJSON()`, `stream.text()`, `blob.json()` and
// `crypto.timingSafeEqual()` (https://bun.com/docs/runtime/web-apis). `internal:web/home_extensions` calls `extend` for each class.
import type { FormData } from "web:form_data";
import type { ReadableStream } from "web:streams";
import type { URL } from "web:url";
import { load } from "internal:core/bootstrap";
import { ERR_INVALID_STATE } from "internal:core/errors";

type Members = Record<string, PropertyDescriptor>;

function method(value: (this: any, ...args: any[]) => unknown): PropertyDescriptor {
  return { value, writable: true, enumerable: true, configurable: true };
}

function getter(get: (this: any) => unknown, enumerable = true): PropertyDescriptor {
  return { get, enumerable, configurable: true };
}

/** Entries as an object; the values of a repeated name are an array. */
function asObject(entries: Iterable<[string, unknown]>): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [name, value] of entries) {
    const present = Object.hasOwn(result, name) ? result[name] : undefined;
    if (present === undefined)
      Object.defineProperty(result, name, { value, writable: true, enumerable: true, configurable: true });
    else if (Array.isArray(present)) present.push(value);
    else result[name] = [present, value];
  }
  return result;
}

/** The names that WebKit has numbers for: Bun stores and lists them before others. */
const STANDARD_HEADERS = new Set(
  (
    "accept accept-charset accept-encoding accept-language accept-ranges access-control-allow-credentials " +
    "access-control-allow-headers access-control-allow-methods access-control-allow-origin " +
    "access-control-expose-headers access-control-max-age access-control-request-headers " +
    "access-control-request-method age authorization cache-control connection content-disposition " +
    "content-encoding content-language content-length content-location content-range content-security-policy " +
    "content-security-policy-report-only content-type cookie cookie2 cross-origin-embedder-policy " +
    "cross-origin-opener-policy cross-origin-resource-policy date default-style dnt etag expect expires host if-match " +
    "if-modified-since if-none-match if-range if-unmodified-since keep-alive last-event-id last-modified link " +
    "location origin ping-from ping-to pragma proxy-authorization proxy-connection purpose range referer " +
    "referrer-policy refresh report-to sec-fetch-dest sec-fetch-mode sec-websocket-accept " +
    "sec-websocket-extensions sec-websocket-key sec-websocket-protocol sec-websocket-version server-timing " +
    "service-worker set-cookie2 sourcemap strict-transport-security te timing-allow-origin trailer " +
    "transfer-encoding upgrade upgrade-insecure-requests user-agent vary via x-content-type-options " +
    "x-dns-prefetch-control x-frame-options x-sourcemap x-temp-tablet x-xss-protection"
  ).split(" "),
);

const headers: Members = {
  /** Lower-case names with their values, those of the standards first, then `set-cookie`, always an array. */
  toJSON: method(function toJSON() {
    const first: Record<string, unknown> = {};
    const others: Record<string, unknown> = {};
    const cookies: string[] = this.getSetCookie();
    if (cookies.length > 0) others["set-cookie"] = cookies;
    const { pairs } = load("web:headers").headerListOf(this);
    for (let index = 0; index < pairs.length; index += 2) {
      const name = pairs[index]!;
      if (name !== "set-cookie") (STANDARD_HEADERS.has(name) ? first : others)[name] = this.get(name);
    }
    return Object.assign(first, others);
  }),
  count: getter(function () {
    return [...this].length;
  }),
  getAll: method(function getAll(...args: unknown[]) {
    if (args.length === 0) throw new TypeError("Missing argument");
    if (`${args[0] as string}`.toLowerCase() !== "set-cookie") throw new TypeError('Only "set-cookie" is supported.');
    return this.getSetCookie();
  }),
};

const searchParams: Members = {
  toJSON: method(function toJSON() {
    return asObject(this);
  }),
  length: getter(function () {
    return this.size;
  }, false),
};

const formData: Members = {
  toJSON: method(function toJSON() {
    return asObject(this);
  }),
  length: getter(function () {
    return [...this.keys()].length;
  }, false),
};

/** `FormData.from(input, boundary)`: from multipart data with a boundary, from URL-encoded data without. */
function formFrom(input: unknown, boundary?: string): FormData {
  const { FormData } = load("web:form_data");
  if (input === undefined)
    throw Object.assign(new TypeError("input must not be empty"), { code: "ERR_INVALID_ARG_TYPE" });
  const isBytes = ArrayBuffer.isView(input) || input instanceof ArrayBuffer;
  if (typeof input !== "string" && !isBytes)
    throw Object.assign(new TypeError("input must be a string or ArrayBufferView"), { code: "ERR_INVALID_ARG_TYPE" });
  const bytes: Uint8Array = load("internal:node/buffer").Buffer.from(input);
  if (boundary !== undefined) {
    try {
      return load("internal:web/fetch/multipart").decodeForm(bytes, `${boundary}`);
    } catch {
      throw new TypeError("FormData parse error: missing final boundary");
    }
  }
  const form = new FormData();
  for (const [name, value] of new (load("web:url_search_params").URLSearchParams)(bytes.toString()))
    form.append(name, value);
  return form;
}

/** A method that reads the whole stream; rejects with ERR_INVALID_STATE when it is locked or was read. */
function consumer(name: string): PropertyDescriptor {
  const reader = `readableStreamTo${name}`;
  const read = {
    [name.toLowerCase()](this: ReadableStream): Promise<unknown> {
      const isUsed = load("internal:node/streams/kinds").isDisturbed(this);
      if (isUsed || this.locked)
        return Promise.reject(
          new ERR_INVALID_STATE.TypeError(`ReadableStream ${isUsed ? "has already been used" : "is locked"}`),
        );
      return load("internal:bun/readable_streams")[reader](this);
    },
  };
  return method(Object.values(read)[0]!);
}

const stream: Members = {
  text: consumer("Text"),
  json: consumer("JSON"),
  bytes: consumer("Bytes"),
  blob: consumer("Blob"),
};

const blob: Members = {
  json: method(async function json() {
    return JSON.parse(await this.text());
  }),
  /** The form data, by the Blob's type. */
  formData: method(async function formData() {
    const boundary = load("internal:web/fetch/multipart").boundaryOf(this.type);
    const bytes = await this.arrayBuffer();
    if (boundary !== null) return formFrom(bytes, boundary);
    if (!/^application\/x-www-form-urlencoded\b/i.test(this.type)) throw new Error("Invalid encoding");
    return formFrom(bytes);
  }),
};

const crypto: Members = {
  timingSafeEqual: method(function timingSafeEqual(a: unknown, b: unknown) {
    return load("internal:node/crypto").default.timingSafeEqual(a, b);
  }),
};

const MEMBERS: Record<string, Members> = {
  Headers: headers,
  URLSearchParams: searchParams,
  FormData: formData,
  ReadableStream: stream,
  Blob: blob,
  Crypto: crypto,
};

/** `fetch.preconnect(url)`: looks up the host now, so that a later request does not wait for it. */
function preconnect(url: unknown): void {
  if (arguments.length === 0)
    throw Object.assign(new TypeError("Not enough arguments to 'fetch.preconnect'. Expected 1, got 0."), {
      code: "ERR_MISSING_ARGS",
    });
  let parsed: URL;
  try {
    parsed = new (load("web:url").URL)(`${url as string}`);
  } catch {
    throw Object.assign(new TypeError("Invalid URL"), { code: "ERR_INVALID_ARG_TYPE" });
  }
  if (parsed.hostname !== "") load("internal:bun/dns").dns.prefetch(parsed.hostname, Number(parsed.port) || 443);
}

/** Adds Bun's members to the class of this name, or to `fetch`. */
export function extend(name: string, constructor: Function): void {
  if (name === "fetch")
    return void Object.defineProperty(constructor, "preconnect", { value: preconnect, enumerable: true });
  const members = MEMBERS[name];
  if (members !== undefined) Object.defineProperties(constructor.prototype, members);
  if (name === "FormData") Object.defineProperty(constructor, "from", { value: formFrom, enumerable: true });
}
