// Date with strings that are not in the standard's format: those of database drivers and people are parsed as in V8.
// The expected values are Node's; strings without a zone are compared with local time.
import assert from "node:assert";
import { inspect } from "node:util";
import { test } from "../harness.ts";

const local = (year: number, month: number, day: number, hours = 0, minutes = 0, seconds = 0, ms = 0) =>
  new Date(year, month - 1, day, hours, minutes, seconds, ms).getTime();
const NOON = Date.UTC(2024, 5, 1, 12);

test("a zone may be set off by a blank, as sequelize writes it for MySQL", () => {
  const same = [
    "2024-06-01 12:00:00 +00:00",
    "2024-06-01 14:00:00 +02:00",
    "2024-06-01 14:00:00 +0200",
    "2024-06-01 14:00:00 +02",
    "2024-06-01 12:00:00 UTC",
    "2024-06-01 12:00:00 GMT",
    "2024-06-01 12:00:00 Z",
    "2024-06-01 14:00:00 GMT+0200",
    "2024-06-01 08:00:00 EDT",
    "2024-06-01 07:00:00 EST",
    "2024-06-01 05:00:00 PDT",
    "2024-06-01 05:00 -0700",
    "2024/06/01 17:30 +05:30",
  ];
  for (const text of same) {
    assert.strictEqual(Date.parse(text), NOON, text);
    assert.strictEqual(new Date(text).getTime(), NOON, text);
  }
  assert.strictEqual(Date.parse("2024-06-01 12:00:00.123 +00:00"), NOON + 123);
  assert.strictEqual(Date.parse("2024-06-01 12:00:00.5 UTC"), NOON + 500);
});

test("a string without a zone is local time", () => {
  assert.strictEqual(Date.parse("2024-6-1"), local(2024, 6, 1));
  assert.strictEqual(Date.parse("2024-06-1 1:02"), local(2024, 6, 1, 1, 2));
  assert.strictEqual(Date.parse("2024-06-01  12:00:00"), local(2024, 6, 1, 12));
  assert.strictEqual(Date.parse("06-01-2024"), local(2024, 6, 1));
  assert.strictEqual(Date.parse("6/1/24"), local(2024, 6, 1));
  assert.strictEqual(Date.parse("6/1/69"), local(1969, 6, 1));
  assert.strictEqual(Date.parse("2024-06-01 12:05 PM"), local(2024, 6, 1, 12, 5));
  assert.strictEqual(Date.parse("2024-06-01 12:05 am"), local(2024, 6, 1, 0, 5));
  assert.strictEqual(Date.parse("1 June 2024, 3:04 pm"), local(2024, 6, 1, 15, 4));
  assert.strictEqual(Date.parse("Saturday, June 1, 2024 (a comment (nested)) 10:00"), local(2024, 6, 1, 10));
  assert.strictEqual(Date.parse("Jun 2024"), local(2024, 6, 1));
});

test("the standard's format stays as it is", () => {
  assert.strictEqual(Date.parse("2024-06-01"), Date.UTC(2024, 5, 1));
  assert.strictEqual(Date.parse("2024-06"), Date.UTC(2024, 5, 1));
  assert.strictEqual(Date.parse("2024-06-01T12:00:00"), local(2024, 6, 1, 12));
  assert.strictEqual(Date.parse("2024-06-01T12:00:00.000Z"), NOON);
  assert.strictEqual(Date.parse("Sat, 01 Jun 2024 12:00:00 GMT"), NOON);
  assert.strictEqual(Date.parse(new Date(NOON).toString()), NOON);
});

test("an invalid date yields NaN", () => {
  for (const text of [
    "",
    "x",
    "12:00",
    "20240601",
    "2024-06-01 +05:30",
    "2024-13-01 10:00",
    "2024-06-32 1:00",
    "2024-06-01 25:00 UTC",
    "2024-06-01 10:60 UTC",
    "1 2 3 4",
    "2024-06-01 10:00 +12345",
    "2024-06-01 nonsense",
    "2024-06-01T14:00:00 +0200",
    "2024-06-01 13:00 PM",
  ]) {
    assert.strictEqual(Date.parse(text), NaN, text);
    assert.strictEqual(new Date(text).getTime(), NaN, text);
  }
  assert.throws(() => Date.parse(Symbol("x") as never), TypeError);
});

test("Date keeps the shape of its constructor", () => {
  assert.strictEqual(typeof Date(), "string");
  assert.strictEqual((Date as Function)(2020).length, Date().length);
  assert.deepStrictEqual(
    [Date.length, Date.name, Date.UTC.length, Date.parse.length, Date.now.length],
    [7, "Date", 7, 1, 0],
  );
  assert.deepStrictEqual(Object.getOwnPropertyNames(Date).sort(), [
    "UTC",
    "length",
    "name",
    "now",
    "parse",
    "prototype",
  ]);
  assert.deepStrictEqual(Object.getOwnPropertyDescriptor(Date, "prototype"), {
    value: Date.prototype,
    writable: false,
    enumerable: false,
    configurable: false,
  });
  assert.strictEqual(Date.prototype.constructor, Date);
  assert.strictEqual(`${Date}`, "function Date() { [native code] }");
  assert.strictEqual(inspect(Date), "[Function: Date]");
  assert.strictEqual(new Date(2024, 0).getMonth(), 0);
  assert.strictEqual(new Date(2024, 0, undefined as never).getTime(), NaN);
  assert.strictEqual(new Date(2024, 5, 1, 12, 30, 15, 250).getTime(), local(2024, 6, 1, 12, 30, 15, 250));
  assert.strictEqual(new Date(new Date(5)).getTime(), 5);
  assert.ok(new Date() instanceof Date && Math.abs(new Date().getTime() - Date.now()) < 1000);
});

test("subclasses and Reflect.construct make dates of their class", () => {
  class Day extends Date {
    get isLeap(): boolean {
      return this.getUTCFullYear() % 4 === 0;
    }
  }
  const day = new Day("2024-06-01 12:00:00 +00:00");
  assert.ok(day instanceof Day && day.isLeap && day.getTime() === NOON);
  assert.strictEqual(new Day(2024, 5, 1, 12).getTime(), local(2024, 6, 1, 12));
  const other = Reflect.construct(Date, [NOON], Map);
  assert.ok(other instanceof Map && Date.prototype.getTime.call(other) === NOON);
});

test("a day that its month does not have is one of the next month", () => {
  assert.strictEqual(Date.parse("2024-02-30T00:00:00Z"), Date.UTC(2024, 2, 1));
  assert.strictEqual(Date.parse("2023-02-29"), Date.UTC(2023, 2, 1));
  assert.strictEqual(Date.parse("2024-06-31 12:00"), local(2024, 7, 1, 12));
  assert.strictEqual(Date.parse("Feb 31, 2024"), local(2024, 3, 2));
  for (const text of ["2024-02-32", "2024-13-01", "2024-00-01", "2024-01-00", "2024-06-31T24:01Z"])
    assert.strictEqual(Date.parse(text), NaN, text);
});

// Whether each is a date, and which, is V8's decision alone: the standard leaves it open.
const accepted: [string, number][] = [
  ["2024-06-01T24:00:00", local(2024, 6, 2)],
  ["2024-06-01T12:00", local(2024, 6, 1, 12)],
  ["2024-06-01T12:00:00.1Z", NOON + 100],
  ["2024-06-01T12:00:00.123456789Z", NOON + 123],
  ["2024-06-01T12:00:00+0200", NOON - 7_200_000],
  ["2024-06-01T12:00:00-23:59", NOON + 86_340_000],
  ["+002024-06-01", Date.UTC(2024, 5, 1)],
  ["0005-06-01", new Date(Date.UTC(2000, 5, 1)).setUTCFullYear(5)],
  ["0005-06-01 ", local(2001, 5, 6)],
  ["2024-6-1T12:00Z", NaN],
  ["2024-06-01T12:00:00 Z", NaN],
  ["2024-06-01T1:00", NaN],
  ["2024-06-01t12:00z", NOON],
  ["2024-06-01 12:00:00Z", NOON],
  ["2024-06-01Z", Date.UTC(2024, 5, 1)],
  ["2024", Date.UTC(2024, 0, 1)],
  ["2024-06", Date.UTC(2024, 5, 1)],
  ["24", NaN],
  ["12", local(2001, 12, 1)],
  ["2024/06/01", local(2024, 6, 1)],
  ["6.1.2024", local(2024, 6, 1)],
  ["13/1/2024", NaN],
  ["20240601", NaN],
  ["June 1, 2024 at 3pm", NaN],
  ["1st June 2024", NaN],
  ["Foo 1 June 2024", local(2024, 6, 1)],
  ["1 June 2024 Foo", NaN],
  ["June 5", local(2001, 6, 5)],
  ["1 Juneteenth 2024", local(2024, 6, 1)],
  ["1 Jun 2024 14:00 GMT+2", NOON],
  ["1 Jun 2024 14:00 (CEST) +0200", NOON],
  ["1 Jun 2024 12:00 CET", NaN],
  ["1 Jun 2024 12:00 PM", local(2024, 6, 1, 12)],
  ["1 Jun 2024 13:00 PM", NaN],
  ["1 Jun 2024 12:00:60", local(2024, 6, 1, 12)],
  ["1 Jun 2024 12:00:00:500", local(2024, 6, 1, 12, 0, 0, 500)],
  ["Sat, 00 Jun 2024 12:00:00 GMT", NaN],
  ["Sat, 01 Jun 2024 12:00:00 GMT", NOON],
  ["Sat Jun 01 2024 14:00:00 GMT+0200 (Central European Summer Time)", NOON],
  ["2024-06-01T12:00:00Z[Europe/Berlin]", NaN],
  ["2024-06-01\u00a012:00", local(2024, 6, 1, 12)],
  ["2024-06-01\u0000 never read", Date.UTC(2024, 5, 1)],
  ["", NaN],
  ["Invalid Date", NaN],
];
for (const [text, expected] of accepted) {
  test(`${JSON.stringify(text)} ${Number.isNaN(expected) ? "is no date" : "is a date"}`, () => {
    assert.strictEqual(Date.parse(text), expected);
    assert.strictEqual(new Date(text).getTime(), expected);
  });
}

test("what a Date writes is read again, in every year", () => {
  for (const year of [-271820, -1, 0, 1, 99, 100, 999, 1000, 1969, 2024, 9999, 10000, 275759]) {
    const date = new Date(2000, 5, 15, 13, 14, 15);
    date.setFullYear(year);
    assert.strictEqual(Date.parse(date.toISOString()), date.getTime(), date.toISOString());
    // Offsets of earlier years have seconds, which are not written.
    if (year >= 1969) {
      assert.strictEqual(Date.parse(date.toString()), date.getTime(), date.toString());
      assert.strictEqual(Date.parse(date.toUTCString()), date.getTime(), date.toUTCString());
    }
  }
});

test("an object is converted before it is parsed", () => {
  const values = [["2024-2-30"], new String("2/30/2024"), { toString: () => "1 March 2024" }];
  for (const value of values) assert.strictEqual(new Date(value as any).getTime(), local(2024, 3, 1), String(value));
  const exotic = { [Symbol.toPrimitive]: (hint: string) => (hint === "default" ? "3/1/2024" : 0) };
  assert.strictEqual(new Date(exotic as any).getTime(), local(2024, 3, 1));
  assert.strictEqual(new Date({ valueOf: () => 5 } as any).getTime(), 5);
  class Subclass extends Date {}
  assert.strictEqual(new Subclass(["2024-2-30"] as any).getTime(), local(2024, 3, 1));
  assert.strictEqual(new Date(Object.assign(new Date(9), { valueOf: () => 1 })).getTime(), 9);
  assert.throws(() => new Date({ [Symbol.toPrimitive]: () => ({}) } as any), TypeError);
});
