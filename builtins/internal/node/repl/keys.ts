// The keys of a REPL that differ from readline: Ctrl+C, Ctrl+D in the editor, and all keys while an input awaits.
import type { Key } from "internal:node/readline/keys";
import { HistorySearch } from "internal:node/repl/reverse_search";
import type { REPLServer } from "internal:node/repl/server";
import { kBuffer } from "internal:node/repl/state";

/** Intercepts the keys of a REPL. `whenFree` runs work when no input awaits. */
export function watchKeys(self: REPLServer, whenFree: (work: () => void) => void): void {
  self.on("SIGINT", () => {
    const isEmpty = self.line.length === 0;
    const hasBuffer = self[kBuffer] !== "";
    self.clearLine();
    leaveEditor(self);
    if (!hasBuffer && isEmpty) {
      if (self.sawInterrupt) {
        self.close();
        self.sawInterrupt = false;
        return;
      }
      self.output.write("(To exit, press Ctrl+C again or Ctrl+D or type .exit)\n");
      self.sawInterrupt = true;
    } else self.sawInterrupt = false;
    self.clearBufferedCommand();
    self.displayPrompt();
  });
  self.on("SIGCONT", () => {
    if (self.editorMode) {
      self.output.write(
        `${self._initialPrompt}.editor\n// Entering editor mode (Ctrl+D to finish, Ctrl+C to cancel)\n${self[kBuffer]}\n`,
      );
      self.prompt(true);
    } else self.displayPrompt(true);
  });
  const inherited = self._ttyWrite;
  let search: HistorySearch | undefined;
  const isSearched = (text: string | undefined, key: Partial<Key>): boolean =>
    self.terminal && !self.editorMode && (search ??= new HistorySearch(self)).handle(text, key);
  Object.defineProperty(self, "_ttyWrite", {
    value: (text: string | undefined, key: Partial<Key> = {}) =>
      whenFree(() => {
        if (self.closed || isSearched(text, key ?? {})) return;
        handleKey(self, text, key ?? {}, inherited);
      }),
    writable: true,
    configurable: true,
  });
}

function handleKey(
  self: REPLServer,
  text: string | undefined,
  key: Partial<Key>,
  inherited: REPLServer["_ttyWrite"],
): void {
  if (!self.editorMode || !self.terminal) return inherited.call(self, text, key);
  if (key.ctrl && !key.shift && key.name === "d") {
    const code = self[kBuffer] + self.line;
    leaveEditor(self);
    self.sawEnd = true;
    self.line = "";
    self.cursor = 0;
    self.clearBufferedCommand();
    self.output.write("\r\n");
    self.emit("line", code);
    self.sawEnd = false;
    return;
  }
  // The editor has no history.
  if (key.name === "up" || key.name === "down" || (key.ctrl && (key.name === "n" || key.name === "p"))) return;
  inherited.call(self, text, key);
}

function leaveEditor(self: REPLServer): void {
  if (!self.editorMode) return;
  self.editorMode = false;
  self.setPrompt(self._initialPrompt);
}
