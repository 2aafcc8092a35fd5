// A request of the native server as `web:request` wants it: nothing is read before a program asks.
import { type RequestProvider } from "web:request";
import { ServerBody } from "internal:http_server/server_body";
import { field, fields, methodNames, target } from "native:http_server";
import defer * as urls from "web:url";
import defer * as aborting from "web:abort";

export const FLAG_BODY = 2;

/** Names of the methods by their native number. */
export const METHODS: readonly string[] = methodNames();

const PLAIN_TARGET = /^\/(?!\/)[\w\-.~!$&'()*+,;=:@/%]*(?:\?[\w\-.~!$&()*+,;=:@/?%]*)?$/;
const DOTS = /\/\.{1,2}(?:\/|\?|$)|%2e/i;
const PLAIN_HOST = /^[a-z0-9.-]+(?::\d+)?$/;

export class ServerRequest implements RequestProvider {
  readonly connection: number;
  readonly sequence: number;
  readonly flags: number;
  readonly method: string;
  readonly #origin: string;
  #body: ServerBody | null = null;
  #abort: AbortController | null = null;
  #isGone = false;
  #target: string | null = null;

  /** `origin` is used when the client sent no Host. */
  constructor(connection: number, sequence: number, methodNumber: number, flags: number, origin: string) {
    this.connection = connection;
    this.sequence = sequence;
    this.flags = flags;
    this.method = METHODS[methodNumber]!;
    this.#origin = origin;
  }

  /** Path and query as they were sent. */
  get target(): string {
    return (this.#target ??= target(this.connection, this.sequence) ?? "/");
  }

  url(): string {
    const path = this.target;
    const host = field(this.connection, this.sequence, "host");
    const isPlainHost = typeof host === "string" && PLAIN_HOST.test(host) && !host.endsWith(":80");
    const base = isPlainHost ? `http://${host}` : this.#baseOf(host);
    if (PLAIN_TARGET.test(path) && !DOTS.test(path)) return base + path;
    try {
      return new urls.URL(path.startsWith("/") ? base + path : path, base).href;
    } catch {
      return `${base}/`;
    }
  }

  #baseOf(host: string | null | undefined): string {
    if (typeof host !== "string") return this.#origin;
    try {
      return new urls.URL(`http://${host}`).origin;
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
    if (this.#isGone) this.#abort!.abort();
    return this.#abort!.signal;
  }

  /** The body object, if a program asked for it. */
  get startedBody(): ServerBody | null {
    return this.#body;
  }

  /** The client went away. */
  abandon(error: Error): void {
    this.#isGone = true;
    this.#body?.fail(error);
    this.#abort?.abort();
  }
}
