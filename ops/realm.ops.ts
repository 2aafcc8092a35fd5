// native:realm. The event loop and the builtins, for the JavaScript side of the loop. Implemented by host/realm.
import type { Any, Enum, Handlers, f64, i32, u8 } from "./types.ts";

/** Index of each number that the loop and JavaScript share (`loopState`). */
export declare const LoopWord: Enum<
  u8,
  {
    /** When the next timer is due, in the loop's milliseconds; infinite when there is none. */
    NEXT_TIMER: 0;
    /** How many timers keep the loop alive. */
    REFERENCED_TIMERS: 1;
    /** How many immediates are queued. */
    IMMEDIATES: 2;
    /** How many of them keep the loop alive. */
    REFERENCED_IMMEDIATES: 3;
    /** Not 0 when ticks or unhandled rejections are queued. */
    TICKS: 4;
    /** The loop's clock in milliseconds, written once per turn. */
    NOW: 5;
    /** How many other objects of JavaScript keep the loop alive. */
    REFERENCES: 6;
    /** Milliseconds that the loop spent waiting for events. */
    IDLE: 7;
    /** How many turns the loop began. */
    TURNS: 8;
    /** How many events it handled. */
    EVENTS: 9;
    /** How many of them were ready when it checked, without waiting. */
    EVENTS_WAITING: 10;
    /** When the loop began, on its clock; 0 before that. */
    LOOP_START: 11;
    /** When the engine was started. */
    ENGINE_START: 12;
    /** When the realm was made. */
    REALM_READY: 13;
    /** When the hooks were installed. */
    HOOKS_READY: 14;
    /** When the loop ended. */
    LOOP_EXIT: 15;
    /** When the first realm of the process began to be made. */
    NODE_START: 16;
  }
>;

/** What the loop calls; a function that throws ends the process. */
export interface LoopHooks extends Handlers {
  /** An asynchronous op is done: with an error, or undefined and a value. */
  complete(request: number, error: unknown, value: unknown): void;
  /** Runs queued ticks until none is left. */
  runTicks(): void;
  /** Runs one due timer; true when another may be due. */
  runTimer(nowMs: number): boolean;
  /** Runs one immediate of the current batch; true when the batch has more. */
  runImmediate(): boolean;
  /** An exception reached the loop. */
  uncaught(error: unknown): void;
  /** Makes the error object of a failure. */
  makeError(
    errno: number,
    code: string,
    message: string,
    syscall: string,
    path: string | undefined,
    dest: string | undefined,
  ): Error;
  /** The loop has nothing to do; may start new work. */
  beforeExit(): void;
  /** The loop ends; returns the exit code. */
  exit(): number;
  /** An event of a native handle that has no handler of its own: its number in a `LoopEvent`, and up to four values. */
  event(kind: number, a: unknown, b: unknown, c: unknown, d: unknown): void;
}

/** Compiles the builtin `id`: an array of its function and the names that it imports; null for an unknown one. */
export declare function compileBuiltin(
  id: string,
): Any<[evaluate: (...imports: never[]) => unknown, imports: string[]] | null>;

/** Whether a builtin has that name. */
export declare function hasBuiltin(id: string): boolean;

/** The version of the engine, as WebKit numbers it; null when the system's library does not report it. */
export declare function engineVersion(): string | null;

/** The names of all builtins. */
export declare function builtinIds(): string[];

/** The native functions of `native:<name>` as an object; null for an unknown area. */
export declare function area(name: string): Any<object | null>;

/** The numbers that the loop and JavaScript share, by `LoopWord` (`internal:core/loop_state`). */
export declare function loopState(): Any<Float64Array>;

/** Installs the hooks of the loop; called once. */
export declare function installHooks(hooks: LoopHooks): void;

/** Calls `callback(promise, reason)` for each unhandled rejection, after the job queue is empty. */
export declare function setRejectionCallback(callback: Any<(promise: Promise<unknown>, reason: unknown) => void>): void;

/** Reads the clock for this turn; returns the loop's time in milliseconds. */
export declare function updateTime(): f64;

/** Ends the loop of this thread after the current task; in a worker also the running code. */
export declare function stop(): void;

/** Collects garbage now. */
export declare function collectGarbage(): void;
/** Collects garbage soon, between two tasks; many requests lead to one collection. */
export declare function requestCollection(): void;

/** Overwrites what earlier calls left on the stack, which the next collection would take for references. */
export declare function clearUnusedStack(): void;

/**
 * The heap of this thread: bytes of live objects as of the last collection, of the heap's blocks, and of memory that
 * objects hold outside of it.
 */
export interface HeapStatistics {
  heapSize: f64;
  heapCapacity: f64;
  extraMemorySize: f64;
  objectCount: f64;
}

/**
 * The sizes of the heap; calling it often is cheap, because a result is cached for a while or until the next
 * collection.
 */
export declare function memoryStatistics(): HeapStatistics;

/** Reports to the collector `bytes` outside its heap that live as long as some object. */
export declare function reportExtraMemory(bytes: f64): void;

/** Evaluates a classic script in the global scope; `line` is the number of its first line. Throws what it throws. */
export declare function evaluateScript(source: Any<string>, url: Any<string>, line: i32): Any<unknown>;

/** Whether this thread was requested to stop. */
export declare function isStopping(): boolean;

/**
 * Queues a promise job that calls a function, which must not throw, with one argument, without making a promise. False
 * where the engine has no function for it.
 */
export declare function queueJob(job: Any<(argument: never) => void>, argument: Any<unknown>): boolean;

/** Runs the queued promise jobs. Only at the end of a task, when no function of the program is running. */
export declare function runJobs(): void;

/** Starts to sample this thread's running code, about once per millisecond. */
export declare function startSampling(): void;

/** Stops sampling. */
export declare function stopSampling(): void;

/** The samples since the last call as the engine's JSON; null when sampling is off. */
export declare function takeSamples(): Any<string | null>;
