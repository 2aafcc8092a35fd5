// The internal state of an Http2Stream.
import type { Callback } from "internal:node/http/message_socket";
import { NO_ERROR } from "internal:node/http2/codes";

/** Flags of a stream. */
export const READY = 1;
export const CLOSED = 2;
export const HEADERS_SENT = 4;
export const HEAD_REQUEST = 8;
export const ABORTED = 16;
export const HAS_TRAILERS = 32;

/** The internal state of a stream. */
export class StreamState {
  flags = 0;
  /** Whether the program has read data. */
  didRead = false;
  /** Whether the peer's flow-control window is updated for received data. */
  isReading = false;
  rstCode = NO_ERROR;
  /** Bytes of the pending write. */
  writeQueueSize = 0;
  trailersReady = false;
  endAfterHeaders = false;
  /** Of the pending write. */
  writeCallback: Callback | null = null;
  writeError: Error | null = null;
  endError: unknown = null;
  /** How many steps of the pending write are left: sending it, and checking whether it is the last one. */
  writePending = 0;
  isShut = false;
  /** Sends a file in place of the program's writes. */
  file: { onWritten(errno: number): void; stop(): void } | null = null;
  startedMs = 0;
}
