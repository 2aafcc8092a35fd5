// JSON Lines: values of JSON, each followed by a line feed (https://jsonlines.org), with the rules of `Bun.JSONL`.
// A value may extend over several lines.
import { scanValue } from "internal:core/data_formats/json_scanner";

/** What a prefix of the input holds. More input may help unless `isInvalid`. */
export interface ParsedLines {
  values: unknown[];
  /** Where the last value ends. */
  read: number;
  /** Only white space follows. */
  isDone: boolean;
  isInvalid: boolean;
}

const NOT_BLANK = /[^ \t\r\n]/g;
const REST_OF_LINE = /[ \t\r]*(?:\n|$)/y;

/** Parses as many values as there are before the first that is incomplete or invalid. */
export function parseLines(text: string): ParsedLines {
  const values: unknown[] = [];
  for (let read = 0; ;) {
    NOT_BLANK.lastIndex = read;
    const start = NOT_BLANK.exec(text)?.index;
    if (start === undefined) return { values, read, isDone: true, isInvalid: false };
    const line = parsedLine(text, start) ?? scanned(text, start);
    if (typeof line === "boolean") return { values, read, isDone: false, isInvalid: line };
    values.push(line.value);
    read = line.end;
    REST_OF_LINE.lastIndex = read;
    if (!REST_OF_LINE.test(text)) return { values, read, isDone: false, isInvalid: true };
  }
}

/** The value of a line that has exactly one, which is the ordinary case. */
function parsedLine(text: string, start: number): { value: unknown; end: number } | undefined {
  const lineEnd = text.indexOf("\n", start);
  const line = text.slice(start, lineEnd === -1 ? text.length : lineEnd).trimEnd();
  try {
    return { value: JSON.parse(line), end: start + line.length };
  } catch {
    return undefined;
  }
}

/** The value at `start`, or whether what is there is invalid. */
function scanned(text: string, start: number): { value: unknown; end: number } | boolean {
  const scan = scanValue(text, start);
  return scan.end === undefined ? scan.isInvalid : { value: JSON.parse(text.slice(start, scan.end)), end: scan.end };
}
