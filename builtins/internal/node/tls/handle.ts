// A TLS session over a stream handle, in the form of a stream handle (`internal:node/net/handle`): net.Socket's code works on it
// unchanged. It moves bytes; what a handshake means is for `TLSSocket`, told by `events`.
import defer * as wraps from "internal:node/tls/js_stream_socket";
import { DuplexHandle } from "internal:node/tls/duplex_handle";
import { Buffer } from "internal:node/buffer";
import { nextTick } from "internal:core/ticks";
import { ownConnect, ownConnect6 } from "internal:node/net/handle";
import { asBuffer } from "internal:core/buffer/adopt";
import { connectionError } from "internal:node/tls/failure";
import * as uncaught from "internal:core/uncaught";
import * as native from "native:tls";

/** `reason`: more than the errno says. */
type Done = (errno: number, reason?: string) => void;

/** Answer of `write` when the callback is called later. */
const WAITING = 1;
const ECANCELED = -125;
const EPROTO = -71;
const UTF8 = 0;
const LATIN1 = 1;
const READ_BYTES = 64 * 1024;
const CLOSED = -1;
const FAILED = -2;
const PAUSED = 2;

/** Plain text of one read; taken before the next. */
const receive = new Uint8Array(READ_BYTES);

/** What a handle tells besides bytes. */
export interface TlsEvents {
  /** A server must choose: `answer` goes on. */
  onHello(handle: TlsHandle, hello: native.Hello): void;
  /** A handshake is done (also a second one). */
  onSecure(handle: TlsHandle): void;
  /** A second handshake begins. */
  onRenegotiation(handle: TlsHandle): void;
  onFailure(handle: TlsHandle, error: any): void;
  onKeyLog(handle: TlsHandle, line: string): void;
  onSession(handle: TlsHandle, session: native.MadeSession): void;
}

interface WaitingWrite {
  bytes: Uint8Array;
  done: Done;
}

/** A session over `inner`, any stream handle. */
export class TlsHandle {
  /** Number of the session; 0 once closed. */
  session: number;
  inner: any = null;
  events: TlsEvents;
  owner: any = null;
  /** The TLSSocket, also when another session runs over this one and owns the handle. */
  socket: any = null;
  onRead: (handle: any, bytes: any) => void = ignore;
  onEnd: (handle: any, errno: number) => void = ignore;
  sharedReadLength = 0;
  reading = false;
  bytesRead = 0;
  bytesWritten = 0;
  isSecure = false;
  hasFailed = false;
  /** Handshakes after the first that the peer began; Node shows it under this name. */
  handshakes = 0;
  /** The socket that `inner` belongs to, when there is one: it is closed in its place. */
  parent: any = null;
  collectsSessions = false;
  collectsKeyLog = false;
  /** The session that is being told of: several can come at once, and the native side only knows the last. */
  latestSession: Uint8Array | null = null;
  #parentWrap: any = undefined;
  #waiting: WaitingWrite[] = [];
  #isRunning = false;
  #isAskedAgain = false;
  #isPaused = false;
  #hasEnded = false;
  #isStarted = false;
  #isResumeQueued = false;
  #inputEnd: number | undefined;

  /** What lies below: the socket, or a socket over a stream that is none. Node has it under this name. */
  get _parentWrap(): any {
    if (this.parent !== null) return this.parent;
    const stream = this.inner instanceof DuplexHandle ? this.inner.stream : undefined;
    return (this.#parentWrap ??= stream && wraps.describeWrap(stream));
  }

  constructor(session: number, events: TlsEvents) {
    this.session = session;
    this.events = events;
  }

  get kind(): number {
    return this.inner?.kind ?? 0;
  }
  get fd(): number {
    return this.inner?.fd ?? -1;
  }
  get writeQueueSize(): number {
    let bytes: number = this.inner?.writeQueueSize ?? 0;
    for (const write of this.#waiting) bytes += write.bytes.length;
    return bytes;
  }
  get isStreamBase(): boolean {
    return true;
  }
  getAsyncId(): number {
    return this.inner?.getAsyncId?.() ?? 0;
  }
  getProviderType(): number {
    return 0;
  }

  /** Takes over `inner`, whose bytes come here from now on. */
  attach(inner: any): void {
    this.inner = inner;
    inner.owner = this;
    inner.sharedReadLength = 0;
    inner.onRead = onInnerRead;
    inner.onEnd = onInnerEnd;
  }

  /** Begins the handshake. */
  start(): void {
    if (this.#isStarted || this.session === 0) return;
    this.#isStarted = true;
    this.run();
    this.#flow();
  }

  /** Takes bytes that were read before. */
  receive(bytes: Uint8Array): void {
    if (this.session === 0) return;
    native.sessionFeed(this.session, bytes);
    if (this.#isStarted) this.run();
  }

  readStart(): number {
    this.reading = true;
    // Plain text may be there already: it comes as a tick, as if it were read.
    if (this.isSecure) this.#runLater();
    this.#flow();
    return 0;
  }

  readStop(): number {
    this.reading = false;
    this.#flow();
    return 0;
  }

  /** See StreamHandle: 0 done, `WAITING`, or minus the errno. */
  write(data: string | Uint8Array, encoding: number, done: Done): number {
    if (this.session === 0 || this.inner === null) return ECANCELED;
    if (this.hasFailed) return EPROTO;
    const bytes: Uint8Array =
      typeof data === "string"
        ? Buffer.from(data, encoding === UTF8 ? "utf8" : encoding === LATIN1 ? "latin1" : "utf16le")
        : data;
    this.bytesWritten += bytes.length;
    if (!this.isSecure || this.#waiting.length > 0) {
      // The program may change its buffer only after `done`.
      this.#waiting.push({ bytes, done });
      return WAITING;
    }
    return this.#encrypt(bytes, done);
  }

  writev(chunks: Uint8Array[], done: Done): number {
    return this.write(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks), UTF8, done);
  }

  /** Says `close_notify`, then ends the sending side below. */
  shutdown(done: Done): void {
    if (this.session === 0 || this.inner === null) {
      nextTick(done, ECANCELED);
      return;
    }
    native.sessionShutdown(this.session);
    this.flush();
    this.inner.shutdown(done);
  }

  connectTo(address: string, port: number, done: Done): number {
    return this.inner.connectTo(address, port, done);
  }
  connectPath(path: string, done: Done): number {
    return this.inner.connectPath(path, done);
  }
  ref(): void {
    this.inner?.ref?.();
  }
  unref(): void {
    this.inner?.unref?.();
  }
  hasRef(): boolean {
    return this.inner?.hasRef?.() ?? false;
  }
  setNoDelay(enabled: boolean): number {
    return this.inner?.setNoDelay?.(enabled) ?? 0;
  }
  setKeepAlive(enabled: boolean, delay: number, interval?: number, count?: number): number {
    return this.inner?.setKeepAlive?.(enabled, delay, interval, count) ?? 0;
  }
  setTypeOfService(value: number): number {
    return this.inner?.setTypeOfService?.(value) ?? 0;
  }
  getTypeOfService(): number {
    return this.inner?.getTypeOfService?.() ?? 0;
  }
  getsockname(out: any): number {
    return this.inner?.getsockname?.(out) ?? -107;
  }
  getpeername(out: any): number {
    return this.inner?.getpeername?.(out) ?? -107;
  }

  /** Closes both. `done` is called when the stream below is closed. */
  close(done?: () => void): void {
    if (this.session === 0) return;
    const { parent, inner } = this;
    native.sessionDrop(this.session);
    this.session = 0;
    this.#cancelWrites();
    if (parent !== null) {
      if (parent._handle === null || parent.destroyed) nextTick(done ?? ignore);
      else {
        if (done !== undefined) parent.once("close", done);
        parent.destroy();
      }
    } else if (inner === null) nextTick(done ?? ignore);
    else inner.close(done);
  }

  /** The same by RST. */
  reset(done?: () => void): number {
    if (this.session === 0) return 0;
    const answer: number = this.inner?.reset?.(done) ?? -22;
    if (answer < 0) return answer;
    native.sessionDrop(this.session);
    this.session = 0;
    this.#cancelWrites();
    return 0;
  }

  /** Goes on after a pause at the ClientHello. Throws what the native side refuses. */
  resumeHandshake(): void {
    this.#isPaused = false;
    this.run();
    this.#flow();
  }

  /** Moves everything as far as it goes: handshake, plain text, writes that wait, bytes for the peer. */
  run(): void {
    if (this.session === 0) return;
    // A listener may ask for another step in the middle of one.
    if (this.#isRunning) {
      this.#isAskedAgain = true;
      return;
    }
    this.#isRunning = true;
    try {
      do {
        this.#isAskedAgain = false;
        this.#handshake();
        if (this.session !== 0 && this.isSecure) this.#deliver();
      } while (this.#isAskedAgain && this.session !== 0);
    } finally {
      this.#isRunning = false;
    }
    if (this.session === 0) return;
    this.flush();
    if (this.isSecure && this.#waiting.length > 0) this.#writeWaiting();
  }

  /** Hands the bytes for the peer to the stream below. */
  flush(done: Done = ignore): number {
    const bytes = native.sessionOutput(this.session);
    if (bytes === null) return 0;
    return this.inner.write(bytes, UTF8, done);
  }

  /** The stream below has ended. */
  endOfInput(errno: number): void {
    if (this.session === 0 || this.#hasEnded) return;
    this.#inputEnd = errno;
    this.run();
    if (this.session !== 0 && !this.isSecure) this.#tellEnd(errno);
  }

  // After plain text that nobody has read.
  #tellEnd(errno: number): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#flow();
    this.onEnd(this, errno);
  }

  #runLater(): void {
    if (this.#isResumeQueued) return;
    this.#isResumeQueued = true;
    nextTick(resume, this);
  }

  // Before it is secure every byte is wanted; afterwards the owner says.
  #flow(): void {
    const { inner } = this;
    if (inner === null || this.session === 0) return;
    const wants = this.#isStarted && !this.#isPaused && !this.#hasEnded && (this.reading || !this.isSecure);
    if (wants && !inner.reading) inner.readStart();
    else if (!wants && inner.reading) inner.readStop();
  }

  #handshake(): void {
    // A second handshake goes on inside of reading: application data may come in between (RFC 5246 §7.4.1.1).
    if (this.hasFailed || this.#isPaused || this.isSecure) return;
    const outcome = native.sessionHandshake(this.session);
    this.#tellNews();
    if (this.session === 0) return;
    if (outcome === -1) {
      this.#fail();
    } else if (outcome === PAUSED) {
      this.#isPaused = true;
      this.#flow();
      const hello = native.sessionHello(this.session)!;
      this.#tell(() => this.events.onHello(this, hello));
    } else if (outcome === 1) {
      this.isSecure = true;
      // The last message of a client goes out with what the program writes now, or not at all when it destroys the socket.
      this.#tell(() => this.events.onSecure(this));
      if (this.session !== 0) this.#tellNews();
      this.#flow();
    } else this.flush();
  }

  // One record at a time: ticks come between reads, as between reads of a socket.
  #deliver(): void {
    if (this.#hasEnded || this.hasFailed) return;
    const wasEstablished = native.sessionIsEstablished(this.session);
    if (!this.reading && wasEstablished) return;
    const count = native.sessionRead(this.session, receive);
    this.#tellNews();
    if (this.session === 0) return;
    const isEstablished = native.sessionIsEstablished(this.session);
    if (wasEstablished && !isEstablished) {
      this.handshakes++;
      this.#tell(() => this.events.onRenegotiation(this));
    }
    if (!wasEstablished && isEstablished) this.#tell(() => this.events.onSecure(this));
    if (this.session === 0) return;
    if (count > 0) {
      this.bytesRead += count;
      try {
        if (this.sharedReadLength === 0) this.onRead(this, asBuffer(receive.slice(0, count)));
        else this.#share(count);
      } catch (error) {
        uncaught.handle(error);
      }
      // Behind the ticks that the owner has queued just now.
      if (this.session !== 0 && this.reading) this.#runLater();
    } else if (count === CLOSED) {
      this.flush();
      this.#tellEnd(0);
    } else if (count === FAILED) {
      this.#fail();
    } else if (this.#inputEnd !== undefined) {
      this.#tellEnd(this.#inputEnd);
    }
  }

  // The owner's buffer may be smaller than a record.
  #share(count: number): void {
    const bytes = receive.slice(0, count);
    for (let start = 0; start < count && this.session !== 0; start += this.sharedReadLength) {
      this.onRead(this, bytes.subarray(start, Math.min(start + this.sharedReadLength, count)));
    }
  }

  // A listener that throws ends what it was doing, and the work of the session goes on: each is a callback of its own in Node.
  #tell(tell: () => void): void {
    try {
      tell();
    } catch (error) {
      uncaught.handle(error);
    }
  }

  #tellNews(): void {
    if (this.collectsKeyLog)
      for (const line of native.sessionTakeKeyLog(this.session)) this.#tell(() => this.events.onKeyLog(this, line));
    if (!this.collectsSessions || this.session === 0) return;
    for (const made of native.sessionTakeSessions(this.session)) {
      this.latestSession = made.der;
      this.#tell(() => this.events.onSession(this, made));
      this.latestSession = null;
      if (this.session === 0) return;
    }
  }

  #encrypt(bytes: Uint8Array, done: Done): number {
    const taken = native.sessionWrite(this.session, bytes);
    if (taken === FAILED) {
      this.#fail();
      return EPROTO;
    }
    if (taken < bytes.length) {
      // A second handshake is on its way.
      this.#waiting.push({ bytes: bytes.subarray(taken), done });
      this.flush();
      return WAITING;
    }
    // Whoever writes is called back later, as by Node: until then the bytes count as waiting.
    const outcome = this.flush(done);
    if (outcome === 0) nextTick(done, 0);
    return outcome === 0 ? WAITING : outcome;
  }

  #writeWaiting(): void {
    while (this.#waiting.length > 0 && this.session !== 0) {
      const { bytes, done } = this.#waiting[0]!;
      const taken = bytes.length === 0 ? 0 : native.sessionWrite(this.session, bytes);
      if (taken === FAILED) {
        this.#fail();
        return;
      }
      if (taken < bytes.length) return;
      this.#waiting.shift();
      const outcome = this.flush(done);
      // Whoever waits is never called before `write` has returned.
      if (outcome !== WAITING) nextTick(done, outcome);
    }
  }

  #fail(): void {
    this.hasFailed = true;
    const failure = native.sessionFailure(this.session);
    this.flush();
    const error = failure === null ? new Error("the TLS session failed") : connectionError(failure);
    this.#tell(() => this.events.onFailure(this, error));
  }

  /** Fails the writes that wait, which says more than that they were given up. */
  failWrites(reason: string): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { done } of waiting) done(EPROTO, reason);
  }

  #cancelWrites(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { done } of waiting) nextTick(done, ECANCELED);
  }

  /** @internal For `resume`. */
  takeResume(): void {
    this.#isResumeQueued = false;
    if (this.reading) this.run();
  }
}

Object.assign(TlsHandle.prototype, { connect: ownConnect, connect6: ownConnect6 });

function resume(handle: TlsHandle): void {
  handle.takeResume();
}

function onInnerRead(inner: any, bytes: Uint8Array): void {
  const handle: TlsHandle = inner.owner;
  if (handle.session === 0) return;
  native.sessionFeed(handle.session, bytes);
  handle.run();
}

function onInnerEnd(inner: any, errno: number): void {
  (inner.owner as TlsHandle).endOfInput(errno);
}

function ignore(): void {}
