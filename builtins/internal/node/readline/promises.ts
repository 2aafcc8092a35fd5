// node:readline/promises: an interface whose question() returns a promise, and a batch of cursor movements.
import { clearLine, clearScreenDown, cursorTo, moveCursor } from "internal:node/readline/cursor";
import {
  Interface as CallbackInterface,
  questionPromise,
  type OutputStream,
  type QuestionOptions,
} from "internal:node/readline/interface";
import "internal:node/readline/older_members";
import { ERR_INVALID_ARG_TYPE } from "internal:core/errors";
import { isWritable } from "internal:node/streams/kinds";
import { nextTick } from "internal:core/ticks";
import { validateBoolean, validateInteger } from "internal:core/validators";

type InterfaceClass = new (
  input: unknown,
  output?: unknown,
  completer?: unknown,
  terminal?: unknown,
) => CallbackInterface;

class Interface extends (CallbackInterface as unknown as InterfaceClass) {
  /** Writes the query; fulfils with the next line. `options.signal` cancels the question and rejects with AbortError. */
  question(query: string, options: QuestionOptions = {}): Promise<string> {
    return questionPromise(this, query, options);
  }
}

function createInterface(input: unknown, output?: unknown, completer?: unknown, terminal?: unknown): Interface {
  return new Interface(input, output, completer, terminal);
}

/** Buffers cursor movements; `commit` writes them together. */
class Readline {
  #stream: OutputStream;
  #autoCommit = false;
  #pending: string[] = [];
  // The target of the cursor functions.
  #sink = { write: (text: string): boolean => this.#add(text) };

  constructor(stream: OutputStream, options: { autoCommit?: unknown } | undefined = undefined) {
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
  /** Writes what is buffered. */
  commit(): Promise<void> {
    return new Promise((resolve) => {
      this.#stream.write(this.#pending.join(""), resolve);
      this.#pending = [];
    });
  }
  /** Drops what is buffered. */
  rollback(): this {
    this.#pending = [];
    return this;
  }
}

export default { Interface, Readline, createInterface };
