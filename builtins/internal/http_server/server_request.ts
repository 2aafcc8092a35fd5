// A request of the native server as `web:request` wants it: nothing is read before a program asks.
import type { AbortController, AbortSignal } from "web:abort";
import { type RequestProvider } from "web:request";
import { type Style } from "internal:http_server/send_response";
import { ServerBody } from "internal:http_server/server_body";
import { field, fields, methodNames, plainUrl, target } from "native:http_server";
import defer * as urls from "web:url";
import defer * as aborting from "web:abort";

export const FLAG_BODY = 2;
/** `http://` and one character: the path begins after it. */
const ORIGIN_LENGTH_MIN = 8;

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
  /** The connection became a WebSocket: there is nothing to answer any more. */
  isUpgraded = false;
  /** Whoever made the response looked at the field Range. */
  isRangeSettled = false;
  /** Values of Set-Cookie that go with the response, whatever it is; null: none. */
  cookieLines: (() => string[]) | null = null;
  #goneReason: Error | null = null;
  /** The response is a stream that is still being sent. */
  isStreaming = false;
  /** True when the response is sent; before that, whom to tell of it. */
  completion: (() => void) | true | null = null;
  #url: string | null | undefined;

  /** `origin` is used when the client sent no Host. Without a `url` that is asked for when it is wanted. */
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

  /** A text that holds path and query as they were sent, and ends with them. */
  get textWithTarget(): string {
    return this.#plainUrl() ?? pathOf(target(this.connection, this.sequence) ?? "/");
  }

  /** Where the path begins in `textWithTarget`. */
  get targetStart(): number {
    return this.#url === null ? 0 : this.#url!.indexOf("/", ORIGIN_LENGTH_MIN);
  }

  url(): string {
    return this.#plainUrl() ?? this.#parsedUrl();
  }

  #plainUrl(): string | null {
    if (this.#url === undefined) this.#url = plainUrl(this.connection, this.sequence);
    return this.#url!;
  }

  #parsedUrl(): string {
    const path = target(this.connection, this.sequence) ?? "/";
    const base = this.#baseOf(field(this.connection, this.sequence, "host"));
    try {
      return new urls.URL(path[0] === "/" ? base + path : path, base).href;
    } catch {
      return `${base}/`;
    }
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
    if ((this.flags & FLAG_BODY) === 0) return null;
    return (this.#body ??= new ServerBody(this.connection, this.sequence));
  }

  /** A signal that aborts when the client goes away before the response is complete. */
  signal(): AbortSignal {
    this.#abort ??= new aborting.AbortController();
    if (this.#goneReason !== null) this.#abort!.abort(this.#goneReason);
    return this.#abort!.signal;
  }

  /** The body object, if a program asked for it. */
  get startedBody(): ServerBody | null {
    return this.#body;
  }

  /** The client went away. */
  abandon(reason: Error, failure: Error): void {
    this.#goneReason = reason;
    this.#body?.fail(failure);
    this.#abort?.abort(reason);
  }

  /** Calls `done` when the response is sent, or its client is gone. Only the servers of Deno tell. */
  whenCompleted(done: () => void): void {
    if (this.completion === true) done();
    else this.completion = done;
  }

  /** The response is sent. As in Deno, the signal aborts then, too. */
  complete(style: Style): void {
    const { completion } = this;
    if (completion === true) return;
    this.completion = true;
    if (this.#abort !== null && this.#goneReason === null) this.#abort.abort(style.lost().reason);
    completion?.();
  }
}

/** The path and query of a target, which clients of a proxy send as a whole URL (RFC 9112 §3.2.2). */
function pathOf(text: string): string {
  return text[0] === "/" ? text : text.replace(/^https?:\/\/[^/?#]*/i, "") || "/";
}
