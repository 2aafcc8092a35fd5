// native:plain_text. Searches of strings that are too slow by regular expressions, for Bun's global. Implemented by
// host/plain_text.
import type { Any, i32 } from "./types.ts";

/** Replaces `&`, `<`, `>`, `"` and `'` by entities of HTML; returns `text` itself when it has none of them. */
export declare function escapeHtml(text: Any<string>): Any<string>;

/**
 * The columns of a string of printable ASCII characters; with `skipsStyles` also of one with escape sequences that set
 * styles (ECMA-48 §8.3.117, SGR), which have no width. -1 for other strings.
 */
export declare function plainColumns(text: Any<string>, skipsStyles: boolean): i32;
