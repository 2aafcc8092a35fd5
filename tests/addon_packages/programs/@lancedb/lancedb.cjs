const lancedb = require("@lancedb/lancedb");
const { mkdtempSync } = require("node:fs");
const { tmpdir } = require("node:os");
(async () => {
  const db = await lancedb.connect(mkdtempSync(`${tmpdir()}/lancedb-`));
  const rows = [1, 2, 3, 4].map((id) => ({ id, vector: [id / 10, id / 5], name: `row ${id}` }));
  const table = await db.createTable("rows", rows);
  console.log(await db.tableNames(), await table.countRows());
  const near = await table.vectorSearch([0.3, 0.6]).limit(2).toArray();
  console.log(near.map(({ id, name, _distance }) => [id, name, _distance.toFixed(4)]));
  await table.add([{ id: 5, vector: [1, 1], name: "more" }]);
  await table.delete("id < 3");
  console.log(
    await table.countRows(),
    (await table.query().where("id > 3").select(["name"]).toArray()).map(({ name }) => name),
  );
  await db.openTable("none").catch((error) => console.log(error.message.split(" Caused")[0].trim()));
})();
