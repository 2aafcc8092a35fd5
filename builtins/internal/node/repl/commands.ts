// The commands that every prompt has. https://nodejs.org/api/repl.html#commands-and-special-keys
import { kBuffer, kLoading } from "internal:node/repl/state";
import fs from "internal:node/fs";

/** Defines them. */
export function defineStandardCommands(self: any): void {
  self.defineCommand("break", {
    help: "Sometimes you get stuck, this gets you out",
    action(this: any) {
      this.clearBufferedCommand();
      this.displayPrompt();
    },
  });
  self.defineCommand("clear", {
    help: self.useGlobal ? "Alias for .break" : "Break, and also clear the local context",
    action(this: any) {
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
    action(this: any) {
      this.close();
    },
  });
  self.defineCommand("help", {
    help: "Print this help message",
    action(this: any) {
      this.output.write("\n");
      const names = Object.keys(this.commands).sort();
      const width = Math.max(...names.map((name) => name.length));
      for (const name of names) {
        const { help } = this.commands[name];
        this.output.write(`.${name}${help ? " ".repeat(width - name.length + 3) + help : ""}\n`);
      }
      this.output.write("\nPress Ctrl+C to abort current expression, Ctrl+D to exit the REPL\n");
      this.displayPrompt();
    },
  });
  self.defineCommand("save", {
    help: "Save all evaluated commands in this REPL session to a file",
    action(this: any, file: string) {
      try {
        if (file === "") throw new Error('The "file" argument must be specified');
        fs.writeFileSync(file, this.lines.join("\n"));
        this.output.write(`Session saved to: ${file}\n`);
      } catch (error: any) {
        this.output.write(error.code === undefined ? `${error.message}\n` : `Failed to save: ${file}\n`);
      }
      this.displayPrompt();
    },
  });
  self.defineCommand("load", {
    help: "Load JS from a file into the REPL session",
    action(this: any, file: string) {
      load(this, file);
    },
  });
  if (!self.terminal) return;
  self.defineCommand("editor", {
    help: "Enter editor mode",
    action(this: any) {
      this.editorMode = true;
      (Object.getPrototypeOf(Object.getPrototypeOf(this)) as any).setPrompt.call(this, "");
      this.output.write("// Entering editor mode (Ctrl+D to finish, Ctrl+C to cancel)\n");
    },
  });
}

/** `.load`: the lines of the file run as if they had been typed. */
function load(self: any, file: string): void {
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
    const all: string = self[kBuffer].replace(/\n+$/, "\n");
    self.clearBufferedCommand();
    self.emit("line", all.replace(/\n$/, ""));
  } catch (error: any) {
    self.output.write(error.code === undefined ? `${error.message}\n` : `Failed to load: ${file}\n`);
    self.displayPrompt();
  }
}
