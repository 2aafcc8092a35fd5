// `--test-isolation=none`: all test files in this process, one after the other; then their tests run.
import { startWhenReady } from "internal:test_runner/harness";
import type { RunOptions } from "internal:test_runner/run";
import { runAs } from "internal:test_runner/scope";
import { Test } from "internal:test_runner/test";
import { launch } from "internal:core/launch";
import { importFrom } from "internal:loader/dynamic_import";
import defer * as commonjs from "internal:loader/commonjs";
import defer * as path from "internal:core/path";
import defer * as process from "internal:node/process";

/** Loads the files and runs their tests; the run ends with the process. `loadsPreloads`: the modules of `--require` are not loaded yet. */
export async function runHere(options: RunOptions, loadsPreloads: boolean): Promise<void> {
  const { root, setup } = options;
  const { harness } = root;
  process.default.env.NODE_TEST_WORKER_ID = "1";
  if (harness.bootstrapPromise) await harness.bootstrapPromise;
  if (typeof setup === "function") await setup(root.reporter);
  const loaded = Promise.withResolvers<void>();
  // Tests of the files do not start before all files are loaded.
  harness.bootstrapPromise = loaded.promise;
  await root.resource.runInAsyncScope(() => runAs(root, () => loadAll(options, loadsPreloads)));
  root.entryFile = undefined;
  loaded.resolve();
  await root.queue.runWaiting();
}

async function loadAll({ root, files, cwd }: RunOptions, loadsPreloads: boolean): Promise<void> {
  const { resolve } = path.default;
  const parent = `${cwd}/_`;
  if (loadsPreloads) {
    for (const request of launch().require) commonjs.preloadFor(cwd, request);
    for (const specifier of launch().import) await importFrom(parent, specifier, undefined, false);
  }
  let known = 0;
  for (const file of files) {
    const absolute = resolve(cwd, file);
    const problems: unknown[] = [];
    root.entryFile = absolute;
    try {
      await importFrom(parent, absolute, undefined, false);
    } catch (error) {
      problems.push(error);
    }
    // A file without tests counts as one test.
    if (root.subtests.length === known) {
      const placeholder = root.createSubtest(Test, file, {}, undefined, {
        __proto__: null,
        loc: { line: 1, column: 1, file: absolute },
      });
      if (problems.length > 0) placeholder.fail(problems[0]);
      void startWhenReady(placeholder);
    }
    known = root.subtests.length;
  }
}
