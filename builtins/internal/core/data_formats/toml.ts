// Parses TOML 1.0 (https://toml.io/en/v1.0.0).
import { setOwn } from "internal:core/data_formats/json5";

const BARE_KEY = /[A-Za-z0-9_-]+/y;
const DATE_TIME =
  /(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2}:\d{2}(?:\.\d+)?)([Zz]|[+-]\d{2}:\d{2})?)?|(\d{2}:\d{2}:\d{2}(?:\.\d+)?)/y;
/** Integers with fewer digits are safe. */
const SAFE_DIGITS = 14;
const NUMBER =
  /(?:0x[0-9a-fA-F](?:_?[0-9a-fA-F])*|0o[0-7](?:_?[0-7])*|0b[01](?:_?[01])*|[+-]?(?:inf|nan|(?:0|[1-9](?:_?\d)*)(?:\.\d(?:_?\d)*)?(?:[eE][+-]?\d(?:_?\d)*)?))/y;
const ESCAPES: Record<string, string> = {
  b: "\b",
  t: "\t",
  n: "\n",
  f: "\f",
  r: "\r",
  e: "\x1b",
  '"': '"',
  "\\": "\\",
};

/** Parses a document. Throws a SyntaxError. */
export function parseToml(source: string): object {
  return new Parser(source).document();
}

/** A table, of which only the parser knows the types of the members. */
type Table = Record<string, any>;

class Parser {
  #source: string;
  #position = 0;
  #root: Table = {};
  /** Tables that a header defined, tables in braces, and arrays that headers extend. */
  #defined = new Set<object>();
  #closed = new Set<object>();
  #lists = new Set<object>();

  constructor(source: string) {
    this.#source = (source.charCodeAt(0) === 0xfeff ? source.slice(1) : source).replaceAll("\r\n", "\n");
  }

  document(): Table {
    let table = this.#root;
    for (;;) {
      this.#skipLines();
      const character = this.#source[this.#position];
      if (character === undefined) return this.#root;
      if (character === "[") table = this.#header();
      else this.#pair(table);
      this.#skipBlanks();
      this.#comment();
      if (this.#position < this.#source.length && this.#source[this.#position] !== "\n")
        throw this.#error("Expected the end of the line");
    }
  }

  #error(message: string): SyntaxError {
    const line = this.#source.slice(0, this.#position).split("\n").length;
    return new SyntaxError(`TOML Parse error: ${message} (line ${line})`);
  }

  #skipBlanks(): void {
    while (this.#source[this.#position] === " " || this.#source[this.#position] === "\t") this.#position++;
  }

  #comment(): void {
    if (this.#source[this.#position] !== "#") return;
    const end = this.#source.indexOf("\n", this.#position);
    this.#position = end === -1 ? this.#source.length : end;
  }

  #skipLines(): void {
    for (;;) {
      this.#skipBlanks();
      this.#comment();
      if (this.#source[this.#position] !== "\n") return;
      this.#position++;
    }
  }

  #header(): Table {
    const isList = this.#source[this.#position + 1] === "[";
    this.#position += isList ? 2 : 1;
    const keys = this.#keys();
    const close = isList ? "]]" : "]";
    if (!this.#source.startsWith(close, this.#position)) throw this.#error(`Expected '${close}'`);
    this.#position += close.length;
    const last = keys.pop()!;
    const parent = this.#descend(this.#root, keys);
    const present = Object.hasOwn(parent, last) ? parent[last] : undefined;
    if (isList) {
      const list = present ?? [];
      if (present === undefined) {
        setOwn(parent, last, list);
        this.#lists.add(list);
      } else if (!this.#lists.has(list)) throw this.#error(`Cannot redefine key '${last}'`);
      const table = {};
      list.push(table);
      return table;
    }
    const table = present ?? {};
    if (typeof table !== "object" || Array.isArray(table) || this.#defined.has(table) || this.#closed.has(table))
      throw this.#error(`Cannot redefine key '${last}'`);
    if (present === undefined) setOwn(parent, last, table);
    this.#defined.add(table);
    return table;
  }

  // The table at a path of dotted keys; missing tables are made.
  #descend(table: Table, keys: string[]): Table {
    for (const key of keys) {
      if (!Object.hasOwn(table, key)) setOwn(table, key, {});
      let next = table[key];
      if (Array.isArray(next) && this.#lists.has(next)) next = next[next.length - 1];
      if (
        typeof next !== "object" ||
        next === null ||
        Array.isArray(next) ||
        this.#closed.has(next) ||
        next instanceof Date
      )
        throw this.#error(`Cannot redefine key '${key}'`);
      table = next;
    }
    return table;
  }

  #keys(): string[] {
    const keys: string[] = [];
    for (;;) {
      this.#skipBlanks();
      keys.push(this.#key());
      this.#skipBlanks();
      if (this.#source[this.#position] !== ".") return keys;
      this.#position++;
    }
  }

  #key(): string {
    const character = this.#source[this.#position];
    if (character === '"') return this.#basic();
    if (character === "'") return this.#literal();
    BARE_KEY.lastIndex = this.#position;
    const match = BARE_KEY.exec(this.#source);
    if (match === null) throw this.#error("Expected a key");
    this.#position += match[0].length;
    return match[0];
  }

  #pair(table: Table): void {
    const keys = this.#keys();
    if (this.#source[this.#position] !== "=") throw this.#error("Expected '=' after a key");
    this.#position++;
    this.#skipBlanks();
    const last = keys.pop()!;
    const parent = this.#descend(table, keys);
    // A header cannot extend a table that dotted keys made.
    for (let step = table; keys.length > 0 && step !== parent;) {
      step = step[keys.shift()!];
      this.#defined.add(step);
    }
    if (Object.hasOwn(parent, last)) throw this.#error(`Cannot redefine key '${last}'`);
    setOwn(parent, last, this.#value());
  }

  #value(): unknown {
    const character = this.#source[this.#position];
    if (character === undefined || character === "\n" || character === "#")
      throw this.#error("Missing value after '='");
    if (character === '"') return this.#source.startsWith('"""', this.#position) ? this.#multiline('"') : this.#basic();
    if (character === "'")
      return this.#source.startsWith("'''", this.#position) ? this.#multiline("'") : this.#literal();
    if (character === "[") return this.#array();
    if (character === "{") return this.#inline();
    for (const [word, value] of [
      ["true", true],
      ["false", false],
    ] as const) {
      if (this.#source.startsWith(word, this.#position)) {
        this.#position += word.length;
        return value;
      }
    }
    return this.#dateTime() ?? this.#number();
  }

  #dateTime(): unknown {
    DATE_TIME.lastIndex = this.#position;
    const match = DATE_TIME.exec(this.#source);
    if (match === null) return undefined;
    this.#position += match[0].length;
    const [, date, time, offset, timeAlone] = match;
    const { Temporal } = globalThis as any;
    try {
      if (timeAlone !== undefined) return Temporal === undefined ? timeAlone : Temporal.PlainTime.from(timeAlone);
      if (time === undefined) return Temporal === undefined ? date : Temporal.PlainDate.from(date);
      if (offset === undefined)
        return Temporal === undefined ? `${date}T${time}` : Temporal.PlainDateTime.from(`${date}T${time}`);
      const text = `${date}T${time}${offset.toUpperCase()}`;
      return Temporal === undefined ? new Date(text) : Temporal.Instant.from(text);
    } catch {
      throw this.#error("Invalid date or time");
    }
  }

  #number(): number | bigint {
    NUMBER.lastIndex = this.#position;
    const match = NUMBER.exec(this.#source);
    if (match === null || /[\w.]/.test(this.#source[this.#position + match[0].length] ?? ""))
      throw this.#error("Invalid value");
    this.#position += match[0].length;
    const text = match[0].replaceAll("_", "");
    const digits = text.replace(/^[+-]/, "");
    if (/^(?:\d+|0[xob].*)$/.test(digits)) this.#checkInteger(text, digits);
    const value = digits === "inf" ? Infinity : digits === "nan" ? Number.NaN : Number(digits);
    return text.startsWith("-") ? -value : value;
  }

  /** Refuses integers that TOML or a JavaScript number does not have. */
  #checkInteger(text: string, digits: string): void {
    if (digits.length < SAFE_DIGITS || Number.isSafeInteger(Number(digits))) return;
    const value = text.startsWith("-") ? -BigInt(digits) : BigInt(digits);
    if (BigInt.asIntN(64, value) !== value) throw this.#error("Integer is outside the 64-bit signed range");
    throw this.#error(
      "Integer cannot be losslessly represented as a JavaScript number; it must be within +/-(2^53 - 1)",
    );
  }

  #basic(): string {
    this.#position++;
    let value = "";
    for (;;) {
      const character = this.#source[this.#position];
      if (character === undefined || character === "\n") throw this.#error("Unterminated string");
      this.#position++;
      if (character === '"') return value;
      value += character === "\\" ? this.#escape() : character;
    }
  }

  #escape(): string {
    const character = this.#source[this.#position++] ?? "";
    const length = character === "u" ? 4 : character === "U" ? 8 : character === "x" ? 2 : 0;
    if (length === 0) {
      const value = ESCAPES[character];
      if (value === undefined) throw this.#error(`Invalid escape '\\${character}'`);
      return value;
    }
    const digits = this.#source.slice(this.#position, this.#position + length);
    const code = /^[0-9a-fA-F]+$/.test(digits) && digits.length === length ? Number.parseInt(digits, 16) : -1;
    if (code < 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff))
      throw this.#error("Invalid escape of a character");
    this.#position += length;
    return String.fromCodePoint(code);
  }

  #literal(): string {
    const end = this.#source.indexOf("'", this.#position + 1);
    const value = this.#source.slice(this.#position + 1, end);
    if (end === -1 || value.includes("\n")) throw this.#error("Unterminated string");
    this.#position = end + 1;
    return value;
  }

  #multiline(quote: string): string {
    this.#position += 3;
    if (this.#source[this.#position] === "\n") this.#position++;
    let value = "";
    for (;;) {
      const character = this.#source[this.#position];
      if (character === undefined) throw this.#error("Unterminated string");
      if (this.#source.startsWith(quote.repeat(3), this.#position)) {
        this.#position += 3;
        // Up to two more quotes belong to the string.
        for (let extra = 0; extra < 2 && this.#source[this.#position] === quote; extra++, this.#position++)
          value += quote;
        return value;
      }
      this.#position++;
      if (character !== "\\" || quote === "'") value += character;
      else if (/^[ \t]*\n/.test(this.#source.slice(this.#position, this.#position + 200)))
        while (/\s/.test(this.#source[this.#position] ?? "")) this.#position++;
      else value += this.#escape();
    }
  }

  #array(): unknown[] {
    this.#position++;
    const items: unknown[] = [];
    for (;;) {
      this.#skipLines();
      if (this.#source[this.#position] === "]") break;
      items.push(this.#value());
      this.#skipLines();
      if (this.#source[this.#position] === ",") this.#position++;
      else if (this.#source[this.#position] !== "]") throw this.#error("Expected ',' or ']'");
    }
    this.#position++;
    return items;
  }

  #inline(): Table {
    this.#position++;
    const table = {};
    this.#skipBlanks();
    for (let isFirst = true; this.#source[this.#position] !== "}"; isFirst = false) {
      if (!isFirst) {
        if (this.#source[this.#position] !== ",") throw this.#error("Expected ',' or '}'");
        this.#position++;
      }
      this.#pair(table);
      this.#skipBlanks();
    }
    this.#position++;
    this.#closed.add(table);
    return table;
  }
}
