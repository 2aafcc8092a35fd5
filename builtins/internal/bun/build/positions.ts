// Where messages of builds are about. https://bun.com/docs/bundler#buildmessage
import { load } from "internal:core/bootstrap";
import { Buffer } from "internal:core/buffer";

/** A place in a file. */
export interface Position {
  file: string;
  namespace: string;
  /** From 1. */
  line: number;
  /** From 1, in UTF-16 units. */
  column: number;
  lineText: string;
  /** How long what is at the place is, in UTF-16 units. */
  length: number;
  /** Where the place is in the file, in bytes. Missing when the source is not at hand. */
  offset?: number;
}

/** A place as native code says it: `line` from 1, `column` from 0. */
interface Place {
  line: number;
  column: number;
}

/** What Bun measures at a place: a string with its quotes, a word, or one character. */
const TOKEN = /(["'`])(?:\\.|(?!\1).)*\1|[\p{ID_Start}$_][\p{ID_Continue}$]*|\d\w*|./uy;

/** The position of a message. `source` is that of the file, which is read where it is not given. */
export function positionAt(file: string, place: Place, lineText: string, source: string | undefined): Position {
  const { line, column } = place;
  TOKEN.lastIndex = column;
  const length = TOKEN.exec(lineText)?.[0].length ?? 0;
  const position: Position = { file, namespace: "file", line, column: column + 1, lineText, length };
  const text = source ?? readSource(file);
  const offset = text === undefined ? undefined : offsetOf(text, place, lineText);
  if (offset !== undefined) position.offset = offset;
  return position;
}

function readSource(file: string): string | undefined {
  try {
    return load("internal:node/fs").default.readFileSync(file, "utf8") as string;
  } catch {
    // A plugin made the source, or the program has changed its files since.
    return undefined;
  }
}

/** Undefined when the source does not have the line that the message shows: a plugin made another one. */
function offsetOf(source: string, { line, column }: Place, lineText: string): number | undefined {
  let start = 0;
  for (let before = 1; before < line; before++) {
    start = source.indexOf("\n", start) + 1;
    if (start === 0) return undefined;
  }
  if (!source.startsWith(lineText, start)) return undefined;
  return Buffer.byteLength(source.slice(0, start + column));
}
