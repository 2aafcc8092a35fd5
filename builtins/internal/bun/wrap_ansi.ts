// `Bun.wrapAnsi`: breaks lines at a width in columns. Escape sequences have no width; a colour or a hyperlink that is open where a
// line ends is closed there and opened again on the next one.
import { stringWidth } from "internal:bun/string_width";

/** The options of `Bun.wrapAnsi`. */
interface WrapOptions {
  /** Breaks words that are longer than a line. */
  hard?: boolean;
  /** Breaks between words only; `false` fills each line to its end. */
  wordWrap?: boolean;
  /** Removes white space at both ends of lines. */
  trim?: boolean;
}

const ESCAPE = "\u001b";
const BELL = "\u0007";
const LINK = `${ESCAPE}]8;;`;
const DEFAULT_COLOR = 39;
const SEQUENCE = /\u001b(?:\[(\d+)m|\]8;;([^\u0007]*)\u0007)/y;
const CODE_ESCAPE = 0x1b;
const SPACE = 0x20;
const DIGIT_ZERO = 0x30;
const DIGIT_NINE = 0x39;
const SEMICOLON = 0x3b;
const BRACKET = 0x5b;
const CODE_M = 0x6d;
const DELETE = 0x7f;
let segmenter: Intl.Segmenter | undefined;

/** `input` with line breaks, so that lines have at most `columns` columns where their words allow it. */
export function wrapAnsi(input: unknown, columns: unknown, options: WrapOptions | undefined): string {
  const text = `${input as string}`;
  const width = Math.trunc(Number(columns));
  if (!(width > 0) || width === Infinity) return text;
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  return lines.map((line) => withStyles(rowsOf(line, width, options ?? {}))).join("\n");
}

function rowsOf(line: string, columns: number, options: WrapOptions): string[] {
  const trims = options.trim !== false;
  const wraps = options.wordWrap !== false;
  const isHard = options.hard === true;
  return (
    (trims && wraps && !isHard ? rowsOfSimple(line, columns) : null) ?? rowsOfWords(line, columns, trims, wraps, isHard)
  );
}

/** The rows of a line of ASCII and styles, between words: slices of the line. Null for another line. */
function rowsOfSimple(line: string, columns: number): string[] | null {
  const rows: string[] = [];
  let row = "";
  // What is not in `row` yet, the word that is read, and the columns of both and of the row.
  let start = 0;
  let word = 0;
  let used = 0;
  let width = 0;
  for (let index = 0; index <= line.length; index++) {
    const code = index === line.length ? SPACE : line.charCodeAt(index);
    if (code !== SPACE) {
      if (code === CODE_ESCAPE) {
        const end = endOfStyle(line, index);
        if (end === -1) return null;
        index = end;
      } else if (code > SPACE && code < DELETE) width++;
      else return null;
      continue;
    }
    if (used + width > columns && used > 0 && width > 0) {
      rows.push(withoutSpacesAtEnd(row + line.slice(start, word)));
      row = "";
      start = word;
      used = 0;
    }
    used += width;
    width = 0;
    word = index + 1;
    // No row begins with a space.
    if (used > 0) used++;
    else {
      row += line.slice(start, index);
      start = word;
    }
  }
  rows.push(withoutSpacesAtEnd(row + line.slice(start)));
  return rows;
}

/** The index of the last character of the style that begins at `index`; -1: another sequence begins there. */
function endOfStyle(line: string, index: number): number {
  if (line.charCodeAt(index + 1) !== BRACKET) return -1;
  for (let end = index + 2; end < line.length; end++) {
    const code = line.charCodeAt(end);
    if (code === CODE_M) return end;
    if (code !== SEMICOLON && !(code >= DIGIT_ZERO && code <= DIGIT_NINE)) return -1;
  }
  return -1;
}

// The steps and their order are those of Bun, which follows the package wrap-ansi.
function rowsOfWords(line: string, columns: number, trims: boolean, wraps: boolean, isHard: boolean): string[] {
  if (trims && line.trim() === "") return [""];
  const rows = [""];
  const words = line.split(" ");
  for (let index = 0; index < words.length; index++) {
    if (trims) rows.push(rows.pop()!.trimStart());
    let used = stringWidth(rows.at(-1));
    if (index !== 0) {
      if (used >= columns && (!wraps || !trims)) {
        rows.push("");
        used = 0;
      }
      if (used > 0 || !trims) {
        append(rows, " ");
        used++;
      }
    }
    placeWord(rows, words[index]!, columns, used, isHard, wraps);
  }
  return trims ? rows.map(withoutSpacesAtEnd) : rows;
}

function placeWord(rows: string[], word: string, columns: number, used: number, isHard: boolean, wraps: boolean): void {
  const length = stringWidth(word);
  if (isHard && wraps && length > columns) {
    // A word begins on a line of its own when that needs fewer breaks.
    const breaksHere = 1 + Math.floor((length - (columns - used) - 1) / columns);
    if (Math.floor((length - 1) / columns) < breaksHere) rows.push("");
    breakWord(rows, word, columns);
    return;
  }
  if (used + length > columns && used > 0 && length > 0) {
    if (!wraps && used < columns) {
      breakWord(rows, word, columns);
      return;
    }
    rows.push("");
  }
  if (used + length > columns && !wraps) breakWord(rows, word, columns);
  else append(rows, word);
}

function append(rows: string[], text: string): void {
  rows[rows.length - 1] += text;
}

/** Fills lines with the characters of a word. */
function breakWord(rows: string[], word: string, columns: number): void {
  let used = stringWidth(rows.at(-1));
  let end = "";
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  const characters = Array.from(segmenter.segment(word), ({ segment }) => segment);
  for (const [index, character] of characters.entries()) {
    if (character === ESCAPE) end = characters[index + 1] === "]" ? BELL : "m";
    const width = end === "" ? stringWidth(character) : 0;
    if (used + width <= columns) append(rows, character);
    else {
      rows.push(character);
      used = 0;
    }
    if (end !== "") {
      if (character === end) end = "";
      continue;
    }
    used += width;
    if (used === columns && index < characters.length - 1) {
      rows.push("");
      used = 0;
    }
  }
  // Only escape sequences are left.
  if (used === 0 && rows.at(-1) !== "" && rows.length > 1) {
    const rest = rows.pop()!;
    append(rows, rest);
  }
}

/** Removes the spaces behind the last word with a width; escape sequences behind it stay. */
function withoutSpacesAtEnd(row: string): string {
  let end = row.length;
  while (end > 0 && row.charCodeAt(end - 1) === SPACE) end--;
  if (end > 0 && stringWidth(row.slice(row.lastIndexOf(" ", end - 1) + 1, end)) > 0) return row.slice(0, end);
  const words = row.split(" ");
  let last = words.length;
  while (last > 0 && stringWidth(words[last - 1]) === 0) last--;
  return last === words.length ? row : words.slice(0, last).join(" ") + words.slice(last).join("");
}

/** Joins rows, and closes and opens the last style and the hyperlink at each break. */
function withStyles(rows: string[]): string {
  let style = 0;
  let link = "";
  let text = "";
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index]!;
    if (index > 0) {
      text += "\n";
      if (closingOf(style) !== 0) text += `${ESCAPE}[${style}m`;
      if (link !== "") text += `${LINK}${link}${BELL}`;
    }
    for (let at = row.indexOf(ESCAPE); at !== -1; at = row.indexOf(ESCAPE, at + 1)) {
      SEQUENCE.lastIndex = at;
      const match = SEQUENCE.exec(row);
      if (match === null) continue;
      if (match[1] === undefined) link = match[2]!;
      else style = Number(match[1]) === DEFAULT_COLOR ? 0 : Number(match[1]);
    }
    text += row;
    if (index === rows.length - 1) break;
    if (link !== "") text += `${LINK}${BELL}`;
    if (closingOf(style) !== 0) text += `${ESCAPE}[${closingOf(style)}m`;
  }
  return text;
}

/** The code that ends a style (ECMA-48 §8.3.117, SGR); 0 for a code that is not the beginning of one. */
function closingOf(style: number): number {
  if (style === 1 || style === 2) return 22;
  if ((style >= 3 && style <= 4) || (style >= 7 && style <= 9)) return style + 20;
  if (style === 53) return 55;
  if ((style >= 30 && style <= 37) || (style >= 90 && style <= 97)) return 39;
  return (style >= 40 && style <= 47) || (style >= 100 && style <= 107) ? 49 : 0;
}
