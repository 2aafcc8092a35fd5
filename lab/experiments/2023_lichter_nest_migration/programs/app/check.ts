// Starts the API with the runtime that runs this file, sends every request, and prints the replies and the log.
// `check.ts FILE` starts another file than `src/index.ts`. PGHOST, PGPORT, PGUSER, PGPASSWORD and PGDATABASE name an
// empty database of PostgreSQL.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { createInterface } from "node:readline";

const file = process.argv[2] ?? "src/index.ts";
const logFile = `check-${process.pid}.log`;
if (!process.env["PGDATABASE"]) {
  console.error("PGDATABASE is missing: the name of an empty database of PostgreSQL");
  process.exit(2);
}

const arguments_ = "Deno" in globalThis ? ["run", "-A", file] : [file];
const server = spawn(process.execPath, arguments_, {
  env: { ...process.env, PORT: "0", LOG_FILE: logFile },
  stdio: ["ignore", "pipe", "inherit"],
});
const port = await new Promise<number>((resolve, reject) => {
  createInterface({ input: server.stdout }).on("line", (line) => {
    const found = /^listening on (\d+)$/.exec(line);
    if (found) resolve(Number(found[1]));
    else console.log(`printed: ${line}`);
  });
  server.once("exit", (code) => reject(new Error(`the server exited with code ${code}`)));
});

async function ask(method: string, path: string, body?: object, token?: string): Promise<Record<string, unknown>> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await response.text();
  console.log(`${method} ${path} -> ${response.status} ${text.replace(/"token":"[^"]*"/, '"token":"<token>"')}`);
  console.log(`  content-type: ${response.headers.get("content-type")}; powered by ${response.headers.get("x-powered-by")}`);
  return text === "" ? {} : JSON.parse(text);
}

async function logIn(name: string, password: string): Promise<string> {
  const { token } = await ask("POST", "/auth/login", { name, password });
  return String(token);
}

await ask("GET", "/nowhere");
await ask("POST", "/auth/register", { name: "a", password: "short" });
await ask("POST", "/auth/register", { name: "Admin", password: "correct horse", more: true });
await ask("POST", "/auth/register", { name: "ada", password: "battery staple" });
await ask("POST", "/auth/register", { name: "bob", password: "pässwörter 🐘" });
await ask("POST", "/auth/register", { name: "ada", password: "another one" });
await ask("POST", "/auth/login", { name: "ada", password: "wrong password" });
await ask("POST", "/auth/login", { name: "nobody", password: "wrong password" });
const [admin, ada, bob] = [
  await logIn("admin", "correct horse"),
  await logIn("ada", "battery staple"),
  await logIn("bob", "pässwörter 🐘"),
];
await ask("GET", "/auth/me");
await ask("GET", "/auth/me", undefined, ada);
await ask("GET", "/auth/me", undefined, `${ada}x`);
await ask("GET", "/users", undefined, ada);
await ask("PATCH", "/users/3/role", { role: "reader" }, admin);
await ask("PATCH", "/users/3/role", { role: "king" }, admin);
await ask("PATCH", "/users/99/role", { role: "reader" }, admin);
const reader = await logIn("bob", "pässwörter 🐘");
await ask("POST", "/articles", { title: "No", text: "may not" }, reader);
await ask("POST", "/articles", { title: "Notes", text: "on the engine", tags: ["math"] });
await ask("POST", "/articles", { title: " Notes ", text: "on the engine", tags: ["math", "history"] }, ada);
await ask("POST", "/articles", { text: "", tags: ["a", "a", "-"] }, ada);
await ask("POST", "/articles", { title: "Rules", text: "for all" }, admin);
await ask("GET", "/articles");
await ask("GET", "/articles?like=RULE");
await ask("GET", "/articles/1");
await ask("GET", "/articles/99");
await ask("GET", "/articles/one");
await ask("PUT", "/articles/1", { text: "changed" }, ada);
await ask("PUT", "/articles/2", { text: "changed" }, ada);
await ask("PUT", "/articles/1", { title: "by the administrator" }, admin);
await ask("PUT", "/articles/1", {}, ada);
await ask("GET", "/users", undefined, admin);
await ask("DELETE", "/articles/1", undefined, bob);
await ask("DELETE", "/articles/1", undefined, ada);
await ask("GET", "/articles/1");
const parallel = await Promise.all(
  Array.from({ length: 16 }, async (_, index) => {
    const body = JSON.stringify({ name: "ada", password: index % 2 ? "battery staple" : "wrong password" });
    const headers = { "content-type": "application/json" };
    return (await fetch(`http://127.0.0.1:${port}/auth/login`, { method: "POST", headers, body })).status;
  }),
);
console.log(`16 logins at once: ${parallel.join(" ")}`);

server.removeAllListeners("exit");
server.kill("SIGTERM");
const [code, signal] = await once(server, "exit");
console.log(`the server ended: ${code ?? signal}`);

console.log("log:");
for (const line of readFileSync(logFile, "utf8").trim().split("\n")) {
  const { timestamp, ms, level, message, context, ...rest } = JSON.parse(line);
  if (Number.isNaN(Date.parse(timestamp)) || !/^\+\d/.test(ms)) throw new Error(`no time: ${line}`);
  if (message.includes("ada failed") || message === "POST /auth/login 401" || message === "POST /auth/login 200") continue;
  console.log(`  ${level} ${context} ${message}${Object.keys(rest).length > 0 ? ` ${Object.keys(rest)}` : ""}`);
}
rmSync(logFile);
