// `Bun.wrapAnsi`; the results are those of Bun 1.4.
import assert from "node:assert";
import { test } from "../harness.ts";

const CASES: [text: string, columns: number, options: object | undefined, result: string][] = [
  ["hello world foo bar", 7, undefined, "hello\nworld\nfoo bar"],
  ["hello world foo bar", 7, { trim: false }, "hello \nworld \nfoo bar"],
  ["hello world foo bar", 3, { hard: true }, "hel\nlo\nwor\nld\nfoo\nbar"],
  ["hello world foo bar", 3, { hard: true, trim: false }, "hel\nlo \nwor\nld \nfoo\n \nbar"],
  ["hello world", 4, { wordWrap: false }, "hell\no wo\nrld"],
  ["a\r\nb c d", 3, undefined, "a\nb c\nd"],
  ["日本語日本語", 4, { hard: true }, "日本\n語日\n本語"],
  ["   lead", 4, undefined, "lead"],
  ["a  b   c", 3, { trim: false }, "a  \nb  \n c"],
  ["abc def", 0, undefined, "abc def"],
  ["abc def", Infinity, undefined, "abc def"],
  [
    "\u001b[31mhello \u001b[1mworld\u001b[22m foo\u001b[39m bar",
    6,
    undefined,
    "\u001b[31mhello\u001b[39m\n\u001b[31m\u001b[1mworld\u001b[22m\nfoo\u001b[39m\nbar",
  ],
  ["\u001b[44m\u001b[31mabcde\u001b[0m", 3, { hard: true }, "\u001b[44m\u001b[31mabc\u001b[39m\n\u001b[31mde\u001b[0m"],
  [
    "\u001b]8;;http://x\u0007link text\u001b]8;;\u0007",
    5,
    undefined,
    "\u001b]8;;http://x\u0007link\u001b]8;;\u0007\n\u001b]8;;http://x\u0007text\u001b]8;;\u0007",
  ],
  // Lines of ASCII and styles, and others beside them.
  ["  two  leading and   inner spaces ", 9, undefined, "two\nleading\nand\ninner\nspaces"],
  ["\u001b[31mred  and\u001b[39m plain", 6, undefined, "\u001b[31mred\u001b[39m\n\u001b[31mand\u001b[39m\nplain"],
  ["\u001b[31m word", 4, undefined, "\u001b[31mword"],
  ["a \u001b[1m \u001b[22m b", 3, undefined, "a\u001b[1m\u001b[22m\nb"],
  ["a b \u001b[1m\u001b[22m ", 2, undefined, "a\nb\u001b[1m\u001b[22m"],
  ["averylongword b", 4, undefined, "averylongword\nb"],
  ["a\tb c", 3, undefined, "a\tb\nc"],
  ["\u001b[31", 4, undefined, "\u001b[31"],
  ["\u001b[?25h ab cd", 4, undefined, "\u001b[?25hab\ncd"],
  ["   ", 2, undefined, ""],
  ["", 2, undefined, ""],
  ["ab cd\nef gh", 2, undefined, "ab\ncd\nef\ngh"],
  ["日本 ab", 4, undefined, "日本\nab"],
  ["\u001b[1;31mab cd", 2, undefined, "\u001b[1;31mab\ncd"],
];

test("lines are broken between words, and styles are closed and opened again", () => {
  for (const [text, columns, options, result] of CASES)
    assert.strictEqual(Bun.wrapAnsi(text, columns, options), result, JSON.stringify([text, columns, options]));
});
