// What arrays do, as functions: for the paths that have to work in a program that changes `Array.prototype` (the loader, ticks,
// events, streams). Loops mostly, because a call of a captured method costs more than the work on a short list.
import { safe } from "internal:core/bootstrap";

const { pop: popOfArray, shift: shiftOfArray, sort: sortOfArray, splice: spliceOfArray } = Array.prototype;

export function push<T>(list: T[], value: T): number {
  list[list.length] = value;
  return list.length;
}

export function append<T>(list: T[], values: readonly T[]): void {
  for (let index = 0; index < values.length; index++) list[list.length] = values[index]!;
}

/** The engine's method: setting a length is a call of the engine, `pop` is compiled code. */
export function pop<T>(list: T[]): T | undefined {
  return popOfArray.call(list) as T | undefined;
}

export function shift<T>(list: T[]): T | undefined {
  return shiftOfArray.call(list) as T | undefined;
}

export function unshift<T>(list: T[], value: T): void {
  for (let index = list.length; index > 0; index--) list[index] = list[index - 1]!;
  list[0] = value;
}

/** The part from `start`. Short lists are copied as literals, which are made with their size. */
export function slice<T>(list: ArrayLike<T>, start = 0): T[] {
  if (start === 0) {
    if (list.length === 2) return [list[0]!, list[1]!];
    if (list.length === 3) return [list[0]!, list[1]!, list[2]!];
    if (list.length === 4) return [list[0]!, list[1]!, list[2]!, list[3]!];
  }
  const copy: T[] = [];
  for (let index = start; index < list.length; index++) copy[index - start] = list[index]!;
  return copy;
}

export function splice<T>(list: T[], start: number, count = list.length - start): T[] {
  return safe.apply(spliceOfArray, list, [start, count]) as T[];
}

export function sort<T>(list: T[], compare?: (left: T, right: T) => number): T[] {
  return safe.apply(sortOfArray, list, [compare]) as T[];
}

export function indexOf<T>(list: readonly T[], value: T): number {
  for (let index = 0; index < list.length; index++) if (list[index] === value) return index;
  return -1;
}

export function includes<T>(list: readonly T[], value: T): boolean {
  return indexOf(list, value) !== -1;
}

export function some<T>(list: readonly T[], matches: (value: T) => boolean): boolean {
  for (let index = 0; index < list.length; index++) if (matches(list[index]!)) return true;
  return false;
}

export function every<T>(list: readonly T[], matches: (value: T) => boolean): boolean {
  for (let index = 0; index < list.length; index++) if (!matches(list[index]!)) return false;
  return true;
}

export function filter<T>(list: readonly T[], matches: (value: T, index: number) => unknown): T[] {
  const found: T[] = [];
  for (let index = 0; index < list.length; index++)
    if (matches(list[index]!, index)) found[found.length] = list[index]!;
  return found;
}

export function map<T, U>(list: readonly T[], convert: (value: T, index: number) => U): U[] {
  const made: U[] = [];
  for (let index = 0; index < list.length; index++) made[index] = convert(list[index]!, index);
  return made;
}
