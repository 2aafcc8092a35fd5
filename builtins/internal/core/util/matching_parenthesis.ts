// Finds the matching parenthesis in JavaScript source, without parsing it.

/** The index after the parenthesis that closes the one before `position`; -1 when there is none. */
export function afterMatchingParenthesis(source: string, position: number): number {
  // Strings, templates, comments and regular expressions are single tokens.
  const token =
    /'(?:\\[^]|[^'\\\n])*'|"(?:\\[^]|[^"\\\n])*"|`(?:\\[^]|[^`\\])*`|\/\/[^\n]*|\/\*[^]*?\*\/|(?<=[(,=:[!&|?{};\s])\/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*|[()]/g;
  token.lastIndex = position;
  let depth = 1;
  for (let match = token.exec(source); match !== null; match = token.exec(source)) {
    if (match[0] === "(") depth++;
    else if (match[0] === ")" && --depth === 0) return token.lastIndex;
  }
  return -1;
}
