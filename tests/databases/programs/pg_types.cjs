// node-postgres: conversion of values to PostgreSQL and back.
const { Client, types } = require("pg");
const { step, fails, print } = require("./shared/report.cjs");

async function main() {
  const client = new Client({ application_name: "pg_types" });
  await client.connect();
  const value = async (text, values) => (await client.query(text, values)).rows[0];

  await step("integers", () => value("select 1::int2 a, -2147483648::int4 b, 9007199254740993::int8 c, 2::oid d"));
  await step("fractions", () =>
    value(
      "select 1.5::float4 a, 0.1::float8 b, 'NaN'::float8 c, '-Infinity'::float8 d, 12345678901234567890.123456789::numeric e, 1.10::numeric(4,2) f, '12.30'::money g",
    ),
  );
  await step("texts", () =>
    value("select 'a'::char(3) a, 'grüße 🐘'::text b, E'line\\nbreak' c, ''::varchar d, null::text e, 'n'::name f"),
  );
  await step("booleans", () => value("select true a, false b, null::bool c"));
  await step("bytes", () => value("select '\\x00ff10'::bytea a, ''::bytea b, decode('aGVsbG8=', 'base64') c"));
  await step("json", () =>
    value(
      'select \'{"a":[1,null,"x"],"b":{"c":1.50}}\'::json a, \'{"b":1,"a":2}\'::jsonb b, \'null\'::jsonb c, \'"s"\'::json d',
    ),
  );
  await step("dates", () =>
    value(
      "select date '2024-02-29' a, timestamp '2024-07-01 12:34:56.789123' b, timestamptz '2024-07-01 12:34:56+02' c, time '04:05:06.7' d, timetz '04:05:06+01' e, timestamptz 'infinity' f, timestamp '0044-03-15 BC' g",
    ),
  );
  await step("summer and winter", () =>
    value("select timestamp '2024-01-01 00:30:00' a, timestamp '2024-03-31 02:30:00' b, timestamp '1900-01-01' c"),
  );
  await step("intervals", () =>
    value("select interval '1 year 2 months 3 days 04:05:06.789' a, interval '-1 hour' b, interval '0' c"),
  );
  await step("an interval as text", async () => (await value("select interval '1 day 02:03:04' a")).a.toISOString());
  await step("arrays", () =>
    value(
      "select array[1,2,null]::int[] a, array[['a','b'],['c \"d\"','e,f']] b, '{}'::text[] c, array[true,false] d, array['2024-01-01'::date] e, array['\\x01'::bytea] f, array[1.5::float8, 2] g, array['{\"x\":1}'::jsonb] h, array[10000000000]::int8[] i",
    ),
  );
  await step("others", () =>
    value(
      "select 'b5c6f9fa-5b0e-4c1a-9a8e-1c8c7a7c1a11'::uuid a, '10.0.0.1/8'::inet b, point(1,2.5) c, int4range(1,5) d, '<a/>'::xml e, B'101' f, circle(point(1,2),3) g, 'a & b'::tsquery h, to_tsvector('simple', 'one two') i",
    ),
  );
  await client.query(
    "create type mood as enum ('sad', 'happy'); create type pair as (x int, y text); create domain small as int check (value < 10)",
  );
  await step("own types", () =>
    value("select 'happy'::mood a, row(1,'two, three')::pair b, 5::small c, array['sad','happy']::mood[] d"),
  );

  await step("parameters", () =>
    value("select $1::int a, $2::text b, $3::bool c, $4::float8 d, $5::text e, $6::text f", [
      1,
      "two",
      true,
      4.5,
      null,
      undefined,
    ]),
  );
  await step("a Date as a parameter", () =>
    value("select $1::timestamptz = '2024-07-01 10:00:00Z' a, $1::timestamptz::text b, $2::date::text c, $3::text d", [
      new Date(Date.UTC(2024, 6, 1, 10)),
      new Date(2024, 0, 15),
      new Date(Date.UTC(2024, 6, 1, 10)),
    ]),
  );
  await step("bytes as parameters", () =>
    value("select $1::bytea a, length($2::bytea) b, $3::bytea c", [
      Buffer.from([0, 1, 254, 255]),
      new Uint8Array(1000).fill(7),
      new Uint8Array([9, 8, 7, 6]).subarray(1, 3),
    ]),
  );
  await step("objects and arrays as parameters", () =>
    value("select $1::jsonb a, $2::int[] b, $3::text[] c, $4::jsonb d, $5::int[] e", [
      { a: [1, "é"] },
      [1, 2, null],
      ['quote " and \\ and ,', "", null, "NULL"],
      JSON.stringify([1, 2]),
      [
        [1, 2],
        [3, 4],
      ],
    ]),
  );
  await step("big integers", () => value("select $1::int8 a, $2::numeric b", [9007199254740993n, 10n ** 30n]));
  await step("toPostgres", () =>
    value("select $1::point a", [{ toPostgres: (prepare) => `(${[1, 2].map(prepare)})` }]),
  );
  await fails("a symbol is no value", () => value("select $1::text a", [Symbol("x")]));

  const result = await client.query({ text: "select 1 as one, 'a' as two union all select 2, 'b'", rowMode: "array" });
  print("rows as arrays", result.rows);
  print(
    "fields",
    result.fields.map(({ name, dataTypeID, format }) => ({ name, dataTypeID, format })),
  );
  print(
    "one row",
    await client.query("select 1 as a, 2 as a").then(({ rows, rowCount, command }) => ({ rows, rowCount, command })),
  );
  print(
    "several statements",
    (await client.query("select 1 as a; select 2 as b, 3 as c; create table t (i int)")).map(
      ({ command, rows, rowCount }) => ({ command, rows, rowCount }),
    ),
  );
  print(
    "an insert",
    await client
      .query("insert into t values (1), (2) returning i")
      .then(({ rows, rowCount, command, oid }) => ({ rows, rowCount, command, oid })),
  );
  print("an empty query", await client.query("").then(({ rows, command, rowCount }) => ({ rows, command, rowCount })));
  print("no columns", await client.query("select from t").then(({ rows, rowCount }) => ({ rows, rowCount })));
  await step(
    "binary results",
    async () =>
      (
        await client.query({
          text: "select 1::int4 a, 2.5::float8 b, true c, 'x'::text d, '\\x0102'::bytea e, 3::int8 f, array[1,2] g, 12.34::numeric h",
          binary: true,
          values: [],
        })
      ).rows[0],
  );

  types.setTypeParser(types.builtins.INT8, BigInt);
  await step("an own parser for all", () => value("select 9007199254740993::int8 a"));
  types.setTypeParser(types.builtins.INT8, (text) => text);
  await step(
    "own parsers for one query",
    async () =>
      (
        await client.query({
          text: "select 5::int4 a, '2024-01-01'::date b",
          types: { getTypeParser: (id, format) => (text) => `${id}/${format}/${text}` },
        })
      ).rows[0],
  );
  await step(
    "a callback",
    () =>
      new Promise((resolve) =>
        client.query("select $1::text a", ["called"], (error, { rows }) => resolve([error, rows])),
      ),
  );
  await step("a very long text", async () => await value("select length($1) a, md5($1) b", ["ü".repeat(3_000_000)]));
  await step(
    "many columns",
    async () =>
      Object.keys(await value(`select ${Array.from({ length: 1000 }, (_, index) => `${index} c${index}`).join()}`))
        .length,
  );
  await client.query("create type mood as enum ('a')").catch(({ code }) => print("the type is there", code));
  await client.end();
  print("ended", "yes");
}
main();
