// Searching the history of a REPL: Ctrl+R goes back, Ctrl+S forward, Enter runs what is found, other keys edit it.
import type { Key } from "internal:node/readline/keys";
import { clearScreenDown, cursorTo, moveCursor } from "internal:node/readline/cursor";
import type { REPLServer } from "internal:node/repl/server";

const UNDERLINED = "\u001b[4m";
const PLAIN = "\u001b[24m";
/** Characters that a key types. */
const TYPED = /^[^\p{Cc}\p{Cs}]+$/u;

export class HistorySearch {
  readonly #repl: REPLServer;
  #isActive = false;
  #isForward = false;
  #input = "";
  /** The entry that is shown; -1: none. */
  #index = -1;
  #original = "";

  constructor(repl: REPLServer) {
    this.#repl = repl;
  }

  /** Handles a key; whether nothing else is to be done for it. */
  handle(text: string | undefined, key: Partial<Key>): boolean {
    const isSearch = key.ctrl === true && !key.meta && !key.shift && (key.name === "r" || key.name === "s");
    if (!this.#isActive && !isSearch) return false;
    if (isSearch) this.#advance(key.name === "s");
    else if (key.name === "backspace") this.#setInput(this.#input.slice(0, -1), true);
    else if (key.name === "escape" || (key.ctrl && (key.name === "c" || key.name === "g"))) this.#end(this.#original);
    else if (!key.ctrl && !key.meta && text !== undefined && TYPED.test(text))
      this.#setInput(this.#input + text, false);
    else {
      this.#end(this.#index === -1 ? this.#original : this.#found());
      return false;
    }
    return true;
  }

  #found(): string {
    return this.#index === -1 ? this.#original : this.#repl.history[this.#index]!;
  }

  #advance(isForward: boolean): void {
    this.#isForward = isForward;
    if (!this.#isActive) {
      this.#isActive = true;
      this.#original = this.#repl.line;
      this.#input = "";
      this.#index = -1;
    } else if (this.#input !== "") {
      this.#search(this.#index + this.#step());
      return;
    }
    this.#show(true);
  }

  #step(): number {
    return this.#isForward ? -1 : 1;
  }

  #setInput(input: string, isShorter: boolean): void {
    this.#input = input;
    if (isShorter) this.#index = -1;
    if (input === "") return this.#show(true);
    this.#search(this.#index === -1 ? this.#start() : this.#index);
  }

  #start(): number {
    return this.#isForward ? this.#repl.history.length - 1 : 0;
  }

  /** Shows the first entry with the input, from `first` on and another one than is shown. */
  #search(first: number): void {
    const { history } = this.#repl;
    const shown = this.#index === -1 || first === this.#index ? undefined : this.#found();
    for (let index = first; index >= 0 && index < history.length; index += this.#step()) {
      if (!history[index]!.includes(this.#input) || history[index] === shown) continue;
      this.#index = index;
      return this.#show(true);
    }
    this.#index = -1;
    this.#show(false);
  }

  /** Draws the entry, the match underlined, and below it what is searched for. */
  #show(isFound: boolean): void {
    const repl = this.#repl;
    const line = this.#found();
    const at = this.#index === -1 ? -1 : line.indexOf(this.#input);
    repl.line = line;
    repl.cursor = at === -1 ? line.length : at;
    repl._refreshLine();
    const { rows, cols } = repl.getCursorPos();
    repl.cursor = line.length;
    const below = repl.getCursorPos().rows - rows;
    repl.cursor = at === -1 ? line.length : at;
    if (at !== -1) repl.output.write(`${UNDERLINED}${this.#input}${PLAIN}`);
    if (below > 0) moveCursor(repl.output, 0, below);
    const failed = isFound ? "" : "failed-";
    repl.output.write(`\r\n${failed}${this.#isForward ? "fwd" : "bck"}-i-search: ${this.#input}_`);
    moveCursor(repl.output, 0, -(below + 1));
    cursorTo(repl.output, cols);
  }

  #end(line: string): void {
    const repl = this.#repl;
    this.#isActive = false;
    repl.line = line;
    repl.cursor = line.length;
    clearScreenDown(repl.output);
    repl._refreshLine();
  }
}
