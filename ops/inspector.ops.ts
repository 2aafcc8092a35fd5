// native:inspector. The engine's inspector: one thread inspects another by messages of WebKit's inspector protocol
// (`internal:startup/inspector/server` serves them to debuggers). Implemented by host/inspector.
import type { Enum, i32, u32 } from "./types.ts";

/** Events of the loop about inspected threads. */
export declare const InspectorLoopEvent: Enum<
  i32,
  {
    /** The engine of an inspected thread sent a message: (session, text). */
    MESSAGE: 80;
    /** Messages for this thread's engine have arrived. */
    ARRIVED: 81;
    /** An inspected thread has ended: (session). */
    ENDED: 82;
  }
>;

/**
 * Whether the engine can be inspected.
 * @permission none: a fact about the engine
 */
export declare function isAvailable(): boolean;

/**
 * Lets other threads inspect this one under its number.
 * @permission none: `internal:node/inspector` checks before
 */
export declare function offer(thread: u32): void;

/**
 * Begins to inspect a thread. Returns the number of the session; 0 for an unknown thread.
 * @permission none: only a thread that offered itself can be inspected
 */
export declare function connect(thread: u32): u32;

/**
 * Sends a message to the engine of a session's thread, also while its program is paused. Nothing happens when it has ended.
 * @permission none: works on a session of this process
 */
export declare function send(session: u32, message: string): void;

/**
 * Ends a session; a paused program continues.
 * @permission none: works on a session of this process
 */
export declare function disconnect(session: u32): void;

/**
 * Gives the messages that have arrived to the engine of this thread.
 * @permission none: works on this thread
 */
export declare function dispatchArrived(): void;
