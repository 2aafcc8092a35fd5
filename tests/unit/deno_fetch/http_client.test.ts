// `Deno.createHttpClient`; the behaviour is that of Deno 2.9. Run with Deno or Brio.
import assert from "node:assert";
import net from "node:net";
import { test } from "../harness.ts";
import { rejection } from "../fetch/server.ts";
import { values, withRawServer } from "../fetch/raw_server.ts";

const get = async (url: string, client: Deno.HttpClient, init: RequestInit = {}): Promise<string> =>
  (await fetch(url, { client, ...init } as any)).text();

test("this runs as a program of Deno", () => {
  assert.strictEqual(typeof Deno.version.deno, "string");
});

test("a client fetches until it is closed", () =>
  withRawServer(async ({ url }) => {
    const client = Deno.createHttpClient({});
    assert.strictEqual(await get(url, client), "ok");
    client.close();
    assert.throws(() => client.close(), Deno.errors.BadResource);
    assert.ok((await rejection(get(url, client))) instanceof Deno.errors.BadResource);
    assert.strictEqual((await rejection(get(url, {} as any))).name, "TypeError");
  }));

test("the program's Host is sent only with allowHost", () =>
  withRawServer(async ({ url, port, seen }) => {
    using strict = Deno.createHttpClient({});
    using loose = Deno.createHttpClient({ allowHost: true });
    for (const client of [strict, loose]) await get(url, client, { headers: { host: "a.test" } });
    assert.deepStrictEqual(
      seen.map((text) => values(text, "host")),
      [[`127.0.0.1:${port}`], ["a.test"]],
    );
  }));

test("connections come from localAddress", () =>
  withRawServer(async ({ url }) => {
    using client = Deno.createHttpClient({ localAddress: "127.0.0.9" });
    assert.strictEqual(await get(url, client), "ok");
    using elsewhere = Deno.createHttpClient({ localAddress: "203.0.113.4" });
    assert.strictEqual((await rejection(get(url, elsewhere))).name, "TypeError");
    assert.throws(() => Deno.createHttpClient({ localAddress: "nonsense" }), TypeError);
  }));

test("a proxy gets the URL, and credentials when they are given", () =>
  withRawServer(async ({ url, seen }) => {
    using plain = Deno.createHttpClient({ proxy: { url } });
    using known = Deno.createHttpClient({ proxy: { url, basicAuth: { username: "a", password: "b" } } });
    for (const client of [plain, known]) assert.strictEqual(await get("http://e.test/x", client), "ok");
    assert.ok(seen.every((text) => text.startsWith("GET http://e.test/x HTTP/1.1\r\n")));
    assert.deepStrictEqual(
      seen.map((text) => values(text, "proxy-authorization")),
      [[], ["Basic YTpi"]],
    );
  }));

test("the transport tcp sends to another server", () =>
  withRawServer(async ({ port, seen }) => {
    using client = Deno.createHttpClient({ proxy: { transport: "tcp", hostname: "127.0.0.1", port } });
    assert.strictEqual(await get("http://e.test/x", client), "ok");
    assert.deepStrictEqual(values(seen[0]!, "host"), ["e.test"]);
  }));

/** A SOCKS 5 proxy that requires `credentials` and connects to `port` on this machine, whatever is requested. */
async function withSocks(
  credentials: string,
  port: number,
  body: (port: number, requests: string[]) => Promise<void>,
): Promise<void> {
  const requests: string[] = [];
  const proxy = net.createServer((socket) => {
    let step = 0;
    const listener = (bytes: Buffer): void => {
      step++;
      if (step === 1) socket.write(Buffer.from([5, credentials === "" ? 0 : 2]));
      else if (step === 2 && credentials !== "")
        socket.write(Buffer.from([1, bytes.toString("latin1") === credentials ? 0 : 1]));
      else {
        requests.push(bytes.toString("latin1"));
        socket.off("data", listener);
        const server = net.connect(port, "127.0.0.1", () =>
          socket.write(Buffer.from([5, 0, 0, 1, 127, 0, 0, 1, 0, 80])),
        );
        socket.pipe(server).pipe(socket);
        server.on("error", () => {});
      }
    };
    socket.on("data", listener);
    socket.on("error", () => {});
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  await body((proxy.address() as net.AddressInfo).port, requests);
  proxy.close();
}

test("the transport socks5 reaches a host through its proxy", () =>
  withRawServer(async ({ port, seen }) => {
    await withSocks("", port, async (proxy, requests) => {
      using client = Deno.createHttpClient({ proxy: { transport: "socks5", url: `socks5h://127.0.0.1:${proxy}` } });
      assert.strictEqual(await get("http://e.test/x", client), "ok");
      assert.deepStrictEqual(requests, ["\x05\x01\x00\x03\x06e.test\x00\x50"]);
    });
    await withSocks("\x01\x01a\x02bc", port, async (proxy) => {
      using client = Deno.createHttpClient({
        proxy: {
          transport: "socks5",
          url: `socks5h://127.0.0.1:${proxy}`,
          basicAuth: { username: "a", password: "bc" },
        },
      });
      assert.strictEqual(await get("http://e.test/x", client), "ok");
      using stranger = Deno.createHttpClient({
        proxy: { transport: "socks5", url: `socks5h://a:wrong@127.0.0.1:${proxy}` },
      });
      assert.strictEqual((await rejection(get("http://e.test/x", stranger))).name, "TypeError");
    });
    assert.ok(seen.every((text) => text.startsWith("GET /x HTTP/1.1\r\n")));
  }));

test("invalid settings are refused", () => {
  assert.throws(() => Deno.createHttpClient({ http1: false, http2: false }), {
    name: "TypeError",
    message: "Cannot create Http Client: either `http1` or `http2` needs to be set to true",
  });
  assert.throws(() => Deno.createHttpClient({ cert: "x" } as any), {
    name: "TypeError",
    message: "If `cert` is specified, `key` must be specified as well for `Deno.createHttpClient`",
  });
  assert.throws(() => Deno.createHttpClient({ cert: "x", key: "y" } as any), Deno.errors.InvalidData);
  assert.throws(() => Deno.createHttpClient({ caCerts: "x" } as any), TypeError);
  assert.throws(() => Deno.createHttpClient({ poolMaxIdlePerHost: "x" } as any), TypeError);
  assert.throws(() => Deno.createHttpClient({ proxy: { url: "::::" } }), URIError);
  assert.throws(() => Deno.createHttpClient({ proxy: { url: "ftp://a" } }), {
    name: "TypeError",
    message: "invalid proxy url",
  });
  assert.throws(() => Deno.createHttpClient({ proxy: { transport: "zz", url: "http://a" } } as any), {
    name: "TypeError",
    message: "Invalid value for 'proxy.transport' option: \"zz\"",
  });
});

async function connectionCount(options: Deno.CreateHttpClientOptions): Promise<number> {
  let count = 0;
  await withRawServer(async ({ url, seen }) => {
    using client = Deno.createHttpClient(options);
    const three = (): Promise<unknown> => Promise.all([1, 2, 3].map(() => get(url, client)));
    await three();
    await new Promise((resolve) => setTimeout(resolve, 200));
    await three();
    count = seen.length;
  });
  return count;
}

test("a pool respects the limits for the number and the age of idle connections", async () => {
  assert.strictEqual(await connectionCount({}), 3);
  assert.strictEqual(await connectionCount({ poolMaxIdlePerHost: 0 }), 6);
  assert.strictEqual(await connectionCount({ poolMaxIdlePerHost: 1 }), 5);
  assert.strictEqual(await connectionCount({ poolIdleTimeout: 50 }), 6);
  assert.strictEqual(await connectionCount({ poolIdleTimeout: false }), 3);
});
