// The arguments of Bun's fake timers: what they accept, and the errors of other values, as Bun 1.4.5 has them.

const ADVANCE_MAX = 2 ** 32 - 1;

function invalid(message: string): TypeError {
  return Object.assign(new TypeError(message), { code: "ERR_INVALID_ARG_TYPE" });
}

/** By how much `advanceTimersByTime` advances. */
export function bunDuration(time: unknown): number {
  if (typeof time !== "number") throw invalid("advanceTimersByTime() expects a number of milliseconds");
  if (time >= 0 && time <= ADVANCE_MAX) return time;
  const shown = Number.isFinite(time) || Number.isNaN(time) ? String(time) : time > 0 ? "inf" : "-inf";
  throw invalid(`advanceTimersByTime() ms is out of range. It must be >= 0 and <= ${ADVANCE_MAX}. Received ${shown}`);
}

/** The option `now` of `useFakeTimers`. */
export function bunNow(now: unknown): number {
  if (typeof now !== "number" && !(now instanceof Date)) throw invalid("'now' must be a number or Date");
  const time = Number(now);
  if (!Number.isFinite(time)) throw invalid("'now' must be a finite number or a valid Date");
  return Math.floor(time);
}

/** The time of `setSystemTime`; undefined for values that restore the real one. */
export function bunSystemTime(now: unknown): number | undefined {
  const time = typeof now === "number" || now instanceof Date ? Number(now) : NaN;
  if (Number.isNaN(time)) return undefined;
  if (!Number.isFinite(time)) throw new TypeError("setSystemTime() expects a finite number or a Date");
  return time;
}
