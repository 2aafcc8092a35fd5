// The files in an executable that `brio build --compile` made, by the names they have in the bundle. They are unpacked when
// the program starts, so each has a path.
import { option } from "internal:core/launch";

/** What the command line's reader passes on for an executable (`cli/src/commands/run/executable.rs`). */
const OPTION = "embedded files";

let cached: Map<string, string> | undefined;

/** Whether the program is part of the executable. */
export function isExecutable(): boolean {
  return option(OPTION) !== undefined;
}

/** The paths of the embedded files by their names. Empty for a program that is not part of an executable. */
export function embeddedFiles(): Map<string, string> {
  if (cached === undefined) {
    const files = option(OPTION);
    cached = new Map(typeof files === "string" ? (JSON.parse(files) as [string, string][]) : []);
  }
  return cached;
}
