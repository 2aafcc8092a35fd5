// tRPC over WebSockets: queries, mutations and subscriptions on one connection, next to a link for HTTP; a client that
// unsubscribes, a server that asks all to reconnect, and a connection that breaks.
import http from "node:http";
import { createTRPCClient, createWSClient, httpBatchLink, splitLink, TRPCClientError, wsLink } from "@trpc/client";
import { initTRPC, tracked, TRPCError } from "@trpc/server";
import { createHTTPHandler } from "@trpc/server/adapters/standalone";
import { applyWSSHandler } from "@trpc/server/adapters/ws";
import { EventEmitter, on, once } from "node:events";
import { WebSocket, WebSocketServer } from "ws";
import { z } from "zod";
import { close, listen, outcome, section, until } from "../shared/ask.mjs";

const events = new EventEmitter();
const ended = [];
const { router, procedure } = initTRPC.context().create({ sse: { enabled: true } });
const signedIn = procedure.use(({ ctx, next }) => {
  if (!ctx.user) throw new TRPCError({ code: "UNAUTHORIZED", message: "sign in first" });
  return next({ ctx: { user: ctx.user.toUpperCase() } });
});
const messages = [];
const appRouter = router({
  echo: procedure
    .input(z.object({ text: z.string().min(1), when: z.coerce.date().optional() }))
    .query(({ input }) => ({ ...input, length: input.text.length })),
  who: signedIn.query(({ ctx }) => ctx.user),
  say: procedure.input(z.string()).mutation(({ input }) => {
    messages.push(input);
    events.emit("said", input);
    return messages.length;
  }),
  heard: procedure
    .input(z.object({ lastEventId: z.coerce.number().optional() }).optional())
    .subscription(async function* ({ input, signal }) {
      const from = input?.lastEventId ?? 0;
      try {
        const news = on(events, "said", { signal });
        for (let index = from; index < messages.length; index++) yield tracked(String(index + 1), messages[index]);
        for await (const [text] of news) yield tracked(String(messages.indexOf(text) + 1), text);
      } finally {
        ended.push("heard");
      }
    }),
  count: procedure.input(z.number().int()).subscription(async function* ({ input }) {
    for (let index = 1; index <= input; index++) yield index;
  }),
  fails: procedure.subscription(async function* () {
    yield "one";
    throw new TRPCError({ code: "CONFLICT", message: "after the first" });
  }),
  meta: procedure.query(({ ctx }) => ctx.via),
});

const createContext = ({ info, req }) => ({
  user: info?.connectionParams?.user ?? req.headers["x-user"],
  via: info?.isBatchCall ? "batch" : info?.connectionParams ? "socket" : "http",
});
const server = http.createServer(createHTTPHandler({ router: appRouter, createContext }));
const sockets = new WebSocketServer({ server });
const handler = applyWSSHandler({
  wss: sockets,
  router: appRouter,
  createContext,
  keepAlive: { enabled: true, pingMs: 20_000, pongWaitMs: 20_000 },
});
const port = await listen(server);

const states = [];
const socketClient = createWSClient({
  url: `ws://127.0.0.1:${port}`,
  WebSocket,
  connectionParams: async () => ({ user: "ada" }),
  retryDelayMs: () => 5,
  onOpen: () => states.push("open"),
  onClose: () => states.push("close"),
});
const client = createTRPCClient({
  links: [
    splitLink({
      condition: ({ type, context }) => type === "subscription" || context.socket,
      true: wsLink({ client: socketClient }),
      false: httpBatchLink({ url: `http://127.0.0.1:${port}`, headers: { "x-user": "http" } }),
    }),
  ],
});
const socket = { context: { socket: true } };

/** Subscribes and collects what comes. */
function collect(procedure, input) {
  const seen = [];
  const done = Promise.withResolvers();
  const subscription = procedure.subscribe(input, {
    onStarted: () => seen.push("started"),
    onData: (value) => seen.push(value?.id ? `${value.id}:${value.data}` : value),
    onError: (error) => done.resolve(seen.push(`${error.data?.code} ${error.message}`)),
    onComplete: () => done.resolve(seen.push("complete")),
    onStopped: () => done.resolve(seen.push("stopped")),
  });
  return { seen, subscription, done: done.promise };
}

section("calls");
await outcome("query", client.echo.query({ text: "über" }, socket));
await outcome(
  "many at once",
  Promise.all([1, 2, 3].map((n) => client.echo.query({ text: "x".repeat(n) }, socket))).then((list) =>
    list.map(({ length }) => length),
  ),
);
await outcome("who", client.who.query(undefined, socket));
await outcome("who over http", client.who.query());
await outcome("via", Promise.all([client.meta.query(undefined, socket), client.meta.query()]));
await outcome("mutation", client.say.mutate("one", socket));
await outcome(
  "not valid",
  client.echo.query({ text: "" }, socket).catch((error) => {
    throw Object.assign(new Error(JSON.parse(error.message)[0].code), { name: error.name, code: error.data.code });
  }),
);
await outcome("no such", client.nothing.query(undefined, socket));
const stopped = new AbortController();
stopped.abort();
await outcome(
  "aborted",
  client.echo.query({ text: "x" }, { ...socket, signal: stopped.signal }).catch((error) => {
    throw error instanceof TRPCClientError ? new Error("a TRPCClientError") : error;
  }),
);

section("subscriptions");
const counted = collect(client.count, 3);
await counted.done;
console.log(counted.seen.join(" "));
const failed = collect(client.fails);
await failed.done;
console.log(failed.seen.join(" "));
const heard = collect(client.heard);
await until(() => heard.seen.includes("1:one"));
await client.say.mutate("two");
await until(() => heard.seen.includes("2:two"));

section("the server asks to reconnect");
handler.broadcastReconnectNotification();
await client.say.mutate("three");
await until(() => heard.seen.includes("3:three"));
console.log(heard.seen.filter((value) => value !== "started").join(" "));

section("the connection breaks");
for (const one of sockets.clients) one.terminate();
await client.say.mutate("four");
await until(() => heard.seen.includes("4:four"));
console.log(
  heard.seen.filter((value) => value !== "started").join(" "),
  states.filter((state) => state === "open").length > 1,
);
const before = ended.length;
heard.subscription.unsubscribe();
await heard.done;
await until(() => ended.length > before);
console.log("ended", heard.seen.at(-1));

section("the end");
await socketClient.close();
for (const one of sockets.clients) one.terminate();
sockets.close();
await close(server);
console.log("closed", socketClient.connection === null || socketClient.connection.state);
