// native:tls. TLS contexts and sessions over memory buffers. Implemented by host/tls over base/tls.
//
// Contexts and sessions are numbers until they are dropped. A failed operation returns a `Failure`, from which the
// caller creates the error, since OpenSSL's errors have more than a code. A session does no I/O of its own.
import type { Any, Bytes, BytesMut, f64, i32, u16, u32, u8 } from "./types.ts";

/** Why an operation failed. */
export interface Failure {
  code: string;
  message: string;
  library: string;
  reason: string;
  func: string;
  /** Further entries of OpenSSL's queue, one line each. */
  stack: string[];
}

/**
 * Starts a context for versions from `minVersion` to `maxVersion` (0: OpenSSL's limit). Throws ERR_TLS_INVALID_PROTOCOL_VERSION.
 * @permission none: works on a TLS context in memory
 */
export declare function contextNew(minVersion: u16, maxVersion: u16): u32;

/**
 * Registers the context under its number for other native parts of this thread (`setTls` of `native:http_server`),
 * until it is dropped.
 * @permission none: works on a TLS context in memory
 */
export declare function contextShare(context: u32): void;

/**
 * Drops a context. Sessions that use it are not affected.
 * @permission none: works on a TLS context in memory
 */
export declare function contextDrop(context: u32): void;

/**
 * Adds a certificate chain in PEM, our certificate first.
 * @permission none: works on a TLS context in memory
 */
export declare function contextAddCertificate(context: u32, pem: Bytes): Failure | null;

/**
 * Adds a private key in PEM.
 * @permission none: works on a TLS context in memory
 */
export declare function contextAddKey(context: u32, pem: Bytes, passphrase: Bytes | null): Failure | null;

/**
 * Adds key and certificates of a PKCS #12 file.
 * @permission none: works on a TLS context in memory
 */
export declare function contextAddPfx(context: u32, der: Bytes, passphrase: string): Failure | null;

/**
 * Trusts each certificate of a PEM.
 * @permission none: works on a TLS context in memory
 */
export declare function contextAddRoots(context: u32, pem: Bytes): Failure | null;

/**
 * Trusts this thread's default roots.
 * @permission none: uses the roots of this thread
 */
export declare function contextUseDefaultRoots(context: u32): Failure | null;

/**
 * Adds a certificate revocation list in PEM.
 * @permission none: works on a TLS context in memory
 */
export declare function contextAddCrl(context: u32, pem: Bytes): Failure | null;

/**
 * Accepts chains that end in any trusted certificate.
 * @permission none: works on a TLS context in memory
 */
export declare function contextAllowPartialChain(context: u32): Failure | null;

/**
 * Sets a string option of OpenSSL by `setting` (1 cipher list, 2 suites of TLS 1.3, 3 signature algorithms, 4
 * groups).
 * @permission none: works on a TLS context in memory
 */
export declare function contextSetText(context: u32, setting: u8, text: string): Failure | null;

/**
 * Sets a numeric option by `setting` (1 options of OpenSSL, 2 seconds that sessions may be resumed).
 * @permission none: works on a TLS context in memory
 */
export declare function contextSetNumber(context: u32, setting: u8, value: f64): void;

/**
 * Sets parameters of finite-field Diffie-Hellman in PEM; null lets OpenSSL choose.
 * @permission none: works on a TLS context in memory
 */
export declare function contextSetDh(context: u32, pem: Bytes | null): Failure | null;

/**
 * Sets the session id context (at most 32 bytes).
 * @permission none: works on a TLS context in memory
 */
export declare function contextSetSessionIdContext(context: u32, bytes: Bytes): Failure | null;

/**
 * Sets the 48 bytes that tickets are encrypted with.
 * @permission none: works on a TLS context in memory
 */
export declare function contextSetTicketKeys(context: u32, keys: Bytes): Failure | null;

/**
 * Allows sessions to use pre-shared keys.
 * @permission none: works on a TLS context in memory
 */
export declare function contextAllowPsk(context: u32): void;

/**
 * Our certificate (0) or its issuer (1) in DER.
 * @permission none: works on a TLS context in memory
 */
export declare function contextCertificate(context: u32, which: u8): Bytes | null;

/**
 * Names of all ciphers, in lower case.
 * @permission none: constants
 */
export declare function cipherNames(): string[];

/**
 * Certificates in PEM: the list that the system ships (`bundled`), the system's with SSL_CERT_FILE and SSL_CERT_DIR (`system`),
 * those of NODE_EXTRA_CA_CERTS (`extra`), or the default roots of this thread (`default`).
 * @permission none: the files are the choice of the system and its user
 */
export declare function rootCertificates(kind: string): string[];

/**
 * Sets the sources of default roots: bits 1 OpenSSL's locations, 2 the system's too, 4 without the bundled list.
 * @permission none: sets roots of this thread
 */
export declare function setRootPolicy(flags: u8): void;

/**
 * Why the file of NODE_EXTRA_CA_CERTS cannot be used; null when it can or none is set.
 * @permission none: the files are the choice of the system and its user
 */
export declare function extraRootsProblem(): string | null;

/**
 * Replaces the default roots of this thread by those of `pem`. Returns how many there are.
 * @permission none: sets roots of this thread
 */
export declare function setDefaultRoots(pem: Bytes): u32;

/**
 * Starts a session. `flags`: 1 server, 2 request a certificate, 4 require one, 8 pause at the ClientHello, 16
 * collect the key log, 32 collect sessions, 64 request an OCSP response.
 * @permission none: a session does no I/O of its own
 */
export declare function sessionNew(context: u32, flags: u8): u32;

/**
 * Drops a session.
 * @permission none: a session does no I/O of its own
 */
export declare function sessionDrop(session: u32): void;

/**
 * Sets the name for SNI, before the handshake.
 * @permission none: a session does no I/O of its own
 */
export declare function sessionSetServerName(session: u32, name: string): Failure | null;

/**
 * Sets the protocols that a client offers, or a server prefers, by ALPN: length-prefixed names.
 * @permission none: a session does no I/O of its own
 */
export declare function sessionSetProtocols(session: u32, protocols: Bytes): Failure | null;

/**
 * Sets `flags` 2 and 4 of `sessionNew`, before the handshake.
 * @permission none: a session does no I/O of its own
 */
export declare function sessionSetVerification(session: u32, requests: boolean, requires: boolean): void;

/**
 * Sets whether the key log and sessions are collected.
 * @permission none: a session does no I/O of its own
 */
export declare function sessionCollect(session: u32, keyLog: boolean, sessions: boolean): void;

/**
 * Offers a session for resumption, before the handshake. False when it is invalid or the handshake has started.
 * @permission none: a session does no I/O of its own
 */
export declare function sessionResume(session: u32, der: Bytes): boolean;

/**
 * Sets the provider of pre-shared keys; called inside `sessionHandshake` with hint or identity, it returns
 * `[identity, key]` or undefined.
 * @permission none: a session does no I/O of its own
 */
export declare function sessionSetPsk(session: u32, source: Any): void;

/**
 * Sets the hint of a server with pre-shared keys. False when it is too long.
 * @permission none: a session does no I/O of its own
 */
export declare function sessionSetPskHint(session: u32, hint: string): boolean;

/**
 * Accepts bytes of the peer.
 * @permission none: a session does no I/O of its own
 */
export declare function sessionFeed(session: u32, bytes: Bytes): void;

/**
 * Continues the handshake: 0 needs input, 1 done, 2 paused (see `sessionHello`), -1 failed (see `sessionFailure`).
 * @permission none: a session does no I/O of its own
 */
export declare function sessionHandshake(session: u32): i32;

/**
 * Why the last call that returned -1 or -2 failed.
 * @permission none: a session does no I/O of its own
 */
export declare function sessionFailure(session: u32): Failure | null;

/** The parsed fields of a ClientHello. */
export interface Hello {
  serverName: string | null;
  sessionId: Bytes;
  hasTicket: boolean;
  offersTls13: boolean;
  /** Length-prefixed names. */
  protocols: Bytes;
  wantsOcsp: boolean;
}

/**
 * The ClientHello that the handshake paused at.
 * @permission none: a session does no I/O of its own
 */
export declare function sessionHello(session: u32): Hello | null;

/**
 * Continues after the pause. `context` 0 leaves the first one. `alpn`: 0 unchanged, 1 prefer `protocols`, 2 refuse,
 * 3 ignore. `resumed` is a session with the requested id.
 * @permission none: a session does no I/O of its own
 */
export declare function sessionAnswer(
  session: u32,
  context: u32,
  alpn: u8,
  protocols: Bytes,
  resumed: Bytes | null,
  ocsp: Bytes | null,
): Failure | null;

/**
 * Reads plaintext: the count of bytes, 0 needs input, -1 the peer sent close_notify, -2 failed.
 * @permission none: a session does no I/O of its own
 */
export declare function sessionRead(session: u32, target: BytesMut): i32;

/**
 * Writes plaintext: how many bytes were accepted (all, or 0 during a handshake), -2 failed.
 * @permission none: a session does no I/O of its own
 */
export declare function sessionWrite(session: u32, bytes: Bytes): f64;

/**
 * Removes and returns the output for the peer; null without any.
 * @permission none: a session does no I/O of its own
 */
export declare function sessionOutput(session: u32): Bytes | null;

/**
 * Notifies the peer that nothing more will be written (close_notify).
 * @permission none: a session does no I/O of its own
 */
export declare function sessionShutdown(session: u32): void;

/**
 * Whether no handshake is in progress or due.
 * @permission none: a session does no I/O of its own
 */
export declare function sessionIsEstablished(session: u32): boolean;

/**
 * Starts a new handshake (TLS 1.2 and older).
 * @permission none: a session does no I/O of its own
 */
export declare function sessionRenegotiate(session: u32): Failure | null;

/**
 * Limits the plaintext of a record. False when OpenSSL rejects that.
 * @permission none: a session does no I/O of its own
 */
export declare function sessionSetMaxSendFragment(session: u32, bytes: u32): boolean;

/** A new session. */
export interface MadeSession {
  id: Bytes;
  der: Bytes;
}

/**
 * New sessions since the last call.
 * @permission none: a session does no I/O of its own
 */
export declare function sessionTakeSessions(session: u32): MadeSession[];

/**
 * Lines of the key log since the last call.
 * @permission none: a session does no I/O of its own
 */
export declare function sessionTakeKeyLog(session: u32): string[];

/**
 * String properties by number: 1 protocol, 2 cipher's name, 3 its standard name, 4 its version, 5 SNI, 6 protocol of
 * ALPN (Latin-1), 7 code and 8 message of why the peer is not trusted. Null without one.
 * @permission none: a session does no I/O of its own
 */
export declare function sessionText(session: u32, which: u8): string | null;

/**
 * Byte properties by number: 1 session for resumption, 2 its ticket, 3 our `Finished`, 4 the peer's `Finished`, 5
 * OCSP response, 6 our certificate in DER.
 * @permission none: a session does no I/O of its own
 */
export declare function sessionBytes(session: u32, which: u8): Bytes | null;

/**
 * Whether an earlier session was resumed.
 * @permission none: a session does no I/O of its own
 */
export declare function sessionIsResumed(session: u32): boolean;

/**
 * Lifetime of the ticket in seconds; -1 without one.
 * @permission none: a session does no I/O of its own
 */
export declare function sessionTicketLifetime(session: u32): f64;

/** The ephemeral key of the key exchange. */
export interface KeyExchange {
  /** `DH` or `ECDH`. */
  type: string;
  name: string;
  size: u32;
}

/**
 * The server's ephemeral key of this session.
 * @permission none: a session does no I/O of its own
 */
export declare function sessionKeyExchange(session: u32): KeyExchange | null;

/**
 * Derives bytes that both sides know (RFC 5705). Null when that fails.
 * @permission none: a session does no I/O of its own
 */
export declare function sessionExport(session: u32, length: u32, label: string, context: Bytes | null): Bytes | null;

/**
 * Signature algorithms that both sides support.
 * @permission none: a session does no I/O of its own
 */
export declare function sessionSignatureAlgorithms(session: u32): string[];

/** The properties of a certificate. */
export interface Certificate {
  /** Alternating short names and values. */
  subject: string[];
  issuer: string[];
  /** Null without the extension. */
  subjectAltName: string | null;
  /** Alternating kinds and values. */
  infoAccess: string[];
  isAuthority: boolean;
  /** For an RSA key, in hexadecimal digits. */
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
  /** Whether it is its own issuer. */
  isSelfIssued: boolean;
}

/**
 * The peer's chain, its own certificate first; only that one with `whole` false. Empty without a certificate.
 * @permission none: a session does no I/O of its own
 */
export declare function sessionPeerChain(session: u32, whole: boolean): Certificate[];

/**
 * The properties of a certificate in DER or PEM. Null for an invalid one.
 * @permission none: a pure computation
 */
export declare function describeCertificate(bytes: Bytes): Certificate | null;
