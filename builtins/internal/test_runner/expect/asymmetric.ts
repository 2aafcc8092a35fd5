// The asymmetric matchers: `expect.anything()`, `expect.any(Class)`, `expect.objectContaining({…})` and the others.
// https://jestjs.io/docs/expect#asymmetric-matchers
import { ASYMMETRIC, type Asymmetric } from "internal:test_runner/expect/asymmetric_protocol";
import {
  equalityRules,
  equals,
  hasMember,
  iterableEquality,
  keysOf,
  type Members,
} from "internal:test_runner/expect/equality";
import defer * as bun from "internal:test_runner/expect/bun_messages";
import { isPromise } from "internal:core/util/types";
import { customTesters } from "internal:test_runner/expect/state";
import { promiseResult, promiseState, PromiseStatus } from "native:engine";
import { runJobs } from "native:realm";

const INSPECT = Symbol.for("nodejs.util.inspect.custom");

/** What they have in common: the sample, and whether the result is inverted (`expect.not.…`). */
export abstract class AsymmetricMatcher<T = unknown> implements Asymmetric {
  readonly $$typeof: symbol = ASYMMETRIC;
  readonly sample: T;
  readonly inverse: boolean;

  constructor(sample: T, inverse = false) {
    this.sample = sample;
    this.inverse = inverse;
  }
  abstract asymmetricMatch(other: unknown): boolean;
  abstract toString(): string;
  getExpectedType?(): string;
  toAsymmetricMatcher?(): string;

  /** As Bun shows it among other values. */
  [INSPECT](): unknown {
    return equalityRules() === "bun" ? bun.asymmetric(this) : this;
  }

  protected same(one: unknown, other: unknown): boolean {
    return equals(one, other, [...customTesters(), iterableEquality]);
  }
}

class Anything extends AsymmetricMatcher {
  asymmetricMatch(other: unknown): boolean {
    return (other !== undefined && other !== null) !== this.inverse;
  }
  override toString(): string {
    return this.inverse ? "NotAnything" : "Anything";
  }
  override toAsymmetricMatcher(): string {
    return this.toString();
  }
}

type Class = abstract new (...args: never[]) => unknown;

/** The classes whose primitives `expect.any` accepts. */
const PRIMITIVES = new Map<unknown, string>([
  [String, "string"],
  [Number, "number"],
  [Function, "function"],
  [Boolean, "boolean"],
  [BigInt, "bigint"],
  [Symbol, "symbol"],
  [Object, "object"],
]);

class AnyOf extends AsymmetricMatcher<Class> {
  constructor(sample: Class, inverse = false) {
    if (typeof sample !== "function") {
      throw new TypeError(
        "any() expects to be passed a constructor function. Please pass one or use anything() to match any object.",
      );
    }
    super(sample, inverse);
  }
  asymmetricMatch(other: unknown): boolean {
    return this.#isOf(other) !== this.inverse;
  }
  #isOf(other: unknown): boolean {
    const primitive = PRIMITIVES.get(this.sample);
    if (primitive !== undefined && typeof other === primitive) return true;
    if ((this.sample as unknown) === Array) return Array.isArray(other);
    return other instanceof this.sample;
  }
  override toString(): string {
    return this.inverse ? "NotAny" : "Any";
  }
  override getExpectedType(): string {
    return PRIMITIVES.get(this.sample) ?? this.sample.name;
  }
  override toAsymmetricMatcher(): string {
    return `${this.toString()}<${this.sample.name || "<anonymous>"}>`;
  }
}

class ArrayContaining extends AsymmetricMatcher<unknown[]> {
  asymmetricMatch(other: unknown): boolean {
    if (!Array.isArray(this.sample)) {
      throw new TypeError(`You must provide an array to ${this.toString()}, not '${typeof this.sample}'.`);
    }
    const matches =
      this.sample.length === 0 ||
      (Array.isArray(other) && this.sample.every((item) => other.some((candidate) => this.same(item, candidate))));
    return this.inverse ? !matches : matches;
  }
  override toString(): string {
    return `Array${this.inverse ? "Not" : ""}Containing`;
  }
  override getExpectedType(): string {
    return "array";
  }
}

class ArrayOf extends AsymmetricMatcher {
  asymmetricMatch(other: unknown): boolean {
    const matches = Array.isArray(other) && other.every((item) => this.same(this.sample, item));
    return this.inverse ? !matches : matches;
  }
  override toString(): string {
    return `${this.inverse ? "Not" : ""}ArrayOf`;
  }
  override getExpectedType(): string {
    return "array";
  }
}

class ObjectContaining extends AsymmetricMatcher<Members> {
  asymmetricMatch(other: unknown): boolean {
    if (typeof this.sample !== "object" || this.sample === null) {
      throw new TypeError(`You must provide an object to ${this.toString()}, not '${typeof this.sample}'.`);
    }
    const matches =
      typeof other === "object" &&
      other !== null &&
      keysOf(this.sample).every(
        (key) => (hasMember(other, key) || key in other) && this.same(this.sample[key], (other as Members)[key]),
      );
    return this.inverse ? !matches : matches;
  }
  override toString(): string {
    return `Object${this.inverse ? "Not" : ""}Containing`;
  }
  override getExpectedType(): string {
    return "object";
  }
}

class StringContaining extends AsymmetricMatcher<string> {
  constructor(sample: string, inverse = false) {
    if (typeof sample !== "string" && !((sample as unknown) instanceof String))
      throw new Error("Expected is not a string");
    super(sample, inverse);
  }
  asymmetricMatch(other: unknown): boolean {
    const matches = (typeof other === "string" || other instanceof String) && other.includes(this.sample);
    return this.inverse ? !matches : matches;
  }
  override toString(): string {
    return `String${this.inverse ? "Not" : ""}Containing`;
  }
  override getExpectedType(): string {
    return "string";
  }
}

class StringMatching extends AsymmetricMatcher<RegExp> {
  constructor(sample: unknown, inverse = false) {
    if (typeof sample !== "string" && Object.prototype.toString.call(sample) !== "[object RegExp]")
      throw new Error("Expected is not a String or a RegExp");
    super(new RegExp(sample as string), inverse);
  }
  asymmetricMatch(other: unknown): boolean {
    const matches = (typeof other === "string" || other instanceof String) && this.sample.test(other as string);
    return this.inverse ? !matches : matches;
  }
  override toString(): string {
    return `String${this.inverse ? "Not" : ""}Matching`;
  }
  override getExpectedType(): string {
    return "string";
  }
}

const DEFAULT_DIGITS = 2;

class CloseTo extends AsymmetricMatcher<number> {
  readonly precision: number;
  constructor(sample: number, precision = DEFAULT_DIGITS, inverse = false) {
    if (typeof sample !== "number") throw new Error("Expected is not a Number");
    if (typeof precision !== "number") throw new Error("Precision is not a Number");
    super(sample, inverse);
    this.precision = precision;
  }
  asymmetricMatch(other: unknown): boolean {
    if (typeof other !== "number") return false;
    const matches = other === this.sample || Math.abs(this.sample - other) < 10 ** -this.precision / 2;
    return this.inverse ? !matches : matches;
  }
  override toString(): string {
    return `Number${this.inverse ? "Not" : ""}CloseTo`;
  }
  override getExpectedType(): string {
    return "number";
  }
  override toAsymmetricMatcher(): string {
    const digits = this.precision === 1 ? "digit" : "digits";
    return `${this.toString()} ${this.sample} (${this.precision} ${digits})`;
  }
}

class OneOf extends AsymmetricMatcher<unknown> {
  asymmetricMatch(other: unknown): boolean {
    const { sample } = this;
    const items = sample instanceof Map ? [...sample.keys()] : [...(sample as Iterable<unknown>)];
    const matches = items.some((item) => this.same(item, other));
    return this.inverse ? !matches : matches;
  }
  override toString(): string {
    return `${this.inverse ? "Not" : ""}OneOf`;
  }
  override toAsymmetricMatcher(): string {
    return `${this.toString()}<${JSON.stringify(this.sample)}>`;
  }
}

class Satisfying extends AsymmetricMatcher<(value: unknown) => unknown> {
  asymmetricMatch(other: unknown): boolean {
    const matches = Boolean(this.sample(other));
    return this.inverse ? !matches : matches;
  }
  override toString(): string {
    return `${this.inverse ? "Not" : ""}ToSatisfy`;
  }
}

/** `expect.resolvesTo` and `expect.rejectsTo` of Bun: what a settled promise was settled with. */
class Settled extends AsymmetricMatcher<Asymmetric> {
  readonly #isRejection: boolean;
  constructor(sample: Asymmetric, isRejection: boolean, inverse: boolean) {
    super(sample, inverse);
    this.#isRejection = isRejection;
  }
  asymmetricMatch(other: unknown): boolean {
    if (!isPromise(other)) return false;
    if (this.#isRejection) other.catch(() => {});
    // Bun runs its loop until the promise is settled; here only what promise jobs settle is waited for.
    if (promiseState(other) === PromiseStatus.PENDING) runJobs();
    const state: PromiseStatus = promiseState(other);
    if (state !== (this.#isRejection ? PromiseStatus.REJECTED : PromiseStatus.FULFILLED)) return false;
    return Boolean(this.sample.asymmetricMatch(promiseResult(other)));
  }
  override toString(): string {
    return this.sample.toString();
  }
  override toAsymmetricMatcher(): string {
    return `${this.#isRejection ? "rejectsTo" : "resolvesTo"} ${this.sample.toAsymmetricMatcher?.() ?? this.sample.toString()}`;
  }
}

/** The members of `expect.resolvesTo` and `expect.rejectsTo`. */
export function settledContainers(isRejection: boolean, inverse = false): Record<string, unknown> {
  const made = { anything, [ANY]: anyOf, ...containers(inverse) } as Record<string, (...args: never[]) => Asymmetric>;
  const members: Record<string, unknown> = Object.fromEntries(
    Object.entries(made).map(([name, make]) => [
      name,
      (...args: never[]) => new Settled(make(...args), isRejection, inverse),
    ]),
  );
  if (!inverse) members.not = settledContainers(isRejection, true);
  return members;
}
const ANY = "any";

type Validator = { "~standard": { validate(value: unknown): { issues?: unknown } | Promise<unknown> } };

class SchemaMatching extends AsymmetricMatcher<Validator> {
  asymmetricMatch(other: unknown): boolean {
    const result = this.sample["~standard"].validate(other);
    if (result instanceof Promise)
      throw new TypeError("Async schema validation is not supported in asymmetric matchers.");
    const matches = (result as { issues?: unknown }).issues === undefined;
    return this.inverse ? !matches : matches;
  }
  override toString(): string {
    return `${this.inverse ? "Not" : ""}SchemaMatching`;
  }
}

export const anything = (): Asymmetric => new Anything(undefined);
export const anyOf = (sample: Class): Asymmetric => new AnyOf(sample);

/** Those that only Bun's `expect.not` has. */
export const notAnything = (): Asymmetric => new Anything(undefined, true);
export const notAnyOf = (sample: Class): Asymmetric => new AnyOf(sample, true);

/** The matchers that `expect.not` has too, by name. */
export function containers(inverse: boolean): Record<string, (...args: never[]) => Asymmetric> {
  return {
    arrayContaining: (sample: unknown[]) => new ArrayContaining(sample, inverse),
    arrayOf: (sample: unknown) => new ArrayOf(sample, inverse),
    objectContaining: (sample: Members) => new ObjectContaining(sample, inverse),
    stringContaining: (sample: string) => new StringContaining(sample, inverse),
    stringMatching: (sample: unknown) => new StringMatching(sample, inverse),
    closeTo: (sample: number, precision?: number) => new CloseTo(sample, precision, inverse),
    toSatisfy: (sample: (value: unknown) => unknown) => new Satisfying(sample, inverse),
    toBeOneOf: (sample: unknown) => new OneOf(sample, inverse),
    schemaMatching: (sample: Validator) => new SchemaMatching(sample, inverse),
  };
}
