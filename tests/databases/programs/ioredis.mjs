// ioredis: commands, pipelines, transactions, scripts, streams, pub/sub, reconnecting, errors, TLS.
import { AsyncLocalStorage } from "node:async_hooks";
import { readFileSync } from "node:fs";
import net from "node:net";
import { once } from "node:events";
import Redis from "ioredis";
import { describe, digest, fails, next, print, sleep, step, until } from "./shared/report.cjs";

const FIELDS = ["command"];
const options = { host: "127.0.0.1", port: Number(process.env.REDIS_PORT), db: Number(process.env.REDIS_DATABASE) };
const redis = new Redis(options);
/** Whether a client waits for an element of this program's database. */
const isBlocked = async () =>
  new RegExp(`db=${options.db} .*cmd=blpop`).test((await redis.client("LIST")).replace(/flags=(?![^ ]*b).*/g, ""));

await step("text", async () => [
  await redis.set("a", "grüße 🐘"),
  await redis.get("a"),
  await redis.get("nothing"),
  await redis.strlen("a"),
]);
await step("numbers", async () => [
  await redis.incrby("n", 5),
  await redis.incrbyfloat("f", 0.1),
  await redis.get("n"),
  await redis.decr("n"),
]);
await step("bytes", async () => {
  const bytes = Buffer.from([0, 1, 13, 10, 254, 255]);
  await redis.set("b", bytes);
  return [(await redis.getBuffer("b")).equals(bytes), await redis.getBuffer("b")];
});
await step("hashes", async () => [
  await redis.hset("h", { x: 1, y: "zwei" }),
  await redis.hgetall("h"),
  await redis.hgetall("none"),
  await redis.hmget("h", "x", "q"),
]);
await step("a hash of a Map", async () => [await redis.hset("hm", new Map([["k", 1]])), await redis.hgetall("hm")]);
await step("lists", async () => [
  await redis.rpush("l", 1, 2, 3),
  await redis.lrange("l", 0, -1),
  await redis.lpop("l"),
  await redis.llen("l"),
]);
await step("sets", async () => [
  await redis.sadd("s", "x", "y", "x"),
  (await redis.smembers("s")).sort(),
  await redis.sismember("s", "y"),
]);
await step("sorted sets", async () => [
  await redis.zadd("z", 2.5, "b", 1, "a", "+inf", "c"),
  await redis.zrange("z", 0, -1, "WITHSCORES"),
  await redis.zscore("z", "b"),
]);
await step("expiry", async () => {
  await redis.set("e", 1, "PX", 500);
  const before = await redis.pttl("e");
  await until(async () => (await redis.exists("e")) === 0);
  return [before > 0 && before <= 500, await redis.get("e"), await redis.ttl("a")];
});
await step("options of set", async () => [
  await redis.set("a", "x", "NX"),
  await redis.set("a", "y", "GET"),
  await redis.set("a", "z", "XX"),
]);
await step("streams", async () => [
  await redis.xadd("x", "1-1", "k", "v"),
  await redis.xadd("x", "2-1", "k", "w"),
  await redis.xrange("x", "-", "+"),
  await redis.xread("COUNT", 1, "STREAMS", "x", "1-1"),
]);
await step("scan", async () => {
  await redis.mset(Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`scan:${index}`, index])));
  let count = 0;
  for await (const keys of redis.scanStream({ match: "scan:*", count: 50 })) count += keys.length;
  return count;
});

await step("a pipeline", () =>
  redis
    .pipeline()
    .set("p", 1)
    .incr("p")
    .get("p")
    .lpush("p", 1)
    .exec()
    .then((results) => results.map(([error, value]) => [error && describe(error), value])),
);
await step("a transaction", () => redis.multi().set("m", 1).incr("m").exec());
await step("a transaction with a bad command", async () => {
  try {
    return await redis.multi().set("m").incr("m").exec();
  } catch (error) {
    return describe(error, FIELDS);
  }
});
await step("a watched key changes", async () => {
  const other = redis.duplicate();
  await redis.watch("w");
  await other.set("w", 2);
  const result = await redis.multi().set("w", 3).exec();
  other.disconnect();
  return [result, await redis.get("w")];
});
await step("1000 commands at once", async () => {
  const values = await Promise.all(
    Array.from({ length: 1000 }, (_, index) =>
      redis.set(`many:${index}`, index).then(() => redis.get(`many:${index}`)),
    ),
  );
  return values.every((value, index) => Number(value) === index);
});
await step("automatic pipelining", async () => {
  const piped = new Redis({ ...options, enableAutoPipelining: true });
  const values = await Promise.all(Array.from({ length: 200 }, (_, index) => piped.get(`many:${index}`)));
  piped.disconnect();
  return values.every((value, index) => Number(value) === index);
});
await step("ten megabytes", async () => {
  const bytes = Buffer.alloc(10_000_000, "some bytes");
  await redis.set("big", bytes);
  const back = await redis.getBuffer("big");
  await redis.del("big");
  return [back.length, digest(back) === digest(bytes)];
});

await step("eval", () => redis.eval("return { KEYS[1], ARGV[1], 3, { 'x' }, false }", 1, "key", "argument"));
redis.defineCommand("addTo", { numberOfKeys: 1, lua: "return redis.call('incrby', KEYS[1], ARGV[1]) * 2" });
await step("a command of the program", async () => [
  await redis.addTo("script", 5),
  await redis.addTo("script", 1),
  await redis.pipeline().addTo("script", 1).exec(),
]);
await fails("a script that fails", () => redis.eval("return redis.call('nothing')", 0));

await fails("the wrong type", () => redis.lpush("a", 1), FIELDS);
await fails("no such command", () => redis.call("NOSUCH", "a"), FIELDS);
await fails("too few arguments", () => redis.call("SET", "a"), FIELDS);
await step(
  "callbacks",
  () =>
    new Promise((resolve) =>
      redis.get("n", (error, value) => redis.incr("a", (second) => resolve([error, value, describe(second)]))),
    ),
);

await step("pub/sub", async () => {
  const subscriber = redis.duplicate();
  const got = [];
  subscriber.on("message", (channel, message) => got.push([channel, message]));
  subscriber.on("pmessage", (pattern, channel, message) => got.push([pattern, channel, message]));
  subscriber.on("messageBuffer", (channel, message) => got.push([channel.toString(), Buffer.isBuffer(message)]));
  const counts = [
    await subscriber.subscribe("ioredis:news", "ioredis:other"),
    await subscriber.psubscribe("ioredis:n*"),
  ];
  counts.push(
    await redis.publish("ioredis:news", "ü"),
    await redis.publish("ioredis:other", "2"),
    await redis.publish("ioredis:none", "3"),
  );
  await until(() => got.length >= 6);
  const refused = await subscriber.get("a").catch((error) => describe(error));
  counts.push(await subscriber.unsubscribe("ioredis:other"));
  await subscriber.quit();
  return { counts, got, refused };
});
await step("waiting for an element", async () => {
  const waiting = redis.duplicate();
  const popped = waiting.blpop("queue", 5);
  await until(isBlocked);
  await redis.rpush("queue", "element");
  const timed = await waiting.blpop("empty", 0.05);
  const values = [await popped, timed];
  await waiting.quit();
  return values;
});
await step("asynchronous context", async () => {
  const storage = new AsyncLocalStorage();
  const seen = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      storage.run(index, async () => {
        await redis.get("n");
        const first = storage.getStore();
        await redis.pipeline().get("n").exec();
        return first === index && storage.getStore() === index;
      }),
    ),
  );
  return seen.every(Boolean);
});

await step("it reconnects when it was killed", async () => {
  const victim = new Redis({ ...options, retryStrategy: () => 20 });
  const events = [];
  for (const name of ["connect", "ready", "close", "reconnecting", "end"]) victim.on(name, () => events.push(name));
  victim.on("error", (error) => events.push(describe(error)));
  const id = await victim.client("ID");
  const blocked = victim.blpop("never", 5).catch((error) => describe(error));
  await until(isBlocked);
  await redis.client("KILL", "ID", id);
  await next(victim, "ready");
  await redis.rpush("never", "resent");
  const outcome = await blocked;
  const value = await victim.get("n");
  await victim.quit();
  await until(() => events.includes("end"));
  return { events, value, outcome };
});
await step("subscriptions come back", async () => {
  const subscriber = new Redis({ ...options, retryStrategy: () => 20 });
  await subscriber.subscribe("ioredis:again");
  const id = (await redis.client("LIST", "TYPE", "pubsub")).match(/id=(\d+) .*sub=1 /)[1];
  await redis.client("KILL", "ID", id);
  await next(subscriber, "ready");
  await until(async () => (await redis.pubsub("NUMSUB", "ioredis:again"))[1] === 1);
  const message = next(subscriber, "message");
  await redis.publish("ioredis:again", "still there");
  const got = await message;
  subscriber.disconnect();
  return got;
});
await step("commands wait until it is connected", async () => {
  const later = new Redis({ ...options, lazyConnect: true });
  const before = later.status;
  const value = await later.get("n");
  await later.quit();
  return [before, value, later.status];
});
await fails("no queue while it is not connected", () => {
  const later = new Redis({ ...options, lazyConnect: true, enableOfflineQueue: false });
  const answer = later.get("n");
  return answer.finally(() => later.disconnect());
});
await fails("refused", async () => {
  const refused = new Redis({ port: Number(process.env.REFUSED_PORT), retryStrategy: null, maxRetriesPerRequest: 0 });
  const errors = [];
  refused.on("error", (error) => errors.push(describe(error)));
  try {
    await refused.get("n");
  } finally {
    print("its events", errors);
  }
});
await fails("refused again and again", async () => {
  const refused = new Redis({
    port: Number(process.env.REFUSED_PORT),
    retryStrategy: () => 5,
    maxRetriesPerRequest: 2,
  });
  refused.on("error", () => {});
  try {
    await refused.get("n");
  } finally {
    refused.disconnect();
  }
});
await fails("wrong password", async () => {
  const wrong = new Redis({ ...options, username: "brio", password: "wrong", retryStrategy: null });
  const errors = [];
  wrong.on("error", (error) => errors.push(describe(error, FIELDS)));
  try {
    await wrong.get("n");
  } finally {
    await sleep(20);
    // The client may emit it once more, depending on timing.
    print("its events", [...new Set(errors)]);
    wrong.disconnect();
  }
});
await step("the right password", async () => {
  const right = new Redis({ ...options, username: "brio", password: process.env.PGPASSWORD });
  const name = await right.acl("WHOAMI");
  await right.quit();
  return name;
});
await fails("a server that hangs up", async () => {
  const server = net.createServer((socket) => socket.once("data", () => socket.destroy())).listen(0, "127.0.0.1");
  await once(server, "listening");
  const client = new Redis({ port: server.address().port, retryStrategy: null, enableReadyCheck: false });
  client.on("error", () => {});
  try {
    await client.get("n");
  } finally {
    server.close();
  }
});
await fails("a command that takes too long", async () => {
  const slow = new Redis({ ...options, commandTimeout: 40 });
  try {
    await slow.blpop("no", 1);
  } finally {
    slow.disconnect();
  }
});

await step("TLS", async () => {
  const secure = new Redis({
    ...options,
    port: Number(process.env.REDIS_TLS_PORT),
    host: "localhost",
    tls: { ca: readFileSync(process.env.TLS_AUTHORITY) },
  });
  const values = [
    await secure.ping(),
    secure.stream.encrypted,
    secure.stream.authorized,
    (await Promise.all(Array.from({ length: 100 }, () => secure.get("n")))).length,
  ];
  await secure.quit();
  return values;
});
await fails("TLS of an unknown authority", async () => {
  const secure = new Redis({
    ...options,
    port: Number(process.env.REDIS_TLS_PORT),
    host: "localhost",
    tls: {},
    retryStrategy: null,
    maxRetriesPerRequest: 0,
  });
  const errors = [];
  secure.on("error", (error) => errors.push(describe(error)));
  try {
    await secure.ping();
  } finally {
    print("its events", errors);
  }
});
await redis.quit();
await fails("after the end", () => redis.get("n"));
print("ended", redis.status);
