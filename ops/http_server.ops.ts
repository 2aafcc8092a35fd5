// native:http_server. The HTTP/1 server under node:http, Bun.serve and Deno.serve. Implemented by host/http_server.
//
// A request is identified by its connection (a slot that is reused) and its sequence number: an op with an old sequence
// number does nothing and reports that. Heads are strings whose characters are bytes, checked by the caller.
import type {
  Any,
  Bytes,
  Enum,
  EnumOf,
  Flags,
  FlagsOf,
  Handlers,
  Options,
  Path,
  f64,
  i32,
  u16,
  u32,
  u8,
} from "./types.ts";

/** How a server listens. */
export declare const ListenFlags: Flags<
  u8,
  {
    /** Shares the port with other sockets (SO_REUSEPORT). */
    SHARE_PORT: 1;
    /** Accepts connections over IPv6 only. */
    IPV6_ONLY: 2;
  }
>;
export type ListenFlags = FlagsOf<typeof ListenFlags>;

/** What the head of a request says. */
export declare const RequestFlags: Flags<
  u16,
  {
    /** The connection stays open for further requests. */
    KEEP_ALIVE: 1;
    /** A body follows. */
    BODY: 2;
    /** An upgrade to another protocol is requested. */
    UPGRADE: 4;
    /** `Expect: 100-continue`. */
    EXPECT_CONTINUE: 8;
    /** Another value of Expect. */
    EXPECT_OTHER: 16;
    /** The version is HTTP/1.0. */
    HTTP_1_0: 32;
    /** There is no Host field, or more than one. */
    HOST_INVALID: 64;
    /** An interim response (1xx); only of messages that `native:http_parser` parsed. */
    INTERIM: 256;
  }
>;
export type RequestFlags = FlagsOf<typeof RequestFlags>;

/** The Content-Type that the server itself writes. */
export declare const ContentType: Enum<u8, { NONE: 0; TEXT: 1; JSON: 2; HTML: 3; BYTES: 4; DENO_TEXT: 5 }>;
export type ContentType = EnumOf<typeof ContentType>;

/** The parts of a complete response in one number, which `request` returns: status << 20 | type << 16 | length. */
export declare const ShortResponse: Flags<u8, { STATUS_SHIFT: 20; TYPE_SHIFT: 16 }>;

/** The argument `statusAndOffset` of `refused`: status | offset of the invalid byte << 10. */
export declare const Refusal: Flags<u8, { OFFSET_SHIFT: 10 }>;

/** What a piece of a response is, and what follows. */
export declare const SendFlags: Flags<
  u8,
  {
    /** The piece ends the response. */
    END: 1;
    /** Close the connection afterwards. */
    CLOSE: 2;
    /** The body is one chunk of a chunked body. */
    CHUNK: 4;
    /** Write the last chunk. */
    LAST_CHUNK: 8;
    /** No `drained` follows: interim heads, short responses. */
    QUIET: 16;
    /** The body is a string of bytes (Latin-1). */
    LATIN1: 32;
    /** Add the date to the head and end it. */
    DATE: 64;
    /** Add the length of the body to the head and end it. */
    LENGTH: 128;
  }
>;
export type SendFlags = FlagsOf<typeof SendFlags>;

/** How a WebSocket is accepted. */
export declare const WebSocketFlags: Flags<
  u8,
  {
    /** Compress if the client can. */
    COMPRESS: 1;
    /** Send pings. */
    SEND_PINGS: 2;
  }
>;
export type WebSocketFlags = FlagsOf<typeof WebSocketFlags>;

/** Kinds of WebSocket messages, as opcodes of RFC 6455 §5.2. */
export declare const MessageKind: Flags<
  u8,
  {
    TEXT: 1;
    BINARY: 2;
    /** The end: its code (1005 for none) and reason. */
    CLOSE: 8;
    PING: 9;
    PONG: 10;
    /** Added to a kind: compressed, if that was agreed. */
    COMPRESSED: 64;
  }
>;
export type MessageKind = FlagsOf<typeof MessageKind>;

/** What a server notifies. */
export interface ServerHandlers extends Handlers {
  /**
   * A request. `target` is what `plainUrl` returns with `wantsUrls`, else what `target` returns; undefined when they have to be
   * called. A result above 0 is a complete response (`ShortResponse`) whose body is at the start of `shortBody()`.
   */
  request(
    connection: u32,
    sequence: u32,
    method: u8,
    flags: RequestFlags,
    target: string | undefined,
  ): number | undefined | void;
  /** Bytes of a body, or of a raw stream; null for an end without bytes. `isCopy`: they are a copy of the raw input (`watchInput`). */
  body(connection: u32, sequence: u32, bytes: Bytes | null, isLast: boolean, isCopy: boolean): void;
  /** All output was sent. */
  drained(connection: u32, sequence: u32): void;
  /** The connection is closed; `errno` is negative when reading failed, else 0. */
  closed(connection: u32, sequence: u32, errno: i32): void;
  /**
   * A request was invalid. Returns true to take the connection over as a raw stream (sequence 0, or that of the in-flight request);
   * else the default response is sent.
   */
  refused(connection: u32, statusAndOffset: u32, code: string, reason: string, bytes: Bytes): boolean;
  /** A connection has been idle for longer than the limit. Returns true to keep it open; else it is closed. */
  idle?(connection: u32): boolean;
  /** A connection was accepted. */
  opened?(connection: u32): void;
  /** A connection above the limit was closed; its `endpoints`, joined by line feeds. */
  dropped?(ends: string): void;
  /** A message on a WebSocket: a string for a text message, bytes otherwise. */
  message?(connection: u32, kind: MessageKind, data: string | Uint8Array, code: u16): void;
  /** Whether `request` receives URLs. */
  wantsUrls: boolean;
}

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
 * Listens on a numeric address. Throws EADDRINUSE, EADDRNOTAVAIL, EACCES (syscall `listen`).
 * @permission net(address, port)
 */
export declare function listen(address: string, port: u16, backlog: i32, flags: ListenFlags): Listening;

/**
 * Listens on a path; one that begins with NUL is abstract.
 * @permission unix(path)
 */
export declare function listenPath(path: string, backlog: i32): Listening;

/**
 * Serves an open listening (or bound) socket and takes ownership of it. Throws EINVAL for another descriptor.
 * @permission none: takes over an open descriptor
 */
export declare function listenDescriptor(fd: i32): Listening;

/**
 * Creates a server without a socket: its connections arrive by `adopt`.
 * @permission none: a server without a socket has no address
 */
export declare function openWithoutSocket(): u32;

/**
 * Serves the connection `fd` that was accepted elsewhere, and takes ownership of it. False when the server refuses
 * it or has stopped.
 * @permission none: takes over an open descriptor
 */
export declare function adopt(server: u32, fd: i32): boolean;

/**
 * The listening socket's descriptor, which the server still owns; -1 without one.
 * @permission none: works on an open server
 */
export declare function descriptorOf(server: u32): i32;

/**
 * Sets the functions that a server calls.
 * @permission none: works on an open server
 */
export declare function setHandlers(server: u32, handlers: ServerHandlers): void;

/**
 * Makes the connections of a server use TLS with a context that `native:tls` shares (`contextShare`). A client's
 * certificate is requested, and a connection without a trusted one is closed, when these flags are set.
 * @permission none: works on an open server
 */
export declare function setTls(
  server: u32,
  context: u32,
  requestsCertificate: boolean,
  requiresCertificate: boolean,
): void;

/**
 * Uses another shared context for clients with the server name `name`, which may begin with `*.`.
 * @permission none: works on an open server
 */
export declare function addTlsName(server: u32, name: string, context: u32): void;

/**
 * The buffer of short bodies (a Uint8Array of this thread).
 * @permission none: memory of this thread
 */
export declare function shortBody(): Any<Uint8Array>;

/** The limits of a server. Times are in milliseconds; 0 is no limit, unless the field says otherwise. */
export interface ServerLimits extends Options {
  /** Until the head of a request is complete. */
  headTimeoutMs: f64;
  /** Until a request is complete. */
  requestTimeoutMs: f64;
  /** Between two requests. */
  idleTimeoutMs: f64;
  /** Bytes of header fields; 0 allows none. */
  headBytesMax: u32;
  /** Header fields; 0 allows none. */
  fieldCountMax: u32;
  /** Requests of one connection. */
  requestsMax: u32;
  connectionsMax: u32;
  /** Accepted violations of a request: `LenienceFlags` of native:http_parser. */
  lenience: u16;
}

/**
 * Sets the limits of a server.
 * @permission none: works on an open server
 */
export declare function configure(server: u32, limits: ServerLimits): void;

/**
 * Stops listening. Open connections continue; idle ones are closed after their current output.
 * @permission none: works on an open server
 */
export declare function stopListening(server: u32, keepsConnections: boolean): void;

/**
 * Closes idle connections.
 * @permission none: works on an open server
 */
export declare function closeIdle(server: u32): void;

/**
 * Closes all connections at once.
 * @permission none: works on an open server
 */
export declare function closeAll(server: u32): void;

/**
 * How many connections are open.
 * @permission none: works on an open server
 */
export declare function connectionCount(server: u32): u32;

/**
 * Sets whether this server keeps the loop alive.
 * @permission none: works on an open server
 */
export declare function setReferenced(server: u32, referenced: boolean): void;

/**
 * Enforces the time limits of all servers of this thread (a time-out sweep); called periodically.
 * @permission none: works on open servers
 */
export declare function enforceTimeouts(): void;

/**
 * The request's target. Null when its data is no longer available.
 * @permission none: works on an open connection
 */
export declare function target(connection: u32, sequence: u32): Any<string | null>;

/**
 * The request's URL, `http://` + Host + target, when that equals its own serialization; null when it must be parsed,
 * has no Host, or the data is no longer available.
 * @permission none: works on an open connection
 */
export declare function plainUrl(connection: u32, sequence: u32): Any<string | null>;

/**
 * The request's header fields: alternating names and values, as sent. Null when the data is no longer available.
 * @permission none: works on an open connection
 */
export declare function fields(connection: u32, sequence: u32): Any<string[] | null>;

/**
 * The same as one string, joined by line feeds, which no part can contain; cheaper for many fields. Empty without
 * fields.
 * @permission none: works on an open connection
 */
export declare function fieldText(connection: u32, sequence: u32): Any<string | null>;

/**
 * The value of one header field by its lower-case name (several joined by ", "); undefined when absent, null when
 * the data is no longer available.
 * @permission none: works on an open connection
 */
export declare function field(connection: u32, sequence: u32, name: Any<string>): Any<string | null | undefined>;

/**
 * The names of the methods by number.
 * @permission none: constants
 */
export declare function methodNames(): string[];

/**
 * Both endpoints of a connection: remote address, remote port, remote family, then the same of the local endpoint.
 * @permission none: works on an open connection
 */
export declare function endpoints(connection: u32): string[];

/**
 * Sets whether a client that shut down its sending side still receives the pending response (`httpAllowHalfOpen`).
 * @permission none: works on an open server
 */
export declare function setHalfOpen(server: u32, allowed: boolean): void;

/**
 * Makes the time limits of the first head count from the opening of a connection, as in Node, not from its first
 * byte.
 * @permission none: works on an open server
 */
export declare function countFromOpening(server: u32): void;

/**
 * Allows requests to be dispatched before earlier ones of their connection have responses (pipelining); the
 * responses leave in the order of the requests.
 * @permission none: works on an open server
 */
export declare function readAhead(server: u32): void;

/**
 * Makes `body` receive a copy of all input of a connection, after it was processed.
 * @permission none: works on an open connection
 */
export declare function watchInput(connection: u32): void;

/**
 * Sends small writes at once (the default, TCP_NODELAY) or delays them briefly.
 * @permission none: works on an open connection
 */
export declare function setNoDelay(connection: u32, enabled: boolean): void;

/**
 * Sets whether the system probes the peer after `delaySeconds` idle (0: its default).
 * @permission none: works on an open connection
 */
export declare function setKeepAlive(connection: u32, enabled: boolean, delaySeconds: u32): void;

/**
 * Starts delivering the body to `body`. False when the request is over.
 * @permission none: works on an open connection
 */
export declare function startBody(connection: u32, sequence: u32): boolean;

/**
 * Starts delivering the body to `body`: one of known length in one piece, or, when it is longer than 1 MiB, in pieces of at
 * least that length; a chunked one as it arrives.
 * False when the request is over.
 * @permission none: works on an open connection
 */
export declare function collectBody(connection: u32, sequence: u32): boolean;

/**
 * Pauses the body; TCP back-pressure stops the client.
 * @permission none: works on an open connection
 */
export declare function pauseBody(connection: u32, sequence: u32): void;

/**
 * Trailer fields of a chunked body that ended: alternating names and values.
 * @permission none: works on an open connection
 */
export declare function trailers(connection: u32, sequence: u32): string[];

/**
 * Sends a complete response: the head has `status`, `type`, the date and the length of `body`
 * (string or bytes). False when the request is over.
 * @permission none: works on an open connection
 */
export declare function respond(
  connection: u32,
  sequence: u32,
  status: u16,
  type: ContentType,
  body: Any<string | Uint8Array>,
): boolean;

/**
 * Sends part of a response: `head` (string or null), then `body` (string, bytes or null). Returns how many bytes are
 * buffered; -1 when the request is over.
 * @permission none: works on an open connection
 */
export declare function send(
  connection: u32,
  sequence: u32,
  head: Any<string | null>,
  body: Any<string | Uint8Array | null>,
  flags: SendFlags,
): f64;

/**
 * Sends `body` (string, bytes or null) on a connection without an in-flight request. `flags`: `END`, which closes the
 * connection afterwards, and `LATIN1`. Returns how many bytes are buffered; -1 when the connection is closed or a
 * request is in flight.
 * @permission none: works on an open connection
 */
export declare function sendIdle(connection: u32, body: Any<string | Uint8Array | null>, flags: SendFlags): f64;

/**
 * Opens a file and sends `head`, then the bytes of the file from `start` to `end` (clamped to its size). Ends the
 * response. `flags`: `CLOSE`, `DATE` and `LENGTH`. False when the request is over. Throws the system's error of `open`, and EINVAL
 * (syscall `sendfile`) for pipes and devices.
 * @permission read(path)
 */
export declare function sendFile(
  connection: u32,
  sequence: u32,
  head: Any<string | null>,
  path: Path,
  start: f64,
  end: f64,
  flags: SendFlags,
): boolean;

/**
 * Sends `head` (string or null), then `length` bytes of the open file from `position` as part of a response; the
 * file stays open. `flags`: `CHUNK`. Returns how many bytes are buffered; -1 when the request is over.
 * @permission none: works on an open descriptor
 */
export declare function sendFilePart(
  connection: u32,
  sequence: u32,
  head: Any<string | null>,
  fd: i32,
  position: f64,
  length: f64,
  flags: SendFlags,
): f64;

/**
 * Makes the connection a raw stream: from now on `body` receives raw bytes and `send` writes them; `isLast` is the
 * end of input.
 * @permission none: works on an open connection
 */
export declare function upgrade(connection: u32, sequence: u32): boolean;

/** A connection that was detached from the server. */
export interface Detached {
  /** Its descriptor, which the caller owns. */
  fd: i32;
  /** The bytes after the head of its last request. */
  rest: Bytes;
}

/**
 * Detaches the connection from the server, for another protocol. Null when it is closed or has buffered output.
 * @permission none: works on an open connection
 */
export declare function detach(connection: u32, sequence: u32): Detached | null;

/**
 * Responds to a WebSocket handshake. `extra`: lines for the head, each with its line end. From now on the handler
 * `message` is called. False when the request is over or not a valid handshake.
 * @permission none: works on an open connection
 */
export declare function acceptWebSocket(
  connection: u32,
  sequence: u32,
  extra: string,
  flags: WebSocketFlags,
  messageBytesMax: u32,
  idleTimeoutMs: f64,
): boolean;

/**
 * Queues a message. Returns 0, or how many bytes are buffered when the client is too slow (`drained` follows); -1 when
 * the connection is closing.
 * @permission none: works on an open connection
 */
export declare function sendMessage(connection: u32, data: Any<string | Uint8Array>, kind: MessageKind): f64;

/**
 * Starts the closing handshake of a WebSocket. `code` 0: without one. `isLast`: does not wait for the client's
 * close.
 * @permission none: works on an open connection
 */
export declare function closeWebSocket(connection: u32, code: u16, reason: string, isLast: boolean): void;

/**
 * How many bytes are buffered for the client.
 * @permission none: works on an open connection
 */
export declare function waitingBytes(connection: u32): f64;

/**
 * How many bytes were received from the client, without TLS framing. Available for a closed connection until its
 * number is reused.
 * @permission none: works on an open connection
 */
export declare function receivedBytes(connection: u32): f64;

/**
 * How many bytes were written to the client, including buffered ones, without TLS framing. Available as for
 * `receivedBytes`.
 * @permission none: works on an open connection
 */
export declare function writtenBytes(connection: u32): f64;

/**
 * Sets the idle time-out of a connection, in milliseconds, instead of the server's; 0: none.
 * @permission none: works on an open connection
 */
export declare function setIdleLimit(connection: u32, idleTimeoutMs: f64): void;

/**
 * Closes the connection at once; with `reset` by RST.
 * @permission none: works on an open connection
 */
export declare function destroy(connection: u32, sequence: u32, reset: boolean): void;

/**
 * The current time as an HTTP date.
 * @permission none: only the time
 */
export declare function httpDate(): string;
