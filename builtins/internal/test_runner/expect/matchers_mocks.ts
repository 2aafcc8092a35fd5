// Matchers of mock functions: their calls and results. https://jestjs.io/docs/expect#tohavebeencalled
import { equalityRules, equals, iterableEquality } from "internal:test_runner/expect/equality";
import { isAsymmetric } from "internal:test_runner/expect/asymmetric_protocol";
import defer * as diff from "internal:test_runner/expect/diff";
import defer * as pretty from "internal:test_runner/expect/pretty_format";
import { hintOptions, type Matcher, type MatcherContext, type Result } from "internal:test_runner/expect/matcher";
import defer * as messages from "internal:test_runner/expect/messages";
import defer * as behaviors from "internal:test_runner/jest/call_behaviors";

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
function mockOf(context: MatcherContext, name: string, received: unknown, expected = "", secondArgument = ""): Mock {
  const mock = (received as { mock?: Partial<MockState> } | null | undefined)?.mock;
  if (Array.isArray(mock?.calls)) return received as Mock;
  const spy = spyOfSinon(received);
  if (spy !== null) return spy;
  throw new Error(
    messages.matcherErrorMessage(
      messages.matcherHint(name, undefined, expected, hintOptions(context, { secondArgument })),
      `received value must be a mock${/Return|Resolve/.test(name) ? "" : " or spy"} function`,
      messages.printWithType("Received", received, messages.printReceived),
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

function counting(name: string, kind: CountKind): Matcher {
  return function (this: MatcherContext, received: unknown, expected?: unknown): Result {
    if (expected !== undefined) {
      throw new Error(
        messages.matcherErrorMessage(
          messages.matcherHint(name, undefined, "", hintOptions(this)),
          "this matcher must not have an expected argument",
          messages.printWithType("Expected", expected, messages.printExpected),
        ),
      );
    }
    const mock = mockOf(this, name, received);
    const count = countOf(mock.mock, kind);
    return {
      pass: count > 0,
      message: () => {
        const hint = messages.matcherHint(name, printName(mock), "", hintOptions(this));
        const calls = mock.mock.calls.length;
        const more = (gap: string): string =>
          kind === "calls" || calls === count ? "" : `Received number of calls:   ${gap}${calls}`;
        if (!this.isNot)
          return `${hint}\n\nExpected number of ${kind}: >= 1\nReceived number of ${kind}:    ${count}${more("   ") && `\n${more("   ")}`}`;
        const lines =
          kind === "calls"
            ? mock.mock.calls.map((args) => printedArguments(args))
            : returnsOf(mock.mock, kind).map(messages.printReceived);
        const list = lines.slice(0, LISTED_MAX).map((line, index) => `${index + 1}: ${line}`);
        return `${hint}\n\nExpected number of ${kind}: 0\nReceived number of ${kind}: ${count}\n\n${list.join("\n")}${more("") && `\n\n${more("")}`}`;
      },
    };
  } as Matcher;
}

type CountKind = "calls" | "returns" | "resolves";

function returnsOf(mock: MockState, kind: CountKind): unknown[] {
  const [list, type] = kind === "returns" ? [mock.results, "return"] : [mock.settledResults ?? [], "fulfilled"];
  return list.filter((result) => result.type === type).map(({ value }) => value);
}

function printName(mock: Mock): string {
  const name = mock.getMockName?.() ?? "spy";
  return name === "" || name === "vi.fn()" ? "jest.fn()" : name;
}

function countOf(mock: MockState, kind: CountKind): number {
  return kind === "calls" ? mock.calls.length : returnsOf(mock, kind).length;
}

function times(name: string, kind: CountKind, fixed?: number): Matcher {
  return function (this: MatcherContext, received: unknown, given: unknown): Result {
    const expected = fixed ?? given;
    messages.ensureExpectedIsNonNegativeInteger(expected, name, hintOptions(this));
    const mock = mockOf(this, name, received, "expected");
    const count = countOf(mock.mock, kind);
    return {
      pass: count === expected,
      message: () =>
        `${messages.matcherHint(name, printName(mock), fixed === undefined ? undefined : "", hintOptions(this))}\n\n` +
        `Expected number of ${kind}: ${this.isNot ? "not " : ""}${expected}` +
        (this.isNot ? "" : `\nReceived number of ${kind}: ${count}`) +
        (kind === "calls" || mock.mock.calls.length === count
          ? ""
          : `${this.isNot ? "\n" : ""}\nReceived number of calls:   ${this.isNot ? "    " : ""}${mock.mock.calls.length}`),
    };
  } as Matcher;
}

/** The calls to be judged: all, the last, the one with a number. */
type Selection = "some" | "last" | "nth" | "only";

function calledWith(name: string, selection: Selection): Matcher {
  return function (this: MatcherContext, received: unknown, ...given: unknown[]): Result {
    const mock = mockOf(
      this,
      name,
      received,
      selection === "nth" ? "n" : "...expected",
      selection === "nth" ? "...expected" : "",
    );
    const { calls } = mock.mock;
    const index = selection === "nth" ? positionOf(this, name, given.shift(), "...expected") : calls.length - 1;
    const expected = given;
    const matches = (args: unknown[] | undefined): boolean => args !== undefined && sameArguments(this, args, expected);
    const pass =
      selection === "some"
        ? calls.some(matches)
        : matches(calls[index]) && (selection !== "only" || calls.length === 1);
    return {
      pass,
      message: () => {
        const more = selection === "nth" ? { secondArgument: "...expected" } : {};
        const hint = messages.matcherHint(
          name,
          printName(mock),
          selection === "nth" ? "n" : "...expected",
          hintOptions(this, more),
        );
        const nth = selection === "nth" ? `n: ${index + 1}\n` : "";
        const at = selection === "some" || selection === "only" ? undefined : index;
        const shown = choose(calls.length, at, pass, (position) => matches(calls[position]));
        const body = pass ? negative(calls, expected, shown, at) : positive(this, calls, expected, shown, at);
        return `${hint}\n\n${nth}${body}\nNumber of calls: ${calls.length}`;
      },
    };
  } as Matcher;
}

/** The positions that a message shows: the first ones, those that match, or those around the judged one. */
function choose(
  count: number,
  at: number | undefined,
  passed: boolean,
  matches: (position: number) => boolean,
): number[] {
  if (at === undefined) {
    const all = Array.from({ length: count }, (_value, position) => position);
    return (passed ? all.filter(matches) : all).slice(0, LISTED_MAX);
  }
  const nearest = (from: number, step: 1 | -1): number => {
    if (!passed)
      for (let position = from; position >= 0 && position < count; position += step)
        if (matches(position)) return position;
    return from;
  };
  if (at >= count) return count === 0 ? [] : [nearest(count - 1, -1)];
  const shown: number[] = [];
  // Nothing was called.
  if (at < 0) return shown;
  if (at > 0) shown.push(nearest(at - 1, -1));
  shown.push(at);
  if (at < count - 1) shown.push(nearest(at + 1, 1));
  return shown;
}

/** Aligns numbers before a label such as `Received: `; the judged one has an arrow. */
function aligned(label: string, position: number, isJudged: boolean): string {
  const colon = label.indexOf(":");
  const number = String(position + 1);
  const start = isJudged
    ? `->${" ".repeat(Math.max(0, colon - 2 - number.length))}`
    : " ".repeat(Math.max(0, colon - number.length));
  return start + number + label.slice(colon);
}

function printedArguments(args: unknown[], print: (value: unknown) => string = messages.printReceived): string {
  return args.length === 0 ? "called with 0 arguments" : args.map(print).join(", ");
}

function negative(calls: unknown[][], expected: unknown[], shown: number[], at: number | undefined): string {
  const head = `Expected: not ${printedArguments(expected, messages.printExpected)}\n`;
  if (calls.length === 1) {
    if (pretty.stringify(calls[0]) === pretty.stringify(expected)) return head;
    return `${head}Received:     ${printedArguments([0, calls[0]])}\n`;
  }
  const label = "Received:     ";
  return `${head}Received\n${shown.map((position) => `${aligned(label, position, position === at)}${printedArguments(calls[position]!)}\n`).join("")}`;
}

function positive(
  context: MatcherContext,
  calls: unknown[][],
  expected: unknown[],
  shown: number[],
  at: number | undefined,
): string {
  const head = `Expected: ${printedArguments(expected, messages.printExpected)}\n`;
  if (shown.length === 0) return head;
  if (calls.length === 1 && (at === undefined || at === 0)) {
    const [args] = calls as [unknown[]];
    if (hasDiffable(expected, args))
      return `- Expected\n+ Received\n\n${differenceOf(context, expected, args, "").join("\n")}\n`;
    return `${head}Received: ${printedArguments(args)}\n`;
  }
  const lines = shown.map((position) => {
    const args = calls[position]!;
    const start = aligned("Received: ", position, position === at);
    if ((at === undefined || position === at) && hasDiffable(expected, args))
      return `${start.replace(": ", "\n")}${differenceOf(context, expected, args, "        ").join("\n")}\n`;
    return `${start}${printedArguments(args)}\n`;
  });
  return `${head}Received\n${lines.join("")}`;
}

function isDiffable(one: unknown, other: unknown): boolean {
  const type = messages.typeOf(one);
  if (type !== messages.typeOf(other) || isAsymmetric(one) || isAsymmetric(other)) return false;
  if (one instanceof Error && other instanceof Error) return false;
  return type === "object" || type === "array" || type === "map" || type === "set";
}
function hasDiffable(expected: unknown[], args: unknown[]): boolean {
  return expected.some((value, index) => index < args.length && isDiffable(value, args[index]));
}

/** The lines of the difference of two lists of arguments. */
function differenceOf(context: MatcherContext, expected: unknown[], args: unknown[], indentation: string): string[] {
  const lines: string[] = [];
  for (let index = 0; index < Math.max(expected.length, args.length); index++) {
    const [one, other] = [expected[index], args[index]];
    const hasBoth = index < expected.length && index < args.length;
    if (hasBoth && same(context, other, one)) {
      lines.push(`${indentation}  ${messages.printReceived(other)},`);
      continue;
    }
    const found = hasBoth && isDiffable(one, other) ? diff.diffValues(one, other) : null;
    if (found !== null && found.startsWith("- Expected")) {
      const inner = found
        .split("\n")
        .slice(3)
        .map((line) => indentation + line);
      lines.push(`${inner.join("\n")},`);
      continue;
    }
    if (index < expected.length) lines.push(`${indentation}- ${messages.printExpected(one)},`);
    if (index < args.length) lines.push(`${indentation}+ ${messages.printReceived(other)},`);
  }
  return lines;
}

function positionOf(context: MatcherContext, name: string, given: unknown, rest: string): number {
  if (Number.isSafeInteger(given) && (given as number) > 0) return (given as number) - 1;
  // In Vitest it is then the number of no call.
  if (equalityRules() === "vitest") return Number(given) - 1;
  throw new Error(
    messages.matcherErrorMessage(
      messages.matcherHint(name, undefined, "n", hintOptions(context, { secondArgument: rest })),
      "n must be a positive integer",
      messages.printWithType("n", given, messages.printExpected),
    ),
  );
}

function returnedWith(name: string, selection: Selection, isSettled: boolean): Matcher {
  return function (this: MatcherContext, received: unknown, ...given: unknown[]): Result {
    const mock = mockOf(
      this,
      name,
      received,
      selection === "nth" ? "n" : "expected",
      selection === "nth" ? "expected" : "",
    );
    const all = isSettled ? (mock.mock.settledResults ?? []) : mock.mock.results;
    const index = selection === "nth" ? positionOf(this, name, given.shift(), "expected") : all.length - 1;
    const expected = given[0];
    const matches = (result: CallResult | undefined): boolean =>
      result !== undefined &&
      result.type === (isSettled ? "fulfilled" : "return") &&
      same(this, result.value, expected);
    const pass = selection === "some" ? all.some(matches) : matches(all[index]);
    return {
      pass,
      message: () => {
        const more = selection === "nth" ? { secondArgument: "expected" } : {};
        const hint = messages.matcherHint(
          name,
          printName(mock),
          selection === "nth" ? "n" : "expected",
          hintOptions(this, more),
        );
        const nth = selection === "nth" ? `n: ${index + 1}\n` : "";
        const at = selection === "some" ? undefined : index;
        const shown = choose(all.length, at, pass, (position) => matches(all[position]));
        const label = pass ? "Received:     " : "Received: ";
        const isSame = pass && all.length === 1 && pretty.stringify(all[0]!.value) === pretty.stringify(expected);
        const list = isSame ? "" : listOfResults(all, shown, at, label);
        const returns = countOf(mock.mock, isSettled ? "resolves" : "returns");
        const word = isSettled ? "resolves" : "returns";
        const calls = mock.mock.calls.length === returns ? "" : `\nNumber of calls:   ${mock.mock.calls.length}`;
        return `${hint}\n\n${nth}Expected: ${pass ? "not " : ""}${messages.printExpected(expected)}\n${list}\nNumber of ${word}: ${returns}${calls}`;
      },
    };
  } as Matcher;
}

function listOfResults(all: CallResult[], shown: number[], at: number | undefined, label: string): string {
  if (shown.length === 0) return "";
  if (all.length === 1 && (at === undefined || at === 0)) return `${label}${printedResult(all[0]!)}\n`;
  return `Received\n${shown.map((position) => `${aligned(label, position, position === at)}${printedResult(all[position]!)}\n`).join("")}`;
}

function printedResult({ type, value }: CallResult): string {
  if (type === "throw") return "function call threw an error";
  return type === "incomplete" ? "function call has not returned yet" : messages.printReceived(value);
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
        `${messages.matcherHint(name, undefined, undefined, hintOptions(this))}\n\nExpected the mock ${this.isNot ? "not " : ""}to have been called ${isBefore ? "before" : "after"} the other`,
    };
  } as Matcher;
}

function judgeOrder(
  one: number | undefined,
  two: number | undefined,
  isBefore: boolean,
  failsIfNone: boolean,
): boolean {
  if (one === undefined) return false;
  if (two === undefined) return !failsIfNone;
  return isBefore ? one < two : one > two;
}

/** Whether everything that `vi.when` defined was called. */
function toHaveBeenExhausted(this: MatcherContext, received: unknown): Result {
  const { isExhausted, pending } = behaviors.exhaustion(received);
  const rest = pending.replaceAll(/\n(?!\n)/g, "\n  ");
  return {
    pass: isExhausted,
    message: () =>
      isExhausted
        ? "expected at least one behavior to remain un-exhausted, but all were"
        : `expected all behaviors to have been exhausted, but some remain:\n\n  ${rest}`,
  };
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
  toHaveBeenCalledOnce: times("toHaveBeenCalledOnce", "calls", 1),
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
  toHaveBeenExhausted: toHaveBeenExhausted as Matcher,
};
