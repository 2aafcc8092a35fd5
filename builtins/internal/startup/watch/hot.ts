// `--hot FILE` of Bun: when a file that the program loaded changes, all its modules run again in the same process: the global
// object, timers and open connections stay, and servers of `Bun.serve` get the new handlers.
// https://bun.com/docs/runtime/watch-mode#hot-mode
import type { Launch } from "internal:core/launch";
import { absolutePath, runMain } from "internal:loader/run_main";
import { nextGeneration } from "internal:core/hot_reload";
import { forgetModules } from "internal:loader/forget_modules";
import { observeLoads } from "internal:node/watch_mode/load_reports";
import { WatchedFiles } from "internal:node/watch_mode/watched_files";
import { setSurvivor } from "internal:node/process/fatal_exception";
import { setExitCode } from "internal:core/process/state";
import defer * as uncaught from "internal:core/uncaught";

const PROGRAM = "program";

/** Runs the program's file, and again after each change. */
export function start(program: Launch): void {
  const file = absolutePath(program.file!);
  const watched = new WatchedFiles(() => reload());
  setSurvivor(() => setExitCode(undefined));
  const observe = (): void => {
    watched.reset();
    observeLoads(file, ({ path, state }) => {
      if (state === null) watched.addUnresolved(path);
      else watched.add(path, PROGRAM, state);
    });
  };
  const run = (): void => {
    nextGeneration();
    observe();
    try {
      runMain(program);
    } catch (error) {
      uncaught.handle(error);
    }
  };
  const reload = (): void => {
    forgetModules();
    program.require = program.import = [];
    run();
  };
  run();
}
