// native:semver. Versions and ranges as npm reads them (https://github.com/npm/node-semver). Implemented by
// host/semver.
import type { i32 } from "./types.ts";

/** Whether `version` is in `range`. False when one of them is invalid. */
export declare function satisfies(version: string, range: string): boolean;

/** -1, 0 or 1 as `left` is before, equal to or after `right`; null when one of them is not a valid version. */
export declare function order(left: string, right: string): i32 | null;
