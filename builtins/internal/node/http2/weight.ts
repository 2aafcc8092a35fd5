// The option `weight` of requests, which RFC 9113 has done away with.
import { deprecate } from "internal:core/util/deprecate";

const warn = deprecate(() => {}, "Priority signaling has been deprecated as of RFC 9113.", "DEP0194");

/** Tells the program, once. */
export function warnOfWeight(): void {
  warn();
}
