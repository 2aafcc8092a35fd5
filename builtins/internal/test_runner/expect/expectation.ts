// One `expect(value)`: calls matchers, applies `.not`, awaits `.resolves` and `.rejects`, and throws the failure.
import { JestAssertionError, setDetails } from "internal:test_runner/expect/assertion_error";
import {
  equalityRules,
  equals,
  iterableEquality,
  subsetEquality,
  type Tester,
} from "internal:test_runner/expect/equality";
import type { Words } from "internal:test_runner/expect/chai_checks";
import type { Matcher, MatcherContext, Result } from "internal:test_runner/expect/matcher";
import type { SnapshotFile } from "internal:test_runner/expect/snapshot_file";
import defer * as messages from "internal:test_runner/expect/messages";
import { type AssertionState, customTesters, runningTask, state } from "internal:test_runner/expect/state";
import defer * as bun from "internal:test_runner/expect/bun_messages";
import defer * as bunChecks from "internal:test_runner/expect/bun_checks";
import defer * as vitest from "internal:test_runner/expect/vitest_messages";
import defer * as diff from "internal:test_runner/expect/diff";
import defer * as snapshotStates from "internal:test_runner/expect/snapshot_state";
import defer * as pretty from "internal:test_runner/expect/pretty_format";
import * as types from "internal:core/util/types";
import { nativeCapture } from "internal:core/stack/install";

// Its module is evaluated now: a program may remove `Map` or `Date` before its first assertion.
const { isPromise } = types;

/** How the assertion was begun. */
export interface Flags {
  isNot: boolean;
  promise: "" | "resolves" | "rejects";
  /** A failure is reported when the test has ended. */
  isSoft: boolean;
  message: string | undefined;
  /** The words of Chai in front of an assertion. */
  words?: Words;
}

let utils: Record<string, unknown> | undefined;

/** `this.utils` of custom matchers. */
function makeUtils(): Record<string, unknown> {
  return {
    ...messages,
    stringify: pretty.stringify,
    diff: differenceForProgram,
    EXPECTED_COLOR: String,
    RECEIVED_COLOR: String,
    INVERTED_COLOR: String,
    BOLD_WEIGHT: String,
    DIM_COLOR: String,
    iterableEquality,
    subsetEquality,
    getType: messages.typeOf,
  };
}

/** `this.utils.diff`: null for values that say more by themselves. */
function differenceForProgram(
  expected: unknown,
  received: unknown,
  { aAnnotation = "Expected", bAnnotation = "Received", includeChangeCounts = false, expand = true } = {},
): string | null {
  const type = messages.typeOf(expected);
  if (Object.is(expected, received)) return diff.NO_DIFFERENCE;
  if (type !== messages.typeOf(received))
    return `  Comparing two different types of values. Expected ${type} but received ${messages.typeOf(received)}.`;
  if (type === "number" || type === "bigint" || type === "boolean") return null;
  const names = [aAnnotation, bAnnotation] as const;
  return diff.diffValues(expected, received, { names, hasCounts: includeChangeCounts, isWhole: expand });
}

export class Expectation {
  readonly #received: unknown;
  readonly #flags: Flags;

  constructor(received: unknown, flags: Flags) {
    this.#received = received;
    this.#flags = flags;
  }
  get not(): Expectation | undefined {
    const rules = equalityRules();
    if (this.#flags.isNot && rules === "jest") return undefined;
    if (this.#flags.isNot && rules === "vitest") return this;
    return new Expectation(this.#received, { ...this.#flags, isNot: !this.#flags.isNot });
  }
  get resolves(): Expectation {
    return new Expectation(this.#received, { ...this.#flags, promise: "resolves" });
  }
  get rejects(): Expectation {
    return new Expectation(this.#received, { ...this.#flags, promise: "rejects" });
  }

  /** Calls a matcher; with `.resolves` and `.rejects` the promise of that. `caller`: above it the stack of a failure begins. */
  static call(self: Expectation, name: string, matcher: Matcher, args: unknown[], caller: Function): unknown {
    state().assertionCalls++;
    const flags = self.#flags;
    if (flags.promise === "") return judge(name, matcher, self.#received, args, flags, caller);
    const error = new JestAssertionError();
    nativeCapture(error, caller);
    const promise = settled(name, matcher, self.#received, args, flags, error);
    return observed(promise);
  }

  /** The value, for the words of Chai. */
  static receivedOf(self: Expectation): unknown {
    return self.#received;
  }
  static flagsOf(self: Expectation): Flags {
    return self.#flags;
  }
}

/** The matchers of `expect.extend`, whose messages are their own. */
const customs = new WeakSet<Matcher>();
/** Adds a matcher of the program. */
export function addCustomMatcher(name: string, matcher: Matcher): void {
  customs.add(matcher);
  prototypeOf(name, matcher);
}

/** Adds a matcher as a method of all assertions. */
export function prototypeOf(name: string, matcher: Matcher): void {
  const method = function (this: Expectation, ...args: unknown[]): unknown {
    return Expectation.call(this, name, matcher, args, method);
  };
  Object.defineProperty(method, "name", { value: name });
  Object.defineProperty(Expectation.prototype, name, { value: method, writable: true, configurable: true });
}

/** The same with a matcher that `load` finds with the first call. */
export function prototypeOfLater(name: string, load: () => Record<string, Matcher>): void {
  const method = function (this: Expectation, ...args: unknown[]): unknown {
    return Expectation.call(this, name, load()[name]!, args, method);
  };
  Object.defineProperty(method, "name", { value: name });
  Object.defineProperty(Expectation.prototype, name, { value: method, writable: true, configurable: true });
}

/**
 * A promise that nothing awaits fails its test all the same, which awaits it at its end. In Vitest, whose assertions return an
 * object like a promise, one that the program has awaited does not fail it a second time.
 */
function observed(promise: Promise<unknown>): unknown {
  const { pending } = state();
  pending.push(promise);
  promise.catch(() => {});
  if (equalityRules() !== "vitest") return promise;
  const take = (): Promise<unknown> => {
    const index = pending.indexOf(promise);
    if (index >= 0) pending.splice(index, 1);
    return promise;
  };
  return {
    then: (done: (value: unknown) => unknown, failed: (reason: unknown) => unknown) => take().then(done, failed),
    catch: (failed: (reason: unknown) => unknown) => take().catch(failed),
    finally: (last: () => void) => take().finally(last),
    [Symbol.toStringTag]: "Promise",
  };
}

function contextOf(flags: Flags, caller: Function): MatcherContext {
  const current = state();
  return new Context(flags, current, caller);
}

/** `this` of matchers: a class, because literals with accessors are slow. */
class Context implements MatcherContext {
  readonly isNot: boolean;
  readonly promise: string;
  readonly expand = false;
  readonly currentTestName: string | undefined;
  readonly testPath: string | undefined;
  readonly assertionCalls: number;
  readonly customTesters: readonly Tester[] = customTesters();
  readonly snapshots: SnapshotFile | null;
  readonly caller: Function;
  readonly equals = equalsWithCustom;

  constructor(flags: Flags, current: AssertionState, caller: Function) {
    this.isNot = flags.isNot;
    this.promise = flags.promise;
    this.currentTestName = current.currentTestName;
    this.testPath = current.testPath;
    this.assertionCalls = current.assertionCalls;
    this.snapshots = current.snapshots;
    this.caller = caller;
  }
  get utils(): Record<string, unknown> {
    return (utils ??= makeUtils());
  }
  get snapshotState(): object | undefined {
    return snapshotStates.snapshotStateOf(this.snapshots);
  }
  /** https://vitest.dev/guide/extending-matchers#task */
  get task(): object | undefined {
    return runningTask();
  }
}

const equalsWithCustom: MatcherContext["equals"] = (first, second, testers, strict) =>
  equals(first, second, [...customTesters(), ...(testers ?? [])], strict);

/** Calls a matcher outside of an assertion: for asymmetric custom matchers. */
export function runCustomMatcher(matcher: Matcher, received: unknown, args: unknown[], isNot: boolean): unknown {
  const context = contextOf({ isNot, promise: "", isSoft: false, message: undefined }, runCustomMatcher);
  return matcher.call(context, received, ...(args as never[]));
}

function judge(
  name: string,
  matcher: Matcher,
  received: unknown,
  args: unknown[],
  flags: Flags,
  caller: Function,
  error?: JestAssertionError,
): unknown {
  const context = contextOf(flags, caller);
  if (error !== undefined) context.error = error;
  const call: Call = { name, received, args, flags, caller, isCustom: customs.has(matcher), matcher };
  let result: Result | Promise<Result>;
  try {
    if (equalityRules() === "bun" && canPassWrongly(call)) refuse(call);
    result = matcher.call(context, received, ...(args as never[]));
  } catch (reason) {
    const isMisuse = isOwn(reason) || (equalityRules() === "bun" && !call.isCustom && reason instanceof Error);
    const thrown = isMisuse ? misuse(call, reason) : reason;
    if (flags.isSoft) return void state().softFailures.push(thrown);
    if (
      error === undefined &&
      thrown instanceof Error &&
      !(thrown instanceof JestAssertionError) &&
      (thrown !== reason ||
        refusals.has(thrown) ||
        ((thrown.constructor === Error || thrown.constructor === TypeError) && isOwn(thrown)))
    )
      nativeCapture(thrown, caller);
    throw thrown;
  }
  if (isPromise(result)) {
    const late = error ?? new JestAssertionError();
    if (error === undefined) nativeCapture(late, caller);
    const promise = result.then((settledResult: Result) => conclude(call, settledResult, late));
    return observed(promise);
  }
  return conclude(call, result, error);
}

/** The call of a matcher. */
interface Call {
  name: string;
  received: unknown;
  args: unknown[];
  flags: Flags;
  caller: Function;
  isCustom: boolean;
  matcher: Matcher;
}

/** Whether a matcher of ours made the error, whose stack would begin in the matcher. */
function isOwn(error: unknown): error is Error {
  return error instanceof Error && error.message.includes("Matcher error:");
}

/** Matchers of Bun that need an argument, with which `undefined` could pass. */
const NEEDS_ARGUMENT = /^to(?:Be|Equal\w*|StrictEqual|Contain\w*|Include|(?:Start|End)With|BeArrayOfSize)$/;
const EQUALITIES = /^to(?:Be|Equal|StrictEqual)$/;

/** Whether the matcher may pass values that Bun's refuses; those that fail are checked when they do. */
function canPassWrongly({ name, args, flags, isCustom }: Call): boolean {
  if (isCustom) return false;
  if (name === "toBeOneOf") return true;
  return args.length === 0 ? NEEDS_ARGUMENT.test(name) : flags.isNot && !EQUALITIES.test(name);
}

/** Errors of calls that Bun's matchers refuse, whose stacks begin in the test. */
const refusals = new WeakSet<Error>();

/** Throws what Bun's matcher does for values that it is not made for. */
function refuse({ name, received, args, flags, isCustom }: Call): void {
  if (isCustom) return;
  const error = bunChecks.refusal(name, received, args, flags);
  if (error === undefined) return;
  if (flags.message !== undefined && error.message.startsWith("expect("))
    error.message = withPrefix(flags, error.message);
  refusals.add(error);
  throw error;
}

/** What Vitest and Bun throw when a matcher cannot be applied to a value. */
function misuse(call: Call, reason: Error): Error {
  if (equalityRules() === "bun") return bunChecks.refusal(call.name, call.received, call.args, call.flags) ?? reason;
  if (equalityRules() !== "vitest") return reason;
  const message = ownMessage(call);
  if (message === undefined) return reason;
  if (!/^(?:expected )/.test(message)) return new TypeError(message);
  return failureOf(message);
}

/** The message in the words of the file's runner; undefined where they are those of Jest. */
function ownMessage({ name, received, args, flags, isCustom }: Call, thrown?: Result["thrown"]): string | undefined {
  const rules = equalityRules();
  if (isCustom || (rules !== "vitest" && rules !== "bun")) return undefined;
  const failure = { received, args, isNot: flags.isNot, promise: flags.promise, thrown };
  return rules === "bun" ? bun.bunMessage(name, failure) : vitest.vitestMessage(name, failure);
}

/** The error of an assertion of Vitest. */
export function failureOf(message: string): Error {
  return named(Object.assign(new JestAssertionError(), { message }));
}

function named(error: JestAssertionError): JestAssertionError {
  Object.defineProperty(error, "name", { value: "AssertionError", writable: true, configurable: true });
  return error;
}

function conclude(call: Call, result: Result, made: JestAssertionError | undefined): void {
  const { name, flags, caller } = call;
  checkResult(name, result);
  if (result.pass !== flags.isNot) return;
  if (equalityRules() === "bun") refuseFailed(call, made);
  const own = ownMessage(call, result.thrown);
  const message = own ?? (equalityRules() === "bun" ? textInBun(call, result) : textOf(result));
  const error = made ?? new JestAssertionError();
  if (made === undefined) nativeCapture(error, caller);
  error.message = withPrefix(flags, message);
  // Those of Chai have no "to" in front.
  if (equalityRules() === "vitest" && !call.isCustom && (own !== undefined || !name.startsWith("to"))) named(error);
  if (own !== undefined && !own.includes("\n")) setDetails(error, () => textOf(result));
  else if (flags.words !== undefined && "expected" in result)
    setDetails(error, () => `\n\n${messages.printDiffOrStringify(result.expected, result.actual)}`);
  const { thrown: _thrown, ...shown } = result;
  error.matcherResult = { ...shown, message };
  if ("expected" in result) {
    error.actual = result.actual;
    error.expected = result.expected;
  }
  if (flags.isSoft) return void state().softFailures.push(error);
  throw error;
}

function textInBun({ name, isCustom, matcher }: Call, result: Result): string {
  return isCustom ? bun.customHead(name, matcher) + textOf(result) : bun.inBunForm(textOf(result));
}

/** Replaces a failure by the error of a refused call, which has the stack of the assertion. */
function refuseFailed(call: Call, made: JestAssertionError | undefined): void {
  try {
    refuse(call);
  } catch (error) {
    if (made === undefined) nativeCapture(error as Error, call.caller);
    throw error;
  }
}

function withPrefix({ message }: Flags, text: string): string {
  if (message === undefined) return text;
  if (equalityRules() === "vitest") return `${message}: ${text}`;
  // In Bun it is in place of the first line.
  return `${message}\n\n${equalityRules() === "bun" ? text.slice(text.indexOf("\n\n") + 2) : text}`;
}

function textOf({ message }: Result): string {
  // Custom matchers may give a string.
  if (typeof message === "function") return message();
  return message === undefined ? "No message was specified for this matcher." : String(message);
}

function checkResult(_name: string, result: unknown): asserts result is Result {
  const { pass, message } = Object(result) as { pass?: unknown; message?: unknown };
  if (
    typeof result === "object" &&
    result !== null &&
    typeof pass === "boolean" &&
    (message === undefined || typeof message === "string" || typeof message === "function")
  )
    return;
  throw new Error(
    "Unexpected return from a matcher function.\nMatcher functions should return an object in the following format:\n" +
      `  {message?: string | function, pass: boolean}\n'${pretty.stringify(result)}' was returned`,
  );
}

async function settled(
  name: string,
  matcher: Matcher,
  received: unknown,
  args: unknown[],
  flags: Flags,
  error: JestAssertionError,
): Promise<unknown> {
  const isBun = equalityRules() === "bun";
  const isCalled =
    typeof received === "function" && !isBun && (equalityRules() !== "vitest" || flags.promise === "rejects");
  const promise: unknown = isCalled ? received() : received;
  const fail = (problem: string): never => {
    error.message = withPrefix(flags, problem);
    throw error;
  };
  const isVitest = equalityRules() === "vitest";
  const hint = messages.matcherHint(name, undefined, "", { isNot: flags.isNot, promise: flags.promise });
  if (isBun ? !isPromise(promise) : !isThenable(promise)) {
    if (isBun) return fail(bun.notPromise(name, flags, args.length, received));
    if (isVitest) throw new TypeError(vitest.notPromise(flags.promise, promise));
    const wanted = "received value must be a promise or a function returning a promise";
    return fail(
      messages.matcherErrorMessage(hint, wanted, messages.printWithType("Received", promise, messages.printReceived)),
    );
  }
  let value: unknown;
  let isRejected = false;
  try {
    value = await promise;
  } catch (reason) {
    isRejected = true;
    value = reason;
  }
  if (isVitest && isRejected !== (flags.promise === "rejects")) {
    error.cause = value;
    named(error);
    return fail(vitest.wrongSettlement(flags.promise, value));
  }
  if (isBun && isRejected !== (flags.promise === "rejects")) return fail(bun.wrongSettlement(name, flags, args.length));
  if (flags.promise === "resolves" && isRejected)
    return fail(
      `${hint}\n\nReceived promise rejected instead of resolved\nRejected to value: ${messages.printReceived(value)}`,
    );
  if (flags.promise === "rejects" && !isRejected)
    return fail(
      `${hint}\n\nReceived promise resolved instead of rejected\nResolved to value: ${messages.printReceived(value)}`,
    );
  // A function that a promise resolved to is called, not judged as thrown.
  return judge(name, matcher, value, args, flags, settled, error);
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    (typeof value === "object" || typeof value === "function") &&
    value !== null &&
    typeof (value as { then?: unknown }).then === "function"
  );
}
