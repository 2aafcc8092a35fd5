// node:sqlite, where a runtime has it.
const sqlite = await import("node:sqlite").catch(() => undefined);
const database = sqlite && new sqlite.DatabaseSync(":memory:");
database?.exec("CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT)");
const insert = database?.prepare("INSERT INTO t (name) VALUES (?)");
const select = database?.prepare("SELECT * FROM t WHERE id = ?");
const all = database?.prepare("SELECT * FROM t LIMIT 100");
for (let index = 0; index < 100; index++) insert?.run(`name ${index}`);

export const operations =
  database === undefined
    ? {}
    : {
        "sqlite insert": () => insert.run("name"),
        "sqlite get": () => select.get(7).name,
        "sqlite all 100": () => all.all().length,
        "sqlite prepare": () => database.prepare("SELECT 1").get(),
      };
