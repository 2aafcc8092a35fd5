// What an Http2Stream keeps to itself.
import { NO_ERROR } from "internal:node/http2/codes";

/** Flags of a stream. */
export const READY = 1;
export const CLOSED = 2;
export const HEADERS_SENT = 4;
export const HEAD_REQUEST = 8;
export const ABORTED = 16;
export const HAS_TRAILERS = 32;

/** What a stream keeps to itself. */
export class StreamState {
  flags = 0;
  /** Whether the program has asked for data. */
  didRead = false;
  /** Whether the peer gets credit for what comes. */
  isReading = false;
  rstCode = NO_ERROR;
  /** Bytes of writes that are under way. */
  writeQueueSize = 0;
  trailersReady = false;
  endAfterHeaders = false;
  /** Of the write that is under way. */
  writeCallback: ((error?: any) => void) | null = null;
  writeError: any = null;
  endError: any = null;
  /** What a write waits for: that it is sent, and that it was looked whether it is the last. */
  writePending = 0;
  isShut = false;
  /** Sends a file in place of the program's writes. */
  file: { onWritten(errno: number): void; stop(): void } | null = null;
  startedMs = 0;
}
