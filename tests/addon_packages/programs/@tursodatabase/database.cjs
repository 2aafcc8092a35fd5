const { connect } = require("@tursodatabase/database");
(async () => {
  const db = await connect(":memory:");
  await db.exec("CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, picture BLOB)");
  const insert = db.prepare("INSERT INTO users (name, picture) VALUES (?, ?)");
  console.log(await insert.run("Alice", Buffer.from([1, 2])), await insert.run("Bob", null));
  console.log(await db.prepare("SELECT * FROM users WHERE id > ?").all(0));
  console.log(await db.prepare("SELECT count(*) AS n FROM users").get());
  await db.exec("SELECT * FROM none").catch((error) => console.log(error.message));
  await db.close();
})();
