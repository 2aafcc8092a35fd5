// node-postgres: everything that goes wrong, with the class, the code and the fields of the error, and what works after it.
import net from "node:net";
import { once } from "node:events";
import pg from "pg";
import { describe, fails, next, print, step, until } from "./shared/report.cjs";

const FIELDS = [
  "severity",
  "detail",
  "hint",
  "position",
  "where",
  "schema",
  "table",
  "column",
  "constraint",
  "routine",
];
const client = new pg.Client();
await client.connect();
await client.query("create table people (id int primary key, name text not null unique, age int check (age > 0))");
await client.query("insert into people values (1, 'Ada', 36)");

const broken = [
  ["unique violation", "insert into people values (1, 'Bob', 1)"],
  ["unique violation of another column", "insert into people values (2, 'Ada', 1)"],
  ["not null", "insert into people values (3, null, 1)"],
  ["check", "insert into people values (3, 'C', -1)"],
  ["syntax", "selec 1"],
  ["no such table", "select * from nowhere"],
  ["no such column", "select nothing from people"],
  ["no such function", "select f(1)"],
  ["division by zero", "select 1/0"],
  ["overflow", "select 2147483647 + 1"],
  ["raised", "do $$ begin raise exception 'own %', 1 using errcode = 'P0099', hint = 'h', detail = 'd'; end $$"],
];
for (const [name, text] of broken) await fails(name, () => client.query(text), FIELDS);
await fails("a bad parameter", () => client.query("select $1::int", ["x"]), FIELDS);
await fails("too few parameters", () => client.query("select $1::int + $2::int", [1]), FIELDS);
await fails("no text", () => client.query({}));
await fails("nothing at all", () => client.query(null));
await step("the connection goes on", async () => (await client.query("select 1 a")).rows);

await client.query("begin");
await fails("first in the transaction", () => client.query("select 1/0"));
await fails("second in the transaction", () => client.query("select 1"), FIELDS);
await client.query("rollback");
await step("after the rollback", async () => (await client.query("select 2 a")).rows);

// All three were sent before the response to the first arrived.
const outcomes = await Promise.allSettled([
  client.query("select 1 a"),
  client.query("select 1/0"),
  client.query("select 3 a"),
]);
print(
  "errors stay with their query",
  outcomes.map(({ value, reason }) => value?.rows ?? reason.code),
);

await client.query("set statement_timeout = 50");
await fails("statement_timeout", () => client.query("select pg_sleep(5)"), FIELDS);
await client.query("set statement_timeout = 0");
await client.end();
await fails("a query after the end", () => client.query("select 1"));

await fails("a second connect", async () => {
  const twice = new pg.Client();
  await twice.connect();
  try {
    await twice.connect();
  } finally {
    await twice.end();
  }
});
await fails("refused", () => new pg.Client({ port: process.env.REFUSED_PORT }).connect());
await fails("refused by name", () => new pg.Client({ host: "localhost", port: process.env.REFUSED_PORT }).connect());
await fails("no such host", () => new pg.Client({ host: "no-such-host.invalid" }).connect(), ["hostname"]);
await fails("no such socket", () => new pg.Client({ host: "/nowhere" }).connect());
await fails("wrong password", () => new pg.Client({ password: "wrong" }).connect(), FIELDS);
await fails("wrong user", () => new pg.Client({ user: "nobody at all" }).connect());
await fails("wrong database", () => new pg.Client({ database: "nowhere" }).connect(), FIELDS);
await fails("a password function that fails", async () => {
  const asked = new pg.Client({
    password: async () => {
      throw new RangeError("no password today");
    },
  });
  try {
    await asked.connect();
  } finally {
    // The client leaves its connection open.
    asked.connection.stream.destroy();
  }
});
await step("a password function", async () => {
  const asked = new pg.Client({ password: async () => process.env.PGPASSWORD });
  await asked.connect();
  await asked.end();
  return "connected";
});

// A server that never responds, one that disconnects, one that resets, one that sends nonsense.
async function against(name, onConnection, options) {
  const open = [];
  const server = net
    .createServer((socket) => {
      open.push(socket);
      onConnection(socket);
    })
    .listen(0, "127.0.0.1");
  await once(server, "listening");
  process.env.OWN_PORT = server.address().port;
  await fails(name, () => new pg.Client({ port: server.address().port, ...options }).connect());
  open.forEach((socket) => socket.destroy());
  server.close();
}
await against("silence", () => {}, { connectionTimeoutMillis: 60 });
await against("hung up", (socket) => {
  socket.on("error", () => {});
  socket.end();
});
await against("hung up after a while", (socket) => socket.once("data", () => socket.end()));
await against("reset", (socket) => socket.once("data", () => socket.resetAndDestroy()));
await against("no TLS", (socket) => socket.once("data", () => socket.end("N")), { ssl: true });
await against("nonsense instead of TLS", (socket) => socket.once("data", () => socket.end("X")), { ssl: true });

const admin = new pg.Client();
await admin.connect();
/** Waits until the query of a connection has begun to sleep. */
const isAsleep = ({ processID }) =>
  until(
    async () =>
      (await admin.query("select 1 from pg_stat_activity where pid = $1 and wait_event = 'PgSleep'", [processID]))
        .rowCount === 1,
  );
async function victim(options) {
  const connection = new pg.Client(options);
  const events = [];
  connection.on("error", (error) => events.push(`error ${describe(error)}`));
  connection.on("end", () => events.push("end"));
  await connection.connect();
  return { connection, events };
}
{
  const { connection, events } = await victim();
  const running = fails("killed in mid-query", () => connection.query("select pg_sleep(10)"), FIELDS);
  await isAsleep(connection);
  await admin.query("select pg_terminate_backend($1)", [connection.processID]);
  await running;
  // Its error may come before the end of the connection, and a query between the two fails otherwise.
  await until(() => events.includes("end"));
  await fails("a query on a dead connection", () => connection.query("select 1"));
  print("events of the killed", events);
}
{
  const { connection, events } = await victim();
  const ended = next(connection, "end");
  await admin.query("select pg_terminate_backend($1)", [connection.processID]);
  await ended;
  print("events of the one killed while idle", events);
}
{
  const { connection, events } = await victim();
  const running = fails("cancelled by another", () => connection.query("select pg_sleep(10)"), FIELDS);
  await isAsleep(connection);
  await admin.query("select pg_cancel_backend($1)", [connection.processID]);
  await running;
  await step("after the cancel", async () => (await connection.query("select 1 a")).rows);
  await connection.end();
  print("events of the cancelled", events);
}
{
  const { connection, events } = await victim();
  const waiting = [
    fails("destroyed under a query", () => connection.query("select pg_sleep(10)")),
    fails("destroyed with one queued", () => connection.query("select 1")),
  ];
  connection.connection.stream.destroy();
  await Promise.all(waiting);
  await until(() => events.includes("end"));
  print("events of the destroyed", events);
}
await fails("query_timeout", async () => {
  const { connection } = await victim({ query_timeout: 50 });
  try {
    await connection.query("select pg_sleep(0.3)");
  } finally {
    await connection.end();
  }
});
await step("lock_timeout", async () => {
  const { connection } = await victim({ lock_timeout: 30 });
  await admin.query("begin; lock table people");
  const code = await connection.query("select * from people").catch((error) => error.code);
  await admin.query("rollback");
  await connection.end();
  return code;
});
await admin.end();
print("ended", "yes");
