// native:stdio. Writing to standard output and error. Implemented by host/stdio.
import type { Any, Bytes, f64, i32, u8 } from "./types.ts";

/**
 * Writes text (UTF-8) to standard output: the first of a turn at once, the rest is joined. It is out before the loop waits, the process
 * ends, or 20 ms have passed. A closed pipe and a full disk are ignored.
 */
export declare function writeOut(text: Any): void;

/** Writes text (UTF-8) to standard error, after what waits for standard output. Failures are ignored. */
export declare function writeError(text: Any): void;

/** Writes bytes to descriptor 1 or 2 in order with the text; blocks until all is taken. Throws EPIPE and the like. */
export declare function writeBytes(fd: i32, bytes: Bytes): void;

/** Writes what waits. */
export declare function flush(): void;

/** What a descriptor is: 0 unknown or closed, 1 file, 2 terminal, 3 pipe, 4 socket, 5 another device. */
export declare function kindOf(fd: i32): u8;

/** Columns of the terminal at `fd`; 0 when it is none. */
export declare function columns(fd: i32): f64;

/** Rows of the terminal at `fd`; 0 when it is none. */
export declare function rows(fd: i32): f64;

/**
 * Puts a terminal into raw mode (keys come at once, unseen and uninterpreted) or back into the mode that it had before the first change.
 * Throws EBADF, ENOTTY and the like (syscall `tcsetattr`).
 */
export declare function setRawMode(fd: i32, isRaw: boolean): void;
