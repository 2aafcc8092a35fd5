// native:contexts. Further global objects in this thread's virtual machine, for node:vm. Implemented by host/contexts.
// A context is identified by its global object.
import type { Any, f64, i32 } from "./types.ts";

/** Receives a promise that was rejected without a handler. */
export type RejectionCallback = (promise: Promise<unknown>, reason: unknown) => void;

/**
 * Creates a context. Its global object shows the properties of `target` before its own; null: a plain global object.
 * Unhandled rejections in the context are reported to `onRejection`. `declared`, an object, gets a
 * property for each name that scripts declare or assign.
 */
export declare function createContext(
  target: Any<object | null>,
  declared: Any<object>,
  onRejection: Any<RejectionCallback>,
): Any<object>;

/**
 * Evaluates a classic script in the context of `global`; `line` is the number of its first line. While a strict
 * script runs, an assignment that the target rejects throws. Throws what the script throws.
 */
export declare function evaluateIn(
  global: Any<object>,
  source: Any<string>,
  url: Any<string>,
  line: i32,
  isStrict: boolean,
): Any<unknown>;

/** Makes assignments of strict scripts to the global of a context call `assign(target, name, value)`. */
export declare function setStrictAssignment(
  global: Any<object>,
  assign: Any<(target: object, name: PropertyKey, value: unknown) => void>,
): void;

/**
 * Calls `work()` and returns its result. Code that runs longer than `timeoutMs` (0: no limit), or while SIGINT
 * arrives when `breaksOnInterrupt` is set, is terminated without being able to catch that. Then throws
 * ERR_SCRIPT_EXECUTION_TIMEOUT or ERR_SCRIPT_EXECUTION_INTERRUPTED, and ERR_METHOD_NOT_IMPLEMENTED when this engine
 * cannot terminate running code.
 */
export declare function runLimited(work: Any<() => unknown>, timeoutMs: f64, breaksOnInterrupt: boolean): Any<unknown>;

/** Calls `work()` while the globals of contexts are plain objects, whose own properties it can see and change. */
export declare function withPlainGlobals(work: Any<() => unknown>): Any<unknown>;

/** Parses a classic script without running it or declaring anything. Throws the SyntaxError. */
export declare function checkSyntax(source: Any<string>, url: Any<string>, line: i32): void;

/**
 * Sets the IANA time zone of the process's dates (empty: the system's), with immediate effect. False for an unknown
 * name.
 */
export declare function setTimeZone(name: string): boolean;
