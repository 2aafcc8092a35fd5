// Editing a line on a terminal: what each key does, and how the line is drawn. `internal:node/readline/interface` calls it for interfaces
// with `terminal: true`. https://nodejs.org/api/readline.html#tty-keybindings
import { clearScreenDown, cursorTo, moveCursor } from "internal:node/readline/cursor";
import type { Key } from "internal:node/readline/keys";
import { getStringWidth, stripVTControlCharacters } from "internal:core/util/inspect";
import process from "internal:node/process";
import defer * as completing from "internal:node/readline/completion";
import defer * as kills from "internal:node/readline/kill_ring";

/** States before changes, for Ctrl+- and Ctrl+6. */
const undone = new WeakMap<object, { undo: [string, number][]; redo: [string, number][] }>();

/** Interfaces whose last key was a tab. */
const afterTab = new WeakSet<object>();

const WORD_BEFORE = /(?:[^\w\s]+|\w+|)\s*$/;
const WORD_AFTER = /^(?:\s+|\W+|\w+)\s*/;

/** Rows and columns that `text` takes, from the left edge. */
export function positionOf(rl: any, text: string): { rows: number; cols: number } {
  const { columns = Infinity } = rl.output ?? {};
  let rows = 0;
  let offset = 0;
  for (const character of stripVTControlCharacters(text)) {
    if (character === "\n") {
      rows += Math.ceil(offset / columns) || 1;
      offset = 0;
    } else if (character === "\t") {
      offset += rl.tabSize - (offset % rl.tabSize);
    } else {
      const width = getStringWidth(character);
      // A wide character does not fit into the last column.
      if (width === 2 && (offset + 1) % columns === 0) offset++;
      offset += width;
    }
  }
  const cols = offset % columns;
  return { rows: rows + (offset - cols) / columns, cols };
}

/** Draws prompt and line again and puts the cursor where it belongs. */
export function refreshLine(rl: any): void {
  if (!rl.output) return;
  const text = rl.getPrompt() + rl.line;
  const whole = positionOf(rl, text);
  const cursor = rl.getCursorPos();
  const before = rl.prevRows || 0;
  if (before > 0) moveCursor(rl.output, 0, -before);
  cursorTo(rl.output, 0);
  clearScreenDown(rl.output);
  rl._writeToOutput(text);
  // A full last row: the terminal moves on only with the next character.
  if (whole.cols === 0) rl._writeToOutput(" ");
  cursorTo(rl.output, cursor.cols);
  const difference = whole.rows - cursor.rows;
  if (difference > 0) moveCursor(rl.output, 0, -difference);
  rl.prevRows = cursor.rows;
}

function remember(rl: any): void {
  let states = undone.get(rl);
  if (states === undefined) undone.set(rl, (states = { undo: [], redo: [] }));
  states.undo.push([rl.line, rl.cursor]);
  states.redo.length = 0;
}

function travel(rl: any, from: "undo" | "redo", to: "undo" | "redo"): void {
  const states = undone.get(rl);
  const state = states?.[from].pop();
  if (state === undefined) return;
  states![to].push([rl.line, rl.cursor]);
  [rl.line, rl.cursor] = state;
  rl._refreshLine();
}

/** Puts text where the cursor is. */
export function insertText(rl: any, text: string): void {
  remember(rl);
  if (!rl.isCompletionEnabled) {
    // More follows in the same piece of input (something was pasted): only its last character looks at rows.
    putText(rl, text);
    rl._writeToOutput(text);
    return;
  }
  if (rl.cursor < rl.line.length) {
    putText(rl, text);
    rl._refreshLine();
    return;
  }
  const rowsBefore = (rl.prevRows = rl.getCursorPos().rows);
  putText(rl, text);
  // At the end of a line the terminal does the drawing.
  if (rl.getCursorPos().cols === 0 || rl.getCursorPos().rows !== rowsBefore) rl._refreshLine();
  else rl._writeToOutput(text);
}

function putText(rl: any, text: string): void {
  rl.line =
    rl.cursor === rl.line.length ? rl.line + text : rl.line.slice(0, rl.cursor) + text + rl.line.slice(rl.cursor);
  rl.cursor += text.length;
}

/** Moves the cursor within the line. */
export function moveTo(rl: any, cursor: number): void {
  const before = rl.getCursorPos();
  rl.cursor = Math.max(0, Math.min(cursor, rl.line.length));
  const after = rl.getCursorPos();
  if (before.rows === after.rows) moveCursor(rl.output, after.cols - before.cols, 0);
  else rl._refreshLine();
}

/** Takes what is between two places out of the line. */
export function remove(rl: any, from: number, to: number): void {
  if (from < to) cut(rl, from, to);
}

/** As `remove`, of a whole side of the line: Ctrl+Y brings it back. */
export function kill(rl: any, from: number, to: number): void {
  kills.keep(rl, rl.line.slice(from, to));
  cut(rl, from, to);
}

function cut(rl: any, from: number, to: number): void {
  remember(rl);
  rl.line = rl.line.slice(0, from) + rl.line.slice(to);
  rl.cursor = from;
  rl._refreshLine();
}

export const wordBefore = (rl: any): number => rl.cursor - WORD_BEFORE.exec(rl.line.slice(0, rl.cursor))![0].length;
export const wordAfter = (rl: any): number => rl.cursor + (WORD_AFTER.exec(rl.line.slice(rl.cursor))?.[0].length ?? 0);
export const characterBefore = (rl: any): number => rl.cursor - ([...rl.line.slice(0, rl.cursor)].at(-1)?.length ?? 0);
export const characterAfter = (rl: any): number => rl.cursor + ([...rl.line.slice(rl.cursor)][0]?.length ?? 0);

/** The next line of the history that begins with what was typed; past the newest one that text comes back. */
export function recall(rl: any, step: number): void {
  if (rl.historyIndex === -1) rl.historyDraft = rl.line;
  const draft: string = rl.historyDraft ?? "";
  let index = rl.historyIndex + step;
  while (
    index >= 0 &&
    index < rl.history.length &&
    (!rl.history[index].startsWith(draft) || rl.history[index] === rl.line)
  )
    index += step;
  // Past the oldest line comes what was typed, as past the newest.
  if (index < -1 || index > rl.history.length || rl.history.length === 0) return;
  rl.historyIndex = index;
  rl.line = index === -1 || index === rl.history.length ? draft : rl.history[index];
  rl.cursor = rl.line.length;
  rl._refreshLine();
}

/** The newest line first, without doubles in a row; 'history' is emitted before it is kept. */
export function addToHistory(rl: any, line: string): void {
  rl.historyIndex = -1;
  if (rl.historySize === 0 || line.trim() === "") return;
  if (rl.history[0] !== line) {
    if (rl.removeHistoryDuplicates) rl.history = rl.history.filter((old: string) => old !== line);
    rl.history.unshift(line);
    if (rl.history.length > rl.historySize) rl.history.pop();
  }
  rl.emit("history", rl.history);
}

/** Ends the line: what was typed is given to the listeners. */
export function endLine(rl: any): void {
  const { line } = rl;
  addToHistory(rl, line);
  rl.clearLine();
  undone.delete(rl);
  rl._onLine(line);
}

/** Leaves the line as it stands and begins an empty one. */
export function dropLine(rl: any): void {
  if (rl.terminal) moveTo(rl, rl.line.length);
  rl._writeToOutput("\r\n");
  rl.line = "";
  rl.cursor = 0;
  rl.prevRows = 0;
}

function interrupt(rl: any): void {
  if (rl.listenerCount("SIGINT") > 0) rl.emit("SIGINT");
  else rl.close();
}

function suspend(rl: any): void {
  if (rl.listenerCount("SIGTSTP") > 0) {
    rl.emit("SIGTSTP");
    return;
  }
  process.once("SIGCONT", () => {
    if (!rl.paused) rl.pause();
    rl.emit("SIGCONT");
    rl._setRawMode(true);
    rl._refreshLine();
  });
  rl._setRawMode(false);
  process.kill(process.pid, "SIGTSTP");
}

type Action = (rl: any) => unknown;
const PLAIN: Record<string, Action> = {
  return: endLine,
  enter: endLine,
  backspace: (rl) => remove(rl, characterBefore(rl), rl.cursor),
  delete: (rl) => remove(rl, rl.cursor, characterAfter(rl)),
  left: (rl) => moveTo(rl, characterBefore(rl)),
  right: (rl) => moveTo(rl, characterAfter(rl)),
  home: (rl) => moveTo(rl, 0),
  end: (rl) => moveTo(rl, rl.line.length),
  up: (rl) => rl._historyPrev(),
  down: (rl) => rl._historyNext(),
};
const CONTROL: Record<string, Action> = {
  c: interrupt,
  d: (rl) => (rl.line === "" ? rl.close() : remove(rl, rl.cursor, characterAfter(rl))),
  h: PLAIN["backspace"]!,
  b: PLAIN["left"]!,
  f: PLAIN["right"]!,
  a: PLAIN["home"]!,
  e: PLAIN["end"]!,
  p: PLAIN["up"]!,
  n: PLAIN["down"]!,
  u: (rl) => kill(rl, 0, rl.cursor),
  k: (rl) => kill(rl, rl.cursor, rl.line.length),
  w: (rl) => remove(rl, wordBefore(rl), rl.cursor),
  backspace: (rl) => remove(rl, wordBefore(rl), rl.cursor),
  delete: (rl) => remove(rl, rl.cursor, wordAfter(rl)),
  left: (rl) => moveTo(rl, wordBefore(rl)),
  right: (rl) => moveTo(rl, wordAfter(rl)),
  y: (rl) => kills.yank(rl),
  z: suspend,
  l: (rl) => {
    cursorTo(rl.output, 0, 0);
    clearScreenDown(rl.output);
    rl.prevRows = 0;
    rl._refreshLine();
  },
};
const META: Record<string, Action> = {
  b: CONTROL["left"]!,
  f: CONTROL["right"]!,
  d: CONTROL["delete"]!,
  delete: CONTROL["delete"]!,
  backspace: CONTROL["backspace"]!,
  y: (rl) => kills.yankOlder(rl),
};

/** Does what a key asks for. */
export function handleKey(rl: any, text: string | undefined, key: Partial<Key> = {}): void {
  const { name = "" } = key;
  const isSecondTab = afterTab.delete(rl);
  if (name !== "y" || !(key.meta || key.ctrl)) kills.endYank(rl);
  if (text === "\x1f") return travel(rl, "undo", "redo");
  if (text === "\x1e") return travel(rl, "redo", "undo");
  if (name === "escape") return;
  const table = key.ctrl ? CONTROL : key.meta ? META : PLAIN;
  if (key.ctrl && key.shift) {
    if (name === "backspace") kill(rl, 0, rl.cursor);
    else if (name === "delete") kill(rl, rl.cursor, rl.line.length);
    return;
  }
  if (Object.hasOwn(table, name)) {
    // A carriage return and the line feed that follows it at once are one line end.
    if (name === "return") rl._returnAt = Date.now();
    else if (name === "enter" && rl._returnAt > 0 && Date.now() - rl._returnAt <= rl.crlfDelay) {
      rl._returnAt = 0;
      return;
    }
    table[name]!(rl);
    return;
  }
  if (key.ctrl || key.meta) return;
  if (name === "tab" && typeof rl.completer === "function" && rl.isCompletionEnabled) {
    afterTab.add(rl);
    return completing.complete(rl, isSecondTab);
  }
  if (typeof text !== "string" || text === "") return;
  const lines = text.split(/\r\n|\n|\r/);
  for (const [index, line] of lines.entries()) {
    if (index > 0) endLine(rl);
    if (line !== "") insertText(rl, line);
  }
}
