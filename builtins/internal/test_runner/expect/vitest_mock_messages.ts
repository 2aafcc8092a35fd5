// The messages of Vitest 4 about mock functions: what was expected of their calls and results, and what they were.
import { MATCHER_ALIASES } from "internal:test_runner/expect/matcher_aliases";
import { inspectLine } from "internal:test_runner/expect/chai_inspect";
import defer * as diff from "internal:test_runner/expect/diff";
import defer * as pretty from "internal:test_runner/expect/pretty_format";
import type { Failure } from "internal:test_runner/expect/vitest_messages";

interface Mock {
  getMockName?(): string;
  mock: { calls: unknown[][]; results: { type: string; value: unknown }[]; settledResults?: { value: unknown }[] };
}

/** What a message is made of. */
interface Parts extends Failure {
  mock: Mock;
  /** The name of the function in quotes. */
  name: string;
  /** "to" or "to not". */
  to: string;
}

type Message = (parts: Parts) => string;

/** Older names of matchers. */
const ALIASES: Record<string, string> = {
  ...MATCHER_ALIASES,
  toReturnTimes: "toHaveReturnedTimes",
  toReturnWith: "toHaveReturnedWith",
  lastReturnedWith: "toHaveLastReturnedWith",
};

function nameOf({ getMockName }: Mock, value: unknown): string {
  return (typeof getMockName === "function" && getMockName.call(value)) || "spy";
}

function ordinal(count: number): string {
  const [ones, tens] = [count % 10, count % 100];
  if (ones === 1 && tens !== 11) return `${count}st`;
  if (ones === 2 && tens !== 12) return `${count}nd`;
  return ones === 3 && tens !== 13 ? `${count}rd` : `${count}th`;
}

/** Lines of a difference without its legend, with plain brackets. */
function difference(expected: unknown, received: unknown): string {
  const text = diff.diffValues(expected, received) ?? "";
  const lines = text.startsWith("- Expected") ? text.slice(text.indexOf("\n\n") + 2) : text;
  return lines.replaceAll(/^([-+ ] *(?:.+: )?)(?:Array|Object) (?=[[{])/gm, "$1");
}

function indented(text: string): string {
  return text.replaceAll(/^(?=.)/gm, "    ");
}

/** The calls one after the other, each as `print` shows it. */
function listed({ mock, name }: Parts, what: string, values: unknown[], print: (value: unknown) => string): string {
  const blocks = values.map(
    (value, index) => `  ${ordinal(index + 1)} ${name.slice(1, -1)} ${what}:\n\n${print(value)}\n`,
  );
  const received = values.length === 0 ? "" : `\n\nReceived:\n\n${blocks.join("\n")}\n`;
  return `${received}${values.length === 0 ? "\n" : ""}\nNumber of calls: ${mock.mock.calls.length}\n`;
}

function callsBeside(parts: Parts, expected: unknown[]): string {
  return listed(parts, "call", parts.mock.mock.calls, (call) => difference(expected, call));
}

function withArguments(words: string): Message {
  return (parts) =>
    `expected ${parts.name} ${parts.to} ${words}: ${inspectLine(parts.args)}${callsBeside(parts, parts.args)}`;
}

function counted(words: string): Message {
  return ({ name, to, args: [count] }) => `expected ${name} ${to} ${words} ${String(count)} times`;
}

function returned(verb: string, what: string, values: (mock: Mock) => unknown[]): Message {
  return (parts) => {
    const { name, to, args, isNot, mock } = parts;
    const text = `expected ${name} ${to} ${verb} with: ${inspectLine(args[0])}${isNot ? "" : " at least once"}`;
    return text + listed(parts, `call ${what}`, values(mock), (value) => difference(args[0], value));
  };
}

const returns = ({ mock }: Mock): unknown[] => mock.results.map(({ value }) => value);
const resolutions = ({ mock }: Mock): unknown[] => (mock.settledResults ?? []).map(({ value }) => value);

function last(verb: string): Message {
  return ({ name, to, args: [value] }) => `expected last ${name} call ${to} ${verb} ${inspectLine(value)}`;
}
function nth(verb: string): Message {
  return ({ name, to, args: [count, value] }) =>
    `expected ${ordinal(count as number)} call ${name} call ${to} ${verb} ${inspectLine(value)}`;
}

const MESSAGES: Record<string, Message> = {
  toHaveBeenCalled: (parts) =>
    parts.isNot
      ? `expected ${parts.name} to not be called at all, but actually been called ${parts.mock.mock.calls.length} times` +
        listed(parts, "call", parts.mock.mock.calls, (call) => indented(pretty.format(call)))
      : `expected ${parts.name} to be called at least once`,
  toHaveBeenCalledTimes: ({ name, to, args: [count], isNot, mock }) =>
    `expected ${name} ${to} be called ${String(count)} times${isNot ? "" : `, but got ${mock.mock.calls.length} times`}`,
  toHaveBeenCalledOnce: ({ name, to, isNot, mock }) =>
    `expected ${name} ${to} be called once${isNot ? "" : `, but got ${mock.mock.calls.length} times`}`,
  toHaveBeenCalledWith: withArguments("be called with arguments"),
  toHaveBeenCalledExactlyOnceWith: withArguments("be called once with arguments"),
  toHaveBeenLastCalledWith: ({ name, to, args }) =>
    `expected last ${name} call ${to} have been called with ${inspectLine(args)}`,
  toHaveBeenNthCalledWith: ({ name, to, args: [count, ...args], mock }) => {
    const sum = mock.mock.calls.length;
    const only = (count as number) > sum ? `, but called only ${sum} times` : "";
    return `expected ${ordinal(count as number)} ${name} call ${to} have been called with ${inspectLine(args)}${only}`;
  },
  toHaveReturned: ({ name, to, isNot }) =>
    `expected ${name} ${to} be successfully called${isNot ? "" : " at least once"}`,
  toHaveReturnedTimes: counted("be successfully called"),
  toHaveReturnedWith: returned("return", "return", returns),
  toHaveLastReturnedWith: last("return"),
  toHaveNthReturnedWith: nth("return"),
  toHaveResolved: ({ name, to, isNot }) =>
    `expected ${name} ${to} be successfully resolved${isNot ? "" : " at least once"}`,
  toHaveResolvedTimes: counted("be successfully resolved"),
  toHaveResolvedWith: returned("resolve", "resolve", resolutions),
  toHaveLastResolvedWith: last("resolve"),
  toHaveNthResolvedWith: nth("resolve"),
  toHaveBeenCalledBefore: ({ name, to, args: [other] }) =>
    `expected ${name} ${to} have been called before "${nameOf(other as Mock, other)}"`,
  toHaveBeenCalledAfter: ({ name, to, args: [other] }) =>
    `expected ${name} ${to} have been called after "${nameOf(other as Mock, other)}"`,
};

/** The message about a mock function; undefined for other assertions. */
export function messageOfMock(name: string, failure: Failure): string | undefined {
  const message = MESSAGES[ALIASES[name] ?? name];
  if (message === undefined) return undefined;
  const mock = failure.received as Mock | null | undefined;
  if (!Array.isArray(mock?.mock?.calls)) return `${inspectLine(mock)} is not a spy or a call to a spy!`;
  return message({ ...failure, mock, name: `"${nameOf(mock, mock)}"`, to: failure.isNot ? "to not" : "to" });
}
