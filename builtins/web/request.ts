// Request (https://fetch.spec.whatwg.org/#request-class). A server's requests come from a provider and read URL, headers
// and body from it when a program asks; the settings that only browsers use are one shared object until one is given.
import { Headers, headerListOf, headersFromList, headersFromRaw, parseHeadersInit, type RawHeaders } from "web:headers";
import { BodyRecord as Body, type BodyRecord, cloneBody, extractBody, isUnusable, mixInBody } from "web:body";
import { type HeaderList, HeaderList as List } from "internal:web/fetch/header_list";
import { defaultSettings, readSettings, type RequestSettings } from "internal:web/fetch/request_settings";
import { type InspectOptions, exposeInterface, illegalInvocation, requireArguments } from "internal:web/web_interface";
import { toByteString, toDictionary } from "internal:core/webidl";
import { kClone } from "internal:web/clone/protocol";
import { home } from "internal:core/program";
import defer * as aborting from "web:abort";
import defer * as inspecting from "internal:core/util/inspect";
import defer * as wording from "internal:web/fetch/home_errors";
import defer * as urls from "web:url";

const kInspect = Symbol.for("nodejs.util.inspect.custom");
/** First argument of the constructor over a provider. */
export const kCreate: any = Symbol("create");

/** A request that came from outside. Each method is called at most once, when a program asks for that part. */
export interface RequestProvider extends RawHeaders {
  readonly method: string;
  /** The absolute URL, serialized. */
  url(): string;
  /** The body: a ReadableStream or an async iterable of bytes, bytes or text that have arrived, or null. */
  body(): any;
  /** A signal that aborts when the client goes away. Optional. */
  signal?(): any;
}

/** What sends a request needs of it. */
export interface RequestParts {
  method: string;
  url: string;
  headers: HeaderList;
  body: BodyRecord | null;
  settings: RequestSettings;
  /** The signal that was given or made, or null. */
  signal: any;
}

/** Whether `value` is a Request of ours. */
export let isRequest: (value: any) => value is Request;
/** A Request over a provider; no part is read. */
export let requestFromProvider: (provider: RequestProvider) => Request;
/** All parts of a request. */
export let requestParts: (request: Request) => RequestParts;
/** The provider of a server's request, or null. */
export let providerOf: (request: Request) => RequestProvider | null;

export class Request {
  #provider: RequestProvider | null = null;
  #method = "GET";
  #url: string | null = null;
  #headers: Headers | null = null;
  #body: BodyRecord | null = null;
  #bodyLoaded = true;
  #settings: RequestSettings = defaultSettings;
  #givenSignal: any = null;
  #signal: any = null;

  constructor(input: any, init: any = undefined) {
    if (input === kCreate) {
      if (init === null) return;
      this.#provider = init;
      this.#method = init.method;
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
    this.#givenSignal = source.#loadSignal();
  }

  #initialize(init: any, source: Request | null): void {
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
        throw wording.errorOfHome("get-body", new TypeError("Request with GET/HEAD method cannot have body."));
    }
    if (!hasBody) {
      this.#inheritBody(source);
      return;
    }
    if (source !== null && headers === undefined)
      this.#headers = headersFromList(headerListOf(source.#loadHeaders()).clone(), "request");
    this.#setBody(body, duplex);
  }

  #setBody(init: any, duplex: any): void {
    const { body, contentType } = extractBody(init);
    const record = typeof body === "string" ? new Body(body, null) : body;
    // As the standard and Node have it; Bun and Deno send streams without being told how.
    if (record.source === null && duplex === undefined && home() === "node") {
      throw new TypeError("RequestInit: duplex option is required when sending a body.");
    }
    this.#body = record;
    if (contentType === null) return;
    const list = headerListOf((this.#headers ??= headersFromList(new List(), "request")));
    if (!list.has("content-type")) list.push("content-type", contentType, "content-type");
  }

  // A request made of another takes its headers and its body, which the other loses.
  #inheritBody(source: Request | null): void {
    if (source === null) return;
    this.#headers ??= headersFromList(headerListOf(source.#loadHeaders()).clone(), "request");
    const record = source.#loadBody();
    if (record === null) return;
    if (isUnusable(record)) {
      throw wording.errorOfHome(
        "request-used",
        new TypeError("Cannot construct a Request with a Request object that has already been used."),
      );
    }
    const taken = new Body(record.source, record.stream);
    taken.shared = record.shared;
    if (record.stream !== null) {
      // The new request reads from a proxy of the stream; the old body is locked and disturbed.
      const moved = cloneBody(record);
      this.#body = moved;
      record.stream!.disturbed = true;
    } else {
      this.#body = taken;
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
    const { body } = extractBody(given);
    return (this.#body = typeof body === "string" ? new Body(body, null) : body);
  }

  #loadSignal(): any {
    if (this.#signal !== null) return this.#signal;
    const given = this.#givenSignal ?? this.#provider?.signal?.() ?? null;
    return (this.#signal = given === null ? aborting.createAbortSignal() : (aborting.AbortSignal as any).any([given]));
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
  get signal(): any {
    return Request.#of(this).#loadSignal();
  }
  get duplex(): string {
    Request.#of(this);
    return "half";
  }

  /** A request with the same parts, whose body can be read apart. */
  clone(): Request {
    const original = Request.#of(this);
    const record = original.#loadBody();
    if (record !== null && isUnusable(record)) throw wording.errorOfHome("clone-used", new TypeError("unusable"));
    const copy = new Request(kCreate, null);
    copy.#method = original.#method;
    copy.#url = original.#loadUrl();
    copy.#settings = original.#settings;
    copy.#givenSignal = original.#loadSignal();
    copy.#headers = headersFromList(headerListOf(original.#loadHeaders()).clone(), "request");
    if (record !== null) copy.#body = cloneBody(record);
    return copy;
  }

  /** How the mixin reads a request. */
  static access = {
    bodyOf: (self: any): BodyRecord | null => Request.#of(self).#loadBody(),
    contentTypeOf: (self: any): string | null => Request.#of(self).#loadHeaders().get("content-type"),
  };

  [kInspect](depth: number, options: InspectOptions): unknown {
    const members: Record<string, unknown> = {};
    for (const key of shownMembers) members[key] = (this as any)[key];
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
delete (Request as any).access;
mixInBody(Request, access);
Object.defineProperty(Request, "length", { value: 1, configurable: true });
exposeInterface(Request, "Request", [...shownMembers, "duplex", "clone"]);
Object.defineProperty(Request.prototype, kClone, { value: null });

function parseUrl(input: any): string {
  let url: any;
  try {
    url = new urls.URL(`${input}`);
  } catch (cause) {
    throw wording.errorOfHome("url", new TypeError(`Failed to parse URL from ${input}`, { cause }), `${input}`);
  }
  // Bun and Deno send them as Basic credentials.
  if ((url.username !== "" || url.password !== "") && home() === "node") {
    throw new TypeError(`Request cannot be constructed from a URL that includes credentials: ${input}`);
  }
  return url.href;
}

const knownMethods = new Set(["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH"]);
const methodToken = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

// Fetch §4.3: forbidden methods, and upper case for the ones it lists, of which PATCH is none (Bun writes it so all the same).
function normalizeMethod(method: string): string {
  if (knownMethods.has(method)) return method;
  if (!methodToken.test(method))
    throw wording.errorOfHome("method", new TypeError(`'${method}' is not a valid HTTP method.`));
  const upper = method.toUpperCase();
  if (upper === "TRACE" || upper === "TRACK" || upper === "CONNECT")
    throw wording.errorOfHome("forbidden-method", new TypeError(`'${method}' HTTP method is unsupported.`));
  return knownMethods.has(upper) && (upper !== "PATCH" || home() === "bun") ? upper : method;
}
