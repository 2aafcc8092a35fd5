// Colours of regular expressions: each level of nesting has the next colour of a palette.
import * as lists from "internal:core/lists";
import { colors } from "internal:core/util/inspect/options";

const defaultPalette = ["green", "red", "yellow", "cyan", "magenta"];

/** Adds colours to `/source/flags`. The palette is `highlightRegExp.colors`, which a program may replace. */
export function highlightRegExp(text: string): string {
  const names: string[] = highlightRegExp.colors?.length > 0 ? highlightRegExp.colors : defaultPalette;
  const palette = lists.map(names, (name) => colors[name]).filter((color) => color !== undefined);
  return new Highlighter(text, palette).run();
}
highlightRegExp.colors = [...defaultPalette];

class Highlighter {
  text: string;
  palette: [number, number][];
  out = "";
  index = 1;
  depth = 0;

  constructor(text: string, palette: [number, number][]) {
    this.text = text;
    this.palette = palette;
  }

  /** Appends `part` in the colour of the current depth plus `deeper`. */
  write(part: string, deeper = 0): void {
    const color = this.palette[(this.depth + deeper) % this.palette.length] ?? this.palette[0]!;
    this.out += `\u001b[${color[0]}m${part}\u001b[${color[1]}m`;
  }

  take(pattern: RegExp): string {
    pattern.lastIndex = this.index;
    const found = pattern.exec(this.text)?.[0] ?? "";
    this.index += found.length;
    return found;
  }

  run(): string {
    const { text } = this;
    this.write("/");
    this.depth++;
    let inClass = false;
    while (this.index < text.length) {
      const character = text[this.index]!;
      if (inClass) {
        inClass = this.classMember(character);
      } else if (character === "/") {
        break;
      } else if (character === "[") {
        this.write("[");
        this.depth++;
        this.index++;
        inClass = true;
      } else if (character === "(") {
        this.open();
      } else if (character === ")") {
        this.depth--;
        this.write(")");
        this.index++;
      } else if (character === "\\") {
        this.escape();
      } else if ("|+*?,^$".includes(character)) {
        this.write(character, 3);
        this.index++;
      } else if (character === "{") {
        this.quantifier();
      } else {
        this.write(character, character === "." ? 2 : 1);
        this.index++;
      }
    }
    this.write("/", -1);
    this.index++;
    if (this.index < text.length) this.write(text.slice(this.index));
    return this.out;
  }

  /** One member of a class `[…]`; false after its end. */
  classMember(character: string): boolean {
    const { text } = this;
    if (character === "]") {
      this.depth--;
      this.write("]");
      this.index++;
      return false;
    }
    if (character === "\\") {
      const sequence = this.take(/\\[^]?/y);
      const letter = sequence[1];
      if ((letter === "u" || letter === "p" || letter === "P") && text[this.index] === "{")
        this.braced(`${sequence}{`, "}", 0);
      else this.write(letter === "x" ? sequence + this.take(/[^]{0,2}/y) : sequence);
    } else if (
      character === "-" &&
      text[this.index - 1] !== "[" &&
      this.index + 1 < text.length &&
      text[this.index + 1] !== "]"
    ) {
      this.write("-", 1);
      this.index++;
    } else {
      this.write(character);
      this.index++;
    }
    return true;
  }

  escape(): void {
    const { text } = this;
    let sequence = this.take(/\\[^]?/y);
    const letter = sequence[1];
    if (this.index < text.length && letter !== undefined) {
      const next = text[this.index];
      if ((letter === "u" || letter === "p" || letter === "P") && next === "{")
        return this.braced(`${sequence}{`, "}", 0);
      if (letter === "k" && next === "<") return this.braced(`${sequence}<`, ">", 1);
      if (letter === "x") sequence += this.take(/[^]{0,2}/y);
      else if (letter >= "0" && letter <= "9") sequence += this.take(/[0-9]*/y);
    }
    this.write(sequence, 1);
  }

  /** `\u{…}`, `\p{…}`, `\k<…>`: `index` is at the opening mark. */
  braced(start: string, end: string, shallower: number): void {
    const { text } = this;
    const close = text.indexOf(end, this.index + 1);
    if (close === -1) {
      // Not closed: only the opening has a colour, the rest is treated as literal characters.
      this.index++;
      this.write(start, 1);
      return;
    }
    const name = text.slice(this.index + 1, close);
    this.depth -= shallower;
    this.write(start);
    this.write(name, 1);
    this.write(end);
    this.depth += shallower;
    this.index = close + 1;
  }

  open(): void {
    const { text } = this;
    this.write("(");
    this.depth++;
    this.index++;
    if (text[this.index] !== "?") return;
    this.index++;
    const kind = text[this.index] ?? "";
    if (kind === ":" || kind === "=" || kind === "!") {
      this.write(`?${kind}`, -1);
      this.index++;
    } else if (kind === "<") {
      const after = text[this.index + 1];
      if (after === "=" || after === "!") {
        this.write(`?<${after}`, -1);
        this.index += 2;
        return;
      }
      this.index++;
      const name = this.take(/[^>]*/y);
      this.write("?<", -1);
      if (text[this.index] === ">") {
        this.write(name, 0);
        this.write(">", -1);
        this.index++;
      } else {
        this.write(name);
      }
    } else {
      this.write("?");
    }
  }

  quantifier(): void {
    const { text } = this;
    this.index++;
    const minimum = this.take(/[0-9]*/y);
    if (minimum !== "") {
      this.write("{");
      this.depth++;
      this.write(minimum, 1);
    }
    if (this.index < text.length) {
      if (text[this.index] === ",") {
        if (minimum === "") {
          this.write("{");
          this.depth++;
        }
        this.write(",");
        this.index++;
      } else if (minimum === "") {
        this.write("{", 1);
        return;
      }
    }
    const maximum = this.take(/[0-9]*/y);
    if (maximum !== "") this.write(maximum, 1);
    if (text[this.index] === "}") {
      this.depth--;
      this.write("}");
      this.index++;
    }
    if (text[this.index] === "?") {
      this.write("?", 3);
      this.index++;
    }
  }
}
