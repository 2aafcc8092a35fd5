// The error of an assertion that does not hold.

/** The parts of a failure that reporters and other tools read. */
export interface FailureDetails {
  message: string;
  pass: boolean;
  actual?: unknown;
  expected?: unknown;
}

/** The error that `expect` throws; its name is Error, as in Jest. */
export class JestAssertionError extends Error {
  declare matcherResult: FailureDetails | undefined;
  declare actual: unknown;
  declare expected: unknown;
}

Object.defineProperty(JestAssertionError.prototype, "name", { value: "Error", writable: true, configurable: true });
