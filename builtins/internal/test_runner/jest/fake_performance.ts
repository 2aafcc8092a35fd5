// `performance` under the fake clock of Jest and Vitest, as @sinonjs/fake-timers replaces it: its time is that of the clock,
// entries are made and not recorded, and a measure always lasts 100 ms.

const MEASURED_MS = 100;

class FakeEntry {
  readonly name: string;
  readonly entryType: string;
  readonly startTime = 0;
  readonly duration: number;
  readonly detail = null;

  constructor(name: string, entryType: string, duration: number) {
    this.name = name;
    this.entryType = entryType;
    this.duration = duration;
  }
  toJSON(): object {
    const { name, entryType, startTime, duration, detail } = this;
    return { name, entryType, startTime, duration, detail };
  }
}

/** What replaces the methods of `performance`, but for `now`, by their names. */
export const fakePerformance: Record<string, (name: string) => unknown> = {
  mark: (name) => new FakeEntry(name, "mark", 0),
  measure: (name) => new FakeEntry(name, "measure", MEASURED_MS),
  clearMarks: () => undefined,
  clearMeasures: () => undefined,
  getEntries: () => [],
  getEntriesByName: () => [],
  getEntriesByType: () => [],
};
