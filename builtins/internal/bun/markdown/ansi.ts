// `Bun.markdown.ansi`: a document for a terminal, with the layout of Bun (https://bun.com/docs/runtime/markdown).
import { ERR_METHOD_NOT_IMPLEMENTED } from "internal:core/errors";
import { type Appearance, InlineRuns, type Run, widthOf, wrapped } from "internal:bun/markdown/ansi_inline";
import { type Cell, tableLines } from "internal:bun/markdown/ansi_table";
import { coloredLine, hasColors as hasCodeColors } from "internal:bun/markdown/code_colors";
import { codePieces, isLeaf, type LeafNode, type OpenNode, parse } from "internal:bun/markdown/nodes";

const COLUMNS = 80;
const RULE_WIDTH_MAX = 60;
const UNDERLINE_WIDTH_MIN = 3;
const TAB = "    ";
const LEADING_TABS = /^\t+/;
const CONTROLS = /[\x00-\x08\x0b-\x1f\x7f]/g;
const HEADING_COLORS = [35, 36, 33, 32, 34, 37];
const EXTENSIONS = { autolinks: true, wikiLinks: true };

/** The options of `Bun.markdown.ansi`. */
interface AnsiOptions {
  colors?: unknown;
  hyperlinks?: unknown;
  light?: unknown;
  columns?: unknown;
  kittyGraphics?: unknown;
}

/** Renders a document with escape sequences, or without them when `colors` is false. */
export function ansi(input: unknown, options?: unknown): string {
  const settings = (typeof options === "object" && options !== null ? options : {}) as AnsiOptions;
  if (settings.kittyGraphics === true)
    throw new ERR_METHOD_NOT_IMPLEMENTED('Bun.markdown.ansi with the option "kittyGraphics"');
  const writer = new Writer(appearanceOf(settings));
  for (const node of parse(input, EXTENSIONS)) {
    if (node === 0) writer.close();
    else if (isLeaf(node)) writer.leaf(node);
    else writer.open(node);
  }
  return writer.text;
}

function appearanceOf({ colors, hyperlinks, light, columns }: AnsiOptions): Appearance {
  const width = typeof columns === "number" && columns >= 0 ? Math.trunc(columns) : COLUMNS;
  const hasColors = colors !== false;
  return { hasColors, hasHyperlinks: hyperlinks === true && hasColors, isLight: light === true, columns: width };
}

interface OpenList {
  isOrdered: boolean;
  next: number;
}

/** Where the next block begins: at the start of its container, behind the marker of an item, behind text, or in a new line. */
type Position = "start" | "marker" | "text" | "line";

class Writer {
  text = "";
  #appearance: Appearance;
  #open: OpenNode[] = [];
  #lists: OpenList[] = [];
  #quotes = 0;
  /** The widths of the markers of the items that are open. */
  #indents: number[] = [];
  #position: Position = "start";
  #inline: InlineRuns | null = null;
  #rows: Cell[][] = [];

  constructor(appearance: Appearance) {
    this.#appearance = appearance;
  }

  open(node: OpenNode): void {
    this.#open.push(node);
    switch (node[0]) {
      case "paragraph":
        if (this.#position !== "marker") this.#separate();
        this.#inline = new InlineRuns(this.#appearance, "");
        return;
      case "heading":
        this.#separate();
        this.#inline = new InlineRuns(this.#appearance, headingStyle(node[1]));
        return;
      case "blockquote":
        this.#separate();
        this.#quotes++;
        this.#position = "start";
        return;
      case "list":
        this.#endLine();
        this.#lists.push({ isOrdered: node[1], next: node[2] });
        return;
      case "item":
        return this.#openItem(node[1]);
      case "table":
        this.#separate();
        this.#rows = [];
        return;
      case "row":
        this.#rows.push([]);
        return;
      case "cell":
        this.#inline = new InlineRuns(this.#appearance, "");
        return;
      case "thead":
      case "tbody":
        return;
      default:
        this.#inlineRuns().open(node);
    }
  }

  close(): void {
    const node = this.#open.pop()!;
    switch (node[0]) {
      case "paragraph":
        return this.#endText(this.#escape("\x1b[0m"));
      case "heading":
        return this.#heading(node[1]);
      case "blockquote":
        this.#quotes--;
        this.#position = "line";
        return;
      case "list":
        this.#lists.pop();
        return;
      case "item":
        this.#endLine();
        this.#indents.pop();
        return;
      case "table":
        return this.#table();
      case "cell":
        this.#rows.at(-1)!.push({ runs: this.#takeRuns(), isHeader: node[1], align: node[2] });
        return;
      case "row":
      case "thead":
      case "tbody":
        return;
      default:
        this.#inline!.close(node);
    }
  }

  leaf(node: LeafNode): void {
    if (node[0] === "hr") this.#rule();
    else if (node[0] === "code") this.#code(node[1], node[2]);
    else if (node[0] === "html") this.#html(node[1]);
    else this.#inlineRuns().leaf(node);
  }

  /** The text of an item without blank lines has no paragraph around it. */
  #inlineRuns(): InlineRuns {
    return (this.#inline ??= new InlineRuns(this.#appearance, ""));
  }

  #escape(text: string): string {
    return this.#appearance.hasColors ? text : "";
  }

  #openItem(isChecked: boolean | null): void {
    this.#endLine();
    const list = this.#lists.at(-1)!;
    const { hasColors } = this.#appearance;
    this.text += this.#prefix();
    const number = `${list.next}. `;
    if (list.isOrdered) list.next++;
    if (isChecked !== null) this.text += `  ${taskMarker(isChecked, hasColors)}`;
    else if (list.isOrdered) this.text += `   ${marker(number, hasColors)}`;
    else this.text += `  ${marker(hasColors ? "• " : "* ", hasColors)}`;
    this.#indents.push(list.isOrdered && isChecked === null ? number.length + 3 : 4);
    this.#position = "marker";
  }

  /** What precedes each line: the bars of quotes, then the indentation of items. */
  #prefix(): string {
    return this.#bars(this.#quotes) + " ".repeat(this.#indentation());
  }

  #indentation(): number {
    return this.#indents.reduce((sum, width) => sum + width, 0);
  }

  #bars(count: number): string {
    if (count === 0) return "";
    const { hasColors } = this.#appearance;
    return hasColors ? `\x1b[38;5;242m${"│ ".repeat(count)}\x1b[39m` : "| ".repeat(count);
  }

  /** The columns that are left for text; 0 for no limit. */
  #available(): number {
    const { columns } = this.#appearance;
    return columns === 0 ? 0 : Math.max(1, columns - this.#quotes * 2 - this.#indentation());
  }

  /** Ends the line of a marker or of text. */
  #endLine(): void {
    if (this.#inline !== null && this.#position !== "line") this.#endText("");
    else if (this.#position === "marker") {
      this.text += "\n";
      this.#position = "line";
    }
  }

  /** Begins a block with a blank line, unless it is the first. */
  #separate(): void {
    this.#endLine();
    if (this.#position !== "start") {
      const bars = this.#bars(this.#quotes);
      this.text += `${this.#appearance.hasColors ? bars.replace(" \x1b[39m", "\x1b[39m") : bars.trimEnd()}\n`;
    }
    this.#position = "line";
  }

  #takeRuns(): Run[] {
    const runs = this.#inline?.runs ?? [];
    this.#inline = null;
    return runs;
  }

  /** Writes the text that was collected, behind a marker or in a line of its own. */
  #endText(end: string): void {
    const isBehindMarker = this.#position === "marker";
    const lines = wrapped(this.#takeRuns(), this.#available());
    const prefix = this.#prefix();
    this.text += `${isBehindMarker ? "" : prefix}${lines.join(`\n${prefix}`)}${end}\n`;
    this.#position = "line";
  }

  #heading(level: number): void {
    const runs = this.#takeRuns();
    const line = wrapped(runs, 0).join(" ");
    const prefix = this.#prefix();
    this.text += `${prefix}${this.#escape(headingStyle(level))}${line}${this.#escape("\x1b[0m")}\n`;
    if (level > 2) return;
    const available = this.#available() || COLUMNS;
    const width = Math.min(Math.max(UNDERLINE_WIDTH_MIN, widthOf(runs)), available);
    const mark = this.#appearance.hasColors ? "═─" : "=-";
    this.text += `${prefix}${this.#dim(mark[level - 1]!.repeat(width))}\n`;
  }

  #dim(text: string): string {
    return this.#appearance.hasColors ? `\x1b[2m${text}\x1b[0m` : text;
  }

  #rule(): void {
    this.#separate();
    const width = Math.min(this.#appearance.columns || RULE_WIDTH_MAX, RULE_WIDTH_MAX);
    const free = Math.max(1, width - this.#quotes * 2 - this.#indentation());
    this.text += `${this.#prefix()}${this.#dim((this.#appearance.hasColors ? "─" : "-").repeat(free))}\n`;
  }

  #code(language: string, source: string): void {
    this.#separate();
    const { hasColors } = this.#appearance;
    const prefix = this.#prefix();
    const [corner, bar, end] = hasColors ? ["┌─", "│ ", "└─"] : ["+-", "| ", "+-"];
    this.text += this.#escape("\x1b[2m") + prefix;
    if (language === "") this.text += `${this.#dim(corner!)}\n`;
    else this.text += hasColors ? `${corner} \x1b[0m\x1b[2m\x1b[3m${language}\x1b[0m\n` : `${corner} ${language}\n`;
    const isColored = hasColors && hasCodeColors(language);
    for (const raw of source.replace(/\n$/, "").split("\n")) {
      const line = raw.replace(LEADING_TABS, (tabs) => TAB.repeat(tabs.length)).replace(CONTROLS, "");
      this.text += `${prefix}${this.#dim(bar!)}${isColored ? coloredLine(line) : line}\n`;
    }
    this.text += `${prefix}${this.#dim(end!)}\n`;
  }

  #html(source: string): void {
    this.#endLine();
    const prefix = this.#prefix();
    for (const piece of codePieces(source.endsWith("\n") ? source : `${source}\n`)) {
      const text = piece === "\n" ? `\n${prefix}` : piece.replace(CONTROLS, "");
      this.text += this.#escape("\x1b[2m") + text + this.#escape("\x1b[22m");
    }
    this.#position = "line";
  }

  #table(): void {
    const prefix = this.#prefix();
    for (const line of tableLines(this.#rows, this.#available(), this.#appearance.hasColors))
      this.text += `${prefix}${line}\n`;
    this.#position = "line";
  }
}

function headingStyle(level: number): string {
  return `\x1b[1m\x1b[${HEADING_COLORS[level - 1]}m`;
}

function marker(text: string, hasColors: boolean): string {
  return hasColors ? `\x1b[36m${text}\x1b[0m` : text;
}

function taskMarker(isChecked: boolean, hasColors: boolean): string {
  if (!hasColors) return isChecked ? "[x] " : "[ ] ";
  return isChecked ? "\x1b[32m☒ \x1b[0m" : "\x1b[2m☐ \x1b[0m";
}
