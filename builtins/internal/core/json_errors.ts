// Describes the error in a JSON text with V8's message and the position, which the engine's own error does not have.
import { safe } from "internal:core/bootstrap";

const SNIPPET_CHARACTERS = 10;
const WHOLE_CHARACTERS_MAX = 20;
const LAST_LATIN1 = "\xff";

/** The message of the SyntaxError; null for valid JSON. */
export function describe(text: string): string | null {
  // The string forms of values that are not strings.
  if (text === "undefined" || text === "[object Object]") return `"${text}" is not valid JSON`;
  const reader = new Reader(text);
  try {
    reader.blank();
    reader.value();
    reader.blank();
    if (reader.index < text.length) reader.failAt("Unexpected non-whitespace character after JSON");
    return null;
  } catch (error) {
    if (error instanceof ParseFailure) return error.message;
    throw error;
  }
}

class ParseFailure extends Error {}

const LITERALS: Record<string, string> = { t: "true", f: "false", n: "null" };

class Reader {
  index = 0;
  #text: string;
  constructor(text: string) {
    this.#text = text;
  }

  #here(): string {
    return this.#text.charAt(this.index);
  }

  blank(): void {
    while (" \t\n\r".includes(this.#here()) && this.index < this.#text.length) this.index++;
  }

  value(): void {
    const character = this.#here();
    if (character === "{") this.#object();
    else if (character === "[") this.#array();
    else if (character === '"') this.#string();
    else if (character === "-" || isDigit(character)) this.#number();
    else if (LITERALS[character] !== undefined) this.#literal(LITERALS[character]!);
    else this.#unexpected();
  }

  #object(): void {
    this.index++;
    this.blank();
    if (this.#here() === "}") {
      this.index++;
      return;
    }
    for (let isFirst = true; ; isFirst = false) {
      this.blank();
      if (this.#here() !== '"')
        this.failAt(isFirst ? "Expected property name or '}' in JSON" : "Expected double-quoted property name in JSON");
      this.#string();
      this.blank();
      if (this.#here() !== ":") this.failAt("Expected ':' after property name in JSON");
      this.index++;
      this.blank();
      this.value();
      this.blank();
      const end = this.#here();
      if (end !== "," && end !== "}") this.failAt("Expected ',' or '}' after property value in JSON");
      this.index++;
      if (end === "}") return;
    }
  }

  #array(): void {
    this.index++;
    this.blank();
    if (this.#here() === "]") {
      this.index++;
      return;
    }
    for (;;) {
      this.blank();
      this.value();
      this.blank();
      const end = this.#here();
      if (end !== "," && end !== "]") this.failAt("Expected ',' or ']' after array element in JSON");
      this.index++;
      if (end === "]") return;
    }
  }

  #string(): void {
    this.index++;
    for (; ; this.index++) {
      const character = this.#here();
      if (character === "") this.failAt("Unterminated string in JSON");
      if (character === '"') break;
      if (character < " ") this.failAt("Bad control character in string literal in JSON");
      if (character !== "\\") continue;
      this.index++;
      const escaped = this.#here();
      if (escaped === "") this.failAt("Unterminated string in JSON");
      if (escaped === "u") {
        for (let count = 0; count < 4; count++) {
          this.index++;
          if (!/[0-9a-fA-F]/.test(this.#here())) this.failAt("Bad Unicode escape in JSON");
        }
      } else if (!'"\\/bfnrt'.includes(escaped)) {
        if (escaped > LAST_LATIN1) this.#unexpected();
        this.failAt("Bad escaped character in JSON");
      }
    }
    this.index++;
  }

  #number(): void {
    if (this.#here() === "-") {
      this.index++;
      if (!isDigit(this.#here())) this.failAt("No number after minus sign in JSON");
    }
    if (this.#here() === "0") {
      this.index++;
      if (isDigit(this.#here())) this.#unexpected();
    } else this.#digits();
    if (this.#here() === ".") {
      this.index++;
      if (!isDigit(this.#here())) this.failAt("Unterminated fractional number in JSON");
      this.#digits();
    }
    if (this.#here() === "e" || this.#here() === "E") {
      this.index++;
      if (this.#here() === "+" || this.#here() === "-") this.index++;
      if (!isDigit(this.#here())) this.failAt("Exponent part is missing a number in JSON");
      this.#digits();
    }
  }

  #digits(): void {
    while (isDigit(this.#here())) this.index++;
  }

  #literal(word: string): void {
    for (const character of word) {
      if (this.#here() !== character) this.#unexpected();
      this.index++;
    }
  }

  #unexpected(): never {
    const text = this.#text;
    if (this.index >= text.length) throw new ParseFailure("Unexpected end of JSON input");
    const character = this.#here();
    if (character === "-" || isDigit(character)) this.failAt("Unexpected number in JSON");
    if (character === '"') this.failAt("Unexpected string in JSON");
    throw new ParseFailure(`Unexpected token '${character}', ${snippet(text, this.index)} is not valid JSON`);
  }

  /** Throws the error at the current position. */
  failAt(message: string): never {
    const lines = this.#text.slice(0, this.index).split(/\r\n|[\r\n]/);
    const line = lines.length;
    const column = lines[line - 1]!.length + 1;
    throw new ParseFailure(`${message} at position ${this.index} (line ${line} column ${column})`);
  }
}

/** The text around a position, in quotes; dots where there is more. */
function snippet(text: string, index: number): string {
  if (text.length <= WHOLE_CHARACTERS_MAX) return `"${text}"`;
  const start = index - SNIPPET_CHARACTERS;
  const end = index + SNIPPET_CHARACTERS;
  return `${start < 0 ? "" : "..."}"${text.slice(safe.max(0, start), end)}"${end < text.length ? "..." : ""}`;
}

function isDigit(character: string): boolean {
  return character >= "0" && character <= "9" && character.length === 1;
}
