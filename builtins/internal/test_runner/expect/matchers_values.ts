// Matchers of single values: identity, truth, numbers, classes, strings, lengths.
// https://jestjs.io/docs/expect#matchers
import { isSized } from "internal:test_runner/expect/sized";
import defer * as bun from "internal:test_runner/expect/bun_length";
import {
  equalityRules,
  equals,
  iterableEquality,
  typeEquality,
  sparseArrayEquality,
} from "internal:test_runner/expect/equality";
import {
  hintOptions,
  type Matcher,
  type MatcherContext,
  plainResult,
  type Result,
  wrongReceived,
} from "internal:test_runner/expect/matcher";
import defer * as messages from "internal:test_runner/expect/messages";

/** A matcher without an argument. */
function unary(name: string, test: (received: unknown) => boolean): Matcher {
  return function (this: MatcherContext, received: unknown, expected?: unknown): Result {
    if (expected !== undefined && equalityRules() !== "bun" && equalityRules() !== "vitest")
      messages.ensureNoExpected(expected, name, hintOptions(this));
    return plainResult(this, name, test(received), received);
  } as Matcher;
}

/** A matcher of the order of numbers. */
function order(name: string, sign: string, test: (one: number, other: number) => boolean): Matcher {
  return function (this: MatcherContext, received: unknown, expected: unknown): Result {
    messages.ensureNumbers(received, expected, name, hintOptions(this));
    return {
      pass: test(received as number, expected as number),
      message: () =>
        `${messages.matcherHint(name, undefined, undefined, hintOptions(this))}\n\n` +
        `Expected:${this.isNot ? " not" : ""} ${sign} ${messages.printExpected(expected)}\n` +
        `Received:${this.isNot ? "    " : ""} ${" ".repeat(sign.length)} ${messages.printReceived(received)}`,
    };
  } as Matcher;
}

function toBe(this: MatcherContext, received: unknown, expected: unknown): Result {
  const pass = Object.is(received, expected);
  return {
    pass,
    message: () => {
      const hint = messages.matcherHint(
        "toBe",
        undefined,
        undefined,
        hintOptions(this, { comment: "Object.is equality" }),
      );
      if (pass) return `${hint}\n\nExpected: not ${messages.printExpected(expected)}`;
      let advice = "";
      if (messages.typeOf(expected) !== "map" && messages.typeOf(expected) !== "set") {
        if (
          equals(received, expected, [...this.customTesters, iterableEquality, typeEquality, sparseArrayEquality], true)
        )
          advice = 'If it should pass with deep equality, replace "toBe" with "toStrictEqual"\n\n';
        else if (equals(received, expected, [...this.customTesters, iterableEquality]))
          advice = 'If it should pass with deep equality, replace "toBe" with "toEqual"\n\n';
      }
      return `${hint}\n\n${advice}${messages.printDiffOrStringify(expected, received)}`;
    },
  };
}

const DEFAULT_DIGITS = 2;

function toBeCloseTo(this: MatcherContext, received: unknown, expected: unknown, precision = DEFAULT_DIGITS): Result {
  const more = arguments.length > 2 ? { secondArgument: "precision" } : {};
  const hint = (): string => messages.matcherHint("toBeCloseTo", undefined, undefined, hintOptions(this, more));
  for (const [name, value] of [
    ["expected", expected],
    ["received", received],
  ] as const) {
    if (typeof value === "number" || equalityRules() === "vitest") continue;
    const label = name === "expected" ? "Expected" : "Received";
    throw new TypeError(
      messages.matcherErrorMessage(
        hint(),
        `${name} value must be a number`,
        messages.printWithType(label, value, messages.printExpected),
      ),
    );
  }
  const [one, other] = [received as number, expected as number];
  const tolerance = 10 ** -precision / 2;
  const difference = Math.abs(other - one);
  const pass = one === other || difference < tolerance;
  return {
    pass,
    message: () =>
      `${hint()}\n\nExpected: ${this.isNot ? "not " : ""}${messages.printExpected(expected)}\n` +
      (this.isNot && Object.is(received, expected)
        ? ""
        : `Received: ${this.isNot ? "    " : ""}${messages.printReceived(received)}\n`) +
      (this.isNot && (difference === 0 || Number.isNaN(difference))
        ? ""
        : `\nExpected precision:    ${this.isNot ? "    " : ""}${precision}\n` +
          `Expected difference: ${this.isNot ? "not " : ""}< ${tolerance}\n` +
          `Received difference: ${this.isNot ? "    " : ""}  ${difference}`),
  };
}

function toBeInstanceOf(this: MatcherContext, received: unknown, expected: unknown): Result {
  if (typeof expected !== "function") {
    throw new TypeError(
      messages.matcherErrorMessage(
        messages.matcherHint("toBeInstanceOf", undefined, undefined, hintOptions(this)),
        "expected value must be a function",
        messages.printWithType("Expected", expected, messages.printExpected),
      ),
    );
  }
  const pass = received instanceof expected;
  return {
    pass,
    message: () => {
      const hint = messages.matcherHint("toBeInstanceOf", undefined, undefined, hintOptions(this));
      const head = `${hint}\n\n${constructorLine("Expected", expected, this.isNot ? "not " : "")}\n`;
      if (
        (typeof received !== "object" && typeof received !== "function") ||
        received === null ||
        Object.getPrototypeOf(received) === null
      )
        return `${head}\nReceived value has no prototype\nReceived value: ${messages.printReceived(received)}`;
      const { constructor } = received as { constructor?: unknown };
      if (typeof constructor !== "function") return `${head}\nReceived value: ${messages.printReceived(received)}`;
      if (!this.isNot) return `${head}${constructorLine("Received", constructor, "")}`;
      if (constructor === expected) return head;
      if (expected.name === "" || constructor.name === "")
        return `${head}${constructorLine("Received", constructor, "")}`;
      return `${head}Received constructor:     ${messages.derivedName(constructor, expected)}`;
    },
  };
}

function constructorLine(label: string, { name }: Function, before: string): string {
  return name === "" ? `${label} constructor name is an empty string` : `${label} constructor: ${before}${name}`;
}

function lengthOf(received: unknown): unknown {
  const rules = equalityRules();
  if (rules === "bun") return bun.bunLength(received);
  if (rules === "vitest" && isSized(received)) return received.size;
  return (received as { length?: unknown } | null | undefined)?.length;
}

function toHaveLength(this: MatcherContext, received: unknown, expected: unknown): Result {
  const options = hintOptions(this);
  const length = lengthOf(received);
  const isLoose = equalityRules() === "vitest";
  if (typeof length !== "number") {
    throw new TypeError(
      messages.matcherErrorMessage(
        messages.matcherHint("toHaveLength", undefined, undefined, options),
        "received value must have a length property whose value must be a number",
        messages.printWithType("Received", received, messages.printReceived),
      ),
    );
  }
  if (!isLoose) messages.ensureExpectedIsNonNegativeInteger(expected, "toHaveLength", options);
  return {
    // Chai accepts "2" for 2.
    pass: isLoose ? length == expected : length === expected,
    message: () => {
      const typeLabel = `Received ${messages.typeOf(received)}`;
      const label = messages.getLabelPrinter("Expected length", typeLabel);
      return (
        `${messages.matcherHint("toHaveLength", undefined, undefined, options)}\n\n` +
        `${label("Expected length")}${this.isNot ? "not " : ""}${messages.printExpected(expected)}\n` +
        (this.isNot ? "" : `${label("Received length")}${messages.printReceived(length)}\n`) +
        `${label(typeLabel)}${this.isNot ? "    " : ""}${messages.printReceived(received)}`
      );
    },
  };
}

function toMatch(this: MatcherContext, received: unknown, expected: unknown): Result {
  if (typeof received !== "string")
    throw wrongReceived(this, "toMatch", "expected", "must be a string", received, "", TypeError);
  const isAny = equalityRules() === "vitest";
  if (!isAny && typeof expected !== "string" && !(typeof (expected as RegExp | null)?.test === "function")) {
    throw new Error(
      messages.matcherErrorMessage(
        messages.matcherHint("toMatch", undefined, undefined, hintOptions(this)),
        "expected value must be a string or regular expression",
        messages.printWithType("Expected", expected, messages.printExpected),
      ),
    );
  }
  const isText = typeof expected === "string";
  const pass = isText ? received.includes(expected) : new RegExp(expected as RegExp).test(received);
  return {
    pass,
    message: () => {
      const label = isText ? "Expected substring" : "Expected pattern";
      const second = "Received string";
      return (
        `${messages.matcherHint("toMatch", undefined, undefined, hintOptions(this))}\n\n` +
        `${label}: ${this.isNot ? "not " : ""}${messages.printExpected(expected)}\n` +
        `${second}:${" ".repeat(label.length - second.length + 1)}${this.isNot ? "    " : ""}${messages.printReceived(received)}`
      );
    },
  };
}

export const valueMatchers: Record<string, Matcher> = {
  toBe: toBe as Matcher,
  toBeCloseTo: toBeCloseTo as Matcher,
  toBeDefined: unary("toBeDefined", (received) => received !== undefined),
  toBeUndefined: unary("toBeUndefined", (received) => received === undefined),
  toBeNull: unary("toBeNull", (received) => received === null),
  toBeNaN: unary("toBeNaN", (received) => Number.isNaN(received)),
  toBeTruthy: unary("toBeTruthy", Boolean),
  toBeFalsy: unary("toBeFalsy", (received) => !received),
  toBeGreaterThan: order("toBeGreaterThan", ">", (one, other) => one > other),
  toBeGreaterThanOrEqual: order("toBeGreaterThanOrEqual", ">=", (one, other) => one >= other),
  toBeLessThan: order("toBeLessThan", "<", (one, other) => one < other),
  toBeLessThanOrEqual: order("toBeLessThanOrEqual", "<=", (one, other) => one <= other),
  toBeInstanceOf: toBeInstanceOf as Matcher,
  toHaveLength: toHaveLength as Matcher,
  toMatch: toMatch as Matcher,
};
