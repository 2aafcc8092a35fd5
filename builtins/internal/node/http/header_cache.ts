// A cache of the last head and its header lines. Programs send the same headers in the same order over and over: the lines up to the
// first difference are reused as one string. Headers that differ each time, such as a length or a tag, mostly come late.
import { type FieldName, fieldLine } from "internal:node/http/fields";
import { flattenString } from "internal:core/flatten_string";

const LINES_MAX = 32;
const CHARACTERS_MAX = 256;
/** Stands for a value that is not cached; equal to no value of a header. */
const UNCACHED = Symbol("uncached");

const names: string[] = [];
const values: unknown[] = [];
const fields: FieldName[] = [];
/** The first `index` lines as one string, made on first use after a line changed. */
const prefixes: string[] = [""];
let changes = 0;

/** How often lines were changed. By it a caller detects that code of the program has made another head during the comparison. */
export function changeCount(): number {
  return changes;
}

/** The name's field if the line at `index` has this name and value, else undefined. */
export function cachedField(index: number, name: string, value: unknown): FieldName | undefined {
  return names[index] === name && values[index] === value ? fields[index] : undefined;
}

/** The first `count` cached lines, after `cachedField` has matched each of them. */
export function firstLines(count: number): string {
  if (count < prefixes.length) return prefixes[count]!;
  let prefix = prefixes[prefixes.length - 1]!;
  for (let index = prefixes.length - 1; index < count; index++) {
    prefix += fieldLine(fields[index]!, names[index]!, values[index]);
    prefixes.push(flattenString(prefix));
  }
  return prefix;
}

/** Caches a line that was checked, if its value is a number or a short string. */
export function cacheLine(index: number, field: FieldName, name: string, value: unknown): void {
  if (index >= LINES_MAX) return;
  changes++;
  const isCacheable =
    typeof value === "number" ||
    (typeof value === "string" && value.length <= CHARACTERS_MAX && name.length <= CHARACTERS_MAX);
  names[index] = name;
  values[index] = isCacheable ? value : UNCACHED;
  fields[index] = field;
  if (prefixes.length > index + 1) prefixes.length = index + 1;
}

let head = "";
let isHeadJoined = false;
/** The parts of the cached head. */
let firstLineOfHead = "",
  linesOfHead = "",
  dateOfHead = "",
  connectionOfHead = "",
  framingOfHead = "";

/**
 * The head made of these parts; the cached one when all of them are the same. Callers should pass cached strings: others are slow to
 * compare.
 */
export function cachedHead(
  firstLine: string,
  lines: string,
  date: string,
  connection: string,
  framing: string,
): string {
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
