// 100,000 inserts and selects by `node:sqlite`.
import { DatabaseSync } from "node:sqlite";
import { check } from "../job_support.mjs";

const database = new DatabaseSync(":memory:");
database.exec("CREATE TABLE items (id INTEGER PRIMARY KEY, name TEXT, price REAL)");
const insert = database.prepare("INSERT INTO items (name, price) VALUES (?, ?)");
database.exec("BEGIN");
for (let index = 0; index < 100_000; index++) insert.run(`item ${index}`, index / 3);
database.exec("COMMIT");
const select = database.prepare("SELECT id, name, price FROM items WHERE id = ?");
let length = 0;
for (let index = 1; index <= 100_000; index++) length += select.get(index).name.length;
const all = database.prepare("SELECT * FROM items").all();
check(all.length === 100_000 && length > 0, "rows are missing");
database.close();
