// The methods of Bun's Redis client: what they send, what they resolve with, and what they refuse.
import assert from "node:assert";
import { RedisClient } from "bun";
import { test } from "../harness.ts";
import { bulk, list, startServer } from "./server.ts";

const REPLIES: Record<string, string> = {
  status: "+OK\r\n",
  integer: ":5\r\n",
  text: bulk("aé"),
  nothing: "$-1\r\n",
  nothing3: "_\r\n",
  array: list("*", bulk("a"), ":1\r\n", "$-1\r\n"),
  nested: list("*", list("*", bulk("a"), ",2\r\n"), "*0\r\n"),
  set: list("~", bulk("a"), bulk("b")),
  double: ",1.5\r\n",
  infinity: ",-inf\r\n",
  boolean: "#f\r\n",
  big: "(12345678901234567890123\r\n",
  verbatim: "=7\r\ntxt:abc\r\n",
  attribute: `|1\r\n+ttl\r\n:3\r\n${bulk("x")}`,
};

test("replies are values of JavaScript", async () => {
  const server = await startServer(([name, key]) => (name === "GET" ? REPLIES[key!] : "+OK\r\n"));
  const client = new RedisClient(server.url);
  const found: Record<string, unknown> = {};
  await Promise.all(Object.keys(REPLIES).map(async (key) => (found[key] = await client.get(key))));
  assert.deepStrictEqual(
    { ...found },
    {
      status: "OK",
      integer: 5,
      text: "aé",
      nothing: null,
      nothing3: null,
      array: ["a", 1, null],
      nested: [["a", 2], []],
      set: ["a", "b"],
      double: 1.5,
      infinity: -Infinity,
      boolean: false,
      big: 12345678901234567890123n,
      verbatim: "abc",
      attribute: "x",
    },
  );
  const bytes: any = await client.getBuffer("array");
  assert.ok(Buffer.isBuffer(bytes[0]) && bytes[1] === 1);
  client.close();
  server.close();
});

test("a reply that arrives byte by byte is whole", async () => {
  const text = list("*", bulk("abc"), list("%", bulk("k"), bulk("v\r\nw")).replace("%2", "%1"), ":12\r\n");
  const server = await startServer(([name], socket) => {
    if (name !== "GET") return "+OK\r\n";
    socket.setNoDelay(true);
    [...text].forEach((one, index) => setTimeout(() => socket.write(one), index));
    return undefined;
  });
  const client = new RedisClient(server.url);
  assert.deepStrictEqual(await client.get("a"), [
    "abc",
    Object.assign(Object.create(null), { k: "v\r\nw" }),
    12,
  ] as any);
  client.close();
  server.close();
});

test("integers are booleans where the question is yes or no, and maps are objects", async () => {
  const server = await startServer(([name, key]) => {
    if (name === "HELLO") return "+OK\r\n";
    return name === "HGETALL" ? `%1\r\n${bulk("f")}${bulk("v")}` : `:${key}\r\n`;
  });
  const client: any = new RedisClient(server.url);
  const answers = [];
  for (const name of ["exists", "sismember", "hexists"]) {
    answers.push(await client[name]("0", "a"), await client[name]("1", "a"));
  }
  assert.deepStrictEqual(answers, [false, true, false, true, false, true]);
  for (const name of ["smove", "hsetnx"]) assert.strictEqual(await client[name]("1", "a", "b"), true);
  for (const name of ["setnx", "expire", "del"]) assert.strictEqual(await client[name]("1", 1), 1);
  assert.deepStrictEqual(await client.hgetall("h"), Object.assign(Object.create(null), { f: "v" }));
  client.close();
  server.close();
});

test("commands are what the arguments say", async () => {
  const server = await startServer();
  const client: any = new RedisClient(server.url);
  await client.connect();
  server.commands.length = 0;
  await client.set("k", 1.5, "EX", 10);
  await client.set("k", new Uint8Array([65, 66]));
  await client.hset("h", { f: "v", g: 2 });
  await client.hmset("h", ["f", "v"]);
  await client.hmget("h", ["f", "g"]);
  await client.hmget("h", "f", "g");
  await client.hincrby("h", "f", 2);
  await client.del("a", null, "b");
  await client.get("k", "ignored");
  await client.spop("s", 2);
  await client.zadd("z", "NX", 1, "m");
  await client.dbsize("ignored");
  await client.ping("hello");
  await client.send("CLIENT", ["SETNAME", "me"]);
  assert.deepStrictEqual(server.commands, [
    "SET k 1.5 EX 10",
    "SET k AB",
    "HSET h f v g 2",
    "HMSET h f v",
    "HMGET h f g",
    "HMGET h f g",
    "HINCRBY h f 2",
    "DEL a b",
    "GET k",
    "SPOP s 2",
    "ZADD z NX 1 m",
    "DBSIZE",
    "PING hello",
    "CLIENT SETNAME me",
  ]);
  client.close();
  server.close();
});

test("wrong arguments are refused at once", () => {
  const client: any = new RedisClient("redis://127.0.0.1:1");
  const wrong = (name: string, values: unknown[], message: string): void =>
    assert.throws(() => client[name](...values), { message }, name);
  wrong("get", [], "Expected key to be a string or buffer for 'get'.");
  wrong("set", ["k", {}], "Expected value to be a string or buffer or number for 'set'.");
  wrong("expire", ["k", "1"], 'The "seconds" property must be of type number. Received string');
  wrong("expire", ["k", -1], 'The value of "seconds" is out of range. It must be >= 0 and <= 2147483647. Received -1');
  wrong("del", [], 'The "key" argument must be specified');
  wrong("sadd", ["k"], "SADD requires at least a key and one member");
  wrong("hset", ["k", "f"], "HSET requires at least key, field, and value arguments");
  wrong("hset", ["k", "f", "v", "g"], "HSET requires field-value pairs (even number of arguments after key)");
  wrong("hmget", ["k", []], "HMGET requires at least one field");
  wrong("zadd", ["k", ["a"]], "Expected additional arguments to be a string or buffer for 'zadd'.");
  wrong("send", ["GET"], "Arguments must be an array");
  wrong("publish", ["c", 1], "Expected message to be a string for 'publish'.");
  assert.throws(() => client.get(), { name: "TypeError", code: "ERR_INVALID_ARG_TYPE" });
  assert.throws(() => client.get.call({}, "k"), { code: "ERR_INVALID_THIS" });
});

test("an error of the server rejects, and is a value within an array", async () => {
  const server = await startServer(([name]) =>
    name === "EXEC"
      ? list("*", "+OK\r\n", "-ERR inside\r\n")
      : name === "HELLO"
        ? "+OK\r\n"
        : "-WRONGTYPE of value\r\n",
  );
  const client = new RedisClient(server.url);
  const expected = { name: "RedisError", code: "ERR_REDIS_SERVER_ERROR", message: "WRONGTYPE of value" };
  await assert.rejects(client.get("k"), expected);
  const [first, second] = await client.send("EXEC", []);
  assert.strictEqual(first, "OK");
  assert.ok(second instanceof Error && second.message === "ERR inside");
  client.close();
  server.close();
});
