// Cron expressions as Bun reads them: five fields or a nickname. https://bun.com/docs/runtime/cron
import { invalid } from "internal:bun/errors";

/** The values of a field in ascending order. `isAny`: it is `*`. */
export interface Field {
  values: number[];
  isAny: boolean;
}
export interface Expression {
  minutes: Field;
  hours: Field;
  days: Field;
  months: Field;
  weekdays: Field;
}

const NICKNAMES: Record<string, string | undefined> = {
  "@yearly": "0 0 1 1 *",
  "@annually": "0 0 1 1 *",
  "@monthly": "0 0 1 * *",
  "@weekly": "0 0 * * 0",
  "@daily": "0 0 * * *",
  "@midnight": "0 0 * * *",
  "@hourly": "0 * * * *",
};
const MONTHS = [
  ...["january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november"],
  "december",
];
const WEEKDAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const STEP_DIGITS_MAX = 9;

const wrong = (reason: string): TypeError => invalid(`Invalid cron expression: ${reason}`);

/** Reads an expression. Throws for an invalid one. */
export function parseExpression(source: string): Expression {
  const text = source.replace(/^[ \t]+|[ \t]+$/g, "");
  const fields = (NICKNAMES[text.toLowerCase()] ?? text).split(/[ \t]+/);
  if (text.startsWith("@") && fields.length < 5) throw wrong("unrecognized field syntax");
  if (fields.length < 5) throw wrong("expected 5 space-separated fields (minute hour day month weekday)");
  if (fields.length > 5) {
    const found = "too many fields. Bun.cron uses 5 fields (minute hour day month weekday)";
    throw wrong(`${found} — seconds are not supported`);
  }
  return {
    minutes: parseField(fields[0]!, 0, 59),
    hours: parseField(fields[1]!, 0, 23),
    days: parseField(fields[2]!, 1, 31),
    months: parseField(fields[3]!, 1, 12, MONTHS),
    weekdays: parseField(fields[4]!, 0, 7, WEEKDAYS),
  };
}

function parseField(source: string, min: number, max: number, names: string[] = []): Field {
  const values = new Set<number>();
  for (const item of source.split(",")) {
    if (item === "") throw wrong("unrecognized field syntax");
    const [, range, step] = /^([^/]*)(?:\/(.*))?$/s.exec(item)!;
    const by = step === undefined ? 1 : parseStep(step);
    let [first, last] = [min, max];
    if (range !== "*") {
      const dash = range!.indexOf("-");
      first = parseValue(dash === -1 ? range! : range!.slice(0, dash), min, max, names);
      if (dash !== -1) last = parseValue(range!.slice(dash + 1), min, max, names);
      else if (step === undefined) last = first;
      else if (max === 7) last = 6;
    }
    if (first > last) throw wrong("range must be ascending (use 'a,b' or 'a-max,0-b' for wrap-around)");
    for (let value = first; value <= last; value += by) values.add(max === 7 ? value % 7 : value);
  }
  return { values: [...values].sort((left, right) => left - right), isAny: source === "*" };
}

function parseStep(source: string): number {
  if (!/^\+?\d+$/.test(source) || source.length > STEP_DIGITS_MAX || Number(source) === 0)
    throw wrong("step value must be a positive integer");
  return Number(source);
}

function parseValue(source: string, min: number, max: number, names: string[]): number {
  const name = source.toLowerCase();
  const index = names.findIndex((full) => name === full || name === full.slice(0, 3));
  const value = index === -1 ? (/^\+?\d+$/.test(source) ? Number(source) : Number.NaN) : index + min;
  if (value >= min && value <= max) return value;
  throw wrong("value out of range for field");
}

/** The expression as a crontab has it: numbers, and lists instead of ranges and steps. */
export function crontabSchedule({ minutes, hours, days, months, weekdays }: Expression): string {
  const fields = [minutes, hours, days, months, weekdays];
  return fields.map(({ values, isAny }) => (isAny ? "*" : values.join(","))).join(" ");
}
