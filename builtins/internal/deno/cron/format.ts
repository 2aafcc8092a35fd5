// The objects that `Deno.cron` accepts as schedules, as expressions.

type Field =
  | number
  | { exact: number | number[] }
  | { exact?: undefined; start?: number; end?: number; every?: number }
  | undefined;
interface Fields {
  minute?: Field;
  hour?: Field;
  dayOfMonth?: Field;
  month?: Field;
  dayOfWeek?: Field;
}

/** The expression of a schedule. Fields above the first one that is given begin at their first value. */
export function expressionOf(schedule: string | Fields): string {
  if (typeof schedule === "string") return schedule;
  let { minute, hour, dayOfMonth } = schedule;
  const { month, dayOfWeek } = schedule;
  const isDay = dayOfMonth !== undefined || dayOfWeek !== undefined;
  if (minute === undefined) {
    if (hour === undefined && (isDay || month !== undefined)) {
      if (!isDay) dayOfMonth = 1;
      hour = 0;
    }
    if (hour !== undefined) minute = 0;
  }
  return [minute, hour, dayOfMonth, month, dayOfWeek].map(format).join(" ");
}

function format(field: Field): string {
  if (field === undefined) return "*";
  if (typeof field === "number") return String(field);
  if (field.exact !== undefined) return [field.exact].flat().join(",");
  const { start, end, every } = field;
  if (start !== undefined && end !== undefined) return `${start}-${end}${every === undefined ? "" : `/${every}`}`;
  if (start !== undefined) return `${start}/${every ?? 1}`;
  if (end === undefined && every !== undefined) return `*/${every}`;
  throw new TypeError(`Invalid cron schedule: start=${start}, end=${end}, every=${every}`);
}
