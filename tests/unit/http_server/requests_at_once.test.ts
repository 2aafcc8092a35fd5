// Requests on several connections that a server reads at once: it was busy when they arrived.
import assert from "node:assert";
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import process from "node:process";
import { test } from "../harness.ts";

const BUSY_MS = 300;
const HANDLER_MS = 100;

function keepBusy(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end;);
}

function serve(): void {
  const server = http.createServer((request, response) => {
    if (request.url === "/busy") keepBusy(BUSY_MS);
    if (request.url === "/slow") keepBusy(HANDLER_MS);
    response.end(request.url);
    if (request.url === "/exit") process.exit(3);
    if (request.url === "/close") server.close();
    if (request.url === "/close_idle") server.closeIdleConnections();
    if (request.url === "/close_all") server.closeAllConnections();
    if (request.url === "/throw") throw new Error("thrown by the handler");
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, "127.0.0.1", () => process.send!((server.address() as net.AddressInfo).port));
}

interface Answer {
  /** The body; null for a connection that was closed without a response. */
  body: string | null;
  atMs: number;
  isClosed: boolean;
}

/** Sends a request for each path on a connection of its own, in this order, while the server is busy with another one. */
async function askAtOnce(child: ChildProcess, paths: string[], waitMs: number): Promise<Answer[]> {
  const [port] = await once(child, "message");
  const connect = async () => {
    const socket = net.connect(port, "127.0.0.1");
    await once(socket, "connect");
    // The server has accepted the connection once it responds: it reads exactly the requests below, in the order they are sent.
    socket.write("GET /first HTTP/1.1\r\nHost: a\r\n\r\n");
    await once(socket, "data");
    return socket;
  };
  const first = await connect();
  const others = await Promise.all(paths.map(connect));
  const answers = others.map((socket): Answer => {
    const answer: Answer = { body: null, atMs: 0, isClosed: false };
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk;
      const end = text.indexOf("\r\n\r\n");
      if (end === -1 || answer.body !== null) return;
      answer.body = text.slice(end + 4);
      answer.atMs = performance.now();
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      answer.isClosed = true;
    });
    return answer;
  });
  first.on("error", () => {});
  first.write("GET /busy HTTP/1.1\r\nHost: a\r\n\r\n");
  await new Promise((resolve) => setTimeout(resolve, BUSY_MS / 3));
  for (const [index, path] of paths.entries()) others[index]!.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
  await new Promise((resolve) => setTimeout(resolve, waitMs));
  for (const socket of [first, ...others]) socket.destroy();
  child.kill();
  return answers;
}

async function ask(paths: string[], waitMs = 2 * BUSY_MS): Promise<Answer[]> {
  // The child's error of "/throw" is expected.
  const child = fork(import.meta.filename, ["serve"], {
    stdio: ["ignore", "inherit", paths.includes("/throw") ? "ignore" : "inherit", "ipc"],
  });
  return askAtOnce(child, paths, waitMs);
}

if (process.argv[2] === "serve") {
  serve();
} else {
  test("a response does not wait for the handlers of requests that were read with it", async () => {
    const answers = await ask(["/slow", "/slow", "/slow", "/slow"], BUSY_MS + 6 * HANDLER_MS);
    const times = answers.map((answer) => answer.atMs);
    assert.deepStrictEqual(
      answers.map((answer) => answer.body),
      ["/slow", "/slow", "/slow", "/slow"],
    );
    for (let index = 1; index < times.length; index++) {
      const passedMs = times[index]! - times[index - 1]!;
      assert.ok(passedMs > HANDLER_MS / 2, `answer ${index} came ${passedMs} ms after the one before`);
    }
  });

  test("all of a hundred requests that are read at once get responses", async () => {
    const paths = Array.from({ length: 100 }, (_, index) => `/${index}`);
    const answers = await ask(paths);
    assert.deepStrictEqual(
      answers.map((answer) => answer.body),
      paths,
    );
    assert.ok(answers.every((answer) => !answer.isClosed));
  });

  test("a response is sent when the next handler ends the process", async () => {
    const answers = await ask(["/a", "/exit"]);
    assert.strictEqual(answers[0]!.body, "/a");
  });

  test("a response is sent when the next handler throws", async () => {
    const answers = await ask(["/a", "/throw"]);
    assert.strictEqual(answers[0]!.body, "/a");
  });

  test("a connection that was answered is idle for `server.close` and `closeIdleConnections`", async () => {
    for (const path of ["/close", "/close_idle"]) {
      const [answered] = await ask(["/a", path]);
      assert.deepStrictEqual([answered!.body, answered!.isClosed], ["/a", true], path);
    }
  });

  test("a response is sent before `closeAllConnections` in the next handler closes its connection", async () => {
    const [answered] = await ask(["/a", "/close_all"]);
    assert.deepStrictEqual([answered!.body, answered!.isClosed], ["/a", true]);
  });
}
