// `brio --test [patterns]`.
import { commandLine } from "internal:test_runner/options";
import { run } from "internal:test_runner/run";
import { type Launch } from "internal:core/launch";
import { configureResolution } from "internal:loader/run_main";
import { emitWarning } from "internal:core/process/warn";
import { debuglog } from "internal:core/util/debuglog";
import defer * as commonjs from "internal:loader/commonjs";
import { cwd } from "native:process";
import defer * as process from "internal:node/process";

const INSPECTS = /^--inspect(?:-brk|-wait)?$/;

/** Runs the test files of the arguments; the exit code is 1 when a test fails. Throws for invalid flags. */
export function main(program: Launch): void {
  configureResolution(program);
  const config = commandLine();
  if (config.isolation === "process" && program.options.some(([name]) => INSPECTS.test(name))) {
    emitWarning(
      "Using the inspector with --test forces running at a concurrency of 1. Use the inspectPort option to run with concurrency",
    );
    config.concurrency = 1;
  }
  if (config.isolation === "process") for (const request of program.require) commonjs.preloadFor(cwd(), request);
  const options = { ...config, globPatterns: program.arguments };
  debuglog("test_runner")("test runner configuration:", options);
  run(options).on("test:summary", ({ success }: { success: boolean }) => {
    if (!success) process.default.exitCode = 1;
  });
}
