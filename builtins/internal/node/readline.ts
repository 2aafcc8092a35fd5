// node:readline. The class Interface is in `internal:node/readline/interface`, the cursor functions in
// `internal:node/readline/cursor`.
import { load } from "internal:core/bootstrap";
import { clearLine, clearScreenDown, cursorTo, moveCursor } from "internal:node/readline/cursor";
import { emitKeypressEvents } from "internal:node/readline/keys";
import { Interface, questionPromise, type QuestionOptions } from "internal:node/readline/interface";
import "internal:node/readline/older_members";

type InterfaceClass = new (input: unknown, output?: unknown, completer?: unknown, terminal?: unknown) => Interface;

/** An interface over a stream of input and, optionally, one of output. */
function createInterface(input: unknown, output?: unknown, completer?: unknown, terminal?: unknown): Interface {
  return new (Interface as unknown as InterfaceClass)(input, output, completer, terminal);
}

Object.defineProperty(Interface.prototype.question, Symbol.for("nodejs.util.promisify.custom"), {
  value: function question(this: Interface, query: string, options?: QuestionOptions): Promise<string> {
    return questionPromise(this, query, options);
  },
  writable: true,
  enumerable: true,
  configurable: true,
});

const readline = {
  Interface,
  clearLine,
  clearScreenDown,
  createInterface,
  cursorTo,
  emitKeypressEvents,
  moveCursor,
};
Object.defineProperty(readline, "promises", {
  get: () => load("internal:node/readline/promises").default,
  enumerable: true,
  configurable: true,
});

export default readline;
