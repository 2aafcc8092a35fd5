// Whether reports on the standard output have colors.
import { type ColorStream, shouldColorize } from "internal:core/util/colors";
import processModule from "internal:node/process";

/** Whether the standard output, or another stream, shows colors. */
export function ownColors(stream: unknown = (processModule as unknown as { stdout: unknown }).stdout): boolean {
  return shouldColorize(stream as ColorStream);
}
