// The order of the end events of a connection whose two sides are in one process, as in Node's loop.
import assert from "node:assert";
import net, { type Socket } from "node:net";
import { once } from "node:events";
import { test } from "../harness.ts";

function watch(log: string[], name: string, socket: Socket): void {
  for (const event of ["end", "finish", "close"]) socket.on(event, () => log.push(`${name} ${event}`));
}

test("the side that receives the end has closed before the other receives its own", async () => {
  const log: string[] = [];
  const server = net
    .createServer((socket) => {
      watch(log, "server", socket);
      socket.resume();
      socket.end("hi");
    })
    .listen(0, "127.0.0.1");
  await once(server, "listening");
  const client = net.connect((server.address() as net.AddressInfo).port, "127.0.0.1");
  watch(log, "client", client);
  client.resume();
  client.on("close", () => server.close());
  await once(server, "close");
  assert.deepStrictEqual(log, ["server finish", "client end", "client finish", "client close", "server end"]);
});

test("an end in an event of a socket finishes before immediates run", async () => {
  const log: string[] = [];
  const server = net
    .createServer((socket) => {
      socket.on("finish", () => log.push("finish"));
      socket.once("data", () => {
        setImmediate(() => log.push("immediate"));
        socket.end();
      });
    })
    .listen(0, "127.0.0.1");
  await once(server, "listening");
  const client = net.connect((server.address() as net.AddressInfo).port, "127.0.0.1");
  client.resume();
  client.write("hello");
  client.on("close", () => server.close());
  await once(server, "close");
  assert.deepStrictEqual(log, ["finish", "immediate"]);
});
