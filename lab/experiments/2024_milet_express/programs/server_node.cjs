// The application on node:sqlite, which Node.js and Deno bring. The paper uses the package sqlite3.
// The database is opened by the first insertion, so that a runtime without the module can still serve the other routes.
const listen = require("./application.cjs");

let insert;

function open() {
  const { DatabaseSync } = require("node:sqlite");
  const database = new DatabaseSync(":memory:");
  database.exec("CREATE TABLE users (id INTEGER PRIMARY KEY AUTOINCREMENT, username TEXT, email TEXT)");
  return database.prepare("INSERT INTO users (username, email) VALUES (?, ?)");
}

listen((values, done) => {
  try {
    insert ??= open();
    insert.run(...values);
  } catch (error) {
    return done(error);
  }
  done(null);
});
