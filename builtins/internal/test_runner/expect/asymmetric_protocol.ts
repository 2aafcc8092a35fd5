// What makes an object an asymmetric matcher: its `$$typeof`, and the methods that equality and printing call.

/** The `$$typeof` of asymmetric matchers, shared with Jest's packages. */
export const ASYMMETRIC = Symbol.for("jest.asymmetricMatcher");

/** A value that decides itself which values it is equal to. */
export interface Asymmetric {
  asymmetricMatch(other: unknown): unknown;
  toString(): string;
  toAsymmetricMatcher?(): string;
  getExpectedType?(): string;
}

/** Whether `value` is an asymmetric matcher. */
export function isAsymmetric(value: unknown): value is Asymmetric {
  return (
    (typeof value === "object" || typeof value === "function") &&
    value !== null &&
    typeof (value as { asymmetricMatch?: unknown }).asymmetricMatch === "function" &&
    (value as { $$typeof?: unknown }).$$typeof === ASYMMETRIC
  );
}
