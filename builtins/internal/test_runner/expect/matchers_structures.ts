// Matchers of objects and collections. https://jestjs.io/docs/expect#matchers
import {
  equalityRules,
  equals,
  hasMember,
  iterableEquality,
  type Members,
  sparseArrayEquality,
  subsetEquality,
  type Tester,
  typeEquality,
} from "internal:test_runner/expect/equality";
import {
  hintOptions,
  type Matcher,
  type MatcherContext,
  type Result,
  wrongReceived,
} from "internal:test_runner/expect/matcher";
import defer * as messages from "internal:test_runner/expect/messages";

function deep(name: string, testersOf: (own: readonly Tester[]) => Tester[], strict: boolean): Matcher {
  return function (this: MatcherContext, received: unknown, expected: unknown): Result {
    const pass = equals(received, expected, testersOf(this.customTesters), strict);
    return {
      pass,
      actual: received,
      expected,
      message: () => {
        const hint = messages.matcherHint(name, undefined, undefined, hintOptions(this, { comment: "deep equality" }));
        if (!pass) return `${hint}\n\n${messages.printDiffOrStringify(expected, received)}`;
        const [one, other] = [messages.printExpected(expected), messages.printReceived(received)];
        return `${hint}\n\nExpected: not ${one}\n${one === other ? "" : `Received:     ${other}`}`;
      },
    };
  } as Matcher;
}

function toMatchObject(this: MatcherContext, received: unknown, expected: unknown): Result {
  const options = hintOptions(this);
  // Vitest compares any values.
  const isAny = equalityRules() === "vitest";
  if (!isAny && ((typeof received !== "object" && typeof received !== "function") || received === null))
    throw wrongReceived(this, "toMatchObject", "expected", "must be a non-null object", received);
  if (!isAny && (typeof expected !== "object" || expected === null)) {
    throw new Error(
      messages.matcherErrorMessage(
        messages.matcherHint("toMatchObject", undefined, undefined, options),
        "expected value must be a non-null object",
        messages.printWithType("Expected", expected, messages.printExpected),
      ),
    );
  }
  const testers = [...this.customTesters, iterableEquality, subsetEquality];
  const pass = equals(received, expected, testers);
  return {
    pass,
    actual: received,
    expected,
    message: () => {
      const hint = messages.matcherHint("toMatchObject", undefined, undefined, options);
      if (pass) {
        const [one, other] = [messages.printExpected(expected), messages.printReceived(received)];
        return `${hint}\n\nExpected: not ${one}${one === other ? "" : `\nReceived:     ${other}`}`;
      }
      return `${hint}\n\n${messages.printDiffOrStringify(expected, subsetOf(received, expected, testers, []))}`;
    },
  };
}

/** The members of `object` that `subset` has, for the difference. */
function subsetOf(object: unknown, subset: unknown, testers: readonly Tester[], seen: unknown[]): unknown {
  if (Array.isArray(object)) {
    if (!Array.isArray(subset) || subset.length !== object.length) return object;
    return object.map((item, index) => subsetOf(item, subset[index], testers, seen));
  }
  if (messages.typeOf(object) !== "object" || messages.typeOf(subset) !== "object" || seen.includes(object))
    return object;
  // Equal values are printed the same.
  if (equals(object, subset, [...testers])) return subset;
  const picked: Members = {};
  for (const key of Reflect.ownKeys(subset as object)) {
    if (hasMember(object, key))
      picked[key] = subsetOf((object as Members)[key], (subset as Members)[key], testers, [...seen, object]);
  }
  return Object.keys(picked).length > 0 ? picked : object;
}

function toContain(this: MatcherContext, received: unknown, expected: unknown): Result {
  if (received === null || received === undefined)
    throw wrongReceived(this, "toContain", "expected", "must not be null nor undefined", received, "indexOf");
  const name = "toContain";
  if (typeof received === "string") {
    if (typeof expected !== "string" && equalityRules() !== "vitest") {
      throw new TypeError(
        messages.matcherErrorMessage(
          messages.matcherHint(name, received, String(expected), hintOptions(this, { comment: "indexOf" })),
          "expected value must be a string if received value is a string",
          `${messages.printWithType("Expected", expected, messages.printExpected)}\n${messages.printWithType("Received", received, messages.printReceived)}`,
        ),
      );
    }
    return {
      pass: received.indexOf(String(expected)) !== -1,
      message: () =>
        `${messages.matcherHint(name, "received", "expected", hintOptions(this, { comment: "indexOf" }))}\n\n` +
        `Expected substring: ${this.isNot ? "not " : ""}${messages.printExpected(expected)}\n` +
        `Received string:    ${this.isNot ? "    " : ""}${messages.printReceived(received)}`,
    };
  }
  const { contains } = received as { contains?: unknown };
  // A DOMTokenList; Jest iterates over it.
  const pass =
    equalityRules() !== "jest" && typeof contains === "function" && !(Symbol.iterator in Object(received))
      ? Boolean(contains.call(received, expected))
      : itemsOf(received).indexOf(expected) !== -1;
  return containResult(this, name, pass, received, expected, "indexOf");
}

function itemsOf(value: unknown): unknown[] {
  if (equalityRules() === "jest" && !(Symbol.iterator in Object(value)))
    throw new TypeError("received is not iterable");
  return Array.from(value as Iterable<unknown>);
}

function toContainEqual(this: MatcherContext, received: unknown, expected: unknown): Result {
  if (received === null || received === undefined)
    throw wrongReceived(
      this,
      "toContainEqual",
      "expected",
      "must not be null nor undefined",
      received,
      "deep equality",
    );
  const testers = [...this.customTesters, iterableEquality];
  const pass = itemsOf(received).some((item) => equals(item, expected, testers));
  return containResult(this, "toContainEqual", pass, received, expected, "deep equality");
}

function containResult(
  context: MatcherContext,
  name: string,
  pass: boolean,
  received: unknown,
  expected: unknown,
  comment: string,
): Result {
  return {
    pass,
    message: () => {
      const hint = messages.matcherHint(name, "received", "expected", hintOptions(context, { comment }));
      const type = messages.typeOf(received);
      const label = messages.getLabelPrinter("Expected value", `Received ${type}`);
      const gap = context.isNot ? "    " : "";
      const isDeep =
        name === "toContain" &&
        !context.isNot &&
        itemsOf(received).some((item) => equals(item, expected, [...context.customTesters, iterableEquality]));
      const advice = isDeep
        ? "\n\nLooks like you wanted to test for object/array equality with the stricter `toContain` matcher. You probably need to use `toContainEqual` instead."
        : "";
      return `${hint}\n\n${label("Expected value")}${context.isNot ? "not " : ""}${messages.printExpected(expected)}\n${label(`Received ${type}`)}${gap}${messages.printReceived(received)}${advice}`;
    },
  };
}

/** The names of a path such as `a.b[0].c`. */
export function pathOf(given: unknown): PropertyKey[] {
  if (Array.isArray(given)) return given as PropertyKey[];
  const text = String(given);
  if (text === "") return [""];
  const names: PropertyKey[] = [];
  const pattern = /[^.[\]]+|(?=(?:\.)(?:\.|$))|\[(?:(-?\d+(?:\.\d+)?)|(["'])((?:(?!\2)[^\\]|\\.)*?)\2)\]/g;
  if (text.startsWith(".")) names.push("");
  for (const match of text.matchAll(pattern))
    names.push(match[2] !== undefined ? match[3]!.replaceAll(/\\(.)/g, "$1") : (match[1] ?? match[0]));
  return names;
}

interface Found {
  value: unknown;
  /** The last object on the way that has the next name. */
  last: unknown;
  passed: PropertyKey[];
  isComplete: boolean;
}

function follow(object: unknown, path: PropertyKey[]): Found {
  let value: unknown = object;
  let last: unknown = object;
  const passed: PropertyKey[] = [];
  for (const key of path) {
    if (value === null || value === undefined || !(key in Object(value))) {
      return { value: undefined, last, passed, isComplete: false };
    }
    value = (value as Members)[key];
    if (passed.length < path.length - 1) last = value;
    passed.push(key);
  }
  return { value, last, passed, isComplete: true };
}

function toHaveProperty(this: MatcherContext, received: unknown, given: unknown, ...values: unknown[]): Result {
  const hasValue = values.length > 0;
  const options = hintOptions(this, hasValue ? { secondArgument: "value" } : {});
  const hint = messages.matcherHint("toHaveProperty", undefined, "path", options);
  if ((received === null || received === undefined) && equalityRules() !== "bun")
    throw new Error(
      messages.matcherErrorMessage(
        hint,
        "received value must not be null nor undefined",
        messages.printWithType("Received", received, messages.printReceived),
      ),
    );
  if (
    (typeof given !== "string" && typeof given !== "symbol" && !Array.isArray(given)) ||
    (Array.isArray(given) && given.length === 0)
  ) {
    const problem = Array.isArray(given)
      ? "expected path must not be an empty array"
      : "expected path must be a string or array";
    throw new Error(
      messages.matcherErrorMessage(hint, problem, messages.printWithType("Expected", given, messages.printExpected)),
    );
  }
  // A member whose name has dots precedes a path.
  const direct = !Array.isArray(given) && (given as PropertyKey) in Object(received);
  const path: PropertyKey[] = direct || typeof given === "symbol" ? [given as PropertyKey] : pathOf(given);
  const found = follow(received, path);
  const pass =
    found.isComplete && (!hasValue || equals(found.value, values[0], [...this.customTesters, iterableEquality]));
  return {
    pass,
    message: () => {
      const shownPath = messages.printExpected(given);
      if (pass) {
        const isSame = hasValue && messages.printExpected(values[0]) === messages.printReceived(found.value);
        const value = hasValue
          ? `Expected value: not ${messages.printExpected(values[0])}${isSame ? "" : `\nReceived value:     ${messages.printReceived(found.value)}`}`
          : `Received value: ${messages.printReceived(found.value)}`;
        return `${hint}\n\nExpected path: ${hasValue ? "" : "not "}${shownPath}\n\n${value}`;
      }
      if (found.isComplete)
        return `${hint}\n\nExpected path: ${shownPath}\n\n${messages.printDiffOrStringify(values[0], found.value, "Expected value", "Received value")}`;
      const value = hasValue ? `\nExpected value: ${messages.printExpected(values[0])}\n` : "\n";
      const passed =
        found.passed.length === 0
          ? "[]"
          : messages.printReceived(found.passed.length === 1 ? found.passed[0] : found.passed.map(String).join("."));
      return `${hint}\n\nExpected path: ${shownPath}\nReceived path: ${passed}\n${value}${found.passed.length === 0 ? "Received value" : "Received value"}: ${messages.printReceived(found.last)}`;
    },
  };
}

export const structureMatchers: Record<string, Matcher> = {
  toEqual: deep("toEqual", (own) => [...own, iterableEquality], false),
  toStrictEqual: deep("toStrictEqual", (own) => [...own, iterableEquality, typeEquality, sparseArrayEquality], true),
  toMatchObject: toMatchObject as Matcher,
  toContain: toContain as Matcher,
  toContainEqual: toContainEqual as Matcher,
  toHaveProperty: toHaveProperty as Matcher,
};
