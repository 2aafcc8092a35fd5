// Express in a cluster: workers share a port, requests reach both, a worker that throws does not affect the others.
const cluster = require("node:cluster");
const express = require("express4");
const { ask, raw, section, parse } = require("../shared/ask.mjs");

if (cluster.isPrimary) {
  primary();
} else {
  const app = express();
  app.get("/who", (request, response) => response.json({ worker: cluster.worker.id }));
  app.get("/throw-later", (request, response) => {
    response.send("soon");
    setImmediate(() =>
      setTimeout(() => {
        throw new Error("a crash on purpose");
      }, 10),
    );
  });
  const server = app.listen(0, "127.0.0.1", () => process.send({ port: server.address().port }));
  process.on("message", (message) => {
    if (message === "stop") server.close(() => process.disconnect());
  });
}

async function primary() {
  cluster.setupPrimary({ silent: true });
  const events = [];
  cluster.on("exit", (worker, code) => events.push(`exit ${worker.id} ${code}`));
  const workers = [cluster.fork(), cluster.fork()];
  const [{ port }] = await Promise.all(
    workers.map((worker) => new Promise((resolve) => worker.once("message", resolve))),
  );

  section("both answer");
  const seen = new Map();
  for (let index = 0; index < 20; index++) {
    const { worker } = JSON.parse(
      parse(await raw(port, "GET /who HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")).text,
    );
    seen.set(worker, (seen.get(worker) ?? 0) + 1);
  }
  console.log([...seen.values()].sort().join(" and "));

  section("one crashes");
  let errors = "";
  for (const worker of workers) worker.process.stderr.on("data", (chunk) => (errors += chunk));
  const exit = new Promise((resolve) => cluster.once("exit", (worker, code, signal) => resolve({ code, signal })));
  await ask(port, "GET /throw-later");
  console.log(
    JSON.stringify(await exit),
    Object.keys(cluster.workers).length,
    errors.includes("Error: a crash on purpose"),
  );
  for (let index = 0; index < 3; index++)
    console.log(parse(await raw(port, "GET /who HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")).status);

  section("the end");
  const last = Object.values(cluster.workers)[0];
  const gone = new Promise((resolve) => last.once("exit", (code) => resolve(code)));
  last.send("stop");
  console.log(await gone, events.length);
}
