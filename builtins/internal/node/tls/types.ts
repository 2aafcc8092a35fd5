// The types of node:tls: options, TLSSocket and Server, for other builtins. Types only: nothing here is evaluated.
import type { EventName } from "internal:core/events/emitter";
import type { FastBuffer } from "internal:core/buffer/class";
import type { Timeout } from "internal:core/timers";
import type {
  ConnectOptions,
  DuplexStream,
  ErrorCallback,
  OnReadOptions,
  Server as NetServer,
  ServerOptions as NetServerOptions,
  Socket,
} from "internal:node/net/types";
import type { TlsHandle } from "internal:node/tls/handle";
import type { SecureContext as NativeContext } from "internal:node/tls/native_context";
import type { kConnectOptions, kErrorEmitted, kIsVerified, kPendingSession } from "internal:node/tls/socket";

/** PEM, DER or other data: a string or bytes. */
export type Data = string | ArrayBufferView;

/** An error with a code. */
export type CodedError = Error & { code?: string };

/** What `createSecureContext` returns. */
export interface SecureContext {
  context: NativeContext;
}

/** Options of `createSecureContext`, as the program passes them: each is checked where it is used. */
export interface SecureContextOptions {
  allowPartialTrustChain?: unknown;
  ca?: unknown;
  cert?: unknown;
  certificateCompression?: unknown;
  ciphers?: unknown;
  clientCertEngine?: unknown;
  crl?: unknown;
  dhparam?: unknown;
  ecdhCurve?: unknown;
  honorCipherOrder?: unknown;
  key?: unknown;
  maxVersion?: string | null;
  minVersion?: string | null;
  passphrase?: unknown;
  pfx?: unknown;
  privateKeyEngine?: unknown;
  privateKeyIdentifier?: unknown;
  secureOptions?: number;
  secureProtocol?: string;
  sessionIdContext?: unknown;
  sessionTimeout?: unknown;
  sigalgs?: unknown;
  ticketKeys?: unknown;
}

/** What a pre-shared key callback of a client returns. */
export interface PskResult {
  psk?: unknown;
  identity?: unknown;
}

/** Called with the server's hint on a client, with the socket and the client's identity on a server. */
export type PskCallback = (socketOrHint: TLSSocket | string | null, identity?: string | null) => unknown;

/** Called with the name of SNI; `callback` takes a context. */
export type SNICallback = (
  this: TLSSocket,
  servername: string,
  callback: (error?: unknown, context?: SecureContext | NativeContext) => void,
) => void;

/** Chooses one of the client's protocols; undefined refuses the connection. */
export type ALPNCallback = (this: TLSSocket, offer: { servername: string; protocols: string[] }) => string | undefined;

/** Options of TLSSocket. */
export interface TLSSocketOptions extends SecureContextOptions {
  ALPNCallback?: ALPNCallback;
  ALPNProtocols?: unknown;
  SNICallback?: SNICallback;
  allowHalfOpen?: boolean;
  credentials?: SecureContext;
  enableTrace?: boolean;
  handshakeTimeout?: number;
  highWaterMark?: number;
  isServer?: boolean;
  keepAlive?: boolean;
  keepAliveInitialDelay?: number;
  noDelay?: boolean;
  onread?: OnReadOptions;
  pauseOnConnect?: boolean;
  /** Whether it connects to a path. */
  pipe?: boolean;
  pskCallback?: PskCallback;
  pskIdentityHint?: string;
  rejectUnauthorized?: boolean;
  requestCert?: boolean;
  requestOCSP?: boolean;
  secureContext?: SecureContext;
  server?: Server | null;
  servername?: string;
  session?: string | Uint8Array;
  signal?: any;
  /** False: a server starts its handshake later, by `_start()`. */
  startsAtOnce?: boolean;
}

/** Options of `tls.connect`. */
export interface ConnectionOptions extends TLSSocketOptions, ConnectOptions {
  checkServerIdentity: (hostname: string, certificate: PeerCertificate) => CodedError | undefined;
  minDHSize: number;
  singleUse?: boolean;
  socket?: Socket;
}

/** A certificate as `getPeerCertificate` returns it; empty without one. */
export interface PeerCertificate {
  subject?: Record<string, string | string[]>;
  issuer?: Record<string, string | string[]>;
  subjectaltname?: string;
  raw?: FastBuffer;
  issuerCertificate?: PeerCertificate;
  [member: string]: unknown;
}

/** Of `getCipher`. */
export interface CipherInfo {
  name: string;
  standardName: string | null;
  version: string | null;
}

/** Of `getEphemeralKeyInfo`; empty without a key exchange of this connection. */
export interface EphemeralKeyInfo {
  type?: string;
  name?: string;
  size?: number;
}

/** A tls.TLSSocket, with Node's underscored members, which programs use. */
export interface TLSSocket extends Omit<Socket, "server"> {
  alpnProtocol: string | false | null;
  authorizationError: unknown;
  authorized: boolean;
  encrypted: boolean;
  secureConnecting: boolean;
  server: Server | null;
  servername: string | false | null;
  /** The session's handle; null once destroyed. */
  ssl: TlsHandle | null;
  _SNICallback: SNICallback | null;
  _controlReleased: boolean;
  _handshakeTimer: Timeout | undefined;
  _newSessionPending: boolean;
  _rejectUnauthorized: boolean;
  _requestCert: boolean;
  _secureEstablished: boolean;
  _securePending: boolean;
  _tlsOptions: TLSSocketOptions;
  [kConnectOptions]: ConnectionOptions;
  [kErrorEmitted]: boolean;
  [kIsVerified]?: boolean;
  [kPendingSession]: FastBuffer | null;
  getEphemeralKeyInfo(): EphemeralKeyInfo | null;
  getPeerCertificate(detailed?: boolean): PeerCertificate | null;
  isSessionReused(): boolean | undefined;
  renegotiate(options: TLSSocketOptions, callback?: ErrorCallback): boolean | undefined;
  setServername(name: string): void;
  setSession(session: unknown): void;
  _emitTLSError(error: Error): void;
  _finishInit(): void;
  _handleTimeout(): void;
  _releaseControl(): boolean;
  _start(): void;
  _tlsError(error: unknown): Error | null;
}

/** A stream that TLS can run over. */
export type LowerStream = DuplexStream & { ref?(): unknown; unref?(): unknown };

/** Options of tls.Server. */
export interface ServerOptions extends TLSSocketOptions, Omit<NetServerOptions, keyof TLSSocketOptions> {}

/** A tls.Server, with Node's underscored members, which programs use. */
export interface Server extends NetServer, Omit<SecureContextOptions, "secureOptions"> {
  ALPNCallback?: ALPNCallback;
  ALPNProtocols?: Uint8Array;
  rejectUnauthorized: boolean;
  requestCert: boolean;
  secureOptions?: number;
  _SNICallback: SNICallback;
  /** Patterns of server names, and the context for each. */
  _contexts: [pattern: RegExp, context: NativeContext][];
  _handshakeTimeout: number;
  _hasOwnSNICallback: boolean;
  _pskCallback?: PskCallback;
  _pskIdentityHint?: string;
  _sharedCreds: SecureContext;
  _tlsHighWaterMark?: number;
  getTicketKeys(): FastBuffer;
  setTicketKeys(keys: ArrayBufferView): void;
  setSecureContext(options: ServerOptions): void;
  [event: symbol]: ((error: unknown, event: EventName, socket: Socket) => void) | undefined;
}
