// A TLS session over a stream handle, with the interface of a stream handle (`internal:node/net/handle`): net.Socket uses it
// unchanged. It moves bytes; `events` reports handshakes and failures to `TLSSocket`.
import defer * as wraps from "internal:node/tls/js_stream_socket";
import { DuplexHandle } from "internal:node/tls/duplex_handle";
import { Buffer } from "internal:node/buffer";
import { type Scope, capture, destroyed } from "internal:core/async/context";
import { nextTick } from "internal:core/ticks";
import { ownConnect, ownConnect6 } from "internal:node/net/handle";
import { asBuffer } from "internal:core/buffer/adopt";
import { connectionError } from "internal:node/tls/failure";
import type { Done, Endpoint, Socket, SocketHandle } from "internal:node/net/types";
import type { TlsHandleMembers } from "internal:node/tls/handle_members";
import * as uncaught from "internal:core/uncaught";
import { WriteEncoding, WriteStatus } from "native:net";
import * as native from "native:tls";
import { TlsHandshake, TlsResult } from "native:tls";

const ECANCELED = -125;
const EPROTO = -71;
const READ_BYTES = 64 * 1024;

/** The plaintext of one read; copied before the next. */
const receive = new Uint8Array(READ_BYTES);

/** What a handle reports besides bytes. */
export interface TlsEvents {
  /** A server chooses certificate, protocol and session: `sessionReplyToHello` continues the handshake. */
  onHello(handle: TlsHandle, hello: native.Hello): void;
  /** A handshake is complete (also a renegotiation). */
  onSecure(handle: TlsHandle): void;
  /** A renegotiation begins. */
  onRenegotiation(handle: TlsHandle): void;
  onFailure(handle: TlsHandle, error: Error): void;
  onKeyLog(handle: TlsHandle, line: string): void;
  onSession(handle: TlsHandle, session: native.MadeSession): void;
}

interface PendingWrite {
  bytes: Uint8Array;
  done: Done;
}

/** The members that `handle_members.ts` adds, for TLSSocket. */
export interface TlsHandle extends TlsHandleMembers {
  connect(request: object, address: string, port?: number): number;
  connect6(request: object, address: string, port: number): number;
}

/** A session over `inner`, any stream handle. */
export class TlsHandle {
  /** The number of the session; 0 once closed. */
  session: number;
  inner: SocketHandle | null = null;
  events: TlsEvents;
  owner: any = null;
  /** The TLSSocket, also when another session runs over this one and owns the handle. */
  socket: any = null;
  onRead: (handle: SocketHandle, bytes: Uint8Array) => void = ignore;
  onEnd: (handle: SocketHandle, errno: number) => void = ignore;
  sharedReadLength = 0;
  reading = false;
  bytesRead = 0;
  bytesWritten = 0;
  isSecure = false;
  hasFailed = false;
  /** The number of renegotiations by the peer; Node's name. */
  handshakes = 0;
  /** The socket that `inner` belongs to, if any: it is closed instead of `inner`. */
  parent: Socket | null = null;
  /** A client over a stream of the program: its first write begins the handshake. */
  startsAtWrite = false;
  collectsSessions = false;
  collectsKeyLog = false;
  /** The session that is being reported: several can arrive at once, and the native part stores only the last. */
  latestSession: Uint8Array | null = null;
  /** The resource of async_hooks that connecting is triggered by. */
  scope: Scope | undefined;
  #parentWrap: object | undefined = undefined;
  #pending: PendingWrite[] = [];
  #isRunning = false;
  #mustRunAgain = false;
  #isPaused = false;
  #hasEnded = false;
  #isStarted = false;
  #isResumeQueued = false;
  #inputEnd: number | undefined;

  /** The socket below, or a socket over a stream that is not one. Node's name. */
  get _parentWrap(): object | undefined {
    if (this.parent !== null) return this.parent;
    const stream = this.inner instanceof DuplexHandle ? this.inner.stream : undefined;
    return (this.#parentWrap ??= stream && wraps.describeWrap(stream));
  }

  constructor(session: number, events: TlsEvents) {
    this.session = session;
    this.events = events;
    this.scope = capture("TLSWRAP", this);
  }

  get kind(): number {
    return this.inner?.kind ?? 0;
  }
  get fd(): number {
    return this.inner?.fd ?? -1;
  }
  get writeQueueSize(): number {
    let bytes = this.inner?.writeQueueSize ?? 0;
    for (const write of this.#pending) bytes += write.bytes.length;
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

  /** Takes ownership of `inner` and receives its bytes. */
  attach(inner: SocketHandle): void {
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

  /** Processes bytes that were read before. */
  receive(bytes: Uint8Array): void {
    if (this.session === 0) return;
    native.sessionFeed(this.session, bytes);
    if (this.#isStarted) this.run();
  }

  readStart(): number {
    this.reading = true;
    // Plaintext may be available already: it is delivered as a tick, as if it were read.
    if (this.isSecure) this.#runLater();
    this.#flow();
    return 0;
  }

  readStop(): number {
    this.reading = false;
    this.#flow();
    return 0;
  }

  /** See StreamHandle: 0 done, `WriteStatus.WAITING`, or minus the errno. */
  write(data: string | Uint8Array, encoding: WriteEncoding, done: Done): number {
    if (this.session === 0 || this.inner === null) return ECANCELED;
    if (this.hasFailed) return EPROTO;
    const bytes: Uint8Array =
      typeof data === "string"
        ? Buffer.from(
            data,
            encoding === WriteEncoding.UTF8 ? "utf8" : encoding === WriteEncoding.LATIN1 ? "latin1" : "utf16le",
          )
        : data;
    this.bytesWritten += bytes.length;
    if (!this.isSecure || this.#pending.length > 0) {
      // No copy: the program may change its buffer only after `done`.
      this.#pending.push({ bytes, done });
      if (this.startsAtWrite) this.start();
      return WriteStatus.WAITING;
    }
    return this.#encrypt(bytes, done);
  }

  writev(chunks: Uint8Array[], done: Done): number {
    return this.write(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks), WriteEncoding.UTF8, done);
  }

  /** Sends `close_notify`, then ends the writable side of the stream below. */
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
    return this.inner!.connectTo!(address, port, done);
  }
  connectPath(path: string, done: Done): number {
    return this.inner!.connectPath!(path, done);
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
  getsockname(out: Endpoint): number {
    return this.inner?.getsockname?.(out) ?? -107;
  }
  getpeername(out: Endpoint): number {
    return this.inner?.getpeername?.(out) ?? -107;
  }

  /** Closes both. `done` is called when the stream below is closed. */
  close(done?: () => void): void {
    if (this.session === 0) return;
    const { parent, inner } = this;
    native.sessionDrop(this.session);
    this.session = 0;
    if (this.scope !== undefined) destroyed(this.scope);
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
    const result = this.inner?.reset?.(done) ?? -22;
    if (result < 0) return result;
    native.sessionDrop(this.session);
    this.session = 0;
    if (this.scope !== undefined) destroyed(this.scope);
    this.#cancelWrites();
    return 0;
  }

  /** Continues after a pause at the ClientHello. Throws what the native part rejects. */
  resumeHandshake(): void {
    this.#isPaused = false;
    this.run();
    this.#flow();
  }

  /** Makes all possible progress: handshake, plaintext, pending writes, bytes for the peer. */
  run(): void {
    if (this.session === 0) return;
    // A listener may call this function again.
    if (this.#isRunning) {
      this.#mustRunAgain = true;
      return;
    }
    this.#isRunning = true;
    try {
      do {
        this.#mustRunAgain = false;
        this.#handshake();
        if (this.session !== 0 && this.isSecure) this.#deliver();
      } while (this.#mustRunAgain && this.session !== 0);
    } finally {
      this.#isRunning = false;
    }
    if (this.session === 0) return;
    this.flush();
    if (this.isSecure && this.#pending.length > 0) this.#writePending();
  }

  /** Writes the bytes for the peer to the stream below. */
  flush(done: Done = ignore): number {
    const bytes = native.sessionOutput(this.session);
    if (bytes === null) return 0;
    return this.inner!.write(bytes, WriteEncoding.UTF8, done);
  }

  /** The stream below has ended. */
  endOfInput(errno: number): void {
    if (this.session === 0 || this.#hasEnded) return;
    this.#inputEnd = errno;
    this.run();
    if (this.session !== 0 && !this.isSecure) this.#reportEnd(errno);
  }

  // After the plaintext that is still unread.
  #reportEnd(errno: number): void {
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

  // Reads always during the first handshake; afterwards the owner decides.
  #flow(): void {
    const { inner } = this;
    if (inner === null || this.session === 0) return;
    const mustRead = this.#isStarted && !this.#isPaused && !this.#hasEnded && (this.reading || !this.isSecure);
    if (mustRead && !inner.reading) inner.readStart();
    else if (!mustRead && inner.reading) inner.readStop();
  }

  #handshake(): void {
    // A renegotiation progresses in `sessionRead`: application data may arrive in between (RFC 5246 §7.4.1.1).
    if (this.hasFailed || this.#isPaused || this.isSecure) return;
    const outcome = native.sessionHandshake(this.session);
    this.#reportCollected();
    if (this.session === 0) return;
    if (outcome === TlsHandshake.FAILED) {
      this.#fail();
    } else if (outcome === TlsHandshake.PAUSED) {
      this.#isPaused = true;
      this.#flow();
      const hello = native.sessionHello(this.session)!;
      this.#callListener(() => this.events.onHello(this, hello));
    } else if (outcome === TlsHandshake.DONE) {
      this.isSecure = true;
      // A client's last message is sent with what the program writes now, or not at all when it destroys the socket.
      this.#callListener(() => this.events.onSecure(this));
      if (this.session !== 0) this.#reportCollected();
      this.#flow();
    } else this.flush();
  }

  // One record at a time: ticks run between reads, as between reads of a socket.
  #deliver(): void {
    if (this.#hasEnded || this.hasFailed) return;
    const wasEstablished = native.sessionIsEstablished(this.session);
    if (!this.reading && wasEstablished) return;
    const count = native.sessionRead(this.session, receive);
    this.#reportCollected();
    if (this.session === 0) return;
    const isEstablished = native.sessionIsEstablished(this.session);
    if (wasEstablished && !isEstablished) {
      this.handshakes++;
      this.#callListener(() => this.events.onRenegotiation(this));
    }
    if (!wasEstablished && isEstablished) this.#callListener(() => this.events.onSecure(this));
    if (this.session === 0) return;
    if (count > 0) {
      this.bytesRead += count;
      try {
        if (this.sharedReadLength === 0) this.onRead(this, asBuffer(receive.slice(0, count)));
        else this.#share(count);
      } catch (error) {
        uncaught.handle(error);
      }
      // After the ticks that the owner has just queued.
      if (this.session !== 0 && this.reading) this.#runLater();
    } else if (count === TlsResult.CLOSED) {
      this.flush();
      this.#reportEnd(0);
    } else if (count === TlsResult.FAILED) {
      this.#fail();
    } else if (this.#inputEnd !== undefined) {
      this.#reportEnd(this.#inputEnd);
    }
  }

  // The owner's buffer may be smaller than a record.
  #share(count: number): void {
    const bytes = receive.slice(0, count);
    for (let start = 0; start < count && this.session !== 0; start += this.sharedReadLength) {
      this.onRead(this, bytes.subarray(start, Math.min(start + this.sharedReadLength, count)));
    }
  }

  // A listener that throws does not stop the session: in Node each is a callback of its own.
  #callListener(listener: () => void): void {
    try {
      listener();
    } catch (error) {
      uncaught.handle(error);
    }
  }

  #reportCollected(): void {
    if (this.collectsKeyLog)
      for (const line of native.sessionTakeKeyLog(this.session))
        this.#callListener(() => this.events.onKeyLog(this, line));
    if (!this.collectsSessions || this.session === 0) return;
    for (const made of native.sessionTakeSessions(this.session)) {
      this.latestSession = made.der;
      this.#callListener(() => this.events.onSession(this, made));
      this.latestSession = null;
      if (this.session === 0) return;
    }
  }

  #encrypt(bytes: Uint8Array, done: Done): number {
    const written = native.sessionWrite(this.session, bytes);
    if (written === TlsResult.FAILED) {
      this.#fail();
      return EPROTO;
    }
    if (written < bytes.length) {
      // A renegotiation is in progress.
      this.#pending.push({ bytes: bytes.subarray(written), done });
      this.flush();
      return WriteStatus.WAITING;
    }
    // As in Node the callback is called later: until then the bytes count as buffered.
    const outcome = this.flush(done);
    if (outcome === 0) nextTick(done, 0);
    return outcome === 0 ? WriteStatus.WAITING : outcome;
  }

  #writePending(): void {
    while (this.#pending.length > 0 && this.session !== 0) {
      const { bytes, done } = this.#pending[0]!;
      const written = bytes.length === 0 ? 0 : native.sessionWrite(this.session, bytes);
      if (written === TlsResult.FAILED) {
        this.#fail();
        return;
      }
      if (written < bytes.length) return;
      this.#pending.shift();
      const outcome = this.flush(done);
      // A callback is never called before `write` has returned.
      if (outcome !== WriteStatus.WAITING) nextTick(done, outcome);
    }
  }

  #fail(): void {
    this.hasFailed = true;
    const failure = native.sessionFailure(this.session);
    this.flush();
    const error = failure === null ? new Error("the TLS session failed") : connectionError(failure);
    this.#callListener(() => this.events.onFailure(this, error));
  }

  /** Fails the pending writes with a reason, which says more than ECANCELED. */
  failWrites(reason: string): void {
    const pending = this.#pending;
    this.#pending = [];
    for (const { done } of pending) done(EPROTO, reason);
  }

  #cancelWrites(): void {
    const pending = this.#pending;
    this.#pending = [];
    for (const { done } of pending) nextTick(done, ECANCELED);
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

function onInnerRead(inner: SocketHandle, bytes: Uint8Array): void {
  const handle: TlsHandle = inner.owner;
  if (handle.session === 0) return;
  native.sessionFeed(handle.session, bytes);
  handle.run();
}

function onInnerEnd(inner: SocketHandle, errno: number): void {
  (inner.owner as TlsHandle).endOfInput(errno);
}

function ignore(): void {}
