// The header lines of the last head, and the head. Programs send the same headers in the same order again and again; as far as a head is the same as
// the one before, its lines are known in one piece. What differs each time, a length or a tag, mostly comes late.
import { type FieldName, fieldLine } from "internal:node/http/fields";
import { flattenString } from "internal:core/flatten_string";

const LINES_MAX = 32;
const CHARACTERS_MAX = 256;
/** Is no value. */
const UNKEPT = Symbol("unkept");

const names: string[] = [];
const values: unknown[] = [];
const fields: FieldName[] = [];
/** By count: so many lines in one piece. Those that nobody wanted since a line changed are not there. */
const pieces: string[] = [""];
let changes = 0;

/** How often lines were changed: whoever lets the program run while he compares sees by it whether another head came between. */
export function changeCount(): number {
  return changes;
}

/** The name's field if the line at `index` has this name and value, else undefined. */
export function keptField(index: number, name: string, value: unknown): FieldName | undefined {
  return names[index] === name && values[index] === value ? fields[index] : undefined;
}

/** The first `count` lines, which were compared one by one. */
export function firstLines(count: number): string {
  if (count < pieces.length) return pieces[count]!;
  let piece = pieces[pieces.length - 1]!;
  for (let index = pieces.length - 1; index < count; index++) {
    piece += fieldLine(fields[index]!, names[index]!, values[index]);
    pieces.push(flattenString(piece));
  }
  return piece;
}

/** Keeps a line that was checked, if its value is short and no object. */
export function keepLine(index: number, field: FieldName, name: string, value: unknown): void {
  if (index >= LINES_MAX) return;
  changes++;
  const isKept =
    typeof value === "number" ||
    (typeof value === "string" && value.length <= CHARACTERS_MAX && name.length <= CHARACTERS_MAX);
  names[index] = name;
  values[index] = isKept ? value : UNKEPT;
  fields[index] = field;
  if (pieces.length > index + 1) pieces.length = index + 1;
}

let head = "";
let isHeadJoined = false;
/** What the head was made of. */
let firstLineOfHead = "",
  linesOfHead = "",
  dateOfHead = "",
  connectionOfHead = "",
  framingOfHead = "";

/** The head of these parts; the last one, in one piece, when they are the same. Parts should be texts that are kept themselves: others are slow to compare. */
export function keptHead(firstLine: string, lines: string, date: string, connection: string, framing: string): string {
  if (
    lines === linesOfHead &&
    date === dateOfHead &&
    connection === connectionOfHead &&
    framing === framingOfHead &&
    firstLine === firstLineOfHead
  ) {
    if (!isHeadJoined) {
      head = flattenString(head);
      isHeadJoined = true;
    }
    return head;
  }
  firstLineOfHead = firstLine;
  linesOfHead = lines;
  dateOfHead = date;
  connectionOfHead = connection;
  framingOfHead = framing;
  isHeadJoined = false;
  return (head = `${firstLine}${lines}${date}${connection}${framing}\r\n`);
}
