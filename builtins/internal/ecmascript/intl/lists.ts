// Lists that do not call setters which a program gave to `Object.prototype` or `Array.prototype`.
import { safe } from "internal:core/bootstrap";

/** Appends a value to an array. */
export function append<T>(array: T[], value: T): void {
  safe.defineProperty(array, array.length, { value, writable: true, enumerable: true, configurable: true });
}

/** A new array of the same values. */
export function copyOf(values: readonly string[]): string[] {
  if (values.length === 1) return [values[0]!];
  const copy: string[] = [];
  for (let index = 0; index < values.length; index++) append(copy, values[index]!);
  return copy;
}
