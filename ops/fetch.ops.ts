// native:fetch. The HTTP/1 client under fetch, EventSource and WebSocket. Implemented by host/fetch.
//
// A request is a number that is never used again. Heads are text whose characters are bytes, checked by the caller.
import type { Any, Bytes, f64, u16, u32, u8 } from "./types.ts";

/**
 * Sets the functions that hear of requests, each called as a task of its own:
 * `head(request, statusAndFlags, text, bytes, isLast)`: the response's head. Flag 1 << 10: the connection carries another
 * protocol now. `text` has the reason phrase, then names and values, joined by line feeds. With
 * `isLast` the response is complete and `bytes` are its body (null: none); else the body waits for `pull`.
 * `body(request, bytes, isLast)`: what a `pull` waited for; `bytes` may be null with `isLast`.
 * `failed(request, text)`: nothing more comes. `text` is JSON: `{kind: "system", errno, syscall, address, port}`,
 * `{kind: "lookup", code, host}`, `{kind: "protocol", code, message}` or `{kind: "all", errors}`.
 * `message(request, kind, data, code)`: see `startWebSocket`.
 * `sent(request)`: what `write` queued is with the system.
 * The fields of a response may have `headBytesMax` bytes together.
 */
export declare function setHandlers(handlers: Any, headBytesMax: u32): void;

/**
 * The number of TLS settings. Certificates and keys are PEM text; what is empty has its default. `flags`: 1 takes any
 * certificate, 2 trusts `roots` beside the default ones, not instead of them; 4 offers HTTP/2 after HTTP/1.1, 8 before it,
 * 16 in place of it. Throws for what cannot be read.
 */
export declare function tlsSettings(
  roots: string,
  certificate: string,
  key: string,
  passphrase: string,
  serverName: string,
  flags: u8,
): u32;

/**
 * The number of a pool, whose connections are apart from those of other pools; pool 0 is always there. It keeps at most
 * `idleMax` connections without a request for each origin, each for `idleTimeoutMs` (-1: as the server says, or some
 * seconds; Infinity: as long as the server keeps it). Connections come from `localAddress`, a numeric address; empty: any.
 */
export declare function pool(idleMax: f64, idleTimeoutMs: f64, localAddress: string): u32;

/** Closes the connections of a pool that wait for a request; no others are kept from now on. */
export declare function closePool(pool: u32): void;

/**
 * The number of an origin, whose connections are kept and shared. `host` is a name or a numeric address without brackets.
 * `unixPath` (or empty) is connected to instead of the host. `tls`: the number of TLS settings, 0 for none.
 */
export declare function origin(host: string, port: u16, unixPath: string, tls: u32, pool: u32): u32;

/**
 * The same over a connection to `peerHost`: a proxy that opens a tunnel when it gets `head`; one that speaks SOCKS 5 when
 * `head` is "socks5", with NUL, a name, NUL and a password behind it or without; with an empty head any other server.
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
 * Starts a request. `head` is the complete head, with its empty line; `body` text, bytes or null. `flags`: 1 the response has
 * no body (HEAD), 2 the request may be sent again when a kept connection turns out to be closed, 4 a body follows by `write`,
 * 8 in chunks, 16 the connection is not used again, 32 the content codings
 * of the response are undone, 64 `sent` follows also for what is queued here, 128 a coded body that ends early fails.
 */
export declare function start(origin: u32, head: Any, body: Any, flags: u8): u32;

/** Queues bytes of the request's body. Returns how many bytes wait; when there are any, `sent` follows. -1: the request is over. */
export declare function write(request: u32, bytes: Bytes): f64;

/** The request's body is complete. */
export declare function finish(request: u32): void;

/**
 * Asks for the next bytes of the response's body, or with `isWhole` for all that remain, in one piece. Returns a Uint8Array
 * when they are here, `true` when the body is over, and null when `body` will bring them.
 */
export declare function pull(request: u32, isWhole: boolean): Any;

/** Ends a request at once; nothing more is heard of it. */
export declare function abort(request: u32): void;

/** Sets the limits of a request in milliseconds (0: none): until the head is complete, between two pieces of the body. */
export declare function setLimits(request: u32, headTimeoutMs: f64, bodyTimeoutMs: f64): void;

/**
 * Makes the connection of a request whose head said 101 a WebSocket. `extensions`: the server's Sec-WebSocket-Extensions.
 * From now on `message(request, kind, data, code)` hears: kind 1 text, 2 bytes, 8 the end (its code, 1005 for none, and reason);
 * `body` with `isLast`, or `failed`, tells that the connection is gone. False when the extensions cannot be followed.
 */
export declare function startWebSocket(request: u32, extensions: string, messageBytesMax: u32): boolean;

/** Queues a message: `kind` 1 text, 2 bytes, 9 ping. Returns how many bytes wait (`sent` follows when there are any), -1 when it is over. */
export declare function sendMessage(request: u32, data: Any, kind: u8): f64;

/** Starts the closing of a WebSocket. `code` 0: without one. */
export declare function closeWebSocket(request: u32, code: u16, reason: string): void;

/** The value of Sec-WebSocket-Accept for a key. */
export declare function acceptKey(key: string): string;

/**
 * The connection of a request, parts separated by spaces: local address and port, the server's address and port, "1" when it
 * was made for this request, else "0", "h1" or "h2". Null when the request has none, or it ended.
 */
export declare function connectionOf(request: u32): string | null;

/** Closes the connections that wait for a request. */
export declare function closeIdle(): void;
