// Differences of many lines: the message is whole, and its cost is limited.
import assert from "node:assert";
import { diff } from "node:util";
import { test } from "../harness.ts";

/** Needs more edits than are looked for. Node's memory grows with their square: 330 MB. */
const LENGTH = 6_000;
/** Node needs 3.3 GB for a quarter of it. */
const LENGTH_OF_ONLY_BRIO = 80_000;

function messageOf(actual: unknown, expected: unknown): string {
  try {
    assert.deepStrictEqual(actual, expected);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error("equal");
}

test("all lines of a long array are in the message", () => {
  const numbers = Array.from({ length: LENGTH }, (_, index) => index);
  const lines = numbers.map((number) => `+   ${number}`).join(",\n");
  assert.ok(
    messageOf(numbers, []) ===
      `Expected values to be strictly deep-equal:\n+ actual - expected\n\n+ [\n${lines}\n+ ]\n- []\n`,
  );
});

test("the edits of long sequences make one of the other", () => {
  const first = Array.from({ length: LENGTH }, (_, index) => (index % 3 === 0 ? "same" : `first ${index}`));
  const second = Array.from({ length: LENGTH }, (_, index) => (index % 3 === 0 ? "same" : `second ${index}`));
  const edits = diff(first, second);
  const without = (operation: number): string[] =>
    edits.filter(([kind]) => kind !== operation).map(([, value]) => value);
  assert.ok(without(-1).join() === first.join());
  assert.ok(without(1).join() === second.join());
});

if (process.versions.brio !== undefined)
  test("tens of thousands of lines that differ end in a message", () => {
    const before = process.memoryUsage().rss;
    const numbers = Array.from({ length: LENGTH_OF_ONLY_BRIO }, (_, index) => index);
    assert.ok(messageOf(numbers, []).length > 5 * LENGTH_OF_ONLY_BRIO);
    assert.ok(process.memoryUsage().rss - before < 1e9);
  });
