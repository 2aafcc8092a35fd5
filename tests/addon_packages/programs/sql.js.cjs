const initSqlJs = require("sql.js");
(async () => {
  const SQL = await initSqlJs();
  const db = new SQL.Database();
  db.run("CREATE TABLE t (a INTEGER, b TEXT); INSERT INTO t VALUES (1, 'one'), (2, 'zwölf')");
  console.log(JSON.stringify(db.exec("SELECT * FROM t ORDER BY a DESC")));
  db.create_function("twice", (value) => value * 2);
  console.log(db.exec("SELECT twice(a) FROM t")[0].values);
  const copy = new SQL.Database(db.export());
  console.log(copy.exec("SELECT count(*), sqlite_version() >= '3' FROM t")[0].values);
  try {
    db.exec("SELECT * FROM none");
  } catch (error) {
    console.log(error.message);
  }
})();
