// Chai's words on assertions, as far as suites of Vitest use them: `expect(x).to.equal(1)`. https://www.chaijs.com/api/bdd
import { Expectation } from "internal:test_runner/expect/expectation";

type Method = (...args: unknown[]) => unknown;
type Assertion = Record<string, Method> & { not: Assertion };

const CHAINS = [
  "to",
  "be",
  "been",
  "is",
  "that",
  "which",
  "and",
  "has",
  "have",
  "with",
  "at",
  "of",
  "same",
  "but",
  "does",
  "still",
  "also",
  "all",
  "own",
  "ordered",
];
/** Words that are members, with the matcher that each stands for. */
const MEMBERS: Record<string, [matcher: string, ...args: unknown[]]> = {
  ok: ["toBeTruthy"],
  true: ["toBe", true],
  false: ["toBe", false],
  null: ["toBeNull"],
  undefined: ["toBeUndefined"],
  NaN: ["toBeNaN"],
  exist: ["toSatisfy", (value: unknown) => value !== null && value !== undefined],
  empty: ["toBeEmpty"],
  called: ["toHaveBeenCalled"],
  calledOnce: ["toHaveBeenCalledTimes", 1],
};
const METHODS: Record<string, string> = {
  equal: "toBe",
  equals: "toBe",
  eq: "toBe",
  eql: "toEqual",
  eqls: "toEqual",
  above: "toBeGreaterThan",
  gt: "toBeGreaterThan",
  greaterThan: "toBeGreaterThan",
  least: "toBeGreaterThanOrEqual",
  gte: "toBeGreaterThanOrEqual",
  below: "toBeLessThan",
  lt: "toBeLessThan",
  lessThan: "toBeLessThan",
  most: "toBeLessThanOrEqual",
  lte: "toBeLessThanOrEqual",
  instanceof: "toBeInstanceOf",
  instanceOf: "toBeInstanceOf",
  property: "toHaveProperty",
  lengthOf: "toHaveLength",
  length: "toHaveLength",
  match: "toMatch",
  matches: "toMatch",
  throw: "toThrow",
  throws: "toThrow",
  Throw: "toThrow",
  oneOf: "toBeOneOf",
  satisfy: "toSatisfy",
  satisfies: "toSatisfy",
  calledWith: "toHaveBeenCalledWith",
  callCount: "toHaveBeenCalledTimes",
};

let isInstalled = false;

/** Adds the words to all assertions. */
export function install(): void {
  if (isInstalled) return;
  isInstalled = true;
  const { prototype } = Expectation;
  const define = (name: string, get: (self: Assertion) => unknown): void => {
    if (name in prototype) return;
    Object.defineProperty(prototype, name, {
      get(this: Assertion) {
        return get(this);
      },
      configurable: true,
    });
  };
  for (const name of CHAINS) define(name, (self) => self);
  for (const [name, [matcher, ...args]] of Object.entries(MEMBERS))
    define(name, (self) => {
      self[matcher]!(...args);
      return self;
    });
  for (const [name, matcher] of Object.entries(METHODS))
    define(name, (self) => (...args: unknown[]) => {
      self[matcher]!(...args);
      return self;
    });
  for (const name of ["include", "includes", "contain", "contains"])
    define(name, (self) => (value: unknown) => includes(self, value));
  define("deep", (self) => deepOf(self));
  define("a", (self) => (type: string) => kindOf(self, type));
  define("an", (self) => (type: string) => kindOf(self, type));
  define("keys", (self) => (...names: unknown[]) => {
    self.toContainAllKeys!(names.flat());
    return self;
  });
}

/** `deep.equal` and `deep.include`. */
function deepOf(self: Assertion): unknown {
  const methods: Record<string, string> = {
    equal: "toEqual",
    equals: "toEqual",
    eq: "toEqual",
    include: "toContainEqual",
    contain: "toContainEqual",
  };
  return Object.fromEntries(
    Object.entries(methods).map(([name, matcher]) => [
      name,
      (...args: unknown[]) => {
        self[matcher]!(...args);
        return self;
      },
    ]),
  );
}

/** Elements, substrings, and of an object the same members. */
function includes(self: Assertion, value: unknown): unknown {
  const received = Expectation.receivedOf(self as unknown as Expectation);
  const isObject = (one: unknown): one is object => typeof one === "object" && one !== null;
  if (isObject(received) && isObject(value) && !(Symbol.iterator in received)) {
    const expected = Object.entries(value);
    self.toSatisfy!(
      (one: Record<string, unknown>) => expected.every(([name, member]) => Object.is(one[name], member)),
      `expected an object that includes ${JSON.stringify(value)}`,
    );
  } else self.toContain!(value);
  return self;
}

function kindOf(self: Assertion, type: string): unknown {
  self.toSatisfy!((value: unknown) => {
    const found = Object.prototype.toString.call(value).slice("[object ".length, -1).toLowerCase();
    return found === type.toLowerCase() || typeof value === type;
  }, `expected a value of type ${type}`);
  return self;
}
