// `Bun.deepEquals` and `Bun.deepMatch`.
import { load } from "internal:core/bootstrap";
import { isBare } from "internal:core/util/inspect/keys";

type Members = Record<PropertyKey, unknown>;
/** The pairs of objects that contain the current one. */
type Path = { first: unknown; second: unknown; outer: Path } | null;

/** Whether two values are deeply equal: members that are undefined count as missing, classes do not matter; with `strict` both do. */
export function deepEquals(first: unknown, second: unknown, strict = false): boolean {
  return strict ? isStrictlyEqual(first, second, null) : isEqual(first, second, null);
}

/** As `util.isDeepStrictEqual`, which compares all but literals and their arrays. */
function isStrictlyEqual(first: unknown, second: unknown, path: Path): boolean {
  if (Object.is(first, second)) return true;
  if (typeof first !== "object" || typeof second !== "object" || first === null || second === null) return false;
  const prototype: unknown = Object.getPrototypeOf(first);
  const isList = prototype === Array.prototype && isBare(first) && isBare(second);
  const isUsual =
    (isList || (prototype === Object.prototype && isLiteral(first) && isLiteral(second))) &&
    Object.getPrototypeOf(second) === prototype;
  if (!isUsual) return load("internal:core/util/comparisons").isDeepStrictEqual(first, second);
  // A cycle has to lead to the same place in both values.
  for (let pair = path; pair !== null; pair = pair.outer)
    if (pair.first === first || pair.second === second) return pair.first === first && pair.second === second;
  const inside: Path = { first, second, outer: path };
  return isList
    ? sameElements(first as unknown[], second as unknown[], inside)
    : sameOwnMembers(first as Members, second as Members, inside);
}

function sameElements(first: unknown[], second: unknown[], path: Path): boolean {
  if (first.length !== second.length) return false;
  for (let index = 0; index < first.length; index++) {
    const value = first[index];
    const other = second[index];
    // A hole differs from an element that is undefined.
    if ((value === undefined || other === undefined) && Object.hasOwn(first, index) !== Object.hasOwn(second, index))
      return false;
    if (!isStrictlyEqual(value, other, path)) return false;
  }
  return true;
}

function sameOwnMembers(first: Members, second: Members, path: Path): boolean {
  const keys = Object.keys(first);
  const others = Object.keys(second);
  if (keys.length !== others.length) return false;
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index]!;
    if (key !== others[index] && !Object.prototype.propertyIsEnumerable.call(second, key)) return false;
    if (!isStrictlyEqual(first[key], second[key], path)) return false;
  }
  return true;
}

/** Whether an object without symbols has no slots of the language's classes. */
function isLiteral(value: object): boolean {
  return isPlain(value) && Object.getOwnPropertySymbols(value).length === 0;
}

function isEqual(first: unknown, second: unknown, path: Path): boolean {
  if (Object.is(first, second)) return true;
  if (typeof first !== "object" || typeof second !== "object" || first === null || second === null) return false;
  if (
    Object.prototype.toString.call(first) !== Object.prototype.toString.call(second) ||
    Array.isArray(first) !== Array.isArray(second)
  )
    return false;
  // A cycle in both values.
  for (let pair = path; pair !== null; pair = pair.outer)
    if (pair.first === first && pair.second === second) return true;
  const inside: Path = { first, second, outer: path };
  if (first instanceof Map && second instanceof Map) return sameEntries([...first], [...second], inside);
  if (first instanceof Set && second instanceof Set)
    return sameEntries(
      [...first].map((item) => [item, true]),
      [...second].map((item) => [item, true]),
      inside,
    );
  if (Array.isArray(first) && Array.isArray(second)) return sameItems(first, second, inside);
  if (!isPlain(first)) return load("internal:core/util/comparisons").isDeepStrictEqual(first, second, true);
  return sameMembers(first as Members, second as Members, inside);
}

function sameItems(first: unknown[], second: unknown[], path: Path): boolean {
  if (first.length !== second.length) return false;
  for (let index = 0; index < first.length; index++) if (!isEqual(first[index], second[index], path)) return false;
  return true;
}

/** Compares the enumerable members that are not undefined. */
function sameMembers(first: Members, second: Members, path: Path): boolean {
  const own = membersOf(first);
  let count = 0;
  for (let index = 0; index < own.length; index++) {
    const value = first[own[index]!];
    if (value === undefined) continue;
    count++;
    if (!Object.hasOwn(second, own[index]!) || !isEqual(value, second[own[index]!], path)) return false;
  }
  const others = membersOf(second);
  for (let index = 0; index < others.length; index++) if (second[others[index]!] !== undefined) count--;
  return count === 0;
}

/** The keys of the enumerable members. */
function membersOf(value: Members): PropertyKey[] {
  const keys: PropertyKey[] = Object.keys(value);
  const symbols = Object.getOwnPropertySymbols(value);
  if (symbols.length === 0) return keys;
  return keys.concat(symbols.filter((symbol) => Object.prototype.propertyIsEnumerable.call(value, symbol)));
}

function isPlain(value: object): boolean {
  return Object.prototype.toString.call(value) === "[object Object]";
}

function sameEntries(first: [unknown, unknown][], second: [unknown, unknown][], inside: Path): boolean {
  if (first.length !== second.length) return false;
  const rest = new Set(second);
  return first.every(([key, value]) => {
    for (const entry of rest) {
      if (!isEqual(key, entry[0], inside) || !isEqual(value, entry[1], inside)) continue;
      rest.delete(entry);
      return true;
    }
    return false;
  });
}

/** Whether `actual` has all members of `subset`, with the same values. */
export function deepMatch(subset: unknown, actual: unknown): boolean {
  if (typeof subset !== "object" || subset === null) return Object.is(subset, actual);
  if (typeof actual !== "object" || actual === null || Array.isArray(subset) !== Array.isArray(actual)) return false;
  if (Array.isArray(subset) && subset.length !== (actual as unknown[]).length) return false;
  const names = Object.keys(subset);
  if (names.length === 0 && Object.getPrototypeOf(subset) !== Object.prototype && !Array.isArray(subset))
    return load("internal:core/util/comparisons").isDeepEqual(subset, actual);
  return names.every((name) => name in actual && deepMatch((subset as Members)[name], (actual as Members)[name]));
}
