// `toThrow`: what a function throws, or a promise rejects with. https://jestjs.io/docs/expect#tothrowerror
import { equalityRules, equals, iterableEquality } from "internal:test_runner/expect/equality";
import { isAsymmetric } from "internal:test_runner/expect/asymmetric_protocol";
import {
  hintOptions,
  type Matcher,
  type MatcherContext,
  type Result,
  wrongReceived,
} from "internal:test_runner/expect/matcher";
import defer * as messages from "internal:test_runner/expect/messages";

import { cwd } from "native:process";

/** What was thrown. */
export interface Thrown {
  value: unknown;
  message: string;
}

/** Calls `received`, or takes it as the reason of a rejection; null when nothing was thrown. */
export function thrownBy(
  context: MatcherContext,
  received: unknown,
  name: string,
  parameters = name === "toThrow" ? "expected" : "",
): Thrown | null {
  const { promise } = context;
  const rules = equalityRules();
  // In Jest only errors count as thrown by a promise, and in Bun also what it was resolved to.
  if (
    rules === "jest"
      ? promise !== "" && received instanceof Error
      : promise === "rejects" || (rules === "bun" && promise !== "")
  )
    return thrownOf(received);
  if (typeof received !== "function") {
    if (promise !== "") return null;
    throw wrongReceived(context, name, parameters, "must be a function", received);
  }
  try {
    received();
    return null;
  } catch (error) {
    return thrownOf(error);
  }
}

function thrownOf(value: unknown): Thrown {
  const { message } = Object(value) as { message?: unknown };
  return {
    value,
    message: typeof message === "string" ? message : typeof value === "string" ? value : String(message ?? value),
  };
}

function hasMessage(thrown: Thrown): boolean {
  return typeof (Object(thrown.value) as { message?: unknown }).message === "string";
}

/** The lines of a report: what was expected, and what was thrown. */
interface Judgement {
  pass: boolean;
  text(): string;
}

const DID_NOT_THROW = "\nReceived function did not throw";

/** Judges by what is expected: nothing, a part of the message, a matcher, a class, a pattern, an object. */
function judge(context: MatcherContext, thrown: Thrown | null, expected: unknown): Judgement {
  if (expected === undefined) return { pass: thrown !== null, text: () => describe(thrown, "Error").trimStart() };
  // In Vitest the empty string is the whole message.
  if (expected === "" && equalityRules() === "vitest")
    return ofMessage(context, thrown, "Expected pattern", /^$/, (message) => message === "");
  if (typeof expected === "string")
    return ofMessage(context, thrown, "Expected substring", expected, (message) => message.includes(expected));
  if (isAsymmetric(expected)) {
    const pass = thrown !== null && Boolean(expected.asymmetricMatch(thrown.value));
    const text = `Expected asymmetric matcher: ${context.isNot ? "not " : ""}${messages.printExpected(expected)}\n`;
    return { pass, text: () => text + describe(thrown, "Received") };
  }
  if (typeof expected === "function") return ofClass(context, thrown, expected);
  if (typeof (expected as RegExp | null)?.test === "function")
    return ofMessage(context, thrown, "Expected pattern", expected, (message) => (expected as RegExp).test(message));
  if (equalityRules() === "vitest") return ofValue(context, thrown, expected);
  if (typeof expected === "object" && expected !== null) return ofObject(context, thrown, expected);
  throw new Error(
    messages.matcherErrorMessage(
      messages.matcherHint("toThrow", undefined, undefined, hintOptions(context)),
      "expected value must be a string or regular expression or class or error",
      messages.printWithType("Expected", expected, messages.printExpected),
    ),
  );
}

function ofMessage(
  { isNot }: MatcherContext,
  thrown: Thrown | null,
  label: string,
  expected: unknown,
  matches: (message: string) => boolean,
): Judgement {
  const pass = thrown !== null && matches(thrown.message);
  const text = (): string => {
    const head = `${label}: ${isNot ? "not " : ""}`;
    const first = `${head}${messages.printExpected(expected)}\n`;
    if (thrown === null) return first + DID_NOT_THROW;
    const [name, value] = hasMessage(thrown) ? ["message", thrown.message] : ["value", thrown.value];
    return `${first}${`Received ${name}:`.padEnd(head.length)}${messages.printReceived(value)}\n${stackLines(thrown)}`;
  };
  return { pass, text };
}

function ofClass({ isNot }: MatcherContext, thrown: Thrown | null, expected: Function): Judgement {
  const pass = thrown !== null && thrown.value instanceof expected;
  const text = (): string => {
    const first = `Expected constructor: ${isNot ? "not " : ""}${expected.name}\n`;
    if (thrown === null) return first + DID_NOT_THROW;
    const received = (thrown.value as { constructor?: unknown } | null | undefined)?.constructor;
    const label = `Received constructor: ${isNot ? "    " : ""}`;
    const own =
      typeof received === "function" && received !== expected
        ? `${label}${isNot ? messages.derivedName(received, expected) : received.name}\n`
        : "";
    if (!hasMessage(thrown)) return `${first}${own}\nReceived value: ${messages.printReceived(thrown.value)}\n`;
    return `${first}${own}\nReceived message: ${messages.printReceived(thrown.message)}\n${stackLines(thrown)}`;
  };
  return { pass, text };
}

function ofObject({ isNot }: MatcherContext, thrown: Thrown | null, expected: object): Judgement {
  const { message } = expected as { message?: unknown };
  const pass = thrown !== null && thrown.message === message && isSameError(thrown.value, expected);
  const label = (object: unknown): string => (hasCause(object) ? "message and cause" : "message");
  const text = (): string => {
    const own = messageAndCause(expected);
    const first = `Expected ${label(expected)}: ${isNot ? "not " : ""}${messages.printExpected(own)}\n`;
    if (thrown === null) return first + DID_NOT_THROW;
    const value = messages.printReceived(thrown.value);
    if (!hasMessage(thrown)) return `${first}Received value:   ${isNot ? "    " : ""}${value}\n`;
    if (isNot) return first + stackLines(thrown);
    const names = [`Expected ${label(expected)}`, `Received ${label(thrown.value)}`] as const;
    const difference = messages.printDiffOrStringify(own, messageAndCause(thrown.value), ...names);
    return `${difference}\n${stackLines(thrown)}`;
  };
  return { pass, text };
}

/** In Vitest every value can be expected, and errors are compared with all that equality compares. */
function ofValue(context: MatcherContext, thrown: Thrown | null, expected: unknown): Judgement {
  const testers = [...context.customTesters, iterableEquality];
  return {
    pass: thrown !== null && equals(thrown.value, expected, testers),
    text: () => (thrown === null ? DID_NOT_THROW : messages.printDiffOrStringify(expected, thrown.value)),
  };
}

function hasCause(value: unknown): boolean {
  return (Object(value) as { cause?: unknown }).cause !== undefined;
}

/** The message, or all members of an error that has a cause, as JSON with sorted names. */
function messageAndCause(value: unknown): unknown {
  if (!hasCause(value)) return (Object(value) as { message?: unknown }).message;
  const seen = new Set<unknown>();
  return JSON.stringify(membersOf(value, new Set()), (_name, member: unknown) => {
    if (typeof member === "bigint" || member === undefined) return String(member);
    if (typeof member !== "object" || member === null) return member;
    if (seen.has(member)) return undefined;
    seen.add(member);
    return member;
  });
}

/** Where an error was made is not what it says. */
const PLACES = new Set([
  "stack",
  "fileName",
  "lineNumber",
  "line",
  "column",
  "sourceURL",
  "originalLine",
  "originalColumn",
]);

function membersOf(value: unknown, around: Set<unknown>): unknown {
  if (typeof value !== "object" || value === null || around.has(value)) return value;
  around.add(value);
  const names = Object.getOwnPropertyNames(value).filter((name) => !PLACES.has(name));
  const members = value as Record<string, unknown>;
  return Object.fromEntries(
    names.sort().map((name) => [name, name === "cause" ? membersOf(members.cause, around) : members[name]]),
  );
}

/** What was thrown; `word` begins the lines about an error. */
function describe(thrown: Thrown | null, word: string): string {
  if (thrown === null) return DID_NOT_THROW;
  if (!hasMessage(thrown)) return `\nThrown value: ${messages.printReceived(thrown.value)}\n`;
  const { name } = thrown.value as { name?: unknown };
  const first =
    name === undefined ? "" : `${`${word} name:`.padEnd(word.length + 10)}${messages.printReceived(name)}\n`;
  return `\n${first}${word} message: ${messages.printReceived(thrown.message)}\n${stackLines(thrown)}`;
}

const FRAMES_MAX = 8;

/** The program's frames of a thrown error, with paths relative to the working directory. */
function stackLines({ value }: Thrown): string {
  const { stack } = Object(value) as { stack?: unknown };
  if (typeof stack !== "string") return "";
  const folder = `${cwd()}/`;
  const frames = stack
    .split("\n")
    .filter((line) => /^\s+at .*:\d+:\d+\)?$/.test(line) && !/(?:node|internal):|\/node_modules\//.test(line))
    .slice(0, FRAMES_MAX)
    .map((line) => `      ${line.trim().replace("file://", "").replace(folder, "")}\n`);
  return frames.length === 0 ? "" : `\n${frames.join("").trimEnd()}`;
}

/** Whether two errors are the same beyond their messages, as the file's runner compares them. */
function isSameError(thrown: unknown, expected: object): boolean {
  const rules = equalityRules();
  if (rules === "jest" && messageAndCause(thrown) !== messageAndCause(expected)) return false;
  if (rules === "bun" || !(expected instanceof Error)) return true;
  if (rules !== "jest")
    return expected.cause === undefined || equals((Object(thrown) as Error).cause, expected.cause, [iterableEquality]);
  const Class = expected.constructor as ErrorConstructor;
  return !(thrown instanceof Error) || Class.name === "Error" || thrown instanceof Class;
}

function throwing(name: string): Matcher {
  return function (this: MatcherContext, received: unknown, expected?: unknown): Result {
    const thrown = thrownBy(this, received, name, expected === undefined ? "" : "expected");
    const { pass, text } = judge(this, thrown, expected);
    return {
      pass,
      thrown,
      message: () =>
        `${messages.matcherHint(name, undefined, expected === undefined ? "" : undefined, hintOptions(this))}\n\n${text()}`,
    };
  } as Matcher;
}

export const throwingMatchers: Record<string, Matcher> = {
  toThrow: throwing("toThrow"),
  toThrowError: throwing("toThrowError"),
};
