// pg-cursor, pg-query-stream, pg-copy-streams, LISTEN/NOTIFY, notices and large results.
import { Readable, Transform, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import Cursor from "pg-cursor";
import QueryStream from "pg-query-stream";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { describe, digest, fails, next, print, step, until } from "./shared/report.cjs";

const client = new pg.Client();
await client.connect();
await client.query("create table numbers (i int primary key, t text)");

await step("a cursor", async () => {
  const cursor = client.query(new Cursor("select * from generate_series(1, $1) i", [10]));
  const sizes = [];
  for (let rows; (rows = await cursor.read(4)).length > 0;) sizes.push(rows.map(({ i }) => i));
  await cursor.close();
  return sizes;
});
await step("a cursor that is closed early", async () => {
  const cursor = client.query(new Cursor("select * from generate_series(1, 1000000) i"));
  const rows = await cursor.read(2);
  await cursor.close();
  return [rows, (await client.query("select 'next' a")).rows];
});
await fails("a cursor over an error", async () =>
  client.query(new Cursor("select 1/i i from generate_series(-1, 1) i")).read(10),
);

await step("a query as a stream", async () => {
  let sum = 0;
  let count = 0;
  for await (const { i } of client.query(
    new QueryStream("select i from generate_series(1, 20000) i", [], { batchSize: 500 }),
  )) {
    sum += i;
    count++;
  }
  return { sum, count };
});
await step("a stream that is left early", async () => {
  const seen = [];
  for await (const { i } of client.query(new QueryStream("select i from generate_series(1, 1000000) i"))) {
    seen.push(i);
    if (i === 3) break;
  }
  return [seen, (await client.query("select 'next' a")).rows];
});
await fails("a stream over an error", async () => {
  for await (const row of client.query(
    new QueryStream("select 1/(5-i) i from generate_series(1, 9) i", [], { batchSize: 2 }),
  ))
    print("row", row);
});
await step("a stream through a transform", async () => {
  let bytes = 0;
  const lines = new Transform({ objectMode: true, transform: (row, _, done) => done(null, `${row.i}\n`) });
  const count = new Writable({
    write(chunk, _, done) {
      bytes += chunk.length;
      setImmediate(done);
    },
  });
  await pipeline(client.query(new QueryStream("select i from generate_series(1, 3000) i")), lines, count);
  return bytes;
});

await step("COPY in", async () => {
  const stream = client.query(copyFrom("copy numbers from stdin"));
  await pipeline(
    Readable.from(
      (function* () {
        for (let index = 0; index < 20_000; index++) yield `${index}\ttext ${index} ü\n`;
      })(),
    ),
    stream,
  );
  return [stream.rowCount, (await client.query("select count(*), sum(i) from numbers")).rows];
});
await step("COPY out", async () => {
  const chunks = [];
  for await (const chunk of client.query(copyTo("copy (select * from numbers order by i) to stdout with (format csv)")))
    chunks.push(chunk);
  const text = Buffer.concat(chunks);
  return [text.length, text.toString().slice(0, 40), digest(text)];
});
await fails(
  "COPY in with a bad row",
  () => pipeline(Readable.from(["1\ttwice\n"]), client.query(copyFrom("copy numbers from stdin"))),
  ["where", "detail"],
);
await fails("COPY in that breaks off", async () => {
  const stream = client.query(copyFrom("copy numbers from stdin"));
  stream.write("900001\tnever\n");
  await pipeline(
    Readable.from(
      (async function* () {
        yield "900002\tnever\n";
        throw new TypeError("the source broke");
      })(),
    ),
    stream,
  );
});
await step(
  "nothing of it came",
  async () => (await client.query("select count(*) from numbers where i > 900000")).rows,
);
await fails("COPY out of nothing", async () => {
  for await (const chunk of client.query(copyTo("copy nowhere to stdout"))) print("chunk", chunk);
});
await step("COPY in binary", async () => {
  await client.query("create table raw (b bytea)");
  const header = Buffer.from("PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0", "latin1");
  const row = Buffer.concat([Buffer.from([0, 1, 0, 0, 0, 3, 1, 2, 255])]);
  await pipeline(
    Readable.from([header, row, row, Buffer.from([255, 255])]),
    client.query(copyFrom("copy raw from stdin with (format binary)")),
  );
  return (await client.query("select * from raw")).rows;
});

await step("ten megabytes in one value", async () => {
  const { rows } = await client.query("select repeat('0123456789', 1000000) a");
  return [rows[0].a.length, digest(rows[0].a)];
});
await step("ten megabytes of bytes there and back", async () => {
  const bytes = Buffer.alloc(10_000_000, "some bytes");
  const { rows } = await client.query("select $1::bytea a", [bytes]);
  return [rows[0].a.length, rows[0].a.equals(bytes)];
});
await step("ten megabytes in many rows", async () => {
  const { rows } = await client.query("select i, repeat(md5(i::text), 3) t from generate_series(1, 100000) i");
  return [rows.length, digest(rows.map(({ i, t }) => `${i}${t}`).join())];
});

const sender = new pg.Client();
await sender.connect();
await step("notifications", async () => {
  const got = [];
  client.on("notification", ({ channel, payload }) => got.push([channel, payload]));
  await client.query('listen news; listen "Other News"');
  await sender.query("notify news, 'one'");
  await sender.query("select pg_notify($1, $2)", ["Other News", "zwei ü"]);
  await sender.query("notify elsewhere");
  for (let index = 0; index < 200; index++) sender.query(`notify news, '${index}'`);
  await until(() => got.length >= 202);
  return [got.slice(0, 3), got.length, got.at(-1)];
});
await step("notices", async () => {
  const notice = next(client, "notice");
  await client.query("do $$ begin raise warning 'look: %', 5 using detail = 'there'; end $$");
  const { severity, message, detail, code } = await notice;
  return { severity, message, detail, code };
});
await sender.end();
await step("escaping", () => [
  client.escapeLiteral("it's \\ here"),
  client.escapeIdentifier('a"b'),
  pg.escapeLiteral("x"),
]);
await client.end();

const half = new pg.Client();
half.on("error", (error) => print("event", describe(error)));
await half.connect();
await step("a stream whose connection goes", async () => {
  const stream = half.query(new QueryStream("select i, repeat('x', 1000) t from generate_series(1, 100000) i"));
  const ended = next(half, "end");
  const seen = new Promise((resolve) =>
    stream.on("data", ({ i }) => {
      if (i === 200) {
        half.connection.stream.destroy();
        resolve(i);
      }
    }),
  );
  await ended;
  return [await seen, stream.destroyed];
});
print("ended", "yes");
