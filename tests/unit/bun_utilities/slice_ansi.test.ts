// `Bun.sliceAnsi`, and characters of ambiguous width in `Bun.stringWidth`; the results are those of Bun 1.4. Run with Bun or Brio.
import assert from "node:assert";
import { test } from "../harness.ts";

const RED = "\u001b[31m";
const DEFAULT = "\u001b[39m";
const BOLD = "\u001b[1m";
const NOT_BOLD = "\u001b[22m";
const LINK = "\u001b]8;;http://x\u0007";
const NO_LINK = "\u001b]8;;\u0007";

function check(cases: [args: unknown[], result: string][]): void {
  for (const [args, result] of cases) {
    assert.strictEqual((Bun as any).sliceAnsi(...args), result, JSON.stringify(args));
  }
}

test("columns count from both ends", () => {
  check([
    [["hello"], "hello"],
    [["hello", 1, 3], "el"],
    [["hello", -2], "lo"],
    [["hello", 0, -1], "hell"],
    [["hello", 3, 1], ""],
    [["hello", "1", 2.9], "e"],
    [["hello", 0, null], ""],
    [[undefined, 0, 2], "un"],
  ]);
});

test("wide characters belong to the column where they begin", () => {
  check([
    [["安宁哈", 0, 1], "安"],
    [["安宁哈", 1, 2], ""],
    [["安宁哈", 2, 4], "宁"],
    [["👨‍👩‍👧‍👦x", 1], "x"],
    [["e\u0301f", 0, 1], "e\u0301"],
  ]);
});

test("styles and hyperlinks are opened and closed at the edges", () => {
  check([
    [[`${RED}hello${DEFAULT}`, 1, 3], `${RED}el${DEFAULT}`],
    [[`${RED}hello`, 0, 100], `${RED}hello${DEFAULT}`],
    [[`${RED}a${BOLD}b${NOT_BOLD}c${DEFAULT}d`, 1, 2], `${RED}${BOLD}b${NOT_BOLD}${DEFAULT}`],
    [[`${RED}\u001b[41mab\u001b[0mcd`, 0, 1], `${RED}\u001b[41ma\u001b[49m${DEFAULT}`],
    [["\u001b[1;31mab\u001b[0;4mcd", 1, 3], "\u001b[1m\u001b[31mb\u001b[0;4mc\u001b[24m"],
    [["\u001b[38;2;1;2;3mabc", 1, 2], `\u001b[38;2;1;2;3mb${DEFAULT}`],
    [[`${LINK}link${NO_LINK} x`, 1, 3], `${LINK}in${NO_LINK}`],
    [[`ab${RED}`, 0, 2], "ab"],
    [["\u001b[2Jab", 0, 1], "a"],
  ]);
});

test("an ellipsis stands at the edges that were cut", () => {
  check([
    [["abcdefghijkl", 0, 4, "…"], "abc…"],
    [["abcdefghijkl", 1, 3, "…"], "…c"],
    [["abcdefghijkl", 1, 5, "…"], "…cd…"],
    [["abcdefghijkl", -4, undefined, { ellipsis: "…" }], "…jkl"],
    [["abcdefghijkl", 0, 2, "..."], "..."],
    [["abc", 0, 3, "…"], "abc"],
    [[`${RED}hello${DEFAULT}`, 0, 3, "…"], `${RED}he…${DEFAULT}`],
    [[`${LINK}link${NO_LINK} x`, 0, 3, "…"], `${LINK}li${NO_LINK}…`],
  ]);
});

test("ambiguous characters are wide on request", () => {
  check([
    [["αβγδ", 0, 3], "αβγ"],
    [["αβγδ", 0, 3, false], "αβ"],
    [["αβγδ", 0, 3, "…", false], "α…"],
    [["αβγδ", 0, 3, { ambiguousIsNarrow: false }], "αβ"],
  ]);
  const wide = (text: string): number => Bun.stringWidth(text, { ambiguousIsNarrow: false });
  assert.deepStrictEqual(["α", "─", "…", "Ж", "①", "é", "a"].map(wide), [2, 2, 2, 2, 2, 2, 1]);
  assert.strictEqual(Bun.stringWidth("α─"), 2);
});

test("a symbol is refused", () => {
  assert.throws(() => (Bun as any).sliceAnsi(Symbol("x")), TypeError);
  assert.throws(() => (Bun as any).sliceAnsi("abc", 1n), TypeError);
});
