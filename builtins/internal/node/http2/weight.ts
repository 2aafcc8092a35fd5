// The option `weight` of requests, which RFC 9113 has deprecated.
import { deprecate } from "internal:core/util/deprecate";

const warn = deprecate(() => {}, "Priority signaling has been deprecated as of RFC 9113.", "DEP0194");

/** Emits the deprecation warning, once. */
export function warnOfWeight(): void {
  warn();
}
