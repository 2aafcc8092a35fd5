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

/** What reports add to the message of an error: its difference. */
const details = new WeakMap<object, () => string>();

export function setDetails(error: object, text: () => string): void {
  details.set(error, text);
}
/** The lines of a difference, for an error whose message does not have them. */
export function detailsOf(error: object): string | undefined {
  return details.get(error)?.();
}
