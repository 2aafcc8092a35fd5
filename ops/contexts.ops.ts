// native:contexts. Further global objects in this thread's virtual machine, for node:vm. Implemented by host/contexts.
// A context is known by its global object.
import type { Any, i32 } from "./types.ts";

/**
 * Makes a context. Its global object shows the properties of `target` before its own; null: a plain global object. Promises of the
 * context that reject unhandled are reported to `onRejection(promise, reason)`. `declared`, an object, gets a property for each name
 * that scripts declare and assign.
 */
export declare function createContext(target: Any, declared: Any, onRejection: Any): Any;

/** Evaluates a classic script in the context of `global`; `line` is the number of its first line. Throws what it throws. */
export declare function evaluateIn(global: Any, source: Any, url: Any, line: i32): Any;

/** Calls `work()` while the globals of contexts are plain objects, whose own properties it can see and change. */
export declare function withPlainGlobals(work: Any): Any;

/** Parses a classic script; nothing of it runs, nothing is declared. Throws the SyntaxError. */
export declare function checkSyntax(source: Any, url: Any, line: i32): void;
