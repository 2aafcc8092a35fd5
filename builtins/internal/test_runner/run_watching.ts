// `--test --watch`: runs the test files, and reruns those that depend on a changed file, until it is aborted.
import { now } from "internal:test_runner/clock";
import { findTestFiles } from "internal:test_runner/files";
import type { RunOptions } from "internal:test_runner/run";
import { ALL_FILES, runFile } from "internal:test_runner/run_processes";
import { readReports } from "internal:node/watch_mode/reports";
import { WatchedFiles } from "internal:node/watch_mode/watched_files";
import defer * as path from "internal:core/path";

/** The patterns of the run's files; undefined when they were listed one by one. */
export interface Search {
  patterns: string[] | undefined;
  isNamed: boolean;
  isolation: "process" | "none";
}

/** Runs and watches. Rejects when it cannot start. */
export async function runWatching(options: RunOptions, search: Search): Promise<void> {
  const { root, setup, signal } = options;
  root.harness.isWatching = true;
  if (root.harness.bootstrapPromise) await root.harness.bootstrapPromise;
  if (typeof setup === "function") await setup(root.reporter);
  root.harness.bootstrapPromise = null;
  root.harness.buildPromise = null;
  const watch = new Watch(options, search);
  signal?.addEventListener("abort", () => watch.end(), { once: true });
  watch.begin();
}

class Watch {
  readonly #options: RunOptions;
  readonly #search: Search;
  readonly #watched = new WatchedFiles((paths) => this.#onChange(paths));
  readonly #running = new Map<string, { child: any; done: Promise<void> }>();
  #files: string[];

  constructor(options: RunOptions, search: Search) {
    this.#options = options;
    this.#search = search;
    this.#files = options.files;
  }

  begin(): void {
    if (!this.#search.isNamed) this.#watched.watchTree(this.#options.cwd);
    if (this.#search.isolation === "none") this.#start(ALL_FILES);
    else for (const file of this.#files) this.#start(file);
  }

  end(): void {
    const { root } = this.#options;
    this.#watched.close();
    root.harness.isWatching = false;
    root.finish();
  }

  #start(file: string): void {
    const { root, cwd } = this.#options;
    const entry: { child: unknown; done: Promise<void> } = { child: undefined, done: Promise.resolve() };
    this.#running.set(file, entry);
    for (const own of file === ALL_FILES ? this.#files : [file])
      this.#watched.add(path.default.resolve(cwd, own), file);
    entry.done = runFile(file, 1, { ...this.#options, files: this.#files }, (child) => {
      entry.child = child;
      readReports(child, (report) => {
        if (report.state !== null) this.#watched.add(report.path, file, report.state);
      });
    });
    void entry.done.finally(() => {
      if (this.#running.get(file) === entry) this.#running.delete(file);
      if (this.#running.size > 0 || !root.harness.isWatching) return;
      root.reporter.send("test:watch:drained");
      root.finish();
    });
  }

  #onChange(paths: Set<string>): void {
    const { root, cwd } = this.#options;
    const affected = this.#watched.ownersOf(paths);
    if (!this.#search.isNamed && this.#search.isolation === "process") {
      const files = findTestFiles(this.#search.patterns, cwd);
      for (const file of files) if (!this.#files.includes(file)) affected.add(file);
      this.#files = files;
    }
    const again = this.#search.isolation === "none" ? [...affected] : this.#files.filter((file) => affected.has(file));
    if (again.length === 0) return;
    // The counts are those of this round.
    if (this.#running.size === 0) root.harness.resetCounters();
    root.startTime = now();
    root.endTime = null;
    root.reporter.send("test:watch:restarted");
    for (const file of again) void this.#restart(file);
  }

  async #restart(file: string): Promise<void> {
    const running = this.#running.get(file);
    if (running !== undefined) {
      running.child?.kill();
      await running.done;
    }
    this.#start(file);
  }
}
