// Inserts rows one by one with a prepared statement, first each in a transaction of its own, then all in one. For runtimes with
// node:sqlite; the one for bun:sqlite does the same.
import { DatabaseSync } from "node:sqlite";

const SINGLE = 100_000;
const TOGETHER = 500_000;
const database = new DatabaseSync(":memory:");
database.exec("CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, email TEXT, age INTEGER)");
const insert = database.prepare("INSERT INTO users (name, email, age) VALUES (?, ?, ?)");
for (let i = 0; i < SINGLE; i++) insert.run(`user ${i}`, "user@example.com", i % 100);
database.exec("BEGIN");
for (let i = 0; i < TOGETHER; i++) insert.run(`user ${i}`, "user@example.com", i % 100);
database.exec("COMMIT");
const { count } = database.prepare("SELECT count(*) AS count FROM users").get();
if (count !== SINGLE + TOGETHER) throw new Error(`${count} rows`);
