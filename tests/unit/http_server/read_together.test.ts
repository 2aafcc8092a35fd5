// Requests on several connections that one turn of the loop reads together.
import assert from "node:assert";
import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import process from "node:process";
import { test } from "../harness.ts";

interface Client {
  socket: net.Socket;
  /** All bytes received until the connection ended. */
  answer: Promise<string>;
}

/** Connections that are open and idle. */
async function connect(server: http.Server, count: number): Promise<Client[]> {
  await once(server.setMaxListeners(0).listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as net.AddressInfo;
  const accepted = Promise.all(Array.from({ length: count }, () => once(server, "connection")));
  const clients = Array.from({ length: count }, () => {
    const socket = net.connect(port, "127.0.0.1");
    let text = "";
    socket.on("data", (chunk) => void (text += chunk));
    socket.on("error", () => undefined);
    return { socket, answer: new Promise<string>((resolve) => socket.on("close", () => resolve(text))) };
  });
  await Promise.all(clients.map(({ socket }) => once(socket, "connect")));
  await accepted;
  return clients;
}

const request = (path: string, more = ""): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`;
const last = (path: string, more = ""): string => request(path, `Connection: close\r\n${more}`);
const bodiesOf = (answer: string): string[] => answer.split(/HTTP\/1.1 200 OK\r\n[^]*?\r\n\r\n/).slice(1);

function echo(req: http.IncomingMessage, res: http.ServerResponse): void {
  const body = `${req.url} ${req.headers["x-long"]?.length ?? 0}`;
  res.writeHead(200, { "content-length": body.length }).end(body);
}

for (const [name, length] of [
  ["short ones", 1],
  ["more than is read together", 7000],
] as const) {
  test(`each is answered on its connection: ${name}`, async () => {
    const server = http.createServer(echo);
    const clients = await connect(server, 40);
    const field = `X-Long: ${"x".repeat(length)}\r\n`;
    clients.forEach(
      ({ socket }, index) => void socket.write(request(`/${index}/a`, field) + last(`/${index}/b`, field)),
    );
    const answers = await Promise.all(clients.map(({ answer }) => answer));
    server.close();
    answers.forEach((answer, index) =>
      assert.deepStrictEqual(bodiesOf(answer), [`/${index}/a ${length}`, `/${index}/b ${length}`]),
    );
  });
}

test("heads and bodies may arrive in several chunks", async () => {
  const server = http.createServer((req, res) => {
    let body = "";
    req.on("data", (chunk) => void (body += chunk));
    req.on("end", () => res.end(body));
  });
  const clients = await connect(server, 8);
  const text = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\nConnection: close\r\n\r\n0123456789";
  for (let start = 0; start < text.length; start += 16) {
    for (const { socket } of clients) socket.write(text.slice(start, start + 16));
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  for (const { answer } of clients) assert.match(await answer, /\r\n\r\n[^]*0123456789/);
  server.close();
});

test("a handler may destroy the connections of the others", async () => {
  const sockets = new Set<net.Socket>();
  const server = http.createServer((req, res) => {
    for (const socket of sockets) if (socket !== req.socket) socket.destroy();
    echo(req, res);
  });
  server.on("connection", (socket) => void sockets.add(socket));
  const clients = await connect(server, 5);
  for (const { socket } of clients) socket.write(last("/"));
  const answers = await Promise.all(clients.map(({ answer }) => answer));
  server.close();
  // How many are read together depends on the system.
  const answered = answers.filter((answer) => answer !== "");
  assert(answered.length > 0 && answered.length < answers.length);
  for (const answer of answered) assert.deepStrictEqual(bodiesOf(answer), ["/ 0"]);
});

test("a handler that throws does not keep other clients from their responses", async () => {
  const server = http.createServer((req, res) => {
    if (req.url === "/0") throw new Error("thrown");
    echo(req, res);
  });
  const thrown = once(process, "uncaughtException");
  const clients = await connect(server, 5);
  clients.forEach(({ socket }, index) => void socket.write(last(`/${index}`)));
  const answers = await Promise.all(clients.slice(1).map(({ answer }) => answer));
  assert.strictEqual((await thrown)[0].message, "thrown");
  answers.forEach((answer, index) => assert.deepStrictEqual(bodiesOf(answer), [`/${index + 1} 0`]));
  server.close();
  server.closeAllConnections();
});

test("a client that is gone after its request does not keep others from their responses", async () => {
  const server = http.createServer(echo);
  const clients = await connect(server, 6);
  clients.forEach(({ socket }, index) => {
    socket.write(last(`/${index}`));
    if (index % 2 === 1) socket.resetAndDestroy();
  });
  const answers = await Promise.all(clients.map(({ answer }) => answer));
  server.close();
  answers.forEach((answer, index) => assert.deepStrictEqual(bodiesOf(answer), index % 2 === 0 ? [`/${index} 0`] : []));
});

// Node resets those that it has not read yet.
test("a request that arrived with the one that closes the server is answered", async () => {
  const server = http.createServer({ keepAliveTimeout: 50 }, (req, res) => {
    if (server.listening) server.close();
    echo(req, res);
  });
  const clients = await connect(server, 5);
  clients.forEach(({ socket }, index) => void socket.write(request(`/${index}`)));
  const answers = await Promise.all(clients.map(({ answer }) => answer));
  const answered = answers.filter((answer) => answer !== "");
  assert(answered.length > 1);
  for (const answer of answered) assert.strictEqual(bodiesOf(answer).length, 1);
});
