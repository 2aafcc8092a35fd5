// mysql2/promise: types, prepared statements, compression, TLS, large packets, time-outs and errors of connecting.
import { AsyncLocalStorage } from "node:async_hooks";
import { readFileSync } from "node:fs";
import net from "node:net";
import { once } from "node:events";
import mysql from "mysql2/promise";
import { digest, fails, print, step } from "./shared/report.cjs";

const options = {
  host: "127.0.0.1",
  port: Number(process.env.MARIADB_PORT),
  user: process.env.PGUSER,
  password: process.env.PGPASSWORD,
  database: process.env.DATABASE,
};
const FIELDS = ["sqlMessage", "fatal"];
const db = await mysql.createConnection(options);
/** Opens a connection with more options, uses it, closes it. */
async function using(more, use) {
  const connection = await mysql.createConnection({ ...options, ...more });
  try {
    return await use(connection);
  } finally {
    await connection.end();
  }
}

await db.query(`create table kinds (a tinyint, b smallint unsigned, c int, d bigint, e bigint unsigned, f float, g double, h decimal(20,5), i bit(10), j date, k datetime(6), l timestamp(3) null, m time, n year,
  o char(3), p varchar(50), q text, r blob, s binary(4), t enum('x','y'), u set('a','b','c'), v json, w point)`);
await db.query(`insert into kinds values (-1, 65535, -2147483648, 9007199254740993, 18446744073709551615, 1.5, 0.1, '12345.67800', b'1000000001', '2024-02-29', '2024-07-01 12:34:56.789123', '2024-07-01 10:00:00.123', '-12:34:56', 2024,
  'ab', 'grüße 🐘', '', x'00ff10', x'01', 'y', 'a,c', '{"a": [1, null, "ü"]}', point(1, 2.5))`);
await db.query("insert into kinds (a) values (null)");
for (const method of ["query", "execute"]) {
  await step(`values by ${method}`, async () => (await db[method]("select * from kinds"))[0]);
  await step(
    `big numbers by ${method}`,
    async () =>
      (
        await db[method]({
          sql: "select d, e, h from kinds limit 1",
          supportBigNumbers: true,
          bigNumberStrings: true,
          decimalNumbers: true,
        })
      )[0],
  );
  await step(
    `dates as text by ${method}`,
    async () => (await db[method]({ sql: "select j, k, l from kinds limit 1", dateStrings: true }))[0],
  );
  await step(
    `own casts by ${method}`,
    async () =>
      (
        await db[method]({
          sql: "select a, p, j from kinds limit 1",
          typeCast: (field, next) => (field.type === "DATE" ? `date ${field.string()}` : next()),
        })
      )[0],
  );
}
await step("other time zones", async () => [
  await using(
    { timezone: "Z" },
    async (connection) => (await connection.query("select timestamp '2024-07-01 12:00:00' a"))[0],
  ),
  await using(
    { timezone: "+05:30" },
    async (connection) => (await connection.query("select timestamp '2024-07-01 12:00:00' a"))[0],
  ),
]);
await step(
  "parameters",
  async () =>
    (
      await db.execute("select ? a, ? b, ? c, ? d, cast(? as date) e, hex(?) f, json_extract(?, '$.x') g, ? h", [
        1,
        "ü",
        2.5,
        null,
        new Date(2024, 0, 15, 12),
        Buffer.from([0, 255]),
        JSON.stringify({ x: [1] }),
        9007199254740993n,
      ])
    )[0],
);
await fails("undefined is no parameter", () => db.execute("select ? a", [undefined]));
await step("a statement of its own", async () => {
  const statement = await db.prepare("select ? + ? as a");
  const values = [];
  for (let index = 0; index < 3; index++) values.push((await statement.execute([index, 10]))[0][0].a);
  await statement.close();
  return values;
});
await step("the same statement is prepared once", async () => {
  for (let index = 0; index < 20; index++) await db.execute("select ? as once_only", [index]);
  return (await db.query("show session status like 'Com_stmt_prepare'"))[0][0].Value < 25;
});
await fails("a bad statement", () => db.prepare("selec ?"), FIELDS);
await step("several results of a procedure", async () => {
  await db.query("create procedure two() begin select 1 a; select 'x' b; end");
  const [results] = await db.query("call two()");
  return results.map((part) => (Array.isArray(part) ? part : part.affectedRows));
});
await step("a raised error", async () =>
  db
    .query("signal sqlstate '45000' set message_text = 'own error'")
    .catch(({ code, errno, sqlState, message }) => ({ code, errno, sqlState, message })),
);

for (const [name, more] of [
  ["plain", {}],
  ["compressed", { compress: true }],
  ["over TLS", { host: "localhost", ssl: { ca: readFileSync(process.env.TLS_AUTHORITY, "utf8") } }],
]) {
  await step(`large values, ${name}`, () =>
    using(more, async (connection) => {
      const [[row]] = await connection.query("select repeat('0123456789', 1000000) a, @@version like '%Maria%' b");
      const bytes = Buffer.alloc(18_000_000, "some bytes!");
      const [[sizes]] = await connection.query("select length(?) a, md5(?) = ? b", [
        bytes,
        "x",
        "9dd4e461268c8034f5c8564e155c67a6",
      ]);
      const [rows] = await connection.query("select seq, repeat(md5(seq), 3) t from seq_1_to_30000");
      return [row.a.length, digest(row.a), sizes, rows.length, digest(rows.map(({ seq, t }) => `${seq}${t}`).join())];
    }),
  );
}
await step("who is trusted", () =>
  using(
    { host: "localhost", ssl: { ca: readFileSync(process.env.TLS_AUTHORITY, "utf8") } },
    async (connection) => (await connection.query("show session status like 'Ssl_version'"))[0],
  ),
);
await fails("TLS of an unknown authority", () => using({ host: "localhost", ssl: {} }, () => "connected"), FIELDS);
await step("TLS unchecked", () =>
  using({ ssl: { rejectUnauthorized: false } }, async (connection) => (await connection.query("select 1 a"))[0]),
);

await step("64 in parallel", async () => {
  const pool = mysql.createPool({ ...options, connectionLimit: 4, idleTimeout: 1000 });
  const storage = new AsyncLocalStorage();
  const right = await Promise.all(
    Array.from({ length: 64 }, (_, index) =>
      storage.run(index, async () => {
        const [[{ a }]] = await pool.execute("select ? as a", [index]);
        const connection = await pool.getConnection();
        await connection.ping();
        connection.release();
        return Number(a) === index && storage.getStore() === index;
      }),
    ),
  );
  await pool.end();
  return right.every(Boolean);
});
await step("one after the other on one connection", async () =>
  (
    await Promise.all([
      db.query("select 1 a"),
      db.query("select 1 from nowhere").catch(({ code }) => [code]),
      db.query("select 3 a"),
    ])
  ).map(([rows]) => rows),
);
await step("a query that takes too long", () =>
  using({}, (connection) =>
    connection.query({ sql: "select sleep(0.3) a", timeout: 40 }).catch(({ code, message }) => [code, message]),
  ).catch(({ code }) => code),
);
await step("max_statement_time", () =>
  db.query("set statement max_statement_time = 0.05 for select sleep(5)").then(
    ([rows]) => rows,
    ({ code, errno, sqlState, message }) => ({ code, errno, sqlState, message }),
  ),
);

await fails("refused", () => mysql.createConnection({ ...options, port: Number(process.env.REFUSED_PORT) }), FIELDS);
await fails("wrong password", () => mysql.createConnection({ ...options, password: "wrong" }), FIELDS);
await fails("no such database", () => mysql.createConnection({ ...options, database: "nowhere" }), FIELDS);
await fails("no such host", () => mysql.createConnection({ ...options, host: "no-such-host.invalid" }), [
  "hostname",
  "fatal",
]);
async function against(name, onConnection, more) {
  const open = [];
  const server = net
    .createServer((socket) => {
      open.push(socket);
      onConnection(socket);
    })
    .listen(0, "127.0.0.1");
  await once(server, "listening");
  process.env.OWN_PORT = server.address().port;
  await fails(name, () => mysql.createConnection({ ...options, port: server.address().port, ...more }), FIELDS);
  open.forEach((socket) => socket.destroy());
  server.close();
}
await against("silence", () => {}, { connectTimeout: 60 });
await against("hung up", (socket) => socket.end());
await against("reset", (socket) => socket.resetAndDestroy());
await against("an error instead of a greeting", (socket) =>
  socket.end(Buffer.from("\x17\0\0\0\xff\x10\x04Too many connections", "latin1")),
);
await db.end();
await fails("after the end", () => db.query("select 1"), FIELDS);
print("ended", "yes");
