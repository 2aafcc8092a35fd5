// native:markdown. Markdown as CommonMark and GitHub define it (https://spec.commonmark.org, https://github.github.com/gfm),
// for `Bun.markdown`. Implemented by host/markdown.
import type { Flags, FlagsOf, u32 } from "./types.ts";

/** What a document may contain besides CommonMark. */
export declare const MarkdownExtensions: Flags<
  u32,
  {
    /** Tables of GFM. */
    TABLES: 1;
    /** `~~text~~` and `~text~`. */
    STRIKETHROUGH: 2;
    /** `- [x] item`. */
    TASK_LISTS: 4;
    /** Addresses with a scheme are links. */
    URL_LINKS: 8;
    /** Addresses that begin with `www.` are links. */
    WWW_LINKS: 16;
    /** Addresses of mail are links. */
    MAIL_LINKS: 32;
    /** `[[target|label]]`. */
    WIKI_LINKS: 64;
    /** `__text__` is underlined instead of strong. */
    UNDERLINE: 128;
    /** `$inline$` and `$$display$$`. */
    MATH: 256;
  }
>;
export type MarkdownExtensions = FlagsOf<typeof MarkdownExtensions>;

/**
 * Parses a document. The result is JSON: an array with a tuple for each node, in the document's order: the type, then the
 * attributes. A node that has children is followed by them and by 0. `internal:bun/markdown/nodes` declares the tuples.
 */
export declare function parse(source: string, extensions: MarkdownExtensions): string;
