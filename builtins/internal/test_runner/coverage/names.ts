// The names of coverage: what is counted, and the formats of reports.

/** What is counted, in the order of reports. */
export const METRICS = ["statements", "branches", "functions", "lines"] as const;
export type Metric = (typeof METRICS)[number];

/**
 * Whose counts reports have: Istanbul's, exact ones, or those that Vitest computes from V8's ranges, where code behind a call that
 * throws counts as run.
 */
export type CountingRules = "istanbul" | "v8";

/** The formats. */
export const REPORTERS = [
  "text",
  "text-bun",
  "text-summary",
  "detailed",
  "lcov",
  "lcovonly",
  "text-lcov",
  "json",
  "json-summary",
  "cobertura",
  "clover",
  "html",
  "none",
] as const;
export type ReporterName = (typeof REPORTERS)[number];

/** What Istanbul's configurations say of a reporter. */
export interface ReporterOptions {
  /** The name of its only file. */
  file?: string;
  /** A folder below that of the reports, for pages. */
  subdir?: string;
  /** Files without uncovered code are not shown in a table. */
  skipFull?: boolean;
}

/** Least percentages, or, when negative, the greatest numbers of what may be uncovered. */
export type Thresholds = Partial<Record<Metric, number>>;

/** The thresholds of the files that a function selects. */
export interface ThresholdGroup {
  name: string;
  test(name: string, absolute: string): boolean;
  thresholds: Thresholds;
  /** Each file must reach them; else all together. */
  perFile: boolean;
}

/** The thresholds of a project. */
export interface ThresholdSettings {
  global: Thresholds;
  /** Each file must reach the global ones; else all together. */
  perFile: boolean;
  groups: ThresholdGroup[];
  /** Files of groups count for the global ones, too, as in Vitest. */
  globalHasAll: boolean;
  /** A group without files is an error, as in Jest. */
  requiresFiles: boolean;
}
