// tls.TLSSocket: a net.Socket whose handle is a TLS session. What it reports of the session is in `socket_session.ts`, the server's
// choices during a handshake in `server_choices.ts`. https://nodejs.org/api/tls.html#class-tlstlssocket
import {
  ERR_METHOD_NOT_IMPLEMENTED,
  ERR_TLS_HANDSHAKE_TIMEOUT,
  ERR_TLS_INVALID_CONTEXT,
  ERR_TLS_INVALID_STATE,
  ERR_TLS_PSK_SET_IDENTITY_HINT_FAILED,
  ERR_TLS_RENEGOTIATION_DISABLED,
  ERR_TLS_SESSION_ATTACK,
  ERR_TLS_SNI_FROM_SERVER,
  errnoException,
} from "internal:core/errors";
import {
  validateBuffer,
  validateFunction,
  validateInt32,
  validateObject,
  validateString,
  validateUint32,
} from "internal:core/validators";
import { Buffer } from "internal:node/buffer";
import { Socket } from "internal:node/net/socket";
import "internal:node/net/socket_options";
import { option } from "internal:core/launch";
import { nextTick } from "internal:core/ticks";
import { clearTimeout, setUnrefTimeout } from "internal:core/timers";
import { asBuffer } from "internal:core/buffer/adopt";
import { isArrayBufferView } from "internal:core/util/types";
import { convertALPNProtocols } from "internal:node/tls/alpn";
import { exported } from "internal:node/tls/defaults";
import { DuplexHandle } from "internal:node/tls/duplex_handle";
import { copyReplaced } from "internal:node/tls/handle_members";
import { thrownError } from "internal:node/tls/failure";
import { type TlsEvents, TlsHandle } from "internal:node/tls/handle";
import { SecureContext, createSecureContext } from "internal:node/tls/secure_context";
import type { FastBuffer } from "internal:core/buffer/class";
import type { EventName } from "internal:core/events/emitter";
import type { ErrorCallback, SocketConstructor, SocketHandle } from "internal:node/net/types";
import type {
  LowerStream,
  SecureContextOptions,
  TLSSocket as TLSSocketMembers,
  TLSSocketOptions,
} from "internal:node/tls/types";
import defer * as connecting from "internal:node/net/connect";
import defer * as choices from "internal:node/tls/server_choices";
import defer * as keyLogs from "internal:node/tls/key_log_file";
import defer * as psk from "internal:node/tls/psk";
import * as native from "native:tls";
import { TlsBytes, TlsSessionFlags } from "native:tls";

const kIsVerified = Symbol("verified");
export const kConnectOptions = Symbol("connect-options");
const kDisableRenegotiation = Symbol("disable-renegotiation");
const kErrorEmitted = Symbol("error-emitted");
const kRenegotiations = Symbol("renegotiations");
const kPendingSession = Symbol("pendingSession");
export { kErrorEmitted, kIsVerified, kPendingSession };

/** An instance of `tls.TLSSocket`. */
export interface TLSSocket extends TLSSocketMembers {
  [kDisableRenegotiation]: boolean;
  /** When the client started handshakes, in milliseconds. */
  [kRenegotiations]: number[];
}
/** A socket that TLS runs over. */
interface WrappedSocket extends Socket {
  [kIsWrapped]?: boolean;
}

/** `tls.TLSSocket(socket, options)`. Callable without `new`. Without `socket` it is connected later. */
export const TLSSocket = function TLSSocket(
  this: TLSSocket,
  socket?: any,
  options?: TLSSocketOptions,
): TLSSocket | undefined {
  if (!((this as unknown) instanceof TLSSocket)) return new (TLSSocket as any)(socket, options);
  const tlsOptions: TLSSocketOptions = { ...options };
  if (tlsOptions.ALPNProtocols) convertALPNProtocols(tlsOptions.ALPNProtocols, tlsOptions);
  this._tlsOptions = tlsOptions;
  this._secureEstablished = false;
  this._securePending = false;
  this._newSessionPending = false;
  this._controlReleased = false;
  this.secureConnecting = true;
  this._SNICallback = null;
  this.servername = null;
  this.alpnProtocol = null;
  this.authorized = false;
  this.authorizationError = null;
  this[kRenegotiations] = [];
  this[kErrorEmitted] = false;
  this[kDisableRenegotiation] = false;
  this[kPendingSession] = null;
  this.encrypted = true;
  // The handle of a net.Socket is used; any other stream gets a DuplexHandle.
  const ownsHandle = socket instanceof Socket && Boolean(socket._handle) && !(socket as WrappedSocket)[kIsWrapped];
  const isOtherStream = socket !== undefined && socket !== null && !(socket instanceof Socket);
  Socket.call(this, {
    allowHalfOpen: socket ? socket.allowHalfOpen : tlsOptions.allowHalfOpen,
    pauseOnCreate: tlsOptions.pauseOnConnect,
    manualStart: true,
    highWaterMark: tlsOptions.highWaterMark,
    onread: socket ? undefined : tlsOptions.onread,
    signal: tlsOptions.signal,
    noDelay: tlsOptions.noDelay,
    keepAlive: tlsOptions.keepAlive,
    keepAliveInitialDelay: tlsOptions.keepAliveInitialDelay,
  });
  this.on("newListener", onNewListener);
  this.on("error", this._tlsError);
  this.server = tlsOptions.server ?? null;
  makeSession(this, tlsOptions);
  if (tlsOptions.pauseOnConnect) this._readableState.flowing = false;
  if (socket) {
    this._parent = socket;
    // The time-outs of both are independent; errors of the lower one destroy this one.
    if (ownsHandle || !isOtherStream) wrapSocket(this, socket);
    else wrapDuplex(this, socket);
  } else {
    this.prependOnceListener("connect", onConnected);
  }
  this.read(0);
} as unknown as SocketConstructor<TLSSocket, [socket?: Socket, options?: TLSSocketOptions]>;
Object.setPrototypeOf(TLSSocket.prototype, Socket.prototype);
Object.setPrototypeOf(TLSSocket, Socket);
const prototype = TLSSocket.prototype;
const kIsWrapped = Symbol("wrapped");

const events: TlsEvents = {
  onHello: (handle, hello) => choices.onHello(handle.socket, handle, hello),
  onSecure,
  onRenegotiation,
  onFailure: (handle, error) => onFailure(handle.socket, error),
  onKeyLog: (handle, line) => {
    if (keyLogFile() !== null) keyLogs.append(keyLogFile()!, line);
    handle.socket.emit("keylog", Buffer.from(`${line}\n`));
  },
  onSession: (handle, made) => onSession(handle.socket, made),
};

function makeSession(socket: TLSSocket, options: TLSSocketOptions): void {
  const isServer = Boolean(options.isServer);
  const requestsCertificate = Boolean(options.requestCert) || !isServer;
  socket._requestCert = requestsCertificate;
  socket._rejectUnauthorized = options.rejectUnauthorized !== false;
  options.secureContext ||= options.credentials || createSecureContext(options);
  const { context } = options.secureContext;
  if (typeof context?.id !== "number") throw new ERR_TLS_INVALID_CONTEXT("context");
  if (options.pskCallback || options.pskIdentityHint) context.allowPsk();
  let flags = isServer ? TlsSessionFlags.SERVER : 0;
  if (requestsCertificate) flags |= TlsSessionFlags.REQUEST_CERTIFICATE;
  if (requestsCertificate && socket._rejectUnauthorized) flags |= TlsSessionFlags.REQUIRE_CERTIFICATE;
  if (options.requestOCSP) flags |= TlsSessionFlags.REQUEST_OCSP;
  if (isServer && choices.hasChoices(options)) flags |= TlsSessionFlags.PAUSE_AT_HELLO;
  const handle = new TlsHandle(native.sessionNew(context.id, flags), events);
  socket.ssl = handle;
  const { server } = options;
  if (keyLogFile() !== null) collectKeyLog(handle);
  if (isServer) {
    if (server && (server.listenerCount("newSession") > 0 || server.listenerCount("resumeSession") > 0))
      collectSessions(handle);
    if (server && !handle.collectsKeyLog && server.listenerCount("keylog") > 0) collectKeyLog(handle);
    if (options.SNICallback) {
      validateFunction(options.SNICallback, "options.SNICallback");
      socket._SNICallback = options.SNICallback;
    }
  } else {
    collectSessions(handle);
    if (options.session) socket.setSession(options.session);
    if (options.servername) socket.setServername(options.servername);
  }
  if (options.ALPNProtocols) native.sessionSetProtocols(handle.session, options.ALPNProtocols as Uint8Array);
  if (options.pskCallback) psk.install(socket, handle, options);
  if (isServer && options.pskIdentityHint && !native.sessionSetPskHint(handle.session, options.pskIdentityHint)) {
    nextTick(() => {
      socket._emitTLSError(new ERR_TLS_PSK_SET_IDENTITY_HINT_FAILED());
      socket.destroy();
    });
  }
  if (options.handshakeTimeout! > 0) {
    socket._handshakeTimer = setUnrefTimeout(() => socket._handleTimeout(), options.handshakeTimeout);
  }
}

let keyLog: string | null | undefined;

/** The file of `--tls-keylog`, or null. */
function keyLogFile(): string | null {
  if (keyLog === undefined) {
    const given = option("--tls-keylog");
    keyLog = typeof given === "string" ? given : null;
  }
  return keyLog;
}

function collectSessions(handle: TlsHandle): void {
  handle.collectsSessions = true;
  native.sessionCollect(handle.session, false, true);
}

function collectKeyLog(handle: TlsHandle): void {
  handle.collectsKeyLog = true;
  native.sessionCollect(handle.session, true, false);
}

function onNewListener(this: TLSSocket, event: EventName): void {
  if (event === "keylog" && this.ssl && !this.ssl.collectsKeyLog && this.ssl.session !== 0) collectKeyLog(this.ssl);
}

// TCP is connected: TLS takes over the handle.
function onConnected(this: TLSSocket): void {
  const inner = this._handle!;
  adopt(this, inner);
  if (connecting.isConnectReplaced(inner)) copyReplaced(this.ssl!, inner as unknown as Record<string, Function>);
  this._start();
}

/** Puts the session between the socket and `inner`. The socket's functions move to the session's handle. */
function adopt(socket: TLSSocket, inner: SocketHandle): void {
  const handle = socket.ssl!;
  const wasReading = inner.reading;
  handle.owner = handle.socket = socket;
  handle.onRead = inner.onRead;
  handle.onEnd = inner.onEnd;
  handle.sharedReadLength = inner.sharedReadLength;
  handle.attach(inner);
  socket._handle = handle;
  if (wasReading) handle.reading = true;
}

function wrapSocket(socket: TLSSocket, lower: WrappedSocket): void {
  lower[kIsWrapped] = true;
  const begin = (): void => {
    if (socket.destroyed) return;
    const inner = lower._handle;
    if (!inner) return;
    inner.readStop?.();
    takeOver(socket, inner);
    socket.ssl!.parent = lower;
    takeBuffered(socket, lower);
    if (startsAtOnce(socket)) socket._start();
  };
  lower.on("error", (error: Error) => socket.destroy(error));
  lower.once("close", () => socket.destroy());
  const beginLater = (): void => {
    socket.connecting = false;
    begin();
    socket.emit("connect");
  };
  if (lower.connecting || !lower._handle) {
    socket.connecting = true;
    lower.once("connect", beginLater);
  } else if (lower.writableLength > 0) {
    // What the program has written to it comes first. Until then nothing is read, since that is ciphertext.
    socket.connecting = true;
    lower._handle.readStop?.();
    lower.write(new Uint8Array(0), beginLater);
  } else begin();
}

function wrapDuplex(socket: TLSSocket, lower: LowerStream): void {
  lower.on("error", (error: Error) => socket.destroy(error));
  lower.once("close", () => nextTick(() => socket.destroy()));
  // Before the handle adds its listeners, which would receive these bytes as well.
  const hasBytes = lower.readableLength > 0;
  takeBuffered(socket, lower);
  takeOver(socket, new DuplexHandle(lower));
  if (!socket._tlsOptions.isServer) return;
  // The handshake may progress at once when the peer has begun, and the program's listeners are not added yet.
  if (hasBytes) nextTick(() => socket._start());
  else socket._start();
}

// A client begins with `tls.connect`, or with its first write.
function startsAtOnce({ _tlsOptions: options }: TLSSocket): boolean {
  return Boolean(options.isServer) && options.startsAtOnce !== false;
}

function takeOver(socket: TLSSocket, inner: SocketHandle): void {
  const handle = socket.ssl!;
  handle.attach(inner);
  handle.startsAtWrite = !socket._tlsOptions.isServer;
  socket._handle = handle;
  attach(socket);
}

// As net's attachHandle, without resetting the socket's state.
function attach(socket: TLSSocket): void {
  const handle = socket.ssl!;
  handle.owner = handle.socket = socket;
  handle.onRead = (_, bytes) => {
    if (socket.destroyed) return;
    socket._unrefTimer();
    if (!socket.push(bytes)) handle.readStop();
  };
  handle.onEnd = (_, errno) => {
    if (socket.destroyed) return;
    if (errno !== 0) {
      socket.destroy(errnoException(errno, "read"));
      return;
    }
    if (socket._readableState.endEmitted) return;
    handle.readStop();
    socket.push(null);
    socket.read(0);
  };
}

// Bytes that were received before TLS began are ciphertext, too.
function takeBuffered(socket: TLSSocket, lower: LowerStream): void {
  if (!lower.readableLength) return;
  for (let bytes = lower.read(); bytes !== null; bytes = lower.read()) socket.ssl!.receive(bytes);
}

/** Begins the handshake. */
prototype._start = function _start(this: TLSSocket): void {
  if (this.connecting) {
    this.once("connect", this._start);
    return;
  }
  // The socket was destroyed before it was connected.
  if (this._handle !== this.ssl || this.ssl === null) return;
  this.ssl.start();
};

function onSecure(handle: TlsHandle): void {
  const socket: TLSSocket = handle.socket;
  if (socket._tlsOptions.isServer && choices.awaitsNewSession(socket)) return;
  socket._finishInit();
}

// Limits how often a client may start handshakes.
function onRenegotiation(handle: TlsHandle): void {
  const socket: TLSSocket = handle.socket;
  if (!socket._tlsOptions.isServer) return;
  if (socket[kDisableRenegotiation]) {
    // A listener that destroys the socket ends the connection without an alert; otherwise the handshake continues, as in Node.
    handle.hasFailed = true;
    const error = socket._tlsError(new ERR_TLS_RENEGOTIATION_DISABLED());
    if (error) socket.emit("error", error);
    handle.hasFailed = socket.destroyed;
    return;
  }
  const nowMs = Date.now();
  const { CLIENT_RENEG_LIMIT, CLIENT_RENEG_WINDOW } = exported;
  const recent = socket[kRenegotiations].filter((timeMs) => nowMs - timeMs < CLIENT_RENEG_WINDOW * 1000);
  recent.push(nowMs);
  socket[kRenegotiations] = recent;
  if (recent.length > CLIENT_RENEG_LIMIT) socket._emitTLSError(new ERR_TLS_SESSION_ATTACK());
}

function onFailure(socket: TLSSocket, error: Error): void {
  if (socket.destroyed || socket._hadError) return;
  // A pending write fails with the error: "write EPROTO …".
  socket.ssl?.failWrites(error.message);
  if (socket.destroyed) return;
  socket._hadError = true;
  if (!socket._secureEstablished) {
    // The server's listeners can still inspect the socket.
    socket._closeAfterHandlingError = true;
    socket.destroy(error);
  } else if (
    socket._tlsOptions.isServer &&
    socket._rejectUnauthorized &&
    error.message.includes("peer did not return a certificate")
  ) {
    socket.destroy();
  } else {
    socket._emitTLSError(error);
  }
}

function onSession(socket: TLSSocket, made: native.MadeSession): void {
  if (socket._tlsOptions.isServer) {
    choices.onNewSession(socket, made);
    return;
  }
  const session = asBuffer(made.der);
  if (socket[kIsVerified]) socket.emit("session", session);
  else socket[kPendingSession] = session;
}

/** A handshake is complete, the first or another: reads what was negotiated. */
prototype._finishInit = function _finishInit(this: TLSSocket): void {
  const handle = this.ssl;
  if (handle === null || handle.session === 0) return;
  this.alpnProtocol = handle.getALPNNegotiatedProtocol();
  // A client has the name that it requested.
  if (this.servername === null) this.servername = handle.getServername();
  this._secureEstablished = true;
  if (this._handshakeTimer !== undefined) clearTimeout(this._handshakeTimer);
  if (this._tlsOptions.requestOCSP && !this._tlsOptions.isServer) {
    const response = native.sessionBytes(handle.session, TlsBytes.OCSP_RESPONSE);
    this.emit("OCSPResponse", response === null ? null : asBuffer(response));
  }
  this.emit("secure");
};

prototype._handleTimeout = function _handleTimeout(this: TLSSocket): void {
  this._emitTLSError(new ERR_TLS_HANDSHAKE_TIMEOUT());
};

prototype._emitTLSError = function _emitTLSError(this: TLSSocket, error: Error): void {
  const forSocket = this._tlsError(error);
  if (forSocket) this.destroy(forSocket);
};

/** Reports an error to the server before the connection is secure. Returns the error when it is the socket's own. */
prototype._tlsError = function _tlsError(this: TLSSocket, error: Error): Error | null {
  this.emit("_tlsError", error);
  return this._controlReleased ? error : null;
};

/** Makes errors the socket's own. False when they were already. */
prototype._releaseControl = function _releaseControl(this: TLSSocket): boolean {
  if (this._controlReleased) return false;
  this._controlReleased = true;
  this.removeListener("error", this._tlsError);
  return true;
};

prototype._init = function _init(): void {};
prototype._destroySSL = function _destroySSL(this: TLSSocket): void {
  this.ssl?.close();
};
prototype._wrapHandle = function _wrapHandle(this: TLSSocket): TlsHandle | null {
  return this.ssl;
};

prototype._destroy = function _destroy(this: TLSSocket, error: Error | null, callback: ErrorCallback): void {
  if (this._handshakeTimer !== undefined) clearTimeout(this._handshakeTimer);
  const { ssl } = this;
  const wasOwn = this._handle === ssl;
  Socket.prototype._destroy.call(this, error, callback);
  if (!wasOwn) {
    // The session does not own the stream below yet.
    ssl?.close();
    this._parent?.destroy();
  }
  this.ssl = null;
};

/** Refuses further handshakes that the client starts. */
prototype.disableRenegotiation = function disableRenegotiation(this: TLSSocket): void {
  this[kDisableRenegotiation] = true;
};

/** Starts a new handshake (TLS 1.2 and older). Calls `callback(error)` when it is complete. */
prototype.renegotiate = function renegotiate(
  this: TLSSocket,
  options: TLSSocketOptions,
  callback?: ErrorCallback,
): boolean | undefined {
  validateObject(options, "options");
  if (callback !== undefined) validateFunction(callback, "callback");
  if (this.destroyed) return undefined;
  const ssl = this.ssl!;
  let { requestCert, rejectUnauthorized } = this._tlsOptions;
  if (options.requestCert !== undefined) requestCert = options.requestCert;
  if (options.rejectUnauthorized !== undefined) rejectUnauthorized = options.rejectUnauthorized;
  if (
    Boolean(requestCert) !== Boolean(this._requestCert) ||
    Boolean(rejectUnauthorized) !== Boolean(this._rejectUnauthorized)
  ) {
    this._requestCert = requestCert!;
    this._rejectUnauthorized = rejectUnauthorized!;
  }
  const failure = native.sessionRenegotiate(ssl.session);
  if (failure !== null) {
    if (callback) nextTick(callback, thrownError(failure));
    return false;
  }
  if (callback) this.once("secure", () => callback(null));
  ssl.flush();
  return true;
};

/** Limits the plaintext of a record to `size` bytes; false when that is refused. */
prototype.setMaxSendFragment = function setMaxSendFragment(this: TLSSocket, size: unknown): boolean {
  validateInt32(size, "size");
  return this.ssl !== null && size >= 0 && native.sessionSetMaxSendFragment(this.ssl.session, size);
};

/** Sets the name for SNI, before the connection is made. */
prototype.setServername = function setServername(this: TLSSocket, name: unknown): void {
  validateString(name, "name");
  if (this._tlsOptions.isServer) throw new ERR_TLS_SNI_FROM_SERVER();
  const failure = native.sessionSetServerName(this.ssl!.session, name);
  if (failure !== null) throw thrownError(failure);
  this.servername = name;
};

/** Offers a session (of `getSession()` or "session") for resumption. */
prototype.setSession = function setSession(this: TLSSocket, session: unknown): void {
  const bytes = typeof session === "string" ? Buffer.from(session, "latin1") : session;
  if (isArrayBufferView(bytes)) native.sessionResume(this.ssl!.session, bytes as Uint8Array);
  else throw Object.assign(new TypeError("Session must be a buffer"), { code: "ERR_INVALID_ARG_TYPE" });
};

/** Derives `length` bytes of key material that both peers share (RFC 5705). */
prototype.exportKeyingMaterial = function exportKeyingMaterial(
  this: TLSSocket,
  length: unknown,
  label: unknown,
  context?: unknown,
): FastBuffer | undefined {
  validateUint32(length, "length", true);
  validateString(label, "label");
  if (context !== undefined) validateBuffer(context, "context");
  if (!this._secureEstablished) throw new ERR_TLS_INVALID_STATE();
  const bytes = native.sessionExport(this.ssl!.session, length, label, (context as Uint8Array | undefined) ?? null);
  return bytes === null ? undefined : asBuffer(bytes);
};

prototype.enableTrace = function enableTrace(): never {
  throw new ERR_METHOD_NOT_IMPLEMENTED("tls.TLSSocket.enableTrace");
};

prototype.setKeyCert = function setKeyCert(this: TLSSocket, context: SecureContext | SecureContextOptions): void {
  choices.useContext(this, context instanceof SecureContext ? context : createSecureContext(context));
};
