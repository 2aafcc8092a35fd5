// Reads the characters of a YAML stream: the position, white space and comments, and scalars in all styles. `yaml.ts` makes nodes
// of them.

const ESCAPES: Record<string, string> = {
  0: "\0",
  a: "\x07",
  b: "\b",
  t: "\t",
  "\t": "\t",
  n: "\n",
  v: "\v",
  f: "\f",
  r: "\r",
  e: "\x1b",
  " ": " ",
  '"': '"',
  "/": "/",
  "\\": "\\",
  N: "\x85",
  _: "\xa0",
  L: "\u2028",
  P: "\u2029",
};
const HEX_ESCAPES: Record<string, number> = { x: 2, u: 4, U: 8 };

const TAB = 0x09;
const LINE_FEED = 0x0a;
const SPACE = 0x20;
const HASH = 0x23;
const COMMA = 0x2c;
const DASH = 0x2d;
const DOT = 0x2e;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const WHITE_SPACE = /\s/;

function isBlankCode(code: number): boolean {
  return code === SPACE || code === TAB || code === LINE_FEED;
}

/** Whether a plain scalar in a flow collection ends before this character. */
function isFlowIndicator(code: number): boolean {
  return (
    code === COMMA || code === OPEN_BRACKET || code === CLOSE_BRACKET || code === OPEN_BRACE || code === CLOSE_BRACE
  );
}

/** A reader of one stream. */
export abstract class YamlReader {
  protected text: string;
  protected position = 0;
  /** A line that `column` has found: where it begins, and where the next one does. */
  #lineStart = 0;
  #lineEnd = 0;

  constructor(text: string) {
    const marked = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
    this.text = `${marked.includes("\r") ? marked.replace(/\r\n?/g, "\n") : marked}\n`;
  }

  protected error(message = "Unexpected token"): SyntaxError {
    return new SyntaxError(`YAML Parse error: ${message}`);
  }

  protected get next(): string {
    return this.text[this.position] ?? "";
  }

  /** The code of the next character; NaN at the end. */
  protected get code(): number {
    return this.text.charCodeAt(this.position);
  }

  /** The index of the first character of the current line. */
  protected lineStart(): number {
    const { position, text } = this;
    if (position >= this.#lineEnd || position < this.#lineStart) {
      this.#lineStart = text.lastIndexOf("\n", position - 1) + 1;
      const end = text.indexOf("\n", position);
      this.#lineEnd = end === -1 ? text.length : end + 1;
    }
    return this.#lineStart;
  }

  protected column(): number {
    return this.position - this.lineStart();
  }

  protected isMarker(marker: string): boolean {
    return (
      this.text.startsWith(marker, this.position) &&
      this.column() === 0 &&
      /[\s]/.test(this.text[this.position + 3] ?? "\n")
    );
  }

  protected isEndOfDocument(): boolean {
    if (this.position >= this.text.length) return true;
    const { code } = this;
    return (code === DASH && this.isMarker("---")) || (code === DOT && this.isMarker("..."));
  }

  protected isBlank(offset = 0): boolean {
    const index = this.position + offset;
    return index >= this.text.length || isBlankCode(this.text.charCodeAt(index));
  }

  /** Whether a colon that ends a key is here. */
  protected isColon(): boolean {
    return this.code === COLON && this.isBlank(1);
  }

  protected skipBlanks(): void {
    let { code } = this;
    while (code === SPACE || code === TAB) {
      this.position++;
      ({ code } = this);
    }
  }

  protected skipLine(): void {
    const end = this.text.indexOf("\n", this.position);
    this.position = end === -1 ? this.text.length : end;
  }

  // Skips blanks, and a comment that follows a blank.
  protected skipRest(): void {
    const start = this.position;
    this.skipBlanks();
    if (this.code === HASH && (this.position > start || this.column() === 0 || this.text[this.position - 1] === "\n"))
      this.skipLine();
  }

  protected skipLines(): void {
    for (;;) {
      this.skipRest();
      if (this.code !== LINE_FEED) return;
      this.position++;
    }
  }

  protected requireEndOfLine(): void {
    this.skipRest();
    if (this.next !== "\n") throw this.error();
  }

  // Lines that are indented more than `parent` continue the scalar; an empty line is a line end, any other line end a space.
  protected plain(parent: number, isFlow: boolean): string {
    let text = this.plainLine(isFlow);
    for (;;) {
      const start = this.position;
      let lineEnds = 0;
      for (;;) {
        this.skipBlanks();
        if (this.next !== "\n" || this.position >= this.text.length - 1) break;
        this.position++;
        lineEnds++;
      }
      const isOver =
        lineEnds === 0 ||
        this.isEndOfDocument() ||
        this.next === "#" ||
        this.next === "\n" ||
        this.next === "" ||
        (isFlow ? isFlowIndicator(this.code) || this.isColon() : this.column() <= parent || this.isKey());
      if (isOver) {
        this.position = start;
        return text;
      }
      text += (lineEnds === 1 ? " " : "\n".repeat(lineEnds - 1)) + this.plainLine(isFlow);
    }
  }

  protected plainLine(isFlow: boolean): string {
    const start = this.position;
    const { text: source } = this;
    for (; this.position < source.length; this.position++) {
      const { code } = this;
      if (code === LINE_FEED) break;
      if (code === COLON && (this.isBlank(1) || (isFlow && isFlowIndicator(source.charCodeAt(this.position + 1)))))
        break;
      if (code === HASH && this.position > start && WHITE_SPACE.test(source[this.position - 1]!)) break;
      if (isFlow && isFlowIndicator(code)) break;
    }
    const text = this.text.slice(start, this.position).trimEnd();
    this.position = start + text.length;
    return text;
  }

  protected quoted(): string {
    const quote = this.text[this.position++];
    let text = "";
    for (;;) {
      const character = this.next;
      if (this.position >= this.text.length) throw this.error("Unterminated string");
      this.position++;
      if (character === "\n") text = this.fold(text);
      else if (character !== quote) text += character === "\\" && quote === '"' ? this.escape() : character;
      else if (quote === "'" && this.next === "'") {
        text += "'";
        this.position++;
      } else return text;
    }
  }

  // A line end inside of quotes is a space; further ones are retained.
  protected fold(text: string): string {
    let lineEnds = 1;
    for (;;) {
      this.skipBlanks();
      if (this.next !== "\n" || this.position >= this.text.length - 1) break;
      this.position++;
      lineEnds++;
    }
    return text.replace(/[ \t]+$/, "") + (lineEnds === 1 ? " " : "\n".repeat(lineEnds - 1));
  }

  protected escape(): string {
    const character = this.text[this.position++] ?? "";
    if (character === "\n") {
      this.skipBlanks();
      return "";
    }
    const length = HEX_ESCAPES[character];
    if (length !== undefined) {
      const digits = this.text.slice(this.position, this.position + length);
      if (!/^[0-9a-fA-F]+$/.test(digits) || digits.length !== length) throw this.error("Invalid escape");
      this.position += length;
      return String.fromCodePoint(Number.parseInt(digits, 16));
    }
    const value = ESCAPES[character];
    if (value === undefined) throw this.error("Invalid escape");
    return value;
  }

  /** The index of the colon that ends the plain key here; -1: this line has none. */
  protected endOfPlainKey(): number {
    const { position, text } = this;
    for (let index = position; index < text.length; index++) {
      const code = text.charCodeAt(index);
      if (code === LINE_FEED) return -1;
      if (code === COLON && (index + 1 >= text.length || isBlankCode(text.charCodeAt(index + 1)))) return index;
      if (code === HASH && WHITE_SPACE.test(text[index - 1] ?? " ")) return -1;
    }
    return -1;
  }

  /** Whether this line begins with a key and its colon. */
  protected abstract isKey(): boolean;

  protected blockScalar(parent: number): string {
    const isFolded = this.next === ">";
    const header = /[|>]([-+\d]*)/y;
    header.lastIndex = this.position;
    const indicators = header.exec(this.text)![1]!;
    this.position += 1 + indicators.length;
    this.requireEndOfLine();
    this.position++;
    const digit = /\d/.exec(indicators)?.[0];
    let indent = digit === undefined ? -1 : Math.max(parent, 0) + Number(digit);
    const lines: string[] = [];
    while (this.position < this.text.length) {
      const end = this.text.indexOf("\n", this.position);
      const line = this.text.slice(this.position, end);
      const spaces = /^ */.exec(line)![0].length;
      if (spaces === line.length) {
        lines.push(indent === -1 ? "" : line.slice(indent));
        this.position = end + 1;
        continue;
      }
      if (indent === -1) indent = spaces;
      if (spaces < indent || indent <= parent || (spaces === 0 && this.isEndOfDocument())) break;
      lines.push(line.slice(indent));
      this.position = end + 1;
    }
    this.position--;
    return chomp(lines, indicators, isFolded);
  }
}

// Folding (§8.1.3) and the treatment of the final line ends (§8.1.1.2).
function chomp(lines: string[], indicators: string, isFolded: boolean): string {
  let count = lines.length;
  while (count > 0 && lines[count - 1] === "") count--;
  const final = lines.length - count;
  let text = "";
  for (let index = 0; index < count; index++) {
    const line = lines[index]!;
    if (index === 0) text = line;
    else if (!isFolded) text += `\n${line}`;
    else {
      const before = lines[index - 1]!;
      const isMore = /^[ \t]/.test(line) || /^[ \t]/.test(before);
      // One line end becomes a space; an empty line restores the one before it.
      if (line === "") text += "\n";
      else if (before === "" && !isMore) text += line;
      else text += (isMore ? "\n" : " ") + line;
    }
  }
  if (indicators.includes("-")) return text;
  if (indicators.includes("+")) return text + "\n".repeat(final + (count > 0 ? 1 : 0));
  return count > 0 ? `${text}\n` : "";
}
