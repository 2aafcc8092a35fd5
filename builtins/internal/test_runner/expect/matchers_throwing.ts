// `toThrow`: what a function throws, or a promise rejects with. https://jestjs.io/docs/expect#tothrowerror
import { equals, iterableEquality } from "internal:test_runner/expect/equality";
import { isAsymmetric } from "internal:test_runner/expect/asymmetric_protocol";
import {
  hintOptions,
  type Matcher,
  type MatcherContext,
  type Result,
  wrongReceived,
} from "internal:test_runner/expect/matcher";
import {
  matcherErrorMessage,
  matcherHint,
  printDiffOrStringify,
  printExpected,
  printReceived,
  printWithType,
} from "internal:test_runner/expect/messages";

/** What was thrown. */
export interface Thrown {
  value: unknown;
  message: string;
}

/** Calls `received`, or takes it as the reason of a rejection; null when nothing was thrown. */
export function thrownBy(context: MatcherContext, received: unknown, name: string): Thrown | null {
  if (context.promise === "rejects") return thrownOf(received);
  if (typeof received !== "function") {
    if (context.promise === "resolves") return null;
    throw wrongReceived(context, name, name === "toThrow" ? "expected" : "", "must be a function", received);
  }
  try {
    received();
    return null;
  } catch (error) {
    return thrownOf(error);
  }
}

function thrownOf(value: unknown): Thrown {
  const { message } = Object(value) as { message?: unknown };
  return {
    value,
    message: typeof message === "string" ? message : typeof value === "string" ? value : String(message ?? value),
  };
}

function hasMessage(thrown: Thrown): boolean {
  return typeof (Object(thrown.value) as { message?: unknown }).message === "string";
}

function describe(thrown: Thrown | null): string {
  if (thrown === null) return "Received function did not throw";
  if (!hasMessage(thrown)) return `Thrown value: ${printReceived(thrown.value)}`;
  const name = (thrown.value as { name?: unknown }).name;
  return `Error name:    ${printReceived(name)}\nError message: ${printReceived(thrown.message)}`;
}

/** Whether a message is the expected one: of an error, a class, a pattern, a part, an object. */
function judge(context: MatcherContext, thrown: Thrown | null, expected: unknown): { pass: boolean; text: string } {
  if (expected === undefined) return { pass: thrown !== null, text: "" };
  const not = context.isNot ? "not " : "";
  if (typeof expected === "string") {
    const pass = thrown !== null && thrown.message.includes(expected);
    return { pass, text: `Expected substring: ${not}${printExpected(expected)}\n` };
  }
  if (isAsymmetric(expected)) {
    const pass = thrown !== null && Boolean(expected.asymmetricMatch(thrown.value));
    return { pass, text: `Expected asymmetric matcher: ${not}${printExpected(expected)}\n` };
  }
  if (typeof expected === "function") {
    const pass = thrown !== null && thrown.value instanceof expected;
    return { pass, text: `Expected constructor: ${not}${expected.name}\n` };
  }
  if (typeof (expected as RegExp | null)?.test === "function") {
    const pass = thrown !== null && (expected as RegExp).test(thrown.message);
    return { pass, text: `Expected pattern: ${not}${printExpected(expected)}\n` };
  }
  if (typeof expected === "object" && expected !== null) {
    const message = (expected as { message?: unknown }).message;
    const pass = thrown !== null && thrown.message === message && hasSameCause(thrown.value, expected);
    return { pass, text: `Expected message: ${not}${printExpected(message)}\n` };
  }
  throw new Error(
    matcherErrorMessage(
      matcherHint("toThrow", undefined, undefined, hintOptions(context)),
      "expected value must be a string or regular expression or class or error",
      printWithType("Expected", expected, printExpected),
    ),
  );
}

function hasSameCause(thrown: unknown, expected: object): boolean {
  if (!(expected instanceof Error) || expected.cause === undefined) return true;
  return equals((thrown as { cause?: unknown } | null)?.cause, expected.cause, [iterableEquality]);
}

function throwing(name: string): Matcher {
  return function (this: MatcherContext, received: unknown, expected?: unknown): Result {
    const thrown = thrownBy(this, received, name);
    const { pass, text } = judge(this, thrown, expected);
    return {
      pass,
      message: () => {
        const hint = matcherHint(name, undefined, expected === undefined ? "" : undefined, hintOptions(this));
        if (!pass && thrown !== null && typeof expected === "object" && expected instanceof Error && hasMessage(thrown))
          return `${hint}\n\n${printDiffOrStringify(expected.message, thrown.message, "Expected message", "Received message")}`;
        const gap = thrown === null ? "\n" : "";
        return `${hint}\n\n${text}${text === "" ? "" : gap}${received !== undefined && this.promise === "resolves" ? "Received promise resolved" : describe(thrown)}`;
      },
    };
  } as Matcher;
}

export const throwingMatchers: Record<string, Matcher> = {
  toThrow: throwing("toThrow"),
  toThrowError: throwing("toThrowError"),
};
