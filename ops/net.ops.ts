// native:net. Stream sockets: TCP, unix-domain sockets, and streams over open descriptors. Implemented by host/net;
// builtins use it through `internal:node/net/handle`.
//
// A handle is a number until `close`. Operations return a number: 0 or more is success, a negative number is the
// negated errno. Later results are reported by the handler `event`, each a task of its own.
import type { Any, Enum, EnumOf, Flags, FlagsOf, Handlers, f64, i32, u16, u32, u8 } from "./types.ts";

/** The kinds of handles. */
export declare const StreamKind: Enum<
  u8,
  {
    TCP: 1;
    /** A unix-domain socket or a pipe. */
    PIPE: 2;
    TERMINAL: 3;
  }
>;
export type StreamKind = EnumOf<typeof StreamKind>;

/** What `event` reports of a handle. */
export declare const StreamEvent: Enum<
  u8,
  {
    /** Connecting is over: 0 or the errno. */
    CONNECTED: 1;
    /** A listening handle accepted a connection: the new handle, or the negated errno. */
    ACCEPTED: 2;
    /** The peer sends no more. */
    END: 3;
    /** Reading failed: the errno. */
    READ_FAILED: 4;
    /** The write queue is empty. */
    WRITTEN: 5;
    /** Writing failed: the errno. */
    WRITE_FAILED: 6;
    /** The sending side is shut down: 0 or the errno. */
    SHUT_DOWN: 7;
    CLOSED: 8;
  }
>;
export type StreamEvent = EnumOf<typeof StreamEvent>;

/** The status of a write; a negative number is the negated errno. */
export declare const WriteStatus: Enum<
  u8,
  {
    DONE: 0;
    /** Queued: `WRITTEN` or `WRITE_FAILED` follows. */
    WAITING: 1;
  }
>;
export type WriteStatus = EnumOf<typeof WriteStatus>;

/** The encodings of strings that are written. */
export declare const WriteEncoding: Enum<u8, { UTF8: 0; LATIN1: 1; UTF16: 2 }>;
export type WriteEncoding = EnumOf<typeof WriteEncoding>;

/** How a TCP handle is bound. */
export declare const StreamBindFlags: Flags<
  u8,
  {
    /** Accepts connections over IPv6 only. */
    IPV6_ONLY: 1;
    /** Shares the port with other sockets (SO_REUSEPORT). */
    SHARE_PORT: 2;
  }
>;
export type StreamBindFlags = FlagsOf<typeof StreamBindFlags>;

/** Which users besides the owner may connect to a bound path. */
export declare const PathModeFlags: Flags<u8, { READERS: 1; WRITERS: 2 }>;
export type PathModeFlags = FlagsOf<typeof PathModeFlags>;

/** The flag words of a terminal's mode (termios(3)). */
export declare const TerminalWord: Enum<u8, { INPUT: 0; OUTPUT: 1; CONTROL: 2; LOCAL: 3 }>;
export type TerminalWord = EnumOf<typeof TerminalWord>;

/** What the handles of a thread notify. */
export interface StreamHandlers extends Handlers {
  /** `length` bytes were received: they are at the start of `receive`, and must be consumed before returning. */
  read(handle: u32, length: u32): void;
  /** A later result. */
  event(handle: u32, kind: StreamEvent, value: i32): void;
}

/** One endpoint of a connection. */
export interface Endpoint {
  address: string;
  port: u32;
  /** `IPv4`, `IPv6`, or empty for a path (then `address` is the path). */
  family: string;
}

/**
 * Sets the callbacks of this thread. `receive` is one Uint8Array for all reads. `status` is an Int32Array whose first
 * element is the status of a write: a `WriteStatus`, or the negated errno.
 * @permission none: sets callbacks of this thread
 */
export declare function setHandlers(handlers: StreamHandlers, receive: Any<Uint8Array>, status: Any<Int32Array>): void;

/**
 * Creates a TCP handle; `bind` or `connect` creates its socket.
 * @permission none: a new handle has no address
 */
export declare function openTcp(): u32;

/**
 * Creates a handle for a unix-domain stream socket.
 * @permission none: a new handle has no address
 */
export declare function openPipe(): u32;

/**
 * Takes ownership of a descriptor: a stream socket, pipe or terminal; `close` closes it. It is made non-blocking; a
 * terminal is reopened for that. EINVAL for another kind of descriptor, EBADF when it is not open. Returns the
 * handle.
 * @permission none: takes over an open descriptor
 */
export declare function openDescriptor(fd: i32): i32;

/**
 * A handle for the terminal at `fd`, over a descriptor of its own: `fd` stays open, blocking and owned by the
 * caller. EINVAL when it is not a terminal, EBADF when it is not open. Returns the handle.
 * @permission none: takes over an open descriptor
 */
export declare function openTerminal(fd: i32): i32;

/**
 * Creates a pseudo-terminal of that size: the handle is its controlling side, the descriptor (blocking, owned by the
 * caller) is the terminal for a child process. Throws the system's error, such as EMFILE or ENOENT (syscall
 * `openpty`).
 * @permission none: creates a terminal of its own
 */
export declare function openTerminalPair(columns: u16, rows: u16): Pair;

/**
 * Sets the size of the terminal of a handle; its programs receive SIGWINCH.
 * @permission none: works on an open handle
 */
export declare function setTerminalSize(handle: u32, columns: u16, rows: u16): i32;

/**
 * A flag word of the terminal's mode. -1 without one.
 * @permission none: works on an open handle
 */
export declare function terminalMode(handle: u32, which: TerminalWord): f64;

/**
 * Sets one of these flag words.
 * @permission none: works on an open handle
 */
export declare function setTerminalMode(handle: u32, which: TerminalWord, flags: u32): i32;

/**
 * Sets raw mode of the terminal (`cfmakeraw`), or its original mode.
 * @permission none: works on an open handle
 */
export declare function setTerminalRaw(handle: u32, isRaw: boolean): i32;

/** The two ends of `openPair`. */
export interface Pair {
  handle: u32;
  fd: i32;
}

/**
 * Creates two connected unix-domain stream sockets: one is a handle, the other a blocking descriptor that the caller
 * owns (for a child process). Throws the system's error, such as EMFILE (syscall `socketpair`).
 * @permission none: connects two sockets of this process
 */
export declare function openPair(): Pair;

/** The two ends of `openAnonymousPipe`: blocking descriptors that the caller owns. */
export interface AnonymousPipe {
  reader: i32;
  writer: i32;
}

/**
 * Creates a pipe: a program that writes to it when its reader is closed ends by SIGPIPE. Throws the system's error (syscall `pipe2`).
 * @permission none: connects two descriptors of this process
 */
export declare function openAnonymousPipe(): AnonymousPipe;

/**
 * The `StreamKind` of a handle; 0 for a closed one.
 * @permission none: works on an open handle
 */
export declare function kindOf(handle: u32): u8;

/**
 * Binds a TCP handle to a local address. An address in use is reported by the next `listen` or `connect`.
 * @permission net(address, port)
 */
export declare function bind(handle: u32, address: string, port: u16, flags: StreamBindFlags): i32;

/**
 * The delayed error of `bind`, as the negated errno; 0 for none.
 * @permission none: works on an open handle
 */
export declare function delayedError(handle: u32): i32;

/**
 * Binds a unix-domain handle to a path; one that begins with NUL is abstract. The file is removed when the handle is
 * closed.
 * @permission unix(path)
 */
export declare function bindPath(handle: u32, path: string): i32;

/**
 * Connects to a numeric address; `CONNECTED` follows when the result is 0.
 * @permission net(address, port)
 */
export declare function connect(handle: u32, address: string, port: u16): i32;

/**
 * Connects to a path; `CONNECTED` follows when the result is 0.
 * @permission unix(path)
 */
export declare function connectPath(handle: u32, path: string): i32;

/**
 * Accepts connections: `ACCEPTED` for each.
 * @permission none: `bind` checked the address
 */
export declare function listen(handle: u32, backlog: i32): i32;

/**
 * Starts reading. One read returns at most `lengthMax` bytes (0: the default).
 * @permission none: works on an open handle
 */
export declare function readStart(handle: u32, lengthMax: u32): void;

/**
 * Stops reading; back-pressure stops the peer.
 * @permission none: works on an open handle
 */
export declare function readStop(handle: u32): void;

/**
 * Writes a string (in `encoding`) or bytes. Returns the number of bytes; the result is in `status`. The first write of
 * a turn is tried at once, further small ones are joined until its end: their status is `DONE`, and `WRITE_FAILED`
 * follows if they fail later.
 * @permission none: works on an open handle
 */
export declare function write(handle: u32, data: Any<string | Uint8Array>, encoding: WriteEncoding): f64;

/**
 * Writes byte views, as one. Result and status as for `write`.
 * @permission none: works on an open handle
 */
export declare function writeMany(handle: u32, ...chunks: Any<Uint8Array>[]): f64;

/**
 * The same with an array of views, for more than a call should have as arguments.
 * @permission none: works on an open handle
 */
export declare function writeArray(handle: u32, chunks: Any<readonly Uint8Array[]>): f64;

/**
 * Shuts down the sending side when everything is written. `SHUT_DOWN` follows.
 * @permission none: works on an open handle
 */
export declare function shutdown(handle: u32): void;

/**
 * Closes: the write queue is tried once. `CLOSED` follows, and no other.
 * @permission none: works on an open handle
 */
export declare function close(handle: u32): void;

/**
 * The same, by RST. EINVAL for another kind of socket than TCP.
 * @permission none: works on an open handle
 */
export declare function reset(handle: u32): i32;

/**
 * Sets whether the handle's activity keeps the loop alive.
 * @permission none: works on an open handle
 */
export declare function setReferenced(handle: u32, referenced: boolean): void;

/**
 * Sends small writes at once (TCP_NODELAY) or delays them briefly.
 * @permission none: works on an open handle
 */
export declare function setNoDelay(handle: u32, enabled: boolean): i32;

/**
 * Probes the peer after `delaySeconds` idle, every `intervalSeconds`, giving up after `count`; 0 leaves the system's
 * default.
 * @permission none: works on an open handle
 */
export declare function setKeepAlive(
  handle: u32,
  enabled: boolean,
  delaySeconds: u32,
  intervalSeconds: u32,
  count: u32,
): i32;

/**
 * Sets the type of service (0 to 255) of outgoing packets.
 * @permission none: works on an open handle
 */
export declare function setTypeOfService(handle: u32, value: u8): i32;

/**
 * The type of service of outgoing packets.
 * @permission none: works on an open handle
 */
export declare function typeOfService(handle: u32): i32;

/**
 * Sets which users may connect to a bound path.
 * @permission none: works on an open handle
 */
export declare function setPathMode(handle: u32, mode: PathModeFlags): i32;

/**
 * The local endpoint; null without one.
 * @permission none: works on an open handle
 */
export declare function localEndpoint(handle: u32): Endpoint | null;

/**
 * The remote endpoint; null without one.
 * @permission none: works on an open handle
 */
export declare function remoteEndpoint(handle: u32): Endpoint | null;

/**
 * The number of the descriptor; -1 without one.
 * @permission none: works on an open handle
 */
export declare function descriptorOf(handle: u32): i32;

/**
 * Takes the descriptor out of the handle, which is then closed (`CLOSED` follows). The caller owns it.
 * @permission none: works on an open handle
 */
export declare function takeDescriptor(handle: u32): i32;

/**
 * Duplicates the descriptor of the socket; the caller owns the duplicate.
 * @permission none: works on an open handle
 */
export declare function duplicateDescriptor(handle: u32): i32;

/**
 * The number of bytes in the write queue.
 * @permission none: works on an open handle
 */
export declare function waitingBytes(handle: u32): f64;

/**
 * Closes a descriptor of `takeDescriptor` or `duplicateDescriptor` that was not adopted.
 * @permission none: works on an open descriptor
 */
export declare function closeDescriptor(fd: i32): i32;
