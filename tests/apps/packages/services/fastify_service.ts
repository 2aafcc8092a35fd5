// Fastify as services use it: TypeScript with typed schemas, routes that are loaded from a folder, tokens, sessions,
// limits, compression, security headers and a description that is made of the schemas.
import autoload from "@fastify/autoload";
import compress from "@fastify/compress";
import cookie from "@fastify/cookie";
import formbody from "@fastify/formbody";
import helmet from "@fastify/helmet";
import jwt from "@fastify/jwt";
import limit from "@fastify/rate-limit";
import sensible from "@fastify/sensible";
import session from "@fastify/session";
import swagger from "@fastify/swagger";
import { Type, type TypeBoxTypeProvider } from "@fastify/type-provider-typebox";
import Fastify, { type FastifyReply, type FastifyRequest } from "fastify";
import plugin from "fastify-plugin";
import path from "node:path";
import { ask, outcome, section } from "../shared/ask.mjs";

declare module "fastify" {
  interface FastifyInstance {
    signedIn: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  }
  interface Session {
    visits?: number;
  }
}

const app = Fastify({ ajv: { customOptions: { coerceTypes: "array" } } }).withTypeProvider<TypeBoxTypeProvider>();
const order: string[] = [];
const signing = plugin(
  async (instance) => {
    order.push("signing");
    await instance.register(jwt, { secret: "a secret", sign: { algorithm: "HS256", noTimestamp: true } });
    instance.decorate("signedIn", async (request: FastifyRequest) => void (await request.jwtVerify()));
  },
  { name: "signing", fastify: "5.x" },
);

await app.register(swagger, {
  openapi: {
    info: { title: "people", version: "1.2.3" },
    components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
  },
  refResolver: { buildLocalReference: (json) => String(json.$id) },
});
await app.register(sensible);
await app.register(signing);
await app.register(plugin(async () => void order.push("needs signing"), { name: "later", dependencies: ["signing"] }));
await app.register(helmet, {
  contentSecurityPolicy: { directives: { defaultSrc: ["'self'"], scriptSrc: ["'self'", "a.example"] } },
  hsts: { maxAge: 60 },
});
await app.register(compress, { threshold: 200, encodings: ["br", "gzip", "identity"] });
await app.register(formbody);
await app.register(cookie);
await app.register(session, {
  secret: "a secret that is longer than thirty-two characters",
  cookie: { secure: false },
  saveUninitialized: false,
});
await app.register(limit, {
  global: false,
  max: 2,
  timeWindow: "1 hour",
  keyGenerator: (request) => String(request.headers["x-client"] ?? request.ip),
  errorResponseBuilder: (request, context) => ({
    statusCode: context.statusCode,
    error: "slow down",
    max: context.max,
  }),
});
await app.register(autoload, { dir: path.join(import.meta.dirname, "routes") });

app.post(
  "/enter",
  { schema: { body: Type.Object({ user: Type.String(), password: Type.String() }) } },
  async (request, reply) => {
    if (request.body.password !== "right") return reply.unauthorized("who are you?");
    return { token: await reply.jwtSign({ user: request.body.user }) };
  },
);
app.get("/me", { onRequest: [app.signedIn] }, async (request) => request.user);
app.get("/visits", async (request) => ({ visits: (request.session.visits = (request.session.visits ?? 0) + 1) }));
app.get("/limited", { config: { rateLimit: {} } }, async () => "within the limit");
app.get("/large", async (request, reply) => reply.type("text/plain").send("0123456789".repeat(100)));
app.get(
  "/dated",
  {
    schema: {
      response: {
        "2xx": Type.Object({
          when: Type.String({ format: "date-time" }),
          list: Type.Array(Type.Number()),
          nothing: Type.Null(),
          either: Type.Union([Type.Number(), Type.String()]),
        }),
      },
    },
  },
  async () => ({ when: new Date(0), list: [1, "2"], nothing: undefined, either: "x" }) as never,
);
app.get("/events", async (request, reply) => {
  reply.raw.writeHead(200, { "Content-Type": "text/event-stream", Connection: "close" });
  for (let index = 0; index < 3; index++) reply.raw.write(`id: ${index}\ndata: ${JSON.stringify({ index })}\n\n`);
  reply.raw.end();
  return reply;
});
app.get("/aborted", async (request, reply) => {
  throw app.httpErrors.createError(451, "a custom one", { headers: { "x-reason": "law" } });
});

const address = await app.listen({ port: 0, host: "127.0.0.1" });
const port = Number(new URL(address).port);
const json = { "Content-Type": "application/json" };
const plain = { hide: ["content-security-policy"] };

section("routes from a folder");
await ask(port, "POST /people", { headers: json, body: '{"name":"ada","mail":"ada@a.example"}' });
await ask(port, "POST /people", { headers: json, body: '{"name":"grace"}', ...plain });
await ask(port, "POST /people", { headers: json, body: '{"name":"x","mail":"none"}', ...plain });
await ask(port, "GET /people?limit=1", plain);
await ask(port, "GET /people?limit=99", plain);
await ask(port, "GET /people?like=gr", plain);
await ask(port, "GET /people/2", plain);
await ask(port, "GET /people/7", plain);
await ask(port, "DELETE /people/1", plain);

section("tokens");
const { text } = await ask(port, "POST /enter", {
  headers: { "Content-Type": "application/x-www-form-urlencoded" },
  body: "user=ada&password=right",
  ...plain,
});
const { token } = JSON.parse(text);
await ask(port, "POST /enter", { headers: json, body: '{"user":"ada","password":"wrong"}', ...plain });
await ask(port, "GET /me", { headers: { Authorization: `Bearer ${token}` }, ...plain });
await ask(port, "GET /me", { headers: { Authorization: `Bearer ${token.slice(0, -2)}xx` }, ...plain });
await ask(port, "DELETE /people/1", { headers: { Authorization: `Bearer ${token}` }, ...plain });
await ask(port, "DELETE /people/1", { headers: { Authorization: `Bearer ${token}` }, ...plain });
await outcome("signed by hand", async () => app.jwt.decode(app.jwt.sign({ a: 1 })));

section("sessions and limits");
const first = await ask(port, "GET /visits", { hide: ["content-security-policy", "set-cookie"] });
await ask(port, "GET /visits", {
  headers: { Cookie: first.headers.get("set-cookie")!.split(";")[0] },
  hide: ["content-security-policy", "set-cookie"],
});
for (const client of ["a", "a", "a", "b"])
  await ask(port, "GET /limited", {
    headers: { "X-Client": client },
    hide: ["content-security-policy", "x-ratelimit-reset", "retry-after"],
  });

section("replies");
for (const encoding of ["gzip", "br", "identity"])
  await ask(port, "GET /large", { headers: { "Accept-Encoding": encoding }, bytes: true, ...plain });
for (const line of ["GET /dated", "GET /events", "GET /aborted", "GET /nowhere"]) await ask(port, line, plain);

section("the description");
const description = app.swagger() as {
  openapi: string;
  paths: Record<string, Record<string, { tags?: string[]; parameters?: { name: string; in: string }[] }>>;
  components: { schemas: object };
};
console.log(description.openapi, order.join());
for (const [name, methods] of Object.entries(description.paths))
  for (const [method, { tags, parameters }] of Object.entries(methods))
    console.log(method, name, tags?.join() ?? "", parameters?.map((one) => `${one.name} in ${one.in}`).join() ?? "");
console.log(JSON.stringify(description.components.schemas));
console.log(
  app
    .printPlugins()
    .split("\n")
    .map((line) => line.replace(/ \d+(\.\d+)? ms$/, ""))
    .filter((line) => /signing|later|routes|people|swagger/.test(line))
    .join("\n"),
);
await app.close();
await outcome(
  "a dependency that is not there",
  Fastify()
    .register(plugin(async () => undefined, { name: "x", dependencies: ["nothing"] }))
    .ready()
    .then(() => "ready"),
);
