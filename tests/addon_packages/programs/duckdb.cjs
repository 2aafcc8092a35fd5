const duckdb = require("duckdb");
const db = new duckdb.Database(":memory:");
const con = db.connect();
const done = (method, ...values) =>
  new Promise((resolve, reject) => method(...values, (error, rows) => (error ? reject(error) : resolve(rows))));
const all = (...values) => done(con.all.bind(con), ...values);
(async () => {
  console.log(await all("select 42 as fortytwo, 'a' s"));
  console.log(await all("select ?::integer as n, ?::string as s, ?::double as d", 42, "Hello, World", 1.5));
  await done(con.exec.bind(con), "create table t (i integer, b bigint, t timestamp); create table u (x blob)");
  const insert = con.prepare("insert into t values (?, ?, ?)");
  for (let i = 0; i < 100; i++) insert.run(i, BigInt(i) * 10000000000n, new Date(i * 1000));
  await done(insert.finalize.bind(insert));
  console.log(await all("select count(*) c, sum(i) s, max(b) b, max(t) t from t"));
  const shown = [];
  await new Promise((resolve) =>
    con.each("select i from t where i < 3 order by i", (error, row) => shown.push(error ?? row.i) === 3 && resolve()),
  );
  console.log(shown);
  let streamed = 0;
  for await (const row of db.stream("select * from t")) streamed += row.i;
  console.log(streamed);
  await done(con.run.bind(con), "insert into u values (?)", Buffer.from("bytes"));
  console.log(await all("select x from u"));
  console.log(
    await all(
      "select [1, 2] l, {'a': 1, 'b': 'x'} s, date '2020-01-02' d, null n, true t, 1.25::decimal(5,2) e, interval 1 day i",
    ),
  );
  con.register_udf("twice", "integer", (value) => value * 2);
  console.log(await all("select sum(twice(i)) s from t"));
  for (const text of ["select nope", "select * from missing", "selec"])
    await all(text).catch((error) => console.log(error.name, error.code, error.errno, error.message.split("\n")[0]));
  await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      done(db.connect().all.bind(db.connect()), `select sum(range) s from range(${i}000)`),
    ),
  ).then((rows) => console.log(rows.at(-1)));
  await done(con.close.bind(con)).catch((error) => console.log(error.message));
  await done(db.close.bind(db));
  try {
    db.connect();
  } catch (error) {
    console.log(error.message);
  }
})();
