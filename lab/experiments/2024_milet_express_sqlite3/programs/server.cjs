// The application of the paper: Express with three routes, and the package sqlite3 with a database in memory.
const express = require("express");
const sqlite3 = require("sqlite3");

const app = express();
const db = new sqlite3.Database(":memory:");

db.run("CREATE TABLE users (id INTEGER PRIMARY KEY AUTOINCREMENT, username TEXT, email TEXT)");

app.get("/", (req, res) => {
  res.json({ message: "Hello World!" });
});

app.get("/fibonacci", (req, res) => {
  function fibonacci(n) {
    let fibSequence = [0, 1];
    for (let i = 2; i < n; i++) {
      fibSequence.push(fibSequence[i - 1] + fibSequence[i - 2]);
    }
    return fibSequence;
  }
  const fibNumbers = fibonacci(100);

  res.send(fibNumbers.join(", "));
});

app.get("/addUser", (req, res) => {
  const username = "John";
  const email = "John@example.com";

  const sql = "INSERT INTO users (username, email) VALUES (?, ?)";
  db.run(sql, [username, email], (err) => {
    if (err) {
      console.error("Error adding user:", err);
      res.status(500).json({ error: "Failed to add user" });
    } else {
      console.log("User added successfully");
      res.status(200).json({ message: "User added successfully" });
    }
  });
});

app.listen(process.env.PORT ?? 3000);
