// A chat on Elysia: rooms over WebSockets with validated messages, guards, life cycle, and a client with the types (eden).
import { treaty } from "@elysiajs/eden";
import { Elysia, status, t } from "elysia";
import { outcome, section, until } from "../shared/ask.mjs";

const messages: { room: string; from: string; text: string }[] = [];
const auth = new Elysia({ name: "auth" })
  .model({ entry: t.Object({ user: t.String({ minLength: 2 }), password: t.String() }) })
  .derive({ as: "scoped" }, ({ headers }) => ({ user: /^Bearer (\w+)$/.exec(headers.authorization ?? "")?.[1] }))
  .macro({
    signedIn: {
      beforeHandle: ({ user }: { user?: string }) => (user === undefined ? status(401, "sign in first") : undefined),
    },
  } as never)
  .post(
    "/enter",
    ({ body }) => (body.password === "right" ? { token: body.user } : status(403, { wrong: "password" as const })),
    { body: "entry" },
  );

const left: string[] = [];
const app = new Elysia()
  .use(auth)
  .get(
    "/rooms/:room/messages",
    ({ params, query }) => messages.filter(({ room }) => room === params.room).slice(-query.limit),
    { params: t.Object({ room: t.String() }), query: t.Object({ limit: t.Numeric({ default: 10, maximum: 100 }) }) },
  )
  .post(
    "/rooms/:room/messages",
    ({ params, body, user, server }) => {
      const message = { room: params.room, from: user ?? "nobody", text: body.text };
      messages.push(message);
      server?.publish(`room:${params.room}`, JSON.stringify({ type: "message", ...message }));
      return status(201, message);
    },
    { body: t.Object({ text: t.String({ minLength: 1, maxLength: 20 }) }), signedIn: true } as never,
  )
  .guard({ query: t.Object({ user: t.String() }) }, (guarded) =>
    guarded.ws("/chat/:room", {
      body: t.Union([t.Object({ type: t.Literal("say"), text: t.String() }), t.Object({ type: t.Literal("leave") })]),
      response: t.Object({
        type: t.String(),
        from: t.Optional(t.String()),
        text: t.Optional(t.String()),
        room: t.Optional(t.String()),
      }),
      open(socket) {
        socket.subscribe(`room:${socket.data.params.room}`);
        socket.publish(`room:${socket.data.params.room}`, { type: "joined", from: socket.data.query.user });
        socket.send({ type: "welcome", room: socket.data.params.room });
      },
      message(socket, message) {
        if (message.type === "leave") return void socket.close(4000, "as you like");
        socket.publish(`room:${socket.data.params.room}`, {
          type: "message",
          from: socket.data.query.user,
          text: message.text,
        });
        socket.send({ type: "sent" });
      },
      close: (socket, code) => void left.push(`${socket.data.query.user} ${code}`),
    }),
  )
  .onError(({ code, error }) =>
    code === "VALIDATION"
      ? status(422, { on: error.type, first: error.all[0] && "path" in error.all[0] ? error.all[0].path : "" })
      : undefined,
  )
  .listen({ port: 0, hostname: "127.0.0.1" });
const port = app.server!.port!;

section("eden");
const client = treaty<typeof app>(`127.0.0.1:${port}`) as unknown as Record<string, never> & ReturnType<typeof treaty>;
const shown = ({ data, status, error }: { data: unknown; status: number; error: { value: unknown } | null }) => [
  status,
  data,
  error?.value,
];
const eden = client as never as {
  enter: { post(body: object): Promise<never> };
  rooms(parameters: object): {
    messages: { get(options: object): Promise<never>; post(body: object, options?: object): Promise<never> };
  };
};
const ada = { headers: { authorization: "Bearer ada" } };
await outcome("enter", eden.enter.post({ user: "ada", password: "right" }).then(shown));
await outcome("wrong", eden.enter.post({ user: "ada", password: "x" }).then(shown));
await outcome("not valid", eden.enter.post({ user: "a", password: "x" }).then(shown));
await outcome("not signed in", eden.rooms({ room: "one" }).messages.post({ text: "hello" }).then(shown));
await outcome("posted", eden.rooms({ room: "one" }).messages.post({ text: "hello" }, ada).then(shown));
await outcome(
  "too long",
  eden
    .rooms({ room: "one" })
    .messages.post({ text: "x".repeat(21) }, ada)
    .then(shown),
);
await outcome(
  "read",
  eden
    .rooms({ room: "one" })
    .messages.get({ query: { limit: 5 } })
    .then(shown),
);
await outcome(
  "limit",
  eden
    .rooms({ room: "one" })
    .messages.get({ query: { limit: 500 } })
    .then(shown),
);

section("sockets");
const connect = async (room: string, user: string) => {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/chat/${room}?user=${user}`);
  const heard: string[] = [];
  const closed = new Promise<string>(
    (resolve) => (socket.onclose = ({ code, reason }) => resolve(`${code} ${reason}`)),
  );
  socket.onmessage = ({ data }) => {
    const { type, from, text, room } = JSON.parse(data);
    heard.push([type, from, text, room].filter(Boolean).join(" "));
  };
  await until(() => heard.length > 0);
  return {
    socket,
    heard,
    closed,
    say: (value: unknown) => socket.send(typeof value === "string" ? value : JSON.stringify(value)),
  };
};
const one = await connect("one", "ada");
const two = await connect("one", "grace");
const other = await connect("two", "eve");
await until(() => one.heard.includes("joined grace"));
two.say({ type: "say", text: "grüße" });
await until(() => one.heard.includes("message grace grüße") && two.heard.includes("sent"));
await eden.rooms({ room: "one" }).messages.post({ text: "over http" }, ada);
await until(() => [one, two].every(({ heard }) => heard.some((line) => line.includes("over http"))));
const before = one.heard.length;
one.say({ type: "shout" });
await until(() => one.heard.length > before);
one.say("{not json");
await until(() => one.heard.length > before + 1);
console.log(
  [one, two, other].map(({ heard }, index) => heard.slice(0, index === 0 ? before : undefined).join(" | ")).join("\n"),
);
two.say({ type: "leave" });
console.log(await two.closed);
one.socket.close(1000);
await one.closed;
await until(() => left.length === 2);
console.log(left.join(", "));
const refused = new WebSocket(`ws://127.0.0.1:${port}/chat/one`);
console.log(
  "without a user:",
  await new Promise((resolve) => {
    refused.onerror = () => resolve("an error");
    refused.onopen = () => resolve("open");
  }),
);
other.socket.close();
await other.closed;
await app.stop(true);
console.log("stopped");
process.exit(0);
