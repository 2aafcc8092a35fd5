// What the command line says about coverage; it replaces what the configuration says. Thresholds have the flags of Node, Vitest and c8.
import { METRICS } from "internal:test_runner/coverage/names";

export interface CoverageFlags {
  isOn: boolean | null;
  /** That of Vitest. */
  provider: string | null;
  folder: string | null;
  reporters: string[];
  include: string[];
  /** As `--test-coverage-include`, which selects from the files that tests load. */
  onlyLoaded: boolean;
  exclude: string[];
  /** Numbers for all metrics, or `metric=number`. */
  thresholds: string[];
  /** Each file must reach the thresholds. */
  perFile: boolean;
  /** c8's `--check-coverage`, which has a threshold of its own when no other is given. */
  checks: boolean;
}

/** No flags. */
export function noCoverageFlags(): CoverageFlags {
  return {
    isOn: null,
    provider: null,
    folder: null,
    reporters: [],
    include: [],
    onlyLoaded: false,
    exclude: [],
    thresholds: [],
    perFile: false,
    checks: false,
  };
}

type Setter = (flags: CoverageFlags, value: string) => void;

/** Flags of thresholds with a value. */
export const THRESHOLDS_WITH_VALUE: Record<string, Setter> = Object.fromEntries(
  ["--test-coverage-", "--coverage.thresholds.", "--"].flatMap((prefix) =>
    METRICS.filter((metric) => prefix !== "--test-coverage-" || metric !== "statements").map((metric) => [
      `${prefix}${metric}`,
      (flags: CoverageFlags, value: string) => void flags.thresholds.push(`${metric}=${value}`),
    ]),
  ),
);

const all: Setter = (flags) => void flags.thresholds.push("100");
const eachFile: Setter = (flags) => (flags.perFile = true);

/** Flags of thresholds without one. */
export const PLAIN_THRESHOLDS: Record<string, Setter> = {
  "--100": all,
  "--coverage.thresholds.100": all,
  "--per-file": eachFile,
  "--coverage.thresholds.perFile": eachFile,
  "--check-coverage": (flags) => (flags.checks = true),
};
