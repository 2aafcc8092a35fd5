// What sqlite_inserts_node.mjs does, with bun:sqlite.
import { Database } from "bun:sqlite";

const SINGLE = 100_000;
const TOGETHER = 500_000;
const database = new Database(":memory:");
database.run("CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, email TEXT, age INTEGER)");
const insert = database.prepare("INSERT INTO users (name, email, age) VALUES (?, ?, ?)");
for (let i = 0; i < SINGLE; i++) insert.run(`user ${i}`, "user@example.com", i % 100);
database.run("BEGIN");
for (let i = 0; i < TOGETHER; i++) insert.run(`user ${i}`, "user@example.com", i % 100);
database.run("COMMIT");
const { count } = database.prepare("SELECT count(*) AS count FROM users").get();
if (count !== SINGLE + TOGETHER) throw new Error(`${count} rows`);
