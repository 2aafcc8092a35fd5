// http.ServerResponse: status, writeHead() and interim responses. `response_transport.ts` sends its bytes.
// https://nodejs.org/api/http.html#class-httpserverresponse
import { safe } from "internal:core/bootstrap";
import { reservesSlots } from "internal:core/inline_slots";
import {
  ERR_HTTP_HEADERS_SENT,
  ERR_HTTP_INVALID_STATUS_CODE,
  ERR_HTTP_SOCKET_ASSIGNED,
  ERR_INVALID_ARG_TYPE,
  ERR_INVALID_CHAR,
} from "internal:core/errors";
import { flattenString } from "internal:core/flatten_string";
import { validateInteger, validateLinkHeaderValue, validateObject } from "internal:core/validators";
import { fieldLine, fieldName, hasForbiddenCharacter } from "internal:node/http/fields";
import { OutgoingMessage } from "internal:node/http/outgoing";
import { oddHeaders } from "internal:node/http/outgoing_headers";
import type { CallableClass } from "internal:node/http/callable_class";
import type { IncomingMessage } from "internal:node/http/incoming";
import type { Callback, ServedSocket } from "internal:node/http/message_socket";
import type { Chunk, HeadersInit, OutgoingHeaders } from "internal:node/http/outgoing";
import { defineTransport } from "internal:node/http/response_transport";
import {
  kConnection,
  kHeldSize,
  kHighWaterMark,
  kLastChunk,
  kLastEncoding,
  kOutHeaders,
  kProgress,
  kRejectNonStandardBodyWrites,
  kSequence,
  kSocket,
  kUniqueHeaders,
} from "internal:node/http/symbols";
import type { kSendFile } from "internal:node/streams/sendfile";
import { STATUS_CODES } from "internal:web/http/status_codes";

const kOnSocketClose = Symbol("kOnSocketClose");

/** Options of the constructor. */
export interface ServerResponseOptions {
  highWaterMark?: number;
  rejectNonStandardBodyWrites?: boolean;
  [kUniqueHeaders]?: Set<string> | null;
}

type StatusHeaders = HeadersInit | string;

/** An instance of `http.ServerResponse`. */
export interface ServerResponse extends OutgoingMessage {
  [kConnection]: number;
  [kSequence]: number;
  /** The value of `outputSize`. */
  [kHeldSize]: number;
  [kProgress]: number;
  [kLastChunk]: Chunk | null;
  [kLastEncoding]: unknown;
  [kOnSocketClose]?: () => void;
  req: IncomingMessage;
  statusCode: number;
  statusMessage: string | undefined;
  _sent100: boolean;
  _expect_continue: boolean;
  [kSendFile](fd: number, position: number, length: number): boolean | undefined;
  assignSocket(socket: ServedSocket): void;
  detachSocket(socket: ServedSocket): void;
  writeHead(statusCode: number, reason?: StatusHeaders, headers?: HeadersInit): this;
  writeHeader(statusCode: number, reason?: StatusHeaders, headers?: HeadersInit): this;
  writeInformation(statusCode: number, headers?: unknown, callback?: Callback): boolean;
  writeContinue(callback?: Callback): void;
  writeProcessing(callback?: Callback): void;
  writeEarlyHints(hints: Record<string, unknown>, callback?: Callback): void;
}
/** The class, or one that a program derived from it. */
export type ServerResponseClass = CallableClass<
  ServerResponse,
  [request: IncomingMessage, options?: ServerResponseOptions]
>;

/**
 * `http.ServerResponse`. `request`: only its method and HTTP version are used here. The server sets the members that bind the
 * response to a connection; without them it can be given a socket with assignSocket().
 */
export const ServerResponse = function ServerResponse(
  this: ServerResponse & Record<"a" | "b" | "c" | "d" | "e" | "f", number>,
  request: IncomingMessage,
  options?: ServerResponseOptions,
): ServerResponse | void {
  if (!((this as unknown) instanceof ServerResponse))
    return new (ServerResponse as unknown as ServerResponseClass)(request, options);
  if (reservesSlots) this.a = this.b = this.c = this.d = this.e = this.f = 0;
  this.req = request;
  this._header = null;
  this._headerSent = false;
  this.finished = false;
  this.destroyed = false;
  this._closed = false;
  this.chunkedEncoding = false;
  this.statusCode = 200;
  this.statusMessage = undefined;
  this.shouldKeepAlive = true;
  this._contentLength = null;
  this.sendDate = true;
  this._last = false;
  this._keepAliveTimeout = 0;
  this[kOutHeaders] = null;
  this[kSocket] = null;
  this[kConnection] = -1;
  this[kSequence] = 0;
  this[kProgress] = 0;
  this[kLastChunk] = null;
  this[kLastEncoding] = null;
  this._hasBody = request.method !== "HEAD";
  if (request.httpVersionMajor! < 1 || request.httpVersionMinor! < 1) {
    this.useChunkedEncodingByDefault = chunkedByTE.test(request.headers?.te);
    this.shouldKeepAlive = false;
  }
  if (options !== undefined) readOptions(this, options);
} as unknown as ServerResponseClass;
safe.setPrototypeOf(ServerResponse.prototype, OutgoingMessage.prototype);
safe.setPrototypeOf(ServerResponse, OutgoingMessage);
const prototype = ServerResponse.prototype;
const chunkedByTE = /(?:^|\W)chunked(?:$|\W)/i;

safe.assign(prototype, {
  statusCode: 200,
  statusMessage: undefined,
  sendDate: true,
  _sent100: false,
  _expect_continue: false,
});
for (const [key, value] of [
  [kConnection, -1],
  [kSequence, 0],
  [kProgress, 0],
  [kHeldSize, 0],
] as const) {
  safe.defineProperty(prototype, key, { value, writable: true, enumerable: false });
}

function readOptions(response: ServerResponse, options: ServerResponseOptions): void {
  if (options.highWaterMark !== undefined) response[kHighWaterMark] = options.highWaterMark;
  if (options.rejectNonStandardBodyWrites) response[kRejectNonStandardBodyWrites] = true;
  if (options[kUniqueHeaders]) response[kUniqueHeaders] = options[kUniqueHeaders];
}

defineTransport(prototype);

/** Assigns a socket to the response. Throws ERR_HTTP_SOCKET_ASSIGNED when the socket has one already. */
prototype.assignSocket = function assignSocket(this: ServerResponse, socket: ServedSocket): void {
  if (socket._httpMessage) throw new ERR_HTTP_SOCKET_ASSIGNED();
  socket._httpMessage = this;
  this[kOnSocketClose] = () => {
    if (!socket._httpMessage) return;
    this.destroyed = true;
    this._closed = true;
    this.emit("close");
  };
  socket.on("close", this[kOnSocketClose]);
  this.socket = socket;
  this.emit("socket", socket);
  this._flush();
};

prototype.detachSocket = function detachSocket(this: ServerResponse, socket: ServedSocket): void {
  if (this[kOnSocketClose] !== undefined) socket.removeListener("close", this[kOnSocketClose]);
  socket._httpMessage = null;
  this.socket = null;
};

prototype._implicitHeader = function _implicitHeader(this: ServerResponse): void {
  this.writeHead(this.statusCode);
};

/**
 * Sets the status and headers, and makes the head. Forms: (status), (status, reason), (status, headers),
 * (status, reason, headers); headers are an object, an array of pairs, or an array of alternating names and values.
 */
prototype.writeHead = function writeHead(
  this: ServerResponse,
  statusCode: number,
  reason?: StatusHeaders,
  headers?: HeadersInit,
) {
  if (this._header) throw new ERR_HTTP_HEADERS_SENT("write");
  const original = statusCode;
  statusCode |= 0;
  if (statusCode < 100 || statusCode > 999) throw new ERR_HTTP_INVALID_STATUS_CODE(original);
  if (typeof reason === "string") {
    this.statusMessage = reason;
  } else {
    this.statusMessage ||= STATUS_CODES[statusCode] || "unknown";
    headers ??= reason;
  }
  this.statusCode = statusCode;
  const merged = this[kOutHeaders] === null ? checkedPlain(headers) : mergeHeaders(this, headers);
  const firstLine = statusLine(statusCode, this.statusMessage);
  // 1xx, 204 and 304 end with the head (RFC 9110 §6.4.1).
  if (statusCode === 204 || statusCode === 304 || statusCode < 200) this._hasBody = false;
  if (this._expect_continue && !this._sent100) this.shouldKeepAlive = false;
  this._storeHeader(firstLine, merged);
  return this;
};

function checkedPlain(headers: HeadersInit): HeadersInit {
  if (safe.isArray(headers) && headers.length > 0 && !safe.isArray(headers[0]) && headers.length % 2 !== 0)
    throw oddHeaders(headers);
  return headers;
}

// Headers of writeHead() override those of setHeader(), in the place of the latter.
function mergeHeaders(response: ServerResponse, headers: any): OutgoingHeaders | null {
  if (safe.isArray(headers) && headers.length > 0 && safe.isArray(headers[0])) {
    headers = headers.flat();
  }
  if (safe.isArray(headers)) {
    if (headers.length % 2 !== 0) throw oddHeaders(headers);
    // A name may occur several times: present values are removed first, then all values are added.
    for (let index = 0; index < headers.length; index += 2) response.removeHeader(headers[index]);
    for (let index = 0; index < headers.length; index += 2) {
      if (headers[index]) response.appendHeader(headers[index], headers[index + 1]);
    }
  } else if (headers) {
    for (const name of safe.keys(headers)) if (name) response.setHeader(name, headers[name]);
  }
  return response[kOutHeaders];
}

const statusLines: string[] = [];

function statusLine(statusCode: number, reason: string): string {
  if (reason === STATUS_CODES[statusCode])
    return (statusLines[statusCode] ??= flattenString(`HTTP/1.1 ${statusCode} ${reason}\r\n`));
  if (hasForbiddenCharacter(reason)) throw new ERR_INVALID_CHAR("statusMessage");
  return `HTTP/1.1 ${statusCode} ${reason}\r\n`;
}

/** Alias of writeHead(). */
prototype.writeHeader = prototype.writeHead;

/** Sends an interim response (1xx but 101) with headers. Returns false when the producer should wait for "drain". */
prototype.writeInformation = function writeInformation(
  this: ServerResponse,
  statusCode: number,
  headers?: unknown,
  callback?: Callback,
): boolean {
  if (typeof headers === "function" && callback === undefined) {
    callback = headers as Callback;
    headers = undefined;
  }
  validateInteger(statusCode, "statusCode", 100, 199);
  if (statusCode === 101) throw new ERR_HTTP_INVALID_STATUS_CODE(statusCode);
  if (this._header) throw new ERR_HTTP_HEADERS_SENT("write");
  let head = `HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode] ?? "unknown"}\r\n`;
  if (headers !== undefined && headers !== null) {
    if (typeof headers !== "object") throw new ERR_INVALID_ARG_TYPE("headers", "object", headers);
    const fields = headers as Record<string, unknown>;
    for (const name of safe.keys(fields)) head += interimLines(name, fields[name]);
  }
  return this._writeRaw(`${head}\r\n`, "latin1", callback);
};

function interimLines(name: string, value: unknown): string {
  const field = fieldName(name);
  if (!safe.isArray(value)) return fieldLine(field, name, value);
  return value.map((each) => fieldLine(field, name, each ?? `${each}`)).join("");
}

/** Sends 100 Continue: the client may send its body. */
prototype.writeContinue = function writeContinue(this: ServerResponse, callback?: Callback): void {
  if (this._header) throw new ERR_HTTP_HEADERS_SENT("write");
  this._writeRaw("HTTP/1.1 100 Continue\r\n\r\n", "latin1", callback);
  this._sent100 = true;
};

prototype.writeProcessing = function writeProcessing(this: ServerResponse, callback?: Callback): void {
  if (this._header) throw new ERR_HTTP_HEADERS_SENT("write");
  this._writeRaw("HTTP/1.1 102 Processing\r\n\r\n", "latin1", callback);
};

/** Sends a 103 with `link` and the other headers of `hints` (RFC 8297). Nothing is sent without links. */
prototype.writeEarlyHints = function writeEarlyHints(
  this: ServerResponse,
  hints: Record<string, unknown>,
  callback?: Callback,
): void {
  validateObject(hints, "hints");
  if (hints.link === null || hints.link === undefined) return;
  const link = validateLinkHeaderValue(hints.link);
  if (link.length === 0) return;
  if (this._header) throw new ERR_HTTP_HEADERS_SENT("write");
  let head = `HTTP/1.1 103 Early Hints\r\nLink: ${link}\r\n`;
  for (const name of safe.keys(hints)) if (name !== "link") head += interimLines(name, hints[name]);
  this._writeRaw(`${head}\r\n`, "latin1", callback);
};

prototype._finish = function _finish(this: ServerResponse): void {
  OutgoingMessage.prototype._finish.call(this);
};
