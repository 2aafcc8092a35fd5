// Where Brio's Redis client goes on and Bun's does not: servers without HELLO, and subscriptions after a reconnection.
import assert from "node:assert";
import { RedisClient } from "bun";
import { test } from "../harness.ts";
import { bulk, list, startServer } from "./server.ts";

test("a server without HELLO gets AUTH and version 2, in which messages are arrays", async () => {
  const server = await startServer(([name, channel]) => {
    switch (name) {
      case "HELLO":
        return "-ERR unknown command `HELLO`\r\n";
      case "SUBSCRIBE":
        return (
          list("*", bulk("subscribe"), bulk(channel!), ":1\r\n") +
          list("*", bulk("message"), bulk(channel!), bulk("hi"))
        );
      default:
        return "+OK\r\n";
    }
  });
  const client: any = new RedisClient(server.url.replace("redis://", "redis://:secret@"));
  assert.strictEqual(await client.get("k"), "OK");
  assert.deepStrictEqual(server.commands, ["HELLO 3 AUTH default secret", "AUTH secret", "GET k"]);
  const message = await new Promise((resolve) => {
    client.subscribe("a", (text: string, channel: string) => resolve(`${text} ${channel}`));
  });
  assert.strictEqual(message, "hi a");
  client.close();
  server.close();
});

test("after a reconnection the client subscribes again", async () => {
  const server = await startServer(([name, ...channels]) =>
    name === "SUBSCRIBE"
      ? channels.map((one) => list(">", bulk("subscribe"), bulk(one), ":1\r\n")).join("") +
        list(">", bulk("message"), bulk("a"), bulk(`connection ${server.sockets.length}`))
      : "+OK\r\n",
  );
  const client: any = new RedisClient(server.url);
  const got: string[] = [];
  const second = new Promise<void>((resolve) => {
    client.subscribe(["a", "b"], (text: string) => {
      if (got.push(text) === 2) resolve();
      else server.sockets[0]!.destroy();
    });
  });
  await second;
  assert.deepStrictEqual(got, ["connection 1", "connection 2"]);
  assert.deepStrictEqual(
    server.commands.filter((one) => one.startsWith("SUB")),
    ["SUBSCRIBE a b", "SUBSCRIBE a b"],
  );
  client.close();
  server.close();
});
