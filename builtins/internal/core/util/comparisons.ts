// Deep equality, as `assert.deepEqual`, `deepStrictEqual`, `partialDeepStrictEqual` and `util.isDeepStrictEqual` define it.
// Collections are in `internal:core/util/comparisons_collections`.
import * as types from "internal:core/util/types";
import { nonIndexKeys } from "internal:core/util/inspect/keys";
import { mapsAreEqual, setsAreEqual } from "internal:core/util/comparisons_collections";
import { compareBytes } from "native:buffer";
import { safe, services } from "internal:core/bootstrap";
import * as lists from "internal:core/lists";

/** The modes of a comparison. */
export const modeLoose = 0;
/** The second value's parts must be in the first. */
export const modePartial = 1;
export const modeStrict = 2;
export const modeStrictWithoutPrototypes = 3;

/**
 * The objects on the path to the current pair, of both sides. `null` at first: cycles are rare, so they are only detected after
 * a comparison has exhausted the stack.
 */
export type Path = { outermost: [unknown, unknown] | undefined; objects: Set<unknown> } | null;

/** `==` on primitives, no prototypes. */
export function isDeepEqual(first: unknown, second: unknown): boolean {
  return compareWithCycles(first, second, modeLoose);
}

/** `Object.is` on primitives, prototypes too unless `skipPrototype`. */
export function isDeepStrictEqual(first: unknown, second: unknown, skipPrototype = false): boolean {
  return compareWithCycles(first, second, skipPrototype ? modeStrictWithoutPrototypes : modeStrict);
}

/** Whether everything in `expected` is in `actual`. */
export function isPartialStrictEqual(actual: unknown, expected: unknown): boolean {
  return compareWithCycles(actual, expected, modePartial);
}

// Once a program has compared cycles, all comparisons detect them.
let expectsCycles = false;

function compareWithCycles(first: unknown, second: unknown, mode: number): boolean {
  if (!expectsCycles) {
    try {
      return areEqual(first, second, mode, null);
    } catch {
      expectsCycles = true;
    }
  }
  return areEqual(first, second, mode, { outermost: undefined, objects: new Set() });
}

/** Compares two values of any kind. */
export function areEqual(first: any, second: any, mode: number, path: Path): boolean {
  if (first === second) return first !== 0 || mode === modeLoose || Object.is(first, second);
  if (mode !== modeLoose) {
    if (typeof first === "number") return first !== first && second !== second;
    if (typeof first !== "object" || typeof second !== "object" || first === null || second === null) return false;
  } else {
    if (first === null || typeof first !== "object") {
      // eslint-disable-next-line eqeqeq
      return (
        (second === null || typeof second !== "object") && (first == second || (first !== first && second !== second))
      );
    }
    if (second === null || typeof second !== "object") return false;
  }
  return areObjectsEqual(first, second, mode, path);
}

const kindPlain = 0,
  kindArray = 1,
  kindSet = 2,
  kindMap = 3;

/** Compares two objects. */
export function areObjectsEqual(first: any, second: any, mode: number, path: Path): boolean {
  if (mode === modeStrict && !haveSamePrototype(first, second)) return false;
  if (safe.isArray(first)) {
    if (!safe.isArray(second) || !sizesFit(first.length, second.length, mode) || tagsDiffer(first, second))
      return false;
    return compareIndexed(first, second, mode, path, kindArray);
  }
  const tag = safe.objectToString(first);
  if (first[Symbol.toStringTag] === undefined && tag === "[object Object]") {
    return !tagsDifferSlow(tag, first, second) && compareKeys(first, second, mode, path, kindPlain);
  }
  if (types.isSet(first) || types.isMap(first)) {
    const isSet = types.isSet(first);
    if (
      !(isSet ? types.isSet(second) : types.isMap(second)) ||
      !sizesFit(first.size, second.size, mode) ||
      tagsDiffer(first, second)
    )
      return false;
    return compareKeys(first, second, mode, path, isSet ? kindSet : kindMap);
  }
  if (ArrayBuffer.isView(first)) {
    return (
      types.typedArrayKind(first) === types.typedArrayKind(second) &&
      ArrayBuffer.isView(second) &&
      areViewsEqual(first as Float64Array, second as Float64Array, mode) &&
      compareIndexed(first, second, mode, path, kindPlain)
    );
  }
  return areInnerValuesEqual(first, second, tag, mode, path) && compareKeys(first, second, mode, path, kindPlain);
}

const wellKnownConstructors = new Set<unknown>([
  Array,
  ArrayBuffer,
  BigInt,
  BigInt64Array,
  BigUint64Array,
  Boolean,
  DataView,
  Date,
  Error,
  Float32Array,
  Float64Array,
  Function,
  Int16Array,
  Int32Array,
  Int8Array,
  Map,
  Number,
  Object,
  Promise,
  RegExp,
  Set,
  String,
  Symbol,
  Uint16Array,
  Uint32Array,
  Uint8Array,
  Uint8ClampedArray,
  WeakMap,
  WeakSet,
]);

// The constructor decides when it is inherited from the prototype; an own `constructor` property does not.
function haveSamePrototype(first: object, second: object): boolean {
  const { constructor } = first;
  if (wellKnownConstructors.has(constructor) || (constructor !== undefined && !safe.hasOwn(first, "constructor"))) {
    return constructor === second.constructor;
  }
  return Object.getPrototypeOf(first) === Object.getPrototypeOf(second);
}

function sizesFit(first: number, second: number, mode: number): boolean {
  return first === second || (mode === modePartial && first > second);
}

function tagsDiffer(first: object, second: object): boolean {
  return (first as Tagged)[Symbol.toStringTag] !== (second as Tagged)[Symbol.toStringTag];
}

function tagsDifferSlow(firstTag: string, first: Tagged, second: Tagged): boolean {
  if (first[Symbol.toStringTag] !== undefined && second[Symbol.toStringTag] !== undefined)
    return tagsDiffer(first, second);
  return firstTag !== safe.objectToString(second);
}

function areViewsEqual(first: Float64Array, second: Float64Array, mode: number): boolean {
  if (mode === modePartial && first.byteLength !== second.byteLength) {
    return containsBytes(bytesOf(first), bytesOf(second));
  }
  const kind = types.typedArrayKind(first);
  if (mode === modeLoose && kind !== undefined && kind.startsWith("Float")) {
    if (first.length !== second.length) return false;
    for (let index = 0; index < first.length; index++) if (first[index] !== second[index]) return false;
    return true;
  }
  return sameBytes(bytesOf(first), bytesOf(second));
}

function bytesOf(view: ArrayBufferView): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
}

/** From this length on, a native function is faster than a loop. */
const SHORT_BYTES = 64;

function sameBytes(first: Uint8Array, second: Uint8Array): boolean {
  if (first.length !== second.length) return false;
  if (first.length > SHORT_BYTES) return compareBytes(first, 0, first.length, second, 0, second.length) === 0;
  for (let index = 0; index < first.length; index++) if (first[index] !== second[index]) return false;
  return true;
}

/** Whether the bytes of `second` appear in `first` in their order, with or without others between them. */
function containsBytes(first: Uint8Array, second: Uint8Array): boolean {
  let position = 0;
  for (const byte of second) {
    position = first.indexOf(byte, position) + 1;
    if (position === 0) return false;
  }
  return true;
}

/** An object with a tag, or without. */
type Tagged = { [Symbol.toStringTag]?: unknown };

/** Compares the internal values of objects, besides their properties. */
function areInnerValuesEqual(first: any, second: any, tag: string, mode: number, path: Path): boolean {
  if (types.isDate(first)) {
    if (!types.isDate(second) || tagsDiffer(first, second)) return false;
    const [a, b] = [Date.prototype.getTime.call(first), Date.prototype.getTime.call(second)];
    return a === b || (a !== a && b !== b);
  }
  if (types.isRegExp(first)) {
    return (
      types.isRegExp(second) &&
      !tagsDiffer(first, second) &&
      first.source === second.source &&
      first.flags === second.flags &&
      first.lastIndex === second.lastIndex
    );
  }
  if (types.isAnyArrayBuffer(first)) {
    if (!types.isAnyArrayBuffer(second) || tagsDiffer(first, second)) return false;
    const [a, b] = [new Uint8Array(first), new Uint8Array(second)];
    return mode === modePartial && a.length !== b.length ? containsBytes(a, b) : sameBytes(a, b);
  }
  if (
    tagsDifferSlow(tag, first, second) ||
    safe.isArray(second) ||
    ArrayBuffer.isView(second) ||
    types.isSet(second) ||
    types.isMap(second) ||
    types.isDate(second) ||
    types.isRegExp(second) ||
    types.isAnyArrayBuffer(second)
  )
    return false;
  if (isError(first)) return isError(second) && areErrorsEqual(first, second, mode, path);
  if (types.isBoxedPrimitive(first)) return types.isBoxedPrimitive(second) && areBoxedEqual(first, second);
  if (isURL(first)) return isURL(second) && first.href === second.href;
  if (types.isKeyObject(first) || types.isCryptoKey(first)) return types.areKeysEqual(first, second);
  return (
    !types.isBoxedPrimitive(second) &&
    !isError(second) &&
    !types.isWeakMap(first) &&
    !types.isWeakSet(first) &&
    !types.isPromise(first)
  );
}

function isError(value: unknown): boolean {
  return types.isNativeError(value) || value instanceof Error;
}

function isURL(value: { href?: unknown }): boolean {
  return typeof value.href === "string" && services().isURL(value);
}

// The stack is not compared: it shows where an error was made, not what it is.
function areErrorsEqual(first: any, second: any, mode: number, path: Path): boolean {
  for (const key of ["message", "name", "cause", "errors"]) {
    if (safe.isEnumerable(second, key)) continue; // compared with the other properties
    if (mode === modePartial && (second[key] === undefined || (key === "message" && second[key] === ""))) continue;
    if (!areEqual(first[key], second[key], mode, path)) return false;
  }
  const hasCause = Object.hasOwn(second, "cause");
  return hasCause === Object.hasOwn(first, "cause") || (mode === modePartial && !hasCause);
}

function areBoxedEqual(first: unknown, second: unknown): boolean {
  const [a, b] = [first, second].map((boxed) =>
    types.isNumberObject(boxed)
      ? Number.prototype.valueOf.call(boxed)
      : types.isStringObject(boxed)
        ? String.prototype.valueOf.call(boxed)
        : types.isBooleanObject(boxed)
          ? Boolean.prototype.valueOf.call(boxed)
          : types.isBigIntObject(boxed)
            ? BigInt.prototype.valueOf.call(boxed)
            : Symbol.prototype.valueOf.call(boxed),
  );
  return Object.is(a, b);
}

function enumerableSymbols(value: object): symbol[] {
  return lists.filter(safe.getOwnPropertySymbols(value), (symbol) => safe.isEnumerable(value, symbol));
}

// Arrays and typed arrays: their elements are compared by index, this compares the other properties.
function compareIndexed(first: any, second: any, mode: number, path: Path, kind: number): boolean {
  const keys = ofMode(nonIndexKeys(second, false), mode);
  if (mode !== modePartial && keys.length !== ofMode(nonIndexKeys(first, false), mode).length) return false;
  if (keys.length === 0 && (kind === kindPlain || second.length === 0)) return true;
  return onPath(first, second, mode, path, undefined, keys, kind);
}

function ofMode(keys: PropertyKey[], mode: number): PropertyKey[] {
  return mode === modeLoose ? keys.filter((key) => typeof key !== "symbol") : keys;
}

function compareKeys(first: any, second: any, mode: number, path: Path, kind: number): boolean {
  const keys: PropertyKey[] = safe.keys(second);
  let firstKeys: PropertyKey[] | undefined;
  if (mode === modePartial) {
    lists.append(keys, enumerableSymbols(second));
  } else {
    firstKeys = safe.keys(first);
    if (keys.length !== firstKeys.length) return false;
    if (mode !== modeLoose) {
      lists.append(keys, enumerableSymbols(second));
      lists.append(firstKeys, enumerableSymbols(first));
      if (keys.length !== firstKeys.length) return false;
    }
  }
  if (keys.length === 0 && (kind === kindPlain || second.size === 0)) return true;
  return onPath(first, second, mode, path, firstKeys, keys, kind);
}

function onPath(
  first: any,
  second: any,
  mode: number,
  path: Path,
  firstKeys: PropertyKey[] | undefined,
  keys: PropertyKey[],
  kind: number,
): boolean {
  if (path === null) return compareMembers(first, second, mode, path, firstKeys, keys, kind);
  const { objects, outermost } = path;
  if (outermost === undefined) {
    path.outermost = [first, second];
  } else if (objects.size === 0) {
    // One level in: an object of the outermost pair must be met together with the other one.
    if (outermost[0] === first) return outermost[1] === second;
    if (outermost[1] === second) return false;
    objects.add(outermost[0]).add(outermost[1]);
  }
  const size = objects.size;
  if (outermost !== undefined) {
    objects.add(first).add(second);
    // Both are on the path: a cycle on both sides. Only one: the shapes differ.
    if (objects.size === size) return true;
    if (objects.size !== size + 2) return false;
  }
  const result = compareMembers(first, second, mode, path, firstKeys, keys, kind);
  objects.delete(first);
  objects.delete(second);
  if (size === 2) objects.clear();
  return result;
}

function compareMembers(
  first: any,
  second: any,
  mode: number,
  path: Path,
  firstKeys: PropertyKey[] | undefined,
  keys: PropertyKey[],
  kind: number,
): boolean {
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index]!;
    if (firstKeys?.[index] !== key && !safe.isEnumerable(first, key)) return false;
    if (!areEqual(first[key], second[key], mode, path)) return false;
  }
  switch (kind) {
    case kindArray:
      return mode === modePartial ? containsElements(first, second, path) : areElementsEqual(first, second, mode, path);
    case kindSet:
      return setsAreEqual(first, second, mode, path);
    case kindMap:
      return mapsAreEqual(first, second, mode, path);
    default:
      return true;
  }
}

function areElementsEqual(first: unknown[], second: unknown[], mode: number, path: Path): boolean {
  for (let index = 0; index < second.length; index++) {
    const inFirst = first[index] !== undefined || Object.hasOwn(first, index);
    const inSecond = second[index] !== undefined || Object.hasOwn(second, index);
    if (inFirst !== inSecond) {
      // Loosely, null equals undefined, but a hole only equals a hole.
      return false;
    }
    if (!areEqual(first[index], second[index], mode, path)) return false;
  }
  return true;
}

/** Whether the elements of `expected` appear in `actual` in their order. Holes are skipped. */
function containsElements(actual: unknown[], expected: unknown[], path: Path): boolean {
  const present = indexKeys(actual);
  let position = 0;
  for (const key of indexKeys(expected)) {
    while (
      position < present.length &&
      !areEqual(actual[present[position] as unknown as number], expected[key as unknown as number], modePartial, path)
    )
      position++;
    if (position === present.length) return false;
    position++;
  }
  return true;
}

/** The indices of an array without its holes, of which a sparse one has millions. */
function indexKeys(array: unknown[]): string[] {
  return Object.keys(array).filter((key) => String(Number(key)) === key);
}
