// The messages of fetch on undici's diagnostics channels, which Node's fetch has. Loaded only in programs of Node, when a channel
// has subscribers.
// https://github.com/nodejs/undici/blob/main/docs/docs/api/DiagnosticsChannel.md
import { findChannel } from "internal:core/diagnostics/channel";
import { Buffer } from "internal:core/buffer";
import { connectionOf } from "native:fetch";
import { codedError } from "internal:web/fetch/failures";
import { type Target } from "internal:web/fetch/target_cache";
import { URL } from "web:url";

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
// Fields that undici stores separately.
const SEPARATE_FIELDS = new Set(["host", "connection", "content-length", "transfer-encoding"]);
const IDEMPOTENT = new Set(["GET", "HEAD"]);

/** The request in the messages. */
class TracedRequest {
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
  /** Names and values alternately. */
  readonly headers: string[] = [];

  constructor(method: string, target: Target, bodyLength: number | null) {
    this.method = method;
    this.path = target.path;
    this.origin = target.originText;
    this.protocol = target.isSecure ? "https:" : "http:";
    this.idempotent = IDEMPOTENT.has(method);
    this.contentLength = bodyLength !== null && bodyLength >= 0 ? bodyLength : null;
  }

  /** Adds a field, which is sent if this is called in a message "undici:request:create". Throws for an invalid field. */
  addHeader(name: string, value: string): this {
    if (!TOKEN.test(name)) throw codedError("UND_ERR_INVALID_ARG", "invalid header key");
    if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(`${value}`))
      throw codedError("UND_ERR_INVALID_ARG", `invalid ${name} header`);
    if (name.toLowerCase() === "content-type") this.contentType = `${value}`;
    this.headers.push(name, `${value}`);
    return this;
  }
}

/** The addresses of a connection, with the names of a socket's properties. */
export interface SocketAddresses {
  localAddress: string;
  localPort: number;
  remoteAddress: string;
  remotePort: number;
  remoteFamily: string;
}

/** Returns the socket of a request, and the version of the protocol if it is known. */
export type ConnectionSource = () => { socket: SocketAddresses; version: string | undefined };

/** The trace of one request. */
export class RequestTrace {
  readonly #request: TracedRequest;
  readonly #target: Target;
  /** The head with the fields of the subscribers. */
  readonly head: string;
  /** The fields of the subscribers: names and values alternately. */
  readonly added: readonly string[];
  #connection: ConnectionSource | null = null;
  #isConnecting = false;
  #isSent = false;
  #isOver = false;
  /** Chunks that were written before the head was sent; null: the body is complete. */
  #early: (Uint8Array | null)[] = [];

  /** Publishes the creation of a request; subscribers may add fields to `head`. */
  constructor(method: string, target: Target, head: string, bodyLength: number | null) {
    this.#target = target;
    const request = (this.#request = new TracedRequest(method, target, bodyLength));
    for (const line of head.split("\r\n").slice(1)) {
      const colon = line.indexOf(": ");
      if (colon > 0 && !SEPARATE_FIELDS.has(line.slice(0, colon).toLowerCase()))
        request.addHeader(line.slice(0, colon), line.slice(colon + 2));
    }
    const count = request.headers.length;
    publish("undici:request:create", { request });
    this.added = request.headers.slice(count);
    let lines = "";
    for (let index = 0; index < this.added.length; index += 2)
      lines += `${this.added[index]!}: ${this.added[index + 1]!}\r\n`;
    this.head = `${head.slice(0, -2)}${lines}\r\n`;
  }

  /** The native request was started. */
  started(number: number): void {
    this.startedOn(() => nativeConnection(number), connectionOf(number) === null);
  }

  /** The request has a connection, which `isConnecting` or is reused. */
  startedOn(connection: ConnectionSource, isConnecting: boolean): void {
    this.#connection = connection;
    if (!isConnecting) return;
    this.#isConnecting = true;
    publish("undici:client:beforeConnect", { connectParams: this.#connectParams(undefined), connector: undefined });
  }

  /** The head was passed to the operating system. */
  sent(): void {
    if (this.#isSent) return;
    this.#isSent = true;
    const { socket, version } = this.#connection!();
    if (this.#isConnecting)
      publish("undici:client:connected", {
        connectParams: this.#connectParams(version),
        connector: undefined,
        socket,
      });
    const headers = this.head.slice(0, -2).replace(/^(?:content-length|transfer-encoding): .*\r\n/im, "");
    publish("undici:client:sendHeaders", { request: this.#request, headers, socket });
    for (const chunk of this.#early) this.#publishChunk(chunk);
    this.#early = [];
  }

  /** A chunk of the request's body was written; null: the body is complete. */
  bodyWritten(chunk: Uint8Array | null): void {
    if (this.#isSent) this.#publishChunk(chunk);
    else this.#early.push(chunk);
  }

  #publishChunk(chunk: Uint8Array | null): void {
    if (chunk === null) publish("undici:request:bodySent", { request: this.#request });
    else publish("undici:request:bodyChunkSent", { request: this.#request, chunk });
  }

  /** The head of the response was received; `fields`: names and values. */
  headReceived(statusCode: number, statusText: string, fields: readonly string[]): void {
    this.sent();
    const headers = fields.map((text) => Buffer.from(text, "latin1"));
    publish("undici:request:headers", { request: this.#request, response: { statusCode, headers, statusText } });
  }

  /** Decoded bytes of the response's body were received. */
  bodyReceived(bytes: Uint8Array): void {
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

  /** The request failed. */
  failed(error: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (
      this.#isConnecting &&
      !this.#isSent &&
      (error as { syscall?: string } | null | undefined)?.syscall !== undefined
    ) {
      publish("undici:client:connectError", {
        connectParams: this.#connectParams(undefined),
        connector: undefined,
        error,
      });
    }
    publish("undici:request:error", { request: this.#request, error });
  }

  #connectParams(version: string | undefined): object {
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

function nativeConnection(number: number): ReturnType<ConnectionSource> {
  const parts = (connectionOf(number) ?? "").split(" ");
  const [localAddress = "", localPort, remoteAddress = "", remotePort] = parts;
  const socket = {
    localAddress,
    localPort: Number(localPort),
    remoteAddress,
    remotePort: Number(remotePort),
    remoteFamily: remoteAddress.includes(":") ? "IPv6" : "IPv4",
  };
  return { socket, version: parts[5] };
}

function publish(name: string, message: object): void {
  findChannel(name)?.publish(message);
}
