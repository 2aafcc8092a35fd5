// fetch over http: to a server on this machine; the behaviour is that of Node 26.
import assert from "node:assert";
import net from "node:net";
import { test } from "../harness.ts";
import { echo, rejection, withServer } from "./server.ts";

test("a GET gives status, headers, URL and text", () =>
  withServer(
    (request, response) => {
      response.writeHead(201, "Made", { "x-one": "1", "set-cookie": ["a=1", "b=2"] });
      response.end("hello");
    },
    async (url) => {
      const response = await fetch(`${url}/a?b#c`);
      assert.strictEqual(response.status, 201);
      assert.strictEqual(response.statusText, "Made");
      assert.strictEqual(response.ok, true);
      assert.strictEqual(response.type, "basic");
      assert.strictEqual(response.redirected, false);
      assert.strictEqual(response.url, `${url}/a?b`);
      assert.strictEqual(response.headers.get("X-One"), "1");
      assert.deepStrictEqual(response.headers.getSetCookie(), ["a=1", "b=2"]);
      assert.throws(() => response.headers.set("a", "b"), { name: "TypeError", message: "immutable" });
      assert.strictEqual(response.bodyUsed, false);
      assert.strictEqual(await response.text(), "hello");
      assert.strictEqual(response.bodyUsed, true);
      assert.strictEqual((await rejection(response.text())).name, "TypeError");
    },
  ));

test("method, headers and a text body arrive", () =>
  withServer(echo, async (url) => {
    const response = await fetch(`${url}/path`, { method: "POST", body: "h\u00e9llo", headers: { "X-A": "b" } });
    const { method, url: path, headers, body } = await response.json();
    assert.deepStrictEqual([method, path, body], ["POST", "/path", "h\u00e9llo"]);
    assert.strictEqual(headers["x-a"], "b");
    assert.strictEqual(headers["content-type"], "text/plain;charset=UTF-8");
    assert.strictEqual(headers["content-length"], "6");
    assert.strictEqual(headers.connection, "keep-alive");
  }));

test("bodies of every kind arrive", () =>
  withServer(echo, async (url) => {
    const send = async (body: any): Promise<any> =>
      (await fetch(url, { method: "POST", body, duplex: "half" } as any)).json();
    assert.strictEqual((await send(new Uint8Array([104, 105]))).body, "hi");
    assert.strictEqual((await send(new Uint8Array([104, 105]).buffer)).body, "hi");
    const blob = await send(new Blob(["one", "two"], { type: "text/x" }));
    assert.deepStrictEqual(
      [blob.body, blob.headers["content-type"], blob.headers["content-length"]],
      ["onetwo", "text/x", "6"],
    );
    const form = await send(new URLSearchParams({ a: "1 2" }));
    assert.deepStrictEqual(
      [form.body, form.headers["content-type"]],
      ["a=1+2", "application/x-www-form-urlencoded;charset=UTF-8"],
    );
    const stream = await send(new Blob(["streamed"]).stream());
    assert.deepStrictEqual(
      [stream.body, stream.headers["transfer-encoding"], stream.headers["content-length"]],
      ["streamed", "chunked", undefined],
    );
    assert.strictEqual(
      (
        await send(
          (async function* () {
            yield new TextEncoder().encode("gen");
          })(),
        )
      ).body,
      "gen",
    );
  }));

test("a form arrives with its files and can be read by a Response", () =>
  withServer(echo, async (url) => {
    const form = new FormData();
    form.append("name", "value");
    form.append("file", new File(["content"], "a.txt", { type: "text/plain" }));
    const { body, headers } = await (await fetch(url, { method: "POST", body: form })).json();
    const read = await new Response(body, { headers: { "content-type": headers["content-type"] } }).formData();
    assert.strictEqual(read.get("name"), "value");
    const file = read.get("file") as File;
    assert.deepStrictEqual([file.name, file.type, await file.text()], ["a.txt", "text/plain", "content"]);
  }));

test("an empty POST sends Content-Length: 0, an empty DELETE does not", () =>
  withServer(echo, async (url) => {
    const length = async (method: string): Promise<any> =>
      (await (await fetch(url, { method })).json()).headers["content-length"];
    assert.strictEqual(await length("POST"), "0");
    assert.strictEqual(await length("PUT"), "0");
    assert.strictEqual(await length("DELETE"), undefined);
  }));

test("the body can be read as bytes, a blob, JSON and a stream", () =>
  withServer(
    (_, response) => {
      response.setHeader("content-type", "application/json");
      response.write('{"a"');
      setTimeout(() => response.end(":1}"), 20);
    },
    async (url) => {
      assert.deepStrictEqual(await (await fetch(url)).json(), { a: 1 });
      assert.strictEqual(Buffer.from(await (await fetch(url)).arrayBuffer()).toString(), '{"a":1}');
      const blob = await (await fetch(url)).blob();
      assert.deepStrictEqual([blob.type, blob.size], ["application/json", 7]);
      let text = "";
      for await (const chunk of (await fetch(url)).body as any) text += Buffer.from(chunk);
      assert.strictEqual(text, '{"a":1}');
    },
  ));

test("a clone reads the same body", () =>
  withServer(
    (_, response) => {
      response.write("one");
      setTimeout(() => response.end("two"), 20);
    },
    async (url) => {
      const response = await fetch(url);
      const copy = response.clone();
      assert.strictEqual(await copy.text(), "onetwo");
      assert.strictEqual(await response.text(), "onetwo");
      assert.strictEqual(copy.url, response.url);
    },
  ));

test("responses without a body have none", () =>
  withServer(
    (request, response) => {
      if (request.url === "/204") response.writeHead(204);
      response.end();
    },
    async (url) => {
      const empty = await fetch(`${url}/204`);
      assert.deepStrictEqual([empty.status, empty.body, await empty.text()], [204, null, ""]);
      const head = await fetch(url, { method: "HEAD" });
      assert.deepStrictEqual([head.status, head.body], [200, null]);
      const ok = await fetch(url);
      assert.notStrictEqual(ok.body, null);
      assert.strictEqual(await ok.text(), "");
    },
  ));

test("a large body arrives complete, whether it is read at once or later", () =>
  withServer(
    (_, response) => {
      response.end(Buffer.alloc(3_000_000, "x"));
    },
    async (url) => {
      assert.strictEqual((await (await fetch(url)).arrayBuffer()).byteLength, 3_000_000);
      const late = await fetch(url);
      await new Promise((resolve) => setTimeout(resolve, 50));
      assert.strictEqual((await late.text()).length, 3_000_000);
      const reader = (await fetch(url)).body!.getReader();
      let count = 0;
      for (let step = await reader.read(); !step.done; step = await reader.read()) count += step.value.byteLength;
      assert.strictEqual(count, 3_000_000);
    },
  ));

test("connections are reused", () => {
  const sockets = new Set<any>();
  return withServer(
    (request, response) => {
      sockets.add(request.socket);
      response.end("x");
    },
    async (url) => {
      for (let count = 0; count < 5; count++) await (await fetch(url)).text();
      assert.ok(sockets.size <= 2, `${sockets.size} connections for 5 requests`);
    },
  );
});

test("many requests at once are all answered", () =>
  withServer(
    (request, response) => {
      response.end(request.url);
    },
    async (url) => {
      const texts = await Promise.all(
        Array.from({ length: 200 }, async (_, index) => (await fetch(`${url}/${index}`)).text()),
      );
      assert.deepStrictEqual(
        texts,
        Array.from({ length: 200 }, (_, index) => `/${index}`),
      );
    },
  ));

test("a Request can be fetched, and a Response's body can be sent on", () =>
  withServer(echo, async (url) => {
    const request = new Request(`${url}/r`, { method: "PUT", body: "text", headers: { a: "b" } });
    const first = await (await fetch(request)).json();
    assert.deepStrictEqual([first.method, first.url, first.body, first.headers.a], ["PUT", "/r", "text", "b"]);
    assert.strictEqual(request.bodyUsed, true);
    const source = await fetch(url);
    const second = await (await fetch(url, { method: "POST", body: source.body, duplex: "half" } as any)).json();
    assert.strictEqual(JSON.parse(second.body).method, "GET");
  }));

test("invalid arguments reject", async () => {
  assert.strictEqual((await rejection((fetch as any)())).name, "TypeError");
  const invalid = await rejection(fetch("no url"));
  assert.deepStrictEqual([invalid.name, invalid.message], ["TypeError", "Failed to parse URL from no url"]);
  assert.strictEqual((await rejection(fetch("http://user:pass@127.0.0.1/"))).name, "TypeError");
  const withBody = await rejection(fetch("http://127.0.0.1/", { body: "x" }));
  assert.strictEqual(withBody.message, "Request with GET/HEAD method cannot have body.");
  const header = await rejection(fetch("http://127.0.0.1/", { headers: { a: "b\r\nc: d" } }));
  assert.strictEqual(header.name, "TypeError");
  const port = await rejection(fetch("http://127.0.0.1:25/"));
  assert.deepStrictEqual([port.name, port.message, port.cause.message], ["TypeError", "fetch failed", "bad port"]);
  const scheme = await rejection(fetch("gopher://127.0.0.1/"));
  assert.deepStrictEqual(
    [scheme.name, scheme.message, scheme.cause.message],
    ["TypeError", "fetch failed", "unknown scheme"],
  );
});

test("a refused connection rejects with the system's error as cause", async () => {
  const error = await rejection(fetch("http://127.0.0.1:65000/"));
  assert.deepStrictEqual([error.name, error.message], ["TypeError", "fetch failed"]);
  const { message, code, errno, syscall, address, port } = error.cause;
  assert.deepStrictEqual(
    { message, code, errno, syscall, address, port },
    {
      message: "connect ECONNREFUSED 127.0.0.1:65000",
      code: "ECONNREFUSED",
      errno: -111,
      syscall: "connect",
      address: "127.0.0.1",
      port: 65000,
    },
  );
});

test("a body that a server sends after HEAD is not parsed as the next response", async () => {
  const heads: string[] = [];
  const server = net.createServer((socket) => {
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      const head = chunk.toString();
      heads.push(`${head.split(" ", 1)[0]} ${/^connection: (.*)$/im.exec(head)?.[1]!.trim()}`);
      if (!head.startsWith("HEAD")) return void socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n");
      setTimeout(() => socket.write("body"), 5);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const url = `http://127.0.0.1:${(server.address() as net.AddressInfo).port}/`;
    for (let turn = 0; turn < 3; turn++) {
      const head = await fetch(url, { method: "HEAD" });
      assert.strictEqual(head.headers.get("content-length"), "4");
      assert.strictEqual(await (await fetch(url)).text(), "ok");
    }
    assert.deepStrictEqual(heads, [
      "HEAD close",
      "GET keep-alive",
      "HEAD close",
      "GET keep-alive",
      "HEAD close",
      "GET keep-alive",
    ]);
  } finally {
    server.close();
  }
});
