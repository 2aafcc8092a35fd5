// `Bun.sliceAnsi`: the part of a string between two columns. Styles and a hyperlink that are open where the part begins are opened
// there, and those that are open where it ends are closed.
import { stringWidth } from "internal:bun/string_width";

/** The options of `Bun.sliceAnsi`. */
interface SliceOptions {
  /** Marks the edges where something was cut off; its width counts. */
  ellipsis?: string;
  /** `false` counts characters of ambiguous width as two columns. */
  ambiguousIsNarrow?: boolean;
}

/** An escape sequence, or a grapheme cluster with its width. */
interface Token {
  text: string;
  width: number;
  isSequence: boolean;
}

const ESCAPE = "\u001b";
// ECMA-48: CSI (§5.4), control strings (§5.6), and other sequences; an unfinished CSI takes the rest of the string.
const SEQUENCE =
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*(?:[@-~]|$)|(?:\u001b\]|\u009d)[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)|(?:\u001b[PX^_]|[\u0090\u0098\u009e\u009f])[^\u001b\u009c]*(?:\u001b\\|\u009c)|\u001b[ -/]*(?:[0-~]|$)/y;
const INTRODUCER = /[\u001b\u0090\u0098\u009b\u009d-\u009f]/;
const STYLE = /^(?:\u001b\[|\u009b)([\d;:]*)m$/;
const LINK = /^(\u001b\]|\u009d)8;[^;]*;(.*?)(\u0007|\u001b\\|\u009c)$/s;
/** The codes of colours with parameters, and how many fields they have by the first one: an index, or three components. */
const COLORS = new Set(["38", "48", "58"]);
const COLOR_LENGTHS = new Map([
  ["5", 3],
  ["2", 5],
]);
const COLOR_ENDS = new Set([39, 49, 59]);
const ENDS = new Set([0, 22, 23, 24, 25, 27, 28, 29, 39, 49, 54, 55, 59, 75]);
/** A style that is open: the sequence that opens it, its code, and the code that ends it. */
interface Style {
  open: string;
  code: string;
  end: number;
}

let segmenter: Intl.Segmenter | undefined;

/** The columns of `input` from `start` to `end`; negative ones count from the end. */
export function sliceAnsi(
  input: unknown,
  start: unknown,
  end: unknown,
  options: string | boolean | SliceOptions | null | undefined,
  ambiguousIsNarrow: unknown,
): string {
  const text = `${input as string}`;
  const settings = typeof options === "object" && options !== null ? options : {};
  const mark = typeof options === "string" ? options : settings.ellipsis;
  const narrow = typeof options === "boolean" ? options : (settings.ambiguousIsNarrow ?? ambiguousIsNarrow);
  const widths = { ambiguousIsNarrow: narrow !== false };
  const first = columnOf(start, 0);
  const last = columnOf(end, Infinity);
  if (first === 0 && last === Infinity) return text;
  const tokens = tokensOf(text, widths);
  let total = 0;
  for (const token of tokens) total += token.width;
  const from = first < 0 ? Math.max(total + first, 0) : first;
  let to = last < 0 ? total + last : last;
  if (first < 0 && to >= total) to = Infinity;
  if (from >= Math.min(to, total)) return "";
  const ellipsis = typeof mark === "string" ? mark : "";
  return new Slicer(tokens, from, to).marked(ellipsis, stringWidth(ellipsis, widths), total);
}

function columnOf(value: unknown, missing: number): number {
  return value === undefined ? missing : Math.trunc(+(value as number)) || 0;
}

/** Splits a string into escape sequences and grapheme clusters. */
function tokensOf(text: string, widths: { ambiguousIsNarrow: boolean }): Token[] {
  const tokens: Token[] = [];
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  for (let at = 0; at < text.length;) {
    SEQUENCE.lastIndex = at;
    const sequence = SEQUENCE.exec(text)?.[0];
    if (sequence !== undefined) {
      tokens.push({ text: sequence, width: 0, isSequence: true });
      at += sequence.length;
      continue;
    }
    const next = text.slice(at + 1).search(INTRODUCER);
    const plain = next === -1 ? text.slice(at) : text.slice(at, at + 1 + next);
    for (const { segment } of segmenter.segment(plain)) {
      tokens.push({ text: segment, width: stringWidth(segment, widths), isSequence: false });
    }
    at += plain.length;
  }
  return tokens;
}

/** Follows the styles of a string, and writes the part of it between two columns. */
class Slicer {
  #tokens: Token[];
  #from: number;
  #to: number;
  #text = "";
  #styles: Style[] = [];
  /** The sequence that opened a hyperlink, and the one that closes it. */
  #link: { open: string; close: string } | undefined;

  constructor(tokens: Token[], from: number, to: number) {
    this.#tokens = tokens;
    this.#from = from;
    this.#to = to;
  }

  /** The part with an ellipsis at the edges that were cut; the one at its end is left out where nothing else would fit. */
  marked(ellipsis: string, width: number, total: number): string {
    const columns = Math.min(this.#to, total) - this.#from;
    const isCutAtStart = ellipsis !== "" && this.#from > 0;
    const isCutAtEnd = ellipsis !== "" && this.#to < total;
    if (!isCutAtStart && !isCutAtEnd) return this.#slice("", "", 0);
    if (width >= columns) return ellipsis;
    const isMarkedAtEnd = isCutAtEnd && (!isCutAtStart || 2 * width < columns);
    if (isCutAtStart) this.#from += width;
    return this.#slice(isCutAtStart ? ellipsis : "", isMarkedAtEnd ? ellipsis : "", isMarkedAtEnd ? width : 0);
  }

  #slice(before: string, after: string, afterWidth: number): string {
    const end = this.#to - afterWidth;
    let column = 0;
    let hasBegun = false;
    for (const { text, width, isSequence } of this.#tokens) {
      if (isSequence) {
        // Behind the part only what closes belongs to it.
        if (hasBegun && column >= this.#to && !this.#closes(text)) continue;
        if (hasBegun) this.#text += text;
        this.#follow(text);
        continue;
      }
      if (column >= end) break;
      if (column >= this.#from) {
        if (!hasBegun) this.#begin(before);
        hasBegun = true;
        this.#text += text;
      }
      column += width;
    }
    if (!hasBegun) return before + after;
    this.#text += (this.#link?.close ?? "") + after;
    const ends = this.#styles.map((style) => style.end).reverse();
    for (const code of new Set(ends)) this.#text += `${ESCAPE}[${code}m`;
    return this.#text;
  }

  #begin(before: string): void {
    for (const style of this.#styles) this.#text += style.open;
    this.#text += before + (this.#link?.open ?? "");
  }

  /** Whether a sequence only closes styles or a hyperlink that are open. */
  #closes(sequence: string): boolean {
    const link = LINK.exec(sequence);
    if (link !== null) return link[2] === "" && this.#link !== undefined;
    const style = STYLE.exec(sequence);
    if (style === null) return false;
    const codes = codesOf(style[1]!);
    if (codes.some((code) => endOf(code) !== undefined)) return false;
    return this.#styles.some(({ end }) => codes.some((code) => Number(code) === 0 || Number(code) === end));
  }

  #follow(sequence: string): void {
    const link = LINK.exec(sequence);
    if (link !== null) {
      this.#link = link[2] === "" ? undefined : { open: sequence, close: `${link[1]}8;;${link[3]}` };
      return;
    }
    const style = STYLE.exec(sequence);
    if (style === null) return;
    const codes = codesOf(style[1]!);
    for (const code of codes) {
      const end = endOf(code);
      if (end !== undefined) {
        // A colour replaces another one; others that end together, as bold and dim, are open together.
        this.#styles = this.#styles.filter((open) => open.code !== code && !(open.end === end && COLOR_ENDS.has(end)));
        this.#styles.push({ open: codes.length === 1 ? sequence : `${ESCAPE}[${code}m`, code, end });
      } else if (Number(code) === 0) this.#styles = [];
      else this.#styles = this.#styles.filter((open) => open.end !== Number(code));
    }
  }
}

/** The codes of a style: a colour is one code with its parameters. */
function codesOf(parameters: string): string[] {
  const fields = parameters.split(";");
  const codes: string[] = [];
  for (let index = 0; index < fields.length;) {
    const isColor = COLORS.has(fields[index]!);
    let length = (isColor && COLOR_LENGTHS.get(fields[index + 1]!)) || 1;
    if (index + length > fields.length) length = 1;
    codes.push(fields.slice(index, index + length).join(";"));
    index += length;
  }
  return codes;
}

/** The code that ends a style (ECMA-48 §8.3.117, SGR); `undefined` for a code that ends others. */
function endOf(style: string): number | undefined {
  const code = Number.parseInt(style, 10) || 0;
  if (ENDS.has(code)) return undefined;
  if (code === 1 || code === 2) return 22;
  if (code === 20) return 23;
  if (code === 21) return 24;
  if (code === 6) return 25;
  if (code >= 3 && code <= 9) return code + 20;
  if ((code >= 30 && code <= 38) || (code >= 90 && code <= 97)) return 39;
  if ((code >= 40 && code <= 48) || (code >= 100 && code <= 107)) return 49;
  if (code === 51 || code === 52) return 54;
  if (code === 53) return 55;
  if (code === 58) return 59;
  return code === 73 || code === 74 ? 75 : 0;
}
