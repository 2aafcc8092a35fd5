// The standard commands of a REPL. https://nodejs.org/api/repl.html#commands-and-special-keys
import { kBuffer, kLoading } from "internal:node/repl/state";
import type { NodeError } from "internal:core/errors";
import type { REPLServer } from "internal:node/repl/server";
import fs from "internal:node/fs";

/** Defines them. */
export function defineStandardCommands(self: REPLServer): void {
  self.defineCommand("break", {
    help: "Sometimes you get stuck, this gets you out",
    action(this: REPLServer) {
      this.clearBufferedCommand();
      this.displayPrompt();
    },
  });
  self.defineCommand("clear", {
    help: self.useGlobal ? "Alias for .break" : "Break, and also clear the local context",
    action(this: REPLServer) {
      this.clearBufferedCommand();
      if (!this.useGlobal) {
        this.output.write("Clearing context...\n");
        this.resetContext();
      }
      this.displayPrompt();
    },
  });
  self.defineCommand("exit", {
    help: "Exit the REPL",
    action(this: REPLServer) {
      this.close();
    },
  });
  self.defineCommand("help", {
    help: "Print this help message",
    action(this: REPLServer) {
      const names = Object.keys(this.commands).sort();
      const width = Math.max(...names.map((name) => name.length));
      for (const name of names) {
        const { help } = this.commands[name]!;
        this.output.write(`.${name}${help ? " ".repeat(width - name.length + 3) + help : ""}\n`);
      }
      this.output.write("\nPress Ctrl+C to abort current expression, Ctrl+D to exit the REPL\n");
      this.displayPrompt();
    },
  });
  self.defineCommand("save", {
    help: "Save all evaluated commands in this REPL session to a file",
    action(this: REPLServer, file: string) {
      try {
        if (file === "") throw new Error('The "file" argument must be specified');
        fs.writeFileSync(file, this.lines.join("\n"));
        this.output.write(`Session saved to: ${file}\n`);
      } catch (thrown) {
        const error = thrown as NodeError;
        this.output.write(error.code === undefined ? `${error.message}\n` : `Failed to save: ${file}\n`);
      }
      this.displayPrompt();
    },
  });
  self.defineCommand("load", {
    help: "Load JS from a file into the REPL session",
    action(this: REPLServer, file: string) {
      load(this, file);
    },
  });
  if (!self.terminal) return;
  self.defineCommand("editor", {
    help: "Enter editor mode",
    action(this: REPLServer) {
      this.editorMode = true;
      Object.getPrototypeOf(Object.getPrototypeOf(this)).setPrompt.call(this, "");
      this.output.write("// Entering editor mode (Ctrl+D to finish, Ctrl+C to cancel)\n");
    },
  });
}

/** `.load`: runs the lines of the file as if they had been typed. */
function load(self: REPLServer, file: string): void {
  try {
    if (file === "") throw new Error('The "file" argument must be specified');
    const stats = fs.statSync(file);
    if (!stats.isFile()) {
      self.output.write(`Failed to load: ${file} is not a valid file\n`);
      return self.displayPrompt();
    }
    const text: string = fs.readFileSync(file, "utf8");
    self.editorMode = true;
    self[kLoading] = true;
    for (const line of text.split("\n")) self[kBuffer] += `${line}\n`;
    self[kLoading] = false;
    self.editorMode = false;
    const all = self[kBuffer].replace(/\n+$/, "\n");
    self.clearBufferedCommand();
    self.emit("line", all.replace(/\n$/, ""));
  } catch (thrown) {
    const error = thrown as NodeError;
    self.output.write(error.code === undefined ? `${error.message}\n` : `Failed to load: ${file}\n`);
    self.displayPrompt();
  }
}
