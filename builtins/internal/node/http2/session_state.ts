// What an Http2Session keeps to itself.
import { NO_ERROR } from "internal:node/http2/codes";

/** Flags of a session. */
export const READY = 1;
export const CLOSED = 2;
export const DESTROYED = 4;

/** What a session keeps to itself. */
export class SessionState {
  flags = 0;
  /** The code that the session was destroyed with. */
  destroyCode = NO_ERROR;
  goawayCode: number | null = null;
  goawayLastStreamID: number | null = null;
  streams = new Map<number, any>();
  /** Streams without a number. */
  pendingStreams = new Set<any>();
  /** SETTINGS frames that are not acknowledged. */
  pendingAck = 0;
  /** Bytes of writes that are under way in all streams. */
  writeQueueSize = 0;
  originSet: Set<string> | undefined = undefined;
  /** Settings without a name that were sent, and whose numbers are taken from the peer. */
  localCustom: Record<number, number> | undefined = undefined;
  remoteCustomIds: readonly number[] = [];
  startedMs = 0;
  streamCount = 0;
  streamsMs = 0;
}
