// native:stdio. Writing to standard output and error. Implemented by host/stdio.
import type { Any, Bytes, Enum, EnumOf, f64, i32, u8 } from "./types.ts";

/** What a descriptor refers to. */
export declare const DescriptorKind: Enum<
  u8,
  {
    /** Or closed. */
    UNKNOWN: 0;
    FILE: 1;
    TERMINAL: 2;
    PIPE: 3;
    SOCKET: 4;
    /** A device other than a terminal. */
    DEVICE: 5;
  }
>;
export type DescriptorKind = EnumOf<typeof DescriptorKind>;

/**
 * Writes a string (UTF-8) to standard output: the first of a turn at once, the rest is joined. It is written before
 * the loop waits, the process exits, or 20 ms have passed. A closed pipe and a full disk are ignored.
 * @permission none: all programs have standard output and error
 */
export declare function writeOut(text: Any<string>): void;

/**
 * Writes a string (UTF-8) to standard error, after buffered standard output. Failures are ignored.
 * @permission none: all programs have standard output and error
 */
export declare function writeError(text: Any<string>): void;

/**
 * Writes bytes to descriptor 1 or 2, in order with the strings; blocks until all are written. Throws the system's
 * error, such as EPIPE.
 * @permission none: all programs have standard output and error
 */
export declare function writeBytes(fd: i32, bytes: Bytes): void;

/**
 * Writes buffered output.
 * @permission none: all programs have standard output and error
 */
export declare function flush(): void;

/**
 * The kind of a descriptor.
 * @permission none: works on an open descriptor
 */
export declare function kindOf(fd: i32): DescriptorKind;

/**
 * Columns of the terminal at `fd`; 0 when it is not a terminal.
 * @permission none: works on an open descriptor
 */
export declare function columns(fd: i32): f64;

/**
 * Rows of the terminal at `fd`; 0 when it is not a terminal.
 * @permission none: works on an open descriptor
 */
export declare function rows(fd: i32): f64;

/**
 * Sets raw mode of a terminal (keys arrive at once, without echo or processing) or the mode from before the first
 * change. Throws the system's error, such as EBADF or ENOTTY (syscall `tcsetattr`).
 * @permission none: works on an open descriptor
 */
export declare function setRawMode(fd: i32, isRaw: boolean): void;

/**
 * Keeps what this thread writes to standard output and error (true), or writes it again (false). What was kept is for
 * `takeCaptured`. Descriptors that are written to directly, also by children, are not captured.
 * @permission none: all programs have standard output and error
 */
export declare function captureOutput(isOn: boolean): void;

/**
 * What was kept since the last call, in the order of the writes; at most 4 MiB of it.
 * @permission none: all programs have standard output and error
 */
export declare function takeCaptured(): Any<Uint8Array>;
