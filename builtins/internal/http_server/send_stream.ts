// Sends response bodies that are streams, chunk by chunk with back-pressure.
import { SendFlags } from "native:http_server";
import { dated, lengthLine, type ResponseHead } from "internal:http_server/send_response";
import { type ServerRequest } from "internal:http_server/server_request";
import type { ReadableStream } from "web:streams";
import { connectionState } from "internal:http_server/connections";
import { SeekOrigin, cachedBytesSync, seekSync } from "native:fs";
import { destroy, send, sendFilePart } from "native:http_server";
import { encodeUtf8 } from "internal:core/utf8";
import { unreadDescriptor } from "internal:web/file_stream";
import { writeError } from "native:stdio";
import defer * as inspecting from "internal:core/util/inspect";

/** The stream is read only while fewer bytes than this are buffered. */
const BUFFERED_BYTES_MAX = 64 * 1024;

/** Sends a stream. A stream that fails resets the connection, so that the client detects the incomplete body. */
export function sendStream(head: ResponseHead, stream: ReadableStream, request: ServerRequest): void {
  const { connection, sequence } = request;
  const framing = isCounted(head) ? lengthLine(head, head.length!) : "Transfer-Encoding: chunked\r\n";
  if (send(connection, sequence, `${dated(head)}${framing}\r\n`, null, 0) === -1)
    return cancel(stream, head.style.isDeno ? head.style.disconnected().cancelReason : undefined);
  request.isStreaming = true;
  void pump(stream, request, head);
}

/** Cancels a stream that cannot be sent. As in Bun and Deno, an error of its `cancel` is not reported. */
function cancel(stream: { cancel(reason: unknown): Promise<void> }, reason: unknown): void {
  stream.cancel(reason).catch(() => {});
}

/** Whether the program sets the length of the stream; Bun ignores it. */
function isCounted({ length, style }: ResponseHead): boolean {
  return length !== null && style.isDeno;
}

async function pump(stream: ReadableStream, request: ServerRequest, head: ResponseHead): Promise<void> {
  const { connection, sequence, method } = request;
  // With a Content-Length, excess bytes would be taken as the next response, and the client would wait for missing ones.
  const isChunked = !isCounted(head);
  let rest = isChunked ? Infinity : head.length!;
  // The bytes of a file do not pass through JavaScript. For HEAD they would be sent.
  const descriptor = method === "HEAD" ? -1 : unreadDescriptor(stream);
  let position = descriptor === -1 ? -1 : positionOf(descriptor);
  let isAtEnd = false;
  const reader = stream.getReader();
  const state = connectionState(connection, sequence);
  // A pending read then ends at once: an idle stream may never have another chunk.
  state.cancelBody = () => cancel(reader, head.style.disconnected().cancelReason);
  try {
    while (position !== -1) {
      const length = Math.min(cachedBytesSync(descriptor, position), rest);
      if (length <= 0) {
        if (length === 0) isAtEnd = true;
        // The stream reads from there what would wait for a disk.
        else seekSync(descriptor, position, SeekOrigin.START);
        break;
      }
      const flags = isChunked ? SendFlags.CHUNK : 0;
      const bufferedBytes = sendFilePart(connection, sequence, null, descriptor, position, length, flags);
      position += length;
      rest -= length;
      if (bufferedBytes <= BUFFERED_BYTES_MAX || cachedBytesSync(descriptor, position) === 0) continue;
      await state.drained();
      if (state.isClosed) return;
    }
    while (rest > 0 && !isAtEnd) {
      const { done, value } = await reader.read();
      if (state.isClosed) return;
      if (done) break;
      let chunk = value instanceof Uint8Array ? value : toBytes(value, head.style.isDeno);
      if (!isChunked) {
        if (typeof chunk === "string") chunk = encodeUtf8(chunk);
        if (chunk.length > rest) chunk = chunk.subarray(0, rest);
        rest -= chunk.length;
      }
      const bufferedBytes = send(connection, sequence, null, chunk, isChunked ? SendFlags.CHUNK : 0);
      if (rest > 0 && bufferedBytes > BUFFERED_BYTES_MAX) await state.drained();
    }
    if (rest === 0 || isAtEnd) reader.cancel().catch(() => {});
    const closes = !isChunked && rest > 0 && method !== "HEAD" ? SendFlags.CLOSE : head.closes;
    send(connection, sequence, null, null, SendFlags.END | closes | (isChunked ? SendFlags.LAST_CHUNK : 0));
  } catch (error) {
    // The body may come from the client that disconnected.
    if (state.isClosed) return;
    // The error only affects this request.
    destroy(connection, sequence, true);
    state.onDisconnected?.();
    if (state.onFailed !== null) state.onFailed(error);
    else writeError(`${inspecting.inspect(error)}\n`);
  } finally {
    state.release();
    if (head.style.isDeno) request.complete(head.style);
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
