// The global fetch with dispatchers of the package undici: agents with settings, retries, mocks for all requests.
import http from "node:http";
import zlib from "node:zlib";
import { Agent, interceptors, MockAgent, RetryAgent, setGlobalDispatcher } from "undici";
import { close, listen, outcome, section } from "../shared/ask.mjs";

let asked = 0;
const paths = {
  "/gzip": (request, response) => response.writeHead(200, { "Content-Encoding": "gzip" }).end(zlib.gzipSync("packed")),
  "/br": (request, response) =>
    response.writeHead(200, { "Content-Encoding": "br" }).end(zlib.brotliCompressSync("packed")),
  "/redirect": (request, response) => response.writeHead(302, { Location: "/echo?moved" }).end(),
  "/redirect-307": (request, response) => response.writeHead(307, { Location: "/echo?moved" }).end(),
  "/flaky": (request, response) =>
    ++asked % 3 === 0 ? response.end("at last") : response.writeHead(503).end("not yet"),
  "/cut": (request, response) => {
    response.writeHead(200, { "Content-Length": 100 }).write("only this");
    setTimeout(() => request.socket.destroy(), 10);
  },
  "/slow": () => undefined,
  "/hang-up": (request) => request.socket.destroy(),
  "/large": (request, response) => response.end(Buffer.alloc(3_000_000, "x")),
  "/204": (request, response) => response.writeHead(204, { "Set-Cookie": ["a=1", "b=2"] }).end(),
};
const server = http.createServer(async (request, response) => {
  const known = paths[request.url.split("?")[0]];
  if (known !== undefined) return known(request, response);
  const { host, ...headers } = request.headers;
  const body = Buffer.concat(await Array.fromAsync(request)).toString();
  response.end(
    JSON.stringify({
      method: request.method,
      url: request.url,
      body: body.replaceAll(/-+formdata-\w+-\d+/g, "BOUNDARY"),
      headers,
    }),
  );
});
const base = `http://127.0.0.1:${await listen(server)}`;
const dispatcher = new Agent({ connections: 2, headersTimeout: 10_000 });
const text = (path, init) =>
  fetch(base + path, { dispatcher, ...init }).then(async (response) => [
    response.status,
    response.statusText,
    response.redirected,
    response.url.replace(base, ""),
    await response.text(),
  ]);
const cause = (promise) =>
  promise.catch((error) => {
    throw error.cause === undefined
      ? error
      : Object.assign(new Error(`${error.message}: ${error.cause.name} ${error.cause.message}`), {
          name: error.name,
          code: error.cause.code,
        });
  });

section("an agent");
for (const path of ["/gzip", "/br", "/redirect", "/cut", "/hang-up", "/204"]) await outcome(path, cause(text(path)));
await outcome("post", text("/echo", { method: "POST", body: "ü", headers: { "X-Own": "1" } }));
await outcome("post, redirected", text("/redirect", { method: "POST", body: "text" }));
await outcome("post, redirected with its body", text("/redirect-307", { method: "POST", body: "text" }));
await outcome("stream", text("/echo", { method: "PUT", duplex: "half", body: new Blob(["one ", "two"]).stream() }));
await outcome(
  "form",
  text("/echo", {
    method: "POST",
    body: Object.entries({ a: "1", b: "ü" }).reduce(
      (form, [name, value]) => (form.append(name, value), form),
      new FormData(),
    ),
  }).then((parts) => JSON.parse(parts.at(-1)).body),
);
await outcome("manual redirect", text("/redirect", { redirect: "manual" }));
await outcome("no redirect", cause(text("/redirect", { redirect: "error" })));
await outcome(
  "large",
  text("/large").then((parts) => parts.at(-1).length),
);
await outcome(
  "cookies",
  fetch(`${base}/204`, { dispatcher }).then((response) => response.headers.getSetCookie()),
);
await outcome("aborted", text("/slow", { signal: AbortSignal.timeout(30) }));
await outcome("aborted in the body", async () => {
  const stop = new AbortController();
  const response = await fetch(`${base}/large`, { dispatcher, signal: stop.signal });
  stop.abort();
  return response.text();
});
await outcome("cancelled", async () => {
  const response = await fetch(`${base}/large`, { dispatcher });
  await response.body.cancel();
  return response.bodyUsed;
});
await outcome(
  "in a Request",
  fetch(new Request(`${base}/echo`, { dispatcher })).then((response) => response.status),
);

section("retries and interceptors");
await outcome(
  "retried",
  text("/flaky", { dispatcher: new RetryAgent(dispatcher, { minTimeout: 1, statusCodes: [503] }) }),
);
await outcome(
  "composed",
  text("/echo", {
    dispatcher: dispatcher.compose(
      interceptors.dump(),
      (dispatch) => (options, handler) =>
        dispatch({ ...options, headers: { ...options.headers, "x-added": "by an interceptor" } }, handler),
    ),
  }).then((parts) => JSON.parse(parts.at(-1) || "{}").headers?.["x-added"] ?? "dumped"),
);
await outcome(
  "error status",
  cause(
    fetch(`${base}/nothing`, { dispatcher: dispatcher.compose(interceptors.responseError()) }).then(
      (response) => response.status,
    ),
  ),
);

section("mocks for everybody");
const mocks = new MockAgent();
mocks.disableNetConnect();
setGlobalDispatcher(mocks);
const api = mocks.get("http://api.example");
api
  .intercept({ path: "/items", method: "POST", body: '{"a":1}', headers: { "content-type": "application/json" } })
  .reply(201, ({ body }) => ({ got: JSON.parse(body) }), { headers: { "content-type": "application/json" } });
api.intercept({ path: "/broken", query: { a: "1" } }).replyWithError(new Error("mocked failure"));
api.intercept({ path: "/twice" }).reply(200, "again").times(2);
await outcome(
  "mocked",
  fetch("http://api.example/items", {
    method: "POST",
    body: '{"a":1}',
    headers: { "Content-Type": "application/json" },
  }).then(async (response) => [response.status, await response.json()]),
);
await outcome("mocked failure", cause(fetch("http://api.example/broken?a=1")));
for (let count = 0; count < 3; count++)
  await outcome(
    "two times",
    cause(fetch("http://api.example/twice").then((response) => response.text())).catch((error) => {
      throw new Error(error.message.split(",")[0]);
    }),
  );
await outcome(
  "nothing else",
  cause(fetch("http://other.example/")).catch((error) => {
    throw new Error(error.message.split(":")[1]);
  }),
);
mocks.assertNoPendingInterceptors();
await dispatcher.destroy();
await close(server);
console.log("closed");
