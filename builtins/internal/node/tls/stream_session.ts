// A TLS session for the sockets of Bun and Deno: made from settings, attached to a stream handle, verified when its handshake is
// complete. node:tls has `TLSSocket` instead. The error messages are those of Bun and Deno.
import { isIP } from "internal:core/ip_address";
import { thrownError } from "internal:node/tls/failure";
import { TlsHandle, type TlsEvents } from "internal:node/tls/handle";
import { verifyError } from "internal:web/fetch/verify_error";
import { linkedChain } from "internal:node/tls/certificates";
import type { SocketHandle } from "internal:node/net/types";
import type { CodedError, SecureContext } from "internal:node/tls/types";
import * as native from "native:tls";
import { TlsSessionFlags, TlsString } from "native:tls";

/** How a handshake ended: the connection is secure, the peer is not trusted, the session failed, or the peer closed the connection. */
export type Outcome = "secure" | "refused" | "failed" | "hung up";

/** The settings of a session. */
export interface SessionSettings {
  /** Of `createSecureContext`. */
  context: SecureContext;
  isServer: boolean;
  /** Whether a server requests a certificate of its client. */
  requests: boolean;
  /** Whether a peer that is not trusted ends the connection. */
  rejects: boolean;
  /** The server's name that a client expects, for SNI and verification; empty when unknown. */
  hostname: string;
  /** Names for ALPN in wire format. */
  protocols: Uint8Array | undefined;
  /** Returns an error when the certificate is not valid for the name. Undefined checks no name. */
  checkIdentity: ((hostname: string, certificate: any) => Error | undefined) | undefined;
}

/** What a session reports to its socket. */
export interface SessionListener {
  /** Called once. `error`: why the peer is not trusted (also when the connection continues), or why the session failed; else null. */
  handshake(outcome: Outcome, error: any): void;
  /** The session failed after its handshake. */
  failed(error: any): void;
}

const events: TlsEvents = {
  onHello() {},
  onSecure: (handle) => handle.owner.onSecure(),
  onRenegotiation: (handle) => handle.owner.onRenegotiation(),
  onFailure: (handle, error) => handle.owner.onFailure(error),
  onKeyLog() {},
  onSession() {},
};

/** One session. `handle` replaces the stream handle that it was attached to. */
export class TlsStreamSession {
  readonly handle: TlsHandle;
  readonly isServer: boolean;
  /** Whether the peer's certificate is trusted. */
  authorized = false;
  authorizationError: any = null;
  /** The protocol that ALPN negotiated. */
  protocol: string | null = null;
  /** Whether the handshake has ended, successfully or not. */
  isOver = false;
  refusesRenegotiation = false;
  #settings: SessionSettings;
  #listener: SessionListener;
  #hostname: string;
  #serverName: string | null = null;

  constructor(settings: SessionSettings, listener: SessionListener) {
    this.#settings = settings;
    this.#listener = listener;
    this.isServer = settings.isServer;
    this.#hostname = settings.hostname;
    const requests = settings.requests || !settings.isServer;
    let flags = settings.isServer ? TlsSessionFlags.SERVER : 0;
    if (requests) flags |= TlsSessionFlags.REQUEST_CERTIFICATE;
    if (requests && settings.rejects) flags |= TlsSessionFlags.REQUIRE_CERTIFICATE;
    this.handle = new TlsHandle(native.sessionNew(settings.context.context.id, flags), events);
    if (settings.protocols !== undefined) native.sessionSetProtocols(this.handle.session, settings.protocols);
    if (!settings.isServer && this.#hostname !== "" && isIP(this.#hostname) === 0) this.setServerName(this.#hostname);
  }

  /** Takes ownership of `inner` and receives its bytes. */
  attach(inner: SocketHandle): void {
    this.handle.attach(inner);
    this.handle.owner = this;
  }

  /** Begins the handshake. */
  start(): void {
    this.handle.start();
  }

  /** Sets the name for SNI and verification, before the handshake. Throws when it is invalid. */
  setServerName(name: string): void {
    const failure = native.sessionSetServerName(this.handle.session, name);
    if (failure !== null) throw thrownError(failure);
    this.#serverName = name;
    this.#hostname = name;
  }

  /** The name of SNI: the one that a client sends or a server has received; null without. */
  get serverName(): string | null {
    if (!this.isServer || this.handle.session === 0) return this.#serverName;
    return native.sessionString(this.handle.session, TlsString.SERVER_NAME);
  }

  onSecure(): void {
    if (this.isOver) return;
    this.isOver = true;
    const { session } = this.handle;
    this.protocol = native.sessionString(session, TlsString.PROTOCOL);
    this.#serverName = this.serverName;
    const error = this.isServer ? clientError(session) : this.#serverError(session);
    this.authorizationError = error;
    this.authorized = error === null;
    const isRefused = error !== null && this.#settings.rejects && (this.#settings.requests || !this.isServer);
    this.#listener.handshake(isRefused ? "refused" : "secure", error);
  }

  #serverError(session: number): CodedError | null {
    const error: CodedError | null = verifyError(session, false);
    // A resumed session was verified when it was made.
    if (error !== null || native.sessionIsResumed(session)) return error;
    const [certificate] = native.sessionPeerChain(session, false);
    if (certificate === undefined || this.#hostname === "") return null;
    return this.#settings.checkIdentity?.(this.#hostname, linkedChain([certificate])) ?? null;
  }

  onFailure(error: Error): void {
    if (this.isOver) {
      this.#listener.failed(error);
      return;
    }
    this.isOver = true;
    this.authorizationError = error;
    this.#listener.handshake("failed", error);
  }

  onRenegotiation(): void {
    if (!this.refusesRenegotiation) return;
    this.#listener.failed(
      Object.assign(new Error("TLS session renegotiation disabled for this socket"), {
        code: "ERR_TLS_RENEGOTIATION_DISABLED",
      }),
    );
  }

  /** The peer closed the connection. True when the handshake had not ended: the listener is called. */
  ended(): boolean {
    if (this.isOver) return false;
    this.isOver = true;
    this.#listener.handshake("hung up", null);
    return true;
  }
}

// A client without a certificate is not authorized, even if none was requested.
function clientError(session: number): CodedError | null {
  if (native.sessionPeerChain(session, false).length > 0) return verifyError(session, false);
  return Object.assign(new Error("unable to get issuer certificate"), { code: "UNABLE_TO_GET_ISSUER_CERT" });
}

/** Names for ALPN in wire format. Throws a TypeError for names longer than 255 bytes. */
export function protocolList(names: string[]): Uint8Array {
  const bytes: number[] = [];
  for (const name of names) {
    const protocol = `${name}`;
    if (protocol.length === 0 || protocol.length > 255) throw new TypeError(`invalid protocol name "${protocol}"`);
    bytes.push(protocol.length);
    for (let index = 0; index < protocol.length; index++) bytes.push(protocol.charCodeAt(index) & 0xff);
  }
  return new Uint8Array(bytes);
}
