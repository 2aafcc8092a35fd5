// `Bun.stringWidth` where characters that stand alone are beside those that join; the values are those of Bun 1.4.
import assert from "node:assert";
import { test } from "../harness.ts";

const widths: [string, number][] = [
  ["日本語 and 🎉", 13],
  ["日\u0301本", 4],
  ["か\u3099が", 4],
  ["é\u0301a", 2],
  ["한\u11a8ab", 4],
  ["👨\u200d👩日", 4],
  ["a👨🏽b", 4],
  ["❤\ufe0f日❤", 5],
  ["1\ufe0f\u20e31", 3],
  ["🇵🇱🎉🇵", 5],
  ["नम", 2],
  ["日\u200d本", 4],
  ["ｶﾞ！", 4],
  ["→│—…€Ж", 6],
  ["a\u00adb", 2],
  ["\u{20000}\u{1f321}x", 4],
  ["\u001b[31m日\u001b[39m本", 4],
];

test("characters that stand alone beside those that join", () => {
  for (const [string, width] of widths) assert.strictEqual(Bun.stringWidth(string), width, JSON.stringify(string));
});

test("the width of repeated strings is the sum of their widths", () => {
  for (const [string, width] of widths)
    assert.strictEqual(Bun.stringWidth(`${string} `.repeat(20)), (width + 1) * 20, JSON.stringify(string));
});

test("ambiguous characters are wide on request", () => {
  assert.strictEqual(Bun.stringWidth("→日±a", { ambiguousIsNarrow: false }), 7);
  assert.strictEqual(Bun.stringWidth("→日±a", { ambiguousIsNarrow: true }), 5);
});
