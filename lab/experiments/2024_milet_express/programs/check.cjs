// Starts the server that is the argument with the runtime that runs this file, sends every request, and prints the
// replies: one after another, then on 10 and on 100 connections at once.
const { spawn } = require("node:child_process");
const { once } = require("node:events");
const http = require("node:http");
const net = require("node:net");

async function freePort() {
  const server = net.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

async function ask(port, path, agent) {
  const request = http.get({ host: "127.0.0.1", port, path, agent });
  const [response] = await once(request, "response");
  let body = "";
  for await (const chunk of response.setEncoding("utf8")) body += chunk;
  return { status: response.statusCode, headers: response.headers, body };
}

async function waitFor(port) {
  for (let attempt = 0; attempt < 500; attempt++) {
    try {
      return await ask(port, "/waiting");
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
  throw new Error("the server does not listen");
}

async function main() {
  const port = await freePort();
  const file = process.argv[2] ?? "server.cjs";
  const server = spawn(process.execPath, "Deno" in globalThis ? ["run", "-A", file] : [file], {
    env: { ...process.env, PORT: String(port) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let printed = "";
  server.stdout.on("data", (chunk) => (printed += chunk));
  await waitFor(port);
  for (const path of ["/", "/fibonacci", "/addUser", "/missing"]) {
    const { status, headers, body } = await ask(port, path);
    const shown = ["content-type", "content-length", "etag", "x-powered-by"].map((name) => `${name}: ${headers[name]}`);
    console.log(`${path} -> ${status} ${body}\n  ${shown.join("; ")}`);
  }
  for (const connections of [10, 100]) {
    const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
    for (const path of ["/", "/fibonacci", "/addUser"]) {
      const replies = await Promise.all(Array.from({ length: 5 * connections }, () => ask(port, path, agent)));
      const kinds = new Set(replies.map(({ status, body }) => `${status} ${body.slice(0, 40)}`));
      console.log(`${path}, ${connections} connections: ${replies.length} replies: ${[...kinds].join(" | ")}`);
    }
    agent.destroy();
  }
  server.kill("SIGTERM");
  const [code, signal] = await once(server, "close");
  console.log(`the server ended: ${code ?? signal}; it printed ${printed.split("User added successfully").length - 1} lines`);
}

main();
