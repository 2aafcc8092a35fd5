// `Bun.stringWidth`: the columns of a string in a terminal, by grapheme clusters (UAX #29) and not by code points: families, flags,
// keycaps and emoji with a skin tone are two columns wide.
import { getStringWidth, stripVTControlCharacters } from "internal:core/util/inspect";
import defer * as ambiguous from "internal:bun/ambiguous_width";

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
export function stringWidth(text: unknown, options: WidthOptions = {}): number {
  const value = `${(text ?? "") as string}`;
  if (PLAIN.test(value)) return value.length;
  const shown = (options?.countAnsiEscapeCodes ? value : stripVTControlCharacters(value)).replace(CONTROLS, "");
  if (PLAIN.test(shown)) return shown.length;
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  let width = 0;
  const isWide = options?.ambiguousIsNarrow === false;
  for (const { segment } of segmenter.segment(shown)) {
    const columns = widthOf(segment);
    width += isWide && columns === 1 && ambiguous.isAmbiguous(segment.codePointAt(0)!) ? 2 : columns;
  }
  return width;
}

function widthOf(segment: string): number {
  if (EMOJI.test(segment)) return 2;
  return HALF_FLAG.test(segment) ? 1 : getStringWidth(segment.replace(WITHOUT_WIDTH, ""));
}
