// Sends response bodies that are streams, chunk by chunk with back-pressure.
import { RequestFlags, SendFlags } from "native:http_server";
import { dated, lengthLine, type ResponseHead } from "internal:http_server/send_response";
import { type ServerRequest } from "internal:http_server/server_request";
import type { ReadableStream } from "web:streams";
import { type ConnectionState, connectionState } from "internal:http_server/connections";
import { SeekOrigin, cachedBytesSync, seekSync } from "native:fs";
import { destroy, send, sendFilePart } from "native:http_server";
import { encodeUtf8 } from "internal:core/utf8";
import { unreadDescriptor } from "internal:web/file_stream";
import { resolvedPromise, upon } from "internal:web/web_streams/promises";
import {
  acquireDefaultReader,
  cancelReadable,
  read,
  type ReadableState,
  type ReaderState,
  type ReadRequest,
} from "internal:web/web_streams/readable";
import { readableStateOf } from "internal:web/web_streams/readable_class";
import { writeError } from "native:stdio";
import defer * as inspecting from "internal:core/util/inspect";

/** The stream is read only while fewer bytes than this are buffered. */
const BUFFERED_BYTES_MAX = 128 * 1024;

/** Sends a stream. A stream that fails ends the connection, so that the client detects the incomplete body. */
export function sendStream(head: ResponseHead, stream: ReadableStream, request: ServerRequest): void {
  const { connection, sequence } = request;
  if (request.method === "HEAD") return sendHead(head, stream, request);
  const uncounted = isOfOldClient(request) ? "" : "Transfer-Encoding: chunked\r\n";
  const counted = isCounted(head) ? lengthLine(head, head.length!) : uncounted;
  const framing = `${counted}${closingLine(head, request)}`;
  if (send(connection, sequence, `${dated(head)}${framing}\r\n`, null, 0) === -1)
    return cancel(stream, head.style.isDeno ? head.style.disconnected().cancelReason : undefined);
  request.isStreaming = true;
  void pump(stream, request, head);
}

/** The head alone; the stream is not read. For a body whose length is unknown Deno sends nothing about its framing. */
function sendHead(head: ResponseHead, stream: ReadableStream, request: ServerRequest): void {
  const { connection, sequence } = request;
  const unknown = head.style.isDeno || isOfOldClient(request) ? "" : "Transfer-Encoding: chunked\r\n";
  const counted = isCounted(head) ? lengthLine(head, head.length!) : unknown;
  const text = `${dated(head)}${counted}${closingLine(head, request)}\r\n`;
  send(connection, sequence, text, null, SendFlags.END | SendFlags.QUIET | head.closes);
  cancel(stream, undefined);
}

/** Deno's servers say that the connection ends; Bun's do not with a stream. */
function closingLine({ style, closes }: ResponseHead, { flags }: ServerRequest): string {
  const isLast = (flags & (RequestFlags.KEEP_ALIVE | RequestFlags.HTTP_1_0)) === 0;
  return style.isDeno && isLast && closes === 0 ? "connection: close\r\n" : "";
}

/** A client of HTTP/1.0 knows no chunks: the connection ends with a stream of unknown length (RFC 9112 §6.1). */
function isOfOldClient({ flags }: ServerRequest): boolean {
  return (flags & RequestFlags.HTTP_1_0) !== 0;
}

/** Cancels a stream that cannot be sent. As in Bun and Deno, an error of its `cancel` is not reported. */
function cancel(stream: { cancel(reason: unknown): Promise<void> }, reason: unknown): void {
  stream.cancel(reason).catch(() => {});
}

/** Whether the program sets the length of the stream; Bun ignores it. */
function isCounted({ length, style }: ResponseHead): boolean {
  return length !== null && style.isDeno;
}

/** Sends the part of a file's stream that is cached, then the rest chunk by chunk. */
async function pump(stream: ReadableStream, request: ServerRequest, head: ResponseHead): Promise<void> {
  const sender = new StreamSender(stream, request, head);
  // The bytes of a file do not pass through JavaScript.
  const descriptor = unreadDescriptor(stream);
  const position = descriptor === -1 ? -1 : positionOf(descriptor);
  sender.lock();
  if (position !== -1) await sender.sendFile(descriptor, position);
  sender.next();
  sender.isStarting = false;
}

/** Reads a stream and sends its chunks; it is the receiver of each read, which costs no promise. */
class StreamSender implements ReadRequest {
  /** The server does not know yet that the response is a stream: errors are reported after it does. */
  isStarting = true;
  #stream: ReadableState;
  #reader: ReaderState | null = null;
  #request: ServerRequest;
  #head: ResponseHead;
  #state: ConnectionState;
  /** With a Content-Length, excess bytes would be taken as the next response, and the client would wait for missing ones. */
  #isChunked: boolean;
  /** The bytes that may still be sent. */
  #rest: number;
  #isOver = false;
  /** An error is reported in the next promise job; nothing is read until then. */
  #hasFailed = false;
  #inRead = false;
  #readsAgain = false;

  constructor(stream: ReadableStream, request: ServerRequest, head: ResponseHead) {
    this.#stream = readableStateOf(stream);
    this.#request = request;
    this.#head = head;
    this.#state = connectionState(request.connection, request.sequence);
    const counted = isCounted(head);
    this.#isChunked = !counted && !isOfOldClient(request);
    this.#rest = counted ? head.length! : Infinity;
  }

  /** Locks the stream. When the connection closes, the stream is cancelled: an idle one may never have another chunk. */
  lock(): void {
    this.#reader = acquireDefaultReader(this.#stream);
    this.#state.cancelBody = () => this.#cancel(this.#head.style.disconnected().cancelReason);
  }

  /** Sends the bytes of a file from `position` on that need no waiting for a disk. */
  async sendFile(descriptor: number, position: number): Promise<void> {
    const { connection, sequence } = this.#request;
    try {
      while (true) {
        const length = Math.min(cachedBytesSync(descriptor, position), this.#rest);
        if (length === 0) {
          this.#cancel(undefined);
          return;
        }
        if (length < 0) {
          // The stream reads from there.
          seekSync(descriptor, position, SeekOrigin.START);
          return;
        }
        const flags = this.#isChunked ? SendFlags.CHUNK : 0;
        const bufferedBytes = sendFilePart(connection, sequence, null, descriptor, position, length, flags);
        position += length;
        this.#rest -= length;
        if (bufferedBytes <= BUFFERED_BYTES_MAX || cachedBytesSync(descriptor, position) === 0) continue;
        await this.#state.drained();
        if (this.#state.isClosed) return;
      }
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Reads the next chunk. */
  next(): void {
    if (this.#inRead) {
      this.#readsAgain = true;
      return;
    }
    this.#inRead = true;
    do {
      this.#readsAgain = false;
      if (this.#isOver || this.#hasFailed) break;
      if (this.#state.isClosed) this.#end();
      else if (this.#rest > 0) read(this.#reader!, this);
      else this.#complete();
    } while (this.#readsAgain);
    this.#inRead = false;
  }

  // An error here must not reach the program's `enqueue`.
  chunkSteps(value: unknown): void {
    if (this.#isOver) return;
    if (this.#state.isClosed) return this.#end();
    try {
      const { connection, sequence } = this.#request;
      let chunk = value instanceof Uint8Array ? value : toBytes(value, this.#head.style.isDeno);
      if (!this.#isChunked) {
        if (typeof chunk === "string") chunk = encodeUtf8(chunk);
        if (chunk.length > this.#rest) chunk = chunk.subarray(0, this.#rest);
        this.#rest -= chunk.length;
      }
      const bufferedBytes = send(connection, sequence, null, chunk, this.#isChunked ? SendFlags.CHUNK : 0);
      if (this.#rest > 0 && bufferedBytes > BUFFERED_BYTES_MAX) upon(this.#state.drained(), () => this.next());
      else this.next();
    } catch (error) {
      this.#fail(error);
    }
  }

  closeSteps(): void {
    if (this.#isOver) return;
    if (this.#state.isClosed) this.#end();
    else this.#complete();
  }

  errorSteps(reason: unknown): void {
    this.#fail(reason);
  }

  /** Ends the response. */
  #complete(): void {
    const { connection, sequence } = this.#request;
    const isChunked = this.#isChunked;
    const closes = !isChunked && this.#rest > 0 ? SendFlags.CLOSE : this.#head.closes;
    send(connection, sequence, null, null, SendFlags.END | closes | (isChunked ? SendFlags.LAST_CHUNK : 0));
    this.#end();
    this.#cancel(undefined);
  }

  /** Closes the connection: the error only affects this request. */
  #fail(error: unknown): void {
    if (this.#isOver) return;
    if (this.isStarting) {
      this.#hasFailed = true;
      return upon(resolvedPromise, () => {
        this.isStarting = false;
        this.#fail(error);
      });
    }
    const state = this.#state;
    // The body may come from the client that disconnected.
    if (state.isClosed) return this.#end();
    this.#isOver = true;
    this.#break();
    this.#cancel(error);
    if (state.onFailed !== null) state.onFailed(error);
    else writeError(`${inspecting.inspect(error)}\n`);
    this.#end();
    // As in Bun, the signal is about the client alone.
    if (this.#head.style.isDeno) state.onDisconnected?.();
  }

  /** Ends the connection so that the client detects the incomplete body. Deno first sends what is buffered, Bun resets the connection. */
  #break(): void {
    const { connection, sequence } = this.#request;
    const isDetectable = this.#isChunked || this.#rest !== Infinity;
    if (this.#head.style.isDeno && isDetectable)
      send(connection, sequence, null, null, SendFlags.END | SendFlags.CLOSE | SendFlags.QUIET);
    else destroy(connection, sequence, true);
  }

  #end(): void {
    this.#isOver = true;
    this.#state.release();
    if (this.#head.style.isDeno) this.#request.complete(this.#head.style);
  }

  #cancel(reason: unknown): void {
    if (this.#stream.state === "readable") cancelReadable(this.#stream, reason).catch(() => {});
  }
}

/** The position of a file; -1 for what has none. */
function positionOf(descriptor: number): number {
  try {
    return seekSync(descriptor, 0, SeekOrigin.CURRENT);
  } catch {
    return -1;
  }
}

function toBytes(chunk: unknown, isDeno: boolean): Uint8Array | string {
  if (isDeno) throw new TypeError("expected typed ArrayBufferView");
  if (typeof chunk === "string") return chunk;
  if (ArrayBuffer.isView(chunk)) return new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  if (chunk instanceof ArrayBuffer) return new Uint8Array(chunk);
  throw new TypeError("a chunk of a response body must be text or bytes");
}
