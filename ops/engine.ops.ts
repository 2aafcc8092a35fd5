// native:engine. Properties of a value that only the engine knows, for `internal:core/util/types` and
// `internal:core/util/inspect`. Implemented by host/engine.
import type { Any, Enum, EnumOf, f64, i32, u8 } from "./types.ts";

/** The kinds of objects that no method of the language can distinguish. */
export declare const ExoticKind: Enum<
  u8,
  {
    /** None of these, or a primitive. */
    NONE: 0;
    PROMISE: 1;
    PROXY: 2;
    MAP_ITERATOR: 3;
    SET_ITERATOR: 4;
    /** A generator object, plain or async. */
    GENERATOR: 5;
    /** A module namespace object, which for the engine is a proxy: only of `internal:core/util/kind_of`. */
    MODULE_NAMESPACE: 6;
    /** A native pointer wrapped by Node-API. */
    EXTERNAL: 7;
  }
>;
export type ExoticKind = EnumOf<typeof ExoticKind>;

/** The classes of an object's internal slots. */
export declare const ObjectBrand: Enum<
  u8,
  {
    /** An object without a kind of its own here, whose class only its methods can check; a primitive. */
    UNKNOWN: 0;
    /** None of the engine's: an object literal, an instance of a program's class. */
    NONE: 1;
    MAP: 2;
    SET: 3;
    WEAK_MAP: 4;
    WEAK_SET: 5;
    DATE: 6;
    REG_EXP: 7;
    /** ArrayBuffer or SharedArrayBuffer. */
    ARRAY_BUFFER: 8;
    UINT8_ARRAY: 9;
    OTHER_TYPED_ARRAY: 10;
    DATA_VIEW: 11;
    BOXED_PRIMITIVE: 12;
    /** Another kind of the engine, which excludes the former. */
    OTHER: 13;
  }
>;
export type ObjectBrand = EnumOf<typeof ObjectBrand>;

/** The states of a promise. */
export declare const PromiseStatus: Enum<i32, { NOT_A_PROMISE: -1; PENDING: 0; FULFILLED: 1; REJECTED: 2 }>;
export type PromiseStatus = EnumOf<typeof PromiseStatus>;

/** What a Map or Set iterator yields. */
export declare const IteratorYield: Enum<u8, { KEYS: 0; VALUES: 1; ENTRIES: 2 }>;
export type IteratorYield = EnumOf<typeof IteratorYield>;

/** The kind of an exotic or internal object, determined by the engine and not by its properties. Runs no user code. */
export declare function kindOf(value: Any<unknown>): ExoticKind;

/** The pointer of an external that an addon made; 0 for another value. */
export declare function externalAddress(value: Any<unknown>): f64;

/**
 * The class of an object's internal slots, determined by the engine and not by its properties or prototype. Runs no
 * user code.
 */
export declare function brandOf(value: Any<unknown>): ObjectBrand;

/** The state of a promise. Does not mark it as handled. */
export declare function promiseState(value: Any<unknown>): PromiseStatus;

/**
 * Whether a reaction was ever attached to a promise; `false` for another value, and when this engine does not
 * provide it.
 */
export declare function promiseIsHandled(value: Any<unknown>): boolean;

/** The value or reason of a settled promise. `undefined` for a pending one. */
export declare function promiseResult(promise: Any<unknown>): Any<unknown>;

/** The value or reason of a settled promise; a pending one, and any other value, as it is. Does not mark it as handled. */
export declare function settledValue(value: Any<unknown>): Any<unknown>;

/** The target of a proxy; `null` when it is revoked. The argument must be a Proxy. */
export declare function proxyTarget(proxy: Any<object>): Any<object | null>;

/** The handler of a proxy; `null` when it is revoked. The argument must be a Proxy. */
export declare function proxyHandler(proxy: Any<object>): Any<object | null>;

/** Where a Map or Set iterator is: `storage` is a number that identifies the storage of the object. */
export type IteratorState = [
  object: Map<unknown, unknown> | Set<unknown>,
  entry: number,
  storage: number,
  yields: IteratorYield,
];

/** The position of a Map or Set iterator, without advancing it. `undefined` when this engine does not provide it. */
export declare function iteratorState(iterator: Any<unknown>): Any<IteratorState | undefined>;

/**
 * The current contents of a WeakMap (alternating keys and values) or WeakSet (values), as an array. `undefined` when
 * this engine does not provide them.
 */
export declare function weakEntries(collection: Any<object>): Any<unknown[] | undefined>;

/**
 * Whether two objects certainly have the same prototype and the same own properties, except indices of typed arrays.
 * `false` means unknown. Runs no user code.
 */
export declare function sharesStructure(first: Any<object>, second: Any<object>): boolean;

/**
 * Collects garbage and takes a snapshot of this thread's heap: the JSON of Web Inspector, `withDetails` with labels,
 * addresses and roots. `undefined` when this engine does not provide it.
 */
export declare function heapSnapshot(withDetails: boolean): Any<string | undefined>;

/**
 * Collects garbage and finds all objects of this thread that have `prototype` in their prototype chain, as an array;
 * proxies are omitted. `undefined` when this engine does not provide them.
 */
export declare function objectsBehind(prototype: Any<object>): Any<object[] | undefined>;

/**
 * Sets the function that words messages of this thread: for an assignment of `key` that strict code refuses, because
 * the property of `object` cannot be written. For another result than a string the engine's message remains, as it does
 * where this engine does not provide the assignment.
 */
export declare function setAssignmentMessages(words: Any<(object: object, key: string) => string | undefined>): void;
