// `Bun.cron.parse`. The expected values are those of Bun 1.4.5.
import assert from "node:assert";
import { test } from "../harness.ts";

const { parse }: any = Bun.cron;
const START = Date.UTC(2026, 0, 15, 10, 30, 20, 500);
const UTC = { tz: "UTC" };

const next = (expression: string, from = START, options: object = UTC): string | null =>
  parse(expression, from, options)?.toISOString().slice(0, 16) ?? null;

/** The next times, one after the other. */
function series(expression: string, from: number, tz: string, count: number): string {
  const times: string[] = [];
  for (let time: any = from; times.length < count;) {
    time = parse(expression, time, { tz });
    times.push(time.toISOString().slice(5, 16));
  }
  return times.join(" ");
}

function messageOf(run: () => unknown): string {
  try {
    run();
  } catch (error: any) {
    assert.deepStrictEqual([error.name, error.code], ["TypeError", "ERR_INVALID_ARG_TYPE"]);
    return error.message;
  }
  throw new Error("nothing was thrown");
}

test("fields are values, ranges, steps, lists and names", () => {
  const times: Record<string, string | null> = {
    "* * * * *": "2026-01-15T10:31",
    "*/15 * * * *": "2026-01-15T10:45",
    "30 9 * * MON-FRI": "2026-01-16T09:30",
    "0 0 29 2 *": "2028-02-29T00:00",
    "0 0 30 2 *": null,
    "0 0 * * 7": "2026-01-18T00:00",
    "0 0 * * 0": "2026-01-18T00:00",
    "0 0 * * 5-7": "2026-01-16T00:00",
    "0 0 1 JAN,jun *": "2026-06-01T00:00",
    "0 0 1 January *": "2027-01-01T00:00",
    "1-30/7 * * * *": "2026-01-15T11:01",
    "1/5 * * * *": "2026-01-15T10:31",
    "0 0 * * MON/2": "2026-01-16T00:00",
    "*/100 * * * *": "2026-01-15T11:00",
    "+1 * * * *": "2026-01-15T11:01",
    "0\t0  * * * ": "2026-01-16T00:00",
  };
  for (const expression of Object.keys(times)) assert.strictEqual(next(expression), times[expression], expression);
});

test("nicknames are expressions", () => {
  const times = { yearly: "2027-01-01", annually: "2027-01-01", monthly: "2026-02-01", weekly: "2026-01-18" };
  for (const [name, day] of Object.entries(times)) assert.strictEqual(next(`@${name}`), `${day}T00:00`);
  for (const name of ["daily", "midnight", "Daily"]) assert.strictEqual(next(`@${name}`), "2026-01-16T00:00");
  assert.strictEqual(next("@hourly"), "2026-01-15T11:00");
});

test("a day of the month and one of the week are alternatives, unless one is a star", () => {
  assert.strictEqual(next("0 0 15 * FRI"), "2026-01-16T00:00");
  assert.strictEqual(next("0 0 */10 * MON"), "2026-01-19T00:00");
  assert.strictEqual(next("0 0 1 * 0-6"), "2026-01-16T00:00");
  assert.strictEqual(next("0 0 1 * *"), "2026-02-01T00:00");
});

test("invalid expressions say why", () => {
  const ascending = "range must be ascending (use 'a,b' or 'a-max,0-b' for wrap-around)";
  const reasons: Record<string, string> = {
    "": "expected 5 space-separated fields (minute hour day month weekday)",
    "* * * *": "expected 5 space-separated fields (minute hour day month weekday)",
    "* * * * * *":
      "too many fields. Bun.cron uses 5 fields (minute hour day month weekday) — seconds are not supported",
    "60 * * * *": "value out of range for field",
    "* * 0 * *": "value out of range for field",
    "* * * * 8": "value out of range for field",
    "* * * * Thurs": "value out of range for field",
    "0 0 L * *": "value out of range for field",
    "5-1 * * * *": ascending,
    "0 0 * * SAT-SUN": ascending,
    "*/0 * * * *": "step value must be a positive integer",
    "1/2/3 * * * *": "step value must be a positive integer",
    "1,,3 * * * *": "unrecognized field syntax",
    "@reboot": "unrecognized field syntax",
  };
  for (const expression of Object.keys(reasons))
    assert.strictEqual(
      messageOf(() => parse(expression)),
      `Invalid cron expression: ${reasons[expression]}`,
      expression,
    );
});

test("the start is a date, a number or now", () => {
  assert.strictEqual(parse("* * * * *", new Date(START)).getTime(), Date.UTC(2026, 0, 15, 10, 31));
  assert.ok(parse("* * * * *").getTime() - Date.now() <= 60_000);
  assert.strictEqual(next("0 9 * * *", 8.64e15), null);
  const wrong = "Bun.cron.parse() expects the second argument to be a Date or number (ms since epoch)";
  assert.strictEqual(
    messageOf(() => parse("* * * * *", "2026-01-01")),
    wrong,
  );
  assert.strictEqual(
    messageOf(() => parse("* * * * *", Number.NaN)),
    "Invalid date value",
  );
  assert.strictEqual(
    messageOf(() => parse(1)),
    "Bun.cron.parse() expects a string cron expression as the first argument",
  );
});

test("a time zone can be named", () => {
  assert.strictEqual(next("0 9 * * *", START, { tz: "America/New_York" }), "2026-01-15T14:00");
  assert.strictEqual(next("0 9 * * *", START, { tz: "Asia/Kathmandu" }), "2026-01-16T03:15");
  assert.strictEqual(next("0 9 * * *", START, { tz: "utc" }), "2026-01-16T09:00");
  const messages: [unknown, string][] = [
    ["UTC", "Bun.cron: options must be an object"],
    [{ tz: 1 }, "Bun.cron: options.tz must be a string"],
    [{ tz: "Nope/Zone" }, "Bun.cron: unknown time zone 'Nope/Zone'"],
    [{ tz: "+02:00" }, "Bun.cron: unknown time zone '+02:00'"],
  ];
  for (const [options, message] of messages)
    assert.strictEqual(
      messageOf(() => parse("* * * * *", START, options)),
      message,
    );
});

test("what is in the missing hour of the spring is shifted, the first match only", () => {
  const night = Date.UTC(2026, 2, 8, 5);
  assert.strictEqual(series("30 2 * * *", night, "America/New_York", 2), "03-08T07:30 03-09T06:30");
  assert.strictEqual(series("*/15 2 * * *", night, "America/New_York", 3), "03-08T07:00 03-09T06:00 03-09T06:15");
  const all = series("*/15 * * * *", Date.UTC(2026, 2, 8, 6, 40), "America/New_York", 3);
  assert.strictEqual(all, "03-08T06:45 03-08T07:00 03-08T07:15");
  assert.strictEqual(series("15 2 4 10 *", Date.UTC(2026, 9, 3, 12), "Australia/Lord_Howe", 1), "10-03T15:45");
});

test("the repeated hour of the autumn counts once, and twice when every hour matches", () => {
  const night = Date.UTC(2026, 10, 1, 4);
  assert.strictEqual(series("30 1 * * *", night, "America/New_York", 2), "11-01T05:30 11-02T06:30");
  assert.strictEqual(
    series("*/30 * * * *", night + 60_000, "America/New_York", 5),
    "11-01T04:30 11-01T05:00 11-01T05:30 11-01T06:00 11-01T06:30",
  );
  const some = "11-01T05:00 11-01T05:20 11-01T05:40 11-01T07:00";
  assert.strictEqual(series("*/20 1-3 1 11 *", night, "America/New_York", 4), some);
});
