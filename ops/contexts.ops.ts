// native:contexts. Further global objects in this thread's virtual machine, for node:vm. Implemented by host/contexts.
// A context is identified by its global object.
import type { Any, f64, i32 } from "./types.ts";

/** Receives a promise that was rejected without a handler. */
export type RejectionCallback = (promise: Promise<unknown>, reason: unknown) => void;

/**
 * Creates a context. Its global object shows the properties of `target` before its own; null: a plain global object.
 * Unhandled rejections in the context are reported to `onRejection`. `declared`, an object, gets a
 * property for each name that scripts declare and assign: the value that was assigned to both.
 */
export declare function createContext(
  target: Any<object | null>,
  declared: Any<object>,
  onRejection: Any<RejectionCallback>,
): Any<object>;

/**
 * Evaluates a classic script in the context of `global`; `line` is the number of its first line. Throws what the
 * script throws.
 */
export declare function evaluateIn(global: Any<object>, source: Any<string>, url: Any<string>, line: i32): Any<unknown>;

/**
 * Sets what decides about the properties that `global` has itself. `mirrored` has a property for each name that stands
 * for one of the target, false when `assign` has to be called before each assignment. `assign(name)` is called before
 * an assignment; true: the name is a variable, and the target's property is set as well. `remove(name)` is called
 * before the engine deletes its own property. `drop(name)` is called when the target lacks a mirrored property. `list()` returns the names of the enumerable properties.
 */
export declare function setMirror(
  global: Any<object>,
  mirrored: Any<object>,
  assign: Any<(name: string) => boolean>,
  remove: Any<(name: string) => void>,
  drop: Any<(name: string) => void>,
  list: Any<() => string[]>,
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
