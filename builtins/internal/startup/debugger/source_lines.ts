// Lines of a program around a place, as the debugger prints them.

/** The narrowest column of line numbers. */
const NUMBER_WIDTH = 2;

/** The lines at most `around` before and after `line`, which is marked; both count from 0. `isPlace` says whether the program is there. */
export function linesAround(source: string, line: number, around: number, isPlace: boolean): string {
  const lines = source.split("\n");
  const first = Math.max(0, line - around);
  const last = Math.min(lines.length - 1, line + around);
  const width = Math.max(NUMBER_WIDTH, String(last + 1).length);
  return lines
    .slice(first, last + 1)
    .map((text, index) => {
      const mark = isPlace && first + index === line ? ">" : " ";
      return `${mark}${String(first + index + 1).padStart(width)} ${text.replace(/\r$/, "")}`;
    })
    .join("\n");
}
