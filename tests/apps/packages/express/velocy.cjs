// Velocy, alone and as the article runs it: a cluster of two workers on one port, one of which crashes and is replaced.
const { createServer, Router } = require("velocy");
const cluster = require("node:cluster");
const { ask, section, listen, close } = require("../shared/ask.mjs");

function router() {
  const routes = new Router();
  routes.get("/bench/:name", (request, response) => {
    const body = JSON.stringify({ name: request.params.name, id: request.queryParams.get("id") });
    response.writeHead(200, {
      "x-powered-by": "benchmark",
      "content-type": "application/json",
      "content-length": body.length,
    });
    response.end(body);
  });
  routes.post("/echo", (request, response) => request.pipe(response));
  routes.get("/crash", (request, response) => {
    response.end("crashing");
    setTimeout(() => process.exit(3), 20);
  });
  return routes;
}

async function primary() {
  section("one process");
  const server = createServer(router());
  const port = await listen(server);
  await ask(port, "GET /bench/testing?id=10");
  await ask(port, "GET /bench/a%20b");
  await ask(port, "POST /echo", { body: "there and back" });
  await ask(port, "GET /nowhere");
  await close(server);

  section("a cluster of two");
  const addresses = [];
  const listening = (worker) =>
    new Promise((resolve) => worker.once("message", (message) => resolve(addresses.push(message.port))));
  await Promise.all([0, 1].map(() => listening(cluster.fork())));
  const shared = addresses[0];
  console.log(`one port: ${addresses[0] === addresses[1]}`);
  await ask(shared, "GET /bench/cluster?id=1");
  const exited = new Promise((resolve) =>
    cluster.once("exit", (worker, code, signal) => resolve({ code, signal, meant: worker.exitedAfterDisconnect })),
  );
  await ask(shared, "GET /crash");
  console.log("exit", JSON.stringify(await exited), "workers left:", Object.keys(cluster.workers).length);
  await ask(shared, "GET /bench/survivor?id=2");
  await listening(cluster.fork());
  for (let index = 0; index < 4; index++) await ask(shared, `GET /bench/replaced?id=${index}`);
  await new Promise((resolve) => cluster.disconnect(resolve));
  console.log("workers left:", Object.keys(cluster.workers).length);
}

if (cluster.isPrimary) {
  primary();
} else {
  const server = createServer(router());
  server.listen(Number(process.env.SHARED_PORT ?? 0), "127.0.0.1", () => process.send({ port: server.address().port }));
}
