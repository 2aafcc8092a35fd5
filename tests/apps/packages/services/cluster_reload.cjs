// A cluster of Express that is given a new version while it works: its workers are replaced one by one, and no request
// is lost. A version that does not start is not used.
const cluster = require("node:cluster");
const http = require("node:http");
const { once } = require("node:events");
const { noteService } = require("./lib/note_service.cjs");
const { section } = require("../shared/ask.mjs");

const WORKERS = 2;

if (cluster.isPrimary) {
  primary();
} else {
  worker();
}

function worker() {
  const version = Number(process.env.VERSION);
  if (version === 3) throw new Error("version 3 does not start");
  const app = noteService({ log: `worker_${cluster.worker.id}.log`, version });
  let isDraining = false;
  const server = http.createServer((request, response) => {
    if (isDraining) response.setHeader("Connection", "close");
    app(request, response);
  });
  // In a process of a cluster, port 0 is the same port for all workers.
  server.listen(0, "127.0.0.1");
  server.on("listening", () => process.send({ listening: server.address().port, version }));
  process.on("message", (message) => {
    // disconnect() closes the servers and waits for in-flight requests; idle connections must be closed here.
    if (message === "drain") {
      isDraining = true;
      cluster.worker.disconnect();
      // Idle ones are also those that were just accepted: their requests are on the way.
      setTimeout(() => server.closeIdleConnections(), 50);
    }
  });
}

/** Starts a worker with this version. Resolves with it and its port, or with null when it ends before it listens. */
async function start(version) {
  const made = cluster.fork({ VERSION: String(version) });
  let errors = "";
  made.process.stderr.on("data", (chunk) => (errors += chunk));
  const ready = once(made, "message").then(([message]) => ({ worker: made, port: message.listening }));
  const failed = once(made.process, "close").then(([code]) => ({
    worker: null,
    code,
    reason: /Error: (.*)/.exec(errors)?.[1],
  }));
  ready.catch(() => undefined);
  return Promise.race([ready, failed]);
}

async function primary() {
  cluster.setupPrimary({ silent: true });
  const { fetchText, fetchTextFromDraining, load } = await import("./lib/load.mjs");
  let workers = [];
  const exits = [];
  cluster.on("exit", (one, code, signal) => exits.push([code, signal, one.exitedAfterDisconnect]));
  for (let index = 0; index < WORKERS; index++) workers.push(await start(1));
  const { port } = workers[0];
  const versionOf = async () => JSON.parse((await fetchTextFromDraining(port, "/version")).text).version;

  section("started");
  console.log(
    workers.every((one) => one.port === port),
    await versionOf(),
  );

  /** Replaces all workers, the new one before the old one. Returns what went wrong, or null. */
  async function reload(version) {
    for (let index = 0; index < workers.length; index++) {
      const replacement = await start(version);
      if (replacement.worker === null) return replacement;
      const old = workers[index].worker;
      workers[index] = replacement;
      const gone = once(old, "exit");
      old.send("drain");
      await gone;
    }
    return null;
  }

  section("replaced under load");
  const clients = load(port, "/slow/2", 6);
  const uploads = (async () => {
    const boundary = "XX";
    const body = `--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\n\r\n${"x".repeat(50_000)}\r\n--${boundary}--\r\n`;
    const seen = new Set();
    for (let index = 0; index < 15; index++)
      seen.add(
        (
          await fetchTextFromDraining(port, "/files", {
            method: "POST",
            headers: { "Content-Type": `multipart/form-data; boundary=${boundary}`, "Content-Length": body.length },
            body,
          })
        ).text,
      );
    return [...seen];
  })();
  console.log("reload:", await reload(2), "version:", await versionOf());
  console.log("uploads:", ...(await uploads));
  const { answered, broken } = await clients.stop();
  console.log(
    "answered:",
    answered > 0,
    "broken:",
    JSON.stringify(broken),
    "workers:",
    Object.keys(cluster.workers).length,
  );
  console.log("exits:", JSON.stringify(exits));

  section("a version that does not start");
  const { code, reason } = await reload(3);
  console.log(code, reason, "still", await versionOf(), Object.keys(cluster.workers).length);

  section("a session stays in its process");
  const first = await fetchText(port, "/notes", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: '{"text":"remember"}',
  });
  console.log(
    first.status,
    first.text,
    first.headers["set-cookie"][0].replace(/sid=[^;]+/, "sid=*"),
    first.headers["x-powered-by"] ?? "no x-powered-by",
  );

  section("a worker that is killed is told from one that was asked to go");
  exits.length = 0;
  const victim = workers[0].worker;
  const died = once(victim, "exit");
  victim.process.kill("SIGKILL");
  await died;
  console.log(JSON.stringify(exits), Object.keys(cluster.workers).length, await versionOf());
  await new Promise((resolve) => cluster.disconnect(resolve));
  console.log("workers left:", Object.keys(cluster.workers).length);
}
