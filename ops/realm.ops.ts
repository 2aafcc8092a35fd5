// native:realm. The loop and the builtins, as the JavaScript side of the loop needs them. Implemented by host/realm.
import type { Any, f64, i32 } from "./types.ts";

/** Compiles the builtin `id`: an array of its function and the names it imports; null when there is none. */
export declare function compileBuiltin(id: string): Any;

/** Whether there is a builtin of that name. */
export declare function hasBuiltin(id: string): boolean;

/** The names of all builtins. */
export declare function builtinIds(): string[];

/** The native functions of `native:<name>` as an object; null when there is no such area. */
export declare function area(name: string): Any;

/** The Float64Array of words that the loop and JavaScript share (`internal:core/loop_state`). */
export declare function loopState(): Any;

/** Installs the functions of `hooks` that have a hook's name. */
export declare function installHooks(hooks: Any): void;

/** Calls `callback(promise, reason)` for each promise that rejects unhandled, after the job queue is empty. */
export declare function setRejectionCallback(callback: Any): void;

/** Reads the clock for this turn; returns the loop's milliseconds. */
export declare function updateTime(): f64;

/** Ends the loop of this thread after the running task; in a worker also the running code. */
export declare function stop(): void;

/** Collects garbage now. */
export declare function collectGarbage(): void;

/** The heap of this thread: bytes of live objects as of the last collection, of the heap's blocks, and of what objects keep outside of it. */
export interface HeapStatistics {
  heapSize: f64;
  heapCapacity: f64;
  extraMemorySize: f64;
  objectCount: f64;
}

/** The sizes of the heap; asking often costs little, because an answer stands for a while or until the next collection. */
export declare function memoryStatistics(): HeapStatistics;

/** Tells the collector of `bytes` outside its heap that live as long as some object. */
export declare function reportExtraMemory(bytes: f64): void;

/** Evaluates a classic script in the global scope; `line` is the number of its first line. Throws what it throws. */
export declare function evaluateScript(source: Any, url: Any, line: i32): Any;

/** Whether someone asked this thread to stop. */
export declare function isStopping(): boolean;

/** Runs the promise jobs that wait. Only at the end of a task, when none of the program's functions is running. */
export declare function runJobs(): void;

/** Begins to take samples of this thread's running code, about one per millisecond. */
export declare function startSampling(): void;

/** Ends that. */
export declare function stopSampling(): void;

/** The samples since the last call as the engine's JSON text; null when none are taken. */
export declare function takeSamples(): Any;
