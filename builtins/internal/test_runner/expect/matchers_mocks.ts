// Matchers of mock functions: their calls and results. https://jestjs.io/docs/expect#tohavebeencalled
import { equals, iterableEquality } from "internal:test_runner/expect/equality";
import { isAsymmetric } from "internal:test_runner/expect/asymmetric_protocol";
import { hintOptions, type Matcher, type MatcherContext, type Result } from "internal:test_runner/expect/matcher";
import {
  ensureExpectedIsNonNegativeInteger,
  matcherErrorMessage,
  matcherHint,
  printDiffOrStringify,
  printExpected,
  printReceived,
  printWithType,
} from "internal:test_runner/expect/messages";

interface CallResult {
  type: string;
  value: unknown;
}
/** What is read of a mock. */
interface MockState {
  calls: unknown[][];
  results: CallResult[];
  settledResults?: CallResult[];
  invocationCallOrder: number[];
}
interface Mock {
  getMockName?(): string;
  mock: MockState;
}

const LISTED_MAX = 3;

/** The mock of a received value. Throws for other values. */
function mockOf(context: MatcherContext, name: string, received: unknown, expected = ""): Mock {
  const mock = (received as { mock?: Partial<MockState> } | null | undefined)?.mock;
  if (Array.isArray(mock?.calls)) return received as Mock;
  const spy = spyOfSinon(received);
  if (spy !== null) return spy;
  throw new Error(
    matcherErrorMessage(
      matcherHint(name, undefined, expected, hintOptions(context)),
      "received value must be a mock or spy function",
      printWithType("Received", received, printReceived),
    ),
  );
}

/** Spies of Jasmine and Sinon, as far as they store calls. */
function spyOfSinon(received: unknown): Mock | null {
  const calls = (received as { calls?: { all?(): { args: unknown[] }[] } } | null | undefined)?.calls;
  if (typeof calls?.all !== "function") return null;
  return { mock: { calls: calls.all().map(({ args }) => args), results: [], invocationCallOrder: [] } };
}

function same(context: MatcherContext, one: unknown, other: unknown): boolean {
  return equals(one, other, [...context.customTesters, iterableEquality]);
}

function sameArguments(context: MatcherContext, actual: unknown[], expected: unknown[]): boolean {
  return actual.length === expected.length && same(context, actual, expected);
}

function listCalls(calls: unknown[][], not: boolean): string {
  if (calls.length === 0) return "";
  const shown = calls.slice(0, LISTED_MAX).map((args, index) => `       ${index + 1}: ${args.map(printReceived).join(", ")}`);
  return `${not ? "" : ""}\n${shown.join("\n")}`;
}

function counting(name: string, kind: "calls" | "returns" | "resolves"): Matcher {
  return function (this: MatcherContext, received: unknown, expected?: unknown): Result {
    if (expected !== undefined) {
      throw new Error(
        matcherErrorMessage(
          matcherHint(name, undefined, "", hintOptions(this)),
          "this matcher must not have an expected argument",
          printWithType("Expected", expected, printExpected),
        ),
      );
    }
    const mock = mockOf(this, name, received);
    const count = countOf(mock.mock, kind);
    const verb = kind === "calls" ? "calls" : kind === "returns" ? "returns" : "resolves";
    return {
      pass: count > 0,
      message: () =>
        `${matcherHint(name, printName(mock), "", hintOptions(this))}\n\n` +
        (this.isNot
          ? `Expected number of ${verb}: 0\nReceived number of ${verb}: ${count}\n${listCalls(mock.mock.calls, true)}`
          : `Expected number of ${verb}: >= 1\nReceived number of ${verb}:    ${count}`),
    };
  } as Matcher;
}

function printName(mock: Mock): string {
  const name = mock.getMockName?.() ?? "spy";
  return name === "" || name === "vi.fn()" ? "jest.fn()" : name;
}

function countOf(mock: MockState, kind: "calls" | "returns" | "resolves"): number {
  if (kind === "calls") return mock.calls.length;
  if (kind === "returns") return mock.results.filter(({ type }) => type === "return").length;
  return (mock.settledResults ?? []).filter(({ type }) => type === "fulfilled").length;
}

function times(name: string, kind: "calls" | "returns" | "resolves"): Matcher {
  return function (this: MatcherContext, received: unknown, expected: unknown): Result {
    ensureExpectedIsNonNegativeInteger(expected, name, hintOptions(this));
    const mock = mockOf(this, name, received, "expected");
    const count = countOf(mock.mock, kind);
    return {
      pass: count === expected,
      message: () =>
        `${matcherHint(name, printName(mock), undefined, hintOptions(this))}\n\n` +
        `Expected number of ${kind}: ${this.isNot ? "not " : ""}${expected}\n` +
        (this.isNot ? "" : `Received number of ${kind}: ${count}`),
    };
  } as Matcher;
}

/** The calls to be judged: all, the last, the one with a number. */
type Selection = "some" | "last" | "nth" | "only";

function calledWith(name: string, selection: Selection): Matcher {
  return function (this: MatcherContext, received: unknown, ...given: unknown[]): Result {
    const mock = mockOf(this, name, received, "...expected");
    const { calls } = mock.mock;
    const index = selection === "nth" ? positionOf(this, name, given.shift()) : calls.length - 1;
    const expected = given;
    const found = calls[index];
    const pass =
      selection === "some"
        ? calls.some((args) => sameArguments(this, args, expected))
        : found !== undefined && (selection !== "only" || calls.length === 1) && sameArguments(this, found, expected);
    return {
      pass,
      message: () => {
        const hint = matcherHint(name, printName(mock), selection === "nth" ? "n" : "...expected", hintOptions(this, selection === "nth" ? { secondArgument: "...expected" } : {}));
        const shown = expected.map(printExpected).join(", ");
        const nth = selection === "nth" ? `n: ${index + 1}\n` : "";
        const number = `\n\nNumber of calls: ${calls.length}`;
        if (this.isNot) return `${hint}\n\n${nth}Expected: not ${shown}\n${listCalls(calls, true)}${number}`.replaceAll(/\n{3,}/g, "\n\n");
        if ((selection !== "some" || calls.length === 1) && found !== undefined)
          return `${hint}\n\n${nth}${differenceOfArguments(expected, found)}${number}`;
        return `${hint}\n\n${nth}Expected: ${shown}${calls.length === 0 ? "" : `\nReceived${listCalls(calls, false)}`}${number}`;
      },
    };
  } as Matcher;
}

function differenceOfArguments(expected: unknown[], found: unknown[]): string {
  if (expected.every((value) => typeof value !== "object" || value === null || isAsymmetric(value)))
    return `Expected: ${expected.map(printExpected).join(", ")}\nReceived: ${found.map(printReceived).join(", ")}`;
  return printDiffOrStringify(expected, found);
}

function positionOf(context: MatcherContext, name: string, given: unknown): number {
  if (Number.isSafeInteger(given) && (given as number) > 0) return (given as number) - 1;
  throw new Error(
    matcherErrorMessage(
      matcherHint(name, undefined, "n", hintOptions(context, { secondArgument: "...expected" })),
      "n must be a positive integer",
      printWithType("n", given, printExpected),
    ),
  );
}

function returnedWith(name: string, selection: Selection, isSettled: boolean): Matcher {
  return function (this: MatcherContext, received: unknown, ...given: unknown[]): Result {
    const mock = mockOf(this, name, received, "expected");
    const all = isSettled ? (mock.mock.settledResults ?? []) : mock.mock.results;
    const index = selection === "nth" ? positionOf(this, name, given.shift()) : all.length - 1;
    const expected = given[0];
    const matches = ({ type, value }: CallResult): boolean =>
      type === (isSettled ? "fulfilled" : "return") && same(this, value, expected);
    const pass = selection === "some" ? all.some(matches) : all[index] !== undefined && matches(all[index]);
    return {
      pass,
      message: () => {
        const hint = matcherHint(name, printName(mock), selection === "nth" ? "n" : "expected", hintOptions(this, selection === "nth" ? { secondArgument: "expected" } : {}));
        const shown = all.slice(0, LISTED_MAX).map(({ type, value }, position) => `       ${position + 1}: ${type === "throw" ? "function call threw an error" : type === "incomplete" ? "function call has not returned yet" : printReceived(value)}`);
        const nth = selection === "nth" ? `n: ${index + 1}\n` : "";
        return `${hint}\n\n${nth}Expected: ${this.isNot ? "not " : ""}${printExpected(expected)}\n${shown.length === 0 ? "" : `Received\n${shown.join("\n")}\n`}\nNumber of calls: ${mock.mock.calls.length}`;
      },
    };
  } as Matcher;
}

function ordered(name: string, isBefore: boolean): Matcher {
  return function (this: MatcherContext, received: unknown, other: unknown, failsIfNone = true): Result {
    const first = mockOf(this, name, received, "expected").mock.invocationCallOrder;
    const second = mockOf(this, name, other, "expected").mock.invocationCallOrder;
    const [one, two] = isBefore ? [first[0], second[0]] : [first.at(-1), second.at(-1)];
    const pass = judgeOrder(one, two, isBefore, failsIfNone);
    return {
      pass,
      message: () =>
        `${matcherHint(name, undefined, undefined, hintOptions(this))}\n\nExpected the mock ${this.isNot ? "not " : ""}to have been called ${isBefore ? "before" : "after"} the other`,
    };
  } as Matcher;
}

function judgeOrder(one: number | undefined, two: number | undefined, isBefore: boolean, failsIfNone: boolean): boolean {
  if (one === undefined) return false;
  if (two === undefined) return !failsIfNone;
  return isBefore ? one < two : one > two;
}

const calledMatchers = {
  toHaveBeenCalled: counting("toHaveBeenCalled", "calls"),
  toHaveBeenCalledTimes: times("toHaveBeenCalledTimes", "calls"),
  toHaveBeenCalledWith: calledWith("toHaveBeenCalledWith", "some"),
  toHaveBeenLastCalledWith: calledWith("toHaveBeenLastCalledWith", "last"),
  toHaveBeenNthCalledWith: calledWith("toHaveBeenNthCalledWith", "nth"),
  toHaveBeenCalledExactlyOnceWith: calledWith("toHaveBeenCalledExactlyOnceWith", "only"),
  toHaveReturned: counting("toHaveReturned", "returns"),
  toHaveReturnedTimes: times("toHaveReturnedTimes", "returns"),
  toHaveReturnedWith: returnedWith("toHaveReturnedWith", "some", false),
  toHaveLastReturnedWith: returnedWith("toHaveLastReturnedWith", "last", false),
  toHaveNthReturnedWith: returnedWith("toHaveNthReturnedWith", "nth", false),
};

export const mockMatchers: Record<string, Matcher> = {
  ...calledMatchers,
  toBeCalled: counting("toBeCalled", "calls"),
  toBeCalledTimes: times("toBeCalledTimes", "calls"),
  toBeCalledWith: calledWith("toBeCalledWith", "some"),
  lastCalledWith: calledWith("lastCalledWith", "last"),
  nthCalledWith: calledWith("nthCalledWith", "nth"),
  toReturn: counting("toReturn", "returns"),
  toReturnTimes: times("toReturnTimes", "returns"),
  toReturnWith: returnedWith("toReturnWith", "some", false),
  lastReturnedWith: returnedWith("lastReturnedWith", "last", false),
  nthReturnedWith: returnedWith("nthReturnedWith", "nth", false),
  toHaveResolved: counting("toHaveResolved", "resolves"),
  toHaveResolvedTimes: times("toHaveResolvedTimes", "resolves"),
  toHaveResolvedWith: returnedWith("toHaveResolvedWith", "some", true),
  toHaveLastResolvedWith: returnedWith("toHaveLastResolvedWith", "last", true),
  toHaveNthResolvedWith: returnedWith("toHaveNthResolvedWith", "nth", true),
  toHaveBeenCalledBefore: ordered("toHaveBeenCalledBefore", true),
  toHaveBeenCalledAfter: ordered("toHaveBeenCalledAfter", false),
};
