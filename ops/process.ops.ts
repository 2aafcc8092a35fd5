// native:process. The process and its environment. Implemented by host/process.
import type { Bytes, BytesMut, Path, f64, i32, u32, u8 } from "./types.ts";

/** The arguments as the system gave them: program first. */
export declare function argv(): string[];

/** The path of this executable. */
export declare function execPath(): string;

/** Names and values of the environment in turn. */
export declare function environment(): string[];

/** The value of an environment variable; null when it is not set. */
export declare function getEnvironment(name: string): string | null;

/** Names and values in turn that the text of an .env file has, sorted by name. */
export declare function readEnvironmentText(text: string): string[];

/** The working directory. Throws ENOENT (`uv_cwd`) when it is gone. */
export declare function cwd(): string;

/** Changes the working directory. */
export declare function chdir(path: Path): void;

/** How many times any thread of the process has changed the working directory: who kept it can tell whether it still holds. */
export declare function chdirCount(): u32;

/** Number of this process. */
export declare function pid(): u32;

/** Number of the parent. */
export declare function parentPid(): u32;

/**
 * Ends the process at once with `code`, after writing what waits for standard output. `finishesJobs`: jobs of the thread pool, such as
 * writes of files, are done first, for two seconds at most.
 */
export declare function exit(code: i32, finishesJobs: boolean): void;

/** Ends the process as by SIGABRT. */
export declare function abort(): void;

/** Sends `signal` (0 only asks) to a process. */
export declare function kill(pid: i32, signal: i32): void;

/** Sets the file mode mask and returns the old one; -1 only asks. */
export declare function umask(mask: i32): u32;

/** Real and effective user and group: uid, euid, gid, egid. */
export interface Identity {
  uid: u32;
  effectiveUid: u32;
  gid: u32;
  effectiveGid: u32;
}
/** Who runs the process. */
export declare function identity(): Identity;

/** The supplementary groups: unsigned 32-bit words. */
export declare function groups(): Bytes;

/** Bytes of memory of the process that are resident. */
export declare function residentBytes(): f64;

/** Subscribes to a signal: events come through `onEvent(1)` as the number of the signal. Throws EINVAL for SIGKILL and SIGSTOP. */
export declare function watchSignal(signal: i32): void;

/** Ends the subscription; the default action comes back. */
export declare function unwatchSignal(signal: i32): void;

/** Becomes another user or group: `kind` 0 real and effective user, 1 group, 2 effective user, 3 effective group. Throws EPERM (syscall named after the kind). */
export declare function setIdentity(kind: u8, id: u32): void;

/** Sets the supplementary groups: unsigned 32-bit words. Throws EPERM. */
export declare function setGroups(groups: Bytes): void;

/** Sets the supplementary groups to those of user `name` and `group`. Throws EPERM. */
export declare function initializeGroups(name: string, group: u32): void;

/** The number of a user; -1 when there is none of that name. */
export declare function userNumber(name: string): f64;

/** The number of a group; -1 when there is none of that name. */
export declare function groupNumber(name: string): f64;

/** The name of a user; null when there is none of that number. */
export declare function userName(id: u32): string | null;

/**
 * What the process (or, with `thread`, this thread) used, as 64-bit floats in `out`: user and system time in microseconds, then the most memory
 * in kilobytes, shared memory, data, stack, minor and major page faults, swaps, reads, writes, messages sent and received, signals,
 * voluntary and involuntary switches.
 */
export declare function usage(out: BytesMut, thread: boolean): void;
