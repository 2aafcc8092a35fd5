// GET /bench/:name?id=10 on Express.
const express = require("express");
const app = express();

const headers = {
  "x-powered-by": "benchmark",
  "content-type": "application/json",
  connection: "keep-alive",
  "keep-alive": "timeout=5",
};

app.disable("x-powered-by");
app.disable("etag");

app.get("/bench/:name", (req, res) => {
  const { name } = req.params;
  const id = req.query.id;

  // A length that is set by hand keeps the reply from being chunked.
  const response = JSON.stringify({ name, id });
  headers["content-length"] = response.length;

  res.writeHead(200, headers);

  res.end(response);
});

app.listen(3000);
