// The locale methods of numbers, strings and dates return what the formatters of Intl do (ECMA-402, §19), also when they are cached.
import { deepStrictEqual, strictEqual, throws } from "node:assert";
import { test } from "../harness.ts";

const NUMBERS = [0, -0, 1234567.891, -5e-7, NaN, Infinity, 2 ** 70];
const NUMBER_OPTIONS: (Intl.NumberFormatOptions | undefined)[] = [
  undefined,
  {},
  { style: "currency", currency: "EUR" },
  { style: "currency", currency: "USD", minimumFractionDigits: 0 },
  { useGrouping: false, maximumFractionDigits: 1 },
  { maximumFractionDigits: undefined },
  { notation: "compact" },
];
const LOCALES = [undefined, "en-US", "de-DE", "ar-EG", "en-IN"];

test("numbers and bigints", () => {
  for (let round = 0; round < 2; round++)
    for (const locale of LOCALES)
      for (const options of NUMBER_OPTIONS) {
        const formatter = new Intl.NumberFormat(locale, options);
        for (const value of NUMBERS) strictEqual(value.toLocaleString(locale, options), formatter.format(value));
        strictEqual((10n ** 20n).toLocaleString(locale, options as never), formatter.format(10n ** 20n));
      }
  strictEqual(new Number(1234.5).toLocaleString("de-DE"), "1.234,5");
  strictEqual((1234.5).toLocaleString(["de-DE", "en"]), "1.234,5");
  strictEqual([1234.5, 2].toLocaleString("de-DE"), "1.234,5,2");
});

test("a string and a number of the same spelling are different options", () => {
  strictEqual((5).toLocaleString("en", { minimumFractionDigits: 2 }), "5.00");
  strictEqual((5).toLocaleString("en", { minimumFractionDigits: "2" } as never), "5.00");
  strictEqual((12345).toLocaleString("en", { useGrouping: "false" } as never), "12,345");
  strictEqual((12345).toLocaleString("en", { useGrouping: false }), "12345");
});

test("invalid locales and options throw each time", () => {
  for (let round = 0; round < 2; round++) {
    throws(() => (1).toLocaleString("x"), RangeError);
    throws(() => (1).toLocaleString("en", { style: "currency" }), TypeError);
    throws(() => (1).toLocaleString(null as never), TypeError);
    throws(() => "a".localeCompare("b", "x"), RangeError);
    throws(() => new Date(0).toLocaleDateString("en", { timeStyle: "short" }), TypeError);
    throws(() => new Date(0).toLocaleTimeString("en", { dateStyle: "short" }), TypeError);
    throws(() => Number.prototype.toLocaleString.call("1", "en"), TypeError);
    throws(() => String.prototype.localeCompare.call(undefined, "en"), TypeError);
  }
});

test("comparisons", () => {
  const words = ["z", "ä", "a", "Z", "résumé", "resume", "a10", "a9", ""];
  const all: (Intl.CollatorOptions | undefined)[] = [undefined, {}, { numeric: true }, { sensitivity: "base" }];
  for (const locale of [undefined, "en", "sv", "de"])
    for (const options of all) {
      const collator = new Intl.Collator(locale, options);
      const expected = [...words].sort((left, right) => collator.compare(left, right));
      deepStrictEqual(
        [...words].sort((left, right) => left.localeCompare(right, locale, options)),
        expected,
      );
    }
  strictEqual("1".localeCompare(1 as never), 0);
  strictEqual(String.prototype.localeCompare.call(12, "12", "en"), 0);
});

test("options that are read as the standard prescribes", () => {
  const read: string[] = [];
  const options = {
    __proto__: {
      get minimumFractionDigits() {
        read.push("read");
        return 3;
      },
    },
  } as Intl.NumberFormatOptions;
  strictEqual((1).toLocaleString("en", options), "1.000");
  strictEqual((1).toLocaleString("en", options), "1.000");
  strictEqual(read.length, 2);
});

test("dates with options", () => {
  const dates = [new Date(0), new Date(2024, 5, 1, 13, 5, 9)];
  const options: Intl.DateTimeFormatOptions[] = [
    { year: "numeric", month: "long", day: "numeric" },
    { weekday: "short", hour: "2-digit" },
    { dateStyle: "medium", timeStyle: "short" },
    { hour: "2-digit", minute: "2-digit", timeZone: "Asia/Tokyo" },
  ];
  for (let round = 0; round < 2; round++)
    for (const locale of LOCALES)
      for (const option of options)
        for (const date of dates)
          strictEqual(date.toLocaleString(locale, option), new Intl.DateTimeFormat(locale, option).format(date));
  // A method adds what it is for.
  const zone = { timeZone: "UTC" };
  strictEqual(new Date(0).toLocaleDateString("en-US", zone), "1/1/1970");
  strictEqual(new Date(0).toLocaleDateString("de-DE", { ...zone, minute: "numeric" }), "1.1.1970, 0");
  strictEqual(new Date(0).toLocaleTimeString("de-DE", zone), "00:00:00");
  strictEqual(new Date(0).toLocaleTimeString("de-DE", { ...zone, year: "numeric" }), "1970, 00:00:00");
});

test("names, lengths and descriptors are those of the standard", () => {
  const members: [object, string, number][] = [
    [Number.prototype, "toLocaleString", 0],
    [BigInt.prototype, "toLocaleString", 0],
    [String.prototype, "localeCompare", 1],
  ];
  for (const [holder, name, length] of members) {
    const { value, ...attributes } = Object.getOwnPropertyDescriptor(holder, name)!;
    deepStrictEqual(attributes, { writable: true, enumerable: false, configurable: true });
    deepStrictEqual([value.name, value.length, "prototype" in value], [name, length, false]);
    strictEqual(String(value).includes("[native code]"), true);
  }
});

test("cases of letters by locale", () => {
  const cases: [string, string | string[] | undefined, string, string][] = [
    ["istanbul I", undefined, "ISTANBUL I", "istanbul i"],
    ["istanbul I", "en-US", "ISTANBUL I", "istanbul i"],
    ["istanbul I", "tr", "İSTANBUL I", "istanbul ı"],
    ["istanbul I", "TR-tr", "İSTANBUL I", "istanbul ı"],
    ["istanbul I", "az-Latn-AZ", "İSTANBUL I", "istanbul ı"],
    ["istanbul I", ["tr", "en"], "İSTANBUL I", "istanbul ı"],
    ["istanbul I", [], "ISTANBUL I", "istanbul i"],
    ["i\u0307 Ì", "lt", "I Ì", "i\u0307 i\u0307\u0300"],
    ["straße ΑΣ", "de", "STRASSE ΑΣ", "straße ας"],
    ["ά", "el", "Α", "ά"],
  ];
  for (const [string, locales, upper, lower] of cases) {
    strictEqual(string.toLocaleUpperCase(locales), upper, `${string} ${locales}`);
    strictEqual(string.toLocaleLowerCase(locales), lower, `${string} ${locales}`);
  }
});

test("invalid locales and receivers of the methods for cases are refused", () => {
  for (const name of ["toLocaleUpperCase", "toLocaleLowerCase"] as const) {
    const method = String.prototype[name];
    deepStrictEqual([method.name, method.length], [name, 0]);
    strictEqual(Object.getOwnPropertyDescriptor(String.prototype, name)!.enumerable, false);
    throws(() => "a".toLocaleUpperCase("not_a_locale"), RangeError);
    throws(() => method.call("a", null as any), TypeError);
    throws(() => method.call(undefined as any), TypeError);
    throws(() => new (method as any)(), TypeError);
    strictEqual(method.call(true as any).toLowerCase(), "true");
  }
});

test("cases of Turkish and Azerbaijani letters", () => {
  const samples = [
    "istanbul",
    "İSTANBUL ISPARTA",
    "ıİiI",
    "",
    "ßﬁΣ σς",
    "I\u0307",
    "i\u0307x",
    "I\u0323\u0307",
    "\u{10400}i",
    "ǰi",
  ];
  for (const locale of ["tr", "az", "tr-TR", "tr-CY"])
    for (const sample of samples) {
      // A list of locales takes the engine's way.
      strictEqual(sample.toLocaleUpperCase(locale), sample.toLocaleUpperCase([locale]), `${locale} ${sample}`);
      strictEqual(sample.toLocaleLowerCase(locale), sample.toLocaleLowerCase([locale]), `${locale} ${sample}`);
    }
  deepStrictEqual(["istanbul".toLocaleUpperCase("tr"), "ISPARTA".toLocaleLowerCase("az")], ["İSTANBUL", "ısparta"]);
  deepStrictEqual(["I\u0307".toLocaleLowerCase("tr"), "İ".toLocaleLowerCase("tr")], ["i", "i"]);
});

test("the empty string is an invalid locale, also after the default one was used", () => {
  5n.toLocaleString();
  5n.toLocaleString(undefined, {});
  throws(() => (5).toLocaleString(""), RangeError);
  throws(() => 5n.toLocaleString(""), RangeError);
  throws(() => new Date(0).toLocaleString(""), RangeError);
});

test("options are read once, also those that are inherited or not enumerable", () => {
  let count = 0;
  const options = {
    get minimumFractionDigits() {
      count++;
      return 2;
    },
  };
  strictEqual((5).toLocaleString("en", options), "5.00");
  strictEqual(count, 1);
  const hidden = Object.defineProperty({}, "timeZone", { value: "Asia/Tokyo" });
  strictEqual(new Date(0).toLocaleTimeString("en-GB", hidden), "09:00:00");
  strictEqual(new Date(0).toLocaleTimeString("en-GB", Object.create({ timeZone: "UTC" }) as object), "00:00:00");
  strictEqual(new Date(0).toLocaleDateString(["xx", "en-GB"], { timeZone: "UTC" }), "01/01/1970");
});
