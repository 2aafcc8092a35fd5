// GET /bench/:name?id=10 on Express, in two processes.
const express = require("express");
const cluster = require("cluster");

if (cluster.isMaster) {
  for (let i = 0; i < 2; i++) {
    cluster.fork();
  }
} else {
  const headers = {
    "x-powered-by": "benchmark",
    "content-type": "application/json",
    connection: "keep-alive",
    "keep-alive": "timeout=5",
  };

  const app = express();

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
}
