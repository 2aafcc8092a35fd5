const RE2 = require("re2");
const r = new RE2("a(\\w+)(?<n>b)", "gi");
console.log("xaccb".match(r), r.exec("accb"), "accb accb".replace(r, "<$1>"), r.test("zz"), r.flags, r.source);
try {
  new RE2("(?=a)");
} catch (e) {
  console.log(e.name, e.message);
}
console.log(
  "a,b".split(new RE2(",")),
  [..."a1a2".matchAll(new RE2("a\\d", "g"))].map((m) => m[0]),
);
