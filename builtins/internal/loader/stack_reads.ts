// `value.stack` in programs, which the transformer sends here because the engine's text is not V8's.
import defer * as stacks from "internal:core/stack/stack";

/** The read stands behind `?.`. */
const OPTIONAL = 1;
/** The same, and the chain goes on: what follows must fail as it would without `?.`. */
const OPTIONAL_AND_FURTHER = 2;
/** The value is about to be destructured. */
const DESTRUCTURED = 3;

/** Reads `value.stack` as V8 shows it; `mode` says where the read stands. Throws a TypeError for a nullish value, or what a getter throws. */
export function readStack(value: any, mode?: number): unknown {
  if (mode === undefined) return stacks.stackOf(value);
  if (mode === DESTRUCTURED) {
    // Formatting replaces the property, so the value itself can be taken apart.
    if (value !== null && value !== undefined) stacks.stackOf(value);
    return value;
  }
  if ((mode === OPTIONAL || mode === OPTIONAL_AND_FURTHER) && (value === null || value === undefined)) return undefined;
  const stack = stacks.stackOf(value);
  if (mode === OPTIONAL_AND_FURTHER && (stack === null || stack === undefined))
    throw new TypeError(`${stack} is not an object (reading on from 'stack')`);
  return stack;
}
