// native:worker. Threads: each has a realm of its own and a parent. Implemented by host/worker.
// The parent learns of its children through events of the loop (`internal:worker_events`).
import type { Bytes, f64, u32 } from "./types.ts";

/** The number of this thread: 0 is the main thread, no number is used twice in a process. */
export declare function threadId(): u32;

/**
 * Starts a thread that calls the builtin `internal:worker_main` with `argument` (JSON). `stackBytes` is the size of its
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

/** Ends this thread when the running task is done, with code 0. */
export declare function close(): void;
