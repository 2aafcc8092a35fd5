const s = require("sqlite3").verbose();
const d = new s.Database(":memory:");
d.serialize(() => {
  d.run("create table t(a)");
  const st = d.prepare("insert into t values(?)");
  for (let i = 0; i < 3; i++) st.run("x" + i);
  st.finalize();
  d.each(
    "select rowid id,a from t",
    (e, r) => console.log(r),
    (e, n) => console.log(n),
  );
  d.get("bad", (e) => console.log(e.code, e.message));
});
d.close(() => console.log("closed"));
