// The body of an upgrade request: it precedes the first byte of the new protocol, on the same socket. The data of the socket goes to
// the request until the body is complete.
import { Buffer } from "internal:node/buffer";
import type { FastBuffer } from "internal:core/buffer";
import { asBuffer } from "internal:core/buffer/adopt";
import { nextTick } from "internal:core/ticks";
import type { IncomingMessage } from "internal:node/http/incoming";
import type { MessageSocket } from "internal:node/http/message_socket";
import { ParserEvent, ParserField, ParserKind } from "native:http_parser";
import * as native from "native:http_parser";

const HEAD_BYTES_MAX = 16 * 1024;

class UpgradeBody {
  readonly #request: IncomingMessage;
  readonly #socket: MessageSocket;
  readonly #record = native.record() as Uint32Array;
  #parser: number;

  constructor(request: IncomingMessage, socket: MessageSocket) {
    this.#request = request;
    this.#socket = socket;
    // The real head is parsed already: this parser only needs the framing of the body.
    const length: string | undefined = request.headers["content-length"];
    const framing = length === undefined ? "Transfer-Encoding: chunked" : `Content-Length: ${length}`;
    this.#parser = native.create(ParserKind.REQUESTS, HEAD_BYTES_MAX, 0);
    native.execute(this.#parser, Buffer.from(`POST / HTTP/1.1\r\n${framing}\r\n\r\n`), 0);
  }

  get isOver(): boolean {
    return this.#parser < 0;
  }

  /** Consumes bytes of the body. Returns how many, or -1 when they are invalid. */
  consume(bytes: Uint8Array): number {
    const record = this.#record;
    let start = 0;
    while (start < bytes.length) {
      const text = native.execute(this.#parser, bytes, start) as string | null;
      // Read before the calls below: their listeners may parse other streams, which share the record.
      const event = record[ParserField.EVENT]!;
      const next = record[ParserField.USED]!;
      const from = record[ParserField.DATA_START]!;
      const to = record[ParserField.DATA_END]!;
      const isLast = record[ParserField.LAST_OR_OFFSET]!;
      if (event === ParserEvent.NEED_MORE) return bytes.length;
      if (event === ParserEvent.ERROR) {
        this.#release();
        return -1;
      }
      start = next;
      if (event === ParserEvent.DATA && !this.#request.destroyed) this.#request.push(asBuffer(bytes.slice(from, to)));
      if (event === ParserEvent.END || isLast === 1) {
        if (event === ParserEvent.END && text) this.#request.rawTrailers = text.split("\n").slice(1);
        this.#finish();
        return start;
      }
    }
    return start;
  }

  /** Intercepts the data of the socket for the request. */
  intercept(): void {
    const socket = this.#socket;
    const body = this;
    // The default `_read` resumes the socket, which would make it flow before the program reads it.
    this.#request._read = () => undefined;
    socket.push = function (given: Uint8Array | string | null, encoding?: string): boolean {
      const bytes: Uint8Array | null = typeof given === "string" ? Buffer.from(given, encoding) : given;
      const used = bytes === null ? -1 : body.consume(bytes);
      if (used < 0) return body.fail();
      if (!body.isOver) return true;
      delete (socket as Partial<MessageSocket>).push;
      return used === bytes!.length ? true : socket.push(bytes!.subarray(used));
    };
    socket.read(0);
    nextTick(() => {
      // A body that is not read must not block the new protocol.
      if (this.#request.readableFlowing === null && !this.isOver) this.#request._dump();
    });
  }

  /** The body is invalid or incomplete, so the beginning of the new protocol is unknown: ends the socket. */
  fail(): boolean {
    const socket = this.#socket;
    this.#release();
    delete (socket as Partial<MessageSocket>).push;
    socket.once("end", () => socket.destroy());
    return socket.push(null);
  }

  #finish(): void {
    this.#release();
    this.#request.complete = true;
    if (!this.#request.destroyed) this.#request.push(null);
  }

  #release(): void {
    if (this.#parser < 0) return;
    native.release(this.#parser);
    this.#parser = -1;
  }
}

/** Reads the body of `request` from `socket`. `first`: the bytes after the head. Returns those of them that follow the body. */
export function takeBody(request: IncomingMessage, socket: MessageSocket, first: FastBuffer): FastBuffer {
  const body = new UpgradeBody(request, socket);
  const used = body.consume(first);
  if (body.isOver && used >= 0) return first.subarray(used) as FastBuffer;
  if (used < 0) nextTick(() => body.fail());
  else body.intercept();
  return Buffer.alloc(0);
}
