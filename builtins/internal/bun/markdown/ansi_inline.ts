// The inline content of `Bun.markdown.ansi`: styled runs of text, which are wrapped when their block is written.
import { stringWidth } from "internal:bun/string_width";
import type { LeafNode, OpenNode } from "internal:bun/markdown/nodes";
import { mathSource } from "internal:bun/markdown/nodes";

/** How a document is written. */
export interface Appearance {
  hasColors: boolean;
  hasHyperlinks: boolean;
  /** For terminals with a light background. */
  isLight: boolean;
  /** The width of the terminal; 0 for no wrapping. */
  columns: number;
}

/**
 * A part of a line: an escape sequence without width, text, text that is broken only where it must be (`atom`), text that
 * stays behind what precedes it (`glue`), or the end of a line.
 */
export type Run =
  | { kind: "escape"; text: string }
  /** `color` is the sequence that continues the color of the text in the next line. */
  | { kind: "text" | "atom" | "glue"; text: string; color: string }
  | { kind: "break" };

const SPANS: Record<string, [open: string, close: string]> = {
  emphasis: ["\x1b[3m", "\x1b[23m"],
  strong: ["\x1b[1m", "\x1b[22m"],
  underline: ["\x1b[4m", "\x1b[24m"],
  strikethrough: ["\x1b[9m", "\x1b[29m"],
};
const LINK = "\x1b[34m\x1b[4m";
const NO_COLOR = "\x1b[39m\x1b[49m";
const CONTROLS = /[\x00-\x08\x0b-\x1f\x7f]/g;

/** Collects the runs of one block. */
export class InlineRuns {
  readonly runs: Run[] = [];
  #appearance: Appearance;
  /** The style of the block, which spans that end take with them. */
  #base: string;
  #open: string[] = [];
  #linkColor = "";
  #imageText: string | null = null;

  constructor(appearance: Appearance, base: string) {
    this.#appearance = appearance;
    this.#base = base;
  }

  open(node: OpenNode): void {
    if (node[0] === "image") this.#imageText = "";
    else if (node[0] === "link") this.#openLink(node[1]);
    else if (node[0] === "wikiLink") this.#wikiLink();
    else if (SPANS[node[0]] !== undefined && this.#imageText === null) {
      this.#escape(SPANS[node[0]]![0]);
      this.#open.push(SPANS[node[0]]![0]);
    }
  }

  close(node: OpenNode): void {
    if (node[0] === "image") this.#image(node[1]);
    else if (this.#imageText !== null) return;
    else if (node[0] === "link") this.#closeLink(node[1]);
    else if (node[0] === "wikiLink") this.#closeWikiLink();
    else if (SPANS[node[0]] !== undefined) {
      this.#open.pop();
      this.#escape(SPANS[node[0]]![1] + this.#base);
    }
  }

  leaf(node: LeafNode): void {
    switch (node[0]) {
      case "text":
        return this.#text(node[1]);
      case "math":
        return this.#text(mathSource(node[1], node[2]));
      case "softBreak":
        return this.#text(" ");
      case "hardBreak":
        return void this.runs.push({ kind: "break" });
      case "codespan":
        return this.#code(node[1]);
      case "htmlInline":
        this.#escape("\x1b[2m");
        this.#text(node[1]);
        this.#escape("\x1b[22m");
    }
  }

  /** The styles that are open, for behind a sequence that ended them. */
  #styles(): string {
    return this.#base + this.#open.join("") + this.#linkColor;
  }

  #escape(text: string): void {
    if (this.#appearance.hasColors && text !== "") this.runs.push({ kind: "escape", text });
  }

  #text(source: string, kind: "text" | "atom" | "glue" = "text", color: string = this.#linkColor): void {
    const text = source.replace(CONTROLS, "");
    if (this.#imageText === null) this.runs.push({ kind, text, color: this.#appearance.hasColors ? color : "" });
    else this.#imageText += text;
  }

  #code(source: string): void {
    if (this.#imageText !== null) return this.#text(source);
    const color = this.#appearance.isLight ? "\x1b[48;5;254m\x1b[38;5;124m" : "\x1b[48;5;236m\x1b[38;5;215m";
    this.#escape(color);
    this.#text(source, "atom", color);
    this.#escape(NO_COLOR + this.#styles());
  }

  #openLink(address: string): void {
    if (this.#imageText !== null) return;
    if (this.#appearance.hasHyperlinks) this.#escape(hyperlink(address));
    this.#escape(LINK);
    this.#linkColor = LINK;
  }

  #closeLink(address: string): void {
    this.#linkColor = "";
    this.#escape(`\x1b[24m\x1b[39m${this.#styles()}`);
    if (this.#appearance.hasHyperlinks && this.#appearance.hasColors) return this.#escape(hyperlink(""));
    if (address === "") return;
    this.#escape("\x1b[2m");
    this.#text(" (", "glue");
    this.#text(address, "atom");
    this.#escape("\x1b[2m");
    this.#text(")", "glue");
    this.#escape(`\x1b[39m\x1b[22m${this.#styles()}`);
  }

  #wikiLink(): void {
    this.#escape("\x1b[34m");
    this.#text("[[");
  }

  #closeWikiLink(): void {
    this.#text("]]");
    this.#escape(`\x1b[39m${this.#styles()}`);
  }

  #image(address: string): void {
    const alternative = this.#imageText || "(image)";
    this.#imageText = null;
    const { hasColors, hasHyperlinks } = this.#appearance;
    if (hasHyperlinks) this.#escape(hyperlink(address));
    this.#escape("\x1b[35m");
    this.#text(`${hasColors ? "📷" : "[img]"} ${alternative}`);
    this.#escape("\x1b[0m");
    if (hasHyperlinks) this.#escape(hyperlink(""));
    this.#escape(this.#styles());
  }
}

/** The sequence that begins a hyperlink, or that ends it (https://gist.github.com/egmontkob/eb114294efbcd5adb1944c9f3cb5feda). */
function hyperlink(address: string): string {
  return `\x1b]8;;${address.replace(CONTROLS, "")}\x1b\\`;
}

/** The width of runs in one line. */
export function widthOf(runs: readonly Run[]): number {
  let width = 0;
  for (const run of runs) if (run.kind !== "escape" && run.kind !== "break") width += stringWidth(run.text);
  return width;
}

/** The lines of runs, none wider than `width` (0 for no limit). */
export function wrapped(runs: readonly Run[], width: number): string[] {
  const lines = new Lines(width);
  for (const run of runs) {
    if (run.kind === "escape") lines.escape(run.text);
    else if (run.kind === "break") lines.end("");
    else if (run.kind === "glue") lines.glue(run.text);
    else if (run.kind === "atom") lines.atom(run.text, run.color);
    else for (const part of run.text.split(/( +)/)) lines.part(part, run.color);
  }
  return lines.finish();
}

/** Fills lines word by word. */
class Lines {
  #width: number;
  #lines: string[] = [];
  #line = "";
  #lineWidth = 0;
  /** Spaces that the next word needs when it is in the same line, and sequences between them and the word. */
  #spaces = "";
  #escapes = "";

  constructor(width: number) {
    this.#width = width === 0 ? Infinity : width;
  }

  escape(text: string): void {
    if (this.#spaces === "") this.#line += text;
    else this.#escapes += text;
  }

  part(text: string, color: string): void {
    if (text.startsWith(" ")) this.#spaces += text;
    else if (text !== "") this.#word(text, color, false);
  }

  glue(text: string): void {
    this.#line += this.#spaces + this.#escapes + text;
    this.#lineWidth += this.#spaces.length + stringWidth(text);
    this.#spaces = "";
    this.#escapes = "";
  }

  /** Text with spaces that are no places to break at. */
  atom(text: string, color: string): void {
    if (text !== "") this.#word(text, color, true);
  }

  end(color: string): void {
    this.#lines.push(this.#line + (color === "" ? "" : NO_COLOR));
    this.#line = color + this.#escapes;
    this.#lineWidth = 0;
    this.#spaces = "";
    this.#escapes = "";
  }

  finish(): string[] {
    this.#lines.push(this.#line + this.#escapes);
    return this.#lines;
  }

  #word(text: string, color: string, isAtom: boolean): void {
    const width = stringWidth(text);
    const free = this.#width - this.#lineWidth - this.#spaces.length;
    const isBroken = width > free && this.#lineWidth > 0 && (width <= this.#width || isAtom);
    // The color of a link continues; that of code begins in the next line.
    if (isBroken) this.end(isAtom || this.#escapes !== "" ? "" : color);
    this.#line += this.#spaces + this.#escapes;
    this.#lineWidth += this.#spaces.length;
    this.#spaces = "";
    this.#escapes = "";
    this.#fill(text, color);
  }

  #fill(text: string, color: string): void {
    for (const character of text) {
      const width = stringWidth(character);
      if (this.#lineWidth + width > this.#width && this.#lineWidth > 0) this.end(color);
      this.#line += character;
      this.#lineWidth += width;
    }
  }
}
