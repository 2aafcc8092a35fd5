import assert from "node:assert";
import { spawn } from "node:child_process";
import { once } from "node:events";
import http from "node:http";
import https from "node:https";
import net from "node:net";
import { test } from "../harness.ts";

/** Requests `host` with an agent that has `proxyEnv`, PROXY standing for a proxy's URL. Returns what the proxy saw, or the error's code. */
async function through(proxyEnv: Record<string, string>, host: string, options: object = {}): Promise<any> {
  let seen: any;
  const proxy: any = http.createServer((request, response) => {
    seen = { url: request.url, headers: request.headers };
    response.end("proxied");
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const url = `http://u:p%40@127.0.0.1:${proxy.address().port}`;
  const env = Object.fromEntries(Object.entries(proxyEnv).map(([name, value]) => [name, value.replace("PROXY", url)]));
  const agent = new http.Agent({ proxyEnv: env, ...options } as any);
  const error: any = await new Promise((resolve) => {
    const request = http.get({ host, port: 1, path: "/a?b", agent }, (response) =>
      response.resume().on("end", resolve),
    );
    request.on("error", resolve);
  });
  agent.destroy();
  proxy.close();
  return error?.code ?? seen;
}

test("a request through a proxy has the complete URL", async () => {
  const { url, headers } = await through({ HTTP_PROXY: "PROXY" }, "example.test");
  assert.strictEqual(url, "http://example.test:1/a?b");
  assert.deepStrictEqual(headers, {
    host: "example.test:1",
    "proxy-authorization": `Basic ${Buffer.from("u:p@").toString("base64")}`,
    "proxy-connection": "close",
    connection: "close",
  });
  assert.strictEqual(
    (await through({ http_proxy: "PROXY" }, "example.test", { keepAlive: true })).headers["proxy-connection"],
    "keep-alive",
  );
});

test("NO_PROXY names hosts that are reached without it", async () => {
  for (const list of ["127.0.0.1", "*", "a,127.0.0.1:1", "127.0.0.0-127.0.0.9"]) {
    assert.strictEqual(await through({ HTTP_PROXY: "PROXY", NO_PROXY: list }, "127.0.0.1"), "ECONNREFUSED", list);
  }
  for (const list of ["localhost", ".test2", "127.0.0.1:2"]) {
    assert.strictEqual(
      (await through({ HTTP_PROXY: "PROXY", no_proxy: list }, "a.test")).url,
      "http://a.test:1/a?b",
      list,
    );
  }
});

test("a proxy that is not a URL is refused", () => {
  for (const text of ["http://a\rb", "http://u:p\n@b"]) {
    assert.throws(() => new http.Agent({ proxyEnv: { HTTP_PROXY: text } } as any), {
      code: "ERR_PROXY_INVALID_CONFIG",
      message: `Invalid proxy URL: ${text}`,
    });
  }
  assert.throws(() => new http.Agent({ proxyEnv: { HTTP_PROXY: "http://" } } as any), {
    name: "Error",
    code: "ERR_PROXY_INVALID_CONFIG",
    message: "Invalid proxy URL: http://",
  });
});

test("NODE_USE_ENV_PROXY gives the global agents the proxies of the environment", async () => {
  const seen: string[] = [];
  const proxy: any = http.createServer((request, response) => {
    seen.push(request.url!);
    response.writeHead(407).end();
  });
  proxy.on("connect", (request: any, socket: any) => {
    seen.push(request.url);
    socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n");
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const program = `
    require("http").get("http://example.test/a", (response) => console.log(response.statusCode));
    require("https").get("https://example.test/b").on("error", (error) => console.log(error.code));`;
  const url = `http://127.0.0.1:${proxy.address().port}`;
  const env = {
    ...process.env,
    NODE_USE_ENV_PROXY: "1",
    HTTP_PROXY: url,
    HTTPS_PROXY: url,
    NO_PROXY: "",
    no_proxy: "",
    http_proxy: url,
    https_proxy: url,
  };
  const child = spawn(process.execPath, ["-e", program], { env });
  let text = "";
  child.stdout.on("data", (bytes) => (text += bytes));
  await once(child, "close");
  proxy.close();
  assert.deepStrictEqual(seen.sort(), ["example.test:443", "http://example.test/a"]);
  assert.deepStrictEqual(text.trim().split("\n").sort(), ["407", "ERR_PROXY_TUNNEL"]);
});

/** Requests a URL with an https agent with `options`, through a proxy that gets the complete head and responds with `answer`. */
async function tunnel(
  options: object,
  requestOptions: object,
  answer: (socket: net.Socket) => void,
): Promise<{ head: string; error: any; events: string[] }> {
  let head = "";
  const proxy = net.createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", (bytes) => {
      head = bytes.toString();
      answer(socket);
    });
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const HTTPS_PROXY = `http://u:p@127.0.0.1:${(proxy.address() as net.AddressInfo).port}`;
  const agent = new https.Agent({ ...options, proxyEnv: { HTTPS_PROXY } } as any);
  const events: string[] = [];
  const error = await new Promise((resolve) => {
    const request = https.get({ host: "a.test", port: 1, agent, ...requestOptions }).on("error", resolve);
    request.on("timeout", () => events.push("timeout"));
  });
  proxy.close();
  return { head, error, events };
}

const CREDENTIALS = `proxy-authorization: Basic ${btoa("u:p")}`;

test("a tunnel is requested with credentials, and reused by agents with keepAlive", async () => {
  const refuse = (socket: net.Socket) => void socket.end("HTTP/1.1 403 Forbidden\r\n\r\nno");
  const { head, error } = await tunnel({}, {}, refuse);
  assert.strictEqual(head, `CONNECT a.test:1 HTTP/1.1\r\n${CREDENTIALS}\r\nhost: a.test:1\r\n\r\n`);
  assert.match(
    error.message,
    /^Failed to establish tunnel to a\.test:1 via http:\/\/127\.0\.0\.1:\d+\/: HTTP\/1\.1 403 Forbidden$/,
  );
  assert.deepStrictEqual([error.code, error.statusCode], ["ERR_PROXY_TUNNEL", 403]);
  for (const options of [{ keepAlive: true }, { maxSockets: 1 }]) {
    const kept = await tunnel(options, {}, refuse);
    assert.strictEqual(
      kept.head,
      `CONNECT a.test:1 HTTP/1.1\r\n${CREDENTIALS}\r\nproxy-connection: keep-alive\r\nhost: a.test:1\r\n\r\n`,
    );
  }
});

test("a tunnel that does not come in time is a timeout of the request", async () => {
  for (const [options, requestOptions] of [
    [{ timeout: 100 }, {}],
    [{}, { timeout: 100 }],
  ]) {
    const { error, events } = await tunnel(
      options!,
      requestOptions!,
      (socket) => void socket.write("HTTP/1.1 200 OK\r\n"),
    );
    assert.deepStrictEqual(
      [error.code, error.message],
      ["ERR_PROXY_TUNNEL", "Connection to establish proxy tunnel timed out after 100ms"],
    );
    assert.deepStrictEqual(events, ["timeout"]);
  }
});

test("a proxy that cannot be reached fails the request with its own error", async () => {
  const agent = new https.Agent({ proxyEnv: { HTTPS_PROXY: "http://127.0.0.1:1" } } as any);
  const error: any = await new Promise((resolve) => https.get({ host: "a.test", agent }).on("error", resolve));
  assert.deepStrictEqual([error.code, error.message], ["ECONNREFUSED", "connect ECONNREFUSED 127.0.0.1:1"]);
});

test("destroying a CONNECT request ends its connection", async () => {
  const proxy = http.createServer().on("connect", (request) => void request.destroy());
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const socket = net.connect((proxy.address() as net.AddressInfo).port, "127.0.0.1").resume();
  socket.on("error", () => {});
  socket.write("CONNECT a:1 HTTP/1.1\r\nhost: a:1\r\n\r\n");
  await once(socket, "close");
  proxy.close();
});

test("setGlobalProxyFromEnv makes fetch use a tunnel until it is undone, and refuses an invalid proxy", async () => {
  const seen: string[] = [];
  const proxy = http.createServer().on("connect", (request, socket) => {
    seen.push(request.url!);
    assert.deepStrictEqual(request.headers, {
      host: "a.test:4321",
      connection: "close",
      "proxy-connection": "keep-alive",
    });
    socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const undo = (http as any).setGlobalProxyFromEnv({
    https_proxy: `http://127.0.0.1:${(proxy.address() as net.AddressInfo).port}`,
  });
  await assert.rejects(fetch("https://a.test:4321/"));
  undo();
  await assert.rejects(fetch("https://127.0.0.1:4321/"));
  proxy.close();
  assert.deepStrictEqual(seen, ["a.test:4321"]);
  const refused = (env: object, code: string, message: string) =>
    assert.throws(() => (http as any).setGlobalProxyFromEnv(env), { code, message });
  refused({ http_proxy: "no url" }, "ERR_PROXY_INVALID_CONFIG", "no url");
  refused(
    { https_proxy: "ftp://a.test" },
    "UND_ERR_INVALID_ARG",
    "Invalid URL protocol: the URL must start with `http:` or `https:`.",
  );
});

test("an invalid proxy URL in the environment ends the program as it starts", async () => {
  const child = spawn(process.execPath, ["-e", "console.log(1)"], {
    env: { ...process.env, NODE_USE_ENV_PROXY: "1", http_proxy: "no url" },
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (bytes) => (text += bytes));
  const [code] = await once(child, "close");
  assert.strictEqual(code, 1);
  assert.match(text, /TypeError.*Invalid URL/);
});
