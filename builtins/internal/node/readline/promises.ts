// node:readline/promises: an interface whose question() gives a promise, and a batch of cursor movements.
import { clearLine, clearScreenDown, cursorTo, moveCursor } from "internal:node/readline/cursor";
import { Interface as CallbackInterface, questionPromise } from "internal:node/readline/interface";
import "internal:node/readline/older_members";
import { ERR_INVALID_ARG_TYPE } from "internal:core/errors";
import { isWritable } from "internal:node/streams/kinds";
import { nextTick } from "internal:core/ticks";
import { validateBoolean, validateInteger } from "internal:core/validators";

class Interface extends (CallbackInterface as any) {
  /** Asks; fulfils with the next line. `options.signal` takes the question back and rejects with AbortError. */
  question(query: string, options: any = {}): Promise<string> {
    return questionPromise(this, query, options);
  }
}

function createInterface(input: any, output?: any, completer?: any, terminal?: any): Interface {
  return new (Interface as any)(input, output, completer, terminal);
}

/** Collects movements and clearings; `commit` writes them at once. */
class Readline {
  #stream: any;
  #autoCommit = false;
  #pending: string[] = [];
  // What the functions of the cursor write to.
  #sink = { write: (text: string): boolean => this.#add(text) };

  constructor(stream: any, options: any = undefined) {
    if (!isWritable(stream)) throw new ERR_INVALID_ARG_TYPE("stream", "Writable", stream);
    this.#stream = stream;
    if (options?.autoCommit !== undefined) {
      validateBoolean(options.autoCommit, "options.autoCommit");
      this.#autoCommit = options.autoCommit;
    }
  }

  #add(text: string): boolean {
    if (this.#autoCommit) nextTick(() => this.#stream.write(text));
    else this.#pending.push(text);
    return true;
  }

  cursorTo(x: number, y: number | undefined = undefined): this {
    validateInteger(x, "x");
    if (y != null) validateInteger(y, "y");
    cursorTo(this.#sink, x, y);
    return this;
  }
  moveCursor(dx: number, dy: number): this {
    if (dx || dy) {
      validateInteger(dx, "dx");
      validateInteger(dy, "dy");
      moveCursor(this.#sink, dx, dy);
    }
    return this;
  }
  clearLine(direction: number): this {
    validateInteger(direction, "dir", -1, 1);
    clearLine(this.#sink, direction);
    return this;
  }
  clearScreenDown(): this {
    clearScreenDown(this.#sink);
    return this;
  }
  /** Writes what was collected. */
  commit(): Promise<void> {
    return new Promise((resolve) => {
      this.#stream.write(this.#pending.join(""), resolve);
      this.#pending = [];
    });
  }
  /** Drops what was collected. */
  rollback(): this {
    this.#pending = [];
    return this;
  }
}

export default { Interface, Readline, createInterface };
