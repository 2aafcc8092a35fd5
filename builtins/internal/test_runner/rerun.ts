// `--test-rerun-failures`: a file that records which tests passed in which run, so that the next run repeats only the
// others. Tests are identified by their position; several at one position are counted.
import { now } from "internal:test_runner/clock";
import type { EventData, TestsStream } from "internal:test_runner/events";
import type { Place } from "internal:test_runner/scope";
import { Test } from "internal:test_runner/test";
import defer * as fs from "internal:node/fs";
import defer * as path from "internal:core/path";

const NANOSECONDS_PER_MS = 1_000_000;

/** The record of a test that passed. */
interface Passed {
  name: string;
  children: EventData[];
  passed_on_attempt: number;
  duration_ms: number;
}

/** One run: the tests that passed, by their positions. */
export type Run = Record<string, Passed>;

/** The runs so far, none when there is no file. Throws when it cannot be read. */
export function readRuns(file: string): Run[] {
  const files = fs.default;
  return files.existsSync(file) ? JSON.parse(files.readFileSync(file, "utf8")) : [];
}

/** Makes a unique key for each test at a position. */
class Places {
  readonly #counts = new Map<string, number>();
  readonly #folder: string;
  constructor(folder: string) {
    this.#folder = folder;
  }
  next({ file, line, column }: { file: string; line: number; column: number }): string {
    const place = `${path.default.relative(this.#folder, file)}:${line}:${column}`;
    const count = this.#counts.get(place);
    this.#counts.set(place, (count ?? 0) + 1);
    return count === undefined ? place : `${place}:(${count})`;
  }
}

const placesOfRoots = new WeakMap<object, Places>();

/** Replaces the function of a test that passed before. */
export function recall(test: Test): void {
  const { root } = test;
  let places = placesOfRoots.get(root);
  if (places === undefined) placesOfRoots.set(root, (places = new Places(test.config.cwd!)));
  const runs = root.harness.previousRuns!;
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

/** A test that is reported, with its subtests. */
interface Open {
  data: EventData;
  parent: Open | null;
  children: Open[];
}

/** Collects a run's events and, at the end, adds the passed tests to the file. */
export function record(events: TestsStream, runs: Run[], file: string, folder: string): void {
  const places = new Places(folder);
  const run: Run = {};
  let current: Open | null = null;
  const open = (data: EventData): void => {
    const opened: Open = { data, parent: current, children: [] };
    current?.children.push(opened);
    current = opened;
  };
  const close = (data: EventData, hasPassed: boolean): void => {
    if (current === null || current.data.name !== data.name || current.data.nesting !== data.nesting) open(data);
    const { children } = current!;
    current = current!.parent;
    if (data.file === undefined) return;
    const place = places.next(data as EventData & Place);
    if (!hasPassed) return;
    const { passed_on_attempt: passedBefore, attempt, duration_ms } = data.details;
    run[place] = {
      name: data.name,
      children: children.map((child) => child.data),
      passed_on_attempt: (passedBefore ?? attempt)!,
      duration_ms,
    };
  };
  const stream = events;
  stream.on("test:start", open);
  stream.on("test:pass", (data: EventData) => close(data, true));
  stream.on("test:fail", (data: EventData) => close(data, false));
  const { end } = stream;
  stream.end = function () {
    fs.default.writeFileSync(file, JSON.stringify([...runs, run], null, 2), "utf8");
    return end.call(stream);
  };
}
