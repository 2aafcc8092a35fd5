// native:net. Stream sockets: TCP, unix-domain sockets, and streams over descriptors that are open already.
// Implemented by host/net; builtins use it through `internal:node/net/handle`.
//
// A handle is a number until `close`. Operations answer a number: 0 or more is success, less is minus the errno.
// What happens later comes as `event(handle, kind, value)`, each a task of its own:
//   1 connected (errno or 0)      2 accepted (new handle, or minus the errno)   3 end of what the other end sends
//   4 reading failed (errno)      5 all that waited was written                 6 writing failed (errno)
//   7 shut down (errno or 0)      8 closed
import type { Any, f64, i32, u16, u32, u8 } from "./types.ts";

/** One end of a connection. */
export interface End {
  address: string;
  port: u32;
  /** `IPv4`, `IPv6`, or empty for a path (then `address` is the path). */
  family: string;
}

/**
 * Sets what is called on this thread: `read(handle, length)` for what was read, and `event` as above.
 * The `length` bytes are at the start of `receive` (a Uint8Array made once) and must be taken before returning.
 * `status` is an Int32Array whose first element tells how a write went: 0 done, 1 waiting (event 5 or 6 follows), or minus the errno.
 */
export declare function setHandlers(read: Any, event: Any, receive: Any, status: Any): void;

/** Makes a TCP handle; its socket comes with `bind` or `connect`. */
export declare function openTcp(): u32;

/** Makes a handle for a unix-domain stream socket. */
export declare function openPipe(): u32;

/**
 * Takes over a descriptor: a stream socket, pipe or terminal; `close` closes it. It is made non-blocking, a terminal is opened anew
 * for that. EINVAL for a descriptor that is none of them, EBADF when it is not open. Answers the handle.
 */
export declare function openDescriptor(fd: i32): i32;

/**
 * A handle for the terminal at `fd`, over a descriptor of its own: `fd` stays open, blocking and the caller's. EINVAL when it is no
 * terminal, EBADF when it is not open. Answers the handle.
 */
export declare function openTerminal(fd: i32): i32;

/**
 * Makes a pseudo-terminal of that size: the handle is the side that plays the keyboard and the screen, the descriptor (blocking, the
 * caller's) the terminal that a child process gets. Throws EMFILE, ENOENT and the like (syscall `openpty`).
 */
export declare function openTerminalPair(columns: u16, rows: u16): Pair;

/** Sets the size of the terminal behind a handle; its programs hear SIGWINCH. */
export declare function setTerminalSize(handle: u32, columns: u16, rows: u16): i32;

/** Words of the terminal's mode by number: 0 input, 1 output, 2 control, 3 local. -1 when there is none. */
export declare function terminalMode(handle: u32, which: u8): f64;

/** Sets one of these words. */
export declare function setTerminalMode(handle: u32, which: u8, flags: u32): i32;

/** Makes the terminal raw (`cfmakeraw`), or cooked again as it was before. */
export declare function setTerminalRaw(handle: u32, isRaw: boolean): i32;

/** The two ends of `openPair`. */
export interface Pair {
  handle: u32;
  fd: i32;
}

/**
 * Makes two connected unix-domain stream sockets: one is a handle, the other a blocking descriptor that the caller owns (to be given
 * to a child process). Throws EMFILE and the like (syscall `socketpair`).
 */
export declare function openPair(): Pair;

/** 1 TCP, 2 unix-domain socket or pipe, 3 terminal; 0 for a closed handle. */
export declare function kindOf(handle: u32): u8;

/**
 * Gives a TCP handle a local address. `flags`: 1 IPv6 only, 2 share the port (SO_REUSEPORT). An address in use is reported by the
 * `listen` or `connect` that follows. Permission: net.
 */
export declare function bind(handle: u32, address: string, port: u16, flags: u8): i32;

/** What `bind` left to be reported, minus the errno; 0 for nothing. */
export declare function delayedError(handle: u32): i32;

/** Gives a unix-domain handle a path; one that begins with NUL is abstract. The file is removed when the handle is closed. */
export declare function bindPath(handle: u32, path: string): i32;

/** Connects to a numeric address; event 1 follows when the answer is 0. Permission: net. */
export declare function connect(handle: u32, address: string, port: u16): i32;

/** Connects to a path; event 1 follows when the answer is 0. */
export declare function connectPath(handle: u32, path: string): i32;

/** Accepts connections: event 2 for each. */
export declare function listen(handle: u32, backlog: i32): i32;

/** Lets bytes flow. One read takes at most `lengthMax` bytes (0: no limit of its own). */
export declare function readStart(handle: u32, lengthMax: u32): void;

/** Stops the flow; the other end is stopped by the system's buffers. */
export declare function readStop(handle: u32): void;

/**
 * Writes text or bytes. `encoding` of text: 0 UTF-8, 1 Latin-1, 2 UTF-16. Answers how many bytes it makes; how it went is in `status`.
 * The first write of a turn is tried at once, further small ones are joined until its end: their status is 0, and event 6 follows
 * if they fail all the same.
 */
export declare function write(handle: u32, data: Any, encoding: u8): f64;

/** Writes byte views, as one. Answers and status as `write`. */
export declare function writeMany(handle: u32, ...chunks: Any[]): f64;

/** The same with an array of them: for more than a call should have arguments. */
export declare function writeArray(handle: u32, chunks: Any): f64;

/** Ends the sending side when everything is written. Event 7 follows. */
export declare function shutdown(handle: u32): void;

/** Closes: what waits is tried once. Event 8 follows, and no other. */
export declare function close(handle: u32): void;

/** The same, by RST. EINVAL for what is no TCP socket. */
export declare function reset(handle: u32): i32;

/** Whether what the handle waits for keeps the loop alive. */
export declare function setReferenced(handle: u32, referenced: boolean): void;

/** Sends small writes at once (TCP_NODELAY) or waits a little for more. */
export declare function setNoDelay(handle: u32, enabled: boolean): i32;

/** Probes after `delaySeconds` idle, every `intervalSeconds`, giving up after `count`; 0 leaves the system's default. */
export declare function setKeepAlive(
  handle: u32,
  enabled: boolean,
  delaySeconds: u32,
  intervalSeconds: u32,
  count: u32,
): i32;

/** Sets the type of service (0 to 255) of outgoing packets. */
export declare function setTypeOfService(handle: u32, value: u8): i32;

/** The type of service of outgoing packets. */
export declare function typeOfService(handle: u32): i32;

/** Sets who may connect to a bound path: 1 any reader, 2 any writer. */
export declare function setPathMode(handle: u32, mode: u8): i32;

/** The own end; null when there is none. */
export declare function localEnd(handle: u32): End | null;

/** The other end; null when there is none. */
export declare function remoteEnd(handle: u32): End | null;

/** The number of the descriptor; -1 without one. */
export declare function descriptorOf(handle: u32): i32;

/** Takes the descriptor out of the handle, which is then as closed (event 8 follows). The caller owns it. */
export declare function takeDescriptor(handle: u32): i32;

/** A second descriptor for the same socket, which the caller owns. */
export declare function duplicateDescriptor(handle: u32): i32;

/** Bytes that wait to be written. */
export declare function waitingBytes(handle: u32): f64;

/** Closes a descriptor that `takeDescriptor` or `duplicateDescriptor` gave and nobody adopted. */
export declare function closeDescriptor(fd: i32): i32;
