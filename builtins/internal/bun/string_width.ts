// `Bun.stringWidth`: the columns of a string in a terminal, by grapheme clusters (UAX #29) and not by code points: families, flags,
// keycaps and emoji with a skin tone are two columns wide.
import { getStringWidth, stripVTControlCharacters } from "internal:core/util/inspect";
import defer * as ambiguous from "internal:bun/ambiguous_width";
import { plainColumns } from "native:plain_text";

const PLAIN = /^[\x20-\x7e]*$/;
const CONTROLS = /[\x00-\x1f\x7f-\x9f]/g;
/** Code points without a width: marks, joiners, soft hyphens, lone surrogates. */
const WITHOUT_WIDTH = /[\p{M}\u00ad\u200b-\u200d\p{Cs}]/gu;
/** Flags, keycaps, and emoji with a presentation selector, a skin tone, a tag or a joiner. */
const EMOJI =
  /^(?:\p{Regional_Indicator}{2}|\p{Emoji}\ufe0f|[#*0-9]\u20e3|\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\u200d|[\u{e0020}-\u{e007f}]))/u;
const HALF_FLAG = /^\p{Regional_Indicator}$/u;
let segmenter: Intl.Segmenter | undefined;

/** The options of `Bun.stringWidth`. */
interface WidthOptions {
  countAnsiEscapeCodes?: boolean;
  /** `false`: characters of ambiguous width take two columns. */
  ambiguousIsNarrow?: boolean;
}

/** The columns of a string. Escape sequences have no width unless `countAnsiEscapeCodes`; control characters never have. */
export function stringWidth(text: unknown, options: WidthOptions | undefined = undefined): number {
  const value = typeof text === "string" ? text : `${(text ?? "") as string}`;
  const columns = plainColumns(value, !options?.countAnsiEscapeCodes);
  if (columns !== -1) return columns;
  if (options?.ambiguousIsNarrow !== false) {
    const sum = sumOfColumns(value);
    if (sum !== -1) return sum;
  }
  const shown = (options?.countAnsiEscapeCodes ? value : stripVTControlCharacters(value)).replace(CONTROLS, "");
  if (PLAIN.test(shown)) return shown.length;
  return widthOfText(shown, options?.ambiguousIsNarrow === false);
}

/** The columns of a string whose characters all have a width and join no neighbor; -1 for another one. */
function sumOfColumns(text: string): number {
  let sum = 0;
  for (let index = 0; index < text.length; index++) {
    let code = text.charCodeAt(index);
    if (code >= 0x20 && code < 0x7f) {
      sum++;
      continue;
    }
    if (code >= 0xd800 && code < 0xe000) {
      code = text.codePointAt(index)!;
      if (code > 0xffff) index++;
    }
    const columns = columnsAlone(code);
    if (columns === JOINS) return -1;
    sum += columns;
  }
  return sum;
}

/** Characters that never join their neighbors need no segmentation, which takes half a microsecond for each. */
function widthOfText(text: string, isAmbiguousWide: boolean): number {
  let width = 0;
  let index = 0;
  let columns = columnsAt(text, 0);
  while (index < text.length) {
    const code = text.codePointAt(index)!;
    let end = index + sizeOf(code);
    let next = columnsAt(text, end);
    if (columns !== JOINS && next !== JOINS) {
      width += columns === 1 && isAmbiguousWide && ambiguous.isAmbiguous(code) ? 2 : columns;
    } else {
      // Up to the first character that joins neither neighbor, with the one before it, which a mark may join.
      let isEnd = false;
      while (end < text.length && !isEnd) {
        const last = next;
        end += sizeOf(text.codePointAt(end)!);
        next = columnsAt(text, end);
        isEnd = last !== JOINS && next !== JOINS;
      }
      width += widthOfClusters(text.slice(index, end), isAmbiguousWide);
    }
    index = end;
    columns = next;
  }
  return width;
}

function sizeOf(code: number): number {
  return code > 0xffff ? 2 : 1;
}

/** What may be part of a cluster of several characters. */
const JOINS = 0;

/** The columns of a character that joins no neighbor, else `JOINS`; not that behind the end, where nothing follows. */
function columnsAt(text: string, index: number): number {
  if (index >= text.length) return 1;
  const code = text.charCodeAt(index);
  return columnsAlone(code >= 0xd800 && code < 0xe000 ? text.codePointAt(index)! : code);
}

/** The columns of a character that is a cluster of its own beside others like it; scripts that are not listed here may join. */
function columnsAlone(code: number): number {
  if (code < 0x300) return (code >= 0x20 && code < 0x7f) || (code >= 0xa0 && code !== 0xad) ? 1 : JOINS;
  if (code < 0x2e80) return isNarrowSymbolOrLetter(code) ? 1 : JOINS;
  if (code < 0x10000) {
    if (code <= 0xa4c6)
      return code <= 0x3029 ||
        (code >= 0x3041 && code <= 0x3098) ||
        (code >= 0x309b && code <= 0x3247) ||
        code >= 0x4e00
        ? 2
        : JOINS;
    if ((code >= 0xac00 && code <= 0xd7a3) || (code >= 0xff01 && code <= 0xff60)) return 2;
    return code >= 0xff61 && code <= 0xff9d ? 1 : JOINS;
  }
  if (code >= 0x20000 && code <= 0x3fffd) return 2;
  const isPicture =
    (code >= FIRST_PICTURE && code <= 0x1f64f) ||
    (code >= 0x1f680 && code <= 0x1f6ff) ||
    (code >= 0x1f900 && code <= LAST_PICTURE);
  const isSkinTone = code >= 0x1f3fb && code <= 0x1f3ff;
  return isPicture && !isSkinTone ? columnsOfPicture(code) : JOINS;
}

const FIRST_PICTURE = 0x1f300;
const LAST_PICTURE = 0x1f9ff;
let picturesColumns: Uint8Array | undefined;

function columnsOfPicture(code: number): number {
  picturesColumns ??= new Uint8Array(LAST_PICTURE - FIRST_PICTURE + 1);
  const found = picturesColumns[code - FIRST_PICTURE]!;
  return found === 0 ? (picturesColumns[code - FIRST_PICTURE] = widthOf(String.fromCodePoint(code))) : found;
}

/** Greek, Cyrillic, Armenian, punctuation, currencies, arrows, mathematics, lines and blocks. */
function isNarrowSymbolOrLetter(code: number): boolean {
  return (
    (code >= 0x370 && code <= 0x482) ||
    (code >= 0x48a && code <= 0x590) ||
    (code >= 0x2010 && code <= 0x2027) ||
    (code >= 0x2030 && code <= 0x205e) ||
    (code >= 0x20a0 && code <= 0x20cf) ||
    (code >= 0x2100 && code <= 0x2319) ||
    (code >= 0x2500 && code <= 0x25fc)
  );
}

function widthOfClusters(text: string, isAmbiguousWide: boolean): number {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  let width = 0;
  for (const { segment } of segmenter.segment(text)) {
    const columns = widthOf(segment);
    width += isAmbiguousWide && columns === 1 && ambiguous.isAmbiguous(segment.codePointAt(0)!) ? 2 : columns;
  }
  return width;
}

function widthOf(segment: string): number {
  if (EMOJI.test(segment)) return 2;
  return HALF_FLAG.test(segment) ? 1 : getStringWidth(segment.replace(WITHOUT_WIDTH, ""));
}
