// native:tls. TLS contexts and sessions over memory buffers. Implemented by host/tls over base/tls.
//
// Contexts and sessions are numbers until they are dropped. A failed operation returns a `Failure`, from which the
// caller creates the error, since OpenSSL's errors have more than a code. A session does no I/O of its own.
import type { Any, Bytes, BytesMut, Enum, EnumOf, Flags, FlagsOf, Options, f64, i32, u16, u32, u8 } from "./types.ts";

/** String options of a context. */
export declare const TlsStringSetting: Enum<
  u8,
  {
    CIPHERS: 1;
    /** Cipher suites of TLS 1.3. */
    CIPHER_SUITES: 2;
    SIGNATURE_ALGORITHMS: 3;
    GROUPS: 4;
  }
>;
export type TlsStringSetting = EnumOf<typeof TlsStringSetting>;

/** Numeric options of a context. */
export declare const TlsNumberSetting: Enum<
  u8,
  {
    /** OpenSSL's bits (`SSL_OP_…`). */
    OPTIONS: 1;
    /** Seconds that sessions may be resumed. */
    SESSION_TIMEOUT: 2;
  }
>;
export type TlsNumberSetting = EnumOf<typeof TlsNumberSetting>;

/** Certificates of a context. */
export declare const TlsContextCertificate: Enum<u8, { OWN: 0; ISSUER: 1 }>;
export type TlsContextCertificate = EnumOf<typeof TlsContextCertificate>;

/** A list of root certificates. */
export declare const TlsRootSource: Enum<
  u8,
  {
    /** The default roots of this thread. */
    DEFAULT: 0;
    /** The list that the system ships. */
    BUNDLED: 1;
    /** The system's, with SSL_CERT_FILE and SSL_CERT_DIR. */
    SYSTEM: 2;
    /** Those of NODE_EXTRA_CA_CERTS. */
    EXTRA: 3;
  }
>;
export type TlsRootSource = EnumOf<typeof TlsRootSource>;

/** The sources of default roots. */
export declare const TlsRootFlags: Flags<
  u8,
  {
    /** OpenSSL's locations. */
    USE_OPENSSL: 1;
    /** The system's too. */
    USE_SYSTEM: 2;
    WITHOUT_BUNDLED: 4;
  }
>;
export type TlsRootFlags = FlagsOf<typeof TlsRootFlags>;

/** What a session is. */
export declare const TlsSessionFlags: Flags<
  u8,
  {
    SERVER: 1;
    /** Requests a certificate of the client. */
    REQUEST_CERTIFICATE: 2;
    REQUIRE_CERTIFICATE: 4;
    /** The handshake pauses at the ClientHello. */
    PAUSE_AT_HELLO: 8;
    COLLECT_KEY_LOG: 16;
    COLLECT_SESSIONS: 32;
    /** Requests an OCSP response of the server. */
    REQUEST_OCSP: 64;
  }
>;
export type TlsSessionFlags = FlagsOf<typeof TlsSessionFlags>;

/** The state of a handshake. */
export declare const TlsHandshake: Enum<
  i32,
  {
    /** `sessionFailure` has the reason. */
    FAILED: -1;
    NEEDS_INPUT: 0;
    DONE: 1;
    /** At the ClientHello: `sessionHello` has it, `sessionReplyToHello` continues. */
    PAUSED: 2;
  }
>;
export type TlsHandshake = EnumOf<typeof TlsHandshake>;

/** Results of reading and writing besides a count of bytes. */
export declare const TlsResult: Flags<
  i32,
  {
    /** `sessionFailure` has the reason. */
    FAILED: -2;
    /** The peer has sent close_notify. */
    CLOSED: -1;
    NEEDS_INPUT: 0;
  }
>;

/** How a server negotiates the protocol after the pause. */
export declare const TlsAlpn: Enum<u8, { UNCHANGED: 0; PREFER: 1; REFUSE: 2; IGNORE: 3 }>;
export type TlsAlpn = EnumOf<typeof TlsAlpn>;

/** String properties of a session. */
export declare const TlsString: Enum<
  u8,
  {
    /** The version of TLS. */
    VERSION: 1;
    CIPHER: 2;
    CIPHER_STANDARD_NAME: 3;
    CIPHER_VERSION: 4;
    /** The name of SNI. */
    SERVER_NAME: 5;
    /** The protocol of ALPN, in Latin-1. */
    PROTOCOL: 6;
    /** Why the peer is not trusted: the code and the message. */
    VERIFY_CODE: 7;
    VERIFY_MESSAGE: 8;
  }
>;
export type TlsString = EnumOf<typeof TlsString>;

/** Properties of a session that are bytes. */
export declare const TlsBytes: Enum<
  u8,
  {
    /** The session for resumption. */
    SESSION: 1;
    /** Its ticket. */
    TICKET: 2;
    /** Our `Finished` message. */
    FINISHED: 3;
    PEER_FINISHED: 4;
    OCSP_RESPONSE: 5;
    /** In DER. */
    OWN_CERTIFICATE: 6;
  }
>;
export type TlsBytes = EnumOf<typeof TlsBytes>;

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
 * Sets a string option of OpenSSL.
 * @permission none: works on a TLS context in memory
 */
export declare function contextSetString(context: u32, setting: TlsStringSetting, value: string): Failure | null;

/**
 * Sets a numeric option.
 * @permission none: works on a TLS context in memory
 */
export declare function contextSetNumber(context: u32, setting: TlsNumberSetting, value: f64): void;

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
 * Our certificate or its issuer, in DER.
 * @permission none: works on a TLS context in memory
 */
export declare function contextCertificate(context: u32, which: TlsContextCertificate): Bytes | null;

/**
 * Names of all ciphers, in lower case.
 * @permission none: constants
 */
export declare function cipherNames(): string[];

/**
 * Certificates in PEM.
 * @permission none: the files are the choice of the system and its user
 */
export declare function rootCertificates(source: TlsRootSource): string[];

/**
 * Sets the sources of default roots.
 * @permission none: sets roots of this thread
 */
export declare function setRootPolicy(flags: TlsRootFlags): void;

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
 * Starts a session.
 * @permission none: a session does no I/O of its own
 */
export declare function sessionNew(context: u32, flags: TlsSessionFlags): u32;

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
 * Sets whether the certificate of the peer is requested and required, before the handshake.
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
 * Finds a pre-shared key: for the server's hint, or null, in a client, and for the client's identity in a server, which
 * returns an empty identity. Undefined when there is no key.
 */
export type PskSource = (hintOrIdentity: string | null) => [identity: Uint8Array, key: Uint8Array] | undefined;

/**
 * Sets the provider of pre-shared keys, which `sessionHandshake` calls.
 * @permission none: a session does no I/O of its own
 */
export declare function sessionSetPsk(session: u32, source: Any<PskSource>): void;

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
 * Continues the handshake.
 * @permission none: a session does no I/O of its own
 */
export declare function sessionHandshake(session: u32): TlsHandshake;

/**
 * Why the last call that returned `FAILED` failed.
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

/** How a paused handshake continues. */
export interface HelloReply extends Options {
  /** The context to use; 0 leaves the first one. */
  context: u32;
  alpn: TlsAlpn;
  /** For `PREFER`: length-prefixed names. */
  protocols: Bytes;
  /** A session with the requested id. */
  resumed: Bytes | null;
  ocsp: Bytes | null;
}

/**
 * The ClientHello that the handshake paused at.
 * @permission none: a session does no I/O of its own
 */
export declare function sessionHello(session: u32): Hello | null;

/**
 * Continues after the pause.
 * @permission none: a session does no I/O of its own
 */
export declare function sessionReplyToHello(session: u32, reply: HelloReply): Failure | null;

/**
 * Reads plaintext. Returns the count of bytes, or a `TlsResult`.
 * @permission none: a session does no I/O of its own
 */
export declare function sessionRead(session: u32, target: BytesMut): i32;

/**
 * Writes plaintext. Returns how many bytes were accepted (all, or 0 during a handshake), or `FAILED`.
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
 * A string property; null without one.
 * @permission none: a session does no I/O of its own
 */
export declare function sessionString(session: u32, which: TlsString): string | null;

/**
 * A property that is bytes; null without one.
 * @permission none: a session does no I/O of its own
 */
export declare function sessionBytes(session: u32, which: TlsBytes): Bytes | null;

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
