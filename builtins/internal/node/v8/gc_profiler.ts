// `v8.GCProfiler` (https://nodejs.org/api/v8.html#class-v8gcprofiler). This engine reports neither the kind nor the duration of
// collections: each is reported as a full one with the cost 0, with the heap at the previous one, and as it is now.
import { watchCollections } from "internal:node/v8/collections";
import { getHeapSpaceStatistics, getHeapStatistics } from "internal:node/v8/heap_statistics";

const VERSION = 1;

interface Snapshot {
  heapStatistics: Record<string, number>;
  heapSpaceStatistics: Record<string, string | number>[];
}

interface Profile {
  version: number;
  startTime: number;
  statistics: { gcType: string; cost: number; beforeGC: Snapshot; afterGC: Snapshot }[];
  endTime: number;
}

const camelCase = <Value>(record: Record<string, Value>): Record<string, Value> =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );

const HEAP_FIELDS = [
  "total_heap_size",
  "total_heap_size_executable",
  "total_physical_size",
  "total_available_size",
  "total_global_handles_size",
  "used_global_handles_size",
  "used_heap_size",
  "heap_size_limit",
  "malloced_memory",
  "external_memory",
  "peak_malloced_memory",
];

function takeSnapshot(): Snapshot {
  const statistics = getHeapStatistics();
  return {
    heapStatistics: camelCase(Object.fromEntries(HEAP_FIELDS.map((name) => [name, statistics[name]!]))),
    heapSpaceStatistics: getHeapSpaceStatistics().map(camelCase),
  };
}

export class GCProfiler {
  #profile: Profile | null = null;
  #stopWatching: (() => void) | null = null;

  /** Starts; no effect when it has started. */
  start(): void {
    if (this.#profile !== null) return;
    const profile: Profile = { version: VERSION, startTime: Date.now(), statistics: [], endTime: 0 };
    this.#profile = profile;
    let beforeGC = takeSnapshot();
    this.#stopWatching = watchCollections(() => {
      const afterGC = takeSnapshot();
      profile.statistics.push({ gcType: "MarkSweepCompact", cost: 0, beforeGC, afterGC });
      beforeGC = afterGC;
    });
  }

  /** Stops and returns the collections; undefined when it has not started. */
  stop(): Profile | undefined {
    const profile = this.#profile;
    if (profile === null) return undefined;
    this.#profile = null;
    this.#stopWatching!();
    profile.endTime = Date.now();
    return profile;
  }

  [Symbol.dispose](): void {
    this.stop();
  }
}
