// Editing a line on a terminal: the effect of each key, and drawing the line. `internal:node/readline/interface` uses it for
// interfaces with `terminal: true`. https://nodejs.org/api/readline.html#tty-keybindings
import { clearScreenDown, cursorTo, moveCursor } from "internal:node/readline/cursor";
import type { Interface } from "internal:node/readline/interface";
import type { Key } from "internal:node/readline/keys";
import { getStringWidth, stripVTControlCharacters } from "internal:core/util/inspect";
import { services } from "internal:core/bootstrap";
import defer * as completing from "internal:node/readline/completion";
import defer * as kills from "internal:node/readline/kill_ring";

/** The states to undo (Ctrl+-) and redo (Ctrl+6): line and cursor. */
const undoStates = new WeakMap<object, { undo: [string, number][]; redo: [string, number][] }>();

/** Interfaces whose last key was a tab. */
const afterTab = new WeakSet<object>();

const WORD_BEFORE = /(?:[^\w\s]+|\w+|)\s*$/;
const WORD_AFTER = /^(?:\s+|\W+|\w+)\s*/;

/** The rows and columns of `text` from the left edge. */
export function positionOf(rl: Interface, text: string): { rows: number; cols: number } {
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

/** Draws prompt, line and cursor again. */
export function refreshLine(rl: Interface): void {
  if (!rl.output) return;
  const text = rl.getPrompt() + rl.line;
  const whole = positionOf(rl, text);
  const cursor = rl.getCursorPos();
  const before = rl.prevRows || 0;
  if (before > 0) moveCursor(rl.output, 0, -before);
  cursorTo(rl.output, 0);
  clearScreenDown(rl.output);
  rl._writeToOutput(text);
  // A full last row: the terminal starts the next row only with the next character.
  if (whole.cols === 0) rl._writeToOutput(" ");
  cursorTo(rl.output, cursor.cols);
  const difference = whole.rows - cursor.rows;
  if (difference > 0) moveCursor(rl.output, 0, -difference);
  rl.prevRows = cursor.rows;
}

function saveState(rl: Interface): void {
  let states = undoStates.get(rl);
  if (states === undefined) undoStates.set(rl, (states = { undo: [], redo: [] }));
  states.undo.push([rl.line, rl.cursor]);
  states.redo.length = 0;
}

function restoreState(rl: Interface, from: "undo" | "redo", to: "undo" | "redo"): void {
  const states = undoStates.get(rl);
  const state = states?.[from].pop();
  if (state === undefined) return;
  states![to].push([rl.line, rl.cursor]);
  [rl.line, rl.cursor] = state;
  rl._refreshLine();
}

/** Inserts text at the cursor. */
export function insertText(rl: Interface, text: string): void {
  saveState(rl);
  if (!rl.isCompletionEnabled) {
    // Pasted text: only its last character needs the check for rows.
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
  // At the end of the line the terminal draws the text itself.
  if (rl.getCursorPos().cols === 0 || rl.getCursorPos().rows !== rowsBefore) rl._refreshLine();
  else rl._writeToOutput(text);
}

function putText(rl: Interface, text: string): void {
  rl.line =
    rl.cursor === rl.line.length ? rl.line + text : rl.line.slice(0, rl.cursor) + text + rl.line.slice(rl.cursor);
  rl.cursor += text.length;
}

/** Moves the cursor within the line. */
export function moveTo(rl: Interface, cursor: number): void {
  const before = rl.getCursorPos();
  rl.cursor = Math.max(0, Math.min(cursor, rl.line.length));
  const after = rl.getCursorPos();
  if (before.rows === after.rows) moveCursor(rl.output, after.cols - before.cols, 0);
  else rl._refreshLine();
}

/** Deletes a range of the line. */
export function remove(rl: Interface, from: number, to: number): void {
  if (from < to) deleteRange(rl, from, to);
}

/** As `remove`, of one side of the line: Ctrl+Y inserts it again. */
export function kill(rl: Interface, from: number, to: number): void {
  kills.add(rl, rl.line.slice(from, to));
  deleteRange(rl, from, to);
}

function deleteRange(rl: Interface, from: number, to: number): void {
  saveState(rl);
  rl.line = rl.line.slice(0, from) + rl.line.slice(to);
  rl.cursor = from;
  rl._refreshLine();
}

export const wordBefore = (rl: Interface): number =>
  rl.cursor - WORD_BEFORE.exec(rl.line.slice(0, rl.cursor))![0].length;
export const wordAfter = (rl: Interface): number =>
  rl.cursor + (WORD_AFTER.exec(rl.line.slice(rl.cursor))?.[0].length ?? 0);
export const characterBefore = (rl: Interface): number =>
  rl.cursor - ([...rl.line.slice(0, rl.cursor)].at(-1)?.length ?? 0);
export const characterAfter = (rl: Interface): number => rl.cursor + ([...rl.line.slice(rl.cursor)][0]?.length ?? 0);

/** Recalls the next line of the history that starts with the typed text; after the newest line, the typed text. */
export function recall(rl: Interface, step: number): void {
  if (rl.historyIndex === -1) rl.historyDraft = rl.line;
  const draft = rl.historyDraft ?? "";
  let index = rl.historyIndex + step;
  while (
    index >= 0 &&
    index < rl.history.length &&
    (!rl.history[index]!.startsWith(draft) || rl.history[index] === rl.line)
  )
    index += step;
  // After the oldest line follows the typed text, as after the newest.
  if (index < -1 || index > rl.history.length || rl.history.length === 0) return;
  rl.historyIndex = index;
  rl.line = index === -1 || index === rl.history.length ? draft : rl.history[index]!;
  rl.cursor = rl.line.length;
  rl._refreshLine();
}

/** Adds a line to the history unless it equals the newest one; then emits "history". */
export function addToHistory(rl: Interface, line: string): void {
  rl.historyIndex = -1;
  if (rl.historySize === 0 || line.trim() === "") return;
  if (rl.history[0] !== line) {
    if (rl.removeHistoryDuplicates) rl.history = rl.history.filter((old: string) => old !== line);
    rl.history.unshift(line);
    if (rl.history.length > rl.historySize) rl.history.pop();
  }
  rl.emit("history", rl.history);
}

/** Ends the line: emits it. */
export function endLine(rl: Interface): void {
  const { line } = rl;
  addToHistory(rl, line);
  rl.clearLine();
  undoStates.delete(rl);
  rl._onLine(line);
}

/** Leaves the line on the screen and starts an empty one. */
export function dropLine(rl: Interface): void {
  if (rl.terminal) moveTo(rl, rl.line.length);
  rl._writeToOutput("\r\n");
  rl.line = "";
  rl.cursor = 0;
  rl.prevRows = 0;
}

function interrupt(rl: Interface): void {
  if (rl.listenerCount("SIGINT") > 0) rl.emit("SIGINT");
  else rl.close();
}

function suspend(rl: Interface): void {
  if (rl.listenerCount("SIGTSTP") > 0) {
    rl.emit("SIGTSTP");
    return;
  }
  const { process } = services();
  process.once("SIGCONT", () => {
    if (!rl.paused) rl.pause();
    rl.emit("SIGCONT");
    rl._setRawMode(true);
    rl._refreshLine();
  });
  rl._setRawMode(false);
  process.kill(process.pid, "SIGTSTP");
}

type Action = (rl: Interface) => unknown;
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

/** Handles a key. */
export function handleKey(rl: Interface, text: string | undefined, key: Partial<Key> = {}): void {
  const { name = "" } = key;
  const isSecondTab = afterTab.delete(rl);
  if (name !== "y" || !(key.meta || key.ctrl)) kills.endYank(rl);
  if (text === "\x1f") return restoreState(rl, "undo", "redo");
  if (text === "\x1e") return restoreState(rl, "redo", "undo");
  if (name === "escape") return;
  const table = key.ctrl ? CONTROL : key.meta ? META : PLAIN;
  if (key.ctrl && key.shift) {
    if (name === "backspace") kill(rl, 0, rl.cursor);
    else if (name === "delete") kill(rl, rl.cursor, rl.line.length);
    return;
  }
  if (Object.hasOwn(table, name)) {
    // A carriage return and a line feed right after it are one line end.
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
