// The REPL of the command line: `brio` on a terminal, or `-i`.
import { type Launch, launch } from "internal:core/launch";
import { configureResolution, importsOf, runAsModule, startLoaders } from "internal:loader/run_main";
import * as commonjs from "internal:loader/commonjs";
import { showStrayErrors } from "internal:node/repl/errors";
import { REPL_MODE_SLOPPY, REPL_MODE_STRICT } from "internal:node/repl/protocol";
import { REPLServer, type REPLServerClass } from "internal:node/repl/server";
import { kIsStandalone } from "internal:node/repl/state";
import defer * as runSource from "internal:loader/run_source";
import { exitNow } from "internal:core/process/state";
import processObject from "internal:node/process";
import { workingDirectory } from "internal:core/process/working_directory";
import { getEnvironment } from "native:process";
import { writeError } from "native:stdio";

/** The exit code for incompatible flags. */
const INVALID_ARGUMENT = 9;

const MODULE_NAMES = ["module", "exports", "require"];

/** Starts it, after the modules of `--require` and `--import`. As in Node, the code of `-e` runs after the first prompt. */
export function start(program: Launch): void {
  if (program.inputType !== null) {
    writeError("Cannot specify --input-type for REPL\n");
    exitNow(INVALID_ARGUMENT);
  }
  configureResolution(program);
  startLoaders(program);
  for (const request of program.require) commonjs.preloadFor(workingDirectory(), request);
  const begin = (): void => {
    const repl = open();
    if (program.code !== null) runFirst(program);
    // Errors of the code itself, before any input, end the process.
    showStrayErrors(repl);
  };
  if (program.import.length > 0) runAsModule(importsOf(program.import), begin);
  else begin();
}

function runFirst(program: Launch): void {
  const names = Object.getOwnPropertyDescriptors(globalThis);
  runSource.runAsScript(program.code!, "[eval]", workingDirectory(), program.prints);
  // The prompt keeps its own module, not that of the code.
  for (const name of MODULE_NAMES) if (names[name] !== undefined) Object.defineProperty(globalThis, name, names[name]);
}

function open(): REPLServer {
  const { env, versions } = processObject;
  processObject.stdout.write(
    `Welcome to Brio v${versions.brio} (Node.js ${processObject.version}).\nType ".help" for more information.\n`,
  );
  // The settings of the REPL are not the program's to read.
  const setting = (name: string): string | undefined =>
    launch().restricts ? (getEnvironment(name) ?? undefined) : env[name];
  const isTerminal = setting("NODE_NO_READLINE") ? false : undefined;
  const repl = new (REPLServer as unknown as REPLServerClass)({
    [kIsStandalone]: true,
    ignoreUndefined: false,
    useGlobal: true,
    terminal: isTerminal,
    breakEvalOnSigint: true,
    replMode: setting("NODE_REPL_MODE")?.toLowerCase().trim() === "strict" ? REPL_MODE_STRICT : REPL_MODE_SLOPPY,
  });
  repl.on("exit", () => processObject.exit());
  if (repl.terminal)
    repl.setupHistory({ filePath: setting("NODE_REPL_HISTORY"), size: setting("NODE_REPL_HISTORY_SIZE") });
  return repl;
}
