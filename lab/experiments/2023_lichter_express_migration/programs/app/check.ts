// Starts the API with the runtime that runs this file, sends every request, and prints the replies and the log.
// `check.ts FILE` starts another file than `src/index.ts`. MONGODB_URL names the server with MongoDB's protocol.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { createInterface } from "node:readline";
import { gunzipSync } from "node:zlib";

const file = process.argv[2] ?? "src/index.ts";
const logFile = `check-${process.pid}.log`;
if (!process.env["MONGODB_URL"]) {
  console.error("MONGODB_URL is missing: the address of a server with MongoDB's protocol");
  process.exit(2);
}

const arguments_ = "Deno" in globalThis ? ["run", "-A", file] : [file];
const server = spawn(process.execPath, arguments_, {
  env: { ...process.env, PORT: "0", LOG_FILE: logFile },
  stdio: ["ignore", "pipe", "inherit"],
});
const lines = createInterface({ input: server.stdout });
const printed: string[] = [];
const port = await new Promise<number>((resolve, reject) => {
  lines.on("line", (line) => {
    const found = /^listening on (\d+)$/.exec(line);
    if (found) resolve(Number(found[1]));
    else printed.push(withoutIds(line));
  });
  server.once("exit", (code) => reject(new Error(`the server exited with code ${code}`)));
});

/** Each id of the database, in the order in which it was seen. */
const ids: string[] = [];

function withoutIds(text: string): string {
  return text.replace(/[0-9a-f]{24}/g, (id) => {
    if (!ids.includes(id)) ids.push(id);
    return `<id ${ids.indexOf(id) + 1}>`;
  });
}

interface Reply {
  _id: string;
}

async function ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Reply> {
  const text = typeof body === "string" ? body : body === undefined ? "" : JSON.stringify(body);
  const sent = request({
    port,
    host: "127.0.0.1",
    method,
    path,
    agent: false,
    headers: {
      "user-agent": "check",
      ...(text && { "content-type": "application/json", "content-length": Buffer.byteLength(text) }),
      ...headers,
    },
  });
  sent.end(text);
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  let content: Buffer = Buffer.concat(chunks);
  if (response.headers["content-encoding"] === "gzip") content = gunzipSync(content);
  console.log(`${method} ${withoutIds(path)} -> ${response.statusCode} ${withoutIds(content.toString().slice(0, 600))}`);
  const shown = ["content-type", "content-encoding", "transfer-encoding", "vary", "location"];
  const list = shown.filter((name) => response.headers[name]).map((name) => `${name}: ${response.headers[name]}`);
  console.log(`  ${withoutIds(list.join("; "))}`);
  if (path === "/health") {
    const fixed = Object.entries(response.headers).filter(([name]) => !["date", "connection", "keep-alive"].includes(name));
    for (const [name, value] of fixed.sort()) console.log(`    ${name}: ${value}`);
  }
  return content.length > 0 ? JSON.parse(content.toString()) : { _id: "" };
}

await ask("GET", "/health");
await ask("GET", "/nowhere");
await ask("POST", "/authors", "{ broken");
await ask("POST", "/authors", { biography: "x".repeat(20000) });
await ask("POST", "/authors", { name: "A", born: "tomorrow", other: true });
const ada = await ask("POST", "/authors", { name: "  Ada Lovelace ", born: "1815-12-10", unknown: "dropped" });
const karel = await ask("POST", "/authors", { name: "Karel Čapek", born: "1890-01-09", biography: "robot ".repeat(200) });
await ask("POST", "/authors", { name: "Ada Lovelace" });
await ask("GET", `/authors/${ada._id}`);
await ask("GET", "/authors/none");
await ask("GET", "/authors/0123456789abcdef01234567");
await ask("PATCH", `/authors/${ada._id}`, { biography: "wrote notes" });
await ask("PATCH", `/authors/${ada._id}`, {});
await ask("GET", "/authors", undefined, { "accept-encoding": "gzip" });

const notes = { title: "Notes", isbn: "9780000000001", year: 1843, tags: ["Math", "engine", "math"], author: ada._id };
const first = await ask("POST", "/books", notes);
await ask("POST", "/books", { ...notes, author: "0123456789abcdef01234567", isbn: "9780000000009" });
await ask("POST", "/books", notes);
await ask("POST", "/books", { title: "", isbn: "1", year: 3000.5, tags: ["a b"], author: "x" });
await ask("POST", "/books", { title: "R.U.R.", isbn: "9780000000002", year: 1920, author: karel._id, tags: ["robots"] });
await ask("POST", "/books", { title: "War with the Newts", isbn: "9780000000003", year: 1936, author: karel._id });
await ask("GET", "/books");
await ask("GET", "/books?tag=math");
await ask("GET", "/books?since=1900&page=0", undefined, { "accept-encoding": "gzip, deflate" });
await ask("GET", `/books/${first._id}`);
await ask("PUT", `/books/${first._id}`, { year: 1844, tags: ["letters"] });
await ask("PUT", "/books/0123456789abcdef01234567", { year: 1844 });
await ask("DELETE", `/authors/${ada._id}`);
await ask("DELETE", `/books/${first._id}`);
await ask("GET", `/books/${first._id}`);
await ask("DELETE", `/authors/${ada._id}`);
await ask("GET", "/authors?x=1", undefined, { "if-none-match": '"other"' });
const parallel = await Promise.all(
  Array.from({ length: 20 }, async () => (await fetch(`http://127.0.0.1:${port}/books?since=1900`)).json()),
);
console.log(`20 at once: ${new Set(parallel.map((value) => JSON.stringify(value))).size} different replies`);

server.removeAllListeners("exit");
server.kill("SIGTERM");
const [code, signal] = await once(server, "exit");
console.log(`the server ended: ${code ?? signal}`);

console.log("printed:");
for (const line of printed) console.log(`  ${line}`);
console.log("log:");
for (const line of readFileSync(logFile, "utf8").trim().split("\n")) {
  const { timestamp, stack, message, ...rest } = JSON.parse(line);
  if (Number.isNaN(Date.parse(timestamp))) throw new Error(`no time: ${timestamp}`);
  if (/since=1900 200 \d+ (node|undici|Bun|Deno|-|Brio)/i.test(message)) continue;
  console.log(`  ${withoutIds(`${message} ${JSON.stringify(rest)}`)}${stack ? " with a stack" : ""}`);
}
rmSync(logFile);
