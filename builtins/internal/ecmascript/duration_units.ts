// The units of a duration, the largest first (ECMA-402, 13.1.1; Temporal.Duration has the same).
export const DURATION_UNITS: readonly string[] = [
  "years",
  "months",
  "weeks",
  "days",
  "hours",
  "minutes",
  "seconds",
  "milliseconds",
  "microseconds",
  "nanoseconds",
];
