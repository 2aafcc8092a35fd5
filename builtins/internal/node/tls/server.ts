// tls.Server: a net.Server whose connections are TLS sockets. https://nodejs.org/api/tls.html#class-tlsserver
import {
  ERR_INVALID_ARG_TYPE,
  ERR_TLS_ALPN_CALLBACK_WITH_PROTOCOLS,
  ERR_TLS_REQUIRED_SERVER_NAME,
  connResetException,
} from "internal:core/errors";
import {
  validateBuffer,
  validateFunction,
  validateNumber,
  validateObject,
  validateString,
} from "internal:core/validators";
import { Buffer } from "internal:node/buffer";
import { kRejection } from "internal:core/events/symbols";
import { Server as NetServer } from "internal:node/net/server";
import { convertALPNProtocols } from "internal:node/tls/alpn";
import { exported } from "internal:node/tls/defaults";
import { SecureContext } from "internal:node/tls/secure_context";
import { TLSSocket, kErrorEmitted } from "internal:node/tls/socket";
import { verifyError } from "internal:web/fetch/verify_error";
import type { FastBuffer } from "internal:core/buffer/class";
import type { EventName } from "internal:core/events/emitter";
import type { ServerConstructor, Socket } from "internal:node/net/types";
import type { SecureContext as NativeContext } from "internal:node/tls/native_context";
import type { CodedError, SecureContextOptions, Server as ServerMembers, ServerOptions } from "internal:node/tls/types";
import defer * as crypto from "internal:node/crypto";
import defer * as nodeProcess from "internal:node/process";

const HANDSHAKE_TIMEOUT_MS = 120_000;
const SESSION_TIMEOUT_SECONDS = 300;
const SESSION_ID_CHARACTERS = 32;
/** The options of a context; `setSecureContext` replaces these. */
const CONTEXT_OPTIONS = [
  "pfx",
  "key",
  "passphrase",
  "cert",
  "clientCertEngine",
  "ca",
  "allowPartialTrustChain",
  "minVersion",
  "maxVersion",
  "secureProtocol",
  "crl",
  "sigalgs",
  "ciphers",
  "ecdhCurve",
  "dhparam",
  "ticketKeys",
  "privateKeyIdentifier",
  "privateKeyEngine",
] as const;

/** An instance of `tls.Server`. */
export interface Server extends ServerMembers {}

/** `tls.Server(options, listener)`. Callable without `new`. */
export const Server = function Server(this: Server, options?: any, listener?: any): Server | undefined {
  if (!((this as unknown) instanceof Server)) return new (Server as any)(options, listener);
  if (typeof options === "function") {
    listener = options;
    options = {};
  } else if (options == null || typeof options === "object") options ??= {};
  else throw new ERR_INVALID_ARG_TYPE("options", "Object", options);
  this._contexts = [];
  this.requestCert = options.requestCert === true;
  this.rejectUnauthorized = options.rejectUnauthorized !== false;
  this.ALPNCallback = options.ALPNCallback;
  if (options.sessionTimeout) this.sessionTimeout = options.sessionTimeout;
  if (options.ticketKeys) this.ticketKeys = options.ticketKeys;
  if (options.ALPNProtocols) convertALPNProtocols(options.ALPNProtocols, this);
  if (this.ALPNCallback) {
    if (options.ALPNProtocols) throw new ERR_TLS_ALPN_CALLBACK_WITH_PROTOCOLS();
  }
  this.setSecureContext(options);
  this._handshakeTimeout = options.handshakeTimeout || HANDSHAKE_TIMEOUT_MS;
  this._SNICallback = options.SNICallback === undefined ? chooseContext : options.SNICallback;
  this._pskCallback = options.pskCallback;
  this._pskIdentityHint = options.pskIdentityHint;
  validateNumber(this._handshakeTimeout, "options.handshakeTimeout");
  if (this._SNICallback) validateFunction(this._SNICallback, "options.SNICallback");
  if (this._pskCallback) validateFunction(this._pskCallback, "options.pskCallback");
  if (this._pskIdentityHint) validateString(this._pskIdentityHint, "options.pskIdentityHint");
  this._hasOwnSNICallback = options.SNICallback !== undefined;
  NetServer.call(this, options, onConnection);
  this._tlsHighWaterMark = options.highWaterMark;
  if (listener) this.on("secureConnection", listener);
} as unknown as ServerConstructor<Server, ServerOptions>;
Object.setPrototypeOf(Server.prototype, NetServer.prototype);
Object.setPrototypeOf(Server, NetServer);
const prototype = Server.prototype;

/** `tls.createServer(options, listener)`. */
export function createServer(options?: ServerOptions, listener?: (socket: TLSSocket) => void): Server {
  return new Server(options, listener);
}

/** TCP is connected: the handshake begins. */
function onConnection(this: Server, rawSocket: Socket): void {
  const socket = new TLSSocket(rawSocket, {
    secureContext: this._sharedCreds,
    isServer: true,
    server: this,
    requestCert: this.requestCert,
    rejectUnauthorized: this.rejectUnauthorized,
    handshakeTimeout: this._handshakeTimeout,
    ALPNProtocols: this.ALPNProtocols,
    ALPNCallback: this.ALPNCallback,
    SNICallback: this._hasOwnSNICallback || this._contexts.length > 0 ? this._SNICallback : undefined,
    pauseOnConnect: this.pauseOnConnect,
    pskCallback: this._pskCallback,
    pskIdentityHint: this._pskIdentityHint,
    highWaterMark: this._tlsHighWaterMark,
  });
  socket.on("secure", onSecure);
  socket.on("close", onClose);
  socket.on("_tlsError", onSocketTLSError);
  // An error of a connection that the program does not listen to ends that connection alone.
  socket.on("error", onSocketTLSError);
  if (this.listenerCount("keylog") > 0) socket.on("keylog", (line: FastBuffer) => this.emit("keylog", line, socket));
}

function onSecure(this: TLSSocket): void {
  const server = this._tlsOptions.server!;
  if (this._requestCert) {
    const error: CodedError | null =
      verifyError(this.ssl!.session, false) ??
      (this.getPeerCertificate()!.raw === undefined && !this.isSessionReused() && !this._tlsOptions.pskCallback
        ? noCertificate()
        : null);
    if (error) {
      this.authorizationError = error.code;
      if (this._rejectUnauthorized) this.destroy();
    } else this.authorized = true;
  }
  if (!this.destroyed && this._releaseControl()) {
    this.secureConnecting = false;
    server.emit("secureConnection", this);
  }
}

function noCertificate(): CodedError {
  const error: CodedError = new Error("unable to get issuer certificate");
  error.code = "UNABLE_TO_GET_ISSUER_CERT";
  return error;
}

/** Closed before it was secure. */
function onClose(this: TLSSocket): void {
  if (this._controlReleased || this[kErrorEmitted]) return;
  this[kErrorEmitted] = true;
  this._tlsOptions.server!.emit("tlsClientError", connResetException("socket hang up"), this);
}

function onSocketTLSError(this: TLSSocket, error: Error): void {
  if (this._controlReleased || this[kErrorEmitted]) return;
  this[kErrorEmitted] = true;
  this._tlsOptions.server!.emit("tlsClientError", error, this);
}

/** Replaces the context of new connections. */
prototype.setSecureContext = function setSecureContext(this: Server, options: ServerOptions): void {
  validateObject(options, "options");
  for (const name of CONTEXT_OPTIONS) (this as SecureContextOptions)[name] = (options[name] as any) || undefined;
  this.honorCipherOrder = options.honorCipherOrder !== undefined ? Boolean(options.honorCipherOrder) : true;
  this.secureOptions = options.secureOptions || undefined;
  this.sessionIdContext = options.sessionIdContext || defaultSessionIdContext();
  if (options.sessionTimeout) this.sessionTimeout = options.sessionTimeout;
  const context: SecureContextOptions = {
    honorCipherOrder: this.honorCipherOrder,
    secureOptions: this.secureOptions,
    sessionIdContext: this.sessionIdContext,
  };
  for (const name of CONTEXT_OPTIONS) context[name] = this[name] as any;
  context.sessionTimeout = this.sessionTimeout ?? SESSION_TIMEOUT_SECONDS;
  if (options.secureContext === undefined) this._sharedCreds = exported.createSecureContext(context);
  else this._sharedCreds = options.secureContext;
};

// Servers of one program accept each other's sessions.
function defaultSessionIdContext(): string {
  const { argv } = nodeProcess.default as unknown as { argv: string[] };
  return (crypto.default as any)
    .createHash("sha1")
    .update(argv.join(" "))
    .digest("hex")
    .slice(0, SESSION_ID_CHARACTERS);
}

prototype._getServerData = function _getServerData(this: Server): { ticketKeys: string } {
  const keys: { toString(encoding: string): string } = this.getTicketKeys();
  return { ticketKeys: keys.toString("hex") };
};

prototype._setServerData = function _setServerData(this: Server, data: { ticketKeys: string }): void {
  this.setTicketKeys(Buffer.from(data.ticketKeys, "hex"));
};

/** The 48 bytes that encrypt session tickets. */
prototype.getTicketKeys = function getTicketKeys(this: Server): FastBuffer {
  return this._sharedCreds.context.getTicketKeys();
};

/** Sets them, for new connections. */
prototype.setTicketKeys = function setTicketKeys(this: Server, keys: unknown): void {
  validateBuffer(keys);
  if (keys.byteLength !== 48) throw new Error("Session ticket keys must be a 48-byte buffer");
  this._sharedCreds.context.setTicketKeys(keys);
};

/** Uses `context` (a SecureContext or its options) for clients that request `servername`, which may begin with `*.`. */
prototype.addContext = function addContext(
  this: Server,
  servername: string,
  context: SecureContext | SecureContextOptions,
): void {
  if (!servername) throw new ERR_TLS_REQUIRED_SERVER_NAME();
  const pattern = new RegExp(`^${servername.replace(/([.^$+?\-\\[\]{}])/g, "\\$1").replaceAll("*", "[^.]*")}$`);
  const secureContext = context instanceof SecureContext ? context : exported.createSecureContext(context);
  this._contexts.push([pattern, secureContext.context]);
};

/** The default SNICallback: the latest context that matches the name. */
function chooseContext(
  this: TLSSocket,
  servername: string,
  callback: (error: null, context: NativeContext | undefined) => void,
): void {
  const contexts = this.server!._contexts;
  for (let index = contexts.length - 1; index >= 0; index--) {
    const [pattern, context] = contexts[index]!;
    if (pattern.test(servername)) {
      callback(null, context);
      return;
    }
  }
  callback(null, undefined);
}

prototype[kRejection] = function (this: Server, error: unknown, event: EventName, socket: Socket): void {
  if (event === "secureConnection") socket.destroy(error);
  else NetServer.prototype[kRejection]?.call(this, error, event, socket);
};
