// native:worker. Threads: each has a realm of its own and a parent. Implemented by host/worker. Events of the loop
// notify the parent of its children (`internal:web/worker/events`).
import type { Any, Bytes, Enum, EnumOf, f64, i32, u32, u8 } from "./types.ts";

/** Events of the loop about threads and locks. */
export declare const ThreadLoopEvent: Enum<
  i32,
  {
    /**
     * Output of a child: (child, descriptor, bytes, ends). `ends`: null, or the bytes of a Uint32Array of where each of
     * several joined writes ends.
     */
    OUTPUT: 41;
    /** An uncaught error of a child: (child, 0, the serialized error). */
    ERROR: 42;
    /** A child has ended: (child, exit code). */
    EXIT: 43;
    /** A child begins: (child). */
    ONLINE: 44;
    /** The heap of a child exceeded its limit: (child). */
    OUT_OF_MEMORY: 46;
    /** Another thread called `notify`: (that thread, request, detail). */
    NOTIFICATION: 47;
    /** A lock changed: (lock, `LockChange`). */
    LOCK: 48;
  }
>;

/** What one thread requests of another by `notify`; `internal:node/worker/thread_requests` defines the replies. */
export declare const ThreadRequest: Enum<
  u8,
  {
    /** Returned to the sender: the thread ended before it received the request. */
    LOST: 0;
    /** `postMessageToThread`. */
    MESSAGE: 1;
    HEAP_STATISTICS: 2;
    CPU_USAGE: 3;
    START_CPU_PROFILE: 4;
    END_CPU_PROFILE: 5;
    HEAP_SNAPSHOT: 6;
    /** The recorded categories of trace events have changed; without a reply. */
    TRACE_CATEGORIES: 7;
    /** The thread's part of a diagnostic report. */
    REPORT: 8;
  }
>;
export type ThreadRequest = EnumOf<typeof ThreadRequest>;

/** How a lock is requested. */
export declare const LockRequestKind: Enum<
  u8,
  {
    /** Waits until it is available. */
    WAIT: 0;
    /** Only if it is available now. */
    IF_AVAILABLE: 1;
    /** Steals it from its holders. */
    STEAL: 2;
  }
>;
export type LockRequestKind = EnumOf<typeof LockRequestKind>;

/** The state of a new request. */
export declare const LockState: Enum<u8, { QUEUED: 0; GRANTED: 1; UNAVAILABLE: 2 }>;
export type LockState = EnumOf<typeof LockState>;

/** What happened to a requested lock. */
export declare const LockChange: Enum<u8, { GRANTED: 1; STOLEN: 2 }>;
export type LockChange = EnumOf<typeof LockChange>;

/**
 * The number of this thread: 0 is the main thread; numbers are not reused in a process.
 * @permission none: the number of this thread
 */
export declare function threadId(): u32;

/**
 * Starts a thread that calls the builtin `internal:startup/worker_main` with `argument` (JSON). `stackBytes` is the
 * size of its stack, `heapBytesMax` a limit of its heap (0 for none), above which it ends. Its standard output and
 * error are delivered here as events, unless it `writesItself`. The thread keeps this one alive until `unref`.
 * Returns its number.
 * @permission worker()
 */
export declare function start(argument: string, stackBytes: f64, heapBytesMax: f64, writesItself: boolean): u32;

/**
 * Requests a child to end, also in the middle of its code. Does nothing when it has ended.
 * @permission none: works on a thread of this process
 */
export declare function terminate(thread: u32): void;

/**
 * Whether a thread has ended. True before the parent receives the event `EXIT`, also when the thread could not start.
 * @permission none: works on a thread of this process
 */
export declare function hasEnded(thread: u32): boolean;

/**
 * Makes a child keep this thread alive.
 * @permission none: works on a thread of this process
 */
export declare function ref(thread: u32): void;

/**
 * Stops a child from keeping this thread alive.
 * @permission none: works on a thread of this process
 */
export declare function unref(thread: u32): void;

/**
 * Passes an uncaught error, serialized, to the parent of this thread.
 * @permission none: passes an error to the parent
 */
export declare function reportError(bytes: Bytes): void;

/**
 * Signals that the program of this thread has started: if it runs long, its start slot passes to a queued thread.
 * @permission none: works on this thread
 */
export declare function programStarted(): void;

/**
 * Signals that this thread is going to block: its start slot passes to a queued thread.
 * @permission none: works on this thread
 */
export declare function willBlock(): void;

/**
 * Ends this thread after the current task, with `code` unless it has one. Unlike an exit it terminates no running code.
 * @permission none: works on this thread
 */
export declare function close(code: i32): void;

/**
 * Ends the process, with code 1, when the code of the main thread does not return before a deadline. Returns the memory where
 * that thread writes it: a double, milliseconds since the epoch (0: none), a second one, the number of the test that runs, then
 * `stateBytes` bytes, a state of each test. Before the end a line with them and the captured output is written to the descriptor
 * `journal`: `{"overdue":{"test":…,"states":"…","output":"…"}}`. Throws when the thread that watches cannot start.
 * @permission none: works on this process
 */
export declare function endOverdue(journal: i32, stateBytes: u32): Any<Uint32Array>;

/**
 * Sends another thread a request and its detail, as the event `NOTIFICATION`. False for an unknown thread.
 * When it ends before it receives them, this thread receives (that thread, `LOST`, `detail`) in the same way.
 * @permission none: works on a thread of this process
 */
export declare function notify(thread: u32, request: ThreadRequest, detail: u32): boolean;

/**
 * When the loop of a thread started, in milliseconds since the process started (0: not yet), and how long it has
 * waited.
 */
export interface Times {
  start: f64;
  idle: f64;
}

/**
 * The loop metrics of a thread.
 * @permission none: works on a thread of this process
 */
export declare function loopTimes(thread: u32): Times;

/**
 * Creates an environment that threads can share, from alternating names and values. Returns its number.
 * @permission none: the variables are in its arguments
 */
export declare function shareEnvironment(entries: string[]): u32;

/**
 * The value of a variable of a shared environment; null when it is not set.
 * @permission env(name)
 */
export declare function sharedVariable(environment: u32, name: string): string | null;

/**
 * Sets a variable of a shared environment.
 * @permission env(name)
 */
export declare function setSharedVariable(environment: u32, name: string, value: string): void;

/**
 * Removes a variable of a shared environment.
 * @permission env(name)
 */
export declare function deleteSharedVariable(environment: u32, name: string): void;

/**
 * The names of the variables of a shared environment.
 * @permission env()
 */
export declare function sharedVariableNames(environment: u32): string[];

/**
 * Records that this thread opened a descriptor, which is closed when the thread ends. False when it was recorded
 * already.
 * @permission none: records an open descriptor
 */
export declare function descriptorOpened(fd: i32): boolean;

/**
 * Records that this thread closed a descriptor. False when it was not recorded.
 * @permission none: records an open descriptor
 */
export declare function descriptorClosed(fd: i32): boolean;

/** A lock, and the state of the request. */
export interface LockRequest {
  lock: u32;
  state: LockState;
}

/**
 * Requests the lock `name`, exclusive or shared. The event `LOCK` reports when a queued request is granted, and when a
 * held lock is stolen.
 * @permission none: locks are local to this process
 */
export declare function requestLock(name: string, isShared: boolean, kind: LockRequestKind): LockRequest;

/**
 * Releases a lock, or withdraws a request.
 * @permission none: locks are local to this process
 */
export declare function releaseLock(lock: u32): void;

/**
 * All locks of the process, four strings each: "held" or "pending", name, "exclusive" or "shared", number of the thread.
 * @permission none: locks are local to this process
 */
export declare function allLocks(): string[];
