// 10,000 queries with a parameter through a pool of node-postgres, 64 at a time over eight connections.
import pg from "pg";

const pool = new pg.Pool({ max: 8 });
let left = 10_000;

async function ask() {
  for (let number = left--; number > 0; number = left--) {
    const { rows } = await pool.query("select $1::int as number, 'a text' as words", [number]);
    if (rows[0].number !== number) throw new Error("another answer");
  }
}

await Promise.all(Array.from({ length: 64 }, ask));
await pool.end();
