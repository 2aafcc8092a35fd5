// Sends a Response on a connection: short strings through shared memory, other complete bodies with one native call, files by the
// operating system, streams chunk by chunk with back-pressure.
import { ContentType, SendFlags, ShortResponse } from "native:http_server";
import { type Response, ResponseParts, isResponse, readResponse, takeResponseBody } from "web:response";
import { type Blob, blobParts, bytesInMemory, isAsciiText, isBlob } from "web:blob";
import { type ServerRequest } from "internal:http_server/server_request";
import type { ReadableStream } from "web:streams";
import { FileSource } from "internal:web/file_source";
import { flattenString } from "internal:core/flatten_string";
import { httpDate, respond, send, sendFile, shortBody } from "native:http_server";
import { writeError } from "native:stdio";
import { services } from "internal:core/bootstrap";
import defer * as dispositions from "internal:http_server/file_disposition";
import defer * as lists from "internal:web/fetch/header_list";
import defer * as ranges from "internal:http_server/file_ranges";
import defer * as streaming from "internal:http_server/send_stream";
import { STATUS_CODES } from "internal:web/http/status_codes";

/** Strings up to this length are copied in JavaScript, which is faster than a native call. */
const SHORT_LENGTH_MAX = 256;

const short: Uint8Array = shortBody();
const parts = new ResponseParts();
const TEXT_TYPE = "text/plain;charset=UTF-8";
const JSON_TYPE = "application/json";
const BYTES_TYPE = "application/octet-stream";
/** The type of Response.json in Bun's home. */
const BUN_JSON_TYPE = "application/json;charset=utf-8";
const BODY_USED =
  "Response body already used. A Response body can only be sent once; create a new Response for each request.";
export const DENO_BODY_USED = "The body of the Response returned from the serve handler has already been consumed";
export const DENO_STATUS_ZERO = "Return value from serve handler must not be an error response (like Response.error())";
const STATUS_ZERO =
  "Cannot send a Response with status 0. HTTP status codes must be between 100 and 999 (Response.error() returns status 0).";
/** The only status whose reason phrase is spelled differently in Deno. */
const TEAPOT = 418;

/** The defaults of a home for responses. */
export interface Style {
  /** Deno's lower-case header names, or Bun's spelling. */
  readonly isDeno: boolean;
  /** The body that is sent for a value that is no Response; null: a 204. */
  readonly welcome: string | null;
  /** The errors for a client that disconnected. */
  disconnected(): DisconnectErrors;
}

/** The errors of a request and its response whose client disconnected. */
export interface DisconnectErrors {
  /** The reason of the request's signal. */
  reason: Error;
  /** The error of the request's body. */
  failure: Error;
  /** What a stream of the response is cancelled with. */
  cancelReason: unknown;
}

/**
 * Sends `response`. `mayReturn`: the native call of the `request` handler is still running. For a short string this then returns a
 * number that the handler has to return; otherwise it returns 0, and the response is sent or being sent.
 * Throws a TypeError for a value that is not a Response and for a body that was used.
 */
export function sendResponse(response: Response, request: ServerRequest, style: Style, mayReturn: boolean): number {
  const { connection, sequence } = request;
  if (!isResponse(response)) {
    refuseResponse(response, style);
    if (style.welcome === null) respond(connection, sequence, 204, ContentType.NONE, "");
    else respond(connection, sequence, 200, ContentType.TEXT, style.welcome);
    return 0;
  }
  readResponse(response, parts);
  if (request.cookieLines !== null) addCookies(request.cookieLines());
  const { body, status } = parts;
  const { contentType } = parts;
  if (
    parts.headers === null &&
    parts.statusText === "" &&
    typeof body === "string" &&
    !parts.used &&
    (status === 200 || isNamed(status, style)) &&
    (contentType === TEXT_TYPE || (!style.isDeno && (contentType === BUN_JSON_TYPE || contentType === JSON_TYPE)))
  ) {
    takeResponseBody(response);
    const type = contentType !== TEXT_TYPE ? ContentType.JSON : style.isDeno ? ContentType.DENO_TEXT : ContentType.TEXT;
    if (mayReturn && body.length <= SHORT_LENGTH_MAX && copyAscii(body))
      return (status << ShortResponse.STATUS_SHIFT) | (type << ShortResponse.TYPE_SHIFT) | body.length;
    respond(connection, sequence, status, type, body);
    return 0;
  }
  if (parts.used) throw style.isDeno ? new TypeError(DENO_BODY_USED) : new TypeError(BODY_USED);
  if (status === 0) throw style.isDeno ? new TypeError(DENO_STATUS_ZERO) : new Error(STATUS_ZERO);
  const head = headOf(parts, style);
  if (body === null) {
    if (head.isBare) respond(connection, sequence, status, ContentType.NONE, "");
    else
      send(
        connection,
        sequence,
        `${dated(head)}${emptyLengthLine(head, status, request)}\r\n`,
        null,
        SendFlags.END | SendFlags.QUIET | head.closes,
      );
    return 0;
  }
  // For HEAD, Deno sends the length that the program sets, instead of that of the body.
  if (style.isDeno && head.length !== null && request.method === "HEAD" && isBuffered(body)) {
    takeResponseBody(response);
    send(
      connection,
      sequence,
      `${dated(head)}${lengthLine(head, head.length)}\r\n`,
      null,
      SendFlags.END | SendFlags.QUIET | head.closes,
    );
    return 0;
  }
  if (typeof body === "string" || body instanceof Uint8Array) {
    takeResponseBody(response);
    sendBuffered(head, body, connection, sequence);
  } else if (isBlob(body)) {
    takeResponseBody(response);
    sendBlob(head, body, request, status);
  } else {
    // A stream becomes used when it gets a reader.
    streaming.sendStream(head, body as ReadableStream, request);
  }
  return 0;
}

/** Throws for a value that is not a Response; in Bun's home, where a response is sent instead, reports it. */
export function refuseResponse(value: unknown, style: Style): void {
  // A returned error is handled as a thrown one.
  if (!style.isDeno && Error.isError(value)) throw value;
  if (style.isDeno)
    throw new TypeError("Return value from serve handler must be a response or a promise resolving to a response");
  // Bun does not call the error handler for it.
  const shown = services().inspectForBun(value, {});
  writeError(`error: Expected a Response object, but received '${shown}'\n`);
}

// Adds the cookies to a copy of the headers: the response may be sent again.
function addCookies(lines: string[]): void {
  if (lines.length === 0) return;
  const list = parts.headers === null ? new lists.HeaderList() : parts.headers.clone();
  for (const line of lines) list.push("set-cookie", line, "Set-Cookie");
  parts.headers = list;
}

/** Whether the length of the body is known. */
function isBuffered(body: unknown): boolean {
  return typeof body === "string" || body instanceof Uint8Array || isBlob(body);
}

/** Content-Length of a response without a body: only that of HEAD or 304 may be another length than 0 (RFC 9110 §8.6). */
function emptyLengthLine(head: ResponseHead, status: number, request: ServerRequest): string {
  const { length, style } = head;
  const canDiffer = status === 304 ? !style.isDeno : request.method === "HEAD" && !isBodiless(status);
  if (length !== null && canDiffer) return lengthLine(head, length);
  return isBodiless(status) ? "" : lengthLine(head, 0);
}

/** The line of Content-Length. */
export function lengthLine({ style }: ResponseHead, length: number): string {
  return `${style.isDeno ? "content-length" : "Content-Length"}: ${length}\r\n`;
}

/** Copies an ASCII string to the shared memory of short bodies. Returns false for other strings. */
function copyAscii(body: string): boolean {
  const { length } = body;
  for (let index = 0; index < length; index++) {
    const unit = body.charCodeAt(index);
    if (unit > 127) return false;
    short[index] = unit;
  }
  return true;
}

function isBodiless(status: number): boolean {
  return status === 204 || status === 304 || status < 200;
}

/** A head without its end: the fields for framing are added with the body. */
export interface ResponseHead {
  text: string;
  hasDate: boolean;
  /** The Content-Length that the program set, which is not in `text`; null: none, or an invalid one. */
  length: number | null;
  /** The program set only a status. */
  isBare: boolean;
  /** `SEND_CLOSE` when the program set `Connection: close`. */
  closes: number;
  style: Style;
}

/** The cached head of a shared list of headers, and the other values that it was made from. */
interface CachedHead {
  head: ResponseHead;
  status: number;
  contentType: string | null;
  style: Style;
}

function headOf(from: ResponseParts, style: Style): ResponseHead {
  if (from.contentType === null && !style.isDeno) from.contentType = typeOfBody(from.body);
  const { headers, status, contentType } = from;
  if (headers === null || !headers.isShared || from.statusText !== "") return makeHead(from, style);
  const cached = headers.serialized as CachedHead | null;
  if (cached !== null && cached.status === status && cached.contentType === contentType && cached.style === style)
    return cached.head;
  const head = makeHead(from, style);
  head.text = flattenString(head.text);
  headers.serialized = { head, status, contentType, style } satisfies CachedHead;
  return head;
}

/** The type that Bun sends for a body of a Response without one; null: none. */
function typeOfBody(body: ResponseParts["body"]): string | null {
  if (typeof body === "string") return body === "" ? null : TEXT_TYPE;
  if (isBlob(body)) return body.type !== "" || body.size === 0 ? null : isAsciiText(body) ? TEXT_TYPE : BYTES_TYPE;
  return body instanceof Uint8Array && body.byteLength !== 0 ? BYTES_TYPE : null;
}

function makeHead(from: ResponseParts, style: Style): ResponseHead {
  const { status, statusText, headers, contentType } = from;
  let text = `HTTP/1.1 ${status} ${statusText === "" ? reasonOf(status, style) : statusText}\r\n`;
  let length: number | null = null;
  let hasType = false;
  let hasDate = false;
  let closes = 0;
  if (headers !== null) {
    const { pairs, spellings } = headers;
    for (let index = 0; index < pairs.length; index += 2) {
      const name = pairs[index]!;
      const value = pairs[index + 1]!;
      if (name === "content-length") {
        if (/^\d{1,15}$/.test(value)) length = Number(value);
        continue;
      }
      if (name === "content-type") hasType = true;
      else if (name === "date") hasDate = true;
      else if (name === "transfer-encoding") continue;
      else if (name === "connection" && (value === "close" || value.toLowerCase() === "close"))
        closes = SendFlags.CLOSE;
      text += `${spellings === null ? name : spellings[index / 2]}: ${value}\r\n`;
    }
  }
  if (!hasType && contentType !== null)
    text += style.isDeno ? `content-type: ${contentType}\r\n` : `Content-Type: ${bunType(contentType)}\r\n`;
  return {
    text,
    hasDate,
    length,
    isBare: headers === null && contentType === null && statusText === "" && isNamed(status, style),
    closes,
    style,
  };
}

/** Whether the native server has the reason phrase of `status`. */
function isNamed(status: number, style: Style): boolean {
  return STATUS_CODES[status] !== undefined && (status !== TEAPOT || !style.isDeno);
}

/** The reason phrase. For an unknown status Bun has one, Deno none. */
function reasonOf(status: number, style: Style): string {
  return style.isDeno && status === TEAPOT ? "I'm a teapot" : (STATUS_CODES[status] ?? (style.isDeno ? "" : "HM"));
}

/** Bun's spelling of the default types of bodies. */
function bunType(type: string): string {
  if (type === TEXT_TYPE) return "text/plain;charset=utf-8";
  return type === JSON_TYPE ? "application/json;charset=utf-8" : type;
}

function sendBuffered(head: ResponseHead, body: string | Uint8Array, connection: number, sequence: number): void {
  send(
    connection,
    sequence,
    head.text,
    body,
    SendFlags.END |
      SendFlags.QUIET |
      head.closes |
      (head.hasDate ? SendFlags.LENGTH : SendFlags.DATE | SendFlags.LENGTH),
  );
}

/** The head with its date, for calls in which the native server does not add it. */
export function dated(head: ResponseHead): string {
  return head.hasDate ? head.text : `${head.text}Date: ${httpDate()}\r\n`;
}

function sendBlob(given: ResponseHead, blob: Blob, request: ServerRequest, status: number): void {
  let head = given;
  if (!head.style.isDeno && !request.isRangeHandled) {
    const text = dispositions.withFileName(head.text, blob);
    if (text !== head.text) head = { ...head, text };
  }
  // Deno sends Blobs as streams, of unknown length.
  if (head.style.isDeno && head.length === null) return streaming.sendStream(head, blob.stream(), request);
  const { connection, sequence } = request;
  const bytes = bytesInMemory(blob);
  if (bytes !== null) return sendBuffered(head, bytes, connection, sequence);
  const [first, second] = blobParts(blob);
  if (!(first instanceof FileSource) || second !== undefined) return streaming.sendStream(head, blob.stream(), request);
  const flags = SendFlags.END | head.closes | (head.hasDate ? SendFlags.LENGTH : SendFlags.DATE | SendFlags.LENGTH);
  const partial = head.style.isDeno || status !== 200 ? null : ranges.partialResponse(request, head.text, first);
  if (partial === null) sendWholeFile(head, first, blob, request, flags);
  else if (partial.part === "none") send(connection, sequence, partial.head, "", flags | SendFlags.QUIET);
  else sendFile(connection, sequence, partial.head, first.path, partial.part.start, partial.part.end, flags);
}

/** Sends a file; what has no size, such as a pipe, is read as a stream. */
function sendWholeFile(
  head: ResponseHead,
  { path, start, end }: FileSource,
  blob: Blob,
  request: ServerRequest,
  flags: number,
): void {
  try {
    sendFile(request.connection, request.sequence, head.text, path, start, end, flags);
  } catch (error) {
    if ((error as { syscall?: unknown }).syscall !== "sendfile") throw error;
    streaming.sendStream(head, blob.stream(), request);
  }
}
