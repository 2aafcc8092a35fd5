// The next time that an expression matches, in a time zone. A wall time is the number of milliseconds that `Date.UTC` has for
// what the zone's clocks show.
import type { Expression } from "internal:bun/cron/expression";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** How far the search goes, in days: eight years. */
const DAYS_MAX = 8 * 366;
const TIME_MAX = 8.64e15;
/** Clocks are not put forward by more. */
const SHIFT_MAX = 4 * HOUR_MS;
const HOURS_OF_DAY = 24;
const MINUTES_OF_HOUR = 60;

/** The first matching minute after `after` (milliseconds), or null when there is none in eight years. */
export function nextTime(expression: Expression, after: number, zone: string): number | null {
  const from = (Math.floor(after / MINUTE_MS) + 1) * MINUTE_MS;
  const clock = new Clock(zone);
  const wall = from + clock.offsetAt(from);
  let day = wall - (((wall % DAY_MS) + DAY_MS) % DAY_MS);
  for (const end = day + DAYS_MAX * DAY_MS; day <= end && day + DAY_MS < TIME_MAX;) {
    const date = new Date(day);
    if (!expression.months.values.includes(date.getUTCMonth() + 1)) {
      day = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
      continue;
    }
    const found = matchesDay(expression, date) ? timeOfDay(expression, day, from, clock) : null;
    if (found !== null) return found;
    day += DAY_MS;
  }
  return null;
}

/** When both the day of the month and that of the week are limited, one of them has to match. */
function matchesDay({ days, weekdays }: Expression, date: Date): boolean {
  const isDay = days.values.includes(date.getUTCDate());
  const isWeekday = weekdays.values.includes(date.getUTCDay());
  return days.isAny || weekdays.isAny ? isDay && isWeekday : isDay || isWeekday;
}

/** The first matching minute of a day from `from` on. */
function timeOfDay(expression: Expression, day: number, from: number, clock: Clock): number | null {
  const before = clock.offsetAt(day - DAY_MS);
  const behind = clock.offsetAt(day + 2 * DAY_MS);
  if (before !== behind) return timeOfUnevenDay(expression, day, from, clock, [before, behind]);
  for (const hour of expression.hours.values) {
    const start = day - before + hour * HOUR_MS;
    if (start + HOUR_MS <= from) continue;
    for (const minute of expression.minutes.values)
      if (start + minute * MINUTE_MS >= from) return start + minute * MINUTE_MS;
  }
  return null;
}

/**
 * As `timeOfDay`, near a day whose clocks are put forward or back. What is in the missing hour is shifted behind it, but only
 * the first match. A repeated hour counts once, unless every minute or every hour matches.
 */
function timeOfUnevenDay(
  { hours, minutes }: Expression,
  day: number,
  from: number,
  clock: Clock,
  offsets: [before: number, behind: number],
): number | null {
  const isRepeated = hours.values.length === HOURS_OF_DAY || minutes.values.length === MINUTES_OF_HOUR;
  let found: number | null = null;
  let hasShifted = false;
  const consider = (time: number): void => {
    if (time >= from && (found === null || time < found)) found = time;
  };
  for (const hour of hours.values) {
    for (const minute of minutes.values) {
      const wall = day + hour * HOUR_MS + minute * MINUTE_MS;
      if (wall - Math.min(...offsets) + SHIFT_MAX < from) continue;
      const times = offsets.map((offset) => wall - offset).filter((time) => time + clock.offsetAt(time) === wall);
      if (times.length === 0) {
        if (!hasShifted) consider(wall - offsets[0]);
        hasShifted = true;
      } else {
        consider(Math.min(...times));
        if (isRepeated) consider(Math.max(...times));
      }
    }
  }
  return found;
}

/** The clocks of a time zone. */
class Clock {
  #format: Intl.DateTimeFormat;

  constructor(timeZone: string) {
    const numeric = "numeric";
    this.#format = new Intl.DateTimeFormat("en-US", {
      ...{ timeZone, hourCycle: "h23", year: numeric, month: numeric, day: numeric, hour: numeric },
      ...{ minute: numeric, second: numeric },
    });
  }

  /** By how much the clocks are ahead of UTC at `time`. */
  offsetAt(time: number): number {
    if (Math.abs(time) > TIME_MAX) return 0;
    const parts: Record<string, number> = {};
    for (const { type, value } of this.#format.formatToParts(time)) parts[type] = Number(value);
    const { year, month, day, hour, minute, second } = parts as Record<string, number>;
    const wall = Date.UTC(year!, month! - 1, day, hour, minute, second);
    return wall - Math.floor(time / 1000) * 1000;
  }
}
