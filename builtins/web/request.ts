// Request (https://fetch.spec.whatwg.org/#request-class). A server's request reads URL, headers and body lazily from a
// provider; the settings for browsers are one shared object until a program sets one.
import { Headers, headerListOf, headersFromList, headersFromRaw, parseHeadersInit, type RawHeaders } from "web:headers";
import {
  BodyRecord as Body,
  type BodyMixin,
  type BodyRecord,
  cloneBody,
  extractBody,
  isPending,
  isUnusable,
  mixInBody,
  TEXT_TYPE,
} from "web:body";
import { type HeaderList, HeaderList as List } from "internal:web/fetch/header_list";
import {
  defaultSettings,
  readSettings,
  type RequestInit,
  type RequestSettings,
} from "internal:web/fetch/request_settings";
import { type InspectOptions, exposeInterface, illegalInvocation, requireArguments } from "internal:web/web_interface";
import { toByteString, toDictionary } from "internal:core/webidl";
import { kClone } from "internal:web/clone/protocol";
import { home } from "internal:core/program";
import { isLoaded } from "internal:core/bootstrap";
import type { AbortSignal } from "web:abort";
import defer * as aborting from "web:abort";
import defer * as inspecting from "internal:core/util/inspect";
import defer * as homeErrors from "internal:web/fetch/home_errors";
import defer * as locations from "internal:web/location";
import type { URL } from "web:url";
import defer * as urls from "web:url";

/** The argument with the body, in the wording of Deno. */
const BODY_CONTEXT = "'body' of 'RequestInit' (Argument 2)";
const kInspect = Symbol.for("nodejs.util.inspect.custom");
/** First argument of the constructor with a provider. */
export const kCreate: unique symbol = Symbol("create");

/** A received request. Each method is called at most once, when a program reads that part. */
export interface RequestProvider extends RawHeaders {
  readonly method: string;
  /** The absolute URL, serialized. */
  url(): string;
  /** The body: one that is read on request, a ReadableStream or an async iterable of bytes, the complete bytes or string, or null. */
  body(): unknown;
  /** A signal that aborts when the client disconnects. Optional. */
  signal?(): AbortSignal | null;
}

/** The parts of a request for sending it. */
export interface RequestParts {
  method: string;
  url: string;
  headers: HeaderList;
  body: BodyRecord | null;
  settings: RequestSettings;
  /** The program's signal or the created one, or null. */
  signal: AbortSignal | null;
}

/** Whether `value` is a Request of ours. */
export let isRequest: (value: unknown) => value is Request;
/** A Request over a provider; no part is read. */
export let requestFromProvider: (provider: RequestProvider) => Request;
/** All parts of a request. */
export let requestParts: (request: Request) => RequestParts;
/** The provider of a server's request, or null. */
export let providerOf: (request: Request) => RequestProvider | null;

export interface Request extends BodyMixin {}

export class Request {
  #provider: RequestProvider | null = null;
  #method = "GET";
  #url: string | null = null;
  #headers: Headers | null = null;
  #body: BodyRecord | null = null;
  #bodyLoaded = true;
  #settings: RequestSettings = defaultSettings;
  #givenSignal: AbortSignal | null = null;
  #signal: AbortSignal | null = null;

  constructor(input: unknown, init: unknown = undefined) {
    if (input === kCreate) {
      if (init === null) return;
      this.#provider = init as RequestProvider;
      this.#method = this.#provider.method;
      this.#bodyLoaded = false;
      return;
    }
    requireArguments(arguments.length, 1, "Request constructor");
    const source = isRequest(input) ? input : null;
    const dictionary = toDictionary(init, "undefined");
    if (source === null) this.#url = parseUrl(input);
    else this.#copyFrom(source);
    if (dictionary === undefined) this.#inheritBody(source);
    else this.#initialize(dictionary, source);
  }

  static {
    isRequest = (value): value is Request => typeof value === "object" && value !== null && #provider in value;
    requestFromProvider = (provider) => new Request(kCreate, provider);
    providerOf = (request) => request.#provider;
    requestParts = (request) => ({
      method: request.#method,
      url: request.#loadUrl(),
      headers: headerListOf(request.#loadHeaders()),
      body: request.#loadBody(),
      settings: request.#settings,
      signal: request.#signal ?? request.#givenSignal,
    });
  }

  #copyFrom(source: Request): void {
    this.#method = source.#method;
    this.#url = source.#loadUrl();
    this.#settings = source.#settings;
    this.#givenSignal = source.#followedSignal();
  }

  // The signal that a copy follows; null when nothing can abort this request.
  #followedSignal(): AbortSignal | null {
    const provider = this.#provider;
    return this.#signal ?? this.#givenSignal ?? (provider?.signal === undefined ? null : this.#loadSignal());
  }

  #initialize(init: RequestInit, source: Request | null): void {
    this.#settings = readSettings(init, this.#settings);
    const { method, headers, body, signal, duplex } = init;
    if (method !== undefined) this.#method = normalizeMethod(toByteString(method, "RequestInit", "method"));
    if (signal !== undefined) {
      if (signal !== null && !aborting.isAbortSignal(signal)) {
        throw new TypeError(`RequestInit: Expected signal ("${String(signal)}") to be an instance of AbortSignal.`);
      }
      this.#givenSignal = signal;
    }
    if (headers !== undefined)
      this.#headers = headersFromList(parseHeadersInit(headers, "Headers constructor"), "request");
    const hasBody = body !== undefined && body !== null;
    if (hasBody || (source !== null && source.#hasBody())) {
      if (this.#method === "GET" || this.#method === "HEAD")
        throw homeErrors.errorOfHome("get-body", new TypeError("Request with GET/HEAD method cannot have body."));
    }
    if (!hasBody) {
      this.#inheritBody(source);
      return;
    }
    if (source !== null && headers === undefined)
      this.#headers = headersFromList(headerListOf(source.#loadHeaders()).clone(), "request");
    this.#setBody(body, duplex);
  }

  #setBody(init: NonNullable<unknown>, duplex: unknown): void {
    const { body, contentType } = extractBody(init, BODY_CONTEXT);
    const record = typeof body === "string" ? new Body(body, null) : body;
    // As in the standard and in Node; Bun and Deno do not require the option.
    if (record.source === null && duplex === undefined && home() === "node") {
      throw new TypeError("RequestInit: duplex option is required when sending a body.");
    }
    this.#body = record;
    // In Bun a string has a type only when its content is read as a Blob.
    if (contentType === null || (contentType === TEXT_TYPE && home() === "bun")) return;
    const list = headerListOf((this.#headers ??= headersFromList(new List(), "request")));
    if (!list.has("content-type")) list.push("content-type", contentType, "content-type");
  }

  // A request from another one copies its headers and takes over its body.
  #inheritBody(source: Request | null): void {
    if (source === null) return;
    this.#headers ??= headersFromList(headerListOf(source.#loadHeaders()).clone(), "request");
    const record = source.#loadBody();
    if (record === null) return;
    if (isUnusable(record)) {
      throw homeErrors.errorOfHome(
        "request-used",
        new TypeError("Cannot construct a Request with a Request object that has already been used."),
      );
    }
    const inherited = new Body(record.source, record.stream);
    inherited.shared = record.shared;
    inherited.pending = record.pending;
    if (record.stream !== null) {
      // The new request reads from a proxy of the stream; the old body is locked and disturbed.
      const moved = cloneBody(record);
      this.#body = moved;
      record.stream!.disturbed = true;
    } else {
      this.#body = inherited;
    }
    record.used = true;
  }

  #hasBody(): boolean {
    return this.#loadBody() !== null;
  }

  #loadUrl(): string {
    return (this.#url ??= this.#provider!.url());
  }

  #loadHeaders(): Headers {
    if (this.#headers !== null) return this.#headers;
    const provider = this.#provider;
    return (this.#headers =
      provider === null ? headersFromList(new List(), "request") : headersFromRaw(provider, "request"));
  }

  #loadBody(): BodyRecord | null {
    if (this.#bodyLoaded) return this.#body;
    this.#bodyLoaded = true;
    const given = this.#provider!.body();
    if (given === null || given === undefined) return null;
    if (typeof given === "string" || given instanceof Uint8Array) return (this.#body = new Body(given, null));
    if (isPending(given)) {
      this.#body = new Body(null, null);
      this.#body.pending = given;
      return this.#body;
    }
    const { body } = extractBody(given, BODY_CONTEXT);
    return (this.#body = typeof body === "string" ? new Body(body, null) : body);
  }

  #loadSignal(): AbortSignal {
    if (this.#signal !== null) return this.#signal;
    const given = this.#givenSignal ?? this.#provider?.signal?.() ?? null;
    return (this.#signal = given === null ? aborting.createAbortSignal() : aborting.AbortSignal.any([given]));
  }

  static #of(value: unknown): Request {
    if (!isRequest(value)) throw illegalInvocation();
    return value;
  }

  get method(): string {
    return Request.#of(this).#method;
  }
  get url(): string {
    return Request.#of(this).#loadUrl();
  }
  get headers(): Headers {
    return Request.#of(this).#loadHeaders();
  }
  get destination(): string {
    return Request.#of(this).#settings.destination;
  }
  get referrer(): string {
    return Request.#of(this).#settings.referrer;
  }
  get referrerPolicy(): string {
    return Request.#of(this).#settings.referrerPolicy;
  }
  get mode(): string {
    return Request.#of(this).#settings.mode;
  }
  get credentials(): string {
    return Request.#of(this).#settings.credentials;
  }
  get cache(): string {
    return Request.#of(this).#settings.cache;
  }
  get redirect(): string {
    return Request.#of(this).#settings.redirect;
  }
  get integrity(): string {
    return Request.#of(this).#settings.integrity;
  }
  get keepalive(): boolean {
    return Request.#of(this).#settings.keepalive;
  }
  get isReloadNavigation(): boolean {
    Request.#of(this);
    return false;
  }
  get isHistoryNavigation(): boolean {
    Request.#of(this);
    return false;
  }
  get signal(): AbortSignal {
    return Request.#of(this).#loadSignal();
  }
  get duplex(): string {
    Request.#of(this);
    return "half";
  }

  /** A request with the same parts, whose body can be read independently. */
  clone(): Request {
    const original = Request.#of(this);
    const record = original.#loadBody();
    if (record !== null && isUnusable(record)) throw homeErrors.errorOfHome("clone-used", new TypeError("unusable"));
    const copy = new Request(kCreate, null);
    copy.#method = original.#method;
    copy.#url = original.#loadUrl();
    copy.#settings = original.#settings;
    copy.#givenSignal = original.#followedSignal();
    copy.#headers = headersFromList(headerListOf(original.#loadHeaders()).clone(), "request");
    if (record !== null) copy.#body = cloneBody(record);
    return copy;
  }

  /** The mixin's access to a request. */
  static access = {
    bodyOf: (self: unknown): BodyRecord | null => Request.#of(self).#loadBody(),
    contentTypeOf: (self: unknown): string | null => {
      const request = Request.#of(self);
      const hasHeaders = request.#headers !== null || request.#provider !== null;
      const given = hasHeaders ? request.#loadHeaders().get("content-type") : null;
      return given === null && home() === "bun" && typeof request.#body?.source === "string" ? TEXT_TYPE : given;
    },
  };

  [kInspect](depth: number, options: InspectOptions): unknown {
    const members: Record<string, unknown> = {};
    for (const key of shownMembers) members[key] = (this as unknown as Record<string, unknown>)[key];
    return `Request ${inspecting.inspect(members, { ...options, depth: options?.depth ?? depth })}`;
  }
}
const shownMembers = [
  "method",
  "url",
  "headers",
  "destination",
  "referrer",
  "referrerPolicy",
  "mode",
  "credentials",
  "cache",
  "redirect",
  "integrity",
  "keepalive",
  "isReloadNavigation",
  "isHistoryNavigation",
  "signal",
];
const { access } = Request;
delete (Request as Partial<typeof Request>).access;
mixInBody(Request, access);
Object.defineProperty(Request, "length", { value: 1, configurable: true });
exposeInterface(Request, "Request", [...shownMembers, "duplex", "clone"]);
Object.defineProperty(Request.prototype, kClone, { value: null });

function parseUrl(input: unknown): string {
  let url: URL;
  try {
    url = new urls.URL(`${input}`, isLoaded("internal:web/location") ? locations.locationUrl : undefined);
  } catch (cause) {
    throw homeErrors.errorOfHome("url", new TypeError(`Failed to parse URL from ${input}`, { cause }), `${input}`);
  }
  // Bun and Deno send them as Basic credentials.
  if ((url.username !== "" || url.password !== "") && home() === "node") {
    throw new TypeError(`Request cannot be constructed from a URL that includes credentials: ${input}`);
  }
  return url.href;
}

const knownMethods = new Set(["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH"]);
const methodToken = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

// Fetch §4.3: forbidden methods, and upper case for the listed ones, which do not include PATCH (Bun normalizes it too).
function normalizeMethod(method: string): string {
  if (knownMethods.has(method)) return method;
  if (!methodToken.test(method))
    throw homeErrors.errorOfHome("method", new TypeError(`'${method}' is not a valid HTTP method.`));
  const upper = method.toUpperCase();
  if (upper === "TRACE" || upper === "TRACK" || upper === "CONNECT")
    throw homeErrors.errorOfHome("forbidden-method", new TypeError(`'${method}' HTTP method is unsupported.`));
  return knownMethods.has(upper) && (upper !== "PATCH" || home() === "bun") ? upper : method;
}
