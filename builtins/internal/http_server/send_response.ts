// Writes a Response on a connection: short texts into shared memory, other bodies known as a whole with one native
// call, files by the system, streams piece by piece with back-pressure.
import { type Response, ResponseParts, isResponse, readResponse, takeResponseBody } from "web:response";
import { type Blob, blobParts, bytesInMemory, isBlob } from "web:blob";
import { type ServerRequest } from "internal:http_server/server_request";
import { FileSource } from "internal:web/file_source";
import { flattenString } from "internal:core/flatten_string";
import { httpDate, respond, send, sendFile, shortBody } from "native:http_server";
import { writeError } from "native:stdio";
import defer * as inspecting from "internal:core/util/inspect";
import defer * as lists from "internal:web/fetch/header_list";
import defer * as ranges from "internal:http_server/file_ranges";
import defer * as streaming from "internal:http_server/send_stream";
import { STATUS_TEXTS } from "internal:http_server/reason_phrases";

export const SEND_END = 1;
export const SEND_CLOSE = 2;
export const SEND_CHUNK = 4;
export const SEND_LAST_CHUNK = 8;
/** No `drained` follows: the response is complete, so that nobody waits to write more. */
const SEND_QUIET = 16;
/** Have the native side add the date, or the length of the body, and end the head. */
const SEND_DATE = 64;
const SEND_LENGTH = 128;

/** Types of default heads, as `native:http_server` numbers them. */
const TYPE_NONE = 0;
const TYPE_TEXT = 1;
const TYPE_JSON = 2;
const TYPE_DENO_TEXT = 5;

/** Texts up to this length are copied by JavaScript, which is faster than a call. */
const SHORT_LENGTH_MAX = 256;
const STATUS_SHIFT = 20;
const TYPE_SHIFT = 16;

const short: Uint8Array = shortBody();
const parts = new ResponseParts();
const TEXT_TYPE = "text/plain;charset=UTF-8";
const JSON_TYPE = "application/json";
/** What Response.json suggests in Bun's home. */
const BUN_JSON_TYPE = "application/json;charset=utf-8";
const BODY_USED =
  "Response body already used. A Response body can only be sent once; create a new Response for each request.";
const DENO_BODY_USED = "The body of the Response returned from the serve handler has already been consumed";
const DENO_STATUS_ZERO = "Return value from serve handler must not be an error response (like Response.error())";
const STATUS_ZERO =
  "Cannot send a Response with status 0. HTTP status codes must be between 100 and 999 (Response.error() returns status 0).";
/** The only status whose text the HTTP library of Deno spells in its own way. */
const TEAPOT = 418;

/** How a server's responses look where the program leaves it open. */
export interface Style {
  /** Bun's spelling of header names, or Deno's lower-case one. */
  readonly isDeno: boolean;
  /** What is told of a client that went away. */
  lost(): Lost;
}

export interface Lost {
  /** The reason of the request's signal. */
  reason: Error;
  /** The error of the request's body. */
  failure: Error;
  /** What a stream of the response is cancelled with. */
  cancelReason: unknown;
}

/**
 * Sends `response`. Returns a number to be returned from the native `request` function when the response is short text
 * and `mayReturn` says that the call still runs; otherwise 0, and the response is sent or being sent.
 * Throws a TypeError for a value that is no Response and for a body that was used.
 */
export function sendResponse(response: Response, request: ServerRequest, style: Style, mayReturn: boolean): number {
  const { connection, sequence } = request;
  if (!isResponse(response)) {
    refuseResponse(response, style);
    respond(connection, sequence, 204, TYPE_NONE, "");
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
    const type = contentType !== TEXT_TYPE ? TYPE_JSON : style.isDeno ? TYPE_DENO_TEXT : TYPE_TEXT;
    if (mayReturn && body.length <= SHORT_LENGTH_MAX && copyAscii(body))
      return (status << STATUS_SHIFT) | (type << TYPE_SHIFT) | body.length;
    respond(connection, sequence, status, type, body);
    return 0;
  }
  if (parts.used) throw style.isDeno ? new TypeError(DENO_BODY_USED) : new TypeError(BODY_USED);
  if (status === 0) throw style.isDeno ? new TypeError(DENO_STATUS_ZERO) : new Error(STATUS_ZERO);
  const head = headOf(parts, style);
  if (body === null) {
    if (head.isBare) respond(connection, sequence, status, TYPE_NONE, "");
    else
      send(
        connection,
        sequence,
        `${dated(head)}${lengthOfNothing(head, status, request)}\r\n`,
        null,
        SEND_END | SEND_QUIET | head.closes,
      );
    return 0;
  }
  // To HEAD, Deno says the length that a program gives; what is sent has the length that it has.
  if (style.isDeno && head.length !== null && request.method === "HEAD" && isHeld(body)) {
    takeResponseBody(response);
    send(
      connection,
      sequence,
      `${dated(head)}${lengthLine(head, head.length)}\r\n`,
      null,
      SEND_END | SEND_QUIET | head.closes,
    );
    return 0;
  }
  if (typeof body === "string" || body instanceof Uint8Array) {
    takeResponseBody(response);
    sendWhole(head, body, connection, sequence);
  } else if (isBlob(body)) {
    takeResponseBody(response);
    sendBlob(head, body, request, status);
  } else {
    // A stream counts as used because it gets a reader.
    streaming.sendStream(head, body, request);
  }
  return 0;
}

/** Throws for what a handler returned instead of a response, or reports it where the peer answers without a body. */
function refuseResponse(value: unknown, style: Style): void {
  // An error that is returned counts as thrown.
  if (!style.isDeno && (Error as any).isError(value)) throw value;
  if (style.isDeno)
    throw new TypeError("Return value from serve handler must be a response or a promise resolving to a response");
  // Bun does not call the error handler for it.
  const shown = typeof value === "string" ? JSON.stringify(value) : inspecting.inspect(value);
  writeError(`error: Expected a Response object, but received '${shown}'\n`);
}

// The response may be sent again, without them.
function addCookies(lines: string[]): void {
  if (lines.length === 0) return;
  const list = parts.headers === null ? new lists.HeaderList() : parts.headers.clone();
  for (const line of lines) list.push("set-cookie", line, "Set-Cookie");
  parts.headers = list;
}

/** Whether the length is known without reading. */
function isHeld(body: unknown): boolean {
  return typeof body === "string" || body instanceof Uint8Array || isBlob(body);
}

/** The field of a response without a body: only HEAD and 304 may speak of another length than that (RFC 9110 §8.6). */
function lengthOfNothing(head: ResponseHead, status: number, request: ServerRequest): string {
  const { length, style } = head;
  const speaksOfOther = status === 304 ? !style.isDeno : request.method === "HEAD" && !isBodiless(status);
  if (length !== null && speaksOfOther) return lengthLine(head, length);
  return isBodiless(status) ? "" : lengthLine(head, 0);
}

/** The field that says a length. */
export function lengthLine({ style }: ResponseHead, length: number): string {
  return `${style.isDeno ? "content-length" : "Content-Length"}: ${length}\r\n`;
}

function copyAscii(text: string): boolean {
  const { length } = text;
  for (let index = 0; index < length; index++) {
    const unit = text.charCodeAt(index);
    if (unit > 127) return false;
    short[index] = unit;
  }
  return true;
}

function isBodiless(status: number): boolean {
  return status === 204 || status === 304 || status < 200;
}

/** A head without its end: framing comes with the body. */
export interface ResponseHead {
  text: string;
  hasDate: boolean;
  /** The Content-Length that the program gave, which is not in the text; null: none, or no number. */
  length: number | null;
  /** Nothing but a status. */
  isBare: boolean;
  /** `SEND_CLOSE` when the program asked for `Connection: close`. */
  closes: number;
  style: Style;
}

/** The head that a shared list of headers was last made into, and what else went into it. */
interface MadeHead {
  head: ResponseHead;
  status: number;
  contentType: string | null;
  style: Style;
}

function headOf(from: ResponseParts, style: Style): ResponseHead {
  const { headers, status, contentType } = from;
  if (headers === null || !headers.isShared || from.statusText !== "") return makeHead(from, style);
  const made = headers.serialized as MadeHead | null;
  if (made !== null && made.status === status && made.contentType === contentType && made.style === style)
    return made.head;
  const head = makeHead(from, style);
  head.text = flattenString(head.text);
  headers.serialized = { head, status, contentType, style } satisfies MadeHead;
  return head;
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
      else if (name === "connection" && (value === "close" || value.toLowerCase() === "close")) closes = SEND_CLOSE;
      text += `${spellings === null ? name : spellings[index / 2]}: ${value}\r\n`;
    }
  }
  if (!hasType && contentType === null && !style.isDeno && from.body instanceof Uint8Array)
    text += "Content-Type: application/octet-stream\r\n";
  else if (!hasType && contentType !== null)
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

/** Whether the native side has the reason phrase of `status`. */
function isNamed(status: number, style: Style): boolean {
  return STATUS_TEXTS[status] !== undefined && (status !== TEAPOT || !style.isDeno);
}

/** Bun gives a phrase to every status, Deno none to those without a name. */
function reasonOf(status: number, style: Style): string {
  return style.isDeno && status === TEAPOT ? "I'm a teapot" : (STATUS_TEXTS[status] ?? (style.isDeno ? "" : "HM"));
}

/** Bun's spelling of the types that bodies suggest. */
function bunType(type: string): string {
  if (type === TEXT_TYPE) return "text/plain;charset=utf-8";
  return type === JSON_TYPE ? "application/json;charset=utf-8" : type;
}

function sendWhole(head: ResponseHead, body: string | Uint8Array, connection: number, sequence: number): void {
  send(
    connection,
    sequence,
    head.text,
    body,
    SEND_END | SEND_QUIET | head.closes | (head.hasDate ? SEND_LENGTH : SEND_DATE | SEND_LENGTH),
  );
}

/** The head with its date, where the native side does not add it. */
export function dated(head: ResponseHead): string {
  return head.hasDate ? head.text : `${head.text}Date: ${httpDate()}\r\n`;
}

function sendBlob(head: ResponseHead, blob: Blob, request: ServerRequest, status: number): void {
  const { connection, sequence } = request;
  const bytes = bytesInMemory(blob);
  if (bytes !== null) return sendWhole(head, bytes, connection, sequence);
  const [first, second] = blobParts(blob);
  if (!(first instanceof FileSource) || second !== undefined) return streaming.sendStream(head, blob.stream(), request);
  const flags = SEND_END | head.closes | (head.hasDate ? SEND_LENGTH : SEND_DATE | SEND_LENGTH);
  const answer = head.style.isDeno || status !== 200 ? null : ranges.answerOf(request, head.text, first);
  if (answer === null) sendFile(connection, sequence, head.text, first.path, first.start, first.end, flags);
  else if (answer.part === "none") send(connection, sequence, answer.text, "", flags | SEND_QUIET);
  else sendFile(connection, sequence, answer.text, first.path, answer.part.start, answer.part.end, flags);
}
