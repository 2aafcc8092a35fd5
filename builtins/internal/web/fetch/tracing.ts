// What fetch publishes on the channels of undici, which Node has under fetch: tracing tools listen there. Only made while
// somebody listens, in programs of Node.
// https://github.com/nodejs/undici/blob/main/docs/docs/api/DiagnosticsChannel.md
import { findChannel } from "internal:core/diagnostics/channel";
import { Buffer } from "internal:core/buffer";
import { connectionOf } from "native:fetch";
import { codedError } from "internal:web/fetch/failures";
import { type Target } from "internal:web/fetch/target_cache";
import { URL } from "web:url";

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
// Fields that undici keeps apart from the others.
const APART = new Set(["host", "connection", "content-length", "transfer-encoding"]);
const IDEMPOTENT = new Set(["GET", "HEAD"]);

/** The request as listeners see it. */
class ObservedRequest {
  readonly method: string;
  readonly path: string;
  readonly origin: string;
  readonly protocol: string;
  readonly idempotent: boolean;
  readonly contentLength: number | null;
  contentType: string | null = null;
  readonly host: string | null = null;
  readonly upgrade: string | null = null;
  completed = false;
  aborted = false;
  /** Names and values in turn. */
  readonly headers: string[] = [];

  constructor(method: string, target: Target, bodyLength: number | null) {
    this.method = method;
    this.path = target.path;
    this.origin = target.originText;
    this.protocol = target.isSecure ? "https:" : "http:";
    this.idempotent = IDEMPOTENT.has(method);
    this.contentLength = bodyLength !== null && bodyLength >= 0 ? bodyLength : null;
  }

  /** Adds a field, which is sent when this is called while the request is made. Throws for what is no field. */
  addHeader(name: string, value: string): this {
    if (!TOKEN.test(name)) throw codedError("UND_ERR_INVALID_ARG", "invalid header key");
    if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(`${value}`))
      throw codedError("UND_ERR_INVALID_ARG", `invalid ${name} header`);
    if (name.toLowerCase() === "content-type") this.contentType = `${value}`;
    this.headers.push(name, `${value}`);
    return this;
  }
}

/** The addresses of a connection, by the names that they have on a socket. */
interface Ends {
  localAddress: string;
  localPort: number;
  remoteAddress: string;
  remotePort: number;
  remoteFamily: string;
}

/** One request that somebody watches. */
export class Observation {
  readonly #request: ObservedRequest;
  readonly #target: Target;
  /** The head as it is sent. */
  readonly head: string;
  #number = 0;
  #isConnecting = false;
  #isSent = false;
  #isOver = false;
  /** What of the body was written before the head was sent; null at its end: the body is complete. */
  #early: (Uint8Array | null)[] = [];

  /** Publishes that a request is made; listeners may add fields to `head`. */
  constructor(method: string, target: Target, head: string, bodyLength: number | null) {
    this.#target = target;
    const request = (this.#request = new ObservedRequest(method, target, bodyLength));
    for (const line of head.split("\r\n").slice(1)) {
      const colon = line.indexOf(": ");
      if (colon > 0 && !APART.has(line.slice(0, colon).toLowerCase()))
        request.addHeader(line.slice(0, colon), line.slice(colon + 2));
    }
    const count = request.headers.length;
    publish("undici:request:create", { request });
    let added = "";
    for (let index = count; index < request.headers.length; index += 2)
      added += `${request.headers[index]!}: ${request.headers[index + 1]!}\r\n`;
    this.head = `${head.slice(0, -2)}${added}\r\n`;
  }

  /** The request has its number at the native side. */
  started(number: number): void {
    this.#number = number;
    if (connectionOf(number) !== null) return;
    this.#isConnecting = true;
    publish("undici:client:beforeConnect", { connectParams: this.#connectParams(undefined), connector: undefined });
  }

  /** What was written is with the system. */
  sent(): void {
    if (this.#isSent) return;
    this.#isSent = true;
    const parts = (connectionOf(this.#number) ?? "").split(" ");
    const ends = endsOf(parts);
    if (this.#isConnecting)
      publish("undici:client:connected", {
        connectParams: this.#connectParams(parts[5]),
        connector: undefined,
        socket: ends,
      });
    const headers = this.head.slice(0, -2).replace(/^(?:content-length|transfer-encoding): .*\r\n/im, "");
    publish("undici:client:sendHeaders", { request: this.#request, headers, socket: ends });
    for (const chunk of this.#early) this.#published(chunk);
    this.#early = [];
  }

  /** A piece of the body was written; null: it was the last. */
  wrote(chunk: Uint8Array | null): void {
    if (this.#isSent) this.#published(chunk);
    else this.#early.push(chunk);
  }

  #published(chunk: Uint8Array | null): void {
    if (chunk === null) publish("undici:request:bodySent", { request: this.#request });
    else publish("undici:request:bodyChunkSent", { request: this.#request, chunk });
  }

  /** The head of the response: names and values as sent. */
  headed(statusCode: number, statusText: string, fields: readonly string[]): void {
    this.sent();
    const headers = fields.map((text) => Buffer.from(text, "latin1"));
    publish("undici:request:headers", { request: this.#request, response: { statusCode, headers, statusText } });
  }

  /** Bytes of the response's body, with its codings undone. */
  received(bytes: Uint8Array): void {
    publish("undici:request:bodyChunkReceived", {
      request: this.#request,
      chunk: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    });
  }

  /** The response is complete. */
  ended(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#request.completed = true;
    publish("undici:request:trailers", { request: this.#request, trailers: [] });
  }

  /** There is no response, or no more of it. */
  failed(error: any): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (this.#isConnecting && !this.#isSent && error?.syscall !== undefined) {
      publish("undici:client:connectError", {
        connectParams: this.#connectParams(undefined),
        connector: undefined,
        error,
      });
    }
    publish("undici:request:error", { request: this.#request, error });
  }

  #connectParams(version: string | undefined): any {
    const url = new URL(this.#target.originText);
    return {
      host: url.host,
      hostname: url.hostname,
      protocol: url.protocol,
      port: url.port,
      version,
      servername: null,
      localAddress: null,
    };
  }
}

function endsOf(parts: readonly string[]): Ends {
  const [localAddress = "", localPort, remoteAddress = "", remotePort] = parts;
  return {
    localAddress,
    localPort: Number(localPort),
    remoteAddress,
    remotePort: Number(remotePort),
    remoteFamily: remoteAddress.includes(":") ? "IPv6" : "IPv4",
  };
}

function publish(name: string, message: object): void {
  findChannel(name)?.publish(message);
}
