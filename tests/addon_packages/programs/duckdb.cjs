const duckdb = require("duckdb");
const db = new duckdb.Database(":memory:");
db.all("select 42 as fortytwo, 'a' s", (e, r) => {
  console.log(e, r);
});
