// Which of several promises rejected: `Promise.all (index 1)` in stacks. The transform stores what a function waits for, and which
// function of `Promise` waits (`combinators.rs` there).
import { safe } from "internal:core/bootstrap";
import * as lists from "internal:core/lists";
import { promiseResult, promiseState, PromiseStatus } from "native:engine";

/** The functions of `Promise` by their number in a position, which has it above the line. */
const COMBINATORS = ["", "all", "allSettled", "any"] as const;
export type Combinator = (typeof COMBINATORS)[number];
const LINE_AND_COLUMN = 2 ** 48;

const eachOfSet = Set.prototype.forEach;

/** The function of `Promise` that an `await` waits for; empty for another operand. */
export function combinatorOf(site: number): Combinator {
  return COMBINATORS[safe.floor(site / LINE_AND_COLUMN)] ?? "";
}

/** The position without the function. */
export function placeOf(site: number): number {
  return site % LINE_AND_COLUMN;
}

/** The index of the promise that rejected with an error; -1 when it is unknown. */
export function indexOfRejected(inputs: unknown, error: object): number {
  const list = listOf(inputs);
  for (let index = 0; index < list.length; index++) {
    const promise = list[index];
    if (promiseState(promise) === PromiseStatus.REJECTED && promiseResult(promise) === error) return index;
  }
  return -1;
}

/** Other iterables have no values any more. */
function listOf(inputs: unknown): readonly unknown[] {
  if (safe.isArray(inputs)) return inputs;
  const list: unknown[] = [];
  try {
    safe.apply(eachOfSet, inputs, [(value: unknown) => lists.push(list, value)]);
  } catch {
    // It is not a set.
  }
  return list;
}

/** The errors of an error that `Promise.any` rejects with. */
export function errorsOf(error: object): object[] {
  const errors: unknown = safe.getOwnPropertyDescriptor(error, "errors")?.value;
  if (!safe.isArray(errors)) return [];
  const found: object[] = [];
  for (let index = 0; index < errors.length; index++) {
    const one: unknown = errors[index];
    if (safe.isError(one)) lists.push(found, one as object);
  }
  return found;
}
