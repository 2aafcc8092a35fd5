// graphql-yoga on node:http, and tRPC on its own server and in Express, each used with its own client and by hand.
import http from "node:http";
import { createTRPCClient, httpBatchLink, httpBatchStreamLink, httpLink, TRPCClientError } from "@trpc/client";
import { initTRPC, tracked, TRPCError } from "@trpc/server";
import { createExpressMiddleware } from "@trpc/server/adapters/express";
import { createHTTPServer } from "@trpc/server/adapters/standalone";
import express from "express";
import { GraphQLError } from "graphql";
import { createSchema, createYoga, Repeater } from "graphql-yoga";
import { z } from "zod";
import { ask, close, listen, outcome, section } from "../shared/ask.mjs";

async function graphql() {
  section("graphql-yoga");
  const yoga = createYoga({
    logging: false,
    landingPage: false,
    maskedErrors: { errorMessage: "masked" },
    cors: { origin: "http://a.example" },
    context: ({ request }) => ({ user: request.headers.get("x-user") }),
    schema: createSchema({
      typeDefs:
        'type Query { hello(name: String = "you"): String! me: String numbers: [Int!]! fail: String known: String } type Mutation { add(a: Int!, b: Int!): Int! } type Subscription { count(to: Int!): Int! }',
      resolvers: {
        Query: {
          hello: (parent, { name }) => `hello ${name}`,
          me: (parent, args, context) => context.user,
          numbers: async () => [1, 2, 3],
          fail: () => {
            throw new Error("a secret");
          },
          known: () => {
            throw new GraphQLError("known", { extensions: { code: "KNOWN" } });
          },
        },
        Mutation: { add: (parent, { a, b }) => a + b },
        Subscription: {
          count: {
            subscribe: (parent, { to }) =>
              new Repeater(async (push, stop) => {
                for (let index = 1; index <= to; index++) await push({ count: index });
                stop();
              }),
          },
        },
      },
    }),
  });
  const server = http.createServer(yoga);
  const port = await listen(server);
  const query = (text, variables, headers = {}) =>
    ask(port, "POST /graphql", {
      headers: { "Content-Type": "application/json", ...headers },
      body: JSON.stringify({ query: text, variables }),
      hide: ["vary"],
    });
  await query("{ hello me numbers }", undefined, { "X-User": "ada" });
  await query("query ($n: String) { a: hello(name: $n) __typename }", { n: "ü" });
  await query("mutation { add(a: 1, b: 2) }");
  await query("{ fail known }");
  await query("{ nonsense }");
  await query("{ hello");
  await query("subscription { count(to: 3) }", undefined, { Accept: "text/event-stream" });
  await ask(port, "GET /graphql?query={hello}");
  await ask(port, "GET /graphql?query=mutation{add(a:1,b:2)}");
  await ask(port, "POST /graphql", {
    headers: { "Content-Type": "application/json" },
    body: "{",
    hide: ["content-length"],
    edit: (text) => text.replace(/"message":"(?:[^"\\]|\\.)*valid JSON"/g, '"message":"*"'),
  });
  await ask(port, "OPTIONS /graphql", {
    headers: { Origin: "http://a.example", "Access-Control-Request-Method": "POST" },
  });
  await ask(port, "GET /other");
  await close(server);
}

const t = initTRPC.context().create({ sse: { client: { reconnectAfterInactivityMs: 5000 } } });
const signedIn = t.procedure.use(({ ctx, next }) => {
  if (ctx.user === undefined) throw new TRPCError({ code: "UNAUTHORIZED" });
  return next({ ctx: { name: ctx.user.toUpperCase() } });
});
const router = t.router({
  hello: t.procedure
    .input(z.object({ name: z.string().min(2) }))
    .query(({ input }) => ({ text: `hello ${input.name}`, at: "now" })),
  add: t.procedure.input(z.tuple([z.number(), z.number()])).mutation(({ input: [a, b] }) => a + b),
  me: signedIn.query(({ ctx }) => ctx.name),
  fail: t.procedure.query(() => {
    throw new Error("failed inside");
  }),
  list: t.router({ items: t.procedure.query(() => [1, 2, 3]) }),
  slowly: t.procedure.query(async function* () {
    yield "one";
    yield "two";
  }),
  ticks: t.procedure.input(z.number()).subscription(async function* ({ input }) {
    for (let index = 0; index < input; index++) yield tracked(String(index), { index });
  }),
});
const createContext = ({ req }) => ({ user: req.headers["x-user"] });

async function questions(url) {
  for (const [name, link] of [
    ["http", httpLink],
    ["batch", httpBatchLink],
    ["batch stream", httpBatchStreamLink],
  ]) {
    const client = createTRPCClient({ links: [link({ url, headers: { "x-user": "ada" } })] });
    await outcome(`${name}: hello`, client.hello.query({ name: "ada" }));
    await outcome(
      `${name}: several`,
      Promise.all([client.me.query(), client.list.items.query(), client.add.mutate([1, 2])]),
    );
    await outcome(
      `${name}: wrong input`,
      client.hello.query({ name: "a" }).catch((error) => {
        throw Object.assign(new Error(error.data.code), { name: error.name, code: error.data.httpStatus });
      }),
    );
    await outcome(`${name}: failing`, client.fail.query());
    await outcome(`${name}: no such`, client.nothing.query());
  }
  const anonymous = createTRPCClient({ links: [httpLink({ url })] });
  await outcome("not signed in", anonymous.me.query());
  const streaming = createTRPCClient({ links: [httpBatchStreamLink({ url })] });
  await outcome("streamed", async () => {
    const seen = [];
    for await (const item of await streaming.slowly.query()) seen.push(item);
    return seen;
  });
  const stopped = new AbortController();
  stopped.abort();
  await outcome(
    "aborted",
    anonymous.hello
      .query({ name: "ada" }, { signal: stopped.signal })
      .catch((error) => {
        throw error instanceof TRPCClientError ? (error.cause ?? error) : error;
      })
      .then(() => "answered"),
  );
}

async function trpc() {
  section("tRPC, its own server");
  const server = createHTTPServer({ router, createContext });
  const port = await listen(server);
  await questions(`http://127.0.0.1:${port}`);
  await ask(port, `GET /hello?input=${encodeURIComponent('{"name":"by hand"}')}`);
  await ask(port, "POST /add", { headers: { "Content-Type": "application/json" }, body: "[1,2]" });
  await ask(port, "POST /add", {
    headers: { "Content-Type": "application/json" },
    body: "[1,",
    hide: ["content-length"],
    edit: (text) => text.replace(/"(message|stack)":"[^"]*"/g, '"$1":"*"'),
  });
  await ask(port, "GET /ticks?input=2", { headers: { Accept: "text/event-stream" } });
  await close(server);

  section("tRPC in Express");
  const app = express();
  app.use("/trpc", createExpressMiddleware({ router, createContext }));
  const inside = http.createServer(app);
  const insidePort = await listen(inside);
  await questions(`http://127.0.0.1:${insidePort}/trpc`);
  await close(inside);
}

await graphql();
await trpc();
