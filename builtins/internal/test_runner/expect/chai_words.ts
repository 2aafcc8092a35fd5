// Chai's assertions of the style "expect": `expect(x).to.have.deep.members([…])`, which suites of Vitest use.
// What each word checks is in `chai_checks.ts`. https://www.chaijs.com/api/bdd
import { collectionChecks } from "internal:test_runner/expect/chai_collections";
import { type Check, checks, properties, type Words } from "internal:test_runner/expect/chai_checks";
import { inspectLine as inspectValue } from "internal:test_runner/expect/chai_inspect";
import { Expectation } from "internal:test_runner/expect/expectation";
import type { Matcher, MatcherContext, Result } from "internal:test_runner/expect/matcher";

/** Words that mean nothing. */
const CHAINS = "to be been is that which and has have with at of same but does still also";
const ANY = "any";
/** Words that change what the next one means. */
const MODIFIERS: Record<string, Words> = {
  deep: { isDeep: true },
  own: { isOwn: true },
  nested: { isNested: true },
  ordered: { isOrdered: true },
  [ANY]: { isAny: true },
  all: { isAny: false },
  itself: { isItself: true },
};
/** Methods that are also modifiers: `include.members`, `have.length.above`, `be.a.thing`. */
const CHAINABLE: Record<string, Words> = {
  a: {},
  an: {},
  include: { contains: true },
  includes: { contains: true },
  contain: { contains: true },
  contains: { contains: true },
  length: { hasLength: true },
  lengthOf: { hasLength: true },
};
/** Words of mock functions, with the matcher that each stands for. */
const OF_MOCKS: Record<string, string> = {
  calledWith: "toHaveBeenCalledWith",
  callCount: "toHaveBeenCalledTimes",
};

let isInstalled = false;

/** Adds the words to all assertions. */
export function install(): void {
  if (isInstalled) return;
  isInstalled = true;
  for (const name of CHAINS.split(" ")) define(name, (self) => self);
  for (const [name, words] of Object.entries(MODIFIERS)) define(name, (self) => withWords(self, words));
  for (const [name, check] of Object.entries(properties)) {
    const getter = (self: Expectation): unknown => assert(self, name, check, [], getter);
    define(name, getter);
  }
  for (const [name, check] of Object.entries({ ...checks, ...collectionChecks })) {
    const words = CHAINABLE[name];
    define(name, (self) => {
      const method = (...args: unknown[]): unknown => assert(self, name, check, args, method);
      return words === undefined ? method : chainable(method, withWords(self, words));
    });
  }
  for (const [name, matcher] of Object.entries(OF_MOCKS))
    define(name, (self) => (...args: unknown[]) => {
      (self as unknown as Record<string, (...args: unknown[]) => unknown>)[matcher]!(...args);
      return self;
    });
}

/** Adds the assertions that a plugin of an installed Chai has added to its own class. */
export function adopt(Assertion: new (value: unknown, message?: string) => object): void {
  for (const name of Object.getOwnPropertyNames(Assertion.prototype))
    define(name, (self) => {
      const { isNot, message } = Expectation.flagsOf(self);
      const assertion = new Assertion(Expectation.receivedOf(self), message);
      return Reflect.get(isNot ? Reflect.get(assertion, "not") : assertion, name);
    });
}

function define(name: string, get: (self: Expectation) => unknown): void {
  const { prototype } = Expectation;
  if (name in prototype) return;
  Object.defineProperty(prototype, name, {
    get(this: Expectation) {
      return get(this);
    },
    configurable: true,
  });
}

function withWords(self: Expectation, words: Words, received = Expectation.receivedOf(self)): Expectation {
  const flags = Expectation.flagsOf(self);
  return new Expectation(received, { ...flags, words: { ...flags.words, ...words } });
}

/** A function that has the members of an assertion. */
function chainable(method: (...args: unknown[]) => unknown, next: Expectation): unknown {
  return new Proxy(method, {
    get(_target, key) {
      const member = Reflect.get(next, key, next) as unknown;
      return typeof member === "function" ? member.bind(next) : member;
    },
  });
}

/** Calls a check; returns the assertion that follows it in a chain. */
function assert(self: Expectation, name: string, check: Check, args: unknown[], caller: Function): unknown {
  const flags = Expectation.flagsOf(self);
  const words = flags.words ?? {};
  let next = withWords(self, {});
  const matcher = function (this: MatcherContext, received: unknown): Result {
    const { isNot } = this;
    const outcome = check({ received, words, args, isNot });
    if ("next" in outcome) next = withWords(self, { ...FRESH, ...outcome.words }, outcome.next);
    const { pass, text, notText, expected } = outcome;
    const wanted = isNot ? (notText ?? text.replace(/^to /, "to not ")) : text;
    const subject = outcome.subject ?? inspectValue(received);
    const result: Result = { pass, message: () => `expected ${subject} ${wanted}` };
    if (expected !== undefined && !isNot) Object.assign(result, { actual: received, expected: expected.value });
    return result;
  };
  const result = Expectation.call(self, name, matcher as Matcher, [], caller);
  return flags.promise === "" ? next : result;
}

/** The words that end with a new subject. */
const FRESH: Words = { isDeep: false, isOwn: false, isNested: false, contains: false, hasLength: false };
