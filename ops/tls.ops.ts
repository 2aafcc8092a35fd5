// native:tls. Contexts and sessions of TLS over buffers in memory. Implemented by host/tls on base/tls.
//
// Contexts and sessions are numbers until they are dropped. What fails answers a `Failure` (or null), of which the caller makes
// the error, since OpenSSL's errors carry more than a code. A session moves bytes only when it is told to.
import type { Any, Bytes, BytesMut, f64, i32, u16, u32, u8 } from "./types.ts";

/** Why something failed. */
export interface Failure {
  code: string;
  message: string;
  library: string;
  reason: string;
  func: string;
  /** Further entries of OpenSSL's queue, one line each. */
  stack: string[];
}

/** Starts a context for versions from `minVersion` to `maxVersion` (0: OpenSSL's limit). Throws ERR_TLS_INVALID_PROTOCOL_VERSION. */
export declare function contextNew(minVersion: u16, maxVersion: u16): u32;

/** Lets other native parts of this thread find the context by its number (`setTls` of `native:http_server`), until it is dropped. */
export declare function contextShare(context: u32): void;

/** Ends a context. Sessions that use it go on. */
export declare function contextDrop(context: u32): void;

/** Adds a certificate chain in PEM, the own certificate first. */
export declare function contextAddCertificate(context: u32, pem: Bytes): Failure | null;

/** Adds a private key in PEM. */
export declare function contextAddKey(context: u32, pem: Bytes, passphrase: Bytes | null): Failure | null;

/** Adds key and certificates of a PKCS #12 file. */
export declare function contextAddPfx(context: u32, der: Bytes, passphrase: string): Failure | null;

/** Trusts each certificate of a PEM text. */
export declare function contextAddRoots(context: u32, pem: Bytes): Failure | null;

/** Trusts this thread's default roots. */
export declare function contextUseDefaultRoots(context: u32): Failure | null;

/** Adds a list of revoked certificates in PEM. */
export declare function contextAddCrl(context: u32, pem: Bytes): Failure | null;

/** Accepts chains that end in any trusted certificate. */
export declare function contextAllowPartialChain(context: u32): Failure | null;

/** Sets by `setting` (1 cipher list, 2 suites of TLS 1.3, 3 signature algorithms, 4 groups) a text of OpenSSL. */
export declare function contextSetText(context: u32, setting: u8, text: string): Failure | null;

/** Sets by `setting` (1 options of OpenSSL, 2 seconds that sessions last) a number. */
export declare function contextSetNumber(context: u32, setting: u8, value: f64): void;

/** Sets parameters of finite-field Diffie-Hellman in PEM; null lets OpenSSL choose. */
export declare function contextSetDh(context: u32, pem: Bytes | null): Failure | null;

/** Sets the context of session ids (at most 32 bytes). */
export declare function contextSetSessionIdContext(context: u32, bytes: Bytes): Failure | null;

/** Sets the 48 bytes that tickets are sealed with. */
export declare function contextSetTicketKeys(context: u32, keys: Bytes): Failure | null;

/** Lets sessions use pre-shared keys. */
export declare function contextAllowPsk(context: u32): void;

/** The own certificate (0) or its issuer (1) in DER. */
export declare function contextCertificate(context: u32, which: u8): Bytes | null;

/** Names of all ciphers, in lower case. */
export declare function cipherNames(): string[];

/**
 * Certificates in PEM: the list that the system ships (`bundled`), the system's with SSL_CERT_FILE and SSL_CERT_DIR (`system`),
 * those of NODE_EXTRA_CA_CERTS (`extra`), or the default roots of this thread (`default`).
 */
export declare function rootCertificates(kind: string): string[];

/** Where default roots come from: bits 1 OpenSSL's places, 2 the system's too, 4 without the bundled list. */
export declare function setRootPolicy(flags: u8): void;

/** Why the file of NODE_EXTRA_CA_CERTS cannot be used; null when it can or none is named. */
export declare function extraRootsProblem(): string | null;

/** Replaces the default roots of this thread by those of `pem`. Answers how many there are. */
export declare function setDefaultRoots(pem: Bytes): u32;

/**
 * Starts a session. `flags`: 1 server, 2 ask for a certificate, 4 require one, 8 pause at the ClientHello, 16 collect the key log,
 * 32 collect sessions, 64 ask for an OCSP response.
 */
export declare function sessionNew(context: u32, flags: u8): u32;

/** Ends a session. */
export declare function sessionDrop(session: u32): void;

/** Sets the name for SNI, before the handshake. */
export declare function sessionSetServerName(session: u32, name: string): Failure | null;

/** Sets what a client offers, or a server prefers, by ALPN: names with their length before each. */
export declare function sessionSetProtocols(session: u32, protocols: Bytes): Failure | null;

/** Sets `flags` 2 and 4 of `sessionNew`, before the handshake. */
export declare function sessionSetVerification(session: u32, requests: boolean, requires: boolean): void;

/** Collects the key log, sessions. */
export declare function sessionCollect(session: u32, keyLog: boolean, sessions: boolean): void;

/** Offers a session for resumption, before the handshake. False when it is damaged or too late. */
export declare function sessionResume(session: u32, der: Bytes): boolean;

/** Sets the function that gives pre-shared keys; called inside `sessionHandshake` with hint or identity, it gives `[identity, key]` or undefined. */
export declare function sessionSetPsk(session: u32, source: Any): void;

/** Sets the hint of a server with pre-shared keys. False when it is too long. */
export declare function sessionSetPskHint(session: u32, hint: string): boolean;

/** Takes bytes of the peer. */
export declare function sessionFeed(session: u32, bytes: Bytes): void;

/** Goes on with the handshake: 0 needs input, 1 done, 2 paused (see `sessionHello`), -1 failed (see `sessionFailure`). */
export declare function sessionHandshake(session: u32): i32;

/** What the last call that answered -1 or -2 failed of. */
export declare function sessionFailure(session: u32): Failure | null;

/** What a client asks for. */
export interface Hello {
  serverName: string | null;
  sessionId: Bytes;
  hasTicket: boolean;
  offersTls13: boolean;
  /** With the length before each name. */
  protocols: Bytes;
  wantsOcsp: boolean;
}

/** The ClientHello that the handshake paused at. */
export declare function sessionHello(session: u32): Hello | null;

/**
 * Goes on after the pause. `context` 0 keeps the first one. `alpn`: 0 as it was, 1 prefer `protocols`, 2 refuse, 3 ignore. `resumed` is a
 * session with the id that was asked for.
 */
export declare function sessionAnswer(
  session: u32,
  context: u32,
  alpn: u8,
  protocols: Bytes,
  resumed: Bytes | null,
  ocsp: Bytes | null,
): Failure | null;

/** Reads plain text: the count of bytes, 0 needs input, -1 the peer is done, -2 failed. */
export declare function sessionRead(session: u32, target: BytesMut): i32;

/** Writes plain text: how many bytes were taken (all, or 0 while a handshake runs), -2 failed. */
export declare function sessionWrite(session: u32, bytes: Bytes): f64;

/** Bytes for the peer, which are then forgotten; null without any. */
export declare function sessionOutput(session: u32): Bytes | null;

/** Says to the peer that nothing more is written. */
export declare function sessionShutdown(session: u32): void;

/** Whether no handshake is running or due. */
export declare function sessionIsEstablished(session: u32): boolean;

/** Starts a new handshake (TLS 1.2 and older). */
export declare function sessionRenegotiate(session: u32): Failure | null;

/** Limits the plain text of a record. False when refused. */
export declare function sessionSetMaxSendFragment(session: u32, bytes: u32): boolean;

/** A session that was made. */
export interface MadeSession {
  id: Bytes;
  der: Bytes;
}

/** Sessions made since the last call. */
export declare function sessionTakeSessions(session: u32): MadeSession[];

/** Lines of the key log since the last call. */
export declare function sessionTakeKeyLog(session: u32): string[];

/** Texts by number: 1 protocol, 2 cipher's name, 3 its standard name, 4 its version, 5 SNI, 6 protocol of ALPN (Latin-1), 7 code and 8 text of why the peer is not trusted. Null when there is none. */
export declare function sessionText(session: u32, which: u8): string | null;

/** Bytes by number: 1 session for resumption, 2 its ticket, 3 own `Finished`, 4 the peer's `Finished`, 5 OCSP response, 6 own certificate in DER. */
export declare function sessionBytes(session: u32, which: u8): Bytes | null;

/** Whether an earlier session was resumed. */
export declare function sessionIsResumed(session: u32): boolean;

/** Lifetime of the ticket in seconds; -1 without one. */
export declare function sessionTicketLifetime(session: u32): f64;

/** The key that the key exchange made. */
export interface KeyExchange {
  /** `DH` or `ECDH`. */
  type: string;
  name: string;
  size: u32;
}

/** The server's key of this session's key exchange. */
export declare function sessionKeyExchange(session: u32): KeyExchange | null;

/** Derives bytes that both ends know (RFC 5705). Null when that fails. */
export declare function sessionExport(session: u32, length: u32, label: string, context: Bytes | null): Bytes | null;

/** Signature algorithms that both ends support. */
export declare function sessionSignatureAlgorithms(session: u32): string[];

/** What a certificate says. */
export interface Certificate {
  /** Short names and values in turn. */
  subject: string[];
  issuer: string[];
  /** Null without the extension. */
  subjectAltName: string | null;
  /** Kinds and values in turn. */
  infoAccess: string[];
  isAuthority: boolean;
  /** Of an RSA key, in hexadecimal digits. */
  modulus: string | null;
  exponent: string | null;
  bits: u32;
  /** An RSA key in DER, or the point of a key on a curve. */
  publicKey: Bytes | null;
  asn1Curve: string | null;
  nistCurve: string | null;
  validFrom: string;
  validTo: string;
  fingerprint: string;
  fingerprint256: string;
  fingerprint512: string;
  extendedKeyUsage: string[];
  serialNumber: string;
  raw: Bytes;
  /** Whether its issuer is itself. */
  isSelfIssued: boolean;
}

/** The peer's chain, its own certificate first; only that one with `whole` false. Empty without. */
export declare function sessionPeerChain(session: u32, whole: boolean): Certificate[];

/** What a certificate in DER or PEM says. Null when it is none. */
export declare function describeCertificate(bytes: Bytes): Certificate | null;
