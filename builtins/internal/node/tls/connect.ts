// tls.connect(). https://nodejs.org/api/tls.html#tlsconnectoptions-callback
import {
  ERR_INVALID_ARG_TYPE,
  ERR_INVALID_ARG_VALUE,
  ERR_TLS_DH_PARAM_SIZE,
  ERR_TLS_INVALID_CONTEXT,
  connResetException,
} from "internal:core/errors";
import { nextTick } from "internal:core/ticks";
import { validateFunction, validateNumber } from "internal:core/validators";
import { normalizeArgs } from "internal:node/net/arguments";
import { isIP } from "internal:core/ip_address";
import { checkServerIdentity } from "internal:node/tls/identity";
import { contextFor } from "internal:node/tls/default_context";
import { exported } from "internal:node/tls/defaults";
import { allowsUnauthorized } from "internal:web/fetch/reject_unauthorized";
import { TLSSocket, kConnectOptions, kIsVerified, kPendingSession } from "internal:node/tls/socket";
import type { ConnectOptions } from "internal:node/net/types";
import type { CodedError, ConnectionOptions } from "internal:node/tls/types";
import * as native from "native:tls";

function normalize(args: unknown[]): unknown[] {
  const list = normalizeArgs(args);
  // (port, host, options) and (port, options) have their options later in the list.
  for (const candidate of args.slice(1, 3)) {
    if (candidate !== null && typeof candidate === "object") Object.assign(list[0], candidate);
  }
  return list[1] ? [list[0], list[1]] : [list[0]];
}

/** Connects: `(options)`, `(path, options)`, `(port, host, options)`, each with a listener for "secureConnect". */
export function connect(...args: unknown[]): TLSSocket {
  args = normalize(args);
  let options = args[0] as Partial<ConnectionOptions> as ConnectionOptions;
  const callback = args[1] as (() => void) | undefined;
  const allows = allowsUnauthorized(options.servername ?? options.host ?? "localhost");
  options = {
    rejectUnauthorized: !allows,
    ciphers: exported.DEFAULT_CIPHERS,
    checkServerIdentity,
    minDHSize: 1024,
    ...(options as Partial<ConnectionOptions>),
  };
  if (!options.keepAlive) options.singleUse = true;
  validateFunction(options.checkServerIdentity, "options.checkServerIdentity");
  validateNumber(options.minDHSize, "options.minDHSize", 1);
  if (options.pskCallback) validateFunction(options.pskCallback, "pskCallback");
  if (options.socket && typeof options.socket !== "object") {
    throw new ERR_INVALID_ARG_TYPE("options.socket", "Object", options.socket);
  }
  // RFC 6066 §3.
  if (options.servername && isIP(options.servername)) {
    throw new ERR_INVALID_ARG_VALUE(
      "options.servername",
      options.servername,
      "Setting the TLS ServerName to an IP address is not permitted.",
    );
  }
  const context = options.secureContext || contextFor(options);
  if (typeof context.context?.id !== "number") throw new ERR_TLS_INVALID_CONTEXT("context");
  if (options.pskCallback) validateFunction(options.pskCallback, "pskCallback");
  const isAhead = Boolean(options.socket?.readableLength);
  const socket = new TLSSocket(options.socket, {
    allowHalfOpen: options.socket ? options.socket.allowHalfOpen : Boolean(options.allowHalfOpen),
    pipe: Boolean(options.path),
    secureContext: context,
    isServer: false,
    requestCert: true,
    rejectUnauthorized: options.rejectUnauthorized !== false,
    session: options.session,
    ALPNProtocols: options.ALPNProtocols,
    requestOCSP: options.requestOCSP,
    enableTrace: options.enableTrace,
    pskCallback: options.pskCallback,
    highWaterMark: options.highWaterMark,
    onread: options.onread,
    signal: options.signal,
    noDelay: options.noDelay,
    keepAlive: options.keepAlive,
    keepAliveInitialDelay: options.keepAliveInitialDelay,
  });
  // An explicit `rejectUnauthorized: undefined` replaces the default.
  options.rejectUnauthorized = options.rejectUnauthorized !== false;
  socket[kConnectOptions] = options;
  if (callback) socket.once("secureConnect", callback);
  if (!options.socket) {
    if (options.timeout) socket.setTimeout(options.timeout);
    // Connecting would revive a socket that its signal has already destroyed.
    if (!socket.destroyed) socket.connect(options);
  }
  socket._releaseControl();
  if (options.servername) {
    if (!socket.servername) socket.setServername(options.servername);
  }
  socket.on("secure", onSecure);
  socket.prependListener("end", onEnd);
  // The handshake may progress at once when the server has begun, and the program's listeners are not added yet.
  if (options.socket && isAhead) nextTick(() => socket._start());
  else if (options.socket) socket._start();
  return socket;
}

/** The handshake is complete: verifies the server's identity. */
function onSecure(this: TLSSocket): void {
  const options = this[kConnectOptions];
  const key = this.getEphemeralKeyInfo();
  // A listener of "OCSPResponse" may have destroyed the socket.
  if (key === null) return;
  if (key.type === "DH" && key.size! < options.minDHSize) {
    this.destroy(new ERR_TLS_DH_PARAM_SIZE(key.size));
    return;
  }
  let error: CodedError | null | undefined = this.ssl!.verifyError(true);
  // A resumed session was verified when it was made.
  if (!error && !this.isSessionReused()) {
    const hostname = options.servername || options.host || options.socket?._host || "localhost";
    const anonymous = options.pskCallback && native.sessionPeerChain(this.ssl!.session, false).length === 0;
    if (!anonymous) error = options.checkServerIdentity(hostname, this.getPeerCertificate(true)!);
  }
  if (error) {
    this.authorized = false;
    this.authorizationError = error.code || error.message;
    if (options.rejectUnauthorized !== false) {
      this.destroy(error);
      return;
    }
  } else {
    this.authorized = true;
  }
  this.secureConnecting = false;
  this.emit("secureConnect");
  this[kIsVerified] = true;
  const session = this[kPendingSession];
  this[kPendingSession] = null;
  if (session) this.emit("session", session);
  this.removeListener("end", onEnd);
}

/** The server closed the connection during the handshake. */
function onEnd(this: TLSSocket): void {
  if (this._hadError) return;
  const options = this[kConnectOptions];
  this._hadError = true;
  const error: Error & ConnectOptions = connResetException(
    "Client network socket disconnected before secure TLS connection was established",
  );
  error.path = options.path;
  error.host = options.host;
  error.port = options.port;
  error.localAddress = options.localAddress;
  this.destroy(error);
}
