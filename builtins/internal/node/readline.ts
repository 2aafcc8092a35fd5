// node:readline. Interfaces are in `internal:node/readline/interface`, the functions of the cursor in `internal:node/readline/cursor`.
import { load } from "internal:core/bootstrap";
import { clearLine, clearScreenDown, cursorTo, moveCursor } from "internal:node/readline/cursor";
import { emitKeypressEvents } from "internal:node/readline/keys";
import { Interface, questionPromise } from "internal:node/readline/interface";
import "internal:node/readline/older_members";

/** An interface over a stream of input, and one of output. */
function createInterface(input: any, output?: any, completer?: any, terminal?: any): any {
  return new (Interface as any)(input, output, completer, terminal);
}

Object.defineProperty(Interface.prototype.question, Symbol.for("nodejs.util.promisify.custom"), {
  value: function question(this: any, query: string, options?: any): Promise<string> {
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
