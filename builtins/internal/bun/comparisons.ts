// `Bun.deepEquals` and `Bun.deepMatch`.
import { load } from "internal:core/bootstrap";

type Members = Record<PropertyKey, unknown>;

/** Whether two values are deeply equal: members that are undefined count as missing, classes do not matter; with `strict` both do. */
export function deepEquals(first: unknown, second: unknown, strict = false): boolean {
  return strict ? load("internal:core/util/comparisons").isDeepStrictEqual(first, second) : isEqual(first, second, []);
}

function isEqual(first: unknown, second: unknown, parents: [unknown, unknown][]): boolean {
  if (Object.is(first, second)) return true;
  if (typeof first !== "object" || typeof second !== "object" || first === null || second === null) return false;
  if (
    Object.prototype.toString.call(first) !== Object.prototype.toString.call(second) ||
    Array.isArray(first) !== Array.isArray(second)
  )
    return false;
  // A cycle in both values.
  if (parents.some(([one, other]) => one === first && other === second)) return true;
  const inside: [unknown, unknown][] = [...parents, [first, second]];
  if (first instanceof Map && second instanceof Map) return sameEntries([...first], [...second], inside);
  if (first instanceof Set && second instanceof Set)
    return sameEntries(
      [...first].map((item) => [item, true]),
      [...second].map((item) => [item, true]),
      inside,
    );
  if (Array.isArray(first) && Array.isArray(second))
    return (
      first.length === second.length && [...first.keys()].every((index) => isEqual(first[index], second[index], inside))
    );
  if (!isPlain(first)) return load("internal:core/util/comparisons").isDeepStrictEqual(first, second, true);
  const own = membersOf(first as Members);
  return (
    own.length === membersOf(second as Members).length &&
    own.every(
      (name) => Object.hasOwn(second, name) && isEqual((first as Members)[name], (second as Members)[name], inside),
    )
  );
}

/** The keys of the enumerable members that are not undefined. */
function membersOf(value: Members): PropertyKey[] {
  return Reflect.ownKeys(value).filter(
    (key) => value[key] !== undefined && Object.prototype.propertyIsEnumerable.call(value, key),
  );
}

function isPlain(value: object): boolean {
  return Object.prototype.toString.call(value) === "[object Object]";
}

function sameEntries(first: [unknown, unknown][], second: [unknown, unknown][], inside: [unknown, unknown][]): boolean {
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
