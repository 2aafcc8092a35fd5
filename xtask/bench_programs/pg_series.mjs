// 10,000 simple queries through node-postgres, one after the other.
import pg from "pg";

const client = new pg.Client();
await client.connect();
for (let count = 0; count < 10_000; count++) {
  const { rows } = await client.query("select 1 as number, 'a text' as words");
  if (rows[0].number !== 1) throw new Error("another answer");
}
await client.end();
