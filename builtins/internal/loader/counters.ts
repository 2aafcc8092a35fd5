// The counters of instrumented source that this realm runs: its own, so that a session of the inspector measures its thread. Those of
// all realms together are `coverageResults` of `native:modules`.
import * as lists from "internal:core/lists";
import { safe } from "internal:core/bootstrap";
import { fileUrl } from "internal:core/file_url";
import { coverageCounters, enableCoverage } from "native:modules";

/** Source whose counters this realm increments. */
export interface CountedSource {
  /** As V8 reports it. */
  url: string;
  /** As `coverageResults` reports it. */
  file: string;
  counters: Uint32Array;
  /** How often its code was evaluated. */
  runs: number;
}

/** The names of source of `node:vm`, which is not a file, begin with it. */
export const EVALUATED_FOLDER = "/[brio:evaluated]/";

const sources: CountedSource[] = [];
let isEnabled = false;
let requests = 0;

/** The counters of a file that is evaluated, by the identifier in its source. `address`: the path, or a URL. */
export function countersOf(id: string, file: string, address: string): Uint32Array {
  return addSource(id, file, addressUrl(file, address), 1).counters;
}

/** Counters for source that is known as `url`. */
export function addSource(id: string, file: string, url: string, runs: number): CountedSource {
  const source = { url, file, counters: coverageCounters(id), runs };
  lists.push(sources, source);
  return source;
}

/** What this realm has counted since it started. */
export function countedSources(): readonly CountedSource[] {
  return sources;
}

/** Counts what is loaded from now on; in source of `node:vm` until `stopCounting` was called as often. */
export function startCounting(): void {
  requests++;
  isEnabled = true;
  enableCoverage("/");
}

export function stopCounting(): void {
  requests--;
}

/** Whether source of `node:vm` is counted. */
export function countsEvaluated(): boolean {
  return requests > 0;
}

/** Whether a session has started to count in this realm. */
export function hasCounted(): boolean {
  return isEnabled || sources.length > 0;
}

// A module's address may be its path with a query.
function addressUrl(file: string, address: string): string {
  if (!safe.startsWith(address, "/")) return address;
  return safe.startsWith(address, file) ? fileUrl(file) + safe.slice(address, file.length) : fileUrl(address);
}
