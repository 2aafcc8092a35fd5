// Collections whose size Chai, and so Vitest, compares with a length. https://www.chaijs.com/api/bdd/#method_lengthof

const SIZED = /^\[object (?:Map|Set)\]$/;

/** Whether a value is a Map or a Set, of any realm. */
export function isSized(value: unknown): value is { size: number } {
  return SIZED.test(Object.prototype.toString.call(value));
}
