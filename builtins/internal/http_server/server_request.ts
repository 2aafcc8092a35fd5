// A request of the native server as the provider of a `web:request`: each part is read on first use.
import { RequestFlags } from "native:http_server";
import type { AbortController, AbortSignal } from "web:abort";
import { type RequestProvider } from "web:request";
import { type Style } from "internal:http_server/send_response";
import { ServerBody } from "internal:http_server/server_body";
import { field, fields, methodNames, plainUrl, target } from "native:http_server";
import defer * as urls from "web:url";
import defer * as aborting from "web:abort";

/** The length of `http://` and one character: the path begins after them. */
const ORIGIN_LENGTH_MIN = 8;

/** How Deno begins the URLs of requests that arrive on a Unix-domain socket. */
export const UNIX_ORIGIN = "http+unix://";
/** The start of a URL whose Host field is empty. */
const WITHOUT_HOST = "http:///";

/** Names of the methods by their native number. */
export const METHODS: readonly string[] = methodNames();

export class ServerRequest implements RequestProvider {
  readonly connection: number;
  readonly sequence: number;
  readonly flags: number;
  readonly method: string;
  readonly #origin: string;
  #body: ServerBody | null = null;
  #abort: AbortController | null = null;
  /** The connection became a WebSocket: no response follows. */
  isUpgraded = false;
  /** The field Range was applied when the response was made. */
  isRangeHandled = false;
  /** Values of Set-Cookie that are added to the response; null: none. */
  cookieLines: (() => string[]) | null = null;
  /** Why the client disconnected. */
  #disconnectReason: Error | null = null;
  /** The URL is not normalized. */
  keepsTarget = false;
  /** The response is a stream that is still being sent. */
  isStreaming = false;
  /** True when the response is sent; before that, the callback for it. */
  completion: (() => void) | true | null = null;
  #url: string | null | undefined;

  /** `origin` is used when the client sent no Host. An undefined `url` is fetched on first use. */
  constructor(
    connection: number,
    sequence: number,
    methodNumber: number,
    flags: number,
    origin: string,
    url: string | undefined,
  ) {
    this.connection = connection;
    this.sequence = sequence;
    this.flags = flags;
    this.method = METHODS[methodNumber]!;
    this.#origin = origin;
    this.#url = url;
  }

  /** A string that ends with the path and query as they were sent. */
  get stringWithTarget(): string {
    return this.#plainUrl() ?? pathOf(target(this.connection, this.sequence) ?? "/");
  }

  /** Where the path begins in `stringWithTarget`. */
  get targetStart(): number {
    return this.#url === null ? 0 : this.#url!.indexOf("/", ORIGIN_LENGTH_MIN);
  }

  url(): string {
    return this.#plainUrl() ?? this.#parsedUrl();
  }

  #plainUrl(): string | null {
    if (this.#url === undefined) this.#url = plainUrl(this.connection, this.sequence);
    if (this.keepsTarget && (this.#origin.startsWith(UNIX_ORIGIN) || this.#url!?.startsWith(WITHOUT_HOST)))
      this.#url = null;
    return this.#url!;
  }

  #parsedUrl(): string {
    const path = target(this.connection, this.sequence) ?? "/";
    if (this.keepsTarget) return this.#unparsedUrl(path);
    const base = this.#baseOf(field(this.connection, this.sequence, "host"));
    try {
      return new urls.URL(path[0] === "/" ? base + path : path, base).href;
    } catch {
      return `${base}/`;
    }
  }

  /** As in Deno, with the parts that the client sent: dot segments, capital letters and default ports stay. */
  #unparsedUrl(path: string): string {
    // The target of CONNECT is an authority (RFC 9112 §3.2.3).
    if (path[0] !== "/" && path !== "*") return this.method === "CONNECT" ? `http://${path}` : path;
    const host = field(this.connection, this.sequence, "host");
    const scheme = this.#origin.slice(0, this.#origin.indexOf(":"));
    const base = typeof host === "string" && host !== "" ? `${scheme}://${host}` : this.#origin;
    return path === "*" ? `${base}/*` : base + path;
  }

  #baseOf(host: string | null | undefined): string {
    if (typeof host !== "string") return this.#origin;
    try {
      return new urls.URL(`${this.#origin.startsWith("https:") ? "https" : "http"}://${host}`).origin;
    } catch {
      return this.#origin;
    }
  }

  headers(): readonly string[] {
    return fields(this.connection, this.sequence) ?? [];
  }

  header(lowerName: string): string | null {
    return field(this.connection, this.sequence, lowerName) ?? null;
  }

  body(): ServerBody | null {
    if ((this.flags & RequestFlags.BODY) === 0) return null;
    return (this.#body ??= new ServerBody(this.connection, this.sequence));
  }

  /** A signal that aborts when the client disconnects before the response is complete. */
  signal(): AbortSignal {
    this.#abort ??= new aborting.AbortController();
    if (this.#disconnectReason !== null) this.#abort!.abort(this.#disconnectReason);
    return this.#abort!.signal;
  }

  /** Whether the program has used the signal. */
  get hasSignal(): boolean {
    return this.#abort !== null;
  }

  /** The body object, if the program has used it. */
  get startedBody(): ServerBody | null {
    return this.#body;
  }

  /** The client disconnected. */
  abort(reason: Error, failure: Error): void {
    this.#disconnectReason = reason;
    this.#body?.fail(failure);
    this.#abort?.abort(reason);
  }

  /** Calls `done` when the response is sent, or its client disconnected. Only for the servers of Deno. */
  whenCompleted(done: () => void): void {
    if (this.completion === true) done();
    else this.completion = done;
  }

  /** The response is sent. As in Deno, the signal aborts then, too. */
  complete(style: Style): void {
    const { completion } = this;
    if (completion === true) return;
    this.completion = true;
    if (this.#abort !== null && this.#disconnectReason === null) this.#abort.abort(style.disconnected().reason);
    completion?.();
  }
}

/** The path and query of a target, which clients of a proxy send as an absolute URL (RFC 9112 §3.2.2). */
function pathOf(requestTarget: string): string {
  return requestTarget[0] === "/" ? requestTarget : requestTarget.replace(/^https?:\/\/[^/?#]*/i, "") || "/";
}
