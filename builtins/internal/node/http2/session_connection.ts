// Connects the native session and the stream handle (the transport) of its socket. Output is sent at the end of the read that caused it,
// else in the check phase of the turn; while a write is pending no further output is made. The messages of sessions and streams are
// in `session_handle.ts`.
//
// Events are dispatched to `events`, each as a task of its own unless code of the program is running.
import { runWaitingTicks } from "internal:core/loop";
import { setImmediate } from "internal:core/timers";
import * as uncaught from "internal:core/uncaught";
import { CANCEL, ERR_PROTO } from "internal:node/http2/codes";
import {
  type SessionEvents,
  outcome,
  outcomeFlags,
  partsOf,
  payloadOf,
  prepareRecord,
  takeEvents,
  dispatchEvent,
} from "internal:node/http2/native_events";
import { type Acknowledged, PendingAcknowledgements } from "internal:node/http2/pending_acknowledgements";
import type { Http2Session } from "internal:node/http2/session";
import { nativeEntries } from "internal:node/http2/settings";
import * as trace from "internal:node/http2/native_trace";
import { now } from "native:time";
import { Buffer } from "internal:node/buffer";
import * as native from "native:http2";
import { Http2Event, type Http2Options, Http2OutcomeFlags, Http2Record, type Http2Role } from "native:http2";
import { runJobs } from "native:realm";
import { WriteEncoding, WriteStatus } from "native:net";

const EBADF = -9;
const ECANCELED = -125;
const EMPTY: string[] = [];

/** What a session uses of a stream handle (`internal:node/net/handle`, `internal:node/tls/handle`). */
export interface Transport {
  /** 0 for a stream of the program. */
  kind: number;
  sharedReadLength: number;
  onRead(handle: unknown, bytes: Uint8Array): void;
  readStart(): void;
  readStop(): void;
  write(bytes: Uint8Array, flags: number, done: (errno: number) => void): number;
}

/** The connection of a native session (`native:http2`) to its transport. */
export class SessionConnection {
  /** The number of the native session; -1 when it is freed. */
  id: number;
  session: Http2Session;
  events: SessionEvents;
  transport: Transport | null;
  isDestroyed = false;
  isGraceful = false;
  bytesRead = 0;
  bytesWritten = 0;
  /** How many writes the transport got, and how many of them the last check of a time-out has counted. */
  chunksSent = 0;
  chunksNoted = 0;
  pingMs = 0;
  /** Called when a destroyed session has sent its last output. */
  onDone: (() => void) | null = null;
  #pings: PendingAcknowledgements;
  #settings: PendingAcknowledgements;
  /** Bytes that arrive before `startReading`; null afterwards. */
  #early: Uint8Array[] | null = [];
  #scopeDepth = 0;
  #isSending = false;
  #isWriteInProgress = false;
  #isWriteScheduled = false;
  #isReadingStopped = false;
  #isClosing = false;
  #isTraced = trace.isTracing();
  #wantsRead = true;
  /** Output that is not written yet. */
  #output: Uint8Array[] = [];
  #written: number[] = [];
  #resets: { stream: number; code: number }[] = [];
  #onTransportWritten = (errno: number): void => this.#afterWrite(errno);

  /** The maxima are of frames that wait for their acknowledgement. */
  constructor(
    session: Http2Session,
    role: Http2Role,
    options: Http2Options,
    pingsMax: number,
    settingsMax: number,
    events: SessionEvents,
  ) {
    prepareRecord();
    this.id = native.create(role, options);
    this.session = session;
    this.events = events;
    this.transport = null;
    this.#pings = new PendingAcknowledgements("HTTP2PING", pingsMax);
    this.#settings = new PendingAcknowledgements("HTTP2SETTINGS", settingsMax);
  }

  /** Redirects the data of `transport` to the session. Its end is still handled by its socket. */
  consume(transport: Transport): void {
    this.transport = transport;
    transport.sharedReadLength = 0;
    transport.onRead = (_, bytes) => this.receive(bytes);
  }

  /** Starts to read; `first` was read before. */
  startReading(first: Uint8Array[]): void {
    const early = this.#early ?? [];
    this.#early = null;
    for (const bytes of first) this.receive(bytes);
    for (const bytes of early) this.receive(bytes);
    if (!this.#isReadingStopped && !this.isDestroyed) this.transport?.readStart();
  }

  /** Processes bytes of the peer: a Buffer that the session may keep. */
  receive(bytes: Uint8Array): void {
    if (this.id < 0 || this.isDestroyed) return;
    if (this.#early !== null) {
      this.#early.push(bytes);
      return;
    }
    // Back-pressure: a peer that does not read must not make output pile up.
    if (this.#isWriteInProgress) this.#stopReading();
    this.bytesRead += bytes.length;
    this.#scopeDepth++;
    const text = native.receive(this.id, bytes) as string | null;
    const code = outcome();
    const flags = outcomeFlags();
    this.#dispatch(takeEvents(this.id), text, bytes, true);
    if (code < 0 && !this.isDestroyed) {
      this.#runTask(true, () =>
        this.events.onInternalError(this.session, code, (flags & Http2OutcomeFlags.HAD_TOO_MANY_INVALID_FRAMES) !== 0),
      );
    }
    this.#scopeDepth--;
    if (this.isDestroyed) return;
    this.#sendPending(true);
    if (!this.isDestroyed && !this.#wantsRead) this.#stopReading();
    this.#checkGraceful(true);
  }

  #stopReading(): void {
    if (this.#isReadingStopped) return;
    this.#isReadingStopped = true;
    this.transport?.readStop();
  }

  #resumeReading(): void {
    if (!this.#isReadingStopped) return;
    this.#isReadingStopped = false;
    this.transport?.readStart();
  }

  // Dispatches the events in order. Finished writes are stored until the bytes are written. Returns whether there were other events.
  #dispatch(words: number[], text: string | null, bytes: Uint8Array | null, isTop: boolean): boolean {
    if (words.length === 0) return false;
    let hasEvents = false;
    const parts = text === null ? EMPTY : text.split("\0");
    let part = 0;
    for (let offset = 0; offset < words.length; offset += Http2Record.EVENT_WORDS) {
      if (words[offset] === Http2Event.WRITTEN) {
        this.#written.push(words[offset + 1]!);
        continue;
      }
      // The strings of an event are skipped even if it is not dispatched.
      const start = part;
      part += partsOf(words, offset);
      if (this.isDestroyed) continue;
      hasEvents = true;
      if (this.#isTraced) trace.traceEvent(this, words, offset);
      try {
        if (!this.#acknowledge(words, offset))
          dispatchEvent(this.events, this.session, words, offset, parts, start, bytes);
      } catch (error) {
        uncaught.handle(error);
      }
      if (isTop) this.#endTask(offset + Http2Record.EVENT_WORDS === words.length);
    }
    return hasEvents;
  }

  // Runs ticks and promise jobs before the next event; after the last event the caller runs them. A stream of the program (kind 0) may
  // deliver its bytes while other code is running.
  #endTask(isLast: boolean): void {
    runWaitingTicks();
    if (isLast || this.transport === null || this.transport.kind === 0) return;
    runJobs();
    runWaitingTicks();
  }

  // Handles the acknowledgement of a PING or SETTINGS frame. Returns false for other events.
  #acknowledge(words: number[], offset: number): boolean {
    const kind = words[offset];
    if ((kind !== Http2Event.SETTINGS && kind !== Http2Event.PING) || words[offset + 1] === 0) return false;
    const durationMs =
      kind === Http2Event.PING ? this.#pings.acknowledge(payloadOf(words, offset)) : this.#settings.acknowledge();
    // No frame was sent: the peer violates the protocol.
    if (durationMs === undefined) this.events.onInternalError(this.session, ERR_PROTO, false);
    else if (kind === Http2Event.PING) this.pingMs = durationMs;
    return true;
  }

  // Runs `act`, as a task of its own if `isTop` says that no other code is running.
  #runTask(isTop: boolean, act: () => void): void {
    try {
      act();
    } catch (error) {
      uncaught.handle(error);
    }
    if (isTop) runWaitingTicks();
  }

  /** Schedules sending for the check phase of this turn. During a read nothing is needed: its end sends. */
  schedule(): void {
    if (this.#scopeDepth > 0 || this.#isWriteScheduled || this.#isWriteInProgress || this.isDestroyed) return;
    this.#isWriteScheduled = true;
    setImmediate(sendScheduled, this);
  }

  /** @internal For `sendScheduled`. */
  sendScheduled(): void {
    if (this.id < 0 || !this.#isWriteScheduled) return;
    this.#sendPending(true);
  }

  // Returns false when a write is pending: new output is sent after it.
  #sendPending(isTop: boolean): boolean {
    if (this.isDestroyed || this.id < 0) return true;
    this.#isWriteScheduled = false;
    if (this.#isSending) return false;
    this.#isSending = true;
    this.#collectOutput(isTop);
    const hasBytes = this.#output.length > 0;
    const status = this.#writeOutput();
    if (status !== WriteStatus.WAITING) this.#finishSending(status, isTop);
    if (hasBytes) this.#checkGraceful(isTop);
    return true;
  }

  // Sending causes events, and their listeners more output: all of it becomes one write.
  #collectOutput(isTop: boolean): void {
    this.#scopeDepth++;
    let hasEvents: boolean;
    do {
      const bytes = native.send(this.id);
      const code = outcome();
      this.#wantsRead = (outcomeFlags() & Http2OutcomeFlags.WANTS_READ) !== 0;
      const words = takeEvents(this.id);
      if (bytes !== null) this.#output.push(bytes);
      hasEvents = this.#dispatch(words, null, null, isTop);
      if (code < 0 && !this.isDestroyed)
        this.#runTask(isTop, () => this.events.onInternalError(this.session, code, false));
    } while (hasEvents && !this.isDestroyed && (native.wants(this.id) & Http2OutcomeFlags.WANTS_WRITE) !== 0);
    this.#scopeDepth--;
  }

  #writeOutput(): number {
    const parts = this.#output;
    if (parts.length === 0) return 0;
    this.#output = [];
    const bytes = parts.length === 1 ? parts[0]! : Buffer.concat(parts);
    this.bytesWritten += bytes.length;
    this.chunksSent++;
    const status =
      this.transport === null ? ECANCELED : this.transport.write(bytes, WriteEncoding.UTF8, this.#onTransportWritten);
    if (status === WriteStatus.WAITING) this.#isWriteInProgress = true;
    return status;
  }

  // The output was written, or has failed: notifies the streams, then sends the resets that were held back.
  #finishSending(errno: number, isTop: boolean): void {
    this.#isSending = false;
    const written = this.#written;
    if (written.length > 0) {
      this.#written = [];
      // The socket is closed: the streams are about to be closed, too.
      if (errno === EBADF || errno === ECANCELED) return;
      for (const stream of written) this.#runTask(isTop, () => this.events.onWritten(this.session, stream, errno));
    }
    if (this.#resets.length === 0) return;
    const resets = this.#resets;
    this.#resets = [];
    this.#sendPending(isTop);
    for (const { stream, code } of resets) this.#flushReset(stream, code);
  }

  #afterWrite(errno: number): void {
    this.#isWriteInProgress = false;
    if (this.id < 0) return;
    this.#finishSending(errno, true);
    if (this.isDestroyed) return;
    if (this.#wantsRead && !this.#isWriteInProgress) this.#resumeReading();
    if (!this.#isWriteInProgress && (native.wants(this.id) & Http2OutcomeFlags.WANTS_WRITE) !== 0) this.schedule();
    this.#checkGraceful(true);
  }

  #checkGraceful(isTop: boolean): void {
    if (!this.isGraceful || this.isDestroyed || this.hasPendingData()) return;
    this.#runTask(isTop, () => this.events.onGracefulEnd(this.session));
  }

  /** Whether the session has to read or to send before it can close. */
  hasPendingData(): boolean {
    return this.id >= 0 && native.wants(this.id) !== 0;
  }

  /**
   * Sends GOAWAY, unless the socket is destroyed, frees the native session and calls `onDone`. The transport may still be writing: the
   * caller must end it after that.
   */
  destroy(code: number, isSocketDestroyed: boolean): void {
    if (this.#isClosing) return;
    this.#isClosing = true;
    this.#stopReading();
    if (isSocketDestroyed) this.transport = null;
    else native.terminate(this.id, code >>> 0);
    const isBusy = !isSocketDestroyed && !this.#sendPending(false);
    this.isDestroyed = true;
    if (isBusy) {
      const bytes = native.send(this.id);
      if (bytes !== null) this.#output.push(bytes);
      this.#writeOutput();
    }
    const done = this.onDone;
    this.onDone = null;
    done?.();
    native.free(this.id);
    this.id = -1;
    // The end of the peer is only detected while reading.
    this.#resumeReading();
    this.#pings.cancel();
  }

  /** Sends PING with eight bytes. Returns false when too many frames wait for their acknowledgement. */
  ping(payload: ArrayBufferView | undefined, done: Acknowledged): boolean {
    if (this.#pings.isFull) {
      this.#pings.refuse(done);
      return false;
    }
    this.#pings.add(done);
    native.ping(this.id, payload === undefined ? clockBytes() : bytesOf(payload));
    this.schedule();
    return true;
  }

  /** Sends settings: alternating numbers and values. Returns false when too many frames wait for their acknowledgement. */
  settings(entries: number[], done: Acknowledged): boolean {
    if (this.#settings.isFull) return false;
    this.#settings.add(done);
    native.settings(this.id, nativeEntries(entries));
    this.schedule();
    return true;
  }

  setReading(stream: number, isReading: boolean): void {
    if (this.id < 0) return;
    if (this.#isTraced && isReading) trace.traceStream(this, stream, "reading starting");
    native.setReading(this.id, stream, isReading);
    // This may send WINDOW_UPDATE.
    if (isReading && this.#scopeDepth === 0 && (native.wants(this.id) & Http2OutcomeFlags.WANTS_WRITE) !== 0)
      this.schedule();
  }

  /** Resets a stream, after sending as much of its queued data as possible. */
  reset(stream: number, code: number): void {
    if (this.id < 0) return;
    if ((this.#scopeDepth > 0 && code === CANCEL) || !this.#sendPending(false)) {
      this.#resets.push({ stream, code });
      return;
    }
    this.#flushReset(stream, code);
  }

  #flushReset(stream: number, code: number): void {
    if (this.id < 0) return;
    native.reset(this.id, stream, code >>> 0);
    this.schedule();
  }

  /** Removes a stream: it has no further events. */
  forget(stream: number): void {
    if (this.id < 0) return;
    const pending = this.#resets.find((reset) => reset.stream === stream);
    if (pending !== undefined) {
      this.#resets.splice(this.#resets.indexOf(pending), 1);
      this.#flushReset(stream, pending.code);
    }
    if (this.#isTraced) trace.traceStream(this, stream, "tearing down stream");
    native.releaseStream(this.id, stream);
  }
}

function sendScheduled(handle: SessionConnection): void {
  handle.sendScheduled();
}

// A unique payload.
function clockBytes(): Uint8Array {
  return new Uint8Array(new Float64Array([now()]).buffer);
}

/** The bytes of any view. */
export function bytesOf(view: ArrayBufferView): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
}
