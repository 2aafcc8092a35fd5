// Numbers, dates and strings in the manner of a locale.
let length = 0;
const date = new Date(1_790_000_000_000);
for (let index = 0; index < 50_000; index++) {
  length += (index * 1.5).toLocaleString().length;
  length += (index * 1.5).toLocaleString("de-DE", { style: "currency", currency: "EUR" }).length;
  length += date.toLocaleDateString("en-US").length;
  length += "straße".localeCompare("strasse", "de");
}
const names = Array.from({ length: 50_000 }, (_, index) => `name ${(index * 7919) % 50_000} ä`);
names.sort((left, right) => left.localeCompare(right));
if (length < 1000) throw new Error("strings are missing");
