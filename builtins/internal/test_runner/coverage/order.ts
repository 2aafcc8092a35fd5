// The order of names in reports.

/** Compares by code units. */
export function compareNames(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
