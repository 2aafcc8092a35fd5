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

/** A reader of one stream. */
export abstract class YamlReader {
  protected text: string;
  protected position = 0;

  constructor(text: string) {
    this.text = `${(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text).replace(/\r\n?/g, "\n")}\n`;
  }

  protected error(message = "Unexpected token"): SyntaxError {
    return new SyntaxError(`YAML Parse error: ${message}`);
  }

  protected get next(): string {
    return this.text[this.position] ?? "";
  }

  protected column(): number {
    return this.position - (this.text.lastIndexOf("\n", this.position - 1) + 1);
  }

  protected isMarker(marker: string): boolean {
    return (
      this.column() === 0 &&
      this.text.startsWith(marker, this.position) &&
      /[\s]/.test(this.text[this.position + 3] ?? "\n")
    );
  }

  protected isEndOfDocument(): boolean {
    return this.position >= this.text.length || this.isMarker("---") || this.isMarker("...");
  }

  protected isBlank(offset = 0): boolean {
    const character = this.text[this.position + offset];
    return character === undefined || character === " " || character === "\t" || character === "\n";
  }

  /** Whether a colon that ends a key is here. */
  protected isColon(): boolean {
    return this.text[this.position] === ":" && this.isBlank(1);
  }

  protected skipBlanks(): void {
    while (this.next === " " || this.next === "\t") this.position++;
  }

  protected skipLine(): void {
    const end = this.text.indexOf("\n", this.position);
    this.position = end === -1 ? this.text.length : end;
  }

  // Skips blanks, and a comment that follows a blank.
  protected skipRest(): void {
    const start = this.position;
    this.skipBlanks();
    if (this.next === "#" && (this.position > start || this.column() === 0 || this.text[this.position - 1] === "\n"))
      this.skipLine();
  }

  protected skipLines(): void {
    for (;;) {
      this.skipRest();
      if (this.next !== "\n") return;
      this.position++;
    }
  }

  protected requireEndOfLine(): void {
    this.skipRest();
    if (this.next !== "\n") throw this.error();
  }

  // Lines that are indented more than `parent` continue the scalar; an empty line is a line end, any other line end a space.
  protected plain(parent: number, isFlow: boolean): string {
    const ends = isFlow ? /[,[\]{}]/ : /$^/;
    let text = this.plainLine(ends);
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
        (isFlow
          ? ends.test(this.next) || (this.next === ":" && this.isBlank(1))
          : this.column() <= parent || this.isKey());
      if (isOver) {
        this.position = start;
        return text;
      }
      text += (lineEnds === 1 ? " " : "\n".repeat(lineEnds - 1)) + this.plainLine(ends);
    }
  }

  protected plainLine(ends: RegExp): string {
    const start = this.position;
    while (this.next !== "\n" && this.next !== "") {
      if (this.next === ":" && (this.isBlank(1) || ends.test(this.text[this.position + 1] ?? ""))) break;
      if (this.next === "#" && this.position > start && /\s/.test(this.text[this.position - 1]!)) break;
      if (ends.test(this.next)) break;
      this.position++;
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
