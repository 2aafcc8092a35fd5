// Results of benchmarks as tables, comparisons and JSON. The JSON has the form of `deno bench --json`, with the median, its
// interval and the rounds besides.
import { type Estimate, ratio } from "internal:test_runner/bench/statistics";
import type { BenchResult } from "internal:test_runner/bench/measure";
import type { BenchReport } from "internal:test_runner/bench/realm";
import type { ErrorText } from "internal:test_runner/dialects/protocol";

/** The benchmarks of one file. */
export interface FileBenches {
  file: string;
  name: string;
  url: string;
  reports: BenchReport[];
  errors: ErrorText[];
  /** Names of benchmarks that the file leaves out. */
  skipped: string[];
  output: string;
}

/** A saved run, and the output of `--json`. */
export interface BenchJson {
  version: 1;
  runtime: string;
  cpu: string;
  benches: {
    origin: string;
    group: string | null;
    name: string;
    baseline: boolean;
    results: ({ ok: BenchResult } | { err: { name: string; message: string } })[];
  }[];
}

/** All results as JSON. */
export function toJson(files: readonly FileBenches[], runtime: string, cpu: string): BenchJson {
  return {
    version: 1,
    runtime,
    cpu,
    benches: files.flatMap(({ url, reports }) =>
      reports.map(({ name, group, isBaseline, result, error }) => ({
        origin: url,
        group,
        name,
        baseline: isBaseline,
        results: [
          result !== null
            ? { ok: result }
            : { err: { name: error?.name ?? "Error", message: error?.message ?? "no result" } },
        ],
      })),
    ),
  };
}

const UNITS: [limit: number, divisor: number, unit: string][] = [
  [1e3, 1, "ns"],
  [1e6, 1e3, "µs"],
  [1e9, 1e6, "ms"],
  [Infinity, 1e9, "s"],
];

/** A duration in nanoseconds with a unit and three or four digits. */
export function duration(ns: number): string {
  const [, divisor, unit] = UNITS.find(([limit]) => ns < limit)!;
  const value = ns / divisor;
  return `${value < 10 ? value.toFixed(2) : value.toFixed(1)} ${unit}`;
}

function perSecond(ns: number): string {
  return ns === 0 ? "∞" : Math.round(1e9 / ns).toLocaleString("en-US");
}

interface Style {
  bold(text: string): string;
  dim(text: string): string;
  green(text: string): string;
  red(text: string): string;
}
const wrap =
  (code: number, end: number) =>
  (text: string): string =>
    `\u001b[${code}m${text}\u001b[${end}m`;
const same = (text: string): string => text;

/** The styles of a terminal, or none. */
export function styleOf(hasColors: boolean): Style {
  return hasColors
    ? { bold: wrap(1, 22), dim: wrap(2, 22), green: wrap(32, 39), red: wrap(31, 39) }
    : { bold: same, dim: same, green: same, red: same };
}

/** The table of a file, with a comparison after each group. */
export function fileTable({ name, reports }: FileBenches, style: Style): string {
  const titles = ["benchmark", "time/iter", "± 95 %", "iter/s", "(min … max)", "p75", "p99", "p995"];
  const rows: (string[] | string)[] = [];
  const groups = Map.groupBy(reports, ({ group }) => group);
  // Those without a group first.
  for (const [group, members] of [...groups].sort(([one], [other]) => Number(one !== null) - Number(other !== null))) {
    if (group !== null) rows.push(`\n${style.bold(`group ${group}`)}`);
    for (const report of members) rows.push(rowOf(report, style));
    const comparison = group === null ? "" : summaryOf(members, style);
    if (comparison !== "") rows.push(comparison);
  }
  const widths = titles.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (typeof row === "string" ? 0 : (row[column]?.length ?? 0)))),
  );
  const line = (cells: string[]): string =>
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
      .join("  ")
      .trimEnd();
  const text = rows.map((row) => (typeof row === "string" ? row : line(row))).join("\n");
  const rule = widths.map((width) => "-".repeat(width));
  return `\n${style.bold(name)}\n\n${style.dim(line(titles))}\n${style.dim(line(rule))}\n${text}\n`;
}

function rowOf({ name, result, error }: BenchReport, style: Style): string[] {
  if (result === null) return [`${name}  ${style.red(`error: ${error?.message ?? "no result"}`)}`];
  const { median, min, max, p75, p99, p995, isStable } = result;
  const error95 = Number.isFinite(median.low) ? ((median.high - median.low) / 2 / median.value) * 100 : Number.NaN;
  return [
    name,
    duration(median.value) + (isStable ? "" : "*"),
    Number.isNaN(error95) ? "" : `${error95.toFixed(1)} %`,
    perSecond(median.value),
    `(${duration(min)} … ${duration(max)})`,
    duration(p75),
    duration(p99),
    duration(p995),
  ];
}

/** How the members of a group compare with the baseline, or with the fastest. */
function summaryOf(members: BenchReport[], style: Style): string {
  const measured = members.filter((member) => member.result !== null);
  if (measured.length < 2) return "";
  const fastest = measured.reduce((best, member) =>
    member.result!.median.value < best.result!.median.value ? member : best,
  );
  const base = measured.find(({ isBaseline }) => isBaseline) ?? fastest;
  const lines = measured
    .filter((member) => member !== base)
    .sort((one, other) => one.result!.median.value - other.result!.median.value)
    .map((member) => {
      const times = ratio(member.result!.rounds, base.result!.rounds);
      if (!differs(times)) return `     ${style.dim("as fast as")} ${member.name}`;
      const [factor, low, high, word] =
        times.value >= 1
          ? [times.value, times.low, times.high, style.green("faster")]
          : [1 / times.value, 1 / times.high, 1 / times.low, style.red("slower")];
      return `     ${factor.toFixed(2)}x ${word} than ${member.name} ${style.dim(`(${low.toFixed(2)} … ${high.toFixed(2)})`)}`;
    });
  return `\n${style.bold("summary")}\n  ${base.name}\n${lines.join("\n")}`;
}

/** Whether an interval of a ratio excludes 1. */
export function differs({ low, high }: Estimate): boolean {
  return low > 1 || high < 1;
}

/** A benchmark that changed since a saved run; `times`: new time divided by old time. */
export interface Change {
  name: string;
  times: Estimate;
}

/** Compares with a saved run by origin, group and name; benchmarks that only one of them has are left out. */
export function changesSince(saved: BenchJson, current: BenchJson): Change[] {
  const fileName = (origin: string): string => origin.slice(origin.lastIndexOf("/") + 1);
  const key = ({ origin, group, name }: BenchJson["benches"][number]): string =>
    JSON.stringify([fileName(origin), group, name]);
  const before = new Map(saved.benches.map((bench) => [key(bench), bench]));
  return current.benches.flatMap((bench): Change[] => {
    const old = before.get(key(bench))?.results[0];
    const own = bench.results[0];
    if (old === undefined || own === undefined || !("ok" in old) || !("ok" in own)) return [];
    const name = bench.group === null ? bench.name : `${bench.group} > ${bench.name}`;
    return [{ name, times: ratio(own.ok.rounds, old.ok.rounds) }];
  });
}

/** The comparison with a saved run. */
export function changesTable(changes: readonly Change[], style: Style): string {
  const width = Math.max(...changes.map(({ name }) => name.length));
  const lines = changes.map(({ name, times }) => {
    const percent = (value: number): string => `${value >= 1 ? "+" : "−"}${Math.abs((value - 1) * 100).toFixed(1)} %`;
    const range = style.dim(`(${percent(times.low)} … ${percent(times.high)})`);
    const text = !differs(times)
      ? style.dim("no difference")
      : times.value > 1
        ? style.red(`${percent(times.value)} slower`)
        : style.green(`${percent(times.value)} faster`);
    return `${name.padEnd(width)}  ${text}  ${range}`;
  });
  return `\n${style.bold("compared with the saved run (time per iteration)")}\n${lines.join("\n")}\n`;
}
