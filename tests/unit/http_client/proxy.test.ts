import assert from "node:assert";
import { spawn } from "node:child_process";
import { once } from "node:events";
import http from "node:http";
import { test } from "../harness.ts";

/** Requests `host` with an agent that has `proxyEnv`, PROXY standing for a proxy's URL. Gives what the proxy saw, or the error's code. */
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
    const request = http.get({ host, port: 1, path: "/a?b", agent }, (response) => response.resume().on("end", resolve));
    request.on("error", resolve);
  });
  agent.destroy();
  proxy.close();
  return error?.code ?? seen;
}

test("a request through a proxy names the whole URL", async () => {
  const { url, headers } = await through({ HTTP_PROXY: "PROXY" }, "example.test");
  assert.strictEqual(url, "http://example.test:1/a?b");
  assert.deepStrictEqual(headers, {
    host: "example.test:1", "proxy-authorization": `Basic ${Buffer.from("u:p@").toString("base64")}`, "proxy-connection": "close", connection: "close",
  });
  assert.strictEqual((await through({ http_proxy: "PROXY" }, "example.test", { keepAlive: true })).headers["proxy-connection"], "keep-alive");
});

test("NO_PROXY names hosts that are reached without it", async () => {
  for (const list of ["127.0.0.1", "*", "a,127.0.0.1:1", "127.0.0.0-127.0.0.9"]) {
    assert.strictEqual(await through({ HTTP_PROXY: "PROXY", NO_PROXY: list }, "127.0.0.1"), "ECONNREFUSED", list);
  }
  for (const list of ["localhost", ".test2", "127.0.0.1:2"]) {
    assert.strictEqual((await through({ HTTP_PROXY: "PROXY", no_proxy: list }, "a.test")).url, "http://a.test:1/a?b", list);
  }
});

test("a proxy that is no URL is refused", () => {
  assert.throws(() => new http.Agent({ proxyEnv: { HTTP_PROXY: "http://" } } as any), { name: "Error", code: "ERR_PROXY_INVALID_CONFIG", message: "Invalid proxy URL: http://" });
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
  const env = { ...process.env, NODE_USE_ENV_PROXY: "1", HTTP_PROXY: url, HTTPS_PROXY: url, NO_PROXY: "", no_proxy: "", http_proxy: url, https_proxy: url };
  const child = spawn(process.execPath, ["-e", program], { env });
  let text = "";
  child.stdout.on("data", (bytes) => text += bytes);
  await once(child, "close");
  proxy.close();
  assert.deepStrictEqual(seen.sort(), ["example.test:443", "http://example.test/a"]);
  assert.deepStrictEqual(text.trim().split("\n").sort(), ["407", "ERR_PROXY_TUNNEL"]);
});
