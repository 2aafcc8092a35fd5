// mongodb and mongoose without a server: their errors, their time-outs, and that the process exits afterwards.
import net from "node:net";
import { once } from "node:events";
import { BSON, Binary, Decimal128, Long, MongoClient, ObjectId, Timestamp } from "mongodb";
import mongoose from "mongoose";
import { describe, fails, print, step } from "./shared/report.cjs";

const FIELDS = ["errorLabels"];
const refused = `mongodb://127.0.0.1:${process.env.REFUSED_PORT}`;
await fails("refused", async () => {
  const client = new MongoClient(refused, { serverSelectionTimeoutMS: 1000 });
  try {
    await client.connect();
  } finally {
    await client.close();
  }
});
await step("what is known about the server", async () => {
  const client = new MongoClient(refused, { serverSelectionTimeoutMS: 1000 });
  const events = new Set();
  for (const name of [
    "topologyOpening",
    "serverOpening",
    "serverHeartbeatStarted",
    "serverHeartbeatFailed",
    "topologyClosed",
  ])
    client.on(name, () => events.add(name));
  const error = await client
    .db("x")
    .collection("y")
    .findOne()
    .catch((failure) => failure);
  await client.close();
  return {
    events: [...events],
    type: error.reason.type,
    servers: [...error.reason.servers.values()].map((server) => [server.type, describe(server.error)]),
  };
});
await fails("a server that hangs up", async () => {
  const server = net.createServer((socket) => socket.once("data", () => socket.destroy())).listen(0, "127.0.0.1");
  await once(server, "listening");
  process.env.OWN_PORT = server.address().port;
  const client = new MongoClient(`mongodb://127.0.0.1:${server.address().port}`, { serverSelectionTimeoutMS: 1000 });
  try {
    await client.db("x").command({ ping: 1 });
  } finally {
    await client.close();
    server.close();
  }
});
await fails(
  "no such host",
  async () => {
    const client = new MongoClient("mongodb://no-such-host.invalid", { serverSelectionTimeoutMS: 200 });
    try {
      await client.connect();
    } finally {
      await client.close();
    }
  },
  FIELDS,
);
await fails("a bad address", () => new MongoClient("nothing://x"));
await fails("a bad option", () => new MongoClient(refused, { noSuchOption: 1 }));
await fails("an aborted operation", async () => {
  const client = new MongoClient(refused);
  try {
    await client
      .db("x")
      .collection("y")
      .find({}, { signal: AbortSignal.timeout(50) })
      .toArray();
  } finally {
    await client.close();
  }
});

await step("BSON there and back", () => {
  const value = {
    _id: new ObjectId("65a1b2c3d4e5f60718293a4b"),
    int: 1,
    long: Long.fromString("9007199254740993"),
    double: 1.5,
    text: "grüße 🐘",
    date: new Date(Date.UTC(2024, 1, 29)),
    list: [1, null, { x: true }],
    bytes: new Binary(Buffer.from([0, 255])),
    decimal: Decimal128.fromString("12.30"),
    expression: /a.b/i,
    stamp: new Timestamp({ t: 1, i: 2 }),
  };
  const bytes = BSON.serialize(value);
  return [bytes.length, BSON.deserialize(bytes), BSON.EJSON.stringify(value)];
});
await step("ObjectId", () => {
  const id = new ObjectId(1_700_000_000);
  return [id.getTimestamp(), id.toHexString().slice(0, 8), ObjectId.isValid("x")];
});

await fails("mongoose: refused", () => mongoose.connect(refused, { serverSelectionTimeoutMS: 1000 }));
await mongoose.disconnect();
const schema = new mongoose.Schema(
  {
    name: { type: String, required: true, trim: true },
    age: { type: Number, min: 0 },
    tags: [String],
    nested: { when: Date },
  },
  { bufferTimeoutMS: 60 },
);
schema.virtual("shout").get(function () {
  return this.name.toUpperCase();
});
schema.pre("validate", function () {
  this.tags.push("checked");
});
const Person = mongoose.model("Person", schema);
await step("mongoose: a document", async () => {
  const person = new Person({
    _id: "65a1b2c3d4e5f60718293a4b",
    name: " Ada ",
    age: "36",
    nested: { when: "2024-02-29" },
    unknown: 1,
  });
  await person.validate();
  return [person.toObject(), person.shout, person.isModified("name"), person.get("nested.when").getTime()];
});
await step("mongoose: validation", () =>
  new Person({ age: -1 })
    .validate()
    .catch((error) => [
      error.name,
      Object.entries(error.errors).map(([path, { kind, message }]) => [path, kind, message]),
    ]),
);
await step("mongoose: a bad cast", () =>
  new Person({ name: "x", age: "old" }).validate().catch((error) => [error.errors.age.name, error.errors.age.message]),
);
await fails("mongoose: not connected", () => Person.findOne());
print("ended", "yes");
