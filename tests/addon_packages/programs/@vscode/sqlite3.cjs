const sqlite = require("@vscode/sqlite3");
const db = new sqlite.Database(":memory:");
db.serialize(() => {
  db.run("create table t(a, b)");
  db.run("insert into t values (?, ?)", [1, Buffer.from("ab")], function (e) {
    console.log(e, this.lastID, this.changes);
  });
  db.all("select * from t", (e, rows) => console.log(e, rows));
  db.get("bad", (e) => console.log(e.code, e.message));
});
db.close((e) => console.log("closed", e));
