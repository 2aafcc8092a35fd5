// The language of `Bun.$`: parses the strings of a template to a tree, which `shell_run` runs.
// The template's values are data; only `{ raw }` is source. See docs/decisions/bun_shell.md.

/** A part of a word. `isQuoted` parts hold no patterns and are not split. */
export type Part =
  | { kind: "text"; text: string; isQuoted: boolean }
  | { kind: "variable"; name: string; isQuoted: boolean }
  | { kind: "command"; body: Node; isQuoted: boolean }
  /** Values of the template: the first is joined with the string before, the last with the string after. */
  | { kind: "values"; values: string[]; isQuoted: boolean }
  /** An object, which only a redirection can use. */
  | { kind: "object"; value: object };

export type Word = Part[];

export interface Redirect {
  /** File descriptors of the command: 0, 1, 2, or 1 and 2. */
  targets: number[];
  mode: "read" | "write" | "append" | "duplicate";
  word: Word;
  /** The file descriptor to duplicate; -1 for other redirections. With a path, that of a command of the shell which the path receives. */
  from: number;
}

export type Node =
  | { kind: "list"; items: Node[] }
  | { kind: "chain"; first: Node; rest: { isAnd: boolean; node: Node }[] }
  | { kind: "pipeline"; commands: Node[] }
  | { kind: "simple"; assignments: { name: string; value: Word }[]; words: Word[]; redirect: Redirect | null }
  | { kind: "subshell"; body: Node }
  | { kind: "if"; branches: { condition: Node; body: Node }[]; otherwise: Node | null }
  | { kind: "test"; words: Word[] };

const MARK = "\b";
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
const ASSIGNMENT = /([A-Za-z_][A-Za-z0-9_]*)=/y;
const REDIRECT = /(?:(1>&2|2>&1)|([0-2])?(>>|>|<)|(&>>|&>))/y;
const TOKEN_NAMES: Record<string, string> = {
  "|": "Pipe",
  ";": "Semicolon",
  "&": "Ampersand",
  ")": "CloseParen",
  "<": "Redirect",
  ">": "Redirect",
};

/** Parses a template: `pieces` are its raw strings. Throws an Error that describes the mistake. */
export function parse(pieces: readonly string[], values: readonly unknown[]): Node {
  const parser = new Parser();
  for (let index = 0; index < pieces.length; index++) {
    parser.addSource(pieces[index]!);
    if (index < values.length) parser.addValue(values[index]);
  }
  return parser.run();
}

function isOpaque(value: object): boolean {
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return true;
  const tag = Object.prototype.toString.call(value);
  return (
    tag === "[object Blob]" ||
    tag === "[object File]" ||
    tag === "[object Response]" ||
    tag === "[object ReadableStream]"
  );
}

// An argument of a program cannot contain a NUL: the system would cut it off there.
function textOf(value: unknown): string {
  const text = `${value as string}`;
  if (text.includes("\0"))
    throw Object.assign(
      new TypeError(`The shell argument must be a string without null bytes. Received ${JSON.stringify(text)}`),
      { code: "ERR_INVALID_ARG_VALUE" },
    );
  if (typeof value !== "object" || value === null) return text;
  if (text.startsWith("[object "))
    throw new Error(`Invalid JS object used in shell: ${text}, you might need to call \`.toString()\` on it`);
  return text;
}

class Parser {
  #source = "";
  #position = 0;
  #values: ({ texts: string[] } | { object: object })[] = [];

  addSource(text: string): void {
    for (const [index, piece] of text.split(MARK).entries()) {
      if (index > 0) this.#mark({ texts: [MARK] });
      this.#source += piece;
    }
  }

  addValue(value: any): void {
    if (Array.isArray(value)) {
      const texts = value.flat(Infinity).map((item) => (typeof item?.raw === "string" ? item.raw : textOf(item)));
      if (texts.length > 0) this.#mark({ texts });
    } else if (typeof value === "object" && value !== null && typeof value.raw === "string") this.addSource(value.raw);
    else if (typeof value === "object" && value !== null && isOpaque(value)) this.#mark({ object: value });
    else this.#mark({ texts: [textOf(value)] });
  }

  #mark(value: { texts: string[] } | { object: object }): void {
    this.#source += MARK + String.fromCharCode(this.#values.length);
    this.#values.push(value);
  }

  run(): Node {
    const node = this.#list([]);
    if (this.#position < this.#source.length) throw new Error(`Unexpected '${this.#source[this.#position]}'`);
    return node;
  }

  get #next(): string {
    return this.#source[this.#position] ?? "";
  }

  #isAt(text: string): boolean {
    return this.#source.startsWith(text, this.#position);
  }

  // Blanks, continued lines and comments.
  #skipBlanks(): void {
    for (;;) {
      const character = this.#next;
      if (character === " " || character === "\t" || character === "\r") this.#position++;
      else if (character === "\\" && this.#source[this.#position + 1] === "\n") this.#position += 2;
      else if (character === "#") {
        const end = this.#source.indexOf("\n", this.#position);
        this.#position = end === -1 ? this.#source.length : end;
      } else return;
    }
  }

  #skipSeparators(): void {
    for (;;) {
      this.#skipBlanks();
      if (this.#next !== "\n" && this.#next !== ";") return;
      this.#position++;
    }
  }

  #skipLines(): void {
    this.#skipBlanks();
    while (this.#next === "\n") {
      this.#position++;
      this.#skipBlanks();
    }
  }

  // A reserved word at this position.
  #reserved(words: readonly string[]): string | undefined {
    return words.find(
      (word) =>
        this.#isAt(word) &&
        /^(?:$|[\s;&|()<>])/.test(this.#source.slice(this.#position + word.length, this.#position + word.length + 1)),
    );
  }

  // Commands up to a closing parenthesis, the end, or one of the reserved words `ends`.
  #list(ends: readonly string[]): Node {
    const items: Node[] = [];
    for (;;) {
      this.#skipSeparators();
      if (this.#next === "" || this.#next === ")" || this.#reserved(ends) !== undefined) break;
      items.push(this.#chain());
      this.#skipBlanks();
      const character = this.#next;
      if (character === "&" && !this.#isAtRedirect()) throw new Error('Background commands "&" are not supported yet.');
      if (character === "|") throw this.#unexpected();
    }
    return items.length === 1 ? items[0]! : { kind: "list", items };
  }

  #chain(): Node {
    const first = this.#pipeline();
    const rest: { isAnd: boolean; node: Node }[] = [];
    for (;;) {
      this.#skipBlanks();
      const isAnd = this.#isAt("&&");
      if (!isAnd && !this.#isAt("||")) break;
      this.#position += 2;
      this.#skipLines();
      rest.push({ isAnd, node: this.#pipeline() });
    }
    return rest.length === 0 ? first : { kind: "chain", first, rest };
  }

  #pipeline(): Node {
    const commands = [this.#command()];
    for (;;) {
      this.#skipBlanks();
      if (this.#next !== "|" || this.#isAt("||")) break;
      this.#position++;
      this.#skipLines();
      commands.push(this.#command());
    }
    return commands.length === 1 ? commands[0]! : { kind: "pipeline", commands };
  }

  #command(): Node {
    this.#skipBlanks();
    if (this.#next === "(") return this.#subshell();
    if (this.#reserved(["if"]) !== undefined) return this.#conditional();
    if (this.#reserved(["[["]) !== undefined) return this.#test();
    return this.#simple();
  }

  #subshell(): Node {
    this.#position++;
    const body = this.#list([]);
    if (!this.#isAt(")")) throw new Error("Unclosed subshell");
    this.#position++;
    if (this.#redirect() !== null)
      throw new Error("Subshells with redirections are currently not supported. Please open a GitHub issue.");
    return { kind: "subshell", body };
  }

  #conditional(): Node {
    const branches: { condition: Node; body: Node }[] = [];
    let otherwise: Node | null = null;
    let keyword: string | undefined = "if";
    while (keyword === "if" || keyword === "elif") {
      this.#position += keyword.length;
      const condition = this.#list(["then"]);
      if (this.#reserved(["then"]) === undefined) throw new Error(`Expected "then" but got: ${this.#found()}`);
      this.#position += "then".length;
      const body = this.#list(["else", "elif", "fi"]);
      branches.push({ condition, body });
      keyword = this.#reserved(["else", "elif", "fi"]);
      if (keyword === undefined) throw new Error(`Expected "else", "elif", or "fi" but got: ${this.#found()}`);
    }
    if (keyword === "else") {
      this.#position += "else".length;
      otherwise = this.#list(["fi"]);
      if (this.#reserved(["fi"]) === undefined) throw new Error(`Expected "fi" but got: ${this.#found()}`);
    }
    this.#position += "fi".length;
    return { kind: "if", branches, otherwise };
  }

  #test(): Node {
    this.#position += "[[".length;
    const words: Word[] = [];
    for (;;) {
      this.#skipBlanks();
      if (this.#reserved(["]]"]) !== undefined) break;
      if (this.#next === "" || this.#next === "\n") throw new Error('Unclosed "[["');
      const operator = ["&&", "||", "<", ">", "(", ")"].find((text) => this.#isAt(text));
      if (operator !== undefined) throw new Error(`Unknown conditional expression operation: ${operator}`);
      if (this.#isEndOfCommand()) throw this.#unexpected();
      words.push(this.#word());
    }
    this.#position += "]]".length;
    return { kind: "test", words };
  }

  // As in Bun, a command has at most one redirection, and ends behind it.
  #simple(): Node {
    const assignments: { name: string; value: Word }[] = [];
    const words: Word[] = [];
    let redirect: Redirect | null = null;
    for (;;) {
      this.#skipBlanks();
      if (this.#isAtRedirect() && words.length === 0) {
        const isUnknown = /^(?:1>&[^2]|2>&[^1])/.test(this.#source.slice(this.#position, this.#position + 4));
        throw new Error(
          isUnknown ? "Redirection with no file" : 'expected a command or assignment but got: "Redirect"',
        );
      }
      redirect = this.#redirect();
      if (redirect !== null || this.#isEndOfCommand()) break;
      ASSIGNMENT.lastIndex = this.#position;
      const assignment = words.length === 0 ? ASSIGNMENT.exec(this.#source) : null;
      if (assignment !== null) {
        this.#position += assignment[0].length;
        assignments.push({
          name: assignment[1]!,
          value: this.#isEndOfCommand() || /\s/.test(this.#next) ? [] : this.#word(),
        });
      } else words.push(this.#word());
    }
    if (redirect === null && this.#next === "(") throw new Error("Unexpected token: `(`");
    if (words.length === 0 && assignments.length === 0) throw this.#unexpected();
    const [first] = words;
    if (first?.[0]?.kind === "object") throw new Error('expected a command or assignment but got: "JSObjRef"');
    if (words.some((word) => word.some((part) => part.kind === "object")))
      throw new Error("JavaScript objects can only be used as the target of a redirection");
    return { kind: "simple", assignments, words, redirect };
  }

  #isEndOfCommand(): boolean {
    const character = this.#next;
    return (
      character === "" ||
      character === "\n" ||
      character === ";" ||
      character === "|" ||
      character === ")" ||
      character === "&" ||
      character === "("
    );
  }

  // Null when there is no redirection at this position. Skips blanks.
  #redirect(): Redirect | null {
    this.#skipBlanks();
    REDIRECT.lastIndex = this.#position;
    const match = REDIRECT.exec(this.#source);
    if (match === null) return null;
    this.#position += match[0].length;
    const [, duplicate, digit, operator, both] = match;
    if (duplicate !== undefined) {
      const [target, from] = duplicate === "1>&2" ? [1, 2] : [2, 1];
      this.#skipBlanks();
      if (this.#isEndOfTarget()) return { targets: [target], mode: "duplicate", word: [], from };
      return { targets: [1, 2], mode: "write", word: this.#word(), from };
    }
    if (both !== undefined)
      return { targets: [1, 2], mode: both === "&>>" ? "append" : "write", word: this.#target(), from: -1 };
    const target = digit === undefined ? (operator === "<" ? 0 : 1) : Number(digit);
    // As in Bun, the file descriptor decides what is read, and `1<` appends.
    const mode = target === 0 ? "read" : operator === ">" ? "write" : "append";
    return { targets: [target], mode, word: this.#target(), from: -1 };
  }

  #isAtRedirect(): boolean {
    REDIRECT.lastIndex = this.#position;
    return REDIRECT.test(this.#source);
  }

  #isEndOfTarget(): boolean {
    return this.#isEndOfCommand() || this.#next === "<" || this.#next === ">";
  }

  #target(): Word {
    this.#skipBlanks();
    if (this.#isEndOfTarget()) throw new Error("Redirection with no file");
    return this.#word();
  }

  // One word; the position is at its first character.
  #word(): Word {
    const word: Word = [];
    for (;;) {
      const character = this.#next;
      if (
        this.#isEndOfCommand() ||
        character === " " ||
        character === "\t" ||
        character === "\r" ||
        character === "<" ||
        character === ">" ||
        (word.length !== 0 && /^[0-2][<>]/.test(this.#source.slice(this.#position, this.#position + 2)))
      )
        return word;
      if (character === "\\") this.#escape(word);
      else if (character === "'") this.#singleQuoted(word);
      else if (character === '"') this.#doubleQuoted(word);
      else if (character === "$") this.#dollar(word, false);
      else if (character === MARK) this.#value(word, false);
      else {
        add(word, character, false);
        this.#position++;
      }
    }
  }

  #escape(word: Word): void {
    const escaped = this.#source[this.#position + 1];
    this.#position += 2;
    if (escaped === MARK) {
      this.#position--;
      this.#value(word, true);
    } else if (escaped === undefined) add(word, "\\", true);
    else if (escaped !== "\n") add(word, escaped, true);
  }

  #singleQuoted(word: Word): void {
    this.#position++;
    add(word, "", true);
    while (this.#next !== "'" && this.#next !== "") {
      if (this.#next === MARK) this.#value(word, true);
      else add(word, this.#source[this.#position++]!, true);
    }
    this.#position++;
  }

  #doubleQuoted(word: Word): void {
    this.#position++;
    add(word, "", true);
    for (;;) {
      const character = this.#next;
      if (character === "" || character === '"') break;
      const following = this.#source[this.#position + 1] ?? "";
      if (
        character === "\\" &&
        (following === "$" || following === "`" || following === '"' || following === "\\" || following === "\n")
      ) {
        if (following !== "\n") add(word, following, true);
        this.#position += 2;
      } else if (character === "$") this.#dollar(word, true);
      else if (character === MARK) this.#value(word, true);
      else {
        add(word, character, true);
        this.#position++;
      }
    }
    this.#position++;
  }

  // `$NAME`, `$1`, `$(…)`, or a dollar sign: Bun has no `${NAME}`.
  #dollar(word: Word, isQuoted: boolean): void {
    this.#position++;
    if (this.#next === "(") {
      this.#position++;
      const body = this.#list([]);
      if (!this.#isAt(")")) throw new Error("Unclosed command substitution");
      this.#position++;
      word.push({ kind: "command", body, isQuoted });
      return;
    }
    const start = this.#position;
    NAME.lastIndex = start;
    const digit = this.#next;
    const name = digit >= "0" && digit <= "9" ? digit : NAME.exec(this.#source)?.[0];
    if (name === undefined) {
      add(word, "$", true);
      return;
    }
    this.#position = start + name.length;
    word.push({ kind: "variable", name, isQuoted });
  }

  #value(word: Word, isQuoted: boolean): void {
    const value = this.#values[this.#source.charCodeAt(this.#position + 1)]!;
    this.#position += 2;
    if ("object" in value) word.push({ kind: "object", value: value.object });
    else word.push({ kind: "values", values: isQuoted ? [value.texts.join(" ")] : value.texts, isQuoted });
  }

  #found(): string {
    return this.#next === "" ? "Eof" : this.#next;
  }

  #unexpected(): Error {
    const character = this.#next;
    if (character === "") return new Error("Unexpected EOF");
    const name = this.#isAt("&&") ? "DoubleAmpersand" : this.#isAt("||") ? "DoublePipe" : TOKEN_NAMES[character];
    if (character === ")") return new Error("Unexpected ')'");
    return new Error(`expected a command or assignment${name === undefined ? "" : ` but got: "${name}"`}`);
  }
}

// Joins adjacent strings of the same kind to one part.
function add(word: Word, text: string, isQuoted: boolean): void {
  const last = word[word.length - 1];
  if (last?.kind === "text" && last.isQuoted === isQuoted) last.text += text;
  else word.push({ kind: "text", text, isQuoted });
}
