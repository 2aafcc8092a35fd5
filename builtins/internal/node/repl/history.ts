// The history of a prompt in a file: NODE_REPL_HISTORY, or `.node_repl_history` in the home folder.
import { clearTimeout, setTimeout } from "internal:core/timers";
import { validateFunction } from "internal:core/validators";
import fs from "internal:node/fs";
import os from "internal:node/os";
import path from "internal:core/path";

const FLUSH_DELAY_MS = 15;
const SIZE = 1000;
const DISABLED =
  "\nPersistent history support disabled. Set the NODE_REPL_HISTORY environment\nvariable to a valid, user-writable path to enable.\n";

interface Options {
  filePath?: string;
  size?: number | string;
  removeHistoryDuplicates?: boolean;
}

/** What a prompt keeps as `historyManager`. */
class HistoryFile {
  isFlushing = false;
  #repl: any;
  #path = "";
  #size: number;
  #timer: any = null;
  constructor(repl: any, size: number) {
    this.#repl = repl;
    this.#size = size;
  }

  async open(given: string | undefined): Promise<void> {
    const repl = this.#repl;
    if (given !== undefined && given.trim() === "") return this.#disable();
    if (given === undefined) {
      try {
        this.#path = path.join(os.homedir(), ".node_repl_history");
      } catch {
        return this.#fail("Could not get the home directory.");
      }
    } else this.#path = given.trim();
    let text: string;
    try {
      const handle = await fs.promises.open(this.#path, "a+", 0o600);
      try {
        text = (await handle.readFile("utf8")) as string;
      } finally {
        await handle.close();
      }
    } catch {
      return this.#fail("Could not open history file.");
    }
    if (text !== "")
      repl.history = text
        .split(/\r?\n+/)
        .filter((line) => line !== "")
        .slice(0, this.#size);
    repl.historySize = this.#size;
    repl.on("line", () => this.#later());
    repl.on("close", () => this.#flushNow());
  }

  /** The history stays in memory; the first look at it says so. */
  #disable(): void {
    const repl = this.#repl;
    repl._historyPrev = () => {
      delete repl._historyPrev;
      if (repl.history.length === 0) {
        repl.output.write(DISABLED);
        repl._refreshLine();
      } else repl._ttyWrite(undefined, { name: "up" });
    };
  }

  #fail(reason: string): void {
    const repl = this.#repl;
    repl.output.write(`\nError: ${reason}\nREPL session history will not be persisted.\n`);
    repl._refreshLine();
    this.#disable();
  }

  #later(): void {
    this.isFlushing = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#flush(), FLUSH_DELAY_MS);
  }

  #flushNow(): void {
    if (this.#timer === null) return;
    clearTimeout(this.#timer);
    void this.#flush();
  }

  async #flush(): Promise<void> {
    this.#timer = null;
    try {
      await fs.promises.writeFile(this.#path, this.#repl.history.join("\n"), { mode: 0o600 });
    } catch {
      // Losing the history must not end the session.
    }
    if (this.#timer !== null) return;
    this.isFlushing = false;
    this.#repl.emit("flushHistory");
  }
}

/** Begins to keep the history; `callback(error, repl)` is called when what was there is loaded. */
export function start(
  repl: any,
  { filePath, size, removeHistoryDuplicates }: Options,
  callback?: (error: unknown, repl: any) => void,
): HistoryFile {
  if (callback !== undefined) validateFunction(callback, "callback");
  const wanted = Number(size);
  const history = new HistoryFile(repl, Number.isFinite(wanted) && wanted > 0 ? wanted : SIZE);
  if (removeHistoryDuplicates !== undefined) repl.removeHistoryDuplicates = Boolean(removeHistoryDuplicates);
  repl.pause();
  void history.open(filePath).then(
    () => {
      if (!repl.closed) repl.resume();
      callback?.(null, repl);
    },
    (error: unknown) => callback?.(error, repl),
  );
  return history;
}
