// native:fetch. The HTTP client (HTTP/1.1 and HTTP/2) under fetch, EventSource and WebSocket. Implemented by
// host/fetch.
//
// A request is a number that is never reused. Heads are strings whose characters are bytes, checked by the caller.
import type { Any, Bytes, f64, u16, u32, u8 } from "./types.ts";

/**
 * Sets the callbacks for requests, each called as a task of its own:
 * `head(request, statusAndFlags, text, bytes, isLast)`: the response's head. Flag 1 << 10: the connection carries
 * another protocol now. `text` has the reason phrase, then names and values, joined by line feeds. With `isLast` the
 * response is complete and `bytes` are its body (null: none); else the body waits for `pull`.
 * `body(request, bytes, isLast)`: the bytes that a `pull` waited for; `bytes` may be null with `isLast`.
 * `failed(request, text)`: no further calls follow. `text` is JSON: `{kind: "system", errno, syscall, address,
 * port}`, `{kind: "lookup", code, host}`, `{kind: "protocol", code, message}` or `{kind: "all", errors}`.
 * `message(request, kind, data, code)`: see `startWebSocket`.
 * `sent(request)`: the bytes that `write` queued were passed to the system.
 * `headBytesMax` limits the total size of a response's fields.
 * @permission none: sets callbacks of this thread
 */
export declare function setHandlers(handlers: Any, headBytesMax: u32): void;

/**
 * Returns the number of TLS settings. Certificates and keys are PEM; empty values have their default. `flags`: 1
 * accepts any certificate, 2 trusts `roots` in addition to the default ones, not instead of them; 4 offers HTTP/2
 * after HTTP/1.1, 8 before it, 16 instead of it. Throws for invalid ones.
 * @permission none: the certificates are in its arguments
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
 * @permission net(host, port)
 * @permission read(unixPath)
 * @permission write(unixPath)
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
 * Starts a request. `head` is the complete head, with its empty line; `body` a string, bytes or null. `flags`: 1 the
 * response has no body (HEAD), 2 the request may be repeated when a pooled connection turns out to be closed, 4 a
 * body follows by `write`, 8 in chunks, 16 the connection is not reused, 32 the content codings of the response are
 * decoded, 64 `sent` follows also for what is queued here, 128 an encoded body that ends early fails.
 * @permission none: `origin` checked the host
 */
export declare function start(origin: u32, head: Any, body: Any, flags: u8): u32;

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
export declare function pull(request: u32, isWhole: boolean): Any;

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
 * Sec-WebSocket-Extensions. From now on `message(request, kind, data, code)` is called: kind 1 text, 2 bytes, 8 the
 * close (its code, 1005 for none, and reason); `body` with `isLast`, or `failed`, reports that the connection is
 * closed. False when the extensions are not supported.
 * @permission none: works on a started request
 */
export declare function startWebSocket(request: u32, extensions: string, messageBytesMax: u32): boolean;

/**
 * Queues a message: `kind` 1 text, 2 bytes, 9 ping. Returns how many bytes are buffered (`sent` follows when there
 * are any), -1 when the WebSocket is closed.
 * @permission none: works on a started request
 */
export declare function sendMessage(request: u32, data: Any, kind: u8): f64;

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
