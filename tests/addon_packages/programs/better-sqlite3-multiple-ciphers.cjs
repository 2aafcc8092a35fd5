const D = require("better-sqlite3-multiple-ciphers");
const d = new D(":memory:");
d.exec("create table t(a,b)");
const i = d.prepare("insert into t values(?,@b)");
console.log(i.run(1, { b: "x" }));
const m = d.transaction((l) => {
  for (const a of l) i.run(a, { b: null });
});
m([2, 3]);
console.log(d.prepare("select * from t").all(), d.prepare("select a from t").pluck().all());
d.function("twice", (x) => x * 2);
console.log(d.prepare("select twice(4) v").get());
d.aggregate("total2", { start: 0, step: (t, n) => t + n });
console.log(d.prepare("select total2(a) v from t").get());
try {
  d.exec("bad");
} catch (e) {
  console.log(e.name, e.code, e.message);
}
for (const r of d.prepare("select a from t").iterate()) {
  console.log(r);
  break;
}
d.close();
console.log(d.open);
