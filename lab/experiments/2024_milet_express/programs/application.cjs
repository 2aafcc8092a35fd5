// The application of the paper: three routes on Express. `addUser` runs the insertion and calls back.
const express = require("express");

module.exports = function listen(addUser) {
  const app = express();

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

    addUser([username, email], (err) => {
      if (err) {
        console.error("Error adding user:", err);
        res.status(500).json({ error: "Failed to add user", reason: String(err.message ?? err) });
      } else {
        console.log("User added successfully");
        res.status(200).json({ message: "User added successfully" });
      }
    });
  });

  app.listen(process.env.PORT ?? 3000);
};
