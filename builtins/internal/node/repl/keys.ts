// Keys that mean something else at a prompt than in a plain line: Ctrl+C, Ctrl+D in the editor, and all of them while an input awaits.
import { kBuffer } from "internal:node/repl/state";

/** Puts the prompt in front of the keys. `whenFree` runs work when no input awaits any more. */
export function watchKeys(self: any, whenFree: (work: () => void) => void): void {
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
  const below = self._ttyWrite;
  Object.defineProperty(self, "_ttyWrite", {
    value: (text: string | undefined, key: any = {}) => whenFree(() => takeKey(self, text, key ?? {}, below)),
    writable: true,
    configurable: true,
  });
}

function takeKey(self: any, text: string | undefined, key: any, below: Function): void {
  if (self.closed) return;
  if (!self.editorMode || !self.terminal) return below.call(self, text, key);
  if (key.ctrl && !key.shift && key.name === "d") {
    const code: string = self[kBuffer] + self.line;
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
  // The history is for single lines.
  if (key.name === "up" || key.name === "down" || (key.ctrl && (key.name === "n" || key.name === "p"))) return;
  below.call(self, text, key);
}

function leaveEditor(self: any): void {
  if (!self.editorMode) return;
  self.editorMode = false;
  self.setPrompt(self._initialPrompt);
}
