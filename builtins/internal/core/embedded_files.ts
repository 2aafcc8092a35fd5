// The files in an executable that `brio build --compile` made, by the names they have in the bundle. They are unpacked when
// the program starts, so each has a path.
import { launch } from "internal:core/launch";

let cached: Map<string, string> | undefined;

/** Whether the program is part of the executable. */
export function isExecutable(): boolean {
  return launch().embeddedFiles !== undefined;
}

/** The paths of the embedded files by their names. Empty for a program that is not part of an executable. */
export function embeddedFiles(): Map<string, string> {
  return (cached ??= new Map(launch().embeddedFiles));
}
