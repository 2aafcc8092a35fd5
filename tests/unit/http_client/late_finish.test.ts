import assert from "node:assert";
import { once } from "node:events";
import http from "node:http";
import { test } from "../harness.ts";

// The callbacks of writes, and so "finish", may come after the complete response: the socket must be released once.
test("a keep-alive socket is free once when the response ends before the request has finished", async () => {
  const server = http.createServer((_request, response) => response.end("ok"));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port }: any = server.address();
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  let frees = 0;
  agent.on("free", () => frees++);
  const delayed = new WeakSet<object>();
  const events: string[] = [];
  for (let index = 0; index < 8; index++) {
    await new Promise<void>((resolve, reject) => {
      const headers = { "Content-Length": "0", Expect: "100-continue" };
      const request = http.request({ port, host: "127.0.0.1", method: "POST", agent, headers }, (response) => {
        response.resume().on("end", resolve);
      });
      request.on("error", reject);
      request.on("close", () => events.push(`close ${index}`));
      request.on("socket", (socket) => {
        if (delayed.has(socket)) return;
        delayed.add(socket);
        const { write } = socket;
        socket.write = function (this: typeof socket, chunk: any, encoding: any, callback?: any): boolean {
          const done = typeof encoding === "function" ? encoding : callback;
          const late = done && ((...results: any[]) => setTimeout(() => done(...results), 5));
          return write.call(this, chunk, typeof encoding === "function" ? null : encoding, late);
        } as typeof write;
      });
      setTimeout(() => request.end(Buffer.alloc(0)), 0);
    });
  }
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.deepStrictEqual([frees, events], [8, Array.from({ length: 8 }, (_, index) => `close ${index}`)]);
  agent.destroy();
  await new Promise((resolve) => server.close(resolve));
});
