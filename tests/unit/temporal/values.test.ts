// Values of Temporal's operations, as Node 26 has them (https://tc39.es/proposal-temporal/).
import { test } from "../harness.ts";
import { strictEqual, throws } from "node:assert";

const VALUES: [string, unknown][] = [
  ['Temporal.PlainDate.from("2024-02-29").add({ years: 1 }).toString()', "2025-02-28"],
  ['Temporal.PlainDate.from("2024-01-31").add("P1M").toString()', "2024-02-29"],
  ["Temporal.PlainDate.from({ year: 2024, month: 13, day: 40 }).toString()", "2024-12-31"],
  ['Temporal.PlainDate.from("2024-02-29").until("2025-03-01", { largestUnit: "year" }).toString()', "P1Y1D"],
  ['Temporal.PlainDate.from("2024-12-30").weekOfYear', 1],
  ['Temporal.PlainDate.from("2024-12-30").yearOfWeek', 2025],
  ['Temporal.PlainDate.from("2024-02-29[u-ca=hebrew]").monthCode', "M05L"],
  ['Temporal.PlainDate.from("2024-02-29[u-ca=hebrew]").toString()', "2024-02-29[u-ca=hebrew]"],
  ['Temporal.PlainDate.from("2024-02-29[u-ca=japanese]").era', "reiwa"],
  [
    'Temporal.PlainDate.from({ year: 5784, monthCode: "M05L", day: 3, calendar: "hebrew" }).withCalendar("iso8601").toString()',
    "2024-02-12",
  ],
  ['Temporal.PlainDate.from("2024-02-29").toPlainYearMonth().toString()', "2024-02"],
  ['Temporal.PlainDate.from("2024-02-29").toPlainMonthDay().toString()', "02-29"],
  ['Temporal.PlainDate.compare("2024-02-29", "2024-03-01")', -1],
  ['Temporal.PlainDate.from("2024-02-29").with({ month: 12 }).toString()', "2024-12-29"],
  ['Temporal.PlainDate.from("2024-02-29").daysInYear', 366],
  ['Temporal.PlainTime.from("23:59:59.999999999").add({ nanoseconds: 1 }).toString()', "00:00:00"],
  ['Temporal.PlainTime.from("12:34:56.789").round("minute").toString()', "12:35:00"],
  ['Temporal.PlainTime.from("12:34").since("10:00").toString()', "PT2H34M"],
  ["Temporal.PlainTime.from({ hour: 25 }).toString()", "23:00:00"],
  [
    'Temporal.PlainDateTime.from("2024-02-29T12:34:56.123456").toString({ fractionalSecondDigits: 2 })',
    "2024-02-29T12:34:56.12",
  ],
  [
    'Temporal.PlainDateTime.from("2024-02-29T12:34").round({ smallestUnit: "hour", roundingIncrement: 6 }).toString()',
    "2024-02-29T12:00:00",
  ],
  [
    'Temporal.PlainDateTime.from("2024-02-29T12:34").toZonedDateTime("America/New_York").toString()',
    "2024-02-29T12:34:00-05:00[America/New_York]",
  ],
  ['Temporal.PlainYearMonth.from("2024-02").add({ months: 11 }).toString()', "2025-01"],
  ['Temporal.PlainYearMonth.from("2024-02").toPlainDate({ day: 29 }).toString()', "2024-02-29"],
  ['Temporal.PlainMonthDay.from("02-29").toPlainDate({ year: 2023 }).toString()', "2023-02-28"],
  [
    'Temporal.PlainMonthDay.from({ monthCode: "M05L", day: 3, calendar: "hebrew" }).toString()',
    "1970-02-09[u-ca=hebrew]",
  ],
  ['Temporal.Instant.from("2024-02-29T12:00+02:00").toString()', "2024-02-29T10:00:00Z"],
  ["Temporal.Instant.fromEpochMilliseconds(-1).epochNanoseconds", -1000000n],
  ['Temporal.Instant.from("2024-02-29T12:00:00.5Z").round("second").toString()', "2024-02-29T12:00:01Z"],
  ['Temporal.Instant.from("2024-02-29T12:00Z").toString({ timeZone: "Asia/Kolkata" })', "2024-02-29T17:30:00+05:30"],
  [
    'Temporal.ZonedDateTime.from("2024-03-31T02:30[Europe/Berlin]").toString()',
    "2024-03-31T03:30:00+02:00[Europe/Berlin]",
  ],
  ['Temporal.ZonedDateTime.from("2024-10-27T02:30[Europe/Berlin]", { disambiguation: "later" }).offset', "+01:00"],
  ['Temporal.ZonedDateTime.from("2024-03-31T00:00[Europe/Berlin]").hoursInDay', 23],
  [
    'Temporal.ZonedDateTime.from("2024-03-30T02:30[Europe/Berlin]").add({ days: 1 }).toString()',
    "2024-03-31T03:30:00+02:00[Europe/Berlin]",
  ],
  [
    'Temporal.ZonedDateTime.from("2024-03-30T02:30[Europe/Berlin]").add({ hours: 24 }).toString()',
    "2024-03-31T03:30:00+02:00[Europe/Berlin]",
  ],
  [
    'Temporal.ZonedDateTime.from("2024-01-01T00:00[Europe/Berlin]").getTimeZoneTransition("next").toString()',
    "2024-03-31T03:00:00+02:00[Europe/Berlin]",
  ],
  ['Temporal.ZonedDateTime.from("2024-01-01T00:00[UTC]").getTimeZoneTransition("next")', null],
  [
    'Temporal.ZonedDateTime.from("2024-01-01T00:00+01:00[Europe/Berlin]").withTimeZone("Asia/Tokyo").toString()',
    "2024-01-01T08:00:00+09:00[Asia/Tokyo]",
  ],
  ['Temporal.ZonedDateTime.from("2024-01-01T00:00[Asia/Calcutta]").equals("2024-01-01T00:00[Asia/Kolkata]")', true],
  [
    'Temporal.ZonedDateTime.from("2018-11-04T00:00[America/Sao_Paulo]").startOfDay().toString()',
    "2018-11-04T01:00:00-02:00[America/Sao_Paulo]",
  ],
  ['Temporal.Duration.from("P1Y2M3W4DT5H6M7.008009010S").toString()', "P1Y2M3W4DT5H6M7.00800901S"],
  ['Temporal.Duration.from({ hours: 130 }).round({ largestUnit: "day" }).toString()', "P5DT10H"],
  [
    'Temporal.Duration.from({ days: 45 }).round({ largestUnit: "month", relativeTo: "2024-01-01" }).toString()',
    "P1M14D",
  ],
  ['Temporal.Duration.from({ months: 1 }).total({ unit: "day", relativeTo: "2024-02-01" })', 29],
  ['Temporal.Duration.compare({ hours: 24 }, { days: 1 }, { relativeTo: "2024-03-31[Europe/Berlin]" })', 1],
  ['Temporal.Duration.from("-PT1H30M").abs().toString()', "PT1H30M"],
  ['Temporal.Duration.from({ minutes: -90 }).total("hour")', -1.5],
  ["new Temporal.Duration(0, 0, 0, 1).blank", false],
  [
    'JSON.stringify({ date: Temporal.PlainDate.from("2024-02-29"), duration: Temporal.Duration.from("PT0S") })',
    '{"date":"2024-02-29","duration":"PT0S"}',
  ],
  ["String(new Date(86400000).toTemporalInstant())", "1970-01-02T00:00:00Z"],
  ["Object.prototype.toString.call(Temporal.Now)", "[object Temporal.Now]"],
  ["Object.keys(Temporal).length", 0],
  ["Temporal.PlainDate.length", 3],
  ['Object.getOwnPropertyDescriptor(Temporal.PlainDate.prototype, "year").get.name', "get year"],
  ['Temporal.PlainDate.from("2024-02-29").toLocaleString("de", { dateStyle: "full" })', "Donnerstag, 29. Februar 2024"],
  ['Temporal.PlainTime.from("13:05").toLocaleString("en", { timeStyle: "short" })', "1:05 PM"],
  [
    'Temporal.ZonedDateTime.from("2024-02-29T10:11:12[Europe/Berlin]").toLocaleString("en")',
    "2/29/2024, 10:11:12 AM GMT+1",
  ],
  [
    'Temporal.PlainYearMonth.from({ year: 2024, month: 3, calendar: "gregory" }).toLocaleString("en", { month: "long", year: "numeric" })',
    "March 2024",
  ],
];

for (const [expression, expected] of VALUES) {
  test(expression, () => {
    strictEqual(evaluate(expression), expected);
  });
}

const ERRORS: [string, string][] = [
  ['Temporal.PlainDate.from("2024-02-30")', "RangeError"],
  ['Temporal.PlainDate.from({ year: 2024, month: 2, day: 30 }, { overflow: "reject" })', "RangeError"],
  ["Temporal.PlainDate.from({ year: 2024 })", "TypeError"],
  ["Temporal.PlainDate.from(5)", "TypeError"],
  ["Temporal.PlainDate(2024, 1, 1)", "TypeError"],
  ["new Temporal.PlainTime(-1)", "RangeError"],
  ['Temporal.PlainTime.from({ hour: -1 }, { overflow: "reject" })', "RangeError"],
  ['Temporal.PlainDate.from("2024-01-01") < Temporal.PlainDate.from("2024-01-02")', "TypeError"],
  ["Temporal.PlainDate.prototype.toString.call({})", "TypeError"],
  ['Temporal.PlainDate.from("2024-01-01[u-ca=hebrew]").until("2024-01-02")', "RangeError"],
  ['Temporal.ZonedDateTime.from("2024-01-01T00:00")', "RangeError"],
  ['Temporal.ZonedDateTime.from("2024-01-01T00:00+05:00[Europe/Berlin]")', "RangeError"],
  ['Temporal.ZonedDateTime.from("2024-03-31T02:30[Europe/Berlin]", { disambiguation: "reject" })', "RangeError"],
  ["Temporal.Duration.from({ hours: 1, minutes: -1 })", "RangeError"],
  ["Temporal.Duration.from({ hours: 1.5 })", "RangeError"],
  ['Temporal.Duration.from({ months: 1 }).total("day")', "RangeError"],
  ["new Temporal.Instant(5)", "TypeError"],
  ["new Temporal.Instant(10n ** 30n)", "RangeError"],
  ['Temporal.PlainDate.from("2024-01-01").with({ calendar: "iso8601", day: 1 })', "TypeError"],
  ['Temporal.PlainDate.from("2024-01-01").add({ days: 1 }, 5)', "TypeError"],
  ['Temporal.PlainTime.from("10:00").round({ smallestUnit: "hour", roundingIncrement: 5 })', "RangeError"],
  ['Temporal.PlainTime.from("10:00").round("day")', "RangeError"],
  ['Temporal.PlainDate.from("2024-01-01[u-ca=unknown]")', "RangeError"],
  ['structuredClone(Temporal.PlainDate.from("2024-01-01"))', "DataCloneError"],
  ['Temporal.PlainDate.from("2024-01-01").toLocaleString("en", { timeStyle: "short" })', "TypeError"],
  ['new Intl.DateTimeFormat("en").format(Temporal.ZonedDateTime.from("2024-01-01T00:00[UTC]"))', "TypeError"],
  ["new Date(NaN).toTemporalInstant()", "RangeError"],
];

for (const [expression, name] of ERRORS) {
  test(`${expression} throws`, () => {
    throws(() => evaluate(expression), { name });
  });
}

function evaluate(expression: string): unknown {
  return globalThis.eval(expression);
}
