// mysql2 with callbacks: connections, pools, clusters, streams, events, several statements, local files.
const mysql = require("mysql2");
const { Readable } = require("node:stream");
const { describe, fails, next, print, sleep, step, until } = require("./shared/report.cjs");

const options = {
  host: "127.0.0.1",
  port: Number(process.env.MARIADB_PORT),
  user: process.env.PGUSER,
  password: process.env.PGPASSWORD,
  database: process.env.DATABASE,
};
const FIELDS = ["sqlMessage", "fatal", "sql"];
/** Calls a method that ends with a callback. */
const call = (target, method, ...values) =>
  new Promise((resolve, reject) =>
    target[method](...values, (error, ...results) => (error ? reject(error) : resolve(results))),
  );

async function main() {
  const connection = mysql.createConnection({ ...options, multipleStatements: true });
  await step("connect", async () => (await call(connection, "connect")).length);
  await step("query", async () => {
    const [rows, fields] = await call(connection, "query", "select 1 as one, 'a' as two");
    return [rows, fields.map(({ name, columnType }) => [name, columnType])];
  });
  await step(
    "placeholders",
    async () =>
      (
        await call(connection, "query", "select ? as a, ? as b, ?? as c from (select 1 as one) t where one in (?)", [
          "it's",
          null,
          "one",
          [1, 2],
        ])
      )[0],
  );
  await step("execute", async () => (await call(connection, "execute", "select ? as a, ? as b", ["x", 1]))[0]);
  await step("several statements", async () =>
    (await call(connection, "query", "select 1 a; select 2 b; set @x = 1"))[0].map((part) =>
      Array.isArray(part) ? part : part.constructor.name,
    ),
  );
  await step("changes", async () => {
    await call(connection, "query", "create table t (id int auto_increment primary key, name varchar(20) unique)");
    const [result] = await call(connection, "query", "insert into t (name) values ?", [[["a"], ["b"]]]);
    const [updated] = await call(connection, "query", "update t set name = concat(name, '!') where id = 1");
    return [result.affectedRows, result.insertId, updated.affectedRows, updated.changedRows, updated.info];
  });
  await fails("unique violation", () => call(connection, "query", "insert into t (name) values ('b')"), FIELDS);
  await fails("syntax error", () => call(connection, "query", "selec 1"), FIELDS);
  await fails("no such table", () => call(connection, "execute", "select * from nowhere"), FIELDS);
  await step("escaping", () => [
    mysql.escape("it's \\"),
    mysql.escapeId("a.b"),
    mysql.format("? ?? ?", [new Date(Date.UTC(2024, 0, 1)), "x", { a: 1 }]),
    connection.escape([1, [2, "x"]]),
  ]);
  await step("a transaction", async () => {
    await call(connection, "beginTransaction");
    await call(connection, "query", "insert into t (name) values ('never')");
    await call(connection, "rollback");
    await call(connection, "beginTransaction");
    await call(connection, "query", "insert into t (name) values ('kept')");
    await call(connection, "commit");
    return (await call(connection, "query", "select name from t order by id"))[0];
  });
  await step("a stream of rows", async () => {
    let sum = 0;
    for await (const { seq } of connection.query("select seq from seq_1_to_20000").stream({ highWaterMark: 10 }))
      sum += seq;
    return sum;
  });
  await step("events of a query", async () => {
    const seen = [];
    const query = connection.query("select seq from seq_1_to_3");
    for (const name of ["fields", "result", "end"])
      query.on(name, (value) => seen.push(name === "result" ? value.seq : name));
    await next(query, "end");
    return seen;
  });
  await step(
    "a local file",
    async () =>
      (
        await call(connection, "query", {
          sql: "load data local infile 'x' into table t (name)",
          infileStreamFactory: () => Readable.from([Buffer.from("one\n"), Buffer.from("two\n")]),
        })
      )[0].affectedRows,
  );
  await fails("a local file that is not asked for", () =>
    call(connection, "query", "load data local infile '/etc/passwd' into table t (name)"),
  );
  await step("rows as arrays and nested tables", async () => [
    (await call(connection, "query", { sql: "select 1, 2", rowsAsArray: true }))[0],
    (
      await call(connection, "query", {
        sql: "select t.id, u.id from t join t u on t.id = u.id limit 1",
        nestTables: true,
      })
    )[0],
  ]);
  await step(
    "named placeholders",
    async () =>
      (await call(connection, "query", { sql: "select :a + :b as c", namedPlaceholders: true }, { a: 1, b: 2 }))[0],
  );
  await step("statistics and ping", async () => [
    (await call(connection, "ping"))[0],
    connection.threadId > 0,
    connection.state,
  ]);
  await step("changing the user", async () => {
    await call(connection, "changeUser", { database: "information_schema" });
    return (await call(connection, "query", "select database() d"))[0];
  });
  await call(connection, "end");
  await fails("after the end", () => call(connection, "query", "select 1"), FIELDS);

  const pool = mysql.createPool({ ...options, connectionLimit: 3 });
  const seen = {};
  for (const name of ["acquire", "connection", "enqueue", "release"])
    pool.on(name, () => {
      seen[name] = (seen[name] ?? 0) + 1;
    });
  await step("64 in parallel over three", async () =>
    (await Promise.all(Array.from({ length: 64 }, (_, index) => call(pool, "query", "select ? as a", [index])))).every(
      ([[{ a }]], index) => a === index,
    ),
  );
  await step("events of the pool", async () => {
    await sleep(5);
    return seen;
  });
  await step("queue limit", async () => {
    const small = mysql.createPool({ ...options, connectionLimit: 1, queueLimit: 1 });
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => call(small, "query", "select sleep(0.02) a")));
    await call(small, "end");
    return outcomes.map(({ status, reason }) => (reason ? describe(reason) : status));
  });
  await fails("without waiting", async () => {
    const small = mysql.createPool({ ...options, connectionLimit: 1, waitForConnections: false });
    try {
      await Promise.all([call(small, "query", "select sleep(0.02)"), call(small, "query", "select 1")]);
    } finally {
      await sleep(50);
      await call(small, "end");
    }
  });
  await step("a killed connection leaves the pool", async () => {
    const [victim] = await call(pool, "getConnection");
    const ended = next(victim, "error");
    await call(pool, "query", "kill ?", [victim.threadId]);
    const error = describe(await ended, ["fatal"]);
    victim.release();
    return [error, (await call(pool, "query", "select 1 a"))[0]];
  });
  const isAsleep = async ({ threadId }) =>
    (
      await call(pool, "query", "select 1 from information_schema.processlist where id = ? and state = 'User sleep'", [
        threadId,
      ])
    )[0].length === 1;
  await step("killed in mid-query", async () => {
    const [victim] = await call(pool, "getConnection");
    const running = call(victim, "query", "select sleep(5)").then(
      () => "no error",
      (error) => describe(error, FIELDS),
    );
    await until(() => isAsleep(victim));
    await call(pool, "query", "kill ?", [victim.threadId]);
    const outcome = await running;
    victim.destroy();
    return outcome;
  });
  await step("a query that is stopped", async () => {
    const [runner] = await call(pool, "getConnection");
    const running = call(runner, "query", "select seq, sleep(0.01) from seq_1_to_1000").catch((error) =>
      describe(error, FIELDS),
    );
    await until(() => isAsleep(runner));
    await call(pool, "query", "kill query ?", [runner.threadId]);
    const outcome = await running;
    const [rows] = await call(runner, "query", "select 1 a");
    runner.release();
    return [outcome, rows];
  });
  await call(pool, "end");
  await fails("the pool after its end", () => call(pool, "query", "select 1"));
  const cluster = mysql.createPoolCluster();
  cluster.add("one", options);
  cluster.add("two", { ...options, connectionLimit: 2 });
  await step("a cluster of pools", async () => {
    const [member] = await call(cluster, "getConnection", "t*");
    const [rows] = await call(member, "query", "select 2 a");
    member.release();
    return rows;
  });
  cluster.end();
  await until(() => true);
  print("ended", "yes");
}
main();
