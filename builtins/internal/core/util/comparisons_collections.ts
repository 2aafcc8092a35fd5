// Deep equality of Sets and Maps: keys that are not identical are matched pairwise, in any order.
import { areEqual, areObjectsEqual, modeLoose, modePartial, type Path } from "internal:core/util/comparisons";

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

/**
 * Whether a primitive that the other collection lacks may loosely equal one of its values. `true`: it may, compare
 * all entries; `false`: never; "null" and "undefined" can only equal each other, which the caller tests by `other`.
 */
function looseMatch(value: unknown): boolean | { other: null | undefined } {
  switch (typeof value) {
    case "undefined":
      return { other: null };
    case "object":
      return { other: undefined };
    case "symbol":
      return false;
    case "string":
      return !Number.isNaN(+value);
    case "number":
      return !Number.isNaN(value);
    default:
      return true;
  }
}

/** Removes from `pending` one value that `test` accepts. */
function takeMatch<T>(pending: T[], test: (candidate: T) => boolean): boolean {
  for (let index = 0; index < pending.length; index++) {
    if (test(pending[index]!)) {
      pending.splice(index, 1);
      return true;
    }
  }
  return false;
}

export function setsAreEqual(first: Set<unknown>, second: Set<unknown>, mode: number, path: Path): boolean {
  const pending: unknown[] = [];
  for (const value of second) {
    if (first.has(value)) continue;
    if (!isObject(value)) {
      if (mode !== modeLoose) return false;
      const match = looseMatch(value);
      if (match === false || (match !== true && (second.has(match.other) || !first.has(match.other)))) return false;
    }
    pending.push(value);
  }
  if (pending.length === 0) return true;
  for (const value of first) {
    if (second.has(value)) continue;
    const found =
      (isObject(value) || mode === modeLoose) &&
      takeMatch(pending, (candidate) => areEqual(value, candidate, mode, path));
    if (pending.length === 0) return true;
    if (!found && mode !== modePartial) return false;
  }
  return pending.length === 0;
}

export function mapsAreEqual(
  first: Map<unknown, unknown>,
  second: Map<unknown, unknown>,
  mode: number,
  path: Path,
): boolean {
  const pending: unknown[] = [];
  for (const [key, value] of second) {
    if (isObject(key)) {
      pending.push(key);
      continue;
    }
    const other = first.get(key);
    if ((other !== undefined || first.has(key)) && areEqual(other, value, mode, path)) continue;
    if (mode !== modeLoose || !mayMatchLoosely(first, second, key, value, path)) return false;
    pending.push(key);
  }
  if (pending.length === 0) return true;
  for (const [key, value] of first) {
    if (!isObject(key)) {
      if (mode !== modeLoose) continue; // compared above
      if (second.has(key) && areEqual(value, second.get(key), mode, path)) continue;
    }
    const found = takeMatch(
      pending,
      (candidate) =>
        (mode === modeLoose
          ? areEqual(key, candidate, mode, path)
          : key === candidate || areObjectsEqual(key, candidate, mode, path)) &&
        areEqual(value, second.get(candidate), mode, path),
    );
    if (pending.length === 0) return true;
    if (!found && mode !== modePartial) return false;
  }
  return pending.length === 0;
}

function mayMatchLoosely(
  first: Map<unknown, unknown>,
  second: Map<unknown, unknown>,
  key: unknown,
  value: unknown,
  path: Path,
): boolean {
  const match = looseMatch(key);
  if (typeof match === "boolean") return match;
  return first.has(match.other) && !second.has(match.other) && areEqual(first.get(match.other), value, modeLoose, path);
}
