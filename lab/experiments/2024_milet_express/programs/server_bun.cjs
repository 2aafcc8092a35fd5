// The application on bun:sqlite. The paper uses the package sqlite3.
const listen = require("./application.cjs");
const { Database } = require("bun:sqlite");

const database = new Database(":memory:");
database.run("CREATE TABLE users (id INTEGER PRIMARY KEY AUTOINCREMENT, username TEXT, email TEXT)");
const insert = database.prepare("INSERT INTO users (username, email) VALUES (?, ?)");

listen((values, done) => {
  try {
    insert.run(...values);
  } catch (error) {
    return done(error);
  }
  done(null);
});
