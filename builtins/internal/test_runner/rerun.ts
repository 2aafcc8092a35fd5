// `--test-rerun-failures`: a file that remembers which tests passed in which run, so that the next run repeats only the
// others. Tests are told apart by their place; several of one place are counted.
import { now } from "internal:test_runner/clock";
import type { TestsStream } from "internal:test_runner/events";
import { Test } from "internal:test_runner/test";
import defer * as fs from "internal:node/fs";
import defer * as path from "internal:core/path";

const NANOSECONDS_PER_MS = 1_000_000;

/** What is remembered of a test that passed. */
interface Passed {
  name: string;
  children: any[];
  passed_on_attempt: number;
  duration_ms: number;
}

/** One run: the tests that passed, by their places. */
type Run = Record<string, Passed>;

/** The runs so far, none when there is no file. Throws when it cannot be read. */
export function readRuns(file: string): Run[] {
  const files = (fs as any).default;
  return files.existsSync(file) ? JSON.parse(files.readFileSync(file, "utf8")) : [];
}

/** Gives each test of a place a name of its own. */
class Places {
  readonly #counts = new Map<string, number>();
  readonly #folder: string;
  constructor(folder: string) {
    this.#folder = folder;
  }
  next({ file, line, column }: { file: string; line: number; column: number }): string {
    const place = `${(path as any).default.relative(this.#folder, file)}:${line}:${column}`;
    const count = this.#counts.get(place);
    this.#counts.set(place, (count ?? 0) + 1);
    return count === undefined ? place : `${place}:(${count})`;
  }
}

const placesOfRoots = new WeakMap<object, Places>();

/** Replaces the function of a test that passed before. */
export function recall(test: Test): void {
  const { root } = test as any;
  let places = placesOfRoots.get(root);
  if (places === undefined) placesOfRoots.set(root, (places = new Places(test.config.cwd)));
  const runs: Run[] = root.harness.previousRuns;
  test.attempt = runs.length;
  const passed = runs.at(-1)?.[places.next(test.loc!)];
  if (passed === undefined) return;
  test.passedAttempt = passed.passed_on_attempt;
  if (passed.duration_ms !== undefined)
    test.replayedDuration = BigInt(Math.round(passed.duration_ms * NANOSECONDS_PER_MS));
  test.fn = () => replay(test, passed);
}

function replay(test: Test, { children = [] }: Passed): void {
  const isSuite = test.reportedType === "suite";
  // A suite measures its own time.
  if (!isSuite) setDuration(test);
  for (const { name, line, column, file } of children) {
    const subtest = test.createSubtest(Test, name, {}, () => {}, {
      __proto__: null,
      loc: { line, column, file },
    } as object);
    setDuration(subtest);
    // A suite starts its tests itself.
    if (!isSuite) void subtest.start();
  }
}

function setDuration(test: Test): void {
  test.startTime = now();
  test.endTime = test.startTime + (test.replayedDuration ?? 0n);
}

/** A test that is reported, with those in it. */
interface Open {
  data: any;
  parent: Open | null;
  children: Open[];
}

/** Collects a run's events and, at the end, adds what passed to the file. */
export function record(events: TestsStream, runs: Run[], file: string, folder: string): void {
  const places = new Places(folder);
  const run: Run = {};
  let current: Open | null = null;
  const open = (data: any): void => {
    const opened: Open = { data, parent: current, children: [] };
    current?.children.push(opened);
    current = opened;
  };
  const close = (data: any, hasPassed: boolean): void => {
    if (current === null || current.data.name !== data.name || current.data.nesting !== data.nesting) open(data);
    const { children } = current!;
    current = current!.parent;
    if (data.file === undefined) return;
    const place = places.next(data);
    if (!hasPassed) return;
    const { passed_on_attempt: passedBefore, attempt, duration_ms } = data.details;
    run[place] = {
      name: data.name,
      children: children.map((child) => child.data),
      passed_on_attempt: passedBefore ?? attempt,
      duration_ms,
    };
  };
  const stream = events as any;
  stream.on("test:start", open);
  stream.on("test:pass", (data: any) => close(data, true));
  stream.on("test:fail", (data: any) => close(data, false));
  const { end } = stream;
  stream.end = function () {
    (fs as any).default.writeFileSync(file, JSON.stringify([...runs, run], null, 2), "utf8");
    return end.call(stream);
  };
}
