// Serializes a message's head: header lines in the program's order and spelling, then the fields that HTTP needs and the program did
// not set: Date, Connection, Keep-Alive, Content-Length or Transfer-Encoding. RFC 9112 §6, §9.
import { safe } from "internal:core/bootstrap";
import { ERR_HTTP_TRAILER_INVALID, ERR_INVALID_ARG_VALUE } from "internal:core/errors";
import { dateLine } from "internal:node/http/date";
import {
  CONNECTION,
  CONTENT_LENGTH,
  DATE,
  EXPECT,
  KEEP_ALIVE,
  TRAILER,
  TRANSFER_ENCODING,
  type FieldName,
  fieldLine,
  fieldName,
} from "internal:node/http/fields";
import { changeCount, firstLines, cacheLine, cachedField, cachedHead } from "internal:node/http/header_cache";
import type { HeadersInit, OutgoingHeaders, OutgoingMessage } from "internal:node/http/outgoing";
import { kOutHeaders, kUniqueHeaders } from "internal:node/http/symbols";

const closeToken = /(?:^|\W)close(?:$|\W)/i;
const chunkedToken = /(?:^|\W)chunked(?:$|\W)/i;
/** Which of the special headers the head has so far: the kinds of `internal:node/http/fields`. */
export const kSeen: unique symbol = Symbol("kSeen");
/** A further bit of `kSeen`: the lines differ from those of the cached head. */
const VARIED = 1 << 10;

/**
 * Makes `message._header` from the first line and `headers`: the message's own, an array of pairs, a flat array of names and
 * values, an object, or nothing. Decides how the body is delimited and whether the connection is kept alive.
 */
export function storeHeader(message: OutgoingMessage, firstLine: string, headers: HeadersInit): void {
  message[kSeen] = 0;
  let lines = "";
  if (headers) {
    if (headers === message[kOutHeaders]) lines = linesOfMessage(message, headers as OutgoingHeaders);
    else if (safe.isArray(headers)) lines = linesOfArray(message, headers);
    else lines = linesOfObject(message, headers as Record<string, unknown>);
  }
  const seen = message[kSeen];
  const date = message.sendDate && (seen & DATE) === 0 ? dateLine() : "";
  // RFC 9112 §6.1: neither status may have a body, so a chunked one would run into the next response.
  if (message.chunkedEncoding && (message.statusCode === 204 || message.statusCode === 304)) {
    message.chunkedEncoding = false;
    message.shouldKeepAlive = false;
  }
  let connection = "";
  if (message._removedConnection) message._last = !message.shouldKeepAlive;
  else if ((seen & CONNECTION) === 0) connection = connectionLines(message, seen);
  const framing = (seen & (CONTENT_LENGTH | TRANSFER_ENCODING)) === 0 ? framingLine(message, seen) : "";
  if (message.chunkedEncoding !== true && (seen & TRAILER) !== 0) throw new ERR_HTTP_TRAILER_INVALID();
  message._header =
    (seen & VARIED) === 0
      ? cachedHead(firstLine, lines, date, connection, framing)
      : `${firstLine}${lines}${date}${connection}${framing}\r\n`;
  message._headerSent = false;
  // A client that sends Expect waits for the response before it sends the body.
  if ((seen & EXPECT) !== 0) message._send("");
}

function linesOfArray(message: OutgoingMessage, headers: any[]): string {
  message[kSeen] |= VARIED;
  let lines = "";
  if (headers.length > 0 && safe.isArray(headers[0])) {
    for (const entry of headers) lines += fieldLines(message, fieldName(entry[0]), entry[0], entry[1]);
    return lines;
  }
  if (headers.length % 2 !== 0) throw new ERR_INVALID_ARG_VALUE("headers", headers);
  for (let index = 0; index < headers.length; index += 2)
    lines += fieldLines(message, fieldName(headers[index]), headers[index], headers[index + 1]);
  return lines;
}

const { hasOwnProperty } = Object.prototype;

function linesOfObject(message: OutgoingMessage, headers: Record<string, unknown>): string {
  if (headers.hasOwnProperty !== hasOwnProperty) return linesOfOwn(message, headers);
  const changes = changeCount();
  let lines: string | undefined;
  let index = 0;
  // The engine optimizes `hasOwnProperty` in exactly this form of a for-in loop.
  for (const name in headers)
    if (headers.hasOwnProperty(name)) {
      const value = headers[name];
      const field = lines === undefined ? cachedField(index, name, value) : undefined;
      if (field === undefined) {
        if (lines === undefined) {
          if (changes !== changeCount()) return linesOfOwn(message, headers);
          lines = firstLines(index);
        }
        lines += nextLines(message, index, name, value);
      } else if (field.kind !== 0) applyField(message, field.kind, value);
      index++;
    }
  if (lines !== undefined) return lines;
  // A getter of the program may have sent another head.
  return changes === changeCount() ? firstLines(index) : linesOfOwn(message, headers);
}

function linesOfOwn(message: OutgoingMessage, headers: Record<string, unknown>): string {
  message[kSeen] |= VARIED;
  let lines = "";
  for (const name in headers) {
    if (safe.hasOwn(headers, name)) lines += fieldLines(message, fieldName(name), name, headers[name]);
  }
  return lines;
}

// The message's own headers. No code of the program runs in this loop.
function linesOfMessage(message: OutgoingMessage, headers: OutgoingHeaders): string {
  let lines: string | undefined;
  let index = 0;
  for (const key in headers) {
    const name = headers[key]![0];
    const value = headers[key]![1];
    const field = lines === undefined ? cachedField(index, name, value) : undefined;
    if (field === undefined) lines = (lines ?? firstLines(index)) + nextLines(message, index, name, value);
    else if (field.kind !== 0) applyField(message, field.kind, value);
    index++;
  }
  return lines ?? firstLines(index);
}

function nextLines(message: OutgoingMessage, index: number, name: string, value: unknown): string {
  message[kSeen] |= VARIED;
  const field = fieldName(name);
  const lines = fieldLines(message, field, name, value);
  cacheLine(index, field, name, value);
  return lines;
}

function fieldLines(message: OutgoingMessage, field: FieldName, name: string, value: unknown): string {
  if (safe.isArray(value)) {
    const isJoined = (value.length >= 2 && field.isCookie) || message[kUniqueHeaders]?.has(field.lowerCase);
    if (!isJoined) {
      let lines = "";
      for (let index = 0; index < value.length; index++) {
        lines += fieldLine(field, name, value[index] ?? `${value[index]}`);
        if (field.kind !== 0) applyField(message, field.kind, value[index]);
      }
      return lines;
    }
    value = value.join("; ");
  }
  const line = fieldLine(field, name, value);
  if (field.kind !== 0) applyField(message, field.kind, value);
  return line;
}

// Applies a special header to the state of the message.
function applyField(message: OutgoingMessage, kind: number, value: unknown): void {
  if (kind === KEEP_ALIVE) {
    message._defaultKeepAlive = false;
    return;
  }
  message[kSeen] |= kind;
  if (kind === CONNECTION) {
    message._removedConnection = false;
    if (value !== "keep-alive" && closeToken.test(value as string)) message._last = true;
    else message.shouldKeepAlive = true;
  } else if (kind === TRANSFER_ENCODING) {
    message._removedTE = false;
    if (chunkedToken.test(value as string)) message.chunkedEncoding = true;
  } else if (kind === CONTENT_LENGTH) {
    message._contentLength = +(value as string);
    message._removedContLen = false;
  }
}

function connectionLines(message: OutgoingMessage, seen: number): string {
  const canKeepAlive =
    message.shouldKeepAlive && ((seen & CONTENT_LENGTH) !== 0 || message.useChunkedEncodingByDefault || message.agent);
  if (!canKeepAlive || message.maxRequestsOnConnectionReached) {
    // After the last allowed request the client should close the connection; its next request is refused.
    if (!canKeepAlive) message._last = true;
    return "Connection: close\r\n";
  }
  if (!message._keepAliveTimeout || !message._defaultKeepAlive) return "Connection: keep-alive\r\n";
  const seconds = safe.floor(message._keepAliveTimeout / 1000);
  const count = ~~message._maxRequestsPerSocket;
  if (seconds === 5 && count <= 0) return "Connection: keep-alive\r\nKeep-Alive: timeout=5\r\n";
  return `Connection: keep-alive\r\nKeep-Alive: timeout=${seconds}${count > 0 ? `, max=${count}` : ""}\r\n`;
}

function framingLine(message: OutgoingMessage, seen: number): string {
  if (!message._hasBody) {
    // HEAD, 204 and 304 end with the head.
    message.chunkedEncoding = false;
  } else if (!message.useChunkedEncodingByDefault) {
    message._last = true;
  } else if ((seen & TRAILER) === 0 && !message._removedContLen && typeof message._contentLength === "number") {
    return `Content-Length: ${message._contentLength}\r\n`;
  } else if (!message._removedTE) {
    message.chunkedEncoding = true;
    return "Transfer-Encoding: chunked\r\n";
  } else {
    // The end of the connection delimits the body.
    message._last = true;
  }
  return "";
}
