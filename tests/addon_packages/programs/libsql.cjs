const D = require("libsql");
const d = new D(":memory:");
d.exec("create table t(a,b)");
d.prepare("insert into t values(?,?)").run(1, "x");
console.log(d.prepare("select * from t").all(), d.prepare("select a from t").raw().get());
try {
  d.exec("bad");
} catch (e) {
  console.log(e.name, e.code, e.message);
}
