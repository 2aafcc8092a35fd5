// Deno.connectTls, Deno.listenTls, Deno.startTls: connections of `internal:deno/net` with a TLS session. The session is
// `internal:node/tls/stream_session`, its errors `internal:deno/tls_errors`. https://docs.deno.com/api/deno/network
import type { SecureContext, SecureContextOptions } from "internal:node/tls/types";
import { TlsStreamSession, type SessionSettings, type Outcome, protocolList } from "internal:node/tls/stream_session";
import { createSecureContext } from "internal:node/tls/secure_context";
import { type StreamHandle } from "internal:node/net/handle";
import { checkServerIdentity } from "internal:node/tls/identity";
import { allowsUnauthorized } from "internal:web/fetch/reject_unauthorized";
import { errors } from "internal:deno/errors";
import { Conn, type ListenOptions, Listener, TcpConn, openConnected, openListening } from "internal:deno/net";
import { peerFailure, sessionFailure } from "internal:deno/tls_errors";

const PEM_CERTIFICATE = "-----BEGIN CERTIFICATE-----";
const PEM_KEY = /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/;

interface Handshake {
  resolve(info: object): void;
  reject(error: unknown): void;
}

/** `Deno.TlsConn`. The handshake starts immediately; reads and writes wait for it. */
export class TlsConn extends Conn {
  #link: TlsStreamSession;
  #failure: unknown;
  #waiting: Handshake[] = [];

  constructor(handle: StreamHandle, settings: SessionSettings, unread: Uint8Array[] = []) {
    let self: TlsConn | undefined;
    const link = new TlsStreamSession(settings, {
      handshake: (outcome, error) => self!.#onHandshake(outcome, error),
      failed: (error) => self!.#fail(sessionFailure(error, settings.isServer)),
    });
    link.attach(handle);
    super(link.handle);
    link.handle.owner = link;
    self = this;
    this.#link = link;
    const onEnd = link.handle.onEnd;
    link.handle.onEnd = (inner, errno) => {
      if (!link.ended()) onEnd(inner, errno);
    };
    for (const bytes of unread) link.handle.receive(bytes);
    link.start();
  }

  #onHandshake(outcome: Outcome, error: unknown): void {
    const { isServer } = this.#link;
    if (outcome === "refused") this.#fail(peerFailure(error));
    else if (outcome === "failed") this.#fail(sessionFailure(error, isServer));
    else if (outcome === "hung up")
      this.#fail(new errors.UnexpectedEof(isServer ? "unexpected end of file" : "tls handshake eof"));
    else for (const waiting of this.#waiting.splice(0)) waiting.resolve(this.#info());
  }

  #fail(error: unknown): void {
    if (this.#failure !== undefined) return;
    this.#failure = error;
    Conn.fail(this, error);
    this.#link.handle.close();
    for (const waiting of this.#waiting.splice(0)) waiting.reject(error);
  }

  #info(): object {
    return Object.assign(Object.create(null), { alpnProtocol: this.#link.protocol });
  }

  /** Resolves when the handshake is done, with the negotiated protocol. Rejects with InvalidData when the peer is not trusted. */
  async handshake(): Promise<object> {
    if (this.#failure !== undefined) throw this.#failure;
    Conn.handleOf(this);
    if (this.#link.isOver) return this.#info();
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  override close(): void {
    super.close();
    for (const waiting of this.#waiting.splice(0)) waiting.reject(new errors.Interrupted("operation canceled"));
  }
}

/** `Deno.TlsListener`. */
export class TlsListener extends Listener {}

/** The options as programs pass them; each function uses some of them. */
interface TlsOptions extends ListenOptions {
  key?: string;
  cert?: string;
  caCerts?: Iterable<string>;
  alpnProtocols?: string[];
  unsafelyDisableHostnameVerification?: boolean;
}

function identityOf(options: TlsOptions, caller: string, isNeeded: boolean): SecureContextOptions {
  const { key, cert } = options;
  if (key === undefined && cert === undefined) {
    if (isNeeded) throw new TypeError(`A key and certificate are required for \`${caller}\``);
    return {};
  }
  if (cert === undefined)
    throw new TypeError(`If \`key\` is specified, \`cert\` must be specified as well for \`${caller}\``);
  if (key === undefined)
    throw new TypeError(`If \`cert\` is specified, \`key\` must be specified as well for \`${caller}\``);
  if (!`${cert}`.includes(PEM_CERTIFICATE)) throw new errors.InvalidData("No certificates found in certificate data");
  if (!PEM_KEY.test(`${key}`)) throw new errors.InvalidData("No keys found in key data");
  return { key, cert };
}

function contextOf(identity: SecureContextOptions, authorities: Iterable<string> | undefined): SecureContext {
  try {
    const made = createSecureContext(identity);
    // In addition to the default ones.
    for (const pem of authorities ?? []) if (`${pem}`.includes(PEM_CERTIFICATE)) made.context.addCACert(pem);
    return made;
  } catch (error: any) {
    throw new errors.InvalidData(error.message, { cause: error });
  }
}

function clientSettings(options: TlsOptions, hostname: string, caller: string): SessionSettings {
  return {
    context: contextOf(identityOf(options, caller, false), options.caCerts),
    isServer: false,
    requests: true,
    rejects: !allowsUnauthorized(hostname),
    hostname,
    protocols: options.alpnProtocols === undefined ? undefined : protocolList(options.alpnProtocols),
    checkIdentity:
      options.unsafelyDisableHostnameVerification || allowsUnauthorized(hostname) ? undefined : checkServerIdentity,
  };
}

/** `Deno.connectTls`. Resolves before the handshake is done. Rejects with Deno's errors, such as ConnectionRefused; InvalidData for invalid keys. */
export async function connectTls(options: TlsOptions): Promise<TlsConn> {
  const hostname = options.hostname ?? "127.0.0.1";
  const settings = clientSettings(options, hostname, "Deno.connectTls");
  return new TlsConn(await openConnected({ ...options, transport: "tcp" }), settings);
}

/** `Deno.startTls`: TLS on an existing connection, which the program cannot use any more. */
export async function startTls(connection: unknown, options: TlsOptions = {}): Promise<TlsConn> {
  if (!(connection instanceof TcpConn)) throw new TypeError("Invalid connection: Deno.startTls needs a Deno.TcpConn");
  const settings = clientSettings(options, options.hostname ?? "127.0.0.1", "Deno.startTls");
  const { handle, unread } = Conn.detach(connection);
  return new TlsConn(handle, settings, unread);
}

/** `Deno.listenTls`. Throws a TypeError without key and certificate, InvalidData for invalid ones, AddrInUse or another of Deno's errors. */
export function listenTls(options: TlsOptions): TlsListener {
  const settings: SessionSettings = {
    context: contextOf(identityOf(options, "Deno.listenTls", true), undefined),
    isServer: true,
    requests: false,
    rejects: false,
    hostname: "",
    protocols: options.alpnProtocols === undefined ? undefined : protocolList(options.alpnProtocols),
    checkIdentity: undefined,
  };
  return new TlsListener(openListening({ ...options, transport: "tcp" }), (handle) => new TlsConn(handle, settings));
}
