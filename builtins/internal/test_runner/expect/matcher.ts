// What matchers are: functions of the received value and the arguments, called with a context.
import type { Tester } from "internal:test_runner/expect/equality";
import type { HintOptions } from "internal:test_runner/expect/messages";
import defer * as messages from "internal:test_runner/expect/messages";
import type { SnapshotFile } from "internal:test_runner/expect/snapshot_file";

/** The verdict of a matcher. */
export interface Result {
  pass: boolean;
  message(): string;
  actual?: unknown;
  expected?: unknown;
  /** Of `toThrow`: what was thrown, for messages. */
  thrown?: { value: unknown } | null;
}

/** `this` of matchers. https://jestjs.io/docs/expect#custom-matchers-api */
export interface MatcherContext {
  isNot: boolean;
  promise: string;
  error?: Error;
  expand: boolean;
  currentTestName: string | undefined;
  testPath: string | undefined;
  assertionCalls: number;
  customTesters: readonly Tester[];
  snapshots: SnapshotFile | null;
  snapshotState?: object | undefined;
  /** The public functions above which the stack of the error begins. */
  caller: Function;
  equals(first: unknown, second: unknown, testers?: readonly Tester[], strict?: boolean): boolean;
  utils: Record<string, unknown>;
}

export type Matcher = (this: MatcherContext, received: unknown, ...args: never[]) => Result | Promise<Result>;

/** The options of `matcherHint` for this call. */
export function hintOptions(context: MatcherContext, more: HintOptions = {}): HintOptions {
  return { isNot: context.isNot, promise: context.promise, ...more };
}

/** The verdict of a matcher that says only what was expected of the received value. */
export function plainResult(
  context: MatcherContext,
  name: string,
  pass: boolean,
  received: unknown,
  lines: { expected?: string; argument?: string; comment?: string } = {},
): Result {
  return {
    pass,
    message: () => {
      const options = hintOptions(context, lines.comment === undefined ? {} : { comment: lines.comment });
      const hint = messages.matcherHint(
        name,
        undefined,
        lines.argument ?? (lines.expected === undefined ? "" : "expected"),
        options,
      );
      const expected =
        lines.expected === undefined ? "" : `Expected: ${context.isNot ? "not " : ""}${lines.expected}\n`;
      return `${hint}\n\n${expected}Received: ${messages.printReceived(received)}`;
    },
  };
}

/** The error of a received value that the matcher is not made for. */
export function wrongReceived(
  context: MatcherContext,
  name: string,
  expected: string,
  generic: string,
  received: unknown,
  comment = "",
  Class: ErrorConstructor = Error,
): Error {
  return new Class(
    messages.matcherErrorMessage(
      messages.matcherHint(name, undefined, expected, hintOptions(context, { comment })),
      `received value ${generic}`,
      messages.printWithType("Received", received, messages.printReceived),
    ),
  );
}
