// `expect(value)`: the assertions, `.not`, `.resolves`, `.rejects`, and the members of `expect` itself.
// https://jestjs.io/docs/expect, https://bun.com/docs/test/writing, https://vitest.dev/api/expect
import {
  anyOf,
  anything,
  AsymmetricMatcher,
  containers,
  notAnyOf,
  notAnything,
  settledContainers,
} from "internal:test_runner/expect/asymmetric";
import {
  addCustomMatcher,
  Expectation,
  failureOf,
  type Flags,
  prototypeOf,
  prototypeOfLater,
  runCustomMatcher,
} from "internal:test_runner/expect/expectation";
import { equalityRules, equals as deepEquals } from "internal:test_runner/expect/equality";
import type { Matcher, MatcherContext, Result } from "internal:test_runner/expect/matcher";
import { addEqualityTesters, customTesters, state } from "internal:test_runner/expect/state";
import { structureMatchers } from "internal:test_runner/expect/matchers_structures";
import { throwingMatchers } from "internal:test_runner/expect/matchers_throwing";
import { valueMatchers } from "internal:test_runner/expect/matchers_values";
import type { Plugin } from "internal:test_runner/expect/pretty_format";
import { addSerializer } from "internal:test_runner/expect/snapshot_format";
import defer * as extended from "internal:test_runner/expect/matchers_extended";
import defer * as mocks from "internal:test_runner/expect/matchers_mocks";
import defer * as snapshots from "internal:test_runner/expect/matchers_snapshot";
import defer * as snapshotStates from "internal:test_runner/expect/snapshot_state";
import defer * as vitest from "internal:test_runner/expect/vitest_messages";
import defer * as faces from "internal:test_runner/dialects/faces";
import defer * as polling from "internal:test_runner/expect/poll";

const builtin: Record<string, Matcher> = {
  ...valueMatchers,
  ...structureMatchers,
  ...throwingMatchers,
};
for (const [name, matcher] of Object.entries(builtin)) prototypeOf(name, matcher);

const MOCKS =
  "toHaveBeenCalled toHaveBeenCalledTimes toHaveBeenCalledWith toHaveBeenLastCalledWith " +
  "toHaveBeenNthCalledWith toHaveBeenCalledExactlyOnceWith toHaveReturned toHaveReturnedTimes " +
  "toHaveReturnedWith toHaveLastReturnedWith toHaveNthReturnedWith toHaveBeenCalledOnce toBeCalled " +
  "toBeCalledTimes toBeCalledWith lastCalledWith nthCalledWith toReturn toReturnTimes toReturnWith " +
  "lastReturnedWith nthReturnedWith toHaveResolved toHaveResolvedTimes toHaveResolvedWith " +
  "toHaveLastResolvedWith toHaveNthResolvedWith toHaveBeenCalledBefore toHaveBeenCalledAfter " +
  "toHaveBeenExhausted";
const EXTENDED =
  "toBeTrue toBeFalse toBeNil toBeNullable toBeArray toBeBoolean toBeString toBeSymbol toBeFunction " +
  "toBeObject toBeNumber toBeInteger toBeFinite toBePositive toBeNegative toBeEven toBeOdd toBeDate " +
  "toBeValidDate toBeEmpty toBeEmptyObject toBeArrayOfSize toBeWithin toBeTypeOf toBeOneOf toInclude " +
  "toIncludeRepeated toStartWith toEndWith toEqualIgnoringWhitespace toContainKey toContainKeys " +
  "toContainAnyKeys toContainAllKeys toContainValue toContainValues toContainAnyValues " +
  "toContainAllValues toSatisfy pass fail";
const SNAPSHOTS =
  "toMatchSnapshot toMatchInlineSnapshot toThrowErrorMatchingSnapshot " +
  "toThrowErrorMatchingInlineSnapshot toMatchFileSnapshot";

/** Matchers that are loaded with their first call, by their names: fewer files use them. */
const LATER: [names: string, load: () => Record<string, Matcher>][] = [
  [EXTENDED, () => extended.extendedMatchers],
  [MOCKS, () => mocks.mockMatchers],
  [SNAPSHOTS, () => snapshots.snapshotMatchers],
];
for (const [names, load] of LATER) for (const name of names.split(" ")) prototypeOfLater(name, load);

/** An assertion about `value`; `message` precedes the message of a failure. */
function expectValue(value: unknown, message?: unknown): Expectation {
  if (arguments.length > 1 && equalityRules() === "jest") throw new Error("Expect takes at most one argument.");
  const text = typeof message === "string" ? message : (message as { message?: string } | undefined)?.message;
  return new Expectation(value, { isNot: false, promise: "", isSoft: false, message: text });
}

const ANY = "any";

/** The members of `expect`. */
const members: Record<string, unknown> = {
  anything,
  [ANY]: anyOf,
  ...containers(false),
  not: { anything: notAnything, [ANY]: notAnyOf, ...containers(true) },
  get resolvesTo() {
    return settledContainers(false);
  },
  get rejectsTo() {
    return settledContainers(true);
  },
  extend,
  addEqualityTesters,
  addSnapshotSerializer: (plugin: Plugin) => addSerializer(plugin),
  assertions(count: unknown) {
    if (typeof count !== "number" || !Number.isInteger(count) || count < 0)
      throw new Error("expect.assertions() expects a non-negative integer");
    state().expectedAssertionsNumber = count;
  },
  hasAssertions() {
    state().isExpectingAssertions = true;
  },
  getState: () => publicState(),
  setState: (next: object) => void Object.assign(state(), next),
  extractExpectedAssertionsErrors: () => [],
  unreachable(message?: unknown) {
    if (message instanceof Error) throw message;
    if (equalityRules() === "vitest") throw failureOf(vitest.unreachableMessage(message));
    throw new Error(typeof message === "string" ? message : "reached unreachable code");
  },
  fail(message?: unknown) {
    if (arguments.length > 1 && equalityRules() === "jest") throw new Error("Expect takes at most one argument.");
    const text = typeof message === "string" ? message : "fails by .fail() assertion";
    throw equalityRules() === "vitest" ? failureOf(text) : new Error(text);
  },
  soft(value: unknown, message?: string) {
    return new Expectation(value, { isNot: false, promise: "", isSoft: true, message });
  },
  poll: (probe: () => unknown, options?: object) => polling.poll(expectValue, probe, options),
};

export const expect: Record<string, unknown> & ((value: unknown, message?: unknown) => Expectation) = Object.assign(
  expectValue,
  members,
) as never;
Object.defineProperty(expect, "name", { value: "expect" });
// It is Chai's, which is loaded when it is read.
Object.defineProperty(expect, "assert", { get: () => faces.vitestAssert(), configurable: true });
for (const inverse of [false, true]) {
  const found = containers(inverse);
  for (const name of Object.keys(found)) {
    const target = inverse ? (expect.not as Record<string, unknown>) : expect;
    target[name] = found[name];
  }
}

function publicState(): object {
  const current = state();
  return {
    ...current,
    assertionCalls: current.assertionCalls,
    currentTestName: current.currentTestName,
    equals: deepEquals,
    customEqualityTesters: customTesters(),
    snapshotState: snapshotStates.snapshotStateOf(current.snapshots),
  };
}

type CustomMatcher = (this: MatcherContext, received: unknown, ...args: unknown[]) => Result | Promise<Result>;

/** A custom matcher as an asymmetric one: `expect.toBeEven()`. */
class CustomAsymmetric extends AsymmetricMatcher<unknown[]> {
  readonly #name: string;
  readonly #matcher: CustomMatcher;
  constructor(name: string, matcher: CustomMatcher, sample: unknown[], inverse: boolean) {
    super(sample, inverse);
    this.#name = name;
    this.#matcher = matcher;
  }
  asymmetricMatch(other: unknown): boolean {
    const { pass } = runCustomMatcher(this.#matcher as Matcher, other, this.sample, this.inverse) as Result;
    return this.inverse ? !pass : pass;
  }
  override toString(): string {
    return `${this.inverse ? "not." : ""}${this.#name}`;
  }
  override getExpectedType(): string {
    return "any";
  }
  override toAsymmetricMatcher(): string {
    return `${this.toString()}<${this.sample.map(String).join(", ")}>`;
  }
}

/** `expect.extend(matchers)`. Throws a TypeError for members that are no functions, where the dialect does. */
function extend(matchers: unknown): void {
  const isObject = typeof matchers === "object" || typeof matchers === "function";
  if (!isObject || matchers === null) throw new TypeError("expect.extend: matchers must be an object");
  for (const name of namesOfMatchers(matchers)) {
    const matcher = (matchers as Record<string, unknown>)[name];
    if (typeof matcher !== "function") {
      if (equalityRules() === "vitest") continue;
      const type = matcher === null ? "null" : typeof matcher;
      throw new TypeError(`expect.extend: \`${name}\` is not a valid matcher. Must be a function, is "${type}"`);
    }
    for (const holder of [Expectation.prototype, expect, expect.not as object]) noteReplaced(holder, name);
    addCustomMatcher(name, matcher as Matcher);
    expect[name] = (...sample: unknown[]) => new CustomAsymmetric(name, matcher as CustomMatcher, sample, false);
    (expect.not as Record<string, unknown>)[name] = (...sample: unknown[]) =>
      new CustomAsymmetric(name, matcher as CustomMatcher, sample, true);
  }
}

/** What takes back the calls of `expect.extend`, in their order. */
const extensions: (() => void)[] = [];

function noteReplaced(holder: object, name: string): void {
  const before = Object.getOwnPropertyDescriptor(holder, name);
  extensions.push(() => {
    if (before === undefined) delete (holder as Record<string, unknown>)[name];
    else Object.defineProperty(holder, name, before);
  });
}

/** Removes the matchers of `expect.extend`. */
export function forgetExtensions(): void {
  for (const undo of extensions.splice(0).reverse()) undo();
}

/** Enumerable members; in Bun inherited ones, too. */
function namesOfMatchers(matchers: object): string[] {
  const names = Object.keys(matchers);
  if (equalityRules() !== "bun") return names;
  for (const name in matchers) if (!names.includes(name)) names.push(name);
  return names;
}

export type { Flags };
