// toLocaleString, toLocaleDateString and toLocaleTimeString return what Intl.DateTimeFormat formats with their defaults (ECMA-402, 19.4), also when cached.
import { strictEqual, throws } from "node:assert";
import { test } from "../harness.ts";

const DATE = { year: "numeric", month: "numeric", day: "numeric" } as const;
const TIME = { hour: "numeric", minute: "numeric", second: "numeric" } as const;
const METHODS: [string, Intl.DateTimeFormatOptions][] = [
  ["toLocaleString", { ...DATE, ...TIME }],
  ["toLocaleDateString", DATE],
  ["toLocaleTimeString", TIME],
];
const dates = [new Date(0), new Date(2024, 5, 1, 13, 5, 9), new Date(8.64e15), new Date(-1e13)];

function check(locale: string | string[] | undefined, options?: Intl.DateTimeFormatOptions): void {
  for (const [method, shown] of METHODS) {
    for (const date of dates)
      strictEqual(
        (date as any)[method](locale, options),
        new Intl.DateTimeFormat(locale, { ...shown, ...options }).format(date),
        `${method} ${locale}`,
      );
  }
}

test("locales by tag, by list and by default", () => {
  for (const locale of [
    undefined,
    "en-US",
    "de",
    "pt-BR",
    "ar-EG",
    "ja-JP-u-ca-japanese",
    ["fr", "en"],
    undefined,
    "de",
  ])
    check(locale);
  for (const [method] of METHODS)
    strictEqual((dates[1] as any)[method](), (dates[1] as any)[method](undefined, undefined));
});

test("options are respected", () => {
  check("en-GB", { timeZone: "Asia/Tokyo" });
  check(undefined, { hour12: false });
});

test("they follow the time zone", () => {
  const before = process.env.TZ;
  for (const zone of ["America/New_York", "Asia/Kolkata", "UTC"]) {
    process.env.TZ = zone;
    const expected = new Intl.DateTimeFormat("en-GB", { ...DATE, ...TIME, timeZone: zone }).format(dates[1]);
    strictEqual(dates[1]!.toLocaleString("en-GB"), expected, zone);
  }
  if (before === undefined) delete process.env.TZ;
  else process.env.TZ = before;
});

test("receivers that are not dates, invalid dates and invalid locales", () => {
  for (const [method] of METHODS) {
    strictEqual((new Date(NaN) as any)[method](), "Invalid Date");
    for (const value of [{}, 5, null]) throws(() => (Date.prototype as any)[method].call(value), TypeError);
    throws(() => (dates[0] as any)[method]("not a locale"), RangeError);
    throws(() => (dates[0] as any)[method](null), TypeError);
  }
});

test("they look like the engine's", () => {
  for (const [method] of METHODS) {
    const descriptor = Object.getOwnPropertyDescriptor(Date.prototype, method)!;
    strictEqual(
      `${descriptor.value.name} ${descriptor.value.length} ${descriptor.enumerable} ${descriptor.writable} ${descriptor.configurable}`,
      `${method} 0 false true true`,
    );
    strictEqual(Function.prototype.toString.call(descriptor.value).includes("[native code]"), true);
    throws(() => new descriptor.value(), TypeError);
  }
});
