// Strings, numbers, dates, regular expressions, JSON and Intl.
const line = "The quick brown fox jumps over the lazy dog. ";
const long = line.repeat(200);
const wide = "Zażółć gęślą jaźń — 日本語 🎉 ".repeat(50);
const log = '127.0.0.1 - - [26/Nov/2026:12:00:00 +0000] "GET /a/b?c=d HTTP/1.1" 200 1234 "-" "curl/8.0"';
const pattern = /^(\S+) \S+ \S+ \[([^\]]+)\] "(\S+) (\S+) [^"]*" (\d+) (\d+)/;
const words = long.split(" ").slice(0, 500);
const names = ["Ärger", "Zoë", "apple", "Émile", "zebra", "Österreich", "banana", "Åse"];
const rows = Array.from({ length: 200 }, (_, id) => ({
  id,
  name: `name ${id}`,
  tags: ["a", "b"],
  at: new Date(id * 1e9),
}));
const json = JSON.stringify(rows);
const date = new Date(1764158400000);
const number = new Intl.NumberFormat("en-US");
const day = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" });
const segmenter = new Intl.Segmenter("en", { granularity: "word" });

export const operations = {
  "string replaceAll 9 kB": () => long.replaceAll("fox", "cat"),
  "string replace by function": () => long.replace(/\w+/g, (word) => word.length),
  "string matchAll 9 kB": () => [...long.matchAll(/q\w+/g)].length,
  "string split lines": () => log.split(" ").length,
  "string toLowerCase wide": () => wide.toLowerCase(),
  "string normalize NFD": () => wide.normalize("NFD"),
  "string padStart": () => "7".padStart(10, "0"),
  "string at, slice, indexOf": () => long.slice(100, 200).indexOf("dog") + long.at(-3).length,
  "string codePoints of wide": () => [...wide].length,
  "string localeCompare": () => names[0].localeCompare(names[3]),
  "string localeCompare en": () => names[0].localeCompare(names[3], "en"),
  "string sort localeCompare": () => names.slice().sort((left, right) => left.localeCompare(right)),
  "string isWellFormed": () => wide.isWellFormed(),
  "string concat 100": () => {
    let text = "";
    for (let index = 0; index < 100; index++) text += line;
    return text.charCodeAt(text.length - 1);
  },
  "regexp log line": () => pattern.exec(log)[4],
  "regexp test unicode": () => /\p{L}+\s\p{L}+/u.test(wide),
  "regexp named groups": () => /(?<year>\d{4})-(?<month>\d\d)/.exec("on 2026-11-26").groups.year,
  "new RegExp": () => new RegExp(`a${rows.length}b`, "g").source,
  "json parse 200 rows": () => JSON.parse(json).length,
  "json parse reviver": () => JSON.parse('{"a":[1,2,3],"b":{"c":"d"}}', (key, value) => value).a,
  "json stringify 200 rows": () => JSON.stringify(rows).length,
  "json stringify indented": () => JSON.stringify(rows[0], null, 2),
  "number toFixed": () => (1234.5678).toFixed(2),
  "number toString 16": () => (123456789).toString(16),
  "number parseFloat": () => parseFloat("1234.5678"),
  "number toLocaleString": () => (1234567.891).toLocaleString(),
  "number toLocaleString en-US": () => (1234567.891).toLocaleString("en-US"),
  "number toLocaleString currency": () => (1234.5).toLocaleString("de-DE", { style: "currency", currency: "EUR" }),
  "bigint factorial 100": () => {
    let product = 1n;
    for (let factor = 1n; factor <= 100n; factor++) product *= factor;
    return product.toString().length;
  },
  "date new from string": () => new Date("2026-11-26T12:00:00.000Z").getTime(),
  "date toISOString": () => date.toISOString(),
  "date toString": () => date.toString(),
  "date toLocaleDateString": () => date.toLocaleDateString(),
  "date toLocaleString options": () => date.toLocaleString("en-GB", { timeZone: "UTC", month: "long" }),
  "date getters": () => date.getFullYear() + date.getMonth() + date.getDate() + date.getHours(),
  "intl number format": () => number.format(1234567.891),
  "intl date format": () => day.format(date),
  "intl new NumberFormat": () => new Intl.NumberFormat("en-US").resolvedOptions().locale,
  "intl new DateTimeFormat": () => new Intl.DateTimeFormat("en-US").resolvedOptions().timeZone,
  "intl segmenter": () => [...segmenter.segment(line)].length,
  encodeURIComponent: () => encodeURIComponent("a b&c=d/é"),
  decodeURIComponent: () => decodeURIComponent("a%20b%26c%3Dd%2F%C3%A9"),
  "escape of html": () => line.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`),
  "words counted in a Map": () => {
    const counts = new Map();
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    return counts.size;
  },
};
