// A TLS session for the sockets of Bun and Deno: made from settings, put over a stream handle, verified when its handshake is done.
// node:tls has `TLSSocket` instead. What the outcome means for a program, and in which words, is its home's.
import { isIP } from "internal:core/ip_address";
import { thrownError } from "internal:node/tls/failure";
import { TlsHandle, type TlsEvents } from "internal:node/tls/handle";
import { verifyError } from "internal:web/fetch/verify_error";
import { linkedChain } from "internal:node/tls/certificates";
import * as native from "native:tls";

const FLAG_SERVER = 1;
const FLAG_REQUESTS = 2;
const FLAG_REQUIRES = 4;
const SERVER_NAME = 5;
const PROTOCOL = 6;

/** How a handshake ended: the connection goes on, the peer is not trusted, the session failed, or the peer hung up. */
export type Outcome = "secure" | "refused" | "failed" | "hung up";

/** What a session is made of. */
export interface LinkSettings {
  /** Of `createSecureContext`. */
  context: any;
  isServer: boolean;
  /** Whether a server asks its client for a certificate. */
  requests: boolean;
  /** Whether a peer that is not trusted ends the connection. */
  rejects: boolean;
  /** Whom a client believes to talk to, for SNI and verification; empty when it does not know. */
  hostname: string;
  /** Names for ALPN with the length before each. */
  protocols: Uint8Array | undefined;
  /** Gives an error when the certificate is not for the name. Undefined checks no name. */
  checkIdentity: ((hostname: string, certificate: any) => Error | undefined) | undefined;
}

/** Who hears of it. */
export interface LinkListener {
  /** Once. `error` tells why the peer is not trusted (also when that is no reason to end), or what the session failed of; else null. */
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

/** One session. `handle` stands for the stream handle that it was attached to. */
export class TlsLink {
  readonly handle: TlsHandle;
  readonly isServer: boolean;
  /** Whether the peer showed a certificate that is trusted. */
  authorized = false;
  authorizationError: any = null;
  /** The protocol that ALPN agreed on. */
  protocol: string | null = null;
  /** Whether the handshake is over, well or badly. */
  isOver = false;
  refusesRenegotiation = false;
  #settings: LinkSettings;
  #listener: LinkListener;
  #hostname: string;
  #serverName: string | null = null;

  constructor(settings: LinkSettings, listener: LinkListener) {
    this.#settings = settings;
    this.#listener = listener;
    this.isServer = settings.isServer;
    this.#hostname = settings.hostname;
    const requests = settings.requests || !settings.isServer;
    let flags = settings.isServer ? FLAG_SERVER : 0;
    if (requests) flags |= FLAG_REQUESTS;
    if (requests && settings.rejects) flags |= FLAG_REQUIRES;
    this.handle = new TlsHandle(native.sessionNew(settings.context.context.id, flags), events);
    if (settings.protocols !== undefined) native.sessionSetProtocols(this.handle.session, settings.protocols);
    if (!settings.isServer && this.#hostname !== "" && isIP(this.#hostname) === 0) this.setServerName(this.#hostname);
  }

  /** Takes over `inner`, whose bytes are the session's from now on. */
  attach(inner: any): void {
    this.handle.attach(inner);
    this.handle.owner = this;
  }

  /** Begins the handshake. */
  start(): void {
    this.handle.start();
  }

  /** Sets the name for SNI and verification, before the handshake. Throws when it is none. */
  setServerName(name: string): void {
    const failure = native.sessionSetServerName(this.handle.session, name);
    if (failure !== null) throw thrownError(failure);
    this.#serverName = name;
    this.#hostname = name;
  }

  /** The name of SNI: the own one of a client, the one that a server was asked for; null without. */
  get serverName(): string | null {
    if (!this.isServer || this.handle.session === 0) return this.#serverName;
    return native.sessionText(this.handle.session, SERVER_NAME);
  }

  onSecure(): void {
    if (this.isOver) return;
    this.isOver = true;
    const { session } = this.handle;
    this.protocol = native.sessionText(session, PROTOCOL);
    this.#serverName = this.serverName;
    const error = this.isServer ? clientError(session) : this.#serverError(session);
    this.authorizationError = error;
    this.authorized = error === null;
    const isRefused = error !== null && this.#settings.rejects && (this.#settings.requests || !this.isServer);
    this.#listener.handshake(isRefused ? "refused" : "secure", error);
  }

  #serverError(session: number): any {
    const error = verifyError(session, false);
    // A resumed session was verified when it was made.
    if (error !== null || native.sessionIsResumed(session)) return error;
    const [certificate] = native.sessionPeerChain(session, false);
    if (certificate === undefined || this.#hostname === "") return null;
    return this.#settings.checkIdentity?.(this.#hostname, linkedChain([certificate])) ?? null;
  }

  onFailure(error: any): void {
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

  /** The other end hung up. True when the handshake was not over: the listener is told. */
  ended(): boolean {
    if (this.isOver) return false;
    this.isOver = true;
    this.#listener.handshake("hung up", null);
    return true;
  }
}

// A client without a certificate is nobody, also where none was asked for.
function clientError(session: number): any {
  if (native.sessionPeerChain(session, false).length > 0) return verifyError(session, false);
  return Object.assign(new Error("unable to get issuer certificate"), { code: "UNABLE_TO_GET_ISSUER_CERT" });
}

/** Names for ALPN in the form of the wire. Throws a TypeError for what is longer than 255 bytes. */
export function protocolList(names: string[]): Uint8Array {
  const bytes: number[] = [];
  for (const name of names) {
    const text = `${name}`;
    if (text.length === 0 || text.length > 255) throw new TypeError(`"${text}" is no name of a protocol`);
    bytes.push(text.length);
    for (let index = 0; index < text.length; index++) bytes.push(text.charCodeAt(index) & 0xff);
  }
  return new Uint8Array(bytes);
}
