// `Bun.stringWidth`: the columns that a text takes in a terminal, by what a reader sees as one character (UAX #29) and not by
// code points: families, flags, keycaps and tinted emoji are two columns wide.
import { getStringWidth, stripVTControlCharacters } from "internal:core/util/inspect";

const PLAIN = /^[\x20-\x7e]*$/;
const CONTROLS = /[\x00-\x1f\x7f-\x9f]/g;
/** What takes no column beside its letter: marks, joiners, soft hyphens, halves of surrogate pairs. */
const WITHOUT_WIDTH = /[\p{M}\u00ad\u200b-\u200d\p{Cs}]/gu;
/** Flags, keycaps, and emoji with a presentation, a tint, a tag or something joined. */
const EMOJI =
  /^(?:\p{Regional_Indicator}{2}|\p{Emoji}\ufe0f|[#*0-9]\u20e3|\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\u200d|[\u{e0020}-\u{e007f}]))/u;
const HALF_FLAG = /^\p{Regional_Indicator}$/u;
let segmenter: Intl.Segmenter | undefined;

/** Columns that a text takes. Escape sequences take none unless `countAnsiEscapeCodes`; control characters never do. */
export function stringWidth(text: unknown, options: { countAnsiEscapeCodes?: boolean } = {}): number {
  const value = `${(text ?? "") as string}`;
  if (PLAIN.test(value)) return value.length;
  const shown = (options?.countAnsiEscapeCodes ? value : stripVTControlCharacters(value)).replace(CONTROLS, "");
  if (PLAIN.test(shown)) return shown.length;
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  let width = 0;
  for (const { segment } of segmenter.segment(shown)) width += widthOf(segment);
  return width;
}

function widthOf(segment: string): number {
  if (EMOJI.test(segment)) return 2;
  return HALF_FLAG.test(segment) ? 1 : getStringWidth(segment.replace(WITHOUT_WIDTH, ""));
}
