// native:http_server. The HTTP/1 server under node:http, Bun.serve and Deno.serve. Implemented by host/http_server.
//
// A request is named by its connection (a slot that is used again) and its sequence number: an op with an old
// sequence number does nothing and says so. Heads are text whose characters are bytes, checked by the caller.
import type { Any, Bytes, Path, f64, i32, u16, u32, u8 } from "./types.ts";

/** A listening socket. */
export interface Listening {
  server: u32;
  /** 0 for a path. */
  port: u32;
  /** Address or path. */
  address: string;
  /** `IPv4`, `IPv6`, or empty for a path. */
  family: string;
}

/**
 * Listens on a numeric address. `flags`: 1 share the port with other sockets (SO_REUSEPORT), 2 IPv6 only.
 * Throws EADDRINUSE, EADDRNOTAVAIL, EACCES (syscall `listen`). Permission: net.
 */
export declare function listen(address: string, port: u16, backlog: i32, flags: u8): Listening;

/** Listens on a path. */
export declare function listenPath(path: Path, backlog: i32): Listening;

/** Serves a listening (or bound) socket that is open already, and owns it from now on. Throws EINVAL for what is none. */
export declare function listenDescriptor(fd: i32): Listening;

/** Makes a server that listens nowhere: its connections come by `adopt`. */
export declare function openWithoutSocket(): u32;

/** Serves the connection `fd` that somebody else accepted, and owns it from now on. False when the server refuses it or has stopped. */
export declare function adopt(server: u32, fd: i32): boolean;

/** The listening socket's descriptor, which stays the server's; -1 without one. */
export declare function descriptorOf(server: u32): i32;

/**
 * Sets the functions of a server: `request(connection, sequence, method, flags, text)`, `body(connection, sequence, bytes,
 * isLast)`, `drained(connection, sequence)`, `closed(connection, sequence, errno)` (negative when reading failed, else 0), `refused(connection, statusAndOffset, code,
 * reason, bytes)` and, optional, `opened(connection)`, `message` (see `acceptWebSocket`) and `dropped(ends)`: a connection above the limit, its ends as `endpoints`
 * has them, joined by line feeds. `refused` gets status | offset of the refused byte << 10; it returns true
 * to take the connection over as a plain stream (sequence 0, or that of the running request), else the default answer goes out.
 * Flags of a request: 1 keep-alive, 2 body follows, 4 upgrade asked, 8 Expect: 100-continue, 16 another Expect, 32 HTTP/1.0,
 * 64 no Host field or several.
 * `text` is what `target` would give, with a property `wantsUrls: true` what `plainUrl` would; undefined when they have to be asked.
 * What `request` returns when it is a number above 0 is a whole response: status << 20 | type << 16 | length, its body being
 * the first `length` bytes of `shortBody()`. Types: 0 none, 1 text, 2 JSON, 3 HTML, 4 bytes, 5 text in Deno's form.
 */
export declare function setHandlers(server: u32, handlers: Any): void;

/**
 * Has the connections of a server speak TLS with a context that `native:tls` shares (`contextShare`). A client's certificate is asked
 * for, and a connection without a trusted one is cut, when so wanted.
 */
export declare function setTls(
  server: u32,
  context: u32,
  requestsCertificate: boolean,
  requiresCertificate: boolean,
): void;

/** Uses another shared context for clients that ask for `name`, which may begin with `*.`. */
export declare function addTlsName(server: u32, name: string, context: u32): void;

/** The bytes that short bodies are written into (a Uint8Array of this thread). */
export declare function shortBody(): Any;

/**
 * Limits of a server, in milliseconds (0: none) and counts: head complete, request complete, idle between requests, bytes
 * and count of header fields, requests of one connection (0: any), connections (0: any), what may be wrong with a request (see
 * `create` of native:http_parser).
 */
export declare function configure(
  server: u32,
  headTimeoutMs: f64,
  requestTimeoutMs: f64,
  idleTimeoutMs: f64,
  headBytesMax: u32,
  fieldCountMax: u32,
  requestsMax: u32,
  connectionsMax: u32,
  lenience: u16,
): void;

/** Stops listening. Open connections go on; idle ones are closed after what they send now. */
export declare function stopListening(server: u32, keepsConnections: boolean): void;

/** Closes connections that wait for a request. */
export declare function closeIdle(server: u32): void;

/** Closes all connections at once. */
export declare function closeAll(server: u32): void;

/** How many connections are open. */
export declare function connectionCount(server: u32): u32;

/** Keeps the loop alive for this server or not. */
export declare function setReferenced(server: u32, referenced: boolean): void;

/** Enforces the time limits of all servers of this thread; called once in a while. */
export declare function sweep(): void;

/** The request's target. Null when its data is gone. */
export declare function target(connection: u32, sequence: u32): Any;

/**
 * The request's URL, `http://` + Host + target, when it is its own serialization as it stands; null when it must be parsed,
 * has no Host, or the data is gone.
 */
export declare function plainUrl(connection: u32, sequence: u32): Any;

/** The request's header fields: names and values in turn, as sent. Null when the data is gone. */
export declare function fields(connection: u32, sequence: u32): Any;

/** The same as one text, the parts joined by line feeds, which none of them can hold; cheaper for many fields. Empty without fields. */
export declare function fieldText(connection: u32, sequence: u32): Any;

/** The value of one header field by its lower-case name (several joined by ", "); undefined when absent, null when the data is gone. */
export declare function field(connection: u32, sequence: u32, name: Any): Any;

/** Names of the methods by number. */
export declare function methodNames(): string[];

/** Both ends of a connection: remote address, remote port, remote family, then the same of the local end. */
export declare function endpoints(connection: u32): string[];

/** Whether a client that ended its side still gets the response that is being made (`httpAllowHalfOpen`). */
export declare function setHalfOpen(server: u32, allowed: boolean): void;

/** Has the time limits of the first head count from the beginning of a connection, as in Node, not from its first byte. */
export declare function countFromOpening(server: u32): void;

/** Has requests told before those before them on their connection are answered; the responses leave in the order of the requests. */
export declare function readAhead(server: u32): void;

/** Has `body` told of a copy of everything that comes on a connection, after it was used. */
export declare function watchInput(connection: u32): void;

/** Sends small writes at once (the default, TCP_NODELAY) or waits a little for more. */
export declare function setNoDelay(connection: u32, enabled: boolean): void;

/** Has the system probe the other end after `delaySeconds` idle (0: its default), or not. */
export declare function setKeepAlive(connection: u32, enabled: boolean, delaySeconds: u32): void;

/** Lets the body flow to `body`. False when the request is over. */
export declare function startBody(connection: u32, sequence: u32): boolean;

/** Stops the flow of the body; the client is stopped by TCP. */
export declare function pauseBody(connection: u32, sequence: u32): void;

/** Trailer fields of a chunked body that ended: names and values in turn. */
export declare function trailers(connection: u32, sequence: u32): string[];

/**
 * Sends a whole response: the head is made of `status`, `type` (see `setHandlers`), the date and the length of `body` (text or bytes).
 * False when the request is over.
 */
export declare function respond(connection: u32, sequence: u32, status: u16, type: u8, body: Any): boolean;

/**
 * Sends part of a response: `head` (text or null), then `body` (text, bytes or null). `flags`: 1 this ends the response, 2 close
 * the connection afterwards, 4 `body` is one chunk of a chunked body, 8 write the last chunk, 16 no `drained` follows
 * (interim heads, short responses), 32 `body` is text of bytes (Latin-1), 64 add the
 * date and 128 the length of `body` to the head, and end it. Returns how many bytes wait for the client; -1 when the request is over.
 */
export declare function send(connection: u32, sequence: u32, head: Any, body: Any, flags: u8): f64;

/**
 * Sends `body` (text, bytes or null) on a connection on which no request runs. `flags`: 1 close the connection afterwards, 32 as for
 * `send`. Returns how many bytes wait for the client; -1 when the connection is gone or a request runs.
 */
export declare function sendIdle(connection: u32, body: Any, flags: u8): f64;

/**
 * Opens a file and sends `head`, then the bytes of the file from `start` to `end` (cut to its size). Ends the response.
 * `flags`: 2 as for `send`; 64 and 128 add the date and the length to the head, and end it. False when the request is over.
 * Throws the system's error of `open`. Permission: read.
 */
export declare function sendFile(
  connection: u32,
  sequence: u32,
  head: Any,
  path: Path,
  start: f64,
  end: f64,
  flags: u8,
): boolean;

/**
 * Sends `head` (text or null), then `length` bytes of the open file from `position` as part of a response; the file stays open.
 * `flags` 4: they are one chunk of a chunked body. Returns how many bytes wait for the client; -1 when the request is over.
 */
export declare function sendFilePart(
  connection: u32,
  sequence: u32,
  head: Any,
  fd: i32,
  position: f64,
  length: f64,
  flags: u8,
): f64;

/** Makes the connection a plain stream: from now on `body` gets raw bytes and `send` writes them; `isLast` is the end of input. */
export declare function upgrade(connection: u32, sequence: u32): boolean;

/** A connection that is not the server's any more. */
export interface Detached {
  /** Its descriptor, which the caller owns. */
  fd: i32;
  /** What the client sent behind the head of its last request. */
  rest: Bytes;
}

/** Takes the connection out of the server, for another protocol. Null when it is gone or output waits for the client. */
export declare function detach(connection: u32, sequence: u32): Detached | null;

/**
 * Answers a WebSocket's handshake. `extra`: lines for the head, each with its line end. `flags`: 1 compress if the client can,
 * 2 send pings. From now on `message(connection, kind, data, code)` hears: kind 1 text, 2 bytes, 9 a ping, 10 a pong, 8 the
 * end (its code, 1005 for none, and reason). False when the request is over or is no handshake.
 */
export declare function acceptWebSocket(
  connection: u32,
  sequence: u32,
  extra: string,
  flags: u8,
  messageBytesMax: u32,
  idleTimeoutMs: f64,
): boolean;

/**
 * Queues a message. `kind`: 1 text, 2 bytes, 9 ping, 10 pong; + 64 compressed if that was agreed. Returns 0, or how many bytes
 * wait when the client does not keep up (`drained` follows); -1 when the connection is closing.
 */
export declare function sendMessage(connection: u32, data: Any, kind: u8): f64;

/** Starts the closing of a WebSocket. `code` 0: without one. `isLast`: the client's answer is not waited for. */
export declare function closeWebSocket(connection: u32, code: u16, reason: string, isLast: boolean): void;

/** How many bytes wait for the client. */
export declare function waitingBytes(connection: u32): f64;

/** How many bytes the client has sent, before TLS. Known of a closed connection until its number is used again. */
export declare function receivedBytes(connection: u32): f64;

/** How many bytes were written to the client, those that wait included, before TLS. Known as `receivedBytes` is. */
export declare function writtenBytes(connection: u32): f64;

/** Sets how long a connection may be silent, in milliseconds, instead of the server's limit; 0: for ever. */
export declare function setIdleLimit(connection: u32, idleTimeoutMs: f64): void;

/** Closes the connection at once; with `reset` by RST. */
export declare function destroy(connection: u32, sequence: u32, reset: boolean): void;

/** The text that a HTTP date has now. */
export declare function httpDate(): string;
