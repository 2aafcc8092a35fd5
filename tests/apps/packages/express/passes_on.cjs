// A proxy in front of an application (http-proxy-middleware), tokens (jsonwebtoken) and supertest, with what goes wrong:
// a missing target, one that breaks the connection, a client that disconnects in the middle of a response.
const http = require("node:http");
const net = require("node:net");
const express = require("express4");
const jwt = require("jsonwebtoken");
const request = require("supertest");
const { createProxyMiddleware } = require("http-proxy-middleware");
const { ask, raw, section, listen, close, until, outcome } = require("../shared/ask.mjs");
const crypto = require("node:crypto");

const seen = [];
const target = express();
target.use((request, response, next) => {
  seen.push(
    `${request.method} ${request.url} ${request.headers["x-forwarded-for"] ?? "-"} ${request.headers["x-added"] ?? "-"}`,
  );
  next();
});
target.get("/plain", (request, response) =>
  response.set("X-Target", "1").cookie("c", "1", { domain: "target.example" }).send("from the target"),
);
target.post("/echo", (request, response) => request.pipe(response.type("bin")));
target.get("/breaks", (request, response) => {
  response.writeHead(200, { "Content-Length": 100 });
  response.write("only this");
  setTimeout(() => request.socket.destroy(), 10);
});
target.get("/endless", (request, response) => {
  const timer = setInterval(() => response.write("x".repeat(1000)), 2);
  response.on("close", () => {
    clearInterval(timer);
    seen.push(`closed, finished: ${response.writableFinished}, request aborted: ${request.destroyed}`);
  });
});
target.get("/moved", (request, response) => response.redirect("/plain"));

async function main() {
  const targetServer = http.createServer(target);
  targetServer.on("upgrade", (request, socket) => {
    socket.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: echo\r\nConnection: Upgrade\r\n\r\n");
    socket.on("data", (chunk) => socket.end(`echo ${chunk}`));
  });
  const targetPort = await listen(targetServer);
  const app = express();
  const on = {
    proxyReq: (outgoing) => outgoing.setHeader("X-Added", "by the proxy"),
    proxyRes: (incoming) => {
      incoming.headers["x-passed"] = "yes";
    },
    error: (error, request, response) =>
      response.writeHead
        ? response.writeHead(502, { "Content-Type": "text/plain" }).end(`bad gateway: ${error.code}`)
        : response.destroy(),
  };
  const proxy = createProxyMiddleware({
    target: `http://127.0.0.1:${targetPort}`,
    changeOrigin: true,
    xfwd: true,
    ws: true,
    cookieDomainRewrite: "front.example",
    pathRewrite: { "^/old": "/plain" },
    on,
  });
  app.use("/api", proxy);
  app.use("/gone", createProxyMiddleware({ target: "http://127.0.0.1:1", on }));
  const front = http.createServer(app);
  front.on("upgrade", proxy.upgrade);
  const port = await listen(front);

  section("the proxy");
  await ask(port, "GET /api/plain");
  await ask(port, "GET /api/old?x=1");
  await ask(port, "POST /api/echo", { body: "y".repeat(100_000), bytes: true });
  await ask(port, "GET /api/moved");
  await ask(port, "GET /api/nowhere");
  await ask(port, "GET /gone/x");
  console.log(
    JSON.stringify(
      (await raw(port, "GET /api/breaks HTTP/1.1\r\nHost: a\r\n\r\n", (text) => text.includes("only this"), 100, null))
        .toString()
        .split("\r\n\r\n")[1],
    ),
  );
  console.log(
    JSON.stringify(
      (
        await raw(
          port,
          "GET /api/up HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n",
          (text) => text.includes("\r\n\r\n"),
          "hello",
        )
      ).toString(),
    ),
  );
  await new Promise((resolve) => {
    const socket = net.connect(port, "127.0.0.1", () => socket.write("GET /api/endless HTTP/1.1\r\nHost: a\r\n\r\n"));
    socket.once("data", () => socket.destroy());
    socket.on("close", resolve);
  });
  await until(() => seen.some((line) => line.startsWith("closed")));
  await ask(port, "GET /api/plain");
  console.log(seen.map((line) => line.replace(/127\.0\.0\.1(,|$)/g, "LOOPBACK$1")).join("\n"));

  section("supertest");
  const agent = request.agent(target);
  await agent.get("/plain").expect(200).expect("X-Target", "1").expect("from the target");
  await outcome("wrong expectation", agent.get("/plain").expect(201));
  await outcome(
    "posted",
    agent
      .post("/echo")
      .set("Content-Type", "text/plain")
      .send("text")
      .buffer(true)
      .parse((response, done) => {
        let text = "";
        response.on("data", (chunk) => (text += chunk)).on("end", () => done(null, text));
      })
      .then((response) => [response.status, response.body]),
  );
  await outcome(
    "redirected",
    agent
      .get("/moved")
      .redirects(1)
      .then((response) => [response.status, response.text, response.redirects.length]),
  );
  await close(front);
  await close(targetServer);

  section("tokens");
  const { privateKey, publicKey } = crypto.generateKeyPairSync("rsa", { modulusLength: 2048 });
  const elliptic = crypto.generateKeyPairSync("ec", { namedCurve: "P-256" });
  const fixed = { noTimestamp: true };
  console.log(jwt.sign({ a: 1 }, "secret", fixed));
  for (const [algorithm, secret, open] of [
    ["HS512", "secret", "secret"],
    ["RS256", privateKey, publicKey],
    ["PS384", privateKey, publicKey],
    ["ES256", elliptic.privateKey, elliptic.publicKey],
  ]) {
    const token = jwt.sign({ sub: "ada" }, secret, { algorithm, issuer: "us", ...fixed });
    await outcome(algorithm, async () => jwt.verify(token, open, { algorithms: [algorithm], issuer: "us" }));
    await outcome(`${algorithm}, changed`, async () => jwt.verify(`${token.slice(0, -6)}AAAAAA`, open));
  }
  await outcome("expired", async () => jwt.verify(jwt.sign({ exp: 1 }, "secret"), "secret"));
  await outcome("not yet", async () => jwt.verify(jwt.sign({ nbf: 99_999_999_999 }, "secret"), "secret"));
  await outcome("wrong audience", async () =>
    jwt.verify(jwt.sign({}, "secret", { audience: "a" }), "secret", { audience: "b" }),
  );
  await outcome("none", async () => jwt.verify("eyJhbGciOiJub25lIn0.e30.", "secret"));
  await outcome("malformed", async () => jwt.verify("a.b", "secret"));
  await outcome("wrong key", async () => jwt.sign({}, "secret", { algorithm: "RS256" }));
}

main();
