// native:worker. Threads: each has a realm of its own and a parent. Implemented by host/worker. Events of the loop
// notify the parent of its children (`internal:web/worker/events`).
import type { Bytes, f64, i32, u32, u8 } from "./types.ts";

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
 * Signals that the program of this thread begins: if it runs long, its start slot passes to a queued thread.
 * @permission none: works on this thread
 */
export declare function programBegins(): void;

/**
 * Signals that this thread is going to block: its start slot passes to a queued thread.
 * @permission none: works on this thread
 */
export declare function beginsToWait(): void;

/**
 * Ends this thread after the current task, with code 0.
 * @permission none: works on this thread
 */
export declare function close(): void;

/**
 * Sends another thread two numbers, for the event of `internal:node/worker/thread_requests`; `what` is not 0. False
 * when there is no such thread. When it ends before it receives them, this thread receives (that thread, 0,
 * `detail`) in the same way.
 * @permission none: works on a thread of this process
 */
export declare function tell(thread: u32, what: u32, detail: u32): boolean;

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

/** A lock, and the state of the request: 0 waiting, 1 granted, 2 unavailable. */
export interface LockRequest {
  lock: u32;
  answer: u8;
}

/**
 * Requests the lock `name`, exclusive or shared; `how`: 0 waits, 1 only if it is available now, 2 steals it from its
 * holders. A lock that waits or is held receives the events (lock, 1) when it is granted and (lock, 2) when it is
 * stolen.
 * @permission none: locks are local to this process
 */
export declare function requestLock(name: string, isShared: boolean, how: u8): LockRequest;

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
