// native:engine. Properties of a value that only the engine knows, for `internal:core/util/types` and
// `internal:core/util/inspect`. Implemented by host/engine.
import type { Any, i32, u8 } from "./types.ts";

/**
 * The kind of an exotic or internal object, determined by the engine and not by its properties: 0 none of these (or
 * a primitive), 1 Promise, 2 Proxy, 3 Map iterator, 4 Set iterator, 5 generator object (plain or async), 6 module
 * namespace object, 7 external (a native pointer wrapped by Node-API). Runs no user code.
 */
export declare function kindOf(value: Any): u8;

/**
 * The class of an object's internal slots, determined by the engine and not by its properties or prototype: 1 none
 * of the engine's (an object literal, an instance of a program's class), 2 Map, 3 Set, 4 WeakMap, 5 WeakSet, 6 Date,
 * 7 RegExp, 8 ArrayBuffer or SharedArrayBuffer, 9 Uint8Array, 10 another typed array, 11 DataView, 12 a boxed
 * primitive, 13 another kind of the engine, which excludes the former; 0 for objects without a kind of their own
 * here, whose class only its methods can check, and for primitives. Runs no user code.
 */
export declare function brandOf(value: Any): u8;

/** 0 pending, 1 fulfilled, 2 rejected; -1 when `value` is not a promise. Does not mark the promise as handled. */
export declare function promiseState(value: Any): i32;

/**
 * Whether a reaction was ever attached to a promise; `false` for another value, and when this engine does not
 * provide it.
 */
export declare function promiseIsHandled(value: Any): boolean;

/** The value or reason of a settled promise. `undefined` for a pending one. */
export declare function promiseResult(promise: Any): Any;

/** The target of a proxy; `null` when it is revoked. The argument must be a Proxy. */
export declare function proxyTarget(proxy: Any): Any;

/** The handler of a proxy; `null` when it is revoked. The argument must be a Proxy. */
export declare function proxyHandler(proxy: Any): Any;

/**
 * The position of a Map or Set iterator, without advancing it: an array of the Map or Set, the position, a number
 * that identifies its storage, and what it yields (0 keys, 1 values, 2 entries). `undefined` when this engine does
 * not provide it.
 */
export declare function iteratorState(iterator: Any): Any;

/**
 * The current contents of a WeakMap (alternating keys and values) or WeakSet (values), as an array. `undefined` when
 * this engine does not provide them.
 */
export declare function weakEntries(collection: Any): Any;

/**
 * Whether two objects certainly have the same prototype and the same own properties, except indices of typed arrays.
 * `false` means unknown. Runs no user code.
 */
export declare function sharesStructure(first: Any, second: Any): boolean;

/**
 * Collects garbage and takes a snapshot of this thread's heap: the JSON of Web Inspector, `withDetails` with labels,
 * addresses and roots. `undefined` when this engine does not provide it.
 */
export declare function heapSnapshot(withDetails: boolean): Any;

/**
 * Collects garbage and finds all objects of this thread that have `prototype` in their prototype chain, as an array;
 * proxies are omitted. `undefined` when this engine does not provide them.
 */
export declare function objectsBehind(prototype: Any): Any;
