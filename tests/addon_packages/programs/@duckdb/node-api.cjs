const { DuckDBInstance } = require("@duckdb/node-api");
(async () => {
  const i = await DuckDBInstance.create(":memory:");
  const c = await i.connect();
  const r = await c.runAndReadAll(
    "select range a, 'x'||range b, range::decimal(5,2) d, date '2020-01-01' e, [1,2] l from range(3)",
  );
  console.log(r.getRowObjectsJson ? r.getRowObjectsJson() : r.getRows());
  await c.run("select nope").catch((e) => console.log(e.name, e.message.split("\n")[0]));
})();
