// The own keys of an object that are shown, in V8's order.
import { safe, pinned } from "internal:core/bootstrap";
import * as lists from "internal:core/lists";
import { isNativeError, typedArrayKind } from "internal:core/util/types";
import { sharesStructure } from "native:engine";

// A program may replace it.
const { keys: objectKeys } = safe;

// Own properties of errors in JavaScriptCore that V8 does not have.
const engineErrorKeys = pinned(new Set<PropertyKey>(["line", "column", "sourceURL", "originalLine", "originalColumn"]));

/** Enumerable own keys, symbols last; with `showHidden` all of them. */
export function ownKeys(value: object, showHidden: boolean): PropertyKey[] {
  const symbols = safe.getOwnPropertySymbols(value);
  let keys: PropertyKey[];
  if (showHidden) {
    keys = safe.getOwnPropertyNames(value);
    if (isNativeError(value)) keys = hideEngineKeys(value, keys);
    if (typeof value === "function") keys = orderFunctionKeys(keys);
  } else {
    try {
      keys = objectKeys(value);
    } catch (error) {
      // A namespace with members that are not initialized cannot list its enumerable ones.
      if (!(error instanceof ReferenceError)) throw error;
      keys = safe.getOwnPropertyNames(value);
    }
  }
  if (symbols.length !== 0)
    lists.append(keys, showHidden ? symbols : lists.filter(symbols, (symbol) => safe.isEnumerable(value, symbol)));
  return keys;
}

function hideEngineKeys(value: object, keys: PropertyKey[]): PropertyKey[] {
  const shown = lists.filter(keys, (key) => !engineErrorKeys.has(key) || safe.isEnumerable(value, key));
  // V8 lists the stack first.
  return shown.includes("stack") ? ["stack", ...shown.filter((key) => key !== "stack")] : shown;
}

// V8's order: length, name, (arguments, caller,) prototype, then the rest.
function orderFunctionKeys(keys: PropertyKey[]): PropertyKey[] {
  const first = ["length", "name", "arguments", "caller", "prototype"].filter((key) => lists.includes(keys, key));
  return [...first, ...keys.filter((key) => !first.includes(key as string))];
}

/** From this length on, a call of the engine is cheaper than listing the indices. */
export const LONG = 32;

/** Own keys that are not array indices; symbols last. */
export function nonIndexKeys(value: object, showHidden: boolean): PropertyKey[] {
  if (!showHidden && (value as unknown[]).length >= LONG && isBare(value)) return [];
  const names = showHidden ? safe.getOwnPropertyNames(value) : objectKeys(value);
  // Indices come first, in order: the others start after the last of them.
  let start = names.length;
  while (start > 0 && !isIndex(names[start - 1]!)) start--;
  const keys: PropertyKey[] = lists.slice(names, start);
  for (const symbol of safe.getOwnPropertySymbols(value))
    if (showHidden || safe.isEnumerable(value, symbol)) lists.push(keys, symbol);
  return keys;
}

function isIndex(key: string): boolean {
  const number = Number(key);
  return number >= 0 && number < 2 ** 32 - 1 && safe.isInteger(number) && String(number) === key;
}

/** Arrays without other keys, of each kind of storage in the engine: literals and spread arrays share theirs until they are written to. */
let bareArrays: unknown[][] | undefined;
/** A typed array without other keys for each prototype. */
const bareViews = pinned(new WeakMap<object, object>());

/** True only if an array or typed array has no keys but indices (and `length`). Runs no code of the program. */
export function isBare(value: object): boolean {
  if (safe.isArray(value)) {
    // A separate expression for each: the engine predicts the storage of an array by the place that makes it.
    bareArrays ??= [
      new Array(1).fill(1),
      new Array(1).fill("a"),
      new Array(1).fill(1.5),
      [1, 2],
      ["a", "b"],
      [1.5, 2.5],
      [...new Set("a")],
      new Array(LONG),
      sparse(),
    ];
    return lists.some(bareArrays, (sample) => sharesStructure(value, sample));
  }
  const kind = typedArrayKind(value);
  if (kind === undefined) return false;
  const prototype = safe.getPrototypeOf(value);
  if (prototype === null) return false;
  let sample = bareViews.get(prototype);
  if (sample === undefined)
    bareViews.set(
      prototype,
      (sample = makeView((globalThis as unknown as Record<string, ArrayClass>)[kind], prototype)),
    );
  return sharesStructure(value, sample);
}

function sparse(): unknown[] {
  const array: unknown[] = [];
  array[2 ** 20] = 1;
  return array;
}

/** The class of a typed array. */
type ArrayClass = new (length: number) => object;

function makeView(Kind: ArrayClass | undefined, prototype: object): object {
  if (typeof Kind !== "function") return {};
  if (prototype === Kind.prototype) return new Kind(0);
  const target = function (): void {};
  target.prototype = prototype;
  return safe.construct(Kind, [0], target);
}
