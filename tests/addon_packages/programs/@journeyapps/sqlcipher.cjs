const sqlite = require("@journeyapps/sqlcipher");
const db = new sqlite.Database(":memory:");
db.serialize(() => {
  db.run("PRAGMA cipher_compatibility = 4");
  db.run("PRAGMA key = 'secret'");
  db.run("create table t(a)");
  db.run("insert into t values (3)");
  db.each("select a from t", (e, row) => console.log(e, row));
  db.get("PRAGMA cipher_version", (e, row) => console.log(e, row));
});
db.close();
