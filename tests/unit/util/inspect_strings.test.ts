// How `inspect` quotes strings with surrogates and lines, and which escape sequences have no width; the values are Node's.
import assert from "node:assert";
import { inspect, stripVTControlCharacters } from "node:util";
import { test } from "../harness.ts";

test("a lone surrogate is escaped, a pair is not", () => {
  assert.strictEqual(inspect("\ud800x\udc00"), "'\\ud800x\\udc00'");
  assert.strictEqual(inspect("🎉\ud83c🎉"), "'🎉\\ud83c🎉'");
  assert.strictEqual(inspect("\udf89\ud83c"), "'\\udf89\\ud83c'");
  assert.strictEqual(inspect("it's\ud800"), '"it\'s\\ud800"');
});

test("a long string is split behind its line breaks", () => {
  const options = { breakLength: 10 };
  assert.strictEqual(
    inspect("first line\n\nthird's line\n", options),
    "'first line\\n' +\n  '\\n' +\n  \"third's line\\n\"",
  );
  assert.strictEqual(inspect("a line without an end", options), "'a line without an end'");
});

test("sequences of styles and others are removed", () => {
  assert.strictEqual(stripVTControlCharacters("\u001b[31mred\u001b[39m and \u001b[1mbold\u001b[0m"), "red and bold");
  assert.strictEqual(stripVTControlCharacters("\u001b[12345m\u001b[m\u001b[1;2mx\u001b["), "mx\u001b[");
  assert.strictEqual(stripVTControlCharacters("\u001b[31ma\u009b32mb\u001b]8;;link\u0007c"), "abc");
});
