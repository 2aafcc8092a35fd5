// undici as a package: its own client, pools, agents, the mock agent, a proxy and its interceptors.
import http from "node:http";
import net from "node:net";
import {
  Agent,
  cacheStores,
  Client,
  errors,
  fetch,
  FormData,
  getGlobalDispatcher,
  interceptors,
  MockAgent,
  Pool,
  ProxyAgent,
  request,
  setGlobalDispatcher,
  stream,
  WebSocket,
} from "undici";
import { Readable, Writable } from "node:stream";
import { close, listen, outcome, section } from "../shared/ask.mjs";
import { target } from "./lib/target.mjs";

const { server, base } = await target();
const text = async (promise) => {
  const { statusCode, body } = await promise;
  return `${statusCode} ${await body.text()}`;
};

section("request");
await outcome("get", text(request(`${base}/json`, { query: { a: [1, 2] }, headers: { "x-own": "1" } })));
await outcome(
  "post",
  text(
    request(`${base}/echo`, {
      method: "POST",
      body: JSON.stringify({ a: 1 }),
      headers: ["content-type", "application/json"],
    }),
  ),
);
await outcome("stream up", text(request(`${base}/echo`, { method: "PUT", body: Readable.from(["a", "b"]) })));
await outcome(
  "generator",
  text(
    request(`${base}/echo`, {
      method: "PUT",
      body: (async function* () {
        yield "x";
        yield "y";
      })(),
    }),
  ),
);
for (const path of ["404", "redirect", "204", "pieces", "cookies"])
  await outcome(path, text(request(`${base}/${path}`)));
for (const path of ["cut", "cut-chunks", "hang-up", "nonsense"]) await outcome(path, text(request(`${base}/${path}`)));
await outcome("headers timeout", text(request(`${base}/slow`, { headersTimeout: 100 })));
await outcome(
  "aborted",
  text(request(`${base}/slow`, { signal: AbortSignal.timeout(30) })).catch((error) => {
    throw Object.assign(new Error("aborted"), { name: error.name });
  }),
);
await outcome("refused", text(request("http://127.0.0.1:1/")));
await outcome("bad header", text(request(`${base}/json`, { headers: { "x-bad": "a\r\nb: c" } })));
await outcome(
  "wrong length",
  text(request(`${base}/echo`, { method: "POST", headers: { "content-length": "3" }, body: "too long" })),
);

section("client and pool");
const client = new Client(base, { pipelining: 4 });
console.log(
  (await Promise.all([1, 2, 3, 4].map((index) => text(client.request({ path: `/json?${index}`, method: "GET" })))))
    .map((line) => JSON.parse(line.slice(4)).url)
    .join(" "),
);
await outcome("stream down", async () => {
  let bytes = 0;
  await client.stream(
    { path: "/large", method: "GET" },
    () => new Writable({ write: (chunk, encoding, done) => done(null, (bytes += chunk.length)) }),
  );
  return bytes;
});
await outcome(
  "pipeline",
  async () =>
    (
      await Array.fromAsync(
        Readable.from(["in"]).pipe(client.pipeline({ path: "/echo", method: "POST" }, ({ body }) => body)),
      )
    ).length > 0,
);
await client.close();
await outcome("closed", text(client.request({ path: "/", method: "GET" })));
const pool = new Pool(base, { connections: 2 });
console.log(
  (await Promise.all(Array.from({ length: 6 }, () => text(pool.request({ path: "/pieces", method: "GET" }))))).join(
    " ",
  ),
);
console.log(pool.stats.connected <= 2, pool.destroyed);
await pool.destroy();

section("interceptors");
const agent = new Agent().compose(
  interceptors.redirect({ maxRedirections: 2 }),
  interceptors.retry({ maxRetries: 3, minTimeout: 1, statusCodes: [503] }),
);
await outcome("redirect", text(request(`${base}/redirect`, { dispatcher: agent })));
await outcome("loop", text(request(`${base}/loop`, { dispatcher: agent })));
await outcome("retry", text(request(`${base}/flaky`, { dispatcher: agent })));
await outcome(
  "response error",
  text(request(`${base}/404`, { dispatcher: new Agent().compose(interceptors.responseError()) })),
);
await agent.close();

section("its fetch");
await outcome(
  "get",
  fetch(`${base}/redirect`).then(async (response) => [
    response.status,
    response.redirected,
    (await response.json()).url,
  ]),
);
const form = new FormData();
form.append("a", "1");
await outcome(
  "form",
  fetch(`${base}/echo`, { method: "POST", body: form })
    .then((response) => response.json())
    .then(({ type }) => type),
);
await outcome(
  "gzip",
  fetch(`${base}/gzip`).then((response) => response.json()),
);
for (const path of ["cut", "hang-up", "bad-gzip"])
  await outcome(
    path,
    fetch(`${base}/${path}`).then((response) => response.text()),
  );
await outcome(
  "cause",
  fetch("http://127.0.0.1:1/").catch((error) => [error.name, error.message, error.cause.code]),
);

section("mock agent");
const mock = new MockAgent();
mock.disableNetConnect();
const before = getGlobalDispatcher();
setGlobalDispatcher(mock);
const pretended = mock.get("http://pretended.example");
pretended
  .intercept({ path: "/a", method: "GET" })
  .reply(200, { mocked: true }, { headers: { "content-type": "application/json" } });
pretended
  .intercept({ path: /^\/b/, method: "POST", body: (body) => body === "in" })
  .reply(({ body }) => ({ statusCode: 201, data: `got ${body}` }));
pretended.intercept({ path: "/fails" }).replyWithError(new Error("mocked failure"));
await outcome(
  "mocked",
  request("http://pretended.example/a").then(({ body }) => body.json()),
);
await outcome(
  "mocked fetch",
  fetch("http://pretended.example/b?x", { method: "POST", body: "in" }).then((response) => response.text()),
);
await outcome("failing", text(request("http://pretended.example/fails")));
await outcome("used up", text(request("http://pretended.example/a")));
await outcome("not allowed", text(request("http://other.example/")));
console.log("pending", mock.pendingInterceptors().length);
await mock.close();
setGlobalDispatcher(before);

section("proxy");
const proxied = [];
const proxy = http.createServer();
proxy.on("connect", (incoming, socket) => {
  proxied.push(`CONNECT ${incoming.headers["proxy-authorization"] ?? "-"}`);
  if (incoming.headers["proxy-authorization"] === undefined)
    return socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n");
  const [host, port] = incoming.url.split(":");
  const upstream = net.connect(Number(port), host, () => {
    socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
    socket.pipe(upstream).pipe(socket);
  });
  for (const end of [socket, upstream]) end.on("error", () => undefined);
});
const proxyPort = await listen(proxy);
const through = new ProxyAgent({ uri: `http://127.0.0.1:${proxyPort}`, token: "Basic abc", proxyTunnel: true });
await outcome("through", text(request(`${base}/204`, { dispatcher: through })));
const refused = new ProxyAgent({ uri: `http://127.0.0.1:${proxyPort}`, proxyTunnel: true });
await outcome("refused by the proxy", text(request(`${base}/204`, { dispatcher: refused })));
console.log(proxied.join());
await through.close();
await refused.close();

console.log(Object.keys(errors).length > 15, typeof WebSocket, typeof cacheStores.MemoryCacheStore, typeof stream);
await before.close();
await close(proxy);
await close(server);
console.log("closed");
