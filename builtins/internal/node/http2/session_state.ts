// The internal state of an Http2Session.
import { NO_ERROR } from "internal:node/http2/codes";
import type { Http2Stream } from "internal:node/http2/stream";

/** Flags of a session. */
export const READY = 1;
export const CLOSED = 2;
export const DESTROYED = 4;

/** The internal state of a session. */
export class SessionState {
  flags = 0;
  /** The code that the session was destroyed with. */
  destroyCode = NO_ERROR;
  goawayCode: number | null = null;
  goawayLastStreamID: number | null = null;
  streams = new Map<number, Http2Stream>();
  /** Streams without a number. */
  pendingStreams = new Set<Http2Stream>();
  /** SETTINGS frames that are not acknowledged. */
  pendingAck = 0;
  /** Bytes of the pending writes of all streams. */
  writeQueueSize = 0;
  originSet: Set<string> | undefined = undefined;
  /** Sent settings without a name. */
  localCustom: Record<number, number> | undefined = undefined;
  /** Numbers of the peer's settings without a name that the program reads. */
  remoteCustomIds: readonly number[] = [];
  startedMs = 0;
  streamCount = 0;
  streamsMs = 0;
}
