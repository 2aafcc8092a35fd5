// Schedules of `Deno.cron`: five fields in UTC. Weekdays are 1 to 7 for Sunday to Saturday, or names.
// https://docs.deno.com/deploy/classic/cron/

/** Minutes and hours that match, and whether a day does. */
export interface Schedule {
  minutes: ReadonlySet<number>;
  hours: ReadonlySet<number>;
  months: ReadonlySet<number>;
  matchesDay: (date: Date) => boolean;
}

interface Kind {
  min: number;
  max: number;
  stepMax: number;
  names?: string[];
  /** What is added to numbers to get values. */
  shift?: number;
}

type DayTest = (date: Date) => boolean;

const MINUTES: Kind = { min: 0, max: 59, stepMax: 59 };
const HOURS: Kind = { min: 0, max: 23, stepMax: 23 };
const DAYS: Kind = { min: 1, max: 31, stepMax: 30 };
const MONTHS: Kind = {
  ...{ min: 1, max: 12, stepMax: 11 },
  names: ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"],
};
const WEEKDAYS: Kind = {
  ...{ min: 0, max: 6, stepMax: 6, shift: -1 },
  names: ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"],
};

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** A fifth Friday in February can be decades away. */
const DAYS_MAX = 366 * 100;
const DAYS_OF_WEEK = 7;
const NTH_MAX = 5;
const SATURDAY = 6;

const wrong = (): TypeError => new TypeError("Invalid cron schedule");

/** Reads a schedule. Throws for an invalid one. */
export function parseSchedule(source: string): Schedule {
  const fields = source.split(/[ \t]+/);
  if (source.trim() !== source || fields.length !== 5) throw wrong();
  const [minutes, hours, days, months, weekdays] = fields as [string, string, string, string, string];
  return {
    minutes: parseField(minutes, MINUTES),
    hours: parseField(hours, HOURS),
    months: parseField(months, MONTHS),
    matchesDay: dayTest(days === "*" ? null : parseDays(days), weekdays === "*" ? null : parseWeekdays(weekdays)),
  };
}

/** The first matching minute after `after` (milliseconds). Throws when there is none. */
export function nextTime({ minutes, hours, months, matchesDay }: Schedule, after: number): number {
  const from = (Math.floor(after / MINUTE_MS) + 1) * MINUTE_MS;
  let day = Math.floor(from / DAY_MS) * DAY_MS;
  for (const end = day + DAYS_MAX * DAY_MS; day <= end; day += DAY_MS) {
    const date = new Date(day);
    if (!months.has(date.getUTCMonth() + 1) || !matchesDay(date)) continue;
    for (let time = Math.max(day, from); time < day + DAY_MS; time += MINUTE_MS) {
      const at = new Date(time);
      if (hours.has(at.getUTCHours()) && minutes.has(at.getUTCMinutes())) return time;
    }
  }
  throw wrong();
}

/** When both the day of the month and that of the week are limited, one of them has to match. */
function dayTest(days: DayTest | null, weekdays: DayTest | null): DayTest {
  if (days !== null && weekdays !== null) return (date) => days(date) || weekdays(date);
  return days ?? weekdays ?? (() => true);
}

function parseField(source: string, kind: Kind): Set<number> {
  const values = new Set<number>();
  for (const item of source.split(",")) {
    const [range, step, more] = item.split("/");
    if (range === undefined || range === "" || more !== undefined) throw wrong();
    const by = step === undefined ? 1 : parseNumber(step, 1, kind.stepMax);
    let [first, last] = [kind.min, kind.max];
    if (range !== "*") {
      const dash = range.indexOf("-");
      first = parseValue(dash === -1 ? range : range.slice(0, dash), kind);
      if (dash !== -1) last = parseValue(range.slice(dash + 1), kind);
      else if (step === undefined) last = first;
    }
    // A range that ends before it begins goes around.
    const count = kind.max - kind.min + 1;
    const length = last >= first ? last - first : last + count - first;
    for (let offset = 0; offset <= length; offset += by) values.add(((first - kind.min + offset) % count) + kind.min);
  }
  return values;
}

function parseValue(source: string, { min, max, names, shift = 0 }: Kind): number {
  const index = names?.indexOf(source.toUpperCase()) ?? -1;
  return index === -1 ? parseNumber(source, min - shift, max - shift) + shift : index + min;
}

function parseNumber(source: string, min: number, max: number): number {
  if (!/^\d{1,2}$/.test(source) || Number(source) < min || Number(source) > max) throw wrong();
  return Number(source);
}

/** Days of the month: values, `L` for the last one (`L-3`: three before), `W` for the weekday that is closest. */
function parseDays(source: string): DayTest {
  const special = /^(?:(L)(?:-(\d+))?|(\d+))(W)?$/.exec(source);
  if (special === null || (special[3] !== undefined && special[4] === undefined)) {
    const days = parseField(source, DAYS);
    return (date) => days.has(date.getUTCDate());
  }
  const [, isLast, before, day, isWeekday] = special;
  const offset = before === undefined ? 0 : parseNumber(before, 1, 30);
  const fixed = day === undefined ? 0 : parseNumber(day, 1, 31);
  return (date) => {
    const target = isLast === undefined ? fixed : daysOfMonth(date) - offset;
    return date.getUTCDate() === (isWeekday === undefined ? target : closestWeekday(date, target));
  };
}

const daysOfMonth = (date: Date): number =>
  new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();

/** The weekday of the month that is closest to a day; 0 when the month does not have the day. */
function closestWeekday(date: Date, day: number): number {
  const last = daysOfMonth(date);
  if (day < 1 || day > last) return 0;
  const weekday = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), day)).getUTCDay();
  if (weekday === SATURDAY) return day === 1 ? 3 : day - 1;
  if (weekday === 0) return day === last ? day - 2 : day + 1;
  return day;
}

/** Days of the week: values, `L` (Saturday), `5L` (the last of the month), `5#2` (the second of the month). */
function parseWeekdays(source: string): DayTest {
  if (source === "L") return (date) => date.getUTCDay() === SATURDAY;
  const special = /^(\w+?)(?:(L)|#(\d+))$/.exec(source);
  if (special === null) {
    const weekdays = parseField(source, WEEKDAYS);
    return (date) => weekdays.has(date.getUTCDay());
  }
  const weekday = parseValue(special[1]!, WEEKDAYS);
  const nth = special[3] === undefined ? null : parseNumber(special[3], 1, NTH_MAX);
  return (date) => {
    const day = date.getUTCDate();
    const isPlace = nth === null ? day + DAYS_OF_WEEK > daysOfMonth(date) : Math.ceil(day / DAYS_OF_WEEK) === nth;
    return date.getUTCDay() === weekday && isPlace;
  };
}
