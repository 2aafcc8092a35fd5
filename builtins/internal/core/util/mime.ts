// `util.MIMEType` and `util.MIMEParams`, after the WHATWG MIME Sniffing Standard.
import { ERR_INVALID_MIME_SYNTAX } from "internal:core/errors";

const notToken = /[^!#$%&'*+\-.^_`|~A-Za-z0-9]/;
const notQuotedString = /[^\t\u0020-~\u0080-\u00FF]/;
const whitespaceAtStart = /^[\r\n\t ]*/;
const whitespaceAtEnd = /[\r\n\t ]*$/;

function toAsciiLower(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

function checkToken(production: string, token: string, input: string): void {
  const invalidIndex = token.search(notToken);
  if (token === "" || invalidIndex !== -1) throw new ERR_INVALID_MIME_SYNTAX(production, input, invalidIndex);
}

let parseParams: (text: string) => MIMEParams;

/** The parameters of a MIME type, in order. Names are lower case; the first of two equal names wins when parsing. */
export class MIMEParams {
  #data = new Map<string, string>();

  static #parse(text: string): MIMEParams {
    const params = new MIMEParams();
    for (const [name, value] of readParameters(text)) if (!params.#data.has(name)) params.#data.set(name, value);
    return params;
  }
  static {
    parseParams = (text) => MIMEParams.#parse(text);
  }

  delete(name: string): void {
    this.#data.delete(toAsciiLower(`${name}`));
  }
  get(name: string): string | null {
    return this.#data.get(toAsciiLower(`${name}`)) ?? null;
  }
  has(name: string): boolean {
    return this.#data.has(toAsciiLower(`${name}`));
  }
  /** Throws ERR_INVALID_MIME_SYNTAX for a name that is not a token or a value with characters outside Latin-1. */
  set(name: string, value: string): void {
    const key = toAsciiLower(`${name}`);
    const text = `${value}`;
    checkToken("parameter name", key, key);
    const invalidIndex = text.search(notQuotedString);
    if (invalidIndex !== -1) throw new ERR_INVALID_MIME_SYNTAX("parameter value", text, invalidIndex);
    this.#data.set(key, text);
  }
  *entries(): Generator<[string, string]> {
    yield* this.#data.entries();
  }
  *keys(): Generator<string> {
    yield* this.#data.keys();
  }
  *values(): Generator<string> {
    yield* this.#data.values();
  }
  toString(): string {
    return [...this.#data].map(([name, value]) => `${name}=${encodeValue(value)}`).join(";");
  }
  declare toJSON: () => string;
  declare [Symbol.iterator]: () => Generator<[string, string]>;
}

Object.defineProperty(MIMEParams.prototype, Symbol.iterator, {
  value: MIMEParams.prototype.entries,
  writable: true,
  configurable: true,
});
Object.defineProperty(MIMEParams.prototype, "toJSON", {
  value: MIMEParams.prototype.toString,
  writable: true,
  configurable: true,
});

function encodeValue(value: string): string {
  return value === "" || notToken.test(value) ? `"${value.replace(/["\\]/g, "\\$&")}"` : value;
}

function* readParameters(text: string): Generator<[string, string]> {
  const end = text.search(whitespaceAtEnd);
  let position = 0;
  while (position < end) {
    position += whitespaceAtStart.exec(text.slice(position))![0].length;
    const nameEnd = position + text.slice(position).search(/[;=]|$/);
    const name = toAsciiLower(text.slice(position, nameEnd));
    position = nameEnd;
    if (position < end && text[position++] === ";") continue;
    if (position >= end) break;
    let value: string;
    if (text[position] === '"') {
      const quoted = readQuoted(text, position + 1);
      value = quoted.value;
      position = text.indexOf(";", quoted.end);
      if (position === -1) position = text.length;
    } else {
      let valueEnd = text.indexOf(";", position);
      if (valueEnd === -1) valueEnd = text.length;
      value = text.slice(position, valueEnd).replace(whitespaceAtEnd, "");
      position = valueEnd;
      if (value === "") {
        position++;
        continue;
      }
    }
    position++;
    if (name !== "" && !notToken.test(name) && !notQuotedString.test(value)) yield [name, value];
  }
}

/** Reads up to the closing quote or the end; a backslash escapes the next character, and is literal at the end. */
function readQuoted(text: string, position: number): { value: string; end: number } {
  let value = "";
  while (position < text.length) {
    const character = text[position++]!;
    if (character === '"') break;
    value += character === "\\" && position < text.length ? text[position++]! : character;
  }
  return { value, end: position };
}

/** A MIME type such as `text/plain;charset=utf-8`. Throws ERR_INVALID_MIME_SYNTAX when it is not well-formed. */
export class MIMEType {
  #type: string;
  #subtype: string;
  #parameters: MIMEParams;

  constructor(input: string) {
    const text = `${input}`;
    const start = whitespaceAtStart.exec(text)![0].length;
    const slash = text.indexOf("/", start);
    const type = text.slice(start, slash === -1 ? undefined : slash);
    if (slash === -1) throw new ERR_INVALID_MIME_SYNTAX("type", text, type.search(notToken));
    checkToken("type", type, text);
    const semicolon = text.indexOf(";", slash + 1);
    const subtype = text.slice(slash + 1, semicolon === -1 ? undefined : semicolon).replace(whitespaceAtEnd, "");
    checkToken("subtype", subtype, text);
    this.#type = toAsciiLower(type);
    this.#subtype = toAsciiLower(subtype);
    this.#parameters = parseParams(semicolon === -1 ? "" : text.slice(semicolon + 1));
  }

  /** Like the constructor, but `null` when the input is not well-formed. */
  static parse(input: string): MIMEType | null {
    const text = `${input}`;
    try {
      return new MIMEType(text);
    } catch {
      return null;
    }
  }

  get type(): string {
    return this.#type;
  }
  set type(value: string) {
    const text = `${value}`;
    checkToken("type", text, text);
    this.#type = toAsciiLower(text);
  }
  get subtype(): string {
    return this.#subtype;
  }
  set subtype(value: string) {
    const text = `${value}`;
    checkToken("subtype", text, text);
    this.#subtype = toAsciiLower(text);
  }
  get essence(): string {
    return `${this.#type}/${this.#subtype}`;
  }
  get params(): MIMEParams {
    return this.#parameters;
  }
  toString(): string {
    const params = MIMEParams.prototype.toString.call(this.#parameters);
    return params === "" ? this.essence : `${this.essence};${params}`;
  }
  declare toJSON: () => string;
}
Object.defineProperty(MIMEType.prototype, "toJSON", {
  value: MIMEType.prototype.toString,
  writable: true,
  configurable: true,
});
