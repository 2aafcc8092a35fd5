// Channels of Bun's Redis client.
import assert from "node:assert";
import { RedisClient } from "bun";
import { test } from "../harness.ts";
import { type TestServer, bulk, list, startServer } from "./server.ts";

async function startBroker(): Promise<TestServer> {
  const channels = new Set<string>();
  const confirm = (kind: string, name: string): string => {
    if (kind === "subscribe") channels.add(name);
    else channels.delete(name);
    return list(">", bulk(kind), bulk(name), `:${channels.size}\r\n`);
  };
  return startServer(([name, ...names]) => {
    const kind = name!.toLowerCase();
    if (kind === "subscribe" || kind === "unsubscribe") return names.map((one) => confirm(kind, one)).join("");
    // The test asks for a message of a channel.
    return name === "PING" && names[0] !== undefined ? message(names[0]) + "+PONG\r\n" : "+OK\r\n";
  });
}

const message = (channel: string): string => list(">", bulk("message"), bulk(channel), bulk(`to ${channel}`));

test("listeners get the messages of their channels", async () => {
  const server = await startBroker();
  const client: any = new RedisClient(server.url);
  const got: string[] = [];
  const first = (text: string, channel: string): void => void got.push(`first ${text} ${channel}`);
  const second = (text: string): void => void got.push(`second ${text}`);
  assert.strictEqual(await client.subscribe("a", first), 1);
  assert.strictEqual(await client.subscribe("a", second), 1);
  assert.strictEqual(await client.subscribe(["b", "c"], second), 3);
  await client.ping("a");
  await client.ping("b");
  assert.deepStrictEqual(got, ["first to a a", "second to a", "second to b"]);

  got.length = 0;
  assert.strictEqual(await client.unsubscribe("a", first), undefined);
  await client.ping("a");
  await client.unsubscribe("a", second);
  await client.unsubscribe(["b"]);
  await client.ping("b");
  assert.deepStrictEqual(got, ["second to a"]);
  assert.deepStrictEqual(
    server.commands.filter((one) => one.includes("SUB")),
    ["SUBSCRIBE a", "SUBSCRIBE a", "SUBSCRIBE b c", "UNSUBSCRIBE a", "UNSUBSCRIBE b"],
  );
  client.close();
  server.close();
});

test("a client with subscriptions refuses other commands, its duplicate does not", async () => {
  const server = await startBroker();
  const client: any = new RedisClient(server.url);
  assert.throws(() => client.unsubscribe(), {
    code: "ERR_REDIS_INVALID_STATE",
    message: "RedisClient.prototype.unsubscribe can only be called while in subscriber mode.",
  });
  await client.subscribe("a", () => {});
  assert.throws(() => client.get("k"), {
    name: "RedisError",
    code: "ERR_REDIS_INVALID_STATE",
    message: "RedisClient.prototype.get cannot be called while in subscriber mode.",
  });
  const copy = await client.duplicate();
  assert.strictEqual(copy.connected, true);
  assert.strictEqual(await copy.get("k"), "OK");
  copy.close();
  client.close();
  server.close();
});

test("wrong channels and listeners are refused", async () => {
  const client: any = new RedisClient("redis://127.0.0.1:1");
  const wrong = (values: unknown[], text: string): void =>
    assert.throws(() => client.subscribe(...values), { code: "ERR_INVALID_ARG_TYPE", message: text });
  wrong(["a"], "Expected listener to be a function for 'subscribe'.");
  wrong([5, () => {}], "Expected channel to be a string or array for 'subscribe'.");
  wrong([[], () => {}], "subscribe requires at least one channel");
});
