// HTTP/2 on connections of the native server: sessions of `node:http2` on the raw streams that it hands over, their requests, and the
// responses. Clients with prior knowledge begin with the preface of RFC 9113 §3.4; those that agree on "h2" by ALPN do, too.
import { type Response, ResponseParts, isResponse, readResponse, takeResponseBody } from "web:response";
import { type Blob, bytesInMemory, isBlob } from "web:blob";
import type { ReadableStream } from "web:streams";
import { encodeUtf8 } from "internal:core/utf8";
import { httpDate } from "native:http_server";
import type { FetchServerOptions } from "internal:http_server/fetch_server";
import { Http2Request } from "internal:http_server/http2_request";
import { RawHandle } from "internal:http_server/raw_handle";
import { DENO_BODY_USED, DENO_STATUS_ZERO, refuseResponse, type Style } from "internal:http_server/send_response";
import { addSocket } from "internal:http_server/websockets";
import { NO_ERROR } from "internal:node/http2/codes";
import type { SessionSocket } from "internal:node/http2/duplex_socket";
import type { HeaderFields, RawHeaders } from "internal:node/http2/fields";
import { readServerOptions } from "internal:node/http2/server";
import { ServerHttp2Session } from "internal:node/http2/server_session";
import type { ServerHttp2Stream } from "internal:node/http2/server_stream";
import { Socket } from "internal:node/net/socket";
import { nextTick } from "internal:core/ticks";

const PREFACE_LENGTH = 24;
const STREAMS_MAX = 200;
const WINDOW_BYTES = 1024 * 1024;
/** Fields that only concern an HTTP/1 connection (RFC 9113 §8.2.2). */
const CONNECTION_FIELDS = new Set([
  "connection",
  "content-length",
  "http2-settings",
  "keep-alive",
  "proxy-connection",
  "te",
  "transfer-encoding",
  "upgrade",
]);

const parts = new ResponseParts();

/** The HTTP/2 connections of a server. */
export class Http2Connections {
  readonly #origin: string;
  readonly #options: () => FetchServerOptions;
  #handles = new Map<number, RawHandle>();
  #sessions = new Set<ServerHttp2Session>();

  /** `origin` is that of requests without an authority. */
  constructor(origin: string, options: () => FetchServerOptions) {
    this.#origin = origin;
    this.#options = options;
  }

  /** Starts a session on a connection whose input is `bytes`, with the preface up to `prefaceEnd`. */
  accept(connection: number, bytes: Uint8Array, prefaceEnd: number): void {
    const handle = new RawHandle(connection);
    this.#handles.set(connection, handle);
    addSocket(connection, {
      message: () => {},
      drained: () => handle.drained(),
      closed: () => {
        this.#handles.delete(connection);
        handle.closed();
      },
      stopped: () => {},
    });
    const settings = {
      maxConcurrentStreams: STREAMS_MAX,
      initialWindowSize: WINDOW_BYTES,
      enableConnectProtocol: false,
    };
    const options = readServerOptions({ settings, strictSingleValueFields: false });
    const socket: SessionSocket = new Socket({ handle, manualStart: true });
    const session = new ServerHttp2Session(options, socket, undefined);
    this.#sessions.add(session);
    session.on("close", () => this.#sessions.delete(session));
    // A client that violates the protocol: its streams are aborted, and the connection is closed.
    session.on("error", () => {});
    session.on("stream", (stream: ServerHttp2Stream, fields: HeaderFields, _flags: number, rawFields: string[]) => {
      this.#request(new Http2Request(connection, this.#origin, stream, fields, rawFields));
    });
    const input = bytes.slice(Math.max(0, prefaceEnd - PREFACE_LENGTH));
    // After the session has started to read.
    nextTick(() => handle.receive(input, false));
  }

  /** Bytes of a connection. Returns false when it is not one of HTTP/2. */
  receive(connection: number, bytes: Uint8Array | null, isLast: boolean): boolean {
    const handle = this.#handles.get(connection);
    if (handle === undefined) return false;
    handle.receive(bytes, isLast);
    return true;
  }

  /** Closes the sessions when their in-flight requests are done. */
  close(): void {
    for (const session of [...this.#sessions]) session.close();
  }

  #request(request: Http2Request): void {
    const { stream } = request;
    const { handle, style } = this.#options();
    // The reason is the one of the stream's reset, which `close` handles.
    stream.on("error", () => {});
    stream.on("close", () => {
      if (request.completion === true) return;
      if (stream.rstCode !== NO_ERROR || !stream.writableFinished) {
        const { reason, failure } = style.disconnected();
        request.abort(reason, failure);
      }
      request.complete(style);
    });
    let response: Response | Promise<Response>;
    try {
      response = handle(request);
    } catch (error) {
      this.#fail(request, error);
      return;
    }
    if (!(response instanceof Promise)) {
      this.#respond(request, response);
      return;
    }
    response.then(
      (result) => this.#respond(request, result),
      (error) => this.#fail(request, error),
    );
  }

  #respond(request: Http2Request, response: Response): void {
    try {
      sendOverHttp2(request, response, this.#options());
    } catch (error) {
      this.#fail(request, error);
    }
  }

  #fail(request: Http2Request, error: unknown): void {
    const { onError, reportFailure } = this.#options();
    const onFailure = (second: unknown): void => {
      const { stream } = request;
      if (!stream.destroyed && !stream.headersSent) {
        stream.respond({ ":status": 500 });
        stream.end("Internal Server Error");
      }
      reportFailure(second);
    };
    try {
      const result = onError(error);
      if (result instanceof Promise)
        result.then((response) => sendOverHttp2(request, response, this.#options())).catch(onFailure);
      else sendOverHttp2(request, result, this.#options());
    } catch (second) {
      onFailure(second);
    }
  }
}

function sendOverHttp2(request: Http2Request, response: Response, options: FetchServerOptions): void {
  const { stream } = request;
  const { style } = options;
  if (!isResponse(response)) {
    refuseResponse(response, style);
    return;
  }
  readResponse(response, parts);
  if (parts.used) throw new TypeError(DENO_BODY_USED);
  const { body, status } = parts;
  if (status === 0) throw new TypeError(DENO_STATUS_ZERO);
  const head = headOf(parts, status);
  const bytes = completeBody(body);
  if (bytes === undefined) {
    const source = isBlob(body) ? (takeResponseBody(response), (body as Blob).stream()) : (body as ReadableStream);
    if (stream.destroyed) source.cancel(style.disconnected().cancelReason).catch(() => {});
    else {
      if (head.length !== null) head.fields.push("content-length", head.length);
      stream.respond(head.fields, { sendDate: false });
      void pump(request, source, head.length, options);
    }
    return;
  }
  if (body !== null) takeResponseBody(response);
  if (stream.destroyed) return;
  const hasNoContent = bytes === null || bytes.length === 0;
  if (!hasNoContent) head.fields.push("content-length", bytes.length);
  else if (stream.headRequest && head.length !== null) head.fields.push("content-length", head.length);
  stream.respond(head.fields, { sendDate: false, endStream: hasNoContent });
  if (!hasNoContent && !stream.headRequest) stream.end(bytes);
}

/** The bytes of a body in memory; null: none; undefined: it has to be read. */
function completeBody(body: unknown): Uint8Array | null | undefined {
  if (body === null || body instanceof Uint8Array) return body;
  if (typeof body === "string") return encodeUtf8(body);
  return isBlob(body) ? (bytesInMemory(body as Blob) ?? undefined) : undefined;
}

function headOf(
  { headers, contentType }: ResponseParts,
  status: number,
): { fields: RawHeaders; length: number | null } {
  const fields: RawHeaders = [":status", status];
  let length: number | null = null;
  let hasType = false;
  let hasDate = false;
  if (headers !== null) {
    const { pairs } = headers;
    for (let index = 0; index < pairs.length; index += 2) {
      const name = pairs[index]!;
      const value = pairs[index + 1]!;
      if (name === "content-length" && /^\d{1,15}$/.test(value)) length = Number(value);
      if (CONNECTION_FIELDS.has(name)) continue;
      if (name === "content-type") hasType = true;
      else if (name === "date") hasDate = true;
      fields.push(name, value);
    }
  }
  if (!hasType && contentType !== null) fields.push("content-type", contentType);
  if (!hasDate) fields.push("date", httpDate());
  return { fields, length };
}

/** Sends a stream with back-pressure, at most `length` bytes of it. A stream that fails or is too short resets the HTTP/2 stream. */
async function pump(
  { stream }: Http2Request,
  source: ReadableStream,
  length: number | null,
  options: FetchServerOptions,
): Promise<void> {
  const reader = source.getReader();
  let isClosed = stream.destroyed;
  let resume: (() => void) | null = null;
  const cancel = (): void => {
    reader.cancel(options.style.disconnected().cancelReason).catch(() => {});
  };
  stream.once("close", () => {
    // A pending read then ends at once: an idle stream may never have another chunk.
    if (!isClosed) cancel();
    isClosed = true;
    resume?.();
  });
  if (isClosed || stream.headRequest) {
    isClosed = true;
    cancel();
    return;
  }
  stream.on("drain", () => resume?.());
  let rest = length ?? Infinity;
  try {
    while (rest > 0) {
      const { done, value } = await reader.read();
      if (isClosed) return;
      if (done) break;
      const bytes = bytesOf(value, rest);
      rest -= bytes.length;
      if (bytes.length > 0 && !stream.write(bytes)) {
        await new Promise<void>((resolve) => {
          resume = resolve;
        });
        resume = null;
        if (isClosed) return;
      }
    }
    isClosed = true;
    if (rest === 0) reader.cancel().catch(() => {});
    if (length !== null && rest > 0) stream.destroy(new Error("the body is shorter than its content-length"));
    else stream.end();
  } catch (error) {
    if (isClosed) return;
    isClosed = true;
    // Not `close`, which would first end the response.
    stream.destroy(error);
    options.bodyFailed(error);
  }
}

function bytesOf(chunk: unknown, lengthMax: number): Uint8Array {
  if (!(chunk instanceof Uint8Array)) throw new TypeError("expected typed ArrayBufferView");
  return chunk.length > lengthMax ? chunk.subarray(0, lengthMax) : chunk;
}
