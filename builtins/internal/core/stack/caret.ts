// Marks a column below a source line.

/** White space as wide as the first `column` characters of a line: tabs stay tabs, whatever their width on the terminal. */
export function indentTo(line: string, column: number): string {
  let indent = "";
  for (let index = 0; index < column; index++) indent += line[index] === "\t" ? "\t" : " ";
  return indent;
}
