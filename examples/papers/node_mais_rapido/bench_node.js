// GET /bench/:name?id=10 answers with the name and the id as JSON, on plain node:http.
const { createServer } = require("http");

const headers = {
  "x-powered-by": "benchmark",
  "content-type": "application/json",
  connection: "keep-alive",
  "keep-alive": "timeout=5",
};

createServer((req, res) => {
  const url = new URL(req.url, "http://localhost");
  const [, route, name] = url.pathname.split("/");
  if (route !== "bench" || !name) {
    res.writeHead(404).end();
    return;
  }

  // A length that is set by hand keeps the reply from being chunked.
  const response = JSON.stringify({ name, id: url.searchParams.get("id") });
  headers["content-length"] = response.length;

  res.writeHead(200, headers);
  res.end(response);
}).listen(3000);
