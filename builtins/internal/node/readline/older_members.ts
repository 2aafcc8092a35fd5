// Members of readline.Interface with an underscore. Node keeps them because programs call and replace them
// (`rl._writeToOutput` to hide a password). Evaluated with node:readline.
import defer * as completing from "internal:node/readline/completion";
import defer * as editor from "internal:node/readline/editor";
import {
  Interface,
  kBuffered,
  kDecoder,
  kOldPrompt,
  kPrompt,
  kQuestion,
  kReturnAt,
} from "internal:node/readline/interface";

const END = Number.MAX_SAFE_INTEGER;

const methods: Record<string, (this: Interface, ...args: any[]) => unknown> = {
  /** Adds the line to the history; returns it. */
  _addHistory() {
    const { line } = this;
    editor.addToHistory(this, line);
    return line;
  },
  _deleteLeft() {
    editor.remove(this, editor.characterBefore(this), this.cursor);
  },
  _deleteRight() {
    editor.remove(this, this.cursor, editor.characterAfter(this));
  },
  _deleteWordLeft() {
    editor.remove(this, editor.wordBefore(this), this.cursor);
  },
  _deleteWordRight() {
    editor.remove(this, this.cursor, editor.wordAfter(this));
  },
  _deleteLineLeft() {
    editor.kill(this, 0, this.cursor);
  },
  _deleteLineRight() {
    editor.kill(this, this.cursor, this.line.length);
  },
  _getDisplayPos(text: string) {
    return editor.positionOf(this, text);
  },
  _historyNext() {
    editor.recall(this, -1);
  },
  _historyPrev() {
    editor.recall(this, 1);
  },
  _insertString(text: string) {
    editor.insertText(this, text);
  },
  _line() {
    editor.endLine(this);
  },
  _moveCursor(columns: number) {
    editor.moveTo(this, this.cursor + Math.max(-END, Math.min(columns, END)));
  },
  /** Handles text that was read from the input. */
  _normalWrite(data: unknown) {
    if (data !== undefined) this.write(data);
  },
  _tabComplete(lastKeypressWasTab: boolean) {
    completing.complete(this, lastKeypressWasTab);
  },
  _wordLeft() {
    editor.moveTo(this, editor.wordBefore(this));
  },
  _wordRight() {
    editor.moveTo(this, editor.wordAfter(this));
  },
};
for (const name of Object.keys(methods)) {
  Object.defineProperty(Interface.prototype, name, {
    value: methods[name],
    writable: true,
    enumerable: true,
    configurable: true,
  });
}
Object.defineProperty(Interface.prototype, "_getCursorPos", {
  value: Interface.prototype.getCursorPos,
  writable: true,
  enumerable: true,
  configurable: true,
});

/** Names for the members under symbols. */
const fields: Record<string, symbol> = {
  _prompt: kPrompt,
  _oldPrompt: kOldPrompt,
  _decoder: kDecoder,
  _line_buffer: kBuffered,
  _questionCallback: kQuestion,
  _sawReturnAt: kReturnAt,
};
for (const name of ["_previousKey", "_sawKeyPress"]) fields[name] = Symbol(name);
for (const name of Object.keys(fields)) {
  const key = fields[name]!;
  Object.defineProperty(Interface.prototype, name, {
    get(this: Record<symbol, unknown>) {
      return this[key];
    },
    set(this: Record<symbol, unknown>, value: unknown) {
      this[key] = value;
    },
  });
}
