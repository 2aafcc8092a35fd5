// Runs the benchmarks of one file in this realm.
import { begin, type Benchmark, defined, mitataMembers, vitestMembers } from "internal:test_runner/bench/registry";
import { type BenchResult, measure } from "internal:test_runner/bench/measure";
import { errorText } from "internal:test_runner/dialects/error_text";
import type { ErrorText, Job } from "internal:test_runner/dialects/protocol";
import { setTestFile, viObject } from "internal:test_runner/dialects/faces";
import { installModules } from "internal:test_runner/dialects/realm_modules";
import { fileUrl } from "internal:core/file_url";
import { importFrom } from "internal:loader/dynamic_import";
import { collectGarbage } from "native:realm";

/** What a realm is to measure. */
export interface BenchJob {
  /** For the modules of the file. */
  job: Job;
  minTimeMs: number;
  pattern: string | null;
}

/** A benchmark in messages. */
export interface BenchReport {
  name: string;
  group: string | null;
  isBaseline: boolean;
  result: BenchResult | null;
  error: ErrorText | null;
}

/** Messages of the realm. */
export type BenchMessage =
  | { kind: "begin"; count: number }
  | { kind: "result"; report: BenchReport }
  | { kind: "error"; error: ErrorText }
  /** `skipped`: the names of benchmarks that the file leaves out. */
  | { kind: "end"; hasOnly: boolean; skipped: string[] };

/** Loads the file, measures its benchmarks one after the other, and sends each result. */
export async function runBenchJob(benchJob: BenchJob, send: (message: BenchMessage) => void): Promise<void> {
  const { job, minTimeMs, pattern } = benchJob;
  begin();
  setTestFile(job.file);
  const globals: Record<string, unknown> = { ...mitataMembers(), vi: viObject() };
  // The forms of Vitest, whose names mitata shares, are those of files that use neither module.
  const { bench, describe } = vitestMembers();
  Object.assign(globals, { bench, describe });
  for (const [name, value] of Object.entries(globals))
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false });
  try {
    installModules(job);
    const parent = `${job.root}/_`;
    for (const file of [...job.setupFiles, job.file]) await importFrom(parent, file, undefined, false);
  } catch (error) {
    return send({ kind: "error", error: errorText(error) });
  }
  const all = defined();
  const hasOnly = all.some(({ isOnly }) => isOnly);
  const test = pattern === null ? null : new RegExp(pattern, "i");
  const chosen = all.filter(
    (benchmark) =>
      !benchmark.isIgnored && (!hasOnly || benchmark.isOnly) && (test === null || test.test(fullName(benchmark))),
  );
  send({ kind: "begin", count: chosen.length });
  for (const benchmark of chosen) send({ kind: "result", report: await reportOf(benchmark, job.file, minTimeMs) });
  const skipped = all.filter(({ isIgnored }) => isIgnored).map(fullName);
  // In Deno such a run fails.
  send({ kind: "end", hasOnly: hasOnly && job.dialect === "deno", skipped });
}

function fullName({ name, group }: Benchmark): string {
  return group === null ? name : `${group} ${name}`;
}

async function reportOf(benchmark: Benchmark, file: string, minTimeMs: number): Promise<BenchReport> {
  const { name, group, isBaseline } = benchmark;
  const report: BenchReport = { name, group, isBaseline, result: null, error: null };
  // What earlier benchmarks left does not count here.
  collectGarbage();
  try {
    report.result = await measure(benchmark, fileUrl(file), minTimeMs);
  } catch (error) {
    report.error = errorText(error);
  }
  return report;
}
