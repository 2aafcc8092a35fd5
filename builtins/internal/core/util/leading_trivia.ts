// White space and comments at the beginning of source code. A regular expression for both would try the end of each following
// comment: exponential time for source that begins with many.

import { safe, pinnedPattern } from "internal:core/bootstrap";

const WHITE_SPACE = pinnedPattern(/\s*/y);

/** The index of the first character from `start` that is neither white space nor in a comment. */
export function skipTrivia(source: string, start: number): number {
  let index = start;
  for (;;) {
    WHITE_SPACE.lastIndex = index;
    WHITE_SPACE.test(source);
    index = WHITE_SPACE.lastIndex;
    const ending = safe.startsWith(source, "//", index) ? "\n" : safe.startsWith(source, "/*", index) ? "*/" : null;
    if (ending === null) return index;
    const end = safe.indexOf(source, ending, index + 2);
    if (end === -1) return source.length;
    index = end + ending.length;
  }
}
