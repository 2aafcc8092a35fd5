// Whether a stream supports colours, and the colours of messages on standard error.
import { services } from "internal:core/bootstrap";

/** The members of a terminal stream that these functions read. */
export interface ColorStream {
  isTTY?: boolean;
  getColorDepth?(): number;
}

/** Whether output on `stream` may have colours: by FORCE_COLOR, else when it is a terminal with more than two of them. */
export function shouldColorize(stream: ColorStream | null | undefined): boolean {
  const force: string | undefined = services().variables.FORCE_COLOR;
  if (force !== undefined) return ["", "1", "true", "2", "3"].includes(force);
  if (!stream?.isTTY) return false;
  return typeof stream.getColorDepth === "function" ? stream.getColorDepth() > 2 : true;
}

/** Escape sequences, or empty strings. */
export interface Palette {
  blue: string;
  green: string;
  white: string;
  yellow: string;
  red: string;
  gray: string;
  hasColors: boolean;
}

const plain: Palette = { blue: "", green: "", white: "", yellow: "", red: "", gray: "", hasColors: false };
const colored: Palette = {
  blue: "\u001b[34m",
  green: "\u001b[32m",
  white: "\u001b[39m",
  yellow: "\u001b[33m",
  red: "\u001b[31m",
  gray: "\u001b[90m",
  hasColors: true,
};

/** The colours for standard error. `white` is the terminal's own colour. */
export function stderrPalette(): Palette {
  return shouldColorize(services().process.stderr) ? colored : plain;
}
