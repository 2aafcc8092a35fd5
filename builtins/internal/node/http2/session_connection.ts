// The native side of a session, and the stream handle that its bytes come from and go to. Bytes are sent at the end of the read that
// asked for them, else in the check phase of the turn; while a write waits for the system nothing further is made. The messages of
// sessions and streams are in `session_handle.ts`.
//
// What has happened is told to `events`, each event as a task of its own when the program is not in the middle of a call.
import { runWaitingTicks } from "internal:core/loop";
import { setImmediate } from "internal:core/timers";
import * as uncaught from "internal:core/uncaught";
import { CANCEL, ERR_PROTO } from "internal:node/http2/codes";
import {
  EVENT_WORDS,
  HAD_TOO_MANY_INVALID_FRAMES,
  PING,
  SETTINGS,
  type SessionEvents,
  WANTS_READ,
  WANTS_WRITE,
  WRITTEN,
  outcome,
  outcomeFlags,
  partsOf,
  payloadOf,
  prepareRecord,
  takeEvents,
  tellEvent,
} from "internal:node/http2/native_events";
import { Questions } from "internal:node/http2/pending_acknowledgements";
import { nativeEntries } from "internal:node/http2/settings";
import * as trace from "internal:node/http2/native_trace";
import { now } from "native:time";
import { Buffer } from "internal:node/buffer";
import * as native from "native:http2";
import { runJobs } from "native:realm";

/** Answer of a stream handle's `write` when `done` is called later. */
const WAITING = 1;
const EBADF = -9;
const ECANCELED = -125;
const EMPTY: string[] = [];

/** The two ends of a session's connection to the world: `native:http2` and a stream handle (`internal:node/net/handle`). */
export class SessionConnection {
  /** Number on the native side; -1 when it is gone. */
  id: number;
  session: any;
  events: SessionEvents;
  transport: any;
  isDestroyed = false;
  isGraceful = false;
  bytesRead = 0;
  bytesWritten = 0;
  /** Writes to the transport; time-outs ask whether there were new ones. */
  chunksSent = 0;
  chunksNoted = 0;
  pingMs = 0;
  /** Called when everything is sent that a destroyed session still had to say. */
  onDone: (() => void) | null = null;
  #pings: Questions;
  #settings: Questions;
  /** What comes before `startReading`. */
  #early: any[] | null = [];
  #scopeDepth = 0;
  #isSending = false;
  #isWriteInProgress = false;
  #isWriteScheduled = false;
  #isReadingStopped = false;
  #isClosing = false;
  #isTraced = trace.isTracing();
  #wantsRead = true;
  /** Output that is not written yet. */
  #gathered: Uint8Array[] = [];
  #written: number[] = [];
  #resets: { stream: number; code: number }[] = [];
  #onTransportWritten = (errno: number): void => this.#afterWrite(errno);

  /** `options` are those of native `create`; the maxima are of questions that wait for their answer. */
  constructor(
    session: any,
    type: number,
    options: Float64Array,
    pingsMax: number,
    settingsMax: number,
    events: SessionEvents,
  ) {
    prepareRecord();
    this.id = native.create(type, new Uint8Array(options.buffer));
    this.session = session;
    this.events = events;
    this.transport = null;
    this.#pings = new Questions("HTTP2PING", pingsMax);
    this.#settings = new Questions("HTTP2SETTINGS", settingsMax);
  }

  /** Takes the bytes of `transport` from now on. Its end stays with its socket. */
  consume(transport: any): void {
    this.transport = transport;
    transport.sharedReadLength = 0;
    transport.onRead = (_: any, bytes: any) => this.receive(bytes);
  }

  /** Lets the bytes flow; `first` were read before. */
  startReading(first: any[]): void {
    const early = this.#early ?? [];
    this.#early = null;
    for (const bytes of first) this.receive(bytes);
    for (const bytes of early) this.receive(bytes);
    if (!this.#isReadingStopped && !this.isDestroyed) this.transport?.readStart();
  }

  /** Reads bytes of the peer, a Buffer that is the session's. */
  receive(bytes: any): void {
    if (this.id < 0 || this.isDestroyed) return;
    if (this.#early !== null) {
      this.#early.push(bytes);
      return;
    }
    // A peer that only sends must not make answers pile up.
    if (this.#isWriteInProgress) this.#stopReading();
    this.bytesRead += bytes.length;
    this.#scopeDepth++;
    const text = native.receive(this.id, bytes) as string | null;
    const code = outcome();
    const flags = outcomeFlags();
    this.#dispatch(takeEvents(this.id), text, bytes, true);
    if (code < 0 && !this.isDestroyed) {
      this.#tell(true, () =>
        this.events.onInternalError(this.session, code, (flags & HAD_TOO_MANY_INVALID_FRAMES) !== 0),
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

  // One event after the other; finished writes are kept for when the bytes are written. Returns whether there were others.
  #dispatch(words: number[], text: string | null, bytes: any, isTop: boolean): boolean {
    if (words.length === 0) return false;
    let hasNews = false;
    const parts = text === null ? EMPTY : text.split("\0");
    let part = 0;
    for (let place = 0; place < words.length; place += EVENT_WORDS) {
      if (words[place] === WRITTEN) {
        this.#written.push(words[place + 1]!);
        continue;
      }
      // What belongs to an event is taken also when nobody hears of it.
      const start = part;
      part += partsOf(words, place);
      if (this.isDestroyed) continue;
      hasNews = true;
      if (this.#isTraced) trace.traceEvent(this, words, place);
      try {
        if (!this.#takeAnswer(words, place)) tellEvent(this.events, this.session, words, place, parts, start, bytes);
      } catch (error) {
        uncaught.handle(error);
      }
      if (isTop) this.#endTask(place + EVENT_WORDS === words.length);
    }
    return hasNews;
  }

  // Ticks and promise jobs run before the next event; after the last one that is the caller's matter. A stream of the program's own
  // (kind 0) may deliver its bytes in the middle of anything.
  #endTask(isLast: boolean): void {
    runWaitingTicks();
    if (isLast || this.transport === null || this.transport.kind === 0) return;
    runJobs();
    runWaitingTicks();
  }

  // Whether the event is the answer to a question.
  #takeAnswer(words: number[], place: number): boolean {
    const kind = words[place];
    if ((kind !== SETTINGS && kind !== PING) || words[place + 1] === 0) return false;
    const durationMs = kind === PING ? this.#pings.answer(payloadOf(words, place)) : this.#settings.answer();
    // Nobody asked: the peer is broken, or means harm.
    if (durationMs === undefined) this.events.onInternalError(this.session, ERR_PROTO, false);
    else if (kind === PING) this.pingMs = durationMs;
    return true;
  }

  // As a task of its own when nothing else runs.
  #tell(isTop: boolean, act: () => void): void {
    try {
      act();
    } catch (error) {
      uncaught.handle(error);
    }
    if (isTop) runWaitingTicks();
  }

  /** Sends what waits, in the check phase of this turn; at the end of a read there is no need to ask. */
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

  // Returns false when a write is on its way: what is new goes out after it.
  #sendPending(isTop: boolean): boolean {
    if (this.isDestroyed || this.id < 0) return true;
    this.#isWriteScheduled = false;
    if (this.#isSending) return false;
    this.#isSending = true;
    this.#gather(isTop);
    const hasBytes = this.#gathered.length > 0;
    const status = this.#writeGathered();
    if (status !== WAITING) this.#finishSending(status, isTop);
    if (hasBytes) this.#checkGraceful(isTop);
    return true;
  }

  // What is sent makes events, and their listeners make more output: all of it goes out as one write.
  #gather(isTop: boolean): void {
    this.#scopeDepth++;
    let hasNews: boolean;
    do {
      const bytes = native.send(this.id);
      const code = outcome();
      this.#wantsRead = (outcomeFlags() & WANTS_READ) !== 0;
      const words = takeEvents(this.id);
      if (bytes !== null) this.#gathered.push(bytes);
      hasNews = this.#dispatch(words, null, null, isTop);
      if (code < 0 && !this.isDestroyed)
        this.#tell(isTop, () => this.events.onInternalError(this.session, code, false));
    } while (hasNews && !this.isDestroyed && (native.wants(this.id) & WANTS_WRITE) !== 0);
    this.#scopeDepth--;
  }

  #writeGathered(): number {
    const parts = this.#gathered;
    if (parts.length === 0) return 0;
    this.#gathered = [];
    const bytes = parts.length === 1 ? parts[0]! : Buffer.concat(parts);
    this.bytesWritten += bytes.length;
    this.chunksSent++;
    const status = this.transport === null ? ECANCELED : this.transport.write(bytes, 0, this.#onTransportWritten);
    if (status === WAITING) this.#isWriteInProgress = true;
    return status;
  }

  // The bytes are written, or never will be: streams learn of it, then resets go out that had to wait.
  #finishSending(errno: number, isTop: boolean): void {
    this.#isSending = false;
    const written = this.#written;
    if (written.length > 0) {
      this.#written = [];
      // With the socket closed the streams hear of their end soon enough.
      if (errno === EBADF || errno === ECANCELED) return;
      for (const stream of written) this.#tell(isTop, () => this.events.onWritten(this.session, stream, errno));
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
    if (!this.#isWriteInProgress && (native.wants(this.id) & WANTS_WRITE) !== 0) this.schedule();
    this.#checkGraceful(true);
  }

  #checkGraceful(isTop: boolean): void {
    if (!this.isGraceful || this.isDestroyed || this.hasPendingData()) return;
    this.#tell(isTop, () => this.events.onGracefulEnd(this.session));
  }

  /** Whether the session has to read or to send before it can end. */
  hasPendingData(): boolean {
    return this.id >= 0 && native.wants(this.id) !== 0;
  }

  /**
   * Says goodbye, unless the socket is gone, frees the native side and calls `onDone`. The transport may still be writing: whoever
   * ends it does so after that.
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
      if (bytes !== null) this.#gathered.push(bytes);
      this.#writeGathered();
    }
    const done = this.onDone;
    this.onDone = null;
    done?.();
    native.free(this.id);
    this.id = -1;
    // The end of the other side is noticed only when something reads.
    this.#resumeReading();
    this.#pings.cancel();
  }

  /** Asks with eight bytes. False when too many questions wait. */
  ping(payload: any, done: (isAnswered: boolean, durationMs: number, payload?: any) => void): boolean {
    if (this.#pings.isFull) {
      this.#pings.refuse(done);
      return false;
    }
    this.#pings.add(done);
    native.ping(this.id, payload === undefined ? clockBytes() : bytesOf(payload));
    this.schedule();
    return true;
  }

  /** Sends settings, as numbers and values in turn. False when too many questions wait. */
  settings(entries: number[], done: (isAnswered: boolean, durationMs: number) => void): boolean {
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
    // The peer may get credit by it.
    if (isReading && this.#scopeDepth === 0 && (native.wants(this.id) & WANTS_WRITE) !== 0) this.schedule();
  }

  /** Resets a stream, after the data that are queued for it, as far as they can be sent now. */
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

  /** No more events of the stream come. */
  forget(stream: number): void {
    if (this.id < 0) return;
    const waiting = this.#resets.find((reset) => reset.stream === stream);
    if (waiting !== undefined) {
      this.#resets.splice(this.#resets.indexOf(waiting), 1);
      this.#flushReset(stream, waiting.code);
    }
    if (this.#isTraced) trace.traceStream(this, stream, "tearing down stream");
    native.forget(this.id, stream);
  }
}

function sendScheduled(handle: SessionConnection): void {
  handle.sendScheduled();
}

// A payload that nobody has sent before.
function clockBytes(): Uint8Array {
  return new Uint8Array(new Float64Array([now()]).buffer);
}

/** The bytes of any view. */
export function bytesOf(view: ArrayBufferView): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
}
