// `value.stack` in programs: the transform turns these reads into calls, because the engine's stack does not have V8's format.
import defer * as stacks from "internal:core/stack/stack";

/** The read follows `?.`. */
const OPTIONAL = 1;
/** The read follows `?.` and the chain continues: the rest must fail as it would without `?.`. */
const OPTIONAL_AND_FURTHER = 2;
/** The value is about to be destructured. */
const DESTRUCTURED = 3;

/** Reads `value.stack` in V8's format; `mode` is the kind of the read. Throws a TypeError for a nullish value, or the error of a getter. */
export function readStack(value: unknown, mode?: number): unknown {
  if (mode === undefined) return stacks.stackOf(value);
  if (mode === DESTRUCTURED) {
    // Formatting replaces the property, so the value itself can be destructured.
    if (value !== null && value !== undefined) stacks.stackOf(value);
    return value;
  }
  if ((mode === OPTIONAL || mode === OPTIONAL_AND_FURTHER) && (value === null || value === undefined)) return undefined;
  const stack = stacks.stackOf(value);
  if (mode === OPTIONAL_AND_FURTHER && (stack === null || stack === undefined))
    throw new TypeError(`${stack} is not an object (reading on from 'stack')`);
  return stack;
}
