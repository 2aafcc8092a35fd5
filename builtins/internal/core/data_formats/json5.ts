// JSON with comments and trailing commas (JSONC), and JSON5 (https://spec.json5.org), which adds more syntax of ECMAScript.

const SIMPLE_ESCAPES: Record<string, string> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v", 0: "\0" };
const NUMBER = /[+-]?(?:0[xX][0-9a-fA-F]+|Infinity|NaN|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)/y;
const JSON_NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const IDENTIFIER = /[\p{ID_Start}$_](?:[\p{ID_Continue}$\u200c\u200d])*/uy;

/** Parses a document; `isJson5` allows the syntax that only JSON5 has. Throws a SyntaxError that begins with `name`. */
export function parseJson5(source: string, isJson5: boolean, name: string): unknown {
  const parser = new Parser(source, isJson5, name);
  return parser.document();
}

class Parser {
  #source: string;
  #position = 0;
  #isJson5: boolean;
  #name: string;

  constructor(source: string, isJson5: boolean, name: string) {
    this.#source = source.charCodeAt(0) === 0xfeff ? source.slice(1) : source;
    this.#isJson5 = isJson5;
    this.#name = name;
  }

  document(): unknown {
    const value = this.#value();
    this.#skip();
    if (this.#position < this.#source.length) throw this.#unexpected();
    return value;
  }

  #unexpected(): SyntaxError {
    const character = this.#source[this.#position];
    const line = this.#source.slice(0, this.#position).split("\n").length;
    return new SyntaxError(
      `${this.#name} Parse error: ${character === undefined ? "Unexpected end of input" : `Unexpected token '${character}'`} (line ${line})`,
    );
  }

  #skip(): void {
    for (;;) {
      const character = this.#source[this.#position];
      if (character === undefined) return;
      if (/\s|\ufeff/.test(character)) this.#position++;
      else if (character === "/" && this.#source[this.#position + 1] === "/") {
        const end = this.#source.indexOf("\n", this.#position);
        this.#position = end === -1 ? this.#source.length : end;
      } else if (character === "/" && this.#source[this.#position + 1] === "*") {
        const end = this.#source.indexOf("*/", this.#position + 2);
        if (end === -1) {
          this.#position = this.#source.length;
          throw this.#unexpected();
        }
        this.#position = end + 2;
      } else return;
    }
  }

  #value(): unknown {
    this.#skip();
    const character = this.#source[this.#position];
    if (character === "{") return this.#object();
    if (character === "[") return this.#array();
    if (character === '"' || (character === "'" && this.#isJson5)) return this.#string();
    for (const [word, value] of [
      ["true", true],
      ["false", false],
      ["null", null],
    ] as const) {
      if (
        this.#source.startsWith(word, this.#position) &&
        !/[\w$]/.test(this.#source[this.#position + word.length] ?? "")
      ) {
        this.#position += word.length;
        return value;
      }
    }
    return this.#number();
  }

  #number(): number {
    const pattern = this.#isJson5 ? NUMBER : JSON_NUMBER;
    pattern.lastIndex = this.#position;
    const match = pattern.exec(this.#source);
    if (match === null || /[\w$.]/.test(this.#source[this.#position + match[0].length] ?? "")) throw this.#unexpected();
    this.#position += match[0].length;
    const digits = match[0].replace(/^[+-]/, "");
    const value = Number(digits);
    return match[0].startsWith("-") ? -value : value;
  }

  #string(): string {
    const quote = this.#source[this.#position++];
    let value = "";
    for (;;) {
      const character = this.#source[this.#position];
      if (character === undefined || character === "\n" || character === "\r" || (!this.#isJson5 && character < " "))
        throw this.#unexpected();
      this.#position++;
      if (character === quote) return value;
      value += character === "\\" ? this.#escape() : character;
    }
  }

  #escape(): string {
    const character = this.#source[this.#position++] ?? "";
    if (character === "u" || (character === "x" && this.#isJson5)) {
      const digits = this.#source.slice(this.#position, this.#position + (character === "u" ? 4 : 2));
      if (!/^(?:[0-9a-fA-F]{2}){1,2}$/.test(digits)) throw this.#unexpected();
      this.#position += digits.length;
      return String.fromCharCode(Number.parseInt(digits, 16));
    }
    if (!this.#isJson5) {
      if (!'"\\/bfnrt'.includes(character) || character === "") throw this.#unexpected();
      return SIMPLE_ESCAPES[character] ?? character;
    }
    if (character === "\r" && this.#source[this.#position] === "\n") this.#position++;
    if (character === "\n" || character === "\r" || character === "\u2028" || character === "\u2029") return "";
    return SIMPLE_ESCAPES[character] ?? character;
  }

  #array(): unknown[] {
    this.#position++;
    const items: unknown[] = [];
    for (;;) {
      this.#skip();
      if (this.#source[this.#position] === "]") break;
      items.push(this.#value());
      this.#skip();
      if (this.#source[this.#position] === ",") this.#position++;
      else if (this.#source[this.#position] !== "]") throw this.#unexpected();
    }
    this.#position++;
    return items;
  }

  #object(): object {
    this.#position++;
    const object = {};
    for (;;) {
      this.#skip();
      if (this.#source[this.#position] === "}") break;
      const key = this.#key();
      this.#skip();
      if (this.#source[this.#position++] !== ":") {
        this.#position--;
        throw this.#unexpected();
      }
      setOwn(object, key, this.#value());
      this.#skip();
      if (this.#source[this.#position] === ",") this.#position++;
      else if (this.#source[this.#position] !== "}") throw this.#unexpected();
    }
    this.#position++;
    return object;
  }

  #key(): string {
    const character = this.#source[this.#position];
    if (character === '"' || (character === "'" && this.#isJson5)) return this.#string();
    IDENTIFIER.lastIndex = this.#position;
    const match = this.#isJson5 ? IDENTIFIER.exec(this.#source) : null;
    if (match === null) throw this.#unexpected();
    this.#position += match[0].length;
    return match[0];
  }
}

/** Sets a member, also one named `__proto__`. */
export function setOwn(object: object, key: string, value: unknown): void {
  if (key === "__proto__")
    Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
  else (object as Record<string, unknown>)[key] = value;
}

/** Writes a value as JSON5: keys without quotes where they are identifiers, strings in single quotes. `space` as for JSON. */
export function stringifyJson5(value: unknown, space: string): string | undefined {
  return write(value, space, "", new Set());
}

function write(value: any, space: string, indent: string, parents: Set<object>): string | undefined {
  if (typeof value?.toJSON === "function") value = value.toJSON();
  switch (typeof value) {
    case "string":
      return quoted(value);
    case "number":
      return Object.is(value, -0) ? "-0" : `${value}`;
    case "boolean":
      return `${value}`;
    case "bigint":
      throw new TypeError("JSON5.stringify cannot serialize BigInt");
    case "object":
      break;
    default:
      return undefined;
  }
  if (value === null) return "null";
  if (parents.has(value)) throw new TypeError("Converting circular structure to JSON5");
  parents.add(value);
  const inner = indent + space;
  const items = Array.isArray(value)
    ? value.map((item) => write(item, space, inner, parents) ?? "null")
    : Object.keys(value).flatMap((key) => {
        const member = write(value[key], space, inner, parents);
        IDENTIFIER.lastIndex = 0;
        const isName = IDENTIFIER.exec(key)?.[0].length === key.length;
        return member === undefined ? [] : [`${isName ? key : quoted(key)}:${space === "" ? "" : " "}${member}`];
      });
  parents.delete(value);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  if (items.length === 0) return open! + close!;
  return space === ""
    ? `${open}${items.join(",")}${close}`
    : `${open}\n${items.map((item) => `${inner}${item},\n`).join("")}${indent}${close}`;
}

function quoted(string: string): string {
  const body = JSON.stringify(string).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${body}'`;
}
