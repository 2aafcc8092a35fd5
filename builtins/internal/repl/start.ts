// The prompt of the command line: `brio` on a terminal, `-i`.
import { type Launch } from "internal:launch";
import { configureResolution, importsOf, runAsModule, startLoaders } from "internal:run_main";
import * as commonjs from "internal:loader/commonjs";
import { REPL_MODE_SLOPPY, REPL_MODE_STRICT } from "internal:repl/protocol";
import { REPLServer } from "internal:repl/server";
import { kIsStandalone } from "internal:repl/state";
import defer * as runCode from "internal:run_code";
import processObject from "node:process";
import { workingFolder } from "internal:working_folder";

/** Starts it, after what `--require`, `--import` and `-e` ask for. */
export function start(program: Launch): void {
  configureResolution(program);
  startLoaders(program);
  for (const request of program.require) commonjs.preloadFor(workingFolder(), request);
  const begin = (): void => {
    if (program.code !== null) runCode.runAsScript(program.code, "[eval]", workingFolder(), program.prints);
    open();
  };
  if (program.import.length > 0) runAsModule(importsOf(program.import), begin);
  else begin();
}

function open(): void {
  const { env, versions } = processObject;
  processObject.stdout.write(`Welcome to Brio v${versions.brio} (Node.js ${processObject.version}).\nType ".help" for more information.\n`);
  const isTerminal = env.NODE_NO_READLINE ? false : undefined;
  const repl = new (REPLServer as any)({
    [kIsStandalone]: true,
    ignoreUndefined: false,
    useGlobal: true,
    terminal: isTerminal,
    breakEvalOnSigint: true,
    replMode: env.NODE_REPL_MODE?.toLowerCase().trim() === "strict" ? REPL_MODE_STRICT : REPL_MODE_SLOPPY,
  });
  repl.on("exit", () => processObject.exit());
  if (repl.terminal) repl.setupHistory({ filePath: env.NODE_REPL_HISTORY, size: env.NODE_REPL_HISTORY_SIZE });
}
