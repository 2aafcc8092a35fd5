// Subscriptions of graphql-yoga: over Server-Sent Events and, with graphql-ws, over a WebSocket of the same server.
import http from "node:http";
import { createClient } from "graphql-ws";
import { useServer } from "graphql-ws/use/ws";
import { createPubSub, createSchema, createYoga, filter, map, pipe, useExecutionCancellation } from "graphql-yoga";
import { WebSocket, WebSocketServer } from "ws";
import { close, listen, outcome, parse, raw, section, until } from "../shared/ask.mjs";

const topics = createPubSub();
const closed = [];
const schema = createSchema({
  typeDefs: `
    type Message { id: ID! room: String! text: String! }
    type Query { rooms: [String!]! slow: String @deprecated(reason: "slow") }
    type Mutation { post(room: String!, text: String!): Message! }
    type Subscription { messages(room: String!): Message! countdown(from: Int!): Int! broken: Int! }
  `,
  resolvers: {
    Query: { rooms: () => ["one", "two"] },
    Mutation: {
      post: (parent, { room, text }, { counter }) => {
        const message = { id: String(++counter.value), room, text };
        topics.publish("message", message);
        return message;
      },
    },
    Subscription: {
      messages: {
        subscribe: (parent, { room }) =>
          pipe(
            topics.subscribe("message"),
            filter((message) => message.room === room),
            map((message) => ({ ...message, text: message.text.toUpperCase() })),
          ),
        resolve: (message) => message,
      },
      countdown: {
        subscribe: async function* (parent, { from }) {
          try {
            for (let index = from; index >= 0; index--) {
              await new Promise((resolve) => setImmediate(resolve));
              yield { countdown: index };
            }
          } finally {
            closed.push("countdown");
          }
        },
      },
      broken: {
        subscribe: async function* () {
          yield { broken: 1 };
          throw new Error("a secret of the server");
        },
      },
    },
  },
});
const counter = { value: 0 };
const yoga = createYoga({
  schema,
  logging: false,
  context: () => ({ counter }),
  plugins: [useExecutionCancellation()],
  graphiql: { subscriptionsProtocol: "WS" },
});
const server = http.createServer(yoga);
const sockets = new WebSocketServer({ server, path: yoga.graphqlEndpoint });
const connections = [];
useServer(
  {
    execute: (args) => args.rootValue.execute(args),
    subscribe: (args) => args.rootValue.subscribe(args),
    onConnect: ({ connectionParams }) => connectionParams?.token !== "bad",
    onDisconnect: (context, code) => void connections.push(code),
    onSubscribe: async (context, id, { operationName, query, variables }) => {
      const { schema, execute, subscribe, contextFactory, parse, validate } = yoga.getEnveloped({
        ...context,
        req: context.extra.request,
        socket: context.extra.socket,
        params: { query, operationName, variables },
      });
      const args = {
        schema,
        operationName,
        document: parse(query),
        variableValues: variables,
        contextValue: await contextFactory(),
        rootValue: { execute, subscribe },
      };
      const errors = validate(args.schema, args.document);
      return errors.length > 0 ? errors : args;
    },
  },
  sockets,
);
const port = await listen(server);
const post = (query, accept = "application/json") =>
  `POST /graphql HTTP/1.1\r\nHost: a\r\nAccept: ${accept}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(JSON.stringify({ query }))}\r\nConnection: close\r\n\r\n${JSON.stringify({ query })}`;
const run = async (query, accept) => parse(await raw(port, post(query, accept))).text;

section("server-sent events");
console.log(await run("subscription { countdown(from: 2) }", "text/event-stream"));
console.log(await run("subscription { broken }", "text/event-stream"));
console.log(await run("subscription { messages }", "text/event-stream"));
// The stream stays open until the client leaves it.
const live = raw(
  port,
  post('subscription { messages(room: "one") { id text } }', "text/event-stream"),
  (text) => text.includes("\r\n\r\n"),
  (text) => {
    if (!text.includes('"text":"HELLO"') && counter.value < 1)
      run('mutation { post(room: "two", text: "elsewhere") { id } }').then(() =>
        run('mutation { post(room: "one", text: "hello") { id } }'),
      );
    return text.includes('"text":"HELLO"');
  },
  null,
);
console.log(
  (await live)
    .toString()
    .split("\r\n\r\n")[1]
    .split("\n")
    .filter((line) => line.startsWith("data") && line.length > 6)
    .join("\n"),
);

section("graphql-ws");
const client = createClient({
  url: `ws://127.0.0.1:${port}/graphql`,
  webSocketImpl: WebSocket,
  lazy: false,
  retryAttempts: 0,
  connectionParams: { token: "good" },
});
const all = async (query, variables) => Array.fromAsync(client.iterate({ query, variables }));
await outcome("query", all("{ rooms }"));
await outcome("mutation", all('mutation { post(room: "two", text: "ü") { id room text } }'));
await outcome("countdown", all("subscription ($from: Int!) { countdown(from: $from) }", { from: 3 }));
await outcome(
  "failing",
  all("subscription { broken }").catch((errors) => {
    throw new Error(errors.map(({ message }) => message).join());
  }),
);
await outcome(
  "not valid",
  all("{ nonsense }").catch((errors) => {
    throw new Error(errors.map(({ message }) => message).join());
  }),
);
const heard = [];
const feed = client.iterate({ query: 'subscription { messages(room: "one") { id text } }' });
const listening = (async () => {
  for await (const { data } of feed) if (heard.push(data.messages.text) === 3) break;
})();
await until(async () => (await run('mutation { post(room: "one", text: "again") { id } }')) && heard.length >= 3);
await listening;
console.log(heard.join(" "));
const endless = client.iterate({ query: "subscription { countdown(from: 1000000) }" });
await endless.next();
closed.length = 0;
await endless.return();
await until(() => closed.length === 1);
console.log("a subscription that was left:", closed.join());
const bad = createClient({
  url: `ws://127.0.0.1:${port}/graphql`,
  webSocketImpl: WebSocket,
  retryAttempts: 0,
  connectionParams: { token: "bad" },
});
await outcome(
  "refused",
  Array.fromAsync(bad.iterate({ query: "{ rooms }" })).catch(({ code, reason }) => {
    throw Object.assign(new Error(reason), { code });
  }),
);
const wrong = new WebSocket(`ws://127.0.0.1:${port}/graphql`, "graphql-transport-ws");
wrong.on("open", () => wrong.send("nonsense"));
console.log(
  "nonsense:",
  ...(await new Promise((resolve) => wrong.on("close", (code, reason) => resolve([code, String(reason)])))),
);
await client.dispose();
await until(() => connections.includes(1000));
console.log("the server heard of it");
sockets.close();
await close(server);
console.log("closed");
