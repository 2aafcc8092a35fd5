// TLS under Bun's sockets: the options, and the members of a socket that concern its session. The session is in
// `internal:node/tls/stream_session`. https://bun.com/docs/runtime/networking/tcp#tls
import { load } from "internal:core/bootstrap";
import { Buffer } from "internal:node/buffer";
import { connResetException } from "internal:core/errors";
import { thrownError } from "internal:node/tls/failure";
import { type SessionSettings, type Outcome, TlsStreamSession, protocolList } from "internal:node/tls/stream_session";
import { createSecureContext } from "internal:node/tls/secure_context";
import { checkServerIdentity } from "internal:node/tls/identity";
import * as tlsOptions from "internal:bun/tls_options";
import type { TlsOptions } from "internal:bun/tls_options";
import * as native from "native:tls";
import { TlsString } from "native:tls";
import defer * as bunErrors from "internal:bun/errors";

/** Whether the option enables TLS: an empty object does not, because configurations without certificates pass it. */
export function isWanted(tls: unknown): tls is TlsOptions | true {
  if (tls === undefined || tls === null || tls === false) return false;
  return tls === true || typeof tls !== "object" || Object.keys(tls).length > 0;
}

/**
 * Reads the option `tls` of a socket to or from `hostname`. Throws a TypeError (ERR_INVALID_ARG_TYPE), or OpenSSL's error for an
 * invalid key or certificate.
 */
export function readSettings(tls: TlsOptions | true, isServer: boolean, hostname: string): SessionSettings {
  if (tls !== true && typeof tls !== "object") throw bunErrors.invalid("TLSOptions must be an object");
  const given = tls === true ? {} : tls;
  return {
    context: given.secureContext?.context ? given.secureContext : createSecureContext(tlsOptions.readOne(given, false)),
    isServer,
    requests: isServer ? Boolean(given.requestCert) : true,
    rejects: given.rejectUnauthorized !== false,
    hostname: isServer ? "" : (given.serverName ?? given.servername ?? hostname),
    protocols: protocolsOf(given.ALPNProtocols),
    checkIdentity: typeof given.checkServerIdentity === "function" ? given.checkServerIdentity : checkServerIdentity,
  };
}

// The protocol list in wire format: a string or bytes are in it already, an array of names is converted.
function protocolsOf(value: unknown): Uint8Array | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "string") return Buffer.from(value, "latin1");
  if (Array.isArray(value)) return protocolList(value);
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer as ArrayBuffer, value.byteOffset, value.byteLength);
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  throw bunErrors.invalid("TLSOptions.ALPNProtocols must be of type string, ArrayBuffer, or null");
}

/** Makes the session. `onHandshake` and `onFailure` receive errors with Bun's codes and messages. */
export function makeLink(
  settings: SessionSettings,
  onHandshake: (success: boolean, error: unknown, isUsable: boolean) => void,
  onFailure: (error: unknown) => void,
): TlsStreamSession {
  return new TlsStreamSession(settings, {
    handshake(outcome, error) {
      // A server that rejects its client reports success and closes, as Bun's does.
      const success = outcome === "secure" || (outcome === "refused" && settings.isServer);
      onHandshake(success, errorOf(outcome, error), outcome === "secure");
    },
    failed: (error) => onFailure(error.code === "ERR_TLS_RENEGOTIATION_DISABLED" ? error : protocolError(error)),
  });
}

function errorOf(outcome: Outcome, error: Error | null): Error | null {
  if (outcome === "failed") return protocolError(error!);
  if (outcome !== "hung up") return error;
  return Object.assign(
    connResetException("Client network socket disconnected before secure TLS connection was established"),
    { errno: 0 },
  );
}

// Without the thread and the source position of OpenSSL's printed errors.
function protocolError(error: Error): Error {
  const message = error.message.replace(/^[0-9A-F]+:(error:[0-9A-F]+:[^:]*):[^:]*:([^:]*):[^]*$/, "$1::$2");
  return Object.assign(new Error(message), { code: "EPROTO", errno: 0 });
}

/** Members of a socket that node:tls has under another name or with another behaviour. */
const OWN: Record<string, (link: TlsStreamSession, ...args: unknown[]) => unknown> = {
  getServername: (link) => link.serverName ?? undefined,
  getAuthorizationError: (link) => link.authorizationError,
  getTLSVersion: (link) =>
    link.handle.session === 0 ? undefined : native.sessionString(link.handle.session, TlsString.VERSION),
  getTLSFinishedMessage: (link) => viewOf(link).getFinished(),
  getTLSPeerFinishedMessage: (link) => viewOf(link).getPeerFinished(),
  getPeerCertificate: (link, abbreviated = true) => present(viewOf(link).getPeerCertificate(!abbreviated)),
  getCertificate: (link) => present(viewOf(link).getCertificate()),
  disableRenegotiation: (link) => void (link.refusesRenegotiation = true),
  setVerifyMode(link, requests, rejects) {
    if (link.handle.session !== 0)
      native.sessionSetVerification(link.handle.session, Boolean(requests), Boolean(rejects));
  },
  renegotiate(link) {
    const failure = link.handle.session === 0 ? null : native.sessionRenegotiate(link.handle.session);
    if (failure !== null) throw thrownError(failure);
    link.handle.flush();
  },
  setServername(link, name) {
    if (typeof name !== "string") throw bunErrors.invalid('Expected "serverName" to be a string');
    if (link.isServer) throw new Error("Cannot issue SNI from a TLS server-side socket");
    link.setServerName(name);
  },
  setSession(link, session) {
    if (typeof session !== "string" && !ArrayBuffer.isView(session))
      throw new Error("Expected session to be a string, Buffer or TypedArray");
    native.sessionResume(
      link.handle.session,
      typeof session === "string" ? Buffer.from(session, "latin1") : (session as Uint8Array),
    );
  },
};

function present(certificate: { raw?: unknown } | null): object | undefined {
  return certificate === null || certificate.raw === undefined ? undefined : certificate;
}

// An object with the members of a socket that the methods of node:tls use.
function viewOf(link: TlsStreamSession): any {
  load("internal:node/tls/socket_session");
  const view = Object.create(load("internal:node/tls/socket").TLSSocket.prototype);
  Object.defineProperties(view, {
    ssl: { value: link.handle.session === 0 ? null : link.handle },
    _tlsOptions: { value: { isServer: link.isServer } },
    _secureEstablished: { value: link.handle.isSecure },
  });
  return view;
}

/** Calls a member that reads or changes the session; returns undefined for a socket without TLS. */
export function callMember(link: TlsStreamSession | null, name: string, args: unknown[]): unknown {
  if (link === null) return name === "getAuthorizationError" ? null : undefined;
  const own = OWN[name];
  return own === undefined ? viewOf(link)[name](...args) : own(link, ...args);
}
