// The snapshot matchers. https://jestjs.io/docs/snapshot-testing
import {
  equalityRules,
  equals,
  iterableEquality,
  type Members,
  subsetEquality,
} from "internal:test_runner/expect/equality";
import { hintOptions, type Matcher, type MatcherContext, type Result } from "internal:test_runner/expect/matcher";
import { thrownBy } from "internal:test_runner/expect/matchers_throwing";
import defer * as messages from "internal:test_runner/expect/messages";
import defer * as diff from "internal:test_runner/expect/diff";
import type { SnapshotFile } from "internal:test_runner/expect/snapshot_file";
import { serialize, stripIndentation, withBreaks } from "internal:test_runner/expect/snapshot_format";
import { state } from "internal:test_runner/expect/state";
import { captureFrames } from "internal:core/stack/stack";
import defer * as fs from "internal:node/fs";
import defer * as path from "internal:core/path";

const NOT = "Snapshot matchers cannot be used with not";

/** One comparison. */
interface Comparison {
  name: string;
  received: unknown;
  properties: object | undefined;
  hint: string | undefined;
  /** The text in the test file; null: the matcher is not inline. */
  inline: string | undefined | null;
}

function snapshotsOf(context: MatcherContext, name: string): SnapshotFile {
  if (context.isNot)
    throw new Error(messages.matcherErrorMessage(messages.matcherHint(name, undefined, "", hintOptions(context)), NOT));
  if (context.snapshots !== null) return context.snapshots;
  throw new Error(`${name}: snapshots need a test file that \`brio test\` runs`);
}

function compare(context: MatcherContext, given: Comparison): Result {
  const file = snapshotsOf(context, given.name);
  const hint = (): string =>
    messages.matcherHint(
      given.name,
      undefined,
      given.properties === undefined ? (given.hint === undefined ? "" : "hint") : "properties",
      hintOptions(context),
    );
  let { received } = given;
  if (given.properties !== undefined) {
    if (typeof received !== "object" || received === null)
      throw new Error(
        messages.matcherErrorMessage(
          hint(),
          "received value must be an object when the matcher has properties",
          messages.printWithType("Received", received, messages.printExpected),
        ),
      );
    const { properties } = given;
    if (!equals(received, properties, [...context.customTesters, iterableEquality, subsetEquality])) {
      nameOf(context, file, given.hint);
      file.counts.unmatched++;
      return { pass: false, message: () => `${hint()}\n\n${messages.printDiffOrStringify(properties, received)}` };
    }
    received = merged(received, properties);
  }
  const text = serialize(received, file.flavor);
  return given.inline === null
    ? compareStored(file, context, given, text, hint)
    : compareInline(file, context, given, text, hint);
}

/** The number of the snapshot among those of its test. */
function nameOf(context: MatcherContext, file: SnapshotFile, hint: string | undefined): string {
  const separator = file.flavor === "vitest" ? " > " : ": ";
  const base = `${context.currentTestName ?? ""}${hint === undefined || hint === "" ? "" : `${separator}${hint}`}`;
  const snapshotCounts = (state().snapshotCounts ??= new Map());
  const count = (snapshotCounts.get(base) ?? 0) + 1;
  snapshotCounts.set(base, count);
  return `${base} ${count}`;
}

function compareStored(
  file: SnapshotFile,
  context: MatcherContext,
  given: Comparison,
  text: string,
  hint: () => string,
): Result {
  const name = nameOf(context, file, given.hint);
  const stored = file.find(name);
  if (stored === undefined) {
    if (file.update === "none") return notWritten(file, hint, name, text);
    file.store(name, text);
    file.counts.added++;
    return passed();
  }
  if (stored === text || stored.trim() === text.trim()) {
    file.counts.matched++;
    return passed();
  }
  if (file.update === "all") {
    file.store(name, text);
    file.counts.updated++;
    return passed();
  }
  return differs(file, hint, name, stored, text);
}

function compareInline(
  file: SnapshotFile,
  context: MatcherContext,
  given: Comparison,
  text: string,
  hint: () => string,
): Result {
  const name = nameOf(context, file, given.hint);
  const { inline } = given;
  const stored = inline === undefined ? undefined : stripIndentation(inline!);
  if (stored !== undefined && (stored === text || withoutMargins(stored) === withoutMargins(text))) {
    file.counts.matched++;
    return passed();
  }
  if (stored === undefined ? file.update === "none" : file.update !== "all")
    return stored === undefined ? notWritten(file, hint, name, text) : differs(file, hint, name, stored, text);
  const place = placeIn(context, file);
  file.storeInline({ name: given.name, ...place, text });
  if (stored === undefined) file.counts.added++;
  else file.counts.updated++;
  return passed();
}

function withoutMargins(text: string): string {
  return text.trim().replaceAll(/^[ \t]+/gm, "");
}

function placeIn(context: MatcherContext, file: SnapshotFile): { line: number; column: number } {
  const frames =
    context.error === undefined ? captureFrames(context.caller, 10) : framesOfStack(context.error.stack ?? "");
  const frame = frames.find(({ url }) => url === file.testFile || url.endsWith(file.testFile)) ?? frames[0];
  if (frame === undefined) throw new Error("the call of the inline snapshot is not in the test file");
  return { line: frame.line, column: frame.column };
}

function framesOfStack(stack: string): { url: string; line: number; column: number }[] {
  return [...stack.matchAll(/(?:\(|at )(?:file:\/\/)?([^\s()]+):(\d+):(\d+)/g)].map(([, url, line, column]) => ({
    url: url!,
    line: Number(line),
    column: Number(column),
  }));
}

function passed(): Result {
  return { pass: true, message: () => "" };
}

function notWritten(file: SnapshotFile, hint: () => string, name: string, text: string): Result {
  file.counts.unmatched++;
  return {
    pass: false,
    message: () =>
      `${hint()}\n\nSnapshot name: \`${name}\`\n\nNew snapshot was not written. The update flag must be explicitly passed to write a new snapshot.\n\n` +
      `This is likely because this test is run in a continuous integration (CI) environment in which snapshots are not written by default.\n\nReceived: ${text.trim()}`,
  };
}

function differs(file: SnapshotFile, hint: () => string, name: string, stored: string, text: string): Result {
  file.counts.unmatched++;
  const [one, other] = [stored.replace(/^\n|\n$/g, ""), text.replace(/^\n|\n$/g, "")];
  return {
    pass: false,
    actual: other,
    expected: one,
    message: () => {
      const values =
        one.includes("\n") || other.includes("\n")
          ? diff.diffText(one, other, { names: ["Snapshot", "Received"] })
          : `Snapshot: ${one}\nReceived: ${other}`;
      return `${hint()}\n\nSnapshot name: \`${name}\`\n\n${values}`;
    },
  };
}

/** The received value with the property matchers in place of its members. Jest and Vitest make plain objects of all others. */
function merged(received: unknown, properties: unknown): unknown {
  if (Array.isArray(received) && Array.isArray(properties)) {
    return received.map((item: unknown, index) => (index in properties ? mergedMember(item, properties[index]) : item));
  }
  const prototype = isBun() ? (Object.getPrototypeOf(received) as object | null) : Object.prototype;
  const target: Members = Object.assign(Object.create(prototype) as Members, received);
  for (const [key, value] of Object.entries(properties as object)) target[key] = mergedMember(target[key], value);
  return target;
}

function mergedMember(value: unknown, property: unknown): unknown {
  const isPlain = (one: unknown): boolean =>
    Array.isArray(one) || (typeof one === "object" && one !== null && !("$$typeof" in one));
  if (!isPlain(value) || !isPlain(property)) return property;
  // Bun leaves dates, maps and others that have more than members.
  const isBuiltin = isBun() && !/^\[object (?:Object|Array)\]$/.test(Object.prototype.toString.call(value));
  return isBuiltin ? value : merged(value, property);
}

function isBun(): boolean {
  return equalityRules() === "bun";
}

function toMatchSnapshot(this: MatcherContext, received: unknown, first?: unknown, second?: string): Result {
  const [properties, hint] = typeof first === "string" ? [undefined, first] : [first, second];
  checkProperties(this, "toMatchSnapshot", properties, arguments.length > 1 && typeof first !== "string");
  return compare(this, {
    name: "toMatchSnapshot",
    received,
    properties: properties as object | undefined,
    hint,
    inline: null,
  });
}

function checkProperties(context: MatcherContext, name: string, properties: unknown, isGiven: boolean): void {
  if (!isGiven || properties === undefined || (typeof properties === "object" && properties !== null)) return;
  throw new Error(
    messages.matcherErrorMessage(
      messages.matcherHint(name, undefined, "properties", hintOptions(context)),
      "expected properties must be an object",
      messages.printWithType("Expected", properties, messages.printExpected),
    ),
  );
}

function toMatchInlineSnapshot(this: MatcherContext, received: unknown, first?: unknown, second?: string): Result {
  const [properties, inline] = typeof first === "string" ? [undefined, first] : [first, second];
  checkProperties(this, "toMatchInlineSnapshot", properties, first !== undefined && typeof first !== "string");
  return compare(this, {
    name: "toMatchInlineSnapshot",
    received,
    properties: properties as object | undefined,
    hint: undefined,
    inline,
  });
}

/** What the snapshot of an error has: its message, in Vitest the error. */
function errorValue(context: MatcherContext, received: unknown, name: string): unknown {
  const file = snapshotsOf(context, name);
  const thrown = thrownBy(context, received, name);
  if (thrown === null) {
    throw new Error(
      `${messages.matcherHint(name, undefined, "", hintOptions(context))}\n\nReceived function did not throw`,
    );
  }
  return file.flavor === "vitest" ? thrown.value : thrown.message;
}

function toThrowErrorMatchingSnapshot(this: MatcherContext, received: unknown, hint?: string): Result {
  const name = "toThrowErrorMatchingSnapshot";
  return compare(this, { name, received: errorValue(this, received, name), properties: undefined, hint, inline: null });
}

function toThrowErrorMatchingInlineSnapshot(this: MatcherContext, received: unknown, inline?: string): Result {
  const name = "toThrowErrorMatchingInlineSnapshot";
  return compare(this, {
    name,
    received: errorValue(this, received, name),
    properties: undefined,
    hint: undefined,
    inline,
  });
}

/** Compares with a file of its own. https://vitest.dev/api/expect#tomatchfilesnapshot */
async function toMatchFileSnapshot(
  this: MatcherContext,
  received: unknown,
  name: string,
  hintOf?: string,
): Promise<Result> {
  const file = snapshotsOf(this, "toMatchFileSnapshot");
  // It has a number in Vitest, which the next snapshot of the test does not get.
  if (file.flavor === "vitest") nameOf(this, file, hintOf);
  const target = path.default.resolve(path.default.dirname(file.testFile), name);
  const text = typeof received === "string" ? received : serialize(received, file.flavor).replace(/^\n|\n$/g, "");
  let stored: string | undefined;
  try {
    stored = (fs.default.readFileSync(target, "utf8") as string).replaceAll("\r\n", "\n");
  } catch (error) {
    if ((error as { code?: string }).code !== "ENOENT") throw error;
  }
  const hint = (): string => messages.matcherHint("toMatchFileSnapshot", undefined, "file", hintOptions(this));
  if (stored === text) {
    file.counts.matched++;
    return passed();
  }
  if (stored === undefined ? file.update === "none" : file.update !== "all")
    return stored === undefined
      ? notWritten(file, hint, name, text)
      : differs(file, hint, name, withBreaks(stored), withBreaks(text));
  fs.default.mkdirSync(path.default.dirname(target), { recursive: true });
  fs.default.writeFileSync(target, text);
  if (stored === undefined) file.counts.added++;
  else file.counts.updated++;
  return passed();
}

export const snapshotMatchers: Record<string, Matcher> = {
  toMatchSnapshot: toMatchSnapshot as Matcher,
  toMatchInlineSnapshot: toMatchInlineSnapshot as Matcher,
  toThrowErrorMatchingSnapshot: toThrowErrorMatchingSnapshot as Matcher,
  toThrowErrorMatchingInlineSnapshot: toThrowErrorMatchingInlineSnapshot as Matcher,
  toMatchFileSnapshot: toMatchFileSnapshot as Matcher,
};
