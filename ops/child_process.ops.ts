// native:child_process. Starting programs, waiting for them, and the channel to them. Implemented by host/child_process.
import type { Any, Bytes, Path, f64, i32, u32, u8 } from "./types.ts";

/** A started program. */
export interface Started {
  /** Names it in the other functions until its exit was delivered. */
  child: u32;
  pid: u32;
  /** 32-bit words: for each descriptor of the child, this end of its pipe (which the caller now owns), or -1. */
  pipes: Bytes;
}

/**
 * Starts a program. `file` without a slash is searched in the PATH of `environment` (`NAME=value` each). `uid` and `gid`: -1 keeps.
 * `stdio`: 32-bit words, one for each descriptor of the child: -1 nothing (the null device for 0, 1 and 2), -2 a pipe, otherwise the number
 * of this process's descriptor. `flags`: 1 a session of its own, 2 whose terminal is the one at
 * descriptor 0. Its end comes as the event 70 (child, exit code, signal).
 * Throws the system's error (syscall `spawn`). Permission: run.
 */
export declare function spawn(
  file: Path,
  argv: string[],
  environment: string[],
  directory: Path | null,
  uid: f64,
  gid: f64,
  stdio: Bytes,
  flags: u8,
): Started;

/**
 * What the child took whose end is the event that is being delivered, as twelve numbers: microseconds of user and system time, bytes of
 * resident and shared memory at most, swaps, blocks read and written, messages sent and received, signals, voluntary and involuntary
 * context switches.
 */
export declare function usageOfEnded(): Any;

/** Sends a signal (0 only asks). Returns 0 or a negative error number: -3 when the child has ended. */
export declare function signal(child: u32, number: i32): i32;

/** Lets the running child keep the process alive, or not. */
export declare function setReferenced(child: u32, referenced: boolean): void;

/**
 * Starts a program and waits for its end and for that of its pipes. `inputs`: an array with the bytes for each descriptor, or null. After `timeoutMs`
 * (0: never), or when the outputs together are larger than `maxBytes` (0: any), the child gets `killSignal`. Returns `{ pid, code, signal,
 * errno, outputs, usage }`: `code` -1 when it was ended by `signal`, `errno` a negative error number or 0, `outputs` an array with the bytes that came
 * from each pipe, null for what is none; and `usage` as `usageOfEnded` gives it. Otherwise as `spawn`. Permission: run.
 */
export declare function spawnSync(
  file: Path,
  argv: string[],
  environment: string[],
  directory: Path | null,
  uid: f64,
  gid: f64,
  stdio: Bytes,
  flags: u8,
  inputs: Any,
  timeoutMs: f64,
  maxBytes: f64,
  killSignal: i32,
): Any;

/** Replaces this process by another program. Returns only by throwing (syscall `execve`). Permission: run. */
export declare function execute(file: Path, argv: string[], environment: string[]): void;

/**
 * Takes over the connected Unix socket `fd` as a channel. It does not keep the process alive until `referenceChannel`. Events 71 (channel, what,
 * value): what 0: `value` bytes came; 1: the other end closed; 2: a queued `send` is out, `value` is how many still wait.
 */
export declare function openChannel(fd: i32): u32;

/** Starts to read, or stops. */
export declare function readChannel(channel: u32, reads: boolean): void;

/** Sends bytes, with a copy of descriptor `fd` unless it is -1. Returns 0 when all is out, 1 when it is queued, or a negative error number. */
export declare function send(channel: u32, bytes: Bytes, fd: i32): i32;

/** The next descriptor that came with bytes; the caller owns it. -1 when there is none. */
export declare function takeDescriptor(channel: u32): i32;

/** Lets the open channel keep the process alive, or not. */
export declare function referenceChannel(channel: u32, referenced: boolean): void;

/** Closes the channel after what is queued is out. No event follows. */
export declare function closeChannel(channel: u32): void;

/** What a socket descriptor is: 0 none, 1 a connected stream, 2 a listening stream, 3 datagrams; 16 is added for a Unix path. */
export declare function kindOfSocket(fd: i32): u8;
