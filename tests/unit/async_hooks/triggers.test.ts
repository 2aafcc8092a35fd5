// What triggers a resource: the owner of an operation, which is not always the resource that runs.
import assert from "node:assert";
import { createHook } from "node:async_hooks";
import { once } from "node:events";
import http from "node:http";
import { createRequire } from "node:module";
import net from "node:net";
import tls from "node:tls";
import { test } from "../harness.ts";
import { authority, certificate, key } from "../tls/certificates.ts";

interface Resource {
  id: number;
  type: string;
  trigger: number;
  object: object;
  calls: string[];
}

/** Collects the resources that `body` makes; those of ticks and promises are only in between. */
async function resources(body: () => Promise<void>): Promise<Map<number, Resource>> {
  const found = new Map<number, Resource>();
  const note = (call: string) => (id: number) => void found.get(id)?.calls.push(call);
  const hook = createHook({
    init: (id, type, trigger, object) => void found.set(id, { id, type, trigger, object, calls: [] }),
    before: note("before"),
    after: note("after"),
    destroy: note("destroy"),
  }).enable();
  await body();
  // Destroys are reported in a later task.
  await new Promise((resolve) => setTimeout(resolve, 20));
  hook.disable();
  return found;
}

/** The type of what triggered the first resource of a type. */
function triggerOf(found: Map<number, Resource>, type: string): string | undefined {
  let resource = [...found.values()].find((candidate) => candidate.type === type);
  do resource = found.get(resource?.trigger ?? 0);
  while (resource !== undefined && /^(?:TickObject|PROMISE|Timeout|Immediate)$/.test(resource.type));
  return resource?.type;
}

const ofType = (found: Map<number, Resource>, type: string) => [...found.values()].filter((one) => one.type === type);

test("a server triggers what its 'listening' event makes, and a socket its name lookup", async () => {
  const found = await resources(async () => {
    const server = net.createServer((socket) => socket.end());
    await new Promise<void>((resolve) => {
      server.listen(0, () => {
        net
          .connect((server.address() as net.AddressInfo).port, "localhost")
          .resume()
          .on("close", () => {
            server.close(() => resolve());
          });
      });
    });
  });
  assert.strictEqual(triggerOf(found, "TCPWRAP"), "TCPSERVERWRAP");
  assert.strictEqual(triggerOf(found, "GETADDRINFOREQWRAP"), "TCPWRAP");
});

test("an HTTP server triggers what its 'listening' event makes; the resource of a client's request is its own and ends", async () => {
  const found = await resources(async () => {
    const server = http.createServer((_request, response) => response.end());
    const agent = new http.Agent({ keepAlive: true });
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", () => {
        const { port } = server.address() as net.AddressInfo;
        const get = (then: () => void) =>
          http.get({ port, host: "127.0.0.1", agent }, (response) => response.resume().on("close", then));
        get(() =>
          setImmediate(() =>
            get(() => {
              agent.destroy();
              server.close(() => resolve());
            }),
          ),
        );
      });
    });
  });
  assert.strictEqual(triggerOf(found, "HTTPCLIENTREQUEST"), "TCPSERVERWRAP");
  const requests = ofType(found, "HTTPCLIENTREQUEST");
  assert.strictEqual(requests.length, 2);
  assert.strictEqual(new Set(requests.map(({ object }) => object)).size, 2);
  for (const { calls } of requests) assert.strictEqual(calls.at(-1), "destroy");
});

test("a TLS connection is a resource, which triggers its name lookup and ends", async () => {
  const found = await resources(async () => {
    const server = tls.createServer({ key, cert: certificate }, (socket) => socket.end());
    server.listen(0);
    await once(server, "listening");
    const { port } = server.address() as net.AddressInfo;
    const socket = tls.connect({ port, host: "localhost", ca: authority, checkServerIdentity: () => undefined });
    await once(socket.resume(), "close");
    server.close();
    await once(server, "close");
  });
  const sessions = ofType(found, "TLSWRAP");
  assert.strictEqual(sessions.length, 2);
  assert.strictEqual(triggerOf(found, "GETADDRINFOREQWRAP"), "TLSWRAP");
  for (const { calls } of sessions) assert.strictEqual(calls.at(-1), "destroy");
});

test("the parser of _http_common is a resource that runs for each callback", async () => {
  const { HTTPParser } = createRequire(import.meta.url)("node:_http_common");
  const found = await resources(async () => {
    const parser = new HTTPParser();
    parser.initialize(HTTPParser.RESPONSE, {});
    parser[HTTPParser.kOnHeadersComplete] = () => {};
    parser[HTTPParser.kOnBody] = () => {};
    parser.execute(Buffer.from("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\npong"));
    parser.close();
  });
  assert.deepStrictEqual(
    ofType(found, "HTTPCLIENTREQUEST").map(({ calls }) => calls),
    [["before", "after", "before", "after", "destroy"]],
  );
});
