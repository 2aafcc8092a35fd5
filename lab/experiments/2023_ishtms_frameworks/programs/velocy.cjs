// GET /bench/:name?id=10 on Velocy, the framework of the text's author.
const { createServer, Router } = require("velocy");
const router = new Router();

const headers = {
  "x-powered-by": "benchmark",
  "content-type": "application/json",
  connection: "keep-alive",
  "keep-alive": "timeout=5",
};

router.get("/bench/:name", (req, res) => {
  const { name } = req.params;
  const id = req.queryParams.get("id");

  // A length that is set by hand keeps the reply from being chunked.
  const response = JSON.stringify({ name, id });
  headers["content-length"] = response.length;

  res.writeHead(200, headers);
  res.end(response);
});

createServer(router).listen(3000);
