// Bun's socket: TCP or a unix-domain socket, with or without TLS, and one set of handlers. `internal:bun/sockets` opens them,
// TLS is in `internal:bun/socket_tls`. https://bun.com/docs/runtime/networking/tcp
import { Buffer } from "internal:node/buffer";
import type { FastBuffer } from "internal:core/buffer/class";
import type { DatagramEndpoint } from "internal:node/dgram/handle";
import type { TlsOptions } from "internal:bun/tls_options";
import {
  type SocketHandlers,
  type SocketOptions,
  bytesToWrite,
  readTimeout,
  reloadedHandlers,
  systemFailure,
} from "internal:bun/socket_options";
import { type Timeout, clearTimeout, setUnrefTimeout } from "internal:core/timers";
import type { StreamHandle } from "internal:node/net/handle";
import { StreamKind, WriteEncoding, WriteStatus } from "native:net";
import { type SessionSettings, type TlsStreamSession } from "internal:node/tls/stream_session";
import defer * as tls from "internal:bun/socket_tls";
import defer * as uncaught from "internal:core/uncaught";
import defer * as bunErrors from "internal:bun/errors";

const END_NONE = 0;
const END_WAITS = 1;
const END_SENT = 2;
const MS_PER_SECOND = 1000;

/** The listener that a socket belongs to. */
export interface SocketOwner {
  /** A socket is closed. */
  forget(socket: Socket): void;
  /** `other` has taken over the connection of `socket`. */
  replace(socket: Socket, other: Socket): void;
}

/** `Bun.Socket`: `data` belongs to the program. */
export class Socket {
  data: unknown;
  readonly listener: SocketOwner | undefined;
  bytesWritten = 0;
  #handle: any = null;
  #tls: TlsStreamSession | null = null;
  #handlers: SocketHandlers;
  #allowHalfOpen: boolean;
  #isBlocked = false;
  #endsWhenDrained = false;
  #isEnding = false;
  /** The state of `shutdown`. */
  #ownEnd = END_NONE;
  #hasPeerEnded = false;
  /** The socket of the encrypted bytes, after `upgradeTLS`. */
  #raw: Socket | null = null;
  #timer: Timeout | undefined;

  constructor(handlers: SocketHandlers, data: unknown, allowHalfOpen: boolean, listener?: SocketOwner) {
    this.#handlers = handlers;
    this.#allowHalfOpen = allowHalfOpen;
    this.data = data;
    this.listener = listener;
  }

  /** Starts on a connected handle: "open", then the handshake if `settings` are given, then data. Not for programs. */
  static open(socket: Socket, handle: StreamHandle, settings: SessionSettings | null): void {
    if (settings === null) {
      socket.#handle = handle;
      handle.owner = socket;
    } else {
      const link = tls.makeLink(
        settings,
        (success, error, isUsable) => socket.#onHandshake(success, error, isUsable),
        (error) => socket.#onTlsFailure(error),
      );
      link.attach(handle);
      socket.#tls = link;
      socket.#handle = link.handle;
    }
    socket.#handle.onRead = (_handle: unknown, bytes: FastBuffer) => socket.#onBytes(bytes);
    socket.#handle.onEnd = (_handle: unknown, errno: number) => socket.#onEnd(errno);
    socket.#opened();
    if (socket.#handle === null) return;
    socket.#tls?.start();
    socket.#handle?.readStart();
  }

  static replaceHandlers(socket: Socket, handlers: SocketHandlers): void {
    socket.#handlers = handlers;
  }

  /** The TLS session of a socket. Not for programs. */
  static linkOf(socket: Socket): TlsStreamSession | null {
    return socket.#tls;
  }

  #call(name: string, first?: unknown, second?: unknown): void {
    const handler = this.#handlers[name];
    if (typeof handler !== "function") return;
    try {
      handler(this, first, second);
    } catch (error) {
      this.#fail(error);
    }
  }

  // What the handler `error` throws is uncaught, and so are rejections of handlers.
  #fail(error: unknown): void {
    const { error: handler } = this.#handlers;
    if (typeof handler !== "function") throw error;
    handler(this, error);
  }

  // A connection whose handler `open` fails is closed.
  #opened(): void {
    const handler = this.#handlers.open;
    if (typeof handler !== "function") return;
    try {
      handler(this);
    } catch (error) {
      this.#close();
      try {
        this.#fail(error);
      } catch (last) {
        uncaught.handle(last);
      }
    }
  }

  #onBytes(bytes: FastBuffer): void {
    this.#timer?.refresh();
    if (this.#isEnding) return;
    const { binaryType } = this.#handlers;
    this.#call(
      "data",
      binaryType === "arraybuffer"
        ? bytes.buffer
        : binaryType === "uint8array"
          ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length)
          : bytes,
    );
  }

  #onHandshake(success: boolean, error: unknown, isUsable: boolean): void {
    this.#call("handshake", success, error);
    if (this.#handle === null) return;
    if (isUsable) this.#call("drain");
    else this.#close();
  }

  #onTlsFailure(error: unknown): void {
    if (typeof this.#handlers.error === "function") this.#call("error", error);
    this.#close();
  }

  #onEnd(errno: number): void {
    if (this.#tls?.ended()) return;
    if (errno !== 0) {
      this.#close(systemFailure(errno, "read"));
      return;
    }
    this.#hasPeerEnded = true;
    if (this.#ownEnd === END_SENT) this.#close();
    if (this.#ownEnd !== END_NONE) return;
    if (!this.#isEnding) this.#call("end");
    if (!this.#allowHalfOpen) this.end();
  }

  #close(error?: unknown): void {
    const handle = this.#detach();
    handle?.close(() => this.#onClosed(error));
  }

  // The handle is not used after it was detached.
  #detach(): any {
    const handle = this.#handle;
    this.#handle = null;
    clearTimeout(this.#timer);
    return handle;
  }

  #onClosed(error?: unknown): void {
    this.listener?.forget(this);
    const raw = this.#raw;
    if (raw !== null) {
      raw.#handle = null;
      raw.#call("close", error);
    }
    this.#call("close", error);
  }

  /**
   * Writes a string or bytes; returns the number of bytes that were accepted: 0 during back-pressure and the handshake, until "drain".
   * -1 when the socket is closed.
   */
  write(data: unknown, offsetOrEncoding?: number | string, length?: number): number {
    if (this.#handle === null || this.#isEnding) return -1;
    if (this.#isBlocked || (this.#tls !== null && !this.#tls.handle.isSecure)) return 0;
    this.#timer?.refresh();
    const bytes = bytesToWrite(data, offsetOrEncoding, length);
    const outcome = this.#handle.write(bytes, WriteEncoding.UTF8, (errno: number) => this.#onDrained(errno));
    if (outcome < 0) {
      this.#close(systemFailure(outcome, "write"));
      return -1;
    }
    // Under TLS every write completes later, even when nothing is buffered below.
    if (outcome === WriteStatus.WAITING && (this.#tls === null || this.#handle.writeQueueSize > 0))
      this.#isBlocked = true;
    this.bytesWritten += bytes.length;
    return bytes.length;
  }

  #onDrained(errno: number): void {
    if (this.#handle === null) return;
    // Under TLS the end of one write does not mean that later ones have ended.
    if (errno === 0 && this.#tls !== null && this.#handle.writeQueueSize > 0) return;
    const wasBlocked = this.#isBlocked;
    this.#isBlocked = false;
    if (errno !== 0) this.#close(systemFailure(errno, "write"));
    else if (this.#endsWhenDrained) this.#finish();
    else if (wasBlocked) this.#call("drain");
  }

  /** Writes the given data and closes when everything is sent. */
  end(data?: unknown, offsetOrEncoding?: number | string, length?: number): number {
    if (this.#handle === null) return -1;
    const count = data === undefined ? 0 : this.write(data, offsetOrEncoding, length);
    if (this.#isBlocked) this.#endsWhenDrained = true;
    else this.#finish();
    return count;
  }

  #finish(): void {
    if (this.#handle === null || this.#isEnding) return;
    if (this.#tls === null || !this.#tls.handle.isSecure) {
      this.#close();
      return;
    }
    // close_notify, so that the peer can detect truncation (RFC 8446 §6.1).
    this.#isEnding = true;
    this.#handle.shutdown(() => this.#close());
  }

  /** Closes the writing side; with `true` also stops reading. */
  shutdown(stopsReading = false): void {
    if (this.#handle === null) return;
    if (stopsReading) this.#handle.readStop();
    this.#ownEnd = END_WAITS;
    this.#handle.shutdown(() => {
      this.#ownEnd = END_SENT;
      // Both sides have ended.
      if (this.#hasPeerEnded) this.#close();
    });
  }

  /** Closes immediately, with RST where that is possible. */
  terminate(): void {
    const handle = this.#detach();
    if (handle === null) return;
    const onClosed = (): void => this.#onClosed();
    if (handle.reset(onClosed) !== 0) handle.close(onClosed);
  }

  /**
   * Starts TLS on this connection; this socket cannot be used afterwards. Returns the socket of the encrypted bytes, with the present
   * handlers, and the one of the plain text. Throws a TypeError (ERR_INVALID_ARG_TYPE) for a socket that is closed or has TLS.
   */
  upgradeTLS(options: SocketOptions & { isServer?: unknown }): [Socket, Socket] {
    const handle: StreamHandle | null = this.#handle;
    if (handle === null || this.#tls !== null) throw bunErrors.invalid("upgradeTLS requires an established socket");
    if (typeof options !== "object" || options === null) throw bunErrors.invalid("Expected options to be an object");
    if (!tls.isWanted(options.tls)) throw bunErrors.invalid('Expected "tls" option to be a boolean or an object');
    if (typeof options.socket !== "object" || options.socket === null)
      throw bunErrors.invalid('Expected "socket" option');
    const tlsOptions = options.tls as TlsOptions;
    const isServer = Boolean(options.isServer ?? tlsOptions.isServer ?? this.listener !== undefined);
    const settings = tls.readSettings(tlsOptions, isServer, "");
    this.#handle = null;
    clearTimeout(this.#timer);
    handle.readStop();
    const raw = new Socket(this.#handlers, this.data, this.#allowHalfOpen, this.listener);
    raw.#handle = handle;
    const upgraded = new Socket(options.socket, options.data, this.#allowHalfOpen, this.listener);
    upgraded.#raw = raw;
    this.listener?.replace(this, upgraded);
    Socket.open(upgraded, handle, settings);
    const feed = handle.onRead;
    handle.onRead = (below, bytes) => {
      raw.#onBytes(Buffer.from(bytes));
      feed(below, bytes);
    };
    return [raw, upgraded];
  }

  close(): void {
    this.#close();
  }
  [Symbol.dispose](): void {
    this.#close();
  }
  /** Has no effect: written data is passed to the system immediately. */
  flush(): void {}
  pause(): void {
    this.#handle?.readStop();
  }
  resume(): void {
    this.#handle?.readStart();
  }
  ref(): void {
    this.#handle?.ref();
  }
  unref(): void {
    this.#handle?.unref();
  }
  setNoDelay(enabled = true): boolean {
    return this.#handle?.setNoDelay(enabled) === 0;
  }
  setKeepAlive(enabled = false, delayMs = 0): boolean {
    return this.#handle?.setKeepAlive(enabled, ~~(delayMs / MS_PER_SECOND)) === 0;
  }
  setTypeOfService(value: number): void {
    this.#handle?.setTypeOfService(value);
  }
  getTypeOfService(): number {
    return this.#handle?.getTypeOfService() ?? 0;
  }

  /** Calls "timeout" after the given seconds without traffic; 0 disables it. */
  timeout(seconds: number): void {
    const limitMs = readTimeout(seconds, arguments.length);
    clearTimeout(this.#timer);
    this.#timer = limitMs > 0 ? setUnrefTimeout(() => this.#call("timeout"), limitMs) : undefined;
  }

  /** Replaces the handlers. */
  reload(options: SocketOptions): void {
    this.#handlers = reloadedHandlers(options, arguments.length);
  }

  /** 1 open, -1 closed or taken over by `upgradeTLS`. */
  get readyState(): number {
    return this.#handle !== null ? 1 : -1;
  }
  get fd(): number {
    return this.#handle?.fd ?? -1;
  }
  /** Whether the peer has a trusted certificate. */
  get authorized(): boolean {
    return this.#tls?.authorized ?? false;
  }
  /** The protocol that ALPN negotiated. */
  get alpnProtocol(): string | false {
    return this.#tls?.protocol ?? false;
  }
  get remoteAddress(): string | undefined {
    return this.#address("getpeername").address;
  }
  get remotePort(): number | undefined {
    return this.#address("getpeername").port;
  }
  get remoteFamily(): string | undefined {
    return this.#address("getpeername").family;
  }
  get localAddress(): string | undefined {
    return this.#address("getsockname").address;
  }
  get localPort(): number | undefined {
    return this.#address("getsockname").port;
  }
  get localFamily(): string | undefined {
    return this.#address("getsockname").family;
  }
  #address(name: "getpeername" | "getsockname"): Partial<DatagramEndpoint> {
    const out = {};
    if (this.#handle !== null && this.#handle.kind === StreamKind.TCP) this.#handle[name](out);
    return out;
  }
}

/** The members that concern the session. The list is here so that a socket without TLS does not load that module. */
const SESSION_MEMBERS = [
  "disableRenegotiation",
  "exportKeyingMaterial",
  "getAuthorizationError",
  "getCertificate",
  "getCipher",
  "getEphemeralKeyInfo",
  "getPeerCertificate",
  "getPeerX509Certificate",
  "getServername",
  "getSession",
  "getSharedSigalgs",
  "getTLSFinishedMessage",
  "getTLSPeerFinishedMessage",
  "getTLSTicket",
  "getTLSVersion",
  "getX509Certificate",
  "isSessionReused",
  "renegotiate",
  "setMaxSendFragment",
  "setServername",
  "setSession",
  "setVerifyMode",
];
for (const name of SESSION_MEMBERS) {
  const value = {
    [name](this: Socket, ...args: unknown[]): unknown {
      return tls.callMember(Socket.linkOf(this), name, args);
    },
  }[name];
  Object.defineProperty(Socket.prototype, name, { value, writable: true, configurable: true });
}
