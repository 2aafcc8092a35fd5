// Source that `node:vm` evaluated, by the name it has in stacks: the engine counts what was put before the code on its first line, and
// places calls and reads at the end of the expression before them, where V8 has the name that is called.
import { pinned, safe } from "internal:core/bootstrap";
import { pathOfFileUrl } from "internal:core/file_url";
import defer * as functionSource from "internal:core/stack/function_source";
import { readNearby, sourceLine } from "native:modules";

/** Source that was evaluated under a name. */
export interface Evaluated {
  /** The source that the engine compiled, and the program's own. */
  text: string;
  code: string;
  lineOffset: number;
  columnOffset: number;
  /** The number of characters before the code on its first line. */
  prefixLength: number;
}

/** The sources together have at most this length; the oldest are dropped. */
const LENGTH_MAX = 8 << 20;
const evaluated = pinned(new Map<string, Evaluated>());
let length = 0;
/** What `addAgain` recorded last. */
let latest: Evaluated | undefined;
/** How often a name got other source than it had. */
export let replacedCount = 0;

/** As `add`, for source that is evaluated again and again. */
export function addAgain(url: string, source: Evaluated): void {
  if (latest === source) return;
  add(url, source);
  latest = source;
}

/** Records what is evaluated next under the name `url`. The offsets count from 0. */
export function add(url: string, source: Omit<Evaluated, "prefixLength">, prefixLength = 0): void {
  latest = undefined;
  const known = evaluated.get(url);
  if (known !== undefined) {
    if (known.text !== source.text || known.columnOffset !== source.columnOffset) replacedCount++;
    length -= known.text.length;
    evaluated.delete(url);
  }
  length += source.text.length;
  evaluated.set(url, { ...source, prefixLength });
  for (const [oldest, { text }] of evaluated) {
    if (length <= LENGTH_MAX) return;
    length -= text.length;
    evaluated.delete(oldest);
  }
}

/** The source of `url` with its lines and columns as stacks have them; null for what was not evaluated. */
export function sourceOf(url: string): string | null {
  const found = evaluated.get(url);
  if (found === undefined) return null;
  const { lineOffset, columnOffset, code } = found;
  return "\n".repeat(safe.max(lineOffset, 0)) + " ".repeat(safe.max(columnOffset, 0)) + code;
}

/** V8's column of the engine's position in `url`; null for what was not evaluated. */
export function columnAt(url: string, line: number, column: number): number | null {
  const found = evaluated.get(url);
  if (found === undefined) return null;
  const { text, lineOffset, columnOffset, prefixLength } = found;
  const isFirst = line === lineOffset + 1;
  const row = lineOf(text, line - lineOffset);
  const start = isFirst ? prefixLength : 0;
  if (row === null || column <= start) return column;
  const shown = v8Column(row, column - start);
  const before = row.slice(0, shown - 1);
  const plain = before.includes("/*$*/") ? functionSource.beforeAdditions(before).length + 1 : shown;
  return isFirst ? plain + columnOffset : plain;
}

/** Line `line` (from 1) of the source of a frame; null when there is none. */
export function lineAt(url: string, line: number): string | null {
  const found = evaluated.get(url);
  if (found === undefined) {
    const data = sourceOfData(url);
    return data !== null ? lineOf(data, line) : sourceLine(pathOfFileUrl(url) ?? url, line);
  }
  return lineOf(sourceOf(url)!, line);
}

const DATA_URL = /^data:(?:text|application)\/javascript(?:;[^,;]*)?,([^#]*)/;

/** The source in the address of a module; null for another address, or for one that is encoded otherwise. */
function sourceOfData(url: string): string | null {
  const source = url.startsWith("data:") ? DATA_URL.exec(url)?.[1] : undefined;
  if (source === undefined || source.length > LINE_LENGTH_MAX) return null;
  try {
    return decodeURIComponent(source);
  } catch {
    return null;
  }
}

/** V8's column of a position in the source of a `data:` address. */
export function columnInData(url: string, line: number, column: number): number {
  const source = sourceOfData(url);
  const row = source === null ? null : lineOf(source, line);
  return row === null ? column : v8Column(row, column);
}

/** The source of a frame from its start to line `line`; null when there is none. */
export function sourceAround(url: string, line: number): string | null {
  const path = pathOfFileUrl(url) ?? url;
  const source = sourceOf(url) ?? (path.startsWith("/") ? readNearby(path) : null);
  if (source === null || source.length > SOURCE_LENGTH_MAX) return null;
  let end = 0;
  for (let count = 0; count < line && end !== -1; count++) end = source.indexOf("\n", end + 1);
  return end === -1 ? source : source.slice(0, end);
}

/** Larger files are not searched. */
const SOURCE_LENGTH_MAX = 512 << 10;

function lineOf(text: string, line: number): string | null {
  let start = 0;
  for (let count = 1; count < line; count++) {
    start = text.indexOf("\n", start) + 1;
    if (start === 0) return null;
  }
  const end = text.indexOf("\n", start);
  return end === -1 ? text.slice(start) : text.slice(start, end);
}

const NAME_PART = /[\w$#\u0080-\uffff]/;
const NAME_AT_END = /[\w$#\u0080-\uffff]+$/;
const NEW_AT_END = /(?<![\w$#\u0080-\uffff])new +(?:[\w$#\u0080-\uffff]+\.)*[\w$#\u0080-\uffff]+$/;
/** Longer lines are minified code. */
const LINE_LENGTH_MAX = 64 << 10;

/** V8's column of the engine's column in a line, as `engine/loader` finds it for files. */
function v8Column(line: string, column: number): number {
  const end = column - 1;
  if (line.length > LINE_LENGTH_MAX || end <= 0 || end > line.length) return column;
  const next = line[end];
  if (next === ".") return column + 1;
  if (next === "?" && line[end + 1] === ".") return column + 2;
  if (next === "[" || next === "`" || !NAME_PART.test(line[end - 1]!)) return column;
  const before = line.slice(0, end);
  const start = NEW_AT_END.exec(before) ?? NAME_AT_END.exec(before);
  return start!.index + 1;
}
