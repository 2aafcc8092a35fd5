// postgres.js: tagged templates, types, transactions, cursors, notifications, COPY, cancelling, errors and TLS.
import { AsyncLocalStorage } from "node:async_hooks";
import { readFileSync } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import postgres from "postgres";
import { describe, digest, fails, print, step, until } from "./shared/report.cjs";

const FIELDS = ["severity", "detail", "position", "constraint_name", "table_name", "routine"];
const options = { host: "127.0.0.1", port: Number(process.env.PGPORT), max: 4, onnotice: () => {} };
const sql = postgres(options);
/** Whether a query of this program's database has begun to sleep. */
const isAsleep = async () =>
  (await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`).length ===
  1;

await step(
  "values",
  () =>
    sql`select ${1}::int a, ${"ü"}::text b, ${true}::bool c, ${null}::text d, ${2.5}::float8 e, ${new Date(Date.UTC(2024, 1, 29))}::timestamptz f, ${sql.json({ x: [1, null] })}::jsonb g, ${[1, 2, 3]}::int[] h, ${Buffer.from([0, 255])}::bytea i, ${9007199254740993n}::int8 j`,
);
await step(
  "results",
  () =>
    sql`select 9007199254740993::int8 a, 1.10::numeric b, date '2024-01-01' c, array['a','b'] d, '{"a":1}'::json e, interval '1 day' f, '\\x01'::bytea g, timestamp '2024-07-01 12:00' h`,
);
const results = await sql`select 1 a, 'x' b`;
print("about the result", {
  count: results.count,
  command: results.command,
  columns: results.columns.map(({ name, type }) => [name, type]),
  isArray: Array.isArray(results),
});
await fails("undefined is no value", () => sql`select ${undefined}`);

await sql`create table users (id serial primary key, name text unique, tags text[], data jsonb, born date)`;
await step(
  "insert of objects",
  () =>
    sql`insert into users ${sql([
      { name: "Ada", tags: ["a", "b"], data: { n: 1 } },
      { name: "Bob", tags: [], data: null },
    ])} returning id, name, tags, data`,
);
await step(
  "update from an object",
  () =>
    sql`update users set ${sql({ name: "Bobby", tags: ["x"] }, "name", "tags")} where name = ${"Bob"} returning name, tags`,
);
await step("a list", () => sql`select name from users where id in ${sql([1, 2])} order by id`);
await step("pieces", () => sql`select ${sql("name")} from ${sql("users")} ${true ? sql`where id = ${1}` : sql``}`);
await step("unsafe", () => sql.unsafe("select $1::int + 1 a", [41]));
await step("simple", () => sql`select 1 a; select 2 b`.simple());
await step("raw and values", async () => [
  await sql`select 1 a, 'x' b`.values(),
  (await sql`select 1 a`.raw())[0].map(String),
]);
await step("describe", async () => {
  const { string, types, columns } = await sql`select ${1}::int a, ${"x"}::text b`.describe();
  return { string, types, columns: columns.map(({ name, type }) => [name, type]) };
});

await step("a transaction", () =>
  sql.begin(async (transaction) => {
    await transaction`insert into users (name) values ('Cy')`;
    const failed = await transaction
      .savepoint((inner) => inner`insert into users (name) values ('Ada')`)
      .catch(({ code }) => code);
    const [{ count }] = await transaction`select count(*)::int from users`;
    return { failed, count };
  }),
);
await fails("a transaction that fails", () =>
  sql.begin(async (transaction) => {
    await transaction`insert into users (name) values ('Dee')`;
    throw new RangeError("changed my mind");
  }),
);
await step("several at once in a transaction", () =>
  sql.begin((transaction) => [transaction`select 1 a`, transaction`select 2 b`]),
);
await step("nothing of it stayed", () => sql`select name from users order by id`);

await fails("unique violation", () => sql`insert into users (name) values ('Ada')`, FIELDS);
await fails("syntax error", () => sql`selec 1`, FIELDS);
await fails("a bad value", () => sql`select ${"x"}::int`, FIELDS);
await fails("division in parallel", () => Promise.all([sql`select 1`, sql`select 1/0`, sql`select 2`]), FIELDS);
await step("cancelled", async () => {
  const query = sql`select pg_sleep(5)`;
  const outcome = query.catch(({ code, message }) => [code, message]);
  await until(isAsleep);
  query.cancel();
  return outcome;
});
await step("statement_timeout", async () => {
  const slow = postgres({ ...options, max: 1, connection: { statement_timeout: 40 } });
  const code = await slow`select pg_sleep(5)`.catch(({ code, message }) => [code, message]);
  await slow.end();
  return code;
});

await step("64 in parallel", async () => {
  const rows = await Promise.all(Array.from({ length: 64 }, (_, index) => sql`select ${index}::int a`));
  return rows.every(([{ a }], index) => a === index);
});
await step("a cursor", async () => {
  const sizes = [];
  for await (const rows of sql`select * from generate_series(1, 25) i`.cursor(10)) sizes.push(rows.length);
  return sizes;
});
await step("forEach", async () => {
  let sum = 0;
  const { count } = await sql`select * from generate_series(1, 1000) i`.forEach(({ i }) => {
    sum += i;
  });
  return { sum, count };
});
await step("ten megabytes", async () => {
  const [{ a }] = await sql`select repeat('0123456789', 1000000) a`;
  const bytes = Buffer.alloc(5_000_000, "x1");
  const [{ b }] = await sql`select ${bytes}::bytea b`;
  return [a.length, digest(a), b.equals(bytes)];
});
await step("COPY in and out", async () => {
  await sql`create table numbers (i int, t text)`;
  await pipeline(
    Readable.from(
      (function* () {
        for (let index = 0; index < 5000; index++) yield `${index}\tt${index}\n`;
      })(),
    ),
    await sql`copy numbers from stdin`.writable(),
  );
  const chunks = [];
  for await (const chunk of await sql`copy numbers to stdout`.readable()) chunks.push(chunk);
  return [(await sql`select count(*)::int from numbers`)[0], digest(Buffer.concat(chunks))];
});
await step("notifications", async () => {
  const got = [];
  const { unlisten } = await sql.listen("news", (payload) => got.push(payload));
  await sql.notify("news", "one");
  await sql.notify("news", "zwei ü");
  await until(() => got.length === 2);
  await unlisten();
  return got;
});
await step("asynchronous context", async () => {
  const storage = new AsyncLocalStorage();
  const seen = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      storage.run(index, async () => {
        await sql`select pg_sleep(0.001)`;
        await sql.begin((transaction) => transaction`select 1`);
        return storage.getStore() === index;
      }),
    ),
  );
  return seen.every(Boolean);
});
await step("reserved", async () => {
  const reserved = await sql.reserve();
  const [{ a }] = await reserved`select 1 a`;
  reserved.release();
  return a;
});
await step("transformed", async () => {
  const camel = postgres({ ...options, max: 1, transform: postgres.camel, types: { bigint: postgres.BigInt } });
  const rows = await camel`select 1 as first_name, 5::int8 as big_one`;
  await camel.end();
  return rows;
});
await step("the connection is killed", async () => {
  let closed = false;
  const victim = postgres({
    ...options,
    max: 1,
    backoff: () => 0.02,
    onclose: () => {
      closed = true;
    },
  });
  const [{ pid }] = await victim`select pg_backend_pid() pid`;
  const running = victim`select pg_sleep(5)`.catch((error) => describe(error));
  await until(isAsleep);
  await sql`select pg_terminate_backend(${pid})`;
  const message = await running;
  await until(() => closed);
  const again = await victim`select 1 a`.catch((error) => describe(error));
  await victim.end({ timeout: 0 });
  return { message, again, closed };
});
await sql.end();
await fails("after the end", () => sql`select 1`);

await fails(
  "wrong password",
  async () => {
    const wrong = postgres({ ...options, password: "wrong" });
    try {
      await wrong`select 1`;
    } finally {
      await wrong.end();
    }
  },
  FIELDS,
);
await fails("refused", async () => {
  const refused = postgres({ ...options, port: Number(process.env.REFUSED_PORT), idle_timeout: 1 });
  try {
    await refused`select 1`;
  } finally {
    await refused.end({ timeout: 0 });
  }
});
await step("TLS", async () => {
  const secure = postgres({
    ...options,
    host: "localhost",
    max: 1,
    ssl: { ca: readFileSync(process.env.TLS_AUTHORITY) },
  });
  const rows = await secure`select ssl from pg_stat_ssl where pid = pg_backend_pid()`;
  await secure.end();
  return rows;
});
await fails("TLS of an unknown authority", async () => {
  const secure = postgres({ ...options, host: "localhost", max: 1, ssl: "verify-full" });
  try {
    await secure`select 1`;
  } finally {
    await secure.end({ timeout: 0 });
  }
});
await step("idle_timeout closes", async () => {
  let closed = false;
  const idle = postgres({
    ...options,
    max: 1,
    idle_timeout: 1,
    onclose: () => {
      closed = true;
    },
  });
  await idle`select 1`;
  await until(() => closed);
  await idle.end();
  return closed;
});
print("ended", "yes");
