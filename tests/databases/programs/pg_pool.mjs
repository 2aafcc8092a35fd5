// pg-pool: the order of waiting clients, the life of connections, and asynchronous context through queries.
import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";
import { describe, fails, print, sleep, step, until } from "./shared/report.cjs";

const counts = (pool) => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount });

await step("many in parallel over few connections", async () => {
  const pool = new pg.Pool({ max: 4 });
  const results = await Promise.all(
    Array.from({ length: 64 }, (_, index) =>
      pool.query("select $1::int * 2 as double, pg_backend_pid() as pid", [index]),
    ),
  );
  const right = results.every(({ rows }, index) => rows[0].double === index * 2);
  const summary = { right, connections: new Set(results.map(({ rows }) => rows[0].pid)).size, ...counts(pool) };
  await pool.end();
  return summary;
});

await step("those who wait are served in order", async () => {
  const pool = new pg.Pool({ max: 1 });
  const order = [];
  const first = await pool.connect();
  const waiting = [1, 2, 3].map(async (number) => {
    const client = await pool.connect();
    order.push(number);
    client.release();
  });
  const before = counts(pool);
  first.release();
  await Promise.all(waiting);
  await pool.end();
  return { before, order, after: counts(pool) };
});

await fails("no connection in time", async () => {
  const pool = new pg.Pool({ max: 1, connectionTimeoutMillis: 400 });
  const held = await pool.connect();
  try {
    await pool.query("select 1");
  } finally {
    held.release();
    await pool.end();
  }
});

await step("idle connections are closed", async () => {
  const pool = new pg.Pool({ max: 5, idleTimeoutMillis: 400 });
  const removed = [];
  pool.on("remove", () => removed.push(1));
  await Promise.all(Array.from({ length: 5 }, () => pool.query("select 1")));
  const before = counts(pool);
  await until(() => removed.length === 5);
  const summary = { before, removed: removed.length };
  await pool.end();
  return summary;
});

await step("a connection is used up", async () => {
  const pool = new pg.Pool({ max: 1, maxUses: 2 });
  const pids = [];
  for (let index = 0; index < 5; index++) pids.push((await pool.query("select pg_backend_pid() pid")).rows[0].pid);
  await pool.end();
  return [pids[0] === pids[1], pids[1] !== pids[2], pids[2] === pids[3], pids[3] !== pids[4]];
});

await step("events", async () => {
  const pool = new pg.Pool({ max: 2 });
  const events = [];
  for (const name of ["connect", "acquire", "release", "remove"]) pool.on(name, () => events.push(name));
  await pool.query("select 1");
  const client = await pool.connect();
  client.release(true);
  await until(() => events.includes("remove"));
  await pool.query("select 1");
  await pool.end();
  return events.slice(0, -1);
});

await step("a connection that dies while idle", async () => {
  const pool = new pg.Pool({ max: 2 });
  const errors = [];
  pool.on("error", (error) => errors.push(describe(error)));
  const { rows } = await pool.query("select pg_backend_pid() pid");
  const admin = new pg.Client();
  await admin.connect();
  await admin.query("select pg_terminate_backend($1)", [rows[0].pid]);
  await until(() => errors.length > 0);
  const again = (await pool.query("select 1 a")).rows;
  await admin.end();
  await pool.end();
  return { errors, again };
});

await fails("released twice", async () => {
  const pool = new pg.Pool();
  const client = await pool.connect();
  client.release();
  try {
    client.release();
  } finally {
    await pool.end();
  }
});
await fails("used after its end", async () => {
  const pool = new pg.Pool();
  await pool.end();
  await pool.query("select 1");
});
await fails("ended twice", async () => {
  const pool = new pg.Pool();
  await pool.end();
  await pool.end();
});
await fails("refused", () => new pg.Pool({ port: process.env.REFUSED_PORT }).query("select 1"));
await fails("an error in one leaves the pool whole", async () => {
  const pool = new pg.Pool({ max: 1 });
  try {
    await pool.query("select 1/0");
  } finally {
    print("still answers", (await pool.query("select 1 a")).rows);
    await pool.end();
  }
});

await step("transactions", async () => {
  const pool = new pg.Pool({ max: 3 });
  await pool.query("create table account (id int primary key, amount int check (amount >= 0))");
  await pool.query("insert into account values (1, 100), (2, 0)");
  const transfer = async (amount) => {
    const client = await pool.connect();
    try {
      await client.query("begin isolation level serializable");
      await client.query("update account set amount = amount + $1 where id = 2", [amount]);
      await client.query("update account set amount = amount - $1 where id = 1", [amount]);
      await client.query("commit");
      return "done";
    } catch (error) {
      await client.query("rollback");
      return error.code;
    } finally {
      client.release();
    }
  };
  const outcomes = [await transfer(30), await transfer(100), await transfer(70)];
  const { rows } = await pool.query("select * from account order by id");
  await pool.end();
  return { outcomes, rows };
});

await step("asynchronous context", async () => {
  const storage = new AsyncLocalStorage();
  const pool = new pg.Pool({ max: 2 });
  const seen = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      storage.run(index, async () => {
        await pool.query("select pg_sleep(0.001)");
        const afterAwait = storage.getStore();
        const client = await pool.connect();
        const afterConnect = storage.getStore();
        const inThen = await client.query("select 1").then(() => storage.getStore());
        client.release();
        await sleep(1);
        return [afterAwait, afterConnect, inThen, storage.getStore()].every((value) => value === index);
      }),
    ),
  );
  const inCallback = await storage.run(
    "callback",
    () => new Promise((resolve) => pool.query("select 1", () => resolve(storage.getStore()))),
  );
  await pool.end();
  return { all: seen.every(Boolean), inCallback: typeof inCallback, outside: storage.getStore() };
});

// This one is never ended: the process exits nevertheless.
const last = new pg.Pool({ allowExitOnIdle: true });
print("the last", (await last.query("select 1 a")).rows);
process.on("exit", (code) => print("exit", code));
