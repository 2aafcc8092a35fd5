// A stream of an HTTP/2 connection as a request of the native server.
import type { HeaderFields } from "internal:node/http2/fields";
import type { ServerHttp2Stream } from "internal:node/http2/server_stream";
import { ServerBody } from "internal:http_server/server_body";
import { METHODS, ServerRequest } from "internal:http_server/server_request";
import defer * as urls from "web:url";

/** Requests of HTTP/2 have no number: ops of the native server that are called with this one do nothing. */
const NO_SEQUENCE = 0xffff_ffff;

/** The body of a request over HTTP/2: the flow-control window of its stream is the back-pressure. */
class Http2Body extends ServerBody {
  readonly #stream: ServerHttp2Stream;
  #isStarted = false;

  constructor(connection: number, stream: ServerHttp2Stream) {
    super(connection, NO_SEQUENCE);
    this.#stream = stream;
  }

  protected override startFlow(): boolean {
    const stream = this.#stream;
    if (this.#isStarted) {
      stream.resume();
      return true;
    }
    this.#isStarted = true;
    if (stream.destroyed && !stream.readableEnded) return false;
    stream.on("end", () => this.push(null, true));
    // A copy: the bytes are part of what the session has received, and the program may transfer its chunk.
    stream.on("data", (bytes: Uint8Array) => this.push(new Uint8Array(bytes), false));
    return true;
  }

  protected override collect(): boolean {
    return this.startFlow();
  }

  protected override pauseFlow(): void {
    this.#stream.pause();
  }
}

export class Http2Request extends ServerRequest {
  readonly stream: ServerHttp2Stream;
  override readonly method: string;
  readonly #fields: HeaderFields;
  readonly #rawFields: readonly string[];
  readonly #http2Origin: string;
  #http2Body: Http2Body | null = null;

  /** `rawFields`: alternating names and values, pseudo-header fields included. `origin` is used without an authority. */
  constructor(
    connection: number,
    origin: string,
    stream: ServerHttp2Stream,
    fields: HeaderFields,
    rawFields: readonly string[],
  ) {
    super(connection, NO_SEQUENCE, METHODS.indexOf("GET"), 0, origin, undefined);
    this.stream = stream;
    this.method = fields[":method"];
    this.#fields = fields;
    this.#rawFields = rawFields;
    this.#http2Origin = origin;
  }

  override get stringWithTarget(): string {
    return this.#fields[":path"];
  }

  override get targetStart(): number {
    return 0;
  }

  override url(): string {
    const authority: unknown = this.#fields[":authority"] ?? this.#fields["host"];
    const path: string = this.#fields[":path"] ?? "/";
    const scheme = this.#http2Origin.slice(0, this.#http2Origin.indexOf(":"));
    const base = typeof authority === "string" ? `${scheme}://${authority}` : this.#http2Origin;
    return urls.URL.parse(base + path)?.href ?? urls.URL.parse(path, base)?.href ?? `${this.#http2Origin}/`;
  }

  override headers(): readonly string[] {
    const pairs: string[] = [];
    let cookieIndex = -1;
    for (let index = 0; index < this.#rawFields.length; index += 2) {
      const name = this.#rawFields[index]!;
      const value = this.#rawFields[index + 1]!;
      if (name[0] === ":") continue;
      // Clients may split the field for better compression (RFC 9113 §8.2.3).
      if (name === "cookie" && cookieIndex >= 0) {
        pairs[cookieIndex] += `; ${value}`;
        continue;
      }
      pairs.push(name, value);
      if (name === "cookie") cookieIndex = pairs.length - 1;
    }
    return pairs;
  }

  override header(lowerName: string): string | null {
    const value: unknown = this.#fields[lowerName];
    if (value === undefined) return null;
    return Array.isArray(value) ? value.join(", ") : String(value);
  }

  override body(): ServerBody | null {
    if (this.stream.endAfterHeaders) return null;
    return (this.#http2Body ??= new Http2Body(this.connection, this.stream));
  }

  override get startedBody(): ServerBody | null {
    return this.#http2Body;
  }
}
