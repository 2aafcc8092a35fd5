// Data of locales other than the default one, of each kind that `Intl` reads; the linked engine decompresses them when they are
// asked for. The expected values are those of Node.js 26. Run with Brio, or with Node.
import assert from "node:assert";
import { test } from "../harness.ts";

const utc = { timeZone: "UTC" };

const results: Record<string, [() => unknown, unknown]> = {
  "a calendar of Japan": [
    () => new Date(0).toLocaleDateString("ja-JP-u-ca-japanese", { ...utc, dateStyle: "long" }),
    "昭和45年1月1日",
  ],
  "a calendar of Persia": [
    () => new Date(0).toLocaleDateString("fa", { ...utc, dateStyle: "full" }),
    "۱۳۴۸ دی ۱۱, پنجشنبه",
  ],
  "digits of Egypt": [() => (1234.5).toLocaleString("ar-EG"), "١٬٢٣٤٫٥"],
  "names of regions": [() => new Intl.DisplayNames("sw", { type: "region" }).of("DE"), "Ujerumani"],
  "names of languages": [() => new Intl.DisplayNames("fi", { type: "language" }).of("de"), "saksa"],
  "names of currencies": [
    () => new Intl.NumberFormat("tr", { style: "currency", currency: "CHF", currencyDisplay: "name" }).format(3),
    "3,00 İsviçre frangı",
  ],
  "relative times": [() => new Intl.RelativeTimeFormat("cy", { numeric: "auto" }).format(-1, "day"), "ddoe"],
  "rules of plurals": [() => new Intl.PluralRules("ar").select(3), "few"],
  units: [
    () => new Intl.NumberFormat("ru", { style: "unit", unit: "kilometer-per-hour", unitDisplay: "long" }).format(5),
    "5 километров в час",
  ],
  "a short form": [() => new Intl.NumberFormat("hi", { notation: "compact" }).format(12345678), "1.2\u00a0क॰"],
  "an order of letters": [() => ["z", "å", "a", "ö"].sort(new Intl.Collator("sv").compare).join(" "), "a z å ö"],
  "an order by strokes": [
    () => ["錒", "一", "丁", "七"].sort(new Intl.Collator("zh-u-co-stroke").compare).join(" "),
    "一 丁 七 錒",
  ],
  "words without spaces": [
    () => [...new Intl.Segmenter("th", { granularity: "word" }).segment("สวัสดีชาวโลก")].map((part) => part.segment),
    ["สวัสดี", "ชาว", "โลก"],
  ],
  "names of time zones": [
    () => new Date(0).toLocaleString("fr", { timeZone: "Asia/Tokyo", timeZoneName: "long" }),
    "01/01/1970 9:00:00 heure normale du Japon",
  ],
  lists: [() => new Intl.ListFormat("ko").format(["a", "b", "c"]), "a, b 및 c"],
  "letters of Turkey": [() => "İI".toLocaleLowerCase("tr"), "iı"],
};

for (const [name, [read, expected]] of Object.entries(results)) {
  test(name, () => assert.deepStrictEqual(read(), expected));
}

test("locales that workers read at once", async () => {
  const source = `import { parentPort } from "node:worker_threads";
parentPort.postMessage(["de", "ja", "pl", "he"].map((name) => new Intl.DisplayNames(name, { type: "region" }).of("JP")));`;
  const { Worker } = await import("node:worker_threads");
  const answers = Array.from({ length: 4 }, () => {
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(source)}`));
    return new Promise((resolve, reject) => worker.once("message", resolve).once("error", reject));
  });
  for (const answer of await Promise.all(answers)) assert.deepStrictEqual(answer, ["Japan", "日本", "Japonia", "יפן"]);
});
