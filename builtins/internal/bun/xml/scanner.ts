// The characters and names of XML 1.0, and a scanner over its source. https://www.w3.org/TR/2008/REC-xml-20081126/

const START =
  ":A-Z_a-z\\xC0-\\xD6\\xD8-\\xF6\\xF8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C\\u200D\\u2070-\\u218F\\u2C00-\\u2FEF" +
  "\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD\\u{10000}-\\u{EFFFF}";
const REST = `${START}\\-.0-9\\xB7\\u0300-\\u036F\\u203F\\u2040`;
const NAME = new RegExp(`[${START}][${REST}]*`, "uy");
const WHOLE_NAME = new RegExp(`^[${START}][${REST}]*$`, "u");
const TOKEN = new RegExp(`[${REST}]+`, "uy");
const SPACE = /[ \t\n]+/y;
/** What XML cannot contain, line ends being normalized or not. */
export const INVALID = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

export const isName = (text: string): boolean => WHOLE_NAME.test(text);

export const wrong = (reason: string): SyntaxError => new SyntaxError(`XML Parse error: ${reason}`);

export class Scanner {
  position = 0;
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  get isAtEnd(): boolean {
    return this.position >= this.source.length;
  }

  startsWith(text: string): boolean {
    return this.source.startsWith(text, this.position);
  }

  /** Goes behind `text` when it is next. */
  accept(text: string): boolean {
    const isNext = this.startsWith(text);
    if (isNext) this.position += text.length;
    return isNext;
  }

  /** Goes behind `text`, which has to be next; otherwise says what `reason` was. */
  expect(text: string, reason: string): void {
    if (!this.accept(text)) throw this.unexpected(reason);
  }

  /** Goes behind blanks and returns whether there were some. */
  space(): boolean {
    return this.#match(SPACE) !== "";
  }

  /** Goes behind blanks, of which there has to be one. */
  needSpace(): void {
    if (!this.space()) throw wrong(`Whitespace is required before ${this.#next()}`);
  }

  name(what: string): string {
    const name = this.#match(NAME);
    if (name === "") throw this.unexpected(`Expected ${what}`);
    return name;
  }

  /** A name, which may begin with any of its characters; "" when there is none. */
  token(): string {
    return this.#match(TOKEN);
  }

  /** What is before `end`, which is left behind. */
  until(end: string, reason: string): string {
    const index = this.source.indexOf(end, this.position);
    if (index === -1) throw wrong(reason);
    const text = this.source.slice(this.position, index);
    this.position = index + end.length;
    return text;
  }

  unexpected(reason: string): SyntaxError {
    const next = this.#next();
    return wrong(`${reason} but found ${next}`);
  }

  #match(expression: RegExp): string {
    expression.lastIndex = this.position;
    const found = expression.exec(this.source)?.[0] ?? "";
    this.position += found.length;
    return found;
  }

  #next(): string {
    if (this.isAtEnd) return "end of input";
    if (this.startsWith(" ")) return "space";
    const start = this.position;
    const found = /^(?:<!\[?[A-Za-z]*|\/>)?/.exec(this.source.slice(start, start + 20))![0] || this.#match(NAME);
    this.position = start;
    return `'${found || String.fromCodePoint(this.source.codePointAt(start)!)}'`;
  }
}
