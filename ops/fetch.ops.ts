// native:fetch. The HTTP client (HTTP/1.1 and HTTP/2) under fetch, EventSource and WebSocket. Implemented by
// host/fetch.
//
// A request is a number that is never reused. Heads are strings whose characters are bytes, checked by the caller.
import type { Any, Bytes, Enum, EnumOf, Flags, FlagsOf, Handlers, f64, u16, u32, u8 } from "./types.ts";

/** How a request is sent and its response received. */
export declare const StartFlags: Flags<
  u8,
  {
    /** The response has no body (HEAD). */
    HEAD: 1;
    /** The request may be repeated when a pooled connection turns out to be closed. */
    REPEATABLE: 2;
    /** A body follows by `write`. */
    STREAMED: 4;
    /** It is sent in chunks. */
    CHUNKED: 8;
    /** The connection is not reused. */
    LAST: 16;
    /** The content codings of the response are decoded. */
    DECODE: 32;
    /** `sent` follows also for what is queued by `start`. */
    OBSERVED: 64;
    /** An encoded body that ends early fails. */
    WHOLE: 128;
  }
>;
export type StartFlags = FlagsOf<typeof StartFlags>;

/** The argument `statusAndFlags` of `head`: status | `ResponseFlags` << 10. */
export declare const ResponseStatus: Flags<u16, { MASK: 1023; FLAGS_SHIFT: 10 }>;

/** What `head` says besides the status. */
export declare const ResponseFlags: Flags<
  u8,
  {
    /** The connection carries another protocol now. */
    RAW: 1;
  }
>;
export type ResponseFlags = FlagsOf<typeof ResponseFlags>;

/** How a client uses TLS. */
export declare const ClientTlsFlags: Flags<
  u8,
  {
    /** Accepts any certificate. */
    TRUSTS_ANY: 1;
    /** Trusts `roots` in addition to the default ones, not instead of them. */
    ADDS_ROOTS: 2;
    /** Offers HTTP/2 after HTTP/1.1. */
    OFFERS_HTTP2: 4;
    /** Offers HTTP/2 before HTTP/1.1. */
    PREFERS_HTTP2: 8;
    /** Offers HTTP/2 instead of HTTP/1.1. */
    ONLY_HTTP2: 16;
  }
>;
export type ClientTlsFlags = FlagsOf<typeof ClientTlsFlags>;

/** Kinds of messages of a client's WebSocket: opcodes of RFC 6455 §5.2, as `MessageKind` of native:http_server. */
export declare const ClientMessageKind: Enum<
  u8,
  {
    /** Received: the server has violated the protocol (its code and reason). */
    BROKEN: 0;
    TEXT: 1;
    BINARY: 2;
    /** Received: the server closes (its code, 1005 for none, and reason). */
    CLOSE: 8;
    /** Sent only. */
    PING: 9;
    /** Sent only. */
    PONG: 10;
  }
>;
export type ClientMessageKind = EnumOf<typeof ClientMessageKind>;

/** What requests notify, each call as a task of its own. */
export interface FetchHandlers extends Handlers {
  /**
   * The response's head. `text` has the reason phrase, then names and values, joined by line feeds. With `isLast` the response is
   * complete and `bytes` are its body (null: none); else the body waits for `pull`.
   */
  head(request: u32, statusAndFlags: u32, text: string, bytes: Bytes | null, isLast: boolean): void;
  /** The bytes that a `pull` waited for; `bytes` may be null with `isLast`. */
  body(request: u32, bytes: Bytes | null, isLast: boolean): void;
  /**
   * The request has failed: no further calls follow. `text` is JSON: `{kind: "system", errno, syscall, address, port}`, `{kind:
   * "lookup", code, host}`, `{kind: "protocol", code, message}` or `{kind: "all", errors}`.
   */
  failed(request: u32, text: string): void;
  /** The bytes that `write` queued were passed to the system. */
  sent(request: u32): void;
  /** A message on a WebSocket (`startWebSocket`): bytes for a binary message, a string otherwise. */
  message(request: u32, kind: ClientMessageKind, data: string | Uint8Array, code: u16): void;
}

/**
 * Sets the callbacks for requests. `headBytesMax` limits the total size of a response's fields.
 * @permission none: sets callbacks of this thread
 */
export declare function setHandlers(handlers: FetchHandlers, headBytesMax: u32): void;

/**
 * Returns the number of TLS settings. Certificates and keys are PEM; empty values have their default. Throws for
 * invalid ones.
 * @permission none: the certificates are in its arguments
 */
export declare function tlsSettings(
  roots: string,
  certificate: string,
  key: string,
  passphrase: string,
  serverName: string,
  flags: ClientTlsFlags,
): u32;

/**
 * Returns the number of a connection pool, separate from other pools; pool 0 always exists. It retains at most
 * `idleMax` idle connections for each origin, each for `idleTimeoutMs` (-1: as the server says, or some seconds;
 * Infinity: until the server closes it). Connections are bound to `localAddress`, a numeric address; empty: any.
 * @permission none: a new pool has no connections
 */
export declare function pool(idleMax: f64, idleTimeoutMs: f64, localAddress: string): u32;

/**
 * Closes the idle connections of a pool; no others are retained from now on.
 * @permission none: closes connections of this program
 */
export declare function closePool(pool: u32): void;

/**
 * Returns the number of an origin, whose connections are pooled and shared. `host` is a name or a numeric address
 * without brackets. `unixPath` (or empty) is connected to instead of the host. `tls`: the number of TLS settings, 0
 * for none.
 * @permission unix(unixPath)
 * @permission net(host, port)
 */
export declare function origin(host: string, port: u16, unixPath: string, tls: u32, pool: u32): u32;

/**
 * The same over a connection to `peerHost`: a proxy that opens a tunnel when it receives `head`; one that speaks
 * SOCKS 5 when `head` is "socks5", followed by nothing or by NUL, a name, NUL and a password; with an empty head any
 * other server.
 * @permission net(host, port)
 * @permission net(peerHost, peerPort)
 */
export declare function tunnelOrigin(
  host: string,
  port: u16,
  peerHost: string,
  peerPort: u16,
  head: string,
  tls: u32,
  pool: u32,
): u32;

/**
 * Starts a request. `head` is the complete head, with its empty line; `body` a string, bytes or null.
 * @permission none: `origin` checked the host
 */
export declare function start(
  origin: u32,
  head: Any<string>,
  body: Any<string | Uint8Array | null>,
  flags: StartFlags,
): u32;

/**
 * Queues bytes of the request's body. Returns how many bytes are buffered; when there are any, `sent` follows. -1:
 * the request is over.
 * @permission none: works on a started request
 */
export declare function write(request: u32, bytes: Bytes): f64;

/**
 * Completes the request's body.
 * @permission none: works on a started request
 */
export declare function finish(request: u32): void;

/**
 * Requests the next bytes of the response's body, or with `isWhole` all that remain, at once. Returns a Uint8Array
 * when they are available, `true` when the body is over, and null when `body` will deliver them.
 * @permission none: works on a started request
 */
export declare function pull(request: u32, isWhole: boolean): Any<Uint8Array | true | null>;

/**
 * Ends a request at once; no further callbacks follow.
 * @permission none: works on a started request
 */
export declare function abort(request: u32): void;

/**
 * Sets the time limits of a request in milliseconds (0: none): until the head is complete, and between two chunks of
 * the body.
 * @permission none: works on a started request
 */
export declare function setLimits(request: u32, headTimeoutMs: f64, bodyTimeoutMs: f64): void;

/**
 * Makes the connection of a request whose response had status 101 a WebSocket. `extensions`: the server's
 * Sec-WebSocket-Extensions. From now on `message` is called; `body` with `isLast`, or `failed`, reports that the
 * connection is closed. `echoesReason`: the response to the server's close frame has its reason, not only its code.
 * False when the extensions are not supported.
 * @permission none: works on a started request
 */
export declare function startWebSocket(
  request: u32,
  extensions: string,
  messageBytesMax: u32,
  echoesReason: boolean,
): boolean;

/**
 * Queues a message: text, bytes, a ping or a pong. Returns how many bytes are buffered (`sent` follows when there are any), -1
 * when the WebSocket is closed.
 * @permission none: works on a started request
 */
export declare function sendMessage(request: u32, data: Any<string | Uint8Array>, kind: ClientMessageKind): f64;

/**
 * Starts the closing handshake of a WebSocket. `code` 0: without one.
 * @permission none: works on a started request
 */
export declare function closeWebSocket(request: u32, code: u16, reason: string): void;

/**
 * The value of Sec-WebSocket-Accept for a key.
 * @permission none: a pure computation
 */
export declare function acceptKey(key: string): string;

/**
 * The connection of a request, fields separated by spaces: local address and port, the server's address and port,
 * "1" when it was opened for this request, else "0", "h1" or "h2". Null when the request has none, or has ended.
 * @permission none: works on a started request
 */
export declare function connectionOf(request: u32): string | null;

/**
 * Closes idle connections.
 * @permission none: closes connections of this program
 */
export declare function closeIdle(): void;
