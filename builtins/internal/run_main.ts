// Finds, loads and runs the main module of a program.
import { type Launch, option } from "internal:launch";
import { evaluate } from "internal:loader/evaluate";
import { fileUrl } from "internal:loader/file_url";
import { link } from "internal:loader/link";
import { loadFrom, loadResolved } from "internal:loader/load";
import { resolve } from "internal:loader/resolve";
import { setMainUrl } from "internal:program";
import * as state from "internal:process_state";
import * as uncaught from "internal:uncaught";
import defer * as commonjs from "internal:loader/commonjs";
import { type Module } from "internal:loader/records";
import defer * as testHost from "internal:test_host";
import { cwd, getEnvironment } from "native:process";
import { writeError } from "native:stdio";

/** Code of a process whose main module awaits something that never comes. */
const EXIT_UNSETTLED_AWAIT = 13;

/** Runs the program's file. Throws what a CommonJS main throws; an ES module's failure is reported by itself. */
export function runMain(program: Launch): void {
  const folder = cwd();
  const file = program.file!;
  const absolute = file.startsWith("/") ? file : `${folder}/${file}`;
  const resolved = resolve(absolute, `${folder}/_`, true);
  program.path = resolved.path;
  setMainUrl(fileUrl(resolved.path));
  if (option("--test-host-hooks") !== undefined || getEnvironment("BRIO_TEST262_HOST") === "1") testHost.install();
  for (const request of program.require) commonjs.preloadFor(folder, request);
  if (program.import.length === 0 && resolved.format === "commonjs") return commonjs.runMain(resolved.path);
  if (program.import.length === 0 && resolved.format === "detect" && commonjs.isCommonJs(resolved.path)) return commonjs.runMain(resolved.path);
  runAsModule(() => {
    const first = program.import.map((specifier) => loadFrom(specifier, `${folder}/_`, {}));
    return [...first, loadResolved({ ...resolved, format: resolved.format === "detect" ? "detect" : resolved.format }, {})];
  });
}

/** Links and evaluates modules one after the other, inside a promise job as Node does: jobs come before ticks. */
export function runAsModule(load: () => Module[]): void {
  let isSettled = false;
  const done = (): void => {
    isSettled = true;
  };
  state.onDry(() => {
    if (isSettled) return;
    writeError("Warning: Detected unsettled top-level await\n");
    if (state.getExitCode() === undefined) state.setExitCode(EXIT_UNSETTLED_AWAIT);
  });
  Promise.resolve()
    .then(async () => {
      for (const module of load()) {
        link(module);
        const pending = evaluate(module);
        if (pending !== undefined) await pending;
      }
    })
    .then(done, (error: unknown) => {
      isSettled = true;
      uncaught.handle(error);
    });
}
