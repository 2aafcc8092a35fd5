// native:child_process. Starting programs, waiting for them, and IPC channels. Implemented by host/child_process.
import type { Any, Bytes, Path, f64, i32, u32, u8 } from "./types.ts";

/** A started program. */
export interface Started {
  /** Identifies it in the other functions until its exit was reported. */
  child: u32;
  pid: u32;
  /**
   * 32-bit words: for each descriptor of the child, the parent's end of its pipe (which the caller now owns), or -1.
   */
  pipes: Bytes;
}

/**
 * Starts a program. `file` without a slash is searched in the PATH of `environment` (`NAME=value` each). `uid` and
 * `gid`: -1 leaves them unchanged. `stdio`: 32-bit words, one for each descriptor of the child: -1 nothing (the null
 * device for 0, 1 and 2), -2 a pipe, otherwise the number of a descriptor of this process. `flags`: 1 a session of
 * its own, 2 whose controlling terminal is at descriptor 0. Its exit is the event 70 (child, exit code, signal).
 * Throws the system's error (syscall `spawn`).
 * @permission run(file, environment, directory)
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
 * The resource usage of the child whose exit is being reported, as twelve numbers: microseconds of user and system
 * time, maximum bytes of resident and shared memory, swaps, blocks read and written, messages sent and received,
 * signals, voluntary and involuntary context switches.
 * @permission none: works on a child of this process
 */
export declare function usageOfEnded(): Any;

/**
 * Sends a signal (0 only checks that the child exists). Returns 0 or a negative errno: -3 when the child has exited.
 * @permission none: works on a child of this process
 */
export declare function signal(child: u32, number: i32): i32;

/**
 * Sets whether the running child keeps the process alive.
 * @permission none: works on a child of this process
 */
export declare function setReferenced(child: u32, referenced: boolean): void;

/**
 * Starts a program and waits until it has exited and its pipes are closed. `inputs`: an array with the input bytes
 * for each descriptor, or null. After `timeoutMs` (0: never), or when the outputs together are larger than
 * `maxBytes` (0: no limit), the child is sent `killSignal`. Returns `{ pid, code, signal, errno, outputs, usage }`:
 * `code` -1 when it was killed by `signal`, `errno` a negative errno or 0, `outputs` an array with the bytes from
 * each pipe, null for other descriptors; and `usage` as `usageOfEnded`. Otherwise as `spawn`.
 * @permission run(file, environment, directory)
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

/**
 * Replaces this process by another program. Returns only by throwing (syscall `execve`).
 * @permission run(file, environment)
 */
export declare function execute(file: Path, argv: string[], environment: string[]): void;

/**
 * Takes ownership of the connected Unix socket `fd` as an IPC channel. It does not keep the process alive until
 * `referenceChannel`. Events 71 (channel, what, value): what 0: `value` bytes arrived; 1: the peer closed; 2: a
 * queued `send` was sent, `value` is how many are still queued.
 * @permission none: takes over an open descriptor
 */
export declare function openChannel(fd: i32): u32;

/**
 * Starts or stops reading.
 * @permission none: works on an open channel
 */
export declare function readChannel(channel: u32, reads: boolean): void;

/**
 * Sends bytes, with a duplicate of descriptor `fd` unless it is -1. Returns 0 when everything is sent, 1 when it is
 * queued, or a negative errno.
 * @permission none: works on an open channel
 */
export declare function send(channel: u32, bytes: Bytes, fd: i32): i32;

/**
 * The next descriptor that arrived with bytes; the caller owns it. -1 without one.
 * @permission none: works on an open channel
 */
export declare function takeDescriptor(channel: u32): i32;

/**
 * Sets whether the open channel keeps the process alive.
 * @permission none: works on an open channel
 */
export declare function referenceChannel(channel: u32, referenced: boolean): void;

/**
 * Closes the channel after the queue is sent. No event follows.
 * @permission none: works on an open channel
 */
export declare function closeChannel(channel: u32): void;

/**
 * The kind of a socket descriptor: 0 not a socket, 1 a connected stream, 2 a listening stream, 3 datagrams; 16 is
 * added for a Unix path.
 * @permission none: works on an open descriptor
 */
export declare function kindOfSocket(fd: i32): u8;
