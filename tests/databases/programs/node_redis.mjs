// redis (node-redis): commands, both protocols, transactions, scripts, pub/sub, pools, iterators, reconnecting, errors, TLS.
import { AsyncLocalStorage } from "node:async_hooks";
import { readFileSync } from "node:fs";
import { createClient, createClientPool, defineScript, RESP_TYPES } from "redis";
import { describe, fails, next, print, sleep, step, until } from "./shared/report.cjs";

const database = Number(process.env.REDIS_DATABASE);
const url = `redis://127.0.0.1:${process.env.REDIS_PORT}`;
const connect = async (options = {}) => {
  const client = createClient({ url, database, ...options });
  if (!options.silent) client.on("error", () => {});
  return client.connect();
};
const scripts = {
  double: defineScript({
    SCRIPT: "return redis.call('incrby', KEYS[1], ARGV[1]) * 2",
    NUMBER_OF_KEYS: 1,
    parseCommand(parser, key, by) {
      parser.pushKey(key);
      parser.push(String(by));
    },
    transformReply: (reply) => reply,
  }),
};
const redis = await connect({ scripts });

await step("text", async () => [
  await redis.set("a", "grüße 🐘"),
  await redis.get("a"),
  await redis.get("nothing"),
  await redis.exists(["a", "b"]),
]);
await step("bytes", async () => {
  const typed = redis.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer });
  await redis.set("b", Buffer.from([0, 13, 10, 255]));
  return typed.get("b");
});
await step("hashes", async () => [
  await redis.hSet("h", { x: "1", y: "zwei" }),
  { ...(await redis.hGetAll("h")) },
  await redis.hmGet("h", ["x", "q"]),
]);
await step("lists, sets, sorted sets", async () => [
  await redis.rPush("l", ["1", "2"]),
  await redis.lRange("l", 0, -1),
  await redis.sAdd("s", ["x", "y"]),
  (await redis.sMembers("s")).sort(),
  await redis.zAdd("z", [
    { score: 2.5, value: "b" },
    { score: 1, value: "a" },
  ]),
  await redis.zRangeWithScores("z", 0, -1),
]);
await step("options of set", async () => [
  await redis.set("a", "x", { condition: "NX" }),
  await redis.set("e", "x", { expiration: { type: "PX", value: 30 } }),
  (await until(async () => (await redis.exists("e")) === 0), await redis.get("e")),
]);
await step("streams", async () => [await redis.xAdd("x", "1-1", { k: "v" }), await redis.xRange("x", "-", "+")]);
await step("scan", async () => {
  await redis.mSet(Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`scan:${index}`, String(index)])));
  let count = 0;
  for await (const keys of redis.scanIterator({ MATCH: "scan:*", COUNT: 50 })) count += keys.length;
  return count;
});
await step("a transaction", () => redis.multi().set("m", "1").incr("m").get("m").exec());
await step("one that partly fails", () =>
  redis
    .multi()
    .set("m", "1")
    .lPush("m", "x")
    .get("m")
    .exec()
    .catch((error) => [
      error.constructor.name,
      error.replies.map((reply) => (reply instanceof Error ? describe(reply) : reply)),
      error.errorIndexes,
    ]),
);
await step("a watched key changes", async () => {
  const other = await connect();
  await redis.watch("w");
  await other.set("w", "2");
  const outcome = await redis
    .multi()
    .set("w", "3")
    .exec()
    .catch((error) => describe(error));
  other.destroy();
  return outcome;
});
await step("a script", async () => [await redis.double("script", 5), await redis.double("script", 1)]);
await step("eval", () =>
  redis.eval("return { KEYS[1], ARGV[1], 3, { 'x' }, false }", { keys: ["key"], arguments: ["argument"] }),
);
await step("1000 commands at once", async () =>
  (
    await Promise.all(
      Array.from({ length: 1000 }, (_, index) =>
        redis.set(`many:${index}`, String(index)).then(() => redis.get(`many:${index}`)),
      ),
    )
  ).every((value, index) => Number(value) === index),
);
await step("a megabyte", async () => {
  await redis.set("big", "ü".repeat(1_000_000));
  const back = await redis.get("big");
  return [back.length, back === "ü".repeat(1_000_000)];
});
await step("the third protocol", async () => {
  const modern = await connect({ RESP: 3 });
  await modern.sAdd("s3", ["a"]);
  const values = [
    { ...(await modern.hGetAll("h")) },
    await modern.zScore("z", "b"),
    await modern.sMembers("s3"),
    await modern.withTypeMapping({ [RESP_TYPES.SET]: Set, [RESP_TYPES.MAP]: Map }).hGetAll("h"),
  ];
  modern.destroy();
  return values;
});
await step("pub/sub", async () => {
  const subscriber = await redis.duplicate().connect();
  const got = [];
  await subscriber.subscribe("node_redis:news", (message, channel) => got.push([channel, message]));
  await subscriber.pSubscribe("node_redis:n*", (message, channel) => got.push(["pattern", channel, message]));
  await subscriber.subscribe("node_redis:bytes", (message) => got.push(message), true);
  const counts = [await redis.publish("node_redis:news", "ü"), await redis.publish("node_redis:bytes", "b")];
  await until(() => got.length >= 3);
  await subscriber.unsubscribe();
  await subscriber.close();
  return { counts, got };
});
await step("a pool", async () => {
  const pool = createClientPool({ url, database }, { minimum: 1, maximum: 3 });
  pool.on("error", () => {});
  await pool.connect();
  const values = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      pool.set(`pool:${index}`, String(index)).then(() => pool.get(`pool:${index}`)),
    ),
  );
  const blocked = await pool.execute(async (client) => client.blPop("none", 0.03));
  await pool.close();
  return [values.every((value, index) => Number(value) === index), blocked];
});
await step("asynchronous context", async () => {
  const storage = new AsyncLocalStorage();
  const seen = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      storage.run(index, async () => {
        await redis.get("a");
        return storage.getStore() === index;
      }),
    ),
  );
  return seen.every(Boolean);
});

await fails("the wrong type", () => redis.lPush("a", "1"));
await fails("no such command", () => redis.sendCommand(["NOSUCH", "a"]));
await fails("a number is no text", () => redis.set("a", { x: 1 }));
await fails("an aborted command", async () => {
  const controller = new AbortController();
  controller.abort();
  await redis.withAbortSignal(controller.signal).get("a");
});
await step("it reconnects when it was killed", async () => {
  const victim = createClient({ url, database, socket: { reconnectStrategy: () => 20 } });
  const events = [];
  for (const name of ["connect", "ready", "reconnecting", "end"]) victim.on(name, () => events.push(name));
  victim.on("error", (error) => events.push(describe(error)));
  await victim.connect();
  const id = await victim.sendCommand(["CLIENT", "ID"]);
  const ready = next(victim, "ready");
  await redis.sendCommand(["CLIENT", "KILL", "ID", String(id)]);
  await ready;
  const value = await victim.get("scan:7");
  await victim.close();
  return { events, value };
});
await fails("refused", () =>
  createClient({ url: `redis://127.0.0.1:${process.env.REFUSED_PORT}`, socket: { reconnectStrategy: false } })
    .on("error", (error) => print("event", describe(error)))
    .connect(),
);
await fails("refused three times", () =>
  createClient({
    url: `redis://127.0.0.1:${process.env.REFUSED_PORT}`,
    socket: {
      reconnectStrategy: (retries, cause) => (retries < 2 ? 5 : new Error(`gave up after ${retries}: ${cause.code}`)),
    },
  })
    .on("error", () => {})
    .connect(),
);
await fails("wrong password", () =>
  connect({ username: "brio", password: "wrong", socket: { reconnectStrategy: false } }),
);
await step("the right password", async () => {
  const right = await connect({ username: "brio", password: process.env.PGPASSWORD });
  const name = await right.aclWhoAmI();
  await right.close();
  return name;
});
await fails("not connected", () => createClient({ url }).get("a"));
await fails("connected twice", () => redis.connect());
await step("TLS", async () => {
  const secure = await createClient({
    url: `rediss://localhost:${process.env.REDIS_TLS_PORT}`,
    database,
    socket: { ca: readFileSync(process.env.TLS_AUTHORITY) },
  })
    .on("error", () => {})
    .connect();
  const value = await secure.ping();
  await secure.close();
  return value;
});
await fails("TLS of an unknown authority", () =>
  createClient({ url: `rediss://localhost:${process.env.REDIS_TLS_PORT}`, socket: { reconnectStrategy: false } })
    .on("error", () => {})
    .connect(),
);
await redis.close();
await fails("after the end", () => redis.get("a"));
print("ended", redis.isOpen);
