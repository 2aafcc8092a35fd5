const { createClient } = require("@libsql/client");
(async () => {
  const client = createClient({ url: "file::memory:" });
  await client.batch(
    ["create table t(a integer primary key, b text)", { sql: "insert into t(b) values (?)", args: ["x"] }],
    "write",
  );
  const { rows, columns, lastInsertRowid } = await client.execute({
    sql: "select * from t where b = :b",
    args: { b: "x" },
  });
  console.log(columns, rows.length, rows[0].a, rows[0].b, lastInsertRowid);
  const transaction = await client.transaction("write");
  const inserted = await transaction.execute("insert into t(b) values ('y')");
  console.log(inserted.rowsAffected, inserted.lastInsertRowid);
  await transaction.rollback();
  console.log((await client.execute("select count(*) c from t")).rows[0].c);
  await client.execute("bad").catch((e) => console.log(e.name, e.code, e.message));
  client.close();
})();
