// `this.snapshotState` of matchers, which those for images and files of their own count with: the members of Jest's and Vitest's
// class that programs use, over the snapshots of the test file.
import type { SnapshotCounts, SnapshotFile, UpdateMode } from "internal:test_runner/expect/snapshot_file";
import { state } from "internal:test_runner/expect/state";

type Count = Exclude<keyof SnapshotCounts, "obsolete" | "removed">;

class SnapshotState {
  readonly #file: SnapshotFile;
  constructor(file: SnapshotFile) {
    this.#file = file;
  }
  static isOne(value: unknown): boolean {
    return typeof value === "object" && value !== null && #file in value;
  }
  static countsOf(self: SnapshotState): SnapshotCounts {
    return self.#file.counts;
  }
  get _updateSnapshot(): UpdateMode {
    return this.#file.update;
  }
  get snapshotPath(): string {
    return this.#file.path;
  }
  /** How many snapshots the running test has, by their names. */
  get _counters(): Map<string, number> {
    return (state().snapshotCounts ??= new Map());
  }
  set _counters(counts: Map<string, number>) {
    state().snapshotCounts = counts;
  }
}

for (const name of ["added", "matched", "unmatched", "updated"] satisfies Count[]) {
  Object.defineProperty(SnapshotState.prototype, name, {
    get(this: SnapshotState) {
      return SnapshotState.countsOf(this)[name];
    },
    set(this: SnapshotState, count: number) {
      SnapshotState.countsOf(this)[name] = count;
    },
    configurable: true,
    enumerable: true,
  });
}

const states = new WeakMap<SnapshotFile, SnapshotState>();

/** The state over the snapshots of a file; undefined without a file. */
export function snapshotStateOf(file: SnapshotFile | null): object | undefined {
  if (file === null) return undefined;
  let made = states.get(file);
  if (made === undefined) states.set(file, (made = new SnapshotState(file)));
  return made;
}

/** Whether a matcher is called with the state of this runner, or with none. */
export function isOwnState(value: unknown): boolean {
  return value === undefined || SnapshotState.isOne(value);
}
