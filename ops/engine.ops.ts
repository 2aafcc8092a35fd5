// What only the engine knows of a value, for `internal:core/util/types` and `internal:core/util/inspect`.
import type { Any, i32, u8 } from "./types.ts";

/**
 * What kind of exotic or internal object a value is, told by the engine and not by its properties:
 * 0 none of these (or a primitive), 1 Promise, 2 Proxy, 3 Map iterator, 4 Set iterator, 5 generator object (plain or
 * async), 6 module namespace object, 7 external (a native pointer wrapped by Node-API). Runs no user code.
 */
export declare function kindOf(value: Any): u8;

/**
 * The class that an object is inside, told by the engine and not by its properties or prototype:
 * 1 none of the engine's (an object literal, an instance of a program's class), 2 Map, 3 Set, 4 WeakMap, 5 WeakSet, 6 Date, 7 RegExp,
 * 8 ArrayBuffer or SharedArrayBuffer, 9 Uint8Array, 10 another typed array, 11 DataView, 12 a boxed primitive, 13 another that the
 * engine has a kind for, and with which none of the former goes together; 0 for what has no kind of its own here, which only the
 * methods of a class can tell, and for primitives. Runs no user code.
 */
export declare function brandOf(value: Any): u8;

/** 0 pending, 1 fulfilled, 2 rejected; -1 when `value` is not a promise. Does not mark the promise as handled. */
export declare function promiseState(value: Any): i32;

/** Whether a reaction was ever attached to a promise; `false` when `value` is none, or the engine does not let us look. */
export declare function promiseIsHandled(value: Any): boolean;

/** What a settled promise holds: its value or its reason. `undefined` for a pending one. */
export declare function promiseResult(promise: Any): Any;

/** The target of a proxy; `null` when it is revoked. The argument must be a Proxy. */
export declare function proxyTarget(proxy: Any): Any;

/** The handler of a proxy; `null` when it is revoked. The argument must be a Proxy. */
export declare function proxyHandler(proxy: Any): Any;

/**
 * Where a Map or Set iterator is, without advancing it: an array of the Map or Set, the position, a number that tells its storage from
 * others, and what it gives (0 keys, 1 values, 2 entries). `undefined` when the engine does not let us look.
 */
export declare function iteratorState(iterator: Any): Any;

/**
 * What a WeakMap (keys and values in turn) or WeakSet (values) holds at this moment, as an array.
 * `undefined` when the engine does not let us look.
 */
export declare function weakEntries(collection: Any): Any;

/**
 * Whether two objects surely have the same prototype and the same own properties, indices of typed arrays apart. `false` says nothing.
 * Runs no user code.
 */
export declare function sharesStructure(first: Any, second: Any): boolean;

/**
 * Collects garbage and takes a snapshot of this thread's heap: the JSON that Web Inspector reads, `withDetails` with labels, addresses and
 * roots. `undefined` when the engine does not let us look.
 */
export declare function heapSnapshot(withDetails: boolean): Any;

/**
 * Collects garbage and finds all objects of this thread that have `prototype` in their chain of prototypes, as an array; proxies are left out.
 * `undefined` when the engine does not let us look.
 */
export declare function objectsBehind(prototype: Any): Any;
