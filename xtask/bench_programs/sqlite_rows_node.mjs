// Reads 10,000 rows at once, again and again, and single rows by their key. For runtimes with node:sqlite; the one for bun:sqlite
// does the same.
import { DatabaseSync } from "node:sqlite";

const ROWS = 10_000;
const TIMES = 100;
const SINGLE = 200_000;
const database = new DatabaseSync(":memory:");
database.exec("CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, email TEXT, age INTEGER, score REAL)");
const insert = database.prepare("INSERT INTO users (name, email, age, score) VALUES (?, ?, ?, ?)");
database.exec("BEGIN");
for (let i = 0; i < ROWS; i++) insert.run(`user number ${i}`, `user${i}@example.com`, i % 100, i / 7);
database.exec("COMMIT");

const all = database.prepare("SELECT * FROM users");
let length = 0;
for (let i = 0; i < TIMES; i++) {
  for (const row of all.all()) length += row.name.length + row.age;
}
const one = database.prepare("SELECT id, name FROM users WHERE id = ?");
for (let i = 0; i < SINGLE; i++) length += one.get((i % ROWS) + 1).name.length;
if (length < ROWS * TIMES) throw new Error(`${length} characters`);
