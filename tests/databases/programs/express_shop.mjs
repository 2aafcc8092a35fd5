// A shop as Express programs are written: sessions in Redis, data in PostgreSQL through knex with transactions, a cache in
// Redis, news from LISTEN to clients by server-sent events, and a migration at start. Used with fetch, as by a browser.
import http from "node:http";
import { once } from "node:events";
import { RedisStore } from "connect-redis";
import express from "express";
import session from "express-session";
import knex from "knex";
import pg from "pg";
import { createClient } from "redis";
import { describe, print, step, until } from "./shared/report.cjs";

const db = knex({
  client: "pg",
  connection: {
    host: "127.0.0.1",
    port: Number(process.env.PGPORT),
    user: process.env.PGUSER,
    password: process.env.PGPASSWORD,
    database: process.env.PGDATABASE,
  },
  pool: { min: 0, max: 4 },
});
const redis = await createClient({
  socket: { host: "127.0.0.1", port: Number(process.env.REDIS_PORT) },
  database: Number(process.env.REDIS_DATABASE),
}).connect();

const migrations = {
  "001_products": {
    up: (knex) =>
      knex.schema.createTable("products", (table) => {
        table.increments("id");
        table.string("name").notNullable().unique();
        table.integer("stock").notNullable().checkPositive();
        table.decimal("price", 8, 2).notNullable();
        table.jsonb("facts").defaultTo("{}");
      }),
    down: (knex) => knex.schema.dropTable("products"),
  },
  "002_orders": {
    up: (knex) =>
      knex.schema
        .createTable("orders", (table) => {
          table.increments("id");
          table.string("buyer").notNullable();
          table.integer("product_id").references("products.id").onDelete("cascade");
          table.integer("count").notNullable();
        })
        .raw(
          "create function tell() returns trigger language plpgsql as $$ begin perform pg_notify('orders', json_build_object('id', new.id, 'buyer', new.buyer)::text); return new; end $$",
        )
        .raw("create trigger told after insert on orders for each row execute function tell()"),
    down: (knex) =>
      knex.raw("drop trigger told on orders; drop function tell()").then(() => knex.schema.dropTable("orders")),
  },
};
const migrationSource = {
  getMigrations: async () => Object.keys(migrations),
  getMigrationName: (name) => name,
  getMigration: async (name) => migrations[name],
};
await step("migrations", async () => {
  const [batch, names] = await db.migrate.latest({ migrationSource });
  return [batch, names, await db.migrate.currentVersion({ migrationSource })];
});
await db("products").insert([
  { name: "tea", stock: 5, price: "4.50", facts: JSON.stringify({ from: "India", grams: [50, 100] }) },
  { name: "coffee", stock: 2, price: "7.25" },
]);

const app = express();
app.set("json spaces", 0);
app.use(
  session({
    store: new RedisStore({ client: redis, prefix: "shop:", ttl: 60 }),
    secret: "a secret",
    resave: false,
    saveUninitialized: false,
    rolling: true,
    name: "shop",
    cookie: { sameSite: "lax", httpOnly: true },
  }),
);
app.use(express.json({ limit: "2kb" }));
const cached = (seconds) => async (request, response, next) => {
  const key = `page:${request.originalUrl}`;
  const kept = await redis.get(key);
  if (kept !== null) return response.set("X-Cache", "hit").type("json").send(kept);
  const send = response.json.bind(response);
  response.json = (value) => {
    redis.set(key, JSON.stringify(value), { expiration: { type: "EX", value: seconds } }).then(() => send(value), next);
    return response;
  };
  next();
};
const signedIn = (request, response, next) =>
  request.session.user ? next() : response.status(401).json({ error: "sign in first" });

app.post("/enter", (request, response, next) =>
  request.session.regenerate((error) => {
    if (error) return next(error);
    request.session.user = request.body.user;
    request.session.cart = {};
    response.json({ user: request.session.user });
  }),
);
app.post("/leave", signedIn, (request, response, next) =>
  request.session.destroy((error) => (error ? next(error) : response.clearCookie("shop").sendStatus(204))),
);
app.get("/products", cached(30), async (request, response) => {
  const like = String(request.query.like ?? "");
  response.json(
    await db("products")
      .select("id", "name", "price", db.raw("facts->>'from' as origin"))
      .whereILike("name", `%${like}%`)
      .orderBy("id"),
  );
});
app.put("/cart/:id", signedIn, async (request, response) => {
  request.session.cart[request.params.id] = request.body.count;
  response.json(request.session.cart);
});
app.post("/order", signedIn, async (request, response) => {
  const { cart, user } = request.session;
  const orders = await db.transaction(async (transaction) => {
    const made = [];
    for (const [id, count] of Object.entries(cart)) {
      const [row] = await transaction("products").where({ id }).decrement("stock", count).returning(["name", "stock"]);
      if (row === undefined) throw Object.assign(new Error(`no product ${id}`), { status: 404 });
      const [{ id: order }] = await transaction("orders")
        .insert({ buyer: user, product_id: id, count })
        .returning("id");
      made.push({ order, ...row });
    }
    return made;
  });
  request.session.cart = {};
  const pages = await redis.keys("page:*");
  if (pages.length > 0) await redis.del(pages);
  response.status(201).json(orders);
});
const listeners = new Set();
app.get("/news", (request, response) => {
  response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" }).write(": welcome\n\n");
  listeners.add(response);
  request.on("close", () => listeners.delete(response));
});
app.use((error, request, response, next) => {
  const status = error.code === "23514" ? 409 : (error.status ?? 500);
  response
    .status(status)
    .json({ error: status === 409 ? "sold out" : error.message, code: error.code, constraint: error.constraint });
});
const ear = new pg.Client();
await ear.connect();
await ear.query("listen orders");
ear.on("notification", ({ channel, payload }) =>
  listeners.forEach((response) => response.write(`event: ${channel}\ndata: ${payload}\n\n`)),
);

const server = http.createServer(app).listen(0, "127.0.0.1");
await once(server, "listening");
const base = `http://127.0.0.1:${(process.env.OWN_PORT = String(server.address().port))}`;
/** A browser: it keeps its cookie. */
const browser = () => {
  let cookie = "";
  return async (method, path, body) => {
    const response = await fetch(`${base}${path}`, {
      method,
      headers: { ...(cookie && { cookie }), ...(body && { "content-type": "application/json" }) },
      body: body && JSON.stringify(body),
    });
    const set = response.headers.getSetCookie()[0];
    if (set !== undefined) cookie = set.split(";")[0];
    const text = await response.text();
    return [
      response.status,
      response.headers.get("x-cache"),
      set?.replace(/=s[^;]*/, "=*"),
      text === "" ? null : JSON.parse(text),
    ];
  };
};
const [ada, bob] = [browser(), browser()];
const stop = new AbortController();
const news = [];
const stream = await fetch(`${base}/news`, { signal: stop.signal });
const reading = (async () => {
  for await (const text of stream.body.pipeThrough(new TextDecoderStream())) news.push(text);
})().catch((error) => error.name);

await step("not signed in", () => ada("PUT", "/cart/1", { count: 1 }));
await step("sign in", () => ada("POST", "/enter", { user: "ada" }));
await step("another", () => bob("POST", "/enter", { user: "bob" }));
await step("products", () => ada("GET", "/products"));
await step("again", () => bob("GET", "/products"));
await step("some", () => bob("GET", "/products?like=COF"));
await step("the cart", async () => [
  await ada("PUT", "/cart/1", { count: 2 }),
  await ada("PUT", "/cart/2", { count: 1 }),
]);
await step("an order", () => ada("POST", "/order"));
await step("of the other", async () => [
  await bob("PUT", "/cart/2", { count: 1 }),
  await bob("PUT", "/cart/1", { count: 9 }),
  await bob("POST", "/order"),
]);
await step("nothing of it stayed", () => db("products").select("name", "stock").orderBy("id"));
await step("a product that is not", async () => {
  const eve = browser();
  await eve("POST", "/enter", { user: "eve" });
  await eve("PUT", "/cart/77", { count: 1 });
  return eve("POST", "/order");
});
await step("both at once", async () => {
  const buyers = Array.from({ length: 4 }, browser);
  const outcomes = await Promise.all(
    buyers.map(async (buyer, index) => {
      await buyer("POST", "/enter", { user: `buyer ${index}` });
      await buyer("PUT", "/cart/1", { count: 1 });
      return (await buyer("POST", "/order"))[0];
    }),
  );
  return [outcomes.sort(), (await db("products").where({ id: 1 }).first("stock")).stock];
});
await step("a body that is too large", () => ada("PUT", "/cart/1", { count: "x".repeat(3000) }));
await step("news", async () => {
  await until(() => news.join("").split("event:").length - 1 >= 4);
  stop.abort();
  const name = await reading;
  await until(() => listeners.size === 0);
  return [
    name,
    news
      .join("")
      .split("\n")
      .filter((line) => line.startsWith("data"))
      .slice(0, 2),
  ];
});
await step("sessions in the store", async () => [
  (await redis.keys("shop:*")).length,
  await bob("POST", "/leave"),
  (await redis.keys("shop:*")).length,
  await bob("PUT", "/cart/1", { count: 1 }),
]);
await step("the session is gone from the store", async () => {
  await redis.del(await redis.keys("shop:*"));
  return ada("PUT", "/cart/1", { count: 1 });
});
await step("back", async () => {
  const [batch, names] = await db.migrate.rollback({ migrationSource }, true);
  return [batch, names, await db.schema.hasTable("orders")];
});
server.closeAllConnections();
server.close();
await Promise.all([ear.end(), db.destroy(), redis.close()]);
print("ended", describe(await fetch(base).catch((error) => error.cause)).replace(/ errno.*/, ""));
