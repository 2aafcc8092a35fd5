// A WebSocket through a proxy uses a tunnel, also without TLS: the proxy must not read the messages (RFC 6455 §4.1).
import assert from "node:assert";
import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import { test } from "../harness.ts";

test("a ws: connection requests a tunnel from an HTTP proxy", async () => {
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: (request: Request, own: any) =>
      (own.upgrade(request) ? undefined : new Response("no", { status: 400 })) as any,
    websocket: { message: (socket: any, text: string) => void socket.send(`echo ${text}`) },
  });
  const requests: string[] = [];
  const proxy = http.createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    response.end();
  });
  proxy.on("connect", (request, socket) => {
    requests.push(`${request.method} ${request.url} ${request.headers["proxy-authorization"]}`);
    const upstream = net.connect(server.port!, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      socket.pipe(upstream).pipe(socket);
    });
    for (const end of [socket, upstream]) end.on("error", () => undefined);
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const { port } = proxy.address() as net.AddressInfo;
  const socket = new WebSocket(`ws://127.0.0.1:${server.port}/`, { proxy: `http://a:b@127.0.0.1:${port}` } as any);
  const answer = new Promise((resolve, reject) => {
    socket.onopen = () => socket.send("hi");
    socket.onmessage = (event) => resolve(event.data);
    socket.onerror = () => reject(new Error("failed"));
  });
  assert.strictEqual(await answer, "echo hi");
  assert.deepStrictEqual(requests, [`CONNECT 127.0.0.1:${server.port} Basic YTpi`]);
  socket.close();
  await new Promise((resolve) => (socket.onclose = resolve));
  proxy.closeAllConnections();
  proxy.close();
  server.stop(true);
});
