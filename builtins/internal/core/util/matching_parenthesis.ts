// Finds the end of something in parentheses in JavaScript text, without parsing it.

/** The index after the parenthesis that closes the one before `position`; -1 when there is none. */
export function endOfParentheses(text: string, position: number): number {
  // Strings, templates, comments and regular expressions are passed over as a whole.
  const token =
    /'(?:\\[^]|[^'\\\n])*'|"(?:\\[^]|[^"\\\n])*"|`(?:\\[^]|[^`\\])*`|\/\/[^\n]*|\/\*[^]*?\*\/|(?<=[(,=:[!&|?{};\s])\/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*|[()]/g;
  token.lastIndex = position;
  let depth = 1;
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    if (match[0] === "(") depth++;
    else if (match[0] === ")" && --depth === 0) return token.lastIndex;
  }
  return -1;
}
