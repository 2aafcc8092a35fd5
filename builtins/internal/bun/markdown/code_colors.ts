// Colors of JavaScript and TypeScript in `Bun.markdown.ansi`, by tokens and without parsing, as Bun colors them.

const DIM = 2;
const BOLD = 1;
const ITALIC = 3;
const RED = 31;
const GREEN = 32;
const YELLOW = 33;
const BLUE = 34;
const MAGENTA = 35;

const LANGUAGES = new Set(["js", "jsx", "ts", "tsx", "mjs", "cjs", "mts", "cts", "javascript", "typescript"]);

const WORDS: readonly [color: number, words: string][] = [
  [
    BLUE,
    "abstract any as boolean declare enum implements interface namespace never number object private protected public readonly string symbol type unknown",
  ],
  [
    MAGENTA,
    "async await break case catch class const continue debugger default do else export extends finally for from function if import in instanceof let new package return static super switch throw try typeof var void while with yield",
  ],
  [RED, "delete"],
  [YELLOW, "false null this true undefined"],
];

const TOKEN =
  /(?<comment>\/\/.*|\/\*.*?\*\/)|(?<string>'(?:[^'\\]|\\.)*'?|"(?:[^"\\]|\\.)*"?)|(?<template>`)|(?<call>\.[A-Za-z_$][\w$]*(?=\())|(?<word>[A-Za-z_$][\w$]*)|(?<number>0[xXoObB][\da-fA-F_]+n?|\d[\d_]*(?:\.[\d_]*)?(?:[eE][+-]?\d+)?n?)|(?<mark>[;<])/g;
const TEMPLATE_PART = /(?:[^`\\$]|\\.|\$(?!\{))*(?:`|(?=\$\{)|$)/y;

let colors: Map<string, number> | undefined;

/** Whether code of a language has colors. */
export function hasColors(language: string): boolean {
  return LANGUAGES.has(language.toLowerCase());
}

/** One line of code with the escape sequences of its colors. */
export function coloredLine(line: string): string {
  let result = "";
  let previous = "";
  TOKEN.lastIndex = 0;
  for (let end = 0; ;) {
    TOKEN.lastIndex = end;
    const token = TOKEN.exec(line);
    if (token === null) return result + line.slice(end);
    result += line.slice(end, token.index);
    end = token.index + token[0].length;
    if (token.groups!.template === undefined) result += colored(token, previous);
    else {
      const template = coloredTemplate(line, token.index);
      result += template.text;
      end = template.end;
    }
    previous = token[0];
  }
}

function colored({ 0: text, groups }: RegExpExecArray, previous: string): string {
  const { comment, string, call, word, number } = groups!;
  if (comment !== undefined) return sequence(text, DIM);
  if (string !== undefined) return sequence(text, GREEN);
  if (call !== undefined) return sequence(text, ITALIC, BOLD);
  if (number !== undefined) return sequence(text, YELLOW);
  if (word === undefined) return text === "<" ? sequence(text) : sequence(text, DIM);
  const color = word === "from" && previous === "" ? undefined : colorOf(word);
  if (color !== undefined) return sequence(text, color);
  if (previous === "new") return sequence(text, BOLD);
  return previous === "type" || previous === "interface" ? sequence(text, BOLD, BLUE) : text;
}

function colorOf(word: string): number | undefined {
  colors ??= new Map(WORDS.flatMap(([color, words]) => words.split(" ").map((one) => [one, color] as const)));
  return colors.get(word);
}

/** A template up to its end, in this line; what it contains in braces has no colors. */
function coloredTemplate(line: string, start: number): { text: string; end: number } {
  let text = "";
  for (let at = start; ;) {
    TEMPLATE_PART.lastIndex = at === start ? start + 1 : at;
    TEMPLATE_PART.exec(line);
    const end = TEMPLATE_PART.lastIndex;
    text += sequence(line.slice(at, end), GREEN);
    const closing = line.startsWith("${", end) ? line.indexOf("}", end) : -1;
    if (closing === -1) return { text, end };
    text += line.slice(end, closing + 1);
    at = closing + 1;
  }
}

function sequence(text: string, ...codes: number[]): string {
  return `\x1b[0m${codes.map((code) => `\x1b[${code}m`).join("")}${text}\x1b[0m`;
}
