// Writes snapshots into the test file, as the argument of the call that was made.
import { escapeTemplate, indented } from "internal:test_runner/expect/snapshot_format";
import { endOfArguments } from "internal:test_runner/dialects/scan_source";
import defer * as fs from "internal:node/fs";

/** A snapshot in the test file. */
export interface InlineSnapshot {
  /** The matcher's name, by which the call is found. */
  name: string;
  line: number;
  column: number;
  text: string;
}

/** Writes snapshots into `file`. Throws the system's errors, and an error for a call that is not found. */
export function writeInline(file: string, snapshots: InlineSnapshot[]): void {
  let source = fs.default.readFileSync(file, "utf8") as string;
  const starts = lineStarts(source);
  const edits = new Map<number, { end: number; text: string }>();
  for (const snapshot of snapshots) {
    const lineStart = starts[snapshot.line - 1] ?? 0;
    const open = findCall(source, lineStart, lineStart + snapshot.column - 1, snapshot.name);
    if (open === -1)
      throw new Error(`Couldn't locate the inline snapshot of ${snapshot.name} in ${file}:${snapshot.line}`);
    const begin = source.lastIndexOf("\n", open) + 1;
    const indentation = /^[ \t]*/.exec(source.slice(begin))![0];
    const literal = `\`${escapeTemplate(indented(snapshot.text, indentation))}\``;
    const { from, to, needsComma } = argumentSpan(source, open + 1);
    edits.set(from, { end: to, text: needsComma ? `, ${literal}` : literal });
  }
  for (const [start, { end, text }] of [...edits].sort(([one], [other]) => other - one))
    source = source.slice(0, start) + text + source.slice(end);
  fs.default.writeFileSync(file, source);
}

function lineStarts(source: string): number[] {
  const starts = [0];
  for (let at = source.indexOf("\n"); at !== -1; at = source.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/** The position of the parenthesis of the call of `name` nearest to a position, from its line on. */
function findCall(source: string, lineStart: number, position: number, name: string): number {
  const pattern = new RegExp(`\\b${name}\\s*(?:<[^(]*>)?\\(`, "g");
  let best = -1;
  let distance = Infinity;
  pattern.lastIndex = lineStart;
  for (let match = pattern.exec(source); match !== null; match = pattern.exec(source)) {
    const gap = Math.abs(match.index - position);
    if (gap >= distance) break;
    distance = gap;
    best = match.index + match[0].length - 1;
  }
  return best;
}

/** Where the snapshot is, or is to be inserted, in the arguments that begin at `start`. */
function argumentSpan(source: string, start: number): { from: number; to: number; needsComma: boolean } {
  const { end, commas } = endOfArguments(source, start);
  const last = commas.at(-1);
  const lastStart = last === undefined ? start : last + 1;
  const lastText = source.slice(lastStart, end);
  const blanks = lastText.length - lastText.trimStart().length;
  const trimmed = lastText.trim();
  if (/^[`"']/.test(trimmed))
    return { from: lastStart + blanks, to: lastStart + blanks + trimmed.length, needsComma: false };
  if (trimmed === "" && last === undefined) return { from: start, to: end, needsComma: false };
  // A comma at the end, or an object with property matchers.
  if (trimmed === "") return { from: lastStart, to: end, needsComma: false };
  return { from: lastStart + blanks + trimmed.length, to: lastStart + blanks + trimmed.length, needsComma: true };
}
