// `bun:bundle` in a program that is not bundled: the switches that `--feature` turns on.
import { launch } from "internal:core/launch";

/** Whether `--feature NAME` was given. */
export function feature(name: string): boolean {
  return launch().options.some(([flag, value]) => flag === "--feature" && value === name);
}

export default { feature };
