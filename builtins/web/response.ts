// Response (https://fetch.spec.whatwg.org/#response-class). `new Response("text")` creates one object: headers, streams and
// URLs are created when a program reads them; servers read the parts with `readResponse`.
import { type Headers } from "web:headers";
import {
  type BodyMixin,
  type BodyRecord,
  BodyRecord as Body,
  type BodySource,
  cloneBody,
  extractBody,
  isUnusable,
  isUsed,
  markUsed,
  mixInBody,
  publicStream,
  unusable,
  TEXT_TYPE,
} from "web:body";
import { type HeaderList } from "internal:web/fetch/header_list";
import { type InspectOptions, exposeInterface, illegalInvocation, requireArguments } from "internal:web/web_interface";
import { kClone } from "internal:web/clone/protocol";
import defer * as inspecting from "internal:core/util/inspect";
import defer * as blobs from "web:blob";
import defer * as headerObjects from "web:headers";
import defer * as lists from "internal:web/fetch/header_list";
import defer * as homeErrors from "internal:web/fetch/home_errors";
import defer * as urls from "web:url";
import defer * as webIdl from "internal:core/webidl";
import { home } from "internal:core/program";

const kInspect = Symbol.for("nodejs.util.inspect.custom");
const kCreate = Symbol("create");

/** The parts of a response for a server or a cache. One object can be filled repeatedly. */
export class ResponseParts {
  status = 200;
  statusText = "";
  /** The program's headers; null: none. */
  headers: HeaderList | null = null;
  /** The default content type of the body, for `headers` without one. */
  contentType: string | null = null;
  /** A ReadableStream when there is no other source. */
  body: BodySource | object | null = null;
  /** Whether the body was read or is being read. */
  used = false;
}

/** Whether `value` is a Response of ours. */
export let isResponse: (value: unknown) => value is Response;
/** Fills `parts` from a response without creating objects. */
export let readResponse: (response: Response, parts: ResponseParts) => void;
/** Marks the body as read; throws a TypeError for a body that was read. */
export let takeResponseBody: (response: Response) => void;
/** The Response of a received message. */
export let responseFromNetwork: (message: NetworkResponse) => Response;

/** A received message. */
export interface NetworkResponse {
  status: number;
  statusText: string;
  /** Names and values as received: `[name, value, …]`. */
  headers(): readonly string[];
  /** The joined value of one header by its lower-case name. */
  header(lowerName: string): string | null;
  body: BodyRecord | null;
  /** Whether the body was decoded from the codings in the headers. */
  isDecoded?: boolean;
  url: string;
  redirected: boolean;
  type: "basic" | "cors" | "default" | "error" | "opaque" | "opaqueredirect";
}

/** The headers for a decoded body. */
function withoutCodings(headers: HeaderList): HeaderList {
  const list = headers.clone();
  list.delete("content-encoding");
  list.delete("content-length");
  return list;
}

const NULL_BODY_STATUS = [101, 204, 205, 304];
const REDIRECT_STATUS = [301, 302, 303, 307, 308];

export interface Response extends BodyMixin {}

/** A program's ResponseInit, whose members are not checked yet. */
interface ResponseInit {
  headers?: unknown;
  status?: number;
  statusText?: unknown;
}

export class Response {
  #body: string | BodyRecord | null = null;
  #status = 200;
  #statusText = "";
  #headers: Headers | HeaderList | null = null;
  // The body's default; becomes a header at the first read of the headers.
  #contentType: string | null = null;
  #network: NetworkResponse | null = null;
  #immutable = false;

  constructor(body: unknown = null, init: unknown = undefined) {
    if (body === kCreate) return;
    // Web IDL converts both arguments before the steps of the constructor.
    let extracted = null;
    if (typeof body === "string") {
      this.#body = body;
      // Bun sends an empty string without a type.
      if (body !== "" || home() !== "bun") this.#contentType = TEXT_TYPE;
    } else if (body !== null && body !== undefined) {
      if (home() === "bun" && this.#redirects(body, init)) return;
      extracted = extractBody(body, "Argument 1");
    }
    if (init !== undefined) this.#initialize(init);
    if (extracted !== null) {
      this.#body = extracted.body;
      this.#contentType = extracted.contentType;
    }
    if (this.#body !== null && this.#status !== 200 && NULL_BODY_STATUS.includes(this.#status)) {
      this.#refuseBody();
    }
  }

  // Whether the body is an object of S3: Bun's response leads to its address.
  #redirects(body: unknown, init: unknown): boolean {
    const address = blobs.redirectOf(body);
    if (address === undefined) return false;
    if (init !== undefined)
      throw Object.assign(new TypeError("new Response(s3File) do not support ResponseInit options"), {
        code: "ERR_INVALID_ARG_TYPE",
      });
    this.#initialize({ status: 302, headers: { location: address } });
    return true;
  }

  // Bun accepts the body and does not send it.
  #refuseBody(): void {
    if (home() !== "bun")
      throw homeErrors.errorOfHome(
        "bodiless-status",
        new TypeError(`Response constructor: Invalid response status code ${this.#status}`),
      );
    this.#body = null;
  }

  #initialize(given: unknown): void {
    const init: ResponseInit | undefined = webIdl.toDictionary(given, "undefined");
    if (init === undefined) return;
    const { headers, status, statusText } = init;
    if (status !== undefined) {
      const number = +status & 0xffff;
      if ((number < 200 || number > 599) && (number !== 101 || home() === "node")) {
        throw homeErrors.errorOfHome(
          "status",
          new RangeError('init["status"] must be in the range of 200 to 599, inclusive.'),
          String(number),
        );
      }
      this.#status = number;
    }
    if (statusText !== undefined) {
      const text = webIdl.toByteString(statusText, "Response constructor", "statusText");
      if (/[^\t\x20-\x7e\x80-\xff]/.test(text))
        throw homeErrors.errorOfHome("status-text", new TypeError("Invalid statusText"), text);
      this.#statusText = text;
    }
    if (headers !== undefined && headers !== null)
      this.#headers = headerObjects.parseSharedHeadersInit(headers, "Headers constructor");
  }

  static {
    isResponse = (value): value is Response => typeof value === "object" && value !== null && #status in value;
    readResponse = (response, parts) => {
      parts.status = response.#status;
      parts.statusText = response.#network === null ? response.#statusText : response.#network.statusText;
      const headers = response.#network === null ? response.#headers : response.#loadHeaders();
      parts.headers =
        headers === null || headers instanceof lists.HeaderList ? headers : headerObjects.headerListOf(headers);
      if (response.#network?.isDecoded) parts.headers = withoutCodings(parts.headers!);
      parts.contentType = response.#contentType;
      const body = response.#body;
      if (body === null || typeof body === "string") {
        parts.body = body;
        parts.used = false;
      } else {
        parts.used = isUnusable(body);
        parts.body = body.source ?? publicStream(body);
        // In Bun a string that was read as a stream, for example by middleware that recreates the response, is bytes.
        const isText = parts.contentType === null || parts.contentType === TEXT_TYPE;
        if (isText && body.stream !== null && typeof body.source === "string" && home() === "bun")
          parts.contentType = body.source === "" ? null : "application/octet-stream";
      }
    };
    takeResponseBody = (response) => {
      const body = response.#record();
      if (body === null) return;
      if (isUnusable(body)) throw unusable();
      markUsed(body);
    };
    responseFromNetwork = (message) => {
      const response = new Response(kCreate);
      response.#network = message;
      response.#status = message.status;
      response.#body = message.body;
      response.#immutable = true;
      return response;
    };
  }

  /** A network error. */
  static error(): Response {
    return responseFromNetwork({
      status: 0,
      statusText: "",
      headers: () => [],
      header: () => null,
      body: null,
      url: "",
      redirected: false,
      type: "error",
    });
  }

  /** A response with `data` as JSON. */
  static json(data: unknown, init: unknown = undefined): Response {
    requireArguments(arguments.length, 1, "Response.json");
    let text: string | undefined;
    if (typeof data !== "symbol") text = JSON.stringify(data);
    if (text === undefined) throw new TypeError("Value is not JSON serializable");
    const response = new Response(null, init);
    if (NULL_BODY_STATUS.includes(response.#status)) {
      response.#refuseBody();
      return response;
    }
    response.#body = text;
    response.#contentType = home() === "bun" ? "application/json;charset=utf-8" : "application/json";
    return response;
  }

  /** A redirection to `url`. */
  static redirect(url: string, status: number = 302): Response {
    requireArguments(arguments.length, 1, "Response.redirect");
    const href = redirectTarget(`${url}`);
    if (home() === "bun" && typeof status === "object" && status !== null)
      status = (status as { status?: number }).status ?? 302;
    const number = +status & 0xffff;
    if (!REDIRECT_STATUS.includes(number))
      throw homeErrors.errorOfHome("redirect-status", new RangeError(`Invalid status code ${number}`), String(number));
    const response = new Response(null);
    response.#status = number;
    const list = new lists.HeaderList();
    list.push("location", href, "location");
    response.#headers = list;
    response.#immutable = true;
    return response;
  }

  static #of(value: unknown): Response {
    if (!isResponse(value)) throw illegalInvocation();
    return value;
  }

  #record(): BodyRecord | null {
    const body = this.#body;
    if (typeof body !== "string") return body;
    return (this.#body = new Body(body, null));
  }

  #loadHeaders(): Headers {
    const given = this.#headers;
    if (given !== null && !(given instanceof lists.HeaderList)) return given;
    if (given === null && this.#network !== null)
      return (this.#headers = headerObjects.headersFromRaw(this.#network, "immutable"));
    const list = given === null ? new lists.HeaderList() : given.isShared ? given.clone() : given;
    const suggested = this.#contentType;
    // In Bun the type of a string is sent, but is not a header that programs see.
    if (suggested !== null && (suggested !== TEXT_TYPE || home() !== "bun")) {
      if (!list.has("content-type")) list.push("content-type", suggested, "content-type");
      this.#contentType = null;
    }
    return (this.#headers = headerObjects.headersFromList(list, this.#immutable ? "immutable" : "response"));
  }

  // The Content-Type without headers that do not exist yet.
  #typeOfBody(): string | null {
    if (this.#headers === null && this.#network === null) return this.#contentType;
    return this.#loadHeaders().get("content-type") ?? this.#contentType;
  }

  get type(): string {
    return Response.#of(this).#network?.type ?? "default";
  }

  get url(): string {
    const url = Response.#of(this).#network?.url ?? "";
    const hash = url.indexOf("#");
    return hash < 0 ? url : url.slice(0, hash);
  }

  get redirected(): boolean {
    return Response.#of(this).#network?.redirected ?? false;
  }

  get status(): number {
    return Response.#of(this).#status;
  }

  get ok(): boolean {
    const status = Response.#of(this).#status;
    return status >= 200 && status <= 299;
  }

  get statusText(): string {
    const response = Response.#of(this);
    return response.#network === null ? response.#statusText : response.#network.statusText;
  }

  get headers(): Headers {
    return Response.#of(this).#loadHeaders();
  }

  /** A response with the same parts, whose body can be read independently. */
  clone(): Response {
    const original = Response.#of(this);
    const record = original.#record();
    if (record !== null && isUnusable(record))
      throw homeErrors.errorOfHome("clone-used", new TypeError("Response.clone: Body has already been consumed."));
    const copy = new Response(kCreate);
    copy.#status = original.#status;
    copy.#statusText = original.#statusText;
    copy.#network = original.#network;
    copy.#immutable = original.#immutable;
    copy.#contentType = original.#contentType;
    const headers = original.#headers;
    if (headers !== null)
      copy.#headers = (headers instanceof lists.HeaderList ? headers : headerObjects.headerListOf(headers)).clone();
    if (record !== null) copy.#body = cloneBody(record);
    return copy;
  }

  /** The mixin's access to a response. */
  static access = {
    bodyOf: (self: unknown): BodyRecord | null => Response.#of(self).#record(),
    contentTypeOf: (self: unknown): string | null => Response.#of(self).#typeOfBody(),
  };

  [kInspect](depth: number, options: InspectOptions): unknown {
    const { status, statusText, headers, ok, redirected, type, url } = this;
    const record = this.#record();
    const members = {
      status,
      statusText,
      headers,
      body: record === null ? null : publicStream(record),
      bodyUsed: record !== null && isUsed(record),
      ok,
      redirected,
      type,
      url,
    };
    return `Response ${inspecting.inspect(members, { ...options, depth: options?.depth ?? depth })}`;
  }
}
const { access } = Response;
delete (Response as Partial<typeof Response>).access;
mixInBody(Response, access);
Object.defineProperty(Response, "length", { value: 0, configurable: true });
Object.defineProperty(Response.redirect, "length", { value: 1, configurable: true });
exposeInterface(
  Response,
  "Response",
  ["type", "url", "redirected", "status", "ok", "statusText", "headers", "clone"],
  ["error", "json", "redirect"],
);
Object.defineProperty(Response.prototype, kClone, { value: null });

// There is no base URL for a relative one; Bun passes it to the client unchanged.
function redirectTarget(url: string): string {
  try {
    return new urls.URL(url).href;
  } catch (cause) {
    if (home() === "bun" && /^[\t\x20-\x7e\x80-\xff]*$/.test(url)) return url;
    if (home() === "bun") throw homeErrors.errorOfHome("header-value", cause as Error, url, "Location");
    throw homeErrors.errorOfHome("url", new TypeError(`Failed to parse URL from ${url}`, { cause }), url);
  }
}
