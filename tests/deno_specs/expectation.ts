// Compares output with what a spec expects, in which marks stand for text that differs between runs.

const MARK = /\[WILDCARD\]|\[WILDLINE\]|\[WILDCHAR\]|\[WILDCHARS\((\d+)\)\]/g;

/**
 * @param expected With `[WILDCARD]` (any text), `[WILDLINE]` (text without a line feed), `[WILDCHAR]`, `[WILDCHARS(N)]` and
 *   comments (`[# …]`).
 * @param actual What was printed. White space around it does not count, nor do colours.
 */
export function matches(expected: string, actual: string): boolean {
  // oxlint-disable-next-line no-control-regex
  const printed = actual.replace(/\x1b\[[0-9;]*m/g, "").trim();
  const text = expected.replace(/^\[#.*\]\n?/gm, "").trim();
  let pattern = "";
  let end = 0;
  for (const mark of text.matchAll(MARK)) {
    pattern += RegExp.escape(text.slice(end, mark.index));
    end = mark.index + mark[0].length;
    const count = mark[1];
    if (mark[0] === "[WILDCARD]") pattern += "[^]*";
    else if (mark[0] === "[WILDLINE]") pattern += "[^\\n]*";
    else pattern += count === undefined ? "." : `.{${count}}`;
  }
  return new RegExp(`^${pattern}${RegExp.escape(text.slice(end))}$`).test(printed);
}
