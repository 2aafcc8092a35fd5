// The frames of a stack as it is printed, for the reports of the homes of Bun and Deno.
import { stackOf } from "internal:core/stack/stack";
import { pathOfFileUrl } from "internal:core/file_url";
import { sourceLine } from "native:modules";
import defer * as maps from "internal:core/stack/source_map_support";

/** A frame in a file of the program, in source of a Blob, or in the home's own code (`ext:`). */
export interface PrintedFrame {
  /** The function as V8 names it, `async ` included; empty for the code of a module. */
  name: string;
  /** The code of a CommonJS module. */
  isModule: boolean;
  path: string;
  line: number;
  /** Counted from 1. */
  column: number;
}

const FRAME = /^ {4}at (async )?(?:(.*) \()?((?:file:\/\/)?\/.*|ext:[^:]*|blob:[^\s()]*?):(\d+):(\d+)\)?$/;
const MODULE_CODE = "Object.<anonymous>";

/** The head of the stack of `error` (its name and message, which may have several lines), and its frames in files. */
export function printedStack(error: Error): { head: string; frames: PrintedFrame[] } {
  let stack: unknown;
  try {
    stack = stackOf(error);
  } catch {
    // An accessor of the program.
  }
  if (typeof stack !== "string") return { head: `${error}`, frames: [] };
  // Messages of Deno's errors can have lines that look like frames.
  const { message } = error;
  const end = typeof message === "string" ? stack.indexOf(message) + message.length : 0;
  const start = stack.indexOf("\n    at ", Math.max(0, end));
  if (start === -1) return { head: stack, frames: [] };
  const frames: PrintedFrame[] = [];
  for (const text of stack.slice(start + 1).split("\n")) {
    const match = FRAME.exec(text);
    if (match === null) continue;
    const [, prefix = "", name = "", place, line, column] = match;
    frames.push({
      name: name === MODULE_CODE ? "" : `${prefix}${name}`,
      isModule: name === MODULE_CODE,
      path: pathOfFileUrl(place!) ?? place!,
      line: Number(line),
      column: Number(column),
    });
  }
  return { head: stack.slice(0, start), frames };
}

/** A line of the file of a frame, or of the source map that has the file's contents; null when neither can be read. */
export function lineAt(frame: PrintedFrame, line: number): string | null {
  return line < 1 ? null : (sourceLine(frame.path, line) ?? maps.lineOfSource(frame.path, line));
}
