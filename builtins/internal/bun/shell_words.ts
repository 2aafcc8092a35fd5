// Expands the words of `Bun.$` to arguments: braces, tilde, variables, commands, patterns. `shell_parser` makes the words.
import { Glob } from "internal:bun/glob";
import { type Node, type Part, type Word } from "internal:bun/shell_parser";

/** The context that words are expanded in. */
export interface Surroundings {
  /** The folder that patterns are relative to. */
  directory: string;
  variable(name: string): string;
  /** The output of a command. */
  output(body: Node): Promise<string>;
}

/** A part of an argument; only unquoted ones have patterns. */
interface Piece {
  text: string;
  isQuoted: boolean;
}

/** A pattern without matches. */
export class NoMatch extends Error {}

/** Expands `words` to arguments. Rejects with NoMatch. */
export async function expandWords(words: Word[], surroundings: Surroundings): Promise<string[]> {
  const results: string[] = [];
  for (const word of words) {
    for (const one of expandBraces(word)) {
      for (const field of await fieldsOf(one, surroundings)) results.push(...matchesOf(field, surroundings.directory));
    }
  }
  return results;
}

/** Expands a word to one string: in an assignment, and after a redirection. */
export async function expandText(word: Word, surroundings: Surroundings): Promise<string> {
  // The output of a command is not split here.
  const fields = await fieldsOf(
    word.map((part) => (part.kind === "command" ? { ...part, isQuoted: true } : part)),
    surroundings,
  );
  return fields.map((pieces) => pieces.map(({ text }) => text).join("")).join(" ");
}

/** All combinations of the braces of a word; braces may span several parts. */
export function expandBraces(word: Word): Word[] {
  const items = word.flatMap((part): Word =>
    part.kind === "text" && !part.isQuoted
      ? [...part.text].map((text) => ({ kind: "text", text, isQuoted: false }))
      : [part],
  );
  return expandItems(items).map(joined);
}

function expandItems(items: Part[]): Part[][] {
  const group = findGroup(items);
  if (group === null) return [items];
  const rests = expandItems(items.slice(group.end + 1));
  const before = items.slice(0, group.start);
  return group.alternatives
    .flatMap(expandItems)
    .flatMap((middle) => rests.map((rest) => [...before, ...middle, ...rest]));
}

function isCharacter(item: Part, character: string): boolean {
  return item.kind === "text" && !item.isQuoted && item.text === character;
}

// The first pair of braces with a comma between them.
function findGroup(items: Part[]): { start: number; end: number; alternatives: Part[][] } | null {
  for (let start = 0; start < items.length; start++) {
    if (!isCharacter(items[start]!, "{")) continue;
    const alternatives: Part[][] = [];
    let depth = 0;
    let from = start + 1;
    for (let index = start; index < items.length; index++) {
      const item = items[index]!;
      if (isCharacter(item, "{")) depth++;
      else if (depth === 1 && isCharacter(item, ",")) {
        alternatives.push(items.slice(from, index));
        from = index + 1;
      } else if (isCharacter(item, "}") && --depth === 0) {
        if (alternatives.length > 0)
          return { start, end: index, alternatives: [...alternatives, items.slice(from, index)] };
        break;
      }
    }
  }
  return null;
}

function joined(items: Part[]): Word {
  const word: Word = [];
  for (const item of items) {
    const last = word[word.length - 1];
    if (item.kind === "text" && last?.kind === "text" && !item.isQuoted && !last.isQuoted)
      word[word.length - 1] = { ...last, text: last.text + item.text };
    else word.push(item);
  }
  return word;
}

/** The arguments of one word, before patterns: outputs of commands are split, and a value of the template may be several. */
async function fieldsOf(word: Word, surroundings: Surroundings): Promise<Piece[][]> {
  const fields: Piece[][] = [];
  let current: Piece[] = [];
  // A word that expands to nothing is not an argument, unless a part of it was quoted.
  const finish = (): void => {
    if (current.length > 0) fields.push(current);
    current = [];
  };
  for (const [index, part] of word.entries()) {
    switch (part.kind) {
      case "text":
        if (index === 0 && !part.isQuoted) current.push(...withHome(part.text, word.length === 1, surroundings));
        else current.push({ text: part.text, isQuoted: part.isQuoted });
        break;
      case "variable": {
        const value = surroundings.variable(part.name);
        if (value !== "" || part.isQuoted) current.push({ text: value, isQuoted: true });
        break;
      }
      case "values":
        for (const [place, value] of part.values.entries()) {
          if (place > 0) finish();
          current.push({ text: value, isQuoted: true });
        }
        break;
      case "command": {
        const output = await surroundings.output(part.body);
        if (part.isQuoted) current.push({ text: output, isQuoted: true });
        else addSplit(output, (text) => current.push({ text, isQuoted: true }), finish);
        break;
      }
    }
  }
  finish();
  return fields;
}

function addSplit(output: string, add: (text: string) => void, finish: () => void): void {
  const words = output.split(/[ \t\n]+/);
  for (const [index, text] of words.entries()) {
    if (index > 0) finish();
    if (text !== "") add(text);
  }
}

function withHome(text: string, isWhole: boolean, surroundings: Surroundings): Piece[] {
  const isHome = text === "~" ? isWhole : text.startsWith("~/");
  return isHome
    ? [
        { text: surroundings.variable("HOME"), isQuoted: true },
        { text: text.slice(1), isQuoted: false },
      ]
    : [{ text, isQuoted: false }];
}

// Only stars make a pattern, as in Bun: programs write `[info]` and question marks as plain text.
function matchesOf(field: Piece[], directory: string): string[] {
  const text = field.map((piece) => piece.text).join("");
  if (!field.some((piece) => !piece.isQuoted && piece.text.includes("*"))) return [text];
  const pattern = field
    .map((piece) => (piece.isQuoted ? escaped(piece.text) : piece.text.replace(/[?[\]{}\\]/g, "\\$&")))
    .join("")
    .replace(/^!/, "\\!");
  let matches: string[];
  try {
    matches = [...new Glob(pattern).scanSync({ cwd: directory, onlyFiles: false })].sort();
  } catch (error: any) {
    if (error.code !== "ENOENT") throw error;
    matches = [];
  }
  if (matches.length === 0) throw new NoMatch(text);
  return matches;
}

function escaped(text: string): string {
  return text.replace(/[*?[\]{}!\\]/g, "\\$&");
}

/** `$.braces(text)`: all combinations of the braces of a string. */
export function bracesOf(text: string): string[] {
  return expandBraces([{ kind: "text", text, isQuoted: false }]).map((word) =>
    word.map((part) => (part.kind === "text" ? part.text : "")).join(""),
  );
}
