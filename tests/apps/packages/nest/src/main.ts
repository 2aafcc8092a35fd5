// NestJS: HTTP with Express, WebSockets, a microservice over TCP and the testing module, used and closed.
import "reflect-metadata";
import { createServer } from "node:net";
import { type INestApplication, Module, ValidationPipe } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { type MicroserviceOptions, Transport } from "@nestjs/microservices";
import { WsAdapter } from "@nestjs/platform-ws";
import { Test } from "@nestjs/testing";
import { WebSocket } from "ws";
import { Caller, callerModule, GatewayModule, PatternsModule } from "./messages.ts";
import { events, PeopleController, PeopleModule, PeopleService } from "./people.ts";

@Module({ imports: [PeopleModule, GatewayModule] })
class AppModule {}

type Asking = {
  ask(port: number, line: string, options?: object): Promise<unknown>;
  section(title: string): void;
  until(isTrue: () => boolean): Promise<void>;
};

/** Runs everything; what it prints is the result. */
export async function main({ ask, section, until }: Asking): Promise<void> {
  section("types that were emitted");
  console.log(
    Reflect.getMetadata("design:paramtypes", PeopleService)
      .map((type: Function) => type.name)
      .join(),
  );
  console.log(
    Reflect.getMetadata("design:returntype", PeopleController.prototype, "find")?.name,
    Reflect.getMetadata("design:paramtypes", PeopleController.prototype, "response")
      .map((type: Function) => type.name)
      .join(),
  );

  const app = await NestFactory.create(AppModule, { logger: false });
  app.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true, forbidNonWhitelisted: true }));
  app.useWebSocketAdapter(new WsAdapter(app));
  app.enableCors({ origin: "http://a.example" });
  await app.listen(0, "127.0.0.1");
  const { port } = app.getHttpServer().address();
  await http(port, ask, section);
  await sockets(port, section);
  await app.close();

  section("microservice");
  await microservice(until);

  section("testing module");
  await testing();

  section("events");
  console.log(events.join("\n"));
}

async function http(port: number, ask: Asking["ask"], section: Asking["section"]): Promise<void> {
  section("http");
  const json = { "Content-Type": "application/json" };
  await ask(port, "POST /people", { headers: json, body: '{"name":"ada","age":"36","addresses":[{"city":"London"}]}' });
  await ask(port, "POST /people", {
    headers: json,
    body: '{"name":"a","age":200,"mail":"none","more":1,"addresses":[{"city":1}]}',
  });
  await ask(port, "POST /people", {
    headers: json,
    body: '{"name":',
    hide: ["content-length", "etag"],
    edit: (text: string) => text.replace(/"message":"[^"]*"/, '"message":"*"'),
  });
  for (const line of [
    "GET /people",
    "GET /people?limit=0",
    "GET /people?limit=x",
    "GET /people/42",
    "GET /people/43",
    "GET /people/x",
    "GET /people/requests",
    "GET /people/requests",
    "GET /people/later",
    "GET /people/unusual",
    "GET /people/broken",
    "GET /people/http",
    "GET /people/file",
    "GET /people/moved",
    "GET /people/upper/bad",
    "GET /nowhere",
    "DELETE /people/42",
  ])
    await ask(port, line);
  await ask(port, "DELETE /people/42", { headers: { "X-User": "admin" } });
  await ask(port, "DELETE /people/42", { headers: { "X-User": "ada" } });
  await ask(port, "GET /people/upper/text", { headers: { "X-User": "ada" } });
  await ask(port, "GET /people/response", { headers: { "X-Own": "mine", Origin: "http://a.example" } });
}

async function sockets(port: number, section: Asking["section"]): Promise<void> {
  section("websocket");
  const socket = new WebSocket(`ws://127.0.0.1:${port}/socket`);
  await new Promise((resolve) => socket.once("open", resolve));
  for (const [event, data, replies] of [
    ["echo", { a: "ü" }, 1],
    ["many", null, 2],
  ] as const) {
    const heard: string[] = [];
    const all = new Promise<void>((resolve) => {
      const listen = (message: unknown) => {
        if (heard.push(String(message)) < replies) return;
        socket.off("message", listen);
        resolve();
      };
      socket.on("message", listen);
    });
    socket.send(JSON.stringify({ event, data }));
    await all;
    console.log(heard.join(" | "));
  }
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.close();
  await closed;
}

async function microservice(until: Asking["until"]): Promise<void> {
  const port = await freePort();
  const service = await NestFactory.createMicroservice<MicroserviceOptions>(PatternsModule, {
    transport: Transport.TCP,
    options: { host: "127.0.0.1", port },
    logger: false,
  });
  await service.listen();
  const context = await NestFactory.createApplicationContext(callerModule(port), { logger: false });
  for (const answer of await context.get(Caller).call()) console.log(JSON.stringify(answer));
  await until(() => events.some((line) => line.startsWith("happened")));
  await context.close();
  await service.close();
}

async function testing(): Promise<void> {
  const module = await Test.createTestingModule({ imports: [PeopleModule] })
    .overrideProvider("SETTINGS")
    .useValue({ first: 1000 })
    .compile();
  console.log(module.get(PeopleService).add({ name: "tested", age: 1 }));
  const app: INestApplication = module.createNestApplication({ logger: false });
  await app.init();
  await app.close();
  await Test.createTestingModule({ providers: [PeopleService] })
    .compile()
    .catch((error: Error) => console.log(error.name, error.message.split("\n")[0]));
}

/** A port that was free a moment ago: the microservice needs its own before it listens. */
function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
