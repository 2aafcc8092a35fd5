// `--trace-env` and `--trace-env-js-stack`: each access of the program to `process.env` is printed, as in Node.
import { safe } from "internal:core/bootstrap";
import { guardWith } from "internal:core/process/environment";
import { stackOf } from "internal:core/stack/stack";
import { writeError } from "native:stdio";

/** Traces the variables of this thread; `hasStacks`: with the stack of each access. */
export function install(hasStacks: boolean): void {
  const print = (access: string): void => {
    writeError(`[--trace-env] ${access}\n`);
    if (hasStacks) writeError(stackTrace());
  };
  const printNamed = (access: string, name: PropertyKey): void => {
    if (typeof name === "string") print(`${access} "${name}"`);
  };
  guardWith((open) => ({
    get(target, name, receiver) {
      printNamed("get", name);
      return open.get!(target, name, receiver);
    },
    set(target, name, value, receiver) {
      printNamed("set", name);
      return open.set!(target, name, value, receiver);
    },
    has(target, name) {
      printNamed("query", name);
      return open.has!(target, name);
    },
    deleteProperty(target, name) {
      printNamed("delete", name);
      return open.deleteProperty!(target, name);
    },
    defineProperty(target, name, descriptor) {
      printNamed("query", name);
      printNamed("set", name);
      return open.defineProperty!(target, name, descriptor);
    },
    ownKeys(target) {
      print("enumerate environment variables");
      return open.ownKeys === undefined ? safe.ownKeys(target) : open.ownKeys(target);
    },
    getOwnPropertyDescriptor(target, name) {
      printNamed("query", name);
      return open.getOwnPropertyDescriptor === undefined
        ? safe.getOwnPropertyDescriptor(target, name)
        : open.getOwnPropertyDescriptor(target, name);
    },
  }));
}

function stackTrace(): string {
  const frames = String(stackOf(new Error())).split("\n").slice(1);
  const lines = frames.map((frame, index) => `${index + 1}: ${frame.trim().replace(/^at /, "")}`);
  return `\n----- JavaScript stack trace -----\n\n${lines.join("\n")}\n\n\n`;
}
