// The history of a REPL in a file: NODE_REPL_HISTORY, or `.node_repl_history` in the home directory.
import { clearTimeout, setTimeout, type Timeout } from "internal:core/timers";
import type { REPLServer } from "internal:node/repl/server";
import { validateFunction } from "internal:core/validators";
import fs from "internal:node/fs";
import os from "internal:node/os";
import path from "internal:core/path";

const FLUSH_DELAY_MS = 15;
const SIZE = 1000;
const DISABLED =
  "\nPersistent history support disabled. Set the NODE_REPL_HISTORY environment\nvariable to a valid, user-writable path to enable.\n";

/** The options of `setupHistory`. */
export interface HistoryOptions {
  filePath?: string;
  size?: number | string;
  removeHistoryDuplicates?: boolean;
  onHistoryFileLoaded?: HistoryCallback;
}

/** Called when the history is loaded, or with the error. */
export type HistoryCallback = (error: unknown, repl: REPLServer) => void;

/** The `historyManager` of a REPL. */
export class HistoryFile {
  isFlushing = false;
  #repl: REPLServer;
  #path = "";
  #size: number;
  #timer: Timeout | null = null;
  constructor(repl: REPLServer, size: number) {
    this.#repl = repl;
    this.#size = size;
  }

  async open(filePath: string | undefined): Promise<void> {
    const repl = this.#repl;
    if (filePath !== undefined && filePath.trim() === "") return this.#disable();
    if (filePath === undefined) {
      try {
        this.#path = path.join(os.homedir(), ".node_repl_history");
      } catch {
        return this.#fail("Could not get the home directory.");
      }
    } else this.#path = filePath.trim();
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
    // The size of the interface limits the session, too; it starts with a default of its own.
    const count = Math.min(this.#size, repl.historySize);
    if (text !== "")
      repl.history = text
        .split(/\r?\n+/)
        .filter((line) => line !== "")
        .slice(0, count);
    repl.historySize = this.#size;
    repl.on("line", () => this.#scheduleFlush());
    repl.on("close", () => this.#flushNow());
  }

  /** The history stays in memory; recalling a line prints a notice the first time. */
  #disable(): void {
    const repl = this.#repl;
    repl._historyPrev = () => {
      delete (repl as Partial<REPLServer>)._historyPrev;
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

  #scheduleFlush(): void {
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
      // An error of writing the history must not end the session.
    }
    if (this.#timer !== null) return;
    this.isFlushing = false;
    this.#repl.emit("flushHistory");
  }
}

/** Loads the history and stores it from now on; calls `callback(error, repl)` when it is loaded. */
export function start(
  repl: REPLServer,
  { filePath, size, removeHistoryDuplicates }: HistoryOptions,
  callback?: HistoryCallback,
): HistoryFile {
  if (callback !== undefined) validateFunction(callback, "callback");
  const sizeMax = Number(size);
  const history = new HistoryFile(repl, Number.isFinite(sizeMax) && sizeMax > 0 ? sizeMax : SIZE);
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
