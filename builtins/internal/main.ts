// Starts a program on the main thread: from the parsed command line to the running main module.
import { start } from "internal:loop";
import { type Launch, setLaunch } from "internal:launch";
import * as state from "internal:process_state";
import { install as installStacks } from "internal:stack";
import { installGlobals } from "internal:globals";
import { setProgramHome, type Home } from "internal:program";
import { runTicks } from "internal:ticks";
import * as uncaught from "internal:uncaught";
import defer * as runCode from "internal:run_code";
import { runMain } from "internal:run_main";
import { detectHome, setHome } from "native:modules";

/** Called by the runtime with the command line as JSON. */
export default function main(argument: string): void {
  const program: Launch = { path: "", ...JSON.parse(argument) };
  setLaunch(program);
  start({ beforeExit: state.runBeforeExit, exit: state.finishLoop });
  installStacks();
  try {
    const home = (program.home ?? (program.file === null ? "node" : detectHome(program.file))) as Home;
    setProgramHome(home);
    setHome(home);
    installGlobals(home);
    if (program.file !== null) runMain(program);
    else runCode.run(program);
  } catch (error) {
    uncaught.handle(error);
  }
  runTicks();
}
