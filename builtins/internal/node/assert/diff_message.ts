// The messages of failed comparisons: both values, and their difference line by line.
import { inspect } from "internal:core/util/inspect";
import { stderrPalette, type Palette } from "internal:core/util/colors";
import { editScript, opDelete, opInsert, opKeep, type Edit } from "internal:core/util/diff";
import defer * as process from "internal:node/process";

const headings: Record<string, string> = {
  deepStrictEqual: "Expected values to be strictly deep-equal:",
  partialDeepStrictEqual: "Expected values to be partially and strictly deep-equal:",
  strictEqual: "Expected values to be strictly equal:",
  strictEqualObject: 'Expected "actual" to be reference-equal to "expected":',
  deepEqual: "Expected values to be loosely deep-equal:",
  notDeepStrictEqual: 'Expected "actual" not to be strictly deep-equal to:',
  notStrictEqual: 'Expected "actual" to be strictly unequal to:',
  notStrictEqualObject: 'Expected "actual" not to be reference-equal to "expected":',
  notDeepEqual: 'Expected "actual" not to be loosely deep-equal to:',
  notIdentical: "Values have same structure but are not reference-equal:",
  notDeepEqualUnequal: "Expected values not to be loosely deep-equal:",
};

function inspectFully(value: unknown): string {
  return inspect(value, {
    compact: false,
    customInspect: false,
    depth: 1000,
    maxArrayLength: Infinity,
    showHidden: false,
    showProxy: false,
    sorted: true,
    getters: true,
  });
}

function isObjectLike(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

/** Whether a failure of `operator` shows a difference, with or without the caller's message. */
export function showsDifference(operator: unknown): boolean {
  return operator === "deepStrictEqual" || operator === "strictEqual" || operator === "partialDeepStrictEqual";
}

/**
 * The message of a failed assertion without the caller's message.
 * @param diff "full" shows everything, else long values are cut
 */
export function failureMessage(actual: unknown, expected: unknown, operator: string, diff: string): string {
  if (showsDifference(operator)) return differenceMessage(actual, expected, operator, undefined, diff);
  if (operator === "notDeepStrictEqual" || operator === "notStrictEqual") return sameMessage(actual, operator, diff);
  let first = inspectFully(actual);
  let second = inspectFully(expected);
  const heading = headings[operator];
  if (operator === "notDeepEqual" && first === second) {
    const text = `${heading}\n\n${first}`;
    return text.length > 1024 && diff !== "full" ? `${text.slice(0, 1021)}...` : text;
  }
  if (diff !== "full") {
    first = shorten(first);
    second = shorten(second);
  }
  if (operator === "deepEqual") return `${heading}\n\n${first}\n\nshould loosely deep-equal\n\n${second}`;
  const unequal = headings[`${operator}Unequal`];
  if (unequal !== undefined) return `${unequal}\n\n${first}\n\nshould not loosely deep-equal\n\n${second}`;
  return `${first} ${operator} ${second}`;
}

function shorten(text: string): string {
  return text.length > 512 ? `${text.slice(0, 509)}...` : text;
}

function sameMessage(actual: unknown, operator: string, diff: string): string {
  const isReference = operator === "notStrictEqual" && (isObjectLike(actual) || typeof actual === "function");
  const heading = isReference ? headings.notStrictEqualObject : headings[operator];
  let lines = inspectFully(actual).split("\n");
  if (lines.length > 50 && diff !== "full") {
    const { blue, white } = stderrPalette();
    lines = [...lines.slice(0, 46), `${blue}...${white}`];
  }
  if (lines.length === 1) return `${heading}${lines[0]!.length > 5 ? "\n\n" : " "}${lines[0]}`;
  return `${heading}\n\n${lines.join("\n")}\n`;
}

/** The difference of two values, below the caller's message or ours. */
export function differenceMessage(
  actual: unknown,
  expected: unknown,
  operator: string,
  message: unknown,
  diffKind: string,
): string {
  const palette = stderrPalette();
  const { green, red, gray, white } = palette;
  if (
    operator === "strictEqual" &&
    ((isObjectLike(actual) && isObjectLike(expected)) ||
      (typeof actual === "function" && typeof expected === "function"))
  ) {
    operator = "strictEqualObject";
  }
  const first = inspectFully(actual);
  const second = inspectFully(expected);
  const firstLines = first.split("\n");
  const secondLines = second.split("\n");
  let header = `${green}+ actual${white} ${red}- expected${white}`;
  let body: string;
  let skipped = false;
  if (firstLines.length === 1 && secondLines.length === 1 && !(isObjectLike(actual) && isObjectLike(expected))) {
    const simple = simpleDifference(actual, first, expected, second, palette);
    body = simple.body;
    header = simple.header ?? header;
  } else if (first === second) {
    operator = "notIdentical";
    header = "";
    skipped = firstLines.length > 50 && diffKind !== "full";
    body = skipped ? `${firstLines.slice(0, 50).join("\n")}\n...}` : first;
  } else {
    const lines = lineDifference(
      editScript(firstLines, secondLines, actual != null && typeof actual === "object"),
      operator,
      palette,
    );
    body = lines.body;
    skipped = lines.skipped;
    if (operator === "partialDeepStrictEqual")
      header = `${gray}${palette.hasColors ? "" : "+ "}actual${white} ${red}- expected${white}`;
  }
  return `${message || headings[operator]}\n${header}${skipped ? "\n... Skipped lines" : ""}\n${body}\n`;
}

function simpleDifference(
  actual: unknown,
  first: string,
  expected: unknown,
  second: string,
  palette: Palette,
): { body: string; header?: string } {
  const { green, red, white } = palette;
  const areStrings = typeof actual === "string" && typeof expected === "string";
  const quotes = (typeof actual === "string" ? 2 : 0) + (typeof expected === "string" ? 2 : 0);
  if (first.length + second.length - quotes <= 12 && (actual !== 0 || expected !== 0))
    return { body: `${first} !== ${second}`, header: "" };
  if (areStrings && palette.hasColors) {
    const letters = editScript(first, second, false).map(
      ([operation, letter]) =>
        `${operation === opInsert ? green : operation === opDelete ? red : white}${letter}${white}`,
    );
    return { body: `\n${letters.join("")}`, header: `${green}actual${white} ${red}expected${white}` };
  }
  let body = `\n${green}+${white} ${first}\n${red}- ${white}${second}`;
  const { stderr } = process.default;
  if (areStrings && first.length + second.length <= (stderr.isTTY ? stderr.columns : 80)) {
    let index = 0;
    while (index < first.length && first[index] === second[index]) index++;
    // A difference near the beginning needs no pointer.
    if (index >= 3 && index < first.length) body += `\n${" ".repeat(index + 2)}^`;
  }
  return { body };
}

const linesKept = 5;

function lineDifference(script: Edit[], operator: string, palette: Palette): { body: string; skipped: boolean } {
  const { blue, green, red, gray, white } = palette;
  let body = "";
  let skipped = false;
  let keptCount = 0;
  for (let index = 0; index < script.length; index++) {
    const [operation, line] = script[index]!;
    if (operation !== opKeep && index > 0 && script[index - 1]![0] === opKeep) {
      // The end of a long run of equal lines: shows its last line, and the lines before when they are at most two.
      const hidden = keptCount - linesKept;
      if (hidden === 2) body += `${white}  ${script[index - 2]![1]}\n`;
      if (hidden >= 3) {
        body += `${blue}...${white}\n`;
        skipped = true;
      }
      if (hidden >= 1) body += `${white}  ${script[index - 1]![1]}\n`;
      keptCount = 0;
    }
    if (operation === opInsert) {
      body +=
        operator === "partialDeepStrictEqual"
          ? `${gray}${palette.hasColors ? " " : "+"} ${line}${white}\n`
          : `${green}+${white} ${line}\n`;
    } else if (operation === opDelete) {
      body += `${red}-${white} ${line}\n`;
    } else {
      if (keptCount < linesKept) body += `${white}  ${line}\n`;
      keptCount++;
    }
  }
  return { body: `\n${body.trimEnd()}`, skipped };
}
