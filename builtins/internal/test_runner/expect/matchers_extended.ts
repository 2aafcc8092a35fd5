// The matchers that Bun (and jest-extended, Vitest) have beyond Jest's. https://bun.com/docs/test/writing#matchers
import { equals, iterableEquality, type Members } from "internal:test_runner/expect/equality";
import {
  hintOptions,
  type Matcher,
  type MatcherContext,
  plainResult,
  type Result,
} from "internal:test_runner/expect/matcher";
import defer * as messages from "internal:test_runner/expect/messages";

function check(name: string, test: (received: unknown) => boolean): Matcher {
  return function (this: MatcherContext, received: unknown): Result {
    return plainResult(this, name, test(received), received);
  } as Matcher;
}

/** A matcher with arguments; `test` throws a message for arguments that it does not accept. */
function compare(name: string, test: (this: MatcherContext, received: unknown, ...args: never[]) => boolean): Matcher {
  return function (this: MatcherContext, received: unknown, ...args: unknown[]): Result {
    let pass: boolean;
    try {
      pass = test.call(this, received, ...(args as never[]));
    } catch (error) {
      if (!(error instanceof Unfit)) throw error;
      throw new Error(
        messages.matcherErrorMessage(
          messages.matcherHint(name, undefined, undefined, hintOptions(this)),
          error.message,
        ),
      );
    }
    return plainResult(this, name, pass, received, { expected: args.map(messages.printExpected).join(", ") });
  } as Matcher;
}

/** An argument that a matcher does not accept. */
class Unfit extends Error {}

function same(context: MatcherContext, one: unknown, other: unknown): boolean {
  return equals(one, other, [...context.customTesters, iterableEquality]);
}

function textOf(value: unknown): string {
  if (typeof value !== "string") throw new Unfit("expected value must be a string");
  return value;
}

/** A received string; other values contain nothing. */
function stringOf(value: unknown): string | undefined {
  return typeof value === "string" || value instanceof String ? String(value) : undefined;
}

function listOf(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new Unfit("expected value must be an array");
  return value;
}

function isNumber(value: unknown): value is number {
  return typeof value === "number";
}

function isEmpty(value: unknown): boolean {
  if (typeof value === "bigint" || typeof value === "symbol")
    throw new Unfit("received value must be a string, an object or iterable");
  if (typeof value === "string" || Array.isArray(value) || ArrayBuffer.isView(value))
    return (value as { length: number }).length === 0;
  // Numbers and booleans have nothing in them.
  if (!isPlainObject(value)) return true;
  if (value instanceof ArrayBuffer) return value.byteLength === 0;
  const { size } = value as { size?: unknown };
  if (typeof size === "number") return size === 0;
  if (Symbol.iterator in (value as object)) return (value as Iterable<unknown>)[Symbol.iterator]().next().done === true;
  return Object.keys(value as object).length === 0;
}

/** Objects whose content is not in their members. */
const COLLECTIONS = [Date, RegExp, Map, Set, WeakMap, WeakSet];

function isEmptyObject(value: unknown): boolean {
  return (
    isPlainObject(value) &&
    !COLLECTIONS.some((one) => value instanceof one) &&
    Object.keys(value as object).length === 0
  );
}

function keysOfReceived(value: unknown): string[] {
  return value === null || value === undefined ? [] : Object.keys(value);
}

function hasKey(received: unknown, key: unknown): boolean {
  return received !== null && received !== undefined && (key as PropertyKey) in Object(received);
}

function valuesOf(received: unknown): unknown[] {
  return received === null || received === undefined ? [] : Object.values(received as Members);
}

function countOf(received: string, part: string): number {
  return part === "" ? received.length + 1 : received.split(part).length - 1;
}

function withoutBlanks(text: string): string {
  return text.replaceAll(/\s+/g, "");
}

function isPlainObject(value: unknown): boolean {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}

const kinds: Record<string, Matcher> = {
  toBeTrue: check("toBeTrue", (value) => value === true),
  toBeFalse: check("toBeFalse", (value) => value === false),
  toBeNil: check("toBeNil", (value) => value === null || value === undefined),
  toBeNullable: check("toBeNullable", (value) => value === null || value === undefined),
  toBeArray: check("toBeArray", Array.isArray),
  toBeBoolean: check("toBeBoolean", (value) => typeof value === "boolean"),
  toBeString: check("toBeString", (value) => typeof value === "string" || value instanceof String),
  toBeSymbol: check("toBeSymbol", (value) => typeof value === "symbol"),
  toBeFunction: check("toBeFunction", (value) => typeof value === "function"),
  toBeObject: check("toBeObject", isPlainObject),
  toBeNumber: check("toBeNumber", isNumber),
  toBeInteger: check("toBeInteger", Number.isInteger),
  toBeFinite: check("toBeFinite", Number.isFinite),
  toBePositive: check("toBePositive", (value) => isNumber(value) && Math.round(value) > 0 && value !== Infinity),
  toBeNegative: check("toBeNegative", (value) => isNumber(value) && Math.round(value) < 0 && value !== -Infinity),
  toBeEven: check("toBeEven", (value) =>
    typeof value === "bigint" ? value % 2n === 0n : isNumber(value) && value % 2 === 0,
  ),
  toBeOdd: check("toBeOdd", (value) =>
    typeof value === "bigint" ? value % 2n !== 0n : isNumber(value) && Math.abs(value % 2) === 1,
  ),
  toBeDate: check("toBeDate", (value) => value instanceof Date),
  toBeValidDate: check("toBeValidDate", (value) => value instanceof Date && !Number.isNaN(value.getTime())),
  toBeEmpty: check("toBeEmpty", isEmpty),
  toBeEmptyObject: check("toBeEmptyObject", isEmptyObject),
};

const TYPES = ["function", "object", "bigint", "boolean", "number", "string", "symbol", "undefined"];

const comparisons: Record<string, Matcher> = {
  toBeArrayOfSize: compare(
    "toBeArrayOfSize",
    (received, size: number) => Array.isArray(received) && received.length === size,
  ),
  toBeWithin: compare("toBeWithin", (received, start: number, end: number) => {
    if (!isNumber(start) || !isNumber(end)) throw new Unfit("the limits must be numbers");
    return isNumber(received) && received >= start && received < end;
  }),
  toBeTypeOf: compare("toBeTypeOf", (received, type: string) => {
    if (!TYPES.includes(type)) throw new Unfit(`toBeTypeOf requires one of ${TYPES.join(", ")}`);
    return typeof received === type;
  }),
  toBeOneOf: compare("toBeOneOf", function (received, list: Iterable<unknown>) {
    return [...list].some((item) => same(this, received, item));
  }),
  toInclude: compare("toInclude", (received, part: string) => stringOf(received)?.includes(textOf(part)) ?? false),
  toIncludeRepeated: compare(
    "toIncludeRepeated",
    (received, part: string, count: number) => countOf(textOf(stringOf(received)), textOf(part)) === count,
  ),
  toStartWith: compare(
    "toStartWith",
    (received, part: string) => stringOf(received)?.startsWith(textOf(part)) ?? false,
  ),
  toEndWith: compare("toEndWith", (received, part: string) => stringOf(received)?.endsWith(textOf(part)) ?? false),
  toEqualIgnoringWhitespace: compare(
    "toEqualIgnoringWhitespace",
    (received, text: string) =>
      stringOf(received) !== undefined && withoutBlanks(stringOf(received)!) === withoutBlanks(textOf(text)),
  ),
  toContainKey: compare("toContainKey", (received, key: PropertyKey) => hasKey(received, key)),
  toContainKeys: compare("toContainKeys", (received, keys: unknown[]) =>
    listOf(keys).every((key) => hasKey(received, key)),
  ),
  toContainAnyKeys: compare("toContainAnyKeys", (received, keys: unknown[]) =>
    listOf(keys).some((key) => hasKey(received, key)),
  ),
  toContainAllKeys: compare("toContainAllKeys", (received, keys: unknown[]) => {
    const own = keysOfReceived(received);
    return own.length === listOf(keys).length && keys.every((key) => own.includes(String(key)));
  }),
  toContainValue: compare("toContainValue", function (received, value: unknown) {
    return valuesOf(received).some((own) => same(this, own, value));
  }),
  toContainValues: compare("toContainValues", function (received, values: unknown[]) {
    return listOf(values).every((value) => valuesOf(received).some((own) => same(this, own, value)));
  }),
  toContainAnyValues: compare("toContainAnyValues", function (received, values: unknown[]) {
    return listOf(values).some((value) => valuesOf(received).some((own) => same(this, own, value)));
  }),
  toContainAllValues: compare("toContainAllValues", function (received, values: unknown[]) {
    const own = valuesOf(received);
    return own.length === listOf(values).length && values.every((value) => own.some((one) => same(this, one, value)));
  }),
};

function toSatisfy(this: MatcherContext, received: unknown, predicate: unknown, message?: string): Result {
  if (typeof predicate !== "function")
    throw new Error(
      messages.matcherErrorMessage(
        messages.matcherHint("toSatisfy", undefined, undefined, hintOptions(this)),
        "expected value must be a function",
      ),
    );
  const pass = Boolean(predicate(received));
  return {
    pass,
    message: () =>
      message ??
      `${messages.matcherHint("toSatisfy", undefined, undefined, hintOptions(this))}\n\nExpected: ${this.isNot ? "not " : ""}${predicate.name || "a value that satisfies the predicate"}\nReceived: ${messages.printReceived(received)}`,
  };
}

function fixed(pass: boolean, otherwise: string): Matcher {
  return function (this: MatcherContext, _received: unknown, message?: unknown): Result {
    if (message !== undefined && typeof message !== "string")
      throw new TypeError("Expected message to be a string for 'pass' and 'fail'.");
    return { pass, message: () => (message as string | undefined) ?? otherwise };
  } as Matcher;
}

export const extendedMatchers: Record<string, Matcher> = {
  ...kinds,
  ...comparisons,
  toSatisfy: toSatisfy as Matcher,
  pass: fixed(true, "passes by .pass() assertion"),
  fail: fixed(false, "fails by .fail() assertion"),
};
