// native:process. The process and its environment. Implemented by host/process.
import type { Bytes, BytesMut, Enum, EnumOf, Path, f64, i32, u32, u8 } from "./types.ts";

/** Events of the loop about the process. */
export declare const ProcessLoopEvent: Enum<
  i32,
  {
    /** A signal arrived: (its number). */
    SIGNAL: 1;
    /** The signal of `watchRareSignal` arrived. */
    RARE_SIGNAL: 2;
    /** The process ends since its heap is over its limit (`announceHeapLimit`). Raised from within running code. */
    OUT_OF_MEMORY: 3;
  }
>;

/** Which user or group `setIdentity` changes. */
export declare const IdentityKind: Enum<
  u8,
  {
    /** Real and effective user. */
    USER: 0;
    GROUP: 1;
    EFFECTIVE_USER: 2;
    EFFECTIVE_GROUP: 3;
  }
>;
export type IdentityKind = EnumOf<typeof IdentityKind>;

/** The numbers of `usage`, by their index (getrusage(2)). */
export declare const UsageField: Enum<
  u8,
  {
    USER_MICROSECONDS: 0;
    SYSTEM_MICROSECONDS: 1;
    PEAK_KILOBYTES: 2;
    SHARED_MEMORY: 3;
    UNSHARED_DATA: 4;
    UNSHARED_STACK: 5;
    MINOR_FAULTS: 6;
    MAJOR_FAULTS: 7;
    SWAPS: 8;
    BLOCK_READS: 9;
    BLOCK_WRITES: 10;
    MESSAGES_SENT: 11;
    MESSAGES_RECEIVED: 12;
    SIGNALS: 13;
    VOLUNTARY_SWITCHES: 14;
    INVOLUNTARY_SWITCHES: 15;
    /** How many there are. */
    COUNT: 16;
  }
>;

/**
 * The arguments of the process, unchanged: program first.
 * @permission none: arguments of this process
 */
export declare function argv(): string[];

/**
 * Shows `title` as the command line of the process, as far as its arguments have space, and as the name of its main
 * thread. Returns what is shown.
 * @permission none: affects this process
 */
export declare function setTitle(title: string): string;

/**
 * The version of the C library that runs; null for another one than glibc.
 * @permission none: a constant of this process
 */
export declare function cLibraryVersion(): string | null;

/**
 * The path of this executable.
 * @permission none: a fact about this process
 */
export declare function execPath(): string;

/**
 * The environment: alternating names and values.
 * @permission none: `process.env` and `Deno.env` check what they pass to programs
 */
export declare function environment(): string[];

/**
 * The value of an environment variable; null when it is not set.
 * @permission none: settings of the builtins; programs have `process.env` and `Deno.env`
 */
export declare function getEnvironment(name: string): string | null;

/**
 * Parses the contents of an .env file: alternating names and values, sorted by name.
 * @permission none: a pure computation
 */
export declare function readEnvironmentText(text: string): string[];

/**
 * The working directory. Throws ENOENT (`uv_cwd`) when it is gone.
 * @permission none: a fact about this process
 */
export declare function cwd(): string;

/**
 * Changes the working directory.
 * @permission read(path)
 */
export declare function chdir(path: Path): void;

/**
 * How many times the working directory of the process was changed, by any thread: a cached one is valid while this
 * stays the same.
 * @permission none: a fact about this process
 */
export declare function chdirCount(): u32;

/**
 * Gives this thread a working directory and a mask of new files of its own, at first those of the process: `chdir` and `umask`
 * change nothing else from now on. Returns whether the system can.
 * @permission none: the directory stays
 */
export declare function separateDirectory(): boolean;

/**
 * Takes over the working directory of the process, in a thread where an earlier realm separated its own.
 * @permission none: the directory is that of the process
 */
export declare function restoreDirectory(): void;

/**
 * Number of this process.
 * @permission none: a fact about this process
 */
export declare function pid(): u32;

/**
 * Number of the parent.
 * @permission none: a fact about this process
 */
export declare function parentPid(): u32;

/**
 * Ends the process at once with `code`, after writing buffered standard output. `finishesJobs`: jobs of the thread
 * pool, such as writes of files, are finished first, for two seconds at most.
 * @permission none: ends this process
 */
export declare function exit(code: i32, finishesJobs: boolean): void;

/**
 * Ends the process as by SIGABRT.
 * @permission none: ends this process
 */
export declare function abort(): void;

/**
 * Sends `signal` (0 only checks that the process exists) to a process.
 * @permission signal(pid)
 */
export declare function kill(pid: i32, signal: i32): void;

/**
 * Sets the file mode mask and returns the old one; null only reads it.
 * @permission sys("umask")
 */
export declare function umask(mask: u32 | null): u32;

/** Real and effective user and group: uid, euid, gid, egid. */
export interface Identity {
  uid: u32;
  effectiveUid: u32;
  gid: u32;
  effectiveGid: u32;
}
/**
 * The users and groups of the process. `fact` is Deno's name for the one that the caller returns to the program.
 * @permission sys(fact)
 */
export declare function identity(fact: string): Identity;

/**
 * The supplementary groups: unsigned 32-bit words.
 * @permission sys("gid")
 */
export declare function groups(): Bytes;

/**
 * Bytes of memory of the process that are resident.
 * @permission none: a fact about this process
 */
export declare function residentBytes(): f64;

/**
 * The limit of the control group of the process in bytes; infinite without one.
 * @permission none: a fact about this process
 */
export declare function memoryLimitBytes(): f64;

/**
 * The limit of the heap in bytes, from the command line or the control group; infinite without one.
 * @permission none: a fact about this process
 */
export declare function heapLimitBytes(): f64;

/**
 * Raises the event `OUT_OF_MEMORY` before this process ends because its heap is over the limit that the command line
 * requested. On the main thread.
 * @permission none: a fact about this process
 */
export declare function announceHeapLimit(): void;

/**
 * Subscribes to a signal: the event `SIGNAL` reports it. Throws EINVAL for SIGKILL and SIGSTOP.
 * @permission none: receives signals of this process
 */
export declare function watchSignal(signal: i32): void;

/**
 * Subscribes to a signal that hardly ever arrives, once per process: the event `RARE_SIGNAL` reports it, unless this thread
 * watches it also with `watchSignal`. Costs no descriptor.
 * @permission none: receives signals of this process
 */
export declare function watchRareSignal(signal: i32): void;

/**
 * Ends the subscription; the default action is restored.
 * @permission none: receives signals of this process
 */
export declare function unwatchSignal(signal: i32): void;

/**
 * Changes a user or group of the process. Throws EPERM (syscall named after the kind).
 * @permission sys("setuid")
 * @permission sys("setgid")
 * @permission sys("seteuid")
 * @permission sys("setegid")
 */
export declare function setIdentity(kind: IdentityKind, id: u32): void;

/**
 * Sets the supplementary groups: unsigned 32-bit words. Throws EPERM.
 * @permission sys("setgid")
 */
export declare function setGroups(groups: Bytes): void;

/**
 * Sets the supplementary groups to those of user `name` and `group`. Throws EPERM.
 * @permission sys("setgid")
 */
export declare function initializeGroups(name: string, group: u32): void;

/**
 * The number of a user; null for an unknown name.
 * @permission sys("uid")
 */
export declare function userNumber(name: string): u32 | null;

/**
 * The number of a group; null for an unknown name.
 * @permission sys("gid")
 */
export declare function groupNumber(name: string): u32 | null;

/**
 * The name of a user; null for an unknown number.
 * @permission sys("userInfo")
 */
export declare function userName(id: u32): string | null;

/**
 * The resource usage of the process (or, with `thread`, of this thread): the numbers of `UsageField` as 64-bit floats in
 * `out`, as far as they fit.
 * @permission none: a fact about this process
 */
export declare function usage(out: BytesMut, thread: boolean): void;
