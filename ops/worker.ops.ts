// native:worker. Threads: each has a realm of its own and a parent. Implemented by host/worker.
// The parent learns of its children through events of the loop (`internal:worker_events`).
import type { Bytes, f64, i32, u32, u8 } from "./types.ts";

/** The number of this thread: 0 is the main thread, no number is used twice in a process. */
export declare function threadId(): u32;

/**
 * Starts a thread that calls the builtin `internal:startup/worker_main` with `argument` (JSON). `stackBytes` is the size of its
 * stack, `heapBytesMax` a limit of its heap (0 for none) beyond which it ends. What it writes to standard output and error comes
 * here as events, unless it `writesItself`. The thread keeps this one alive until `unref`. Returns its number.
 */
export declare function start(argument: string, stackBytes: f64, heapBytesMax: f64, writesItself: boolean): u32;

/** Asks a child to end, also in the middle of its code. Nothing happens when it has ended. */
export declare function terminate(thread: u32): void;

/** Lets a child keep this thread alive. */
export declare function ref(thread: u32): void;

/** Stops a child from keeping this thread alive. */
export declare function unref(thread: u32): void;

/** Hands an uncaught error, serialized, to the parent of this thread. */
export declare function reportError(bytes: Bytes): void;

/** Says that the program of this thread begins now: others need not wait for it to come back before they start. */
export declare function programBegins(): void;

/** Says that this thread is going to block: others start meanwhile. */
export declare function beginsToWait(): void;

/** Ends this thread when the running task is done, with code 0. */
export declare function close(): void;

/**
 * Tells another thread two numbers, for the event of `internal:node/worker/thread_requests`; `what` is not 0. False when there is no such thread.
 * When it ends before it takes them, this thread gets (that thread, 0, `detail`) in the same way.
 */
export declare function tell(thread: u32, what: u32, detail: u32): boolean;

/** When the loop of a thread began, in milliseconds since the process did (0: it has not), and how long it has waited. */
export interface Times {
  start: f64;
  idle: f64;
}

/** The times of a thread. */
export declare function loopTimes(thread: u32): Times;

/** Makes an environment that threads can have together, of names and values in turn. Returns its number. */
export declare function shareEnvironment(entries: string[]): u32;

/** The value of a variable of a shared environment; null when it is not set. */
export declare function sharedVariable(environment: u32, name: string): string | null;

/** Sets a variable of a shared environment. */
export declare function setSharedVariable(environment: u32, name: string, value: string): void;

/** Removes a variable of a shared environment. */
export declare function deleteSharedVariable(environment: u32, name: string): void;

/** The names of the variables of a shared environment. */
export declare function sharedVariableNames(environment: u32): string[];

/** Notes that this thread opened a descriptor, which is closed when the thread ends. False when it had it already. */
export declare function descriptorOpened(fd: i32): boolean;

/** Notes that this thread closed a descriptor. False when it did not have it. */
export declare function descriptorClosed(fd: i32): boolean;

/** A lock, and what became of the request: 0 it waits in line, 1 it is granted, 2 it is not available. */
export interface LockRequest {
  lock: u32;
  answer: u8;
}

/**
 * Asks for the lock `name`, alone or shared; `how`: 0 waits, 1 only if it is available now, 2 takes it from its holders. A lock that
 * waits or is held gets the events (lock, 1) when it is granted and (lock, 2) when it is taken away.
 */
export declare function requestLock(name: string, isShared: boolean, how: u8): LockRequest;

/** Lets a lock go, or takes a request back. */
export declare function releaseLock(lock: u32): void;

/** All locks of the process, four strings each: "held" or "pending", name, "exclusive" or "shared", number of the thread. */
export declare function allLocks(): string[];
