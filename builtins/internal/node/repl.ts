// node:repl: a prompt that reads, runs and prints. The class is in `internal:node/repl/server`.
import { names } from "internal:loader/builtin_globals";
import { deprecateOnce as once, Recoverable, REPL_MODE_SLOPPY, REPL_MODE_STRICT } from "internal:node/repl/protocol";
import { REPLServer, type REPLServerClass } from "internal:node/repl/server";
import * as server from "internal:node/repl/server";
import { writer } from "internal:node/repl/writer";

/** Starts a REPL. `prompt` is the prompt, or all options. */
function start(
  prompt?: unknown,
  source?: unknown,
  eval_?: unknown,
  useGlobal?: unknown,
  ignoreUndefined?: unknown,
  replMode?: unknown,
): REPLServer {
  return new (REPLServer as unknown as REPLServerClass)(prompt, source, eval_, useGlobal, ignoreUndefined, replMode);
}

const repl: object = { start, writer, REPLServer, REPL_MODE_SLOPPY, REPL_MODE_STRICT, Recoverable };
for (const [name, code] of [
  ["builtinModules", "DEP0191"],
  ["_builtinLibs", "DEP0142"],
] as const) {
  let list: string[] | undefined;
  const warn = once(`repl.${name} is deprecated. Check module.builtinModules instead`, code);
  Object.defineProperty(repl, name, {
    get() {
      warn();
      return (list ??= names());
    },
    set(value: string[]) {
      warn();
      list = value;
    },
    enumerable: name === "builtinModules",
    configurable: true,
  });
}

/** The REPL of the command line, for programs that run in it. */
Object.defineProperty(repl, "repl", { get: () => server.standalone, enumerable: false, configurable: true });

export default repl;
