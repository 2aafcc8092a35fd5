// Objects of Intl behave as if each was made anew, though those for equal arguments share the engine's data (ECMA-402).
import { deepStrictEqual, notStrictEqual, ok, strictEqual, throws } from "node:assert";
import process from "node:process";
import { test } from "../harness.ts";

type Options = Record<string, unknown>;
type Constructor = (new (locales?: unknown, options?: unknown) => object) & {
  supportedLocalesOf(locales: unknown, options?: unknown): string[];
};

const REQUIRED: Record<string, Options> = { DisplayNames: { type: "region" } };
const NAMES = [
  "Collator",
  "DateTimeFormat",
  "DisplayNames",
  "ListFormat",
  "NumberFormat",
  "PluralRules",
  "RelativeTimeFormat",
  "Segmenter",
  "DurationFormat",
];
const constructors = NAMES.map((name) => [name, (Intl as unknown as Record<string, Constructor>)[name]!] as const);

/** The names of options that a constructor reads, in their order. */
function namesRead(make: (options: object) => unknown, required: Options): string[] {
  const names: string[] = [];
  const handler: ProxyHandler<Options> = {
    get(target, name) {
      names.push(String(name));
      return target[name as string];
    },
  };
  make(new Proxy({ ...required }, handler));
  return names;
}

test("equal arguments make objects of their own", () => {
  for (const [name, Class] of constructors) {
    const [left, right] = [new Class("en", REQUIRED[name]), new Class("en", REQUIRED[name])];
    notStrictEqual(left, right);
    strictEqual(Object.getPrototypeOf(left), Class.prototype);
    ok(left instanceof Class);
    strictEqual(left.constructor, Class);
    deepStrictEqual(Reflect.ownKeys(left), []);
    (left as { extra?: number }).extra = 1;
    strictEqual((right as { extra?: number }).extra, undefined);
    const [first, second] = [left, right].map((object) => (object as Intl.NumberFormat).resolvedOptions());
    deepStrictEqual(first, second);
    notStrictEqual(first, second);
    first!.locale = "changed";
    strictEqual((left as Intl.NumberFormat).resolvedOptions().locale, "en");
  }
});

test("the function of format and compare belongs to its object", () => {
  const [left, right] = [new Intl.NumberFormat("de"), new Intl.NumberFormat("de")];
  strictEqual(left.format, left.format);
  notStrictEqual(left.format, right.format);
  deepStrictEqual([left.format.name, left.format.length], ["", 1]);
  const { compare } = new Intl.Collator("de");
  notStrictEqual(compare, new Intl.Collator("de").compare);
  deepStrictEqual([compare.name, compare.length], ["", 2]);
  const { format } = new Intl.DateTimeFormat("en", { timeZone: "UTC" });
  deepStrictEqual([format.name, format.length, format(0)], ["", 1, "1/1/1970"]);
  for (const bound of [format, compare]) throws(() => new (bound as unknown as Constructor)(), TypeError);
});

test("a subclass reads the same options in the same order, and has the methods", () => {
  for (const [name, Class] of constructors) {
    const Subclass = class extends Class {};
    const required = REQUIRED[name] ?? {};
    const expected = namesRead((options) => new Subclass("en", options), required);
    for (let round = 0; round < 2; round++)
      deepStrictEqual(
        namesRead((options) => new Class("en", options), required),
        expected,
        name,
      );
    const object = new Subclass("en", required);
    ok(object instanceof Subclass && object instanceof Class);
    deepStrictEqual(
      (object as Intl.NumberFormat).resolvedOptions(),
      (new Class("en", required) as Intl.NumberFormat).resolvedOptions(),
    );
  }
  const Money = class extends Intl.NumberFormat {
    override format = (_: number) => "own";
  };
  strictEqual(new Money().format(1), "own");
  const made = Reflect.construct(Intl.ListFormat, ["en"], Array) as object;
  strictEqual(Object.getPrototypeOf(made), Array.prototype);
  strictEqual(Intl.ListFormat.prototype.format.call(made as Intl.ListFormat, ["a", "b"]), "a and b");
});

test("options are read from prototypes, accessors and properties that are not enumerable", () => {
  const hidden = Object.defineProperty({}, "minimumFractionDigits", { value: 2 });
  const inherited = Object.create({ minimumFractionDigits: 3 }) as Intl.NumberFormatOptions;
  let digits = 0;
  const counting = {
    get minimumFractionDigits() {
      return ++digits;
    },
  };
  const format = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat("en", options).format(1);
  for (let round = 0; round < 2; round++) {
    strictEqual(format({}), "1");
    strictEqual(format(hidden), "1.00");
    strictEqual(format(inherited), "1.000");
    strictEqual(format({ minimumFractionDigits: { valueOf: () => 1 } as never }), "1.0");
    strictEqual(format({ useGrouping: "false", minimumFractionDigits: "2" } as never), "1.00");
  }
  deepStrictEqual([format(counting), format(counting)], ["1.0", "1.00"]);
  (Object.prototype as Options).minimumFractionDigits = 1;
  try {
    strictEqual(format({}), "1.0");
    strictEqual(new Intl.NumberFormat("en").format(1), "1");
  } finally {
    delete (Object.prototype as Options).minimumFractionDigits;
  }
});

test("options that look alike are different", () => {
  const big = (useGrouping: unknown) => new Intl.NumberFormat("en", { useGrouping } as never).format(12345);
  deepStrictEqual([big(false), big("false"), big(true), big("always")], ["12345", "12,345", "12,345", "12,345"]);
  new Intl.NumberFormat("en", { style: "currency", currency: "USD" });
  for (let round = 0; round < 2; round++) {
    throws(() => new Intl.NumberFormat("en", { style: "currency\u000013=USD" } as never), RangeError);
    throws(() => new Intl.NumberFormat("en", { style: "currency" }), TypeError);
    throws(() => new Intl.NumberFormat("", {}), RangeError);
    throws(() => new Intl.NumberFormat("\0en\0"), RangeError);
    throws(() => new Intl.NumberFormat(["en\0de"]), RangeError);
    throws(() => new Intl.NumberFormat(null as never), TypeError);
    throws(() => new Intl.NumberFormat("en", null as never), TypeError);
    new Intl.NumberFormat(["en", "de"]);
    new Intl.NumberFormat();
  }
});

test("an invalid locale throws before options are read", () => {
  const options = {
    get localeMatcher(): never {
      throw new Error("was read");
    },
  };
  for (const [name, Class] of constructors) {
    throws(() => new Class("x", options), RangeError, name);
    throws(() => new Class("en", options), /was read/, name);
  }
});

test("lists of locales are read as the standard says", () => {
  const of = (locales: unknown) => new Intl.NumberFormat(locales as string).resolvedOptions().locale;
  for (let round = 0; round < 2; round++) {
    strictEqual(of(["de", "en"]), "de");
    strictEqual(of(["xx", "fr"]), "fr");
    strictEqual(of([new Intl.Locale("pl")]), "pl");
    strictEqual(of(new Intl.Locale("it")), "it");
    strictEqual(of([, "es"]), "es");
    strictEqual(of({ length: 1, 0: "sv" }), "sv");
    throws(() => of([undefined]), TypeError);
    throws(() => of([1]), TypeError);
    throws(() => of(["x"]), RangeError);
  }
  const log: string[] = [];
  const handler: ProxyHandler<string[]> = {
    has: (target, key) => (log.push(`has ${String(key)}`), Reflect.has(target, key)),
    get: (target, key) => (log.push(`get ${String(key)}`), Reflect.get(target, key)),
  };
  deepStrictEqual(Intl.getCanonicalLocales(new Proxy(["EN-us", "DE"], handler)), ["en-US", "de"]);
  deepStrictEqual(log, ["get length", "has 0", "get 0", "has 1", "get 1"]);
});

test("functions of lists return a new array each time", () => {
  for (let round = 0; round < 2; round++) {
    const tags = Intl.getCanonicalLocales("EN-us");
    deepStrictEqual(tags, ["en-US"]);
    tags.push("changed");
    const supported = Intl.Collator.supportedLocalesOf(["de", "zxx", "EN"]);
    deepStrictEqual(supported, ["de", "en"]);
    supported.length = 0;
    deepStrictEqual(Intl.getCanonicalLocales(), []);
    deepStrictEqual(Intl.getCanonicalLocales(["de", "DE", "fr"]), ["de", "fr"]);
    throws(() => Intl.getCanonicalLocales(""), RangeError);
    throws(() => Intl.getCanonicalLocales(null as never), TypeError);
    throws(() => Intl.Collator.supportedLocalesOf("de", { localeMatcher: "x" as never }), RangeError);
    throws(() => Intl.Collator.supportedLocalesOf("de", null as never), TypeError);
  }
});

test("constructors without new", () => {
  strictEqual((Intl.NumberFormat as Function)("de").format(1.5), "1,5");
  ok((Intl.Collator as Function)() instanceof Intl.Collator);
  for (const Class of [Intl.PluralRules, Intl.ListFormat, Intl.RelativeTimeFormat, Intl.Segmenter])
    throws(() => (Class as Function)("en"), TypeError);
  // ECMA-402, annex B: the object that the constructor was called on is returned, and stands for the new one.
  const legacy = Object.create(Intl.NumberFormat.prototype) as Intl.NumberFormat;
  strictEqual(Intl.NumberFormat.call(legacy as never, "de"), legacy);
  strictEqual(legacy.format(1.5), "1,5");
});

test("methods refuse objects of other classes", () => {
  const number = new Intl.NumberFormat("en");
  throws(() => Intl.DateTimeFormat.prototype.formatToParts.call(number as never, 0), TypeError);
  throws(() => Intl.PluralRules.prototype.select.call({} as never, 0), TypeError);
  throws(() => Intl.Collator.prototype.resolvedOptions.call(number as never), TypeError);
  throws(() => Reflect.get(Intl.NumberFormat.prototype, "format", new Intl.DateTimeFormat()), TypeError);
  throws(() => structuredClone(number), { name: "DataCloneError" });
});

test("the properties of constructors and prototypes are those of the standard", () => {
  for (const [name, Class] of constructors) {
    strictEqual(Class.name, name);
    deepStrictEqual(Object.getOwnPropertyDescriptor(Class, "prototype"), {
      value: Class.prototype,
      writable: false,
      enumerable: false,
      configurable: false,
    });
    deepStrictEqual(Object.getOwnPropertyNames(Class).sort(), ["length", "name", "prototype", "supportedLocalesOf"]);
    strictEqual(Class.supportedLocalesOf.length, 1);
    strictEqual(Class.length, name === "DisplayNames" ? 2 : 0);
    strictEqual(Object.prototype.toString.call(new Class("en", REQUIRED[name])), `[object Intl.${name}]`);
    ok(String(Class).replace(/\s+/g, " ").endsWith("() { [native code] }"));
    for (const [key, { value, get, enumerable }] of Object.entries(Object.getOwnPropertyDescriptors(Class.prototype))) {
      strictEqual(enumerable, false);
      if (typeof value === "function" && key !== "constructor") throws(() => new value(), TypeError);
      if (get !== undefined) strictEqual(get.name, `get ${key}`);
    }
  }
  const lengths = Object.getOwnPropertyDescriptors(Intl.RelativeTimeFormat.prototype);
  deepStrictEqual([lengths.format.value!.length, lengths.resolvedOptions.value!.length], [2, 0]);
  strictEqual(Intl.DateTimeFormat.prototype.formatToParts.length, 1);
});

test("the default time zone is that of the moment", () => {
  const before = process.env.TZ;
  try {
    process.env.TZ = "Asia/Tokyo";
    const tokyo = new Intl.DateTimeFormat("en", { timeStyle: "short" });
    strictEqual(new Intl.DateTimeFormat("en").resolvedOptions().timeZone, "Asia/Tokyo");
    process.env.TZ = "America/New_York";
    strictEqual(new Intl.DateTimeFormat("en").resolvedOptions().timeZone, "America/New_York");
    strictEqual(tokyo.resolvedOptions().timeZone, "Asia/Tokyo");
    strictEqual(new Date(2026, 0, 1).getTimezoneOffset(), 300);
  } finally {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  }
});
