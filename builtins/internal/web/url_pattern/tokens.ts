// The tokens of a pattern string (https://urlpattern.spec.whatwg.org/#tokens).

export type TokenType =
  | "open"
  | "close"
  | "regexp"
  | "name"
  | "char"
  | "escaped-char"
  | "other-modifier"
  | "asterisk"
  | "end"
  | "invalid-char";

export interface Token {
  type: TokenType;
  /** Its start in the input, in UTF-16 units. */
  index: number;
  value: string;
}

const NAME_START = /[\p{ID_Start}$_]/u;
const NAME_PART = /[\p{ID_Continue}$\u200c\u200d]/u;

/** Whether a character can be in a name, or start one. */
export function isNameCharacter(character: string, isFirst: boolean): boolean {
  return isFirst ? NAME_START.test(character) : NAME_PART.test(character);
}

const SINGLE: Record<string, TokenType> = {
  "*": "asterisk",
  "+": "other-modifier",
  "?": "other-modifier",
  "{": "open",
  "}": "close",
};

/** All tokens, "end" last. A strict tokenizer throws a TypeError where a lenient one returns an "invalid-char". */
export function tokenize(input: string, isStrict: boolean): Token[] {
  const tokens: Token[] = [];
  let index = 0;
  const add = (type: TokenType, end: number, value: string): void => {
    tokens.push({ type, index, value });
    index = end;
  };
  const fail = (end: number, reason: string): void => {
    if (isStrict) throw new TypeError(`Invalid pattern "${input}": ${reason}`);
    add("invalid-char", end, input.slice(index, end));
  };
  while (index < input.length) {
    const character = String.fromCodePoint(input.codePointAt(index)!);
    const next = index + character.length;
    const single = SINGLE[character];
    if (single !== undefined) add(single, next, character);
    else if (character === "\\") {
      if (next >= input.length) fail(next, "trailing backslash");
      else {
        const escaped = String.fromCodePoint(input.codePointAt(next)!);
        add("escaped-char", next + escaped.length, escaped);
      }
    } else if (character === ":") {
      const end = endOfName(input, next);
      if (end === next) fail(next, "missing name");
      else add("name", end, input.slice(next, end));
    } else if (character === "(") {
      const end = endOfRegExp(input, next);
      if (end < 0) fail(next, "invalid regular expression group");
      else add("regexp", end, input.slice(next, end - 1));
    } else add("char", next, character);
  }
  add("end", index, "");
  return tokens;
}

function endOfName(input: string, start: number): number {
  let end = start;
  while (end < input.length) {
    const character = String.fromCodePoint(input.codePointAt(end)!);
    if (!isNameCharacter(character, end === start)) break;
    end += character.length;
  }
  return end;
}

/** The index after the closing parenthesis; -1 for a group that is empty, unclosed, not ASCII, or has capturing groups. */
function endOfRegExp(input: string, start: number): number {
  let depth = 1;
  let index = start;
  for (; index < input.length && depth > 0; index++) {
    const character = input[index]!;
    if (character > "\x7f" || (index === start && character === "?")) return -1;
    if (character === "\\") {
      index++;
      if (index >= input.length || input[index]! > "\x7f") return -1;
    } else if (character === ")") depth--;
    else if (character === "(") {
      depth++;
      if (input[index + 1] !== "?") return -1;
    }
  }
  return depth !== 0 || index - 1 === start ? -1 : index;
}
