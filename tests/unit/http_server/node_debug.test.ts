// NODE_DEBUG=http shows connections, and warns that such a log contains secrets.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import process from "node:process";
import { test } from "../harness.ts";

const PROGRAM = `
const http = require("http");
const server = http.createServer((request, response) => response.end()).listen(0, "127.0.0.1", () => {
  http.get({ port: server.address().port, host: "127.0.0.1", agent: false }, (response) => response.resume().on("end", () => server.close()));
});`;

function logOf(value: string): string {
  const { stderr } = spawnSync(process.execPath, ["-e", PROGRAM], {
    encoding: "utf8",
    env: { ...process.env, NODE_DEBUG: value },
  });
  return stderr;
}

test("NODE_DEBUG=http logs and warns once", () => {
  for (const value of ["http", "net,HTTP"]) {
    const log = logOf(value);
    assert.strictEqual(
      log.split(
        "Setting the NODE_DEBUG environment variable to 'http' can expose sensitive data (such as passwords, tokens and authentication headers) in the resulting log.",
      ).length,
      2,
      log,
    );
    assert.match(log, /^HTTP \d+: createConnection 127\.0\.0\.1:\d+:/m);
    assert.match(log, /^HTTP \d+: SERVER new http connection$/m);
    assert.match(log, /^HTTP \d+: AGENT incoming response!$/m);
    assert.match(log, /^HTTP \d+: server socket close$/m);
  }
});

test("another section of NODE_DEBUG logs nothing here", () => {
  for (const value of ["", "none", "https"]) assert.strictEqual(logOf(value), "");
});
