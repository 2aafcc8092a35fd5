// native:contexts. Further global objects in this thread's virtual machine, for node:vm. Implemented by host/contexts.
// A context is known by its global object.
import type { Any, f64, i32 } from "./types.ts";

/**
 * Makes a context. Its global object shows the properties of `target` before its own; null: a plain global object. Promises of the
 * context that reject unhandled are reported to `onRejection(promise, reason)`. `declared`, an object, gets a property for each name
 * that scripts declare and assign.
 */
export declare function createContext(target: Any, declared: Any, onRejection: Any): Any;

/**
 * Evaluates a classic script in the context of `global`; `line` is the number of its first line. While a strict script runs, an
 * assignment that the target refuses throws. Throws what the script throws.
 */
export declare function evaluateIn(global: Any, source: Any, url: Any, line: i32, isStrict: boolean): Any;

/** Makes assignments of strict scripts to the global of a context go through `assign(target, name, value)`. */
export declare function setStrictAssignment(global: Any, assign: Any): void;

/**
 * Calls `work()` and returns what it returns. Code that runs longer than `timeoutMs` (0: no limit), or while SIGINT comes when
 * `breaksOnInterrupt` is set, is ended without being able to catch that. Throws ERR_SCRIPT_EXECUTION_TIMEOUT or
 * ERR_SCRIPT_EXECUTION_INTERRUPTED then, and ERR_METHOD_NOT_IMPLEMENTED when this engine cannot end running code.
 */
export declare function runLimited(work: Any, timeoutMs: f64, breaksOnInterrupt: boolean): Any;

/** Calls `work()` while the globals of contexts are plain objects, whose own properties it can see and change. */
export declare function withPlainGlobals(work: Any): Any;

/** Parses a classic script; nothing of it runs, nothing is declared. Throws the SyntaxError. */
export declare function checkSyntax(source: Any, url: Any, line: i32): void;

/** Makes an IANA time zone (empty: the system's) that of the process's dates, at once. False when there is none of that name. */
export declare function setTimeZone(name: string): boolean;
