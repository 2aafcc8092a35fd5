// SIGTERM under load: in-flight requests are answered completely, then the process exits by itself with code 0.
import { fork } from "node:child_process";
import fs from "node:fs";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { section, until } from "../shared/ask.mjs";
import { fetchText, load } from "./lib/load.mjs";

const program = (name) => fileURLToPath(new URL(`lib/${name}`, import.meta.url));

for (const manner of ["plain close", "http-terminator"]) {
  section(manner);
  const log = `${manner.replace(" ", "_")}.log`;
  const child = fork(program("graceful_server.cjs"), [manner, log], { stdio: ["ignore", "pipe", "pipe", "ipc"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  const exit = once(child, "exit");
  const [{ port }] = await once(child, "message");
  const clients = load(port, "/slow/3", 20);
  const long = fetchText(port, "/long");
  // Named, so that its response does not end the load: it is in flight when the signal arrives.
  const slow = fetchText(port, "/slow/400");
  await until(() => clients.answered() > 200);
  child.kill("SIGTERM");
  const [code, signal] = await exit;
  const { answered, broken } = await clients.end();
  console.log("ended with", code, signal, "enough were answered:", answered > 200, "broken:", JSON.stringify(broken));
  const { text } = await long;
  console.log("a long answer:", text.split("\n").length, JSON.stringify(text.slice(-5)));
  console.log("a slow answer:", JSON.parse((await slow).text).slow);
  console.log(output.trim());
  const lines = fs.readFileSync(log, "utf8").trim().split("\n");
  console.log(
    "logged:",
    lines.every((line) => /^info: GET \/(slow\/3|slow\/400|long) 200$/.test(line)),
    lines.length >= answered,
  );
}

section("close-with-grace and Fastify");
const child = fork(program("graceful_fastify.mjs"), [], { stdio: ["ignore", "pipe", "pipe", "ipc"] });
let output = "";
for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
const exit = once(child, "exit");
const [{ port }] = await once(child, "message");
const clients = load(port, "/slow", 10);
const last = fetchText(port, "/last");
await until(() => clients.answered() > 100);
child.kill("SIGTERM");
console.log("ended with", ...(await exit));
const { broken, answered } = await clients.end();
console.log("enough were answered:", answered > 100, "broken:", JSON.stringify(broken), "the last:", (await last).text);
console.log(output.trim());

section("a process that is killed");
const victim = fork(program("graceful_server.cjs"), ["plain close", "killed.log"], {
  stdio: ["ignore", "pipe", "pipe", "ipc"],
});
const gone = once(victim, "exit");
const [{ port: victimPort }] = await once(victim, "message");
const cut = fetchText(victimPort, "/slow/10000").catch((error) => `${error.name} ${error.code}`);
await fetchText(victimPort, "/version");
victim.kill("SIGKILL");
console.log(...(await gone), "|", await cut);
