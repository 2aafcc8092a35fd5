// Response bodies that are streams: chunk by chunk, waiting for the client when it is slow.
import { dated, type ResponseHead, SEND_CHUNK, SEND_END, SEND_LAST_CHUNK } from "internal:http_server/send_response";
import { connectionState } from "internal:http_server/connections";
import { destroy, send } from "native:http_server";
import { writeError } from "native:stdio";
import defer * as inspecting from "internal:util/inspect";

/** Bytes that may wait for the client before the stream is asked for more. */
const WAITING_BYTES_MAX = 64 * 1024;

/** Sends a stream. A stream that fails resets the connection, so that the client sees that the body is not complete. */
export function sendStream(head: ResponseHead, stream: any, connection: number, sequence: number): void {
  const isChunked = !head.hasLength;
  const framing = isChunked ? "Transfer-Encoding: chunked\r\n" : "";
  if (send(connection, sequence, `${dated(head)}${framing}\r\n`, null, 0) === -1) return void stream.cancel().catch(() => {});
  void pump(stream, connection, sequence, isChunked, head);
}

async function pump(stream: any, connection: number, sequence: number, isChunked: boolean, head: ResponseHead): Promise<void> {
  const reader = stream.getReader();
  const state = connectionState(connection, sequence);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (state.isClosed) return void (await reader.cancel(head.style.lost().cancelReason));
      if (done) break;
      const waiting = send(connection, sequence, null, value instanceof Uint8Array ? value : toBytes(value, head.style.isDeno), isChunked ? SEND_CHUNK : 0);
      if (waiting > WAITING_BYTES_MAX) await state.drained();
    }
    send(connection, sequence, null, null, SEND_END | head.closes | (isChunked ? SEND_LAST_CHUNK : 0));
  } catch (error) {
    // The server and its other requests go on.
    if (!state.isClosed) {
      destroy(connection, sequence, true);
      state.onGone?.();
    }
    if (state.onFailed !== null) state.onFailed(error);
    else writeError(`${inspecting.inspect(error)}\n`);
  } finally {
    state.release();
  }
}

function toBytes(chunk: unknown, isDeno: boolean): Uint8Array | string {
  if (isDeno) throw new TypeError("expected typed ArrayBufferView");
  if (typeof chunk === "string") return chunk;
  if (ArrayBuffer.isView(chunk)) return new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  if (chunk instanceof ArrayBuffer) return new Uint8Array(chunk);
  throw new TypeError("a chunk of a response body must be text or bytes");
}

