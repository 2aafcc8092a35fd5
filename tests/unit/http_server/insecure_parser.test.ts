// The flag --insecure-http-parser is of the process, so each test is a program of its own.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { test } from "../harness.ts";

const PROGRAM = `const http = require("node:http"), net = require("node:net");
  const options = JSON.parse(process.env.OPTIONS);
  const server = http.createServer(options, (request, response) => response.end(JSON.stringify(request.headers["x-a"])));
  server.listen(0, "127.0.0.1", () => {
    const client = net.connect(server.address().port, "127.0.0.1", () =>
      client.write("GET / HTTP/1.1\\r\\nHost: a\\r\\nX-A: a\\x08b\\r\\nConnection: close\\r\\n\\r\\n"));
    let received = "";
    client.on("data", (chunk) => received += chunk).on("close", () => {
      console.log(received.split("\\r\\n")[0]);
      server.close();
    });
  });`;

function run(flags: string[], options: object): string[] {
  const { stdout, stderr } = spawnSync(process.execPath, [...flags, "-e", PROGRAM], {
    encoding: "utf8",
    env: { ...process.env, OPTIONS: JSON.stringify(options) },
  });
  return [stdout.trim(), /Warning: .*/.exec(stderr)?.[0] ?? ""];
}

test("--insecure-http-parser makes servers lenient, with a warning", () => {
  assert.deepStrictEqual(run(["--insecure-http-parser"], {}), [
    "HTTP/1.1 200 OK",
    "Warning: Using insecure HTTP parsing",
  ]);
  assert.deepStrictEqual(run([], {}), ["HTTP/1.1 400 Bad Request", ""]);
});

test("insecureHTTPParser of a server overrides it", () => {
  assert.deepStrictEqual(run(["--insecure-http-parser"], { insecureHTTPParser: false }), [
    "HTTP/1.1 400 Bad Request",
    "",
  ]);
  assert.deepStrictEqual(run([], { insecureHTTPParser: true }), ["HTTP/1.1 200 OK", ""]);
});
