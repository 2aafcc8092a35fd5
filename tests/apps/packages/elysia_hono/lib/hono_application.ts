// The same Hono application for every adapter, and its requests.
import { type Context, Hono } from "hono";
import { basicAuth } from "hono/basic-auth";
import { bodyLimit } from "hono/body-limit";
import { deleteCookie, getCookie, setCookie, setSignedCookie } from "hono/cookie";
import { cors } from "hono/cors";
import { etag } from "hono/etag";
import { HTTPException } from "hono/http-exception";
import { jwt, sign } from "hono/jwt";
import { requestId } from "hono/request-id";
import { secureHeaders } from "hono/secure-headers";
import { stream, streamSSE, streamText } from "hono/streaming";
import { validator } from "hono/validator";
import { ask, section } from "../../shared/ask.mjs";

/** Adds the routes to an application that an adapter made. */
export function application(app: Hono): Hono {
  app.use("/cors/*", cors({ origin: "http://a.example", allowMethods: ["GET"] }));
  app.use("/tagged/*", etag());
  app.use("/safe/*", secureHeaders());
  app.use("/in/*", basicAuth({ username: "ada", password: "right" }));
  app.use("/id/*", requestId());
  app.use("/token/*", jwt({ secret: "a secret", alg: "HS256" }));
  app.use("/small/*", bodyLimit({ maxSize: 10, onError: (context: Context) => context.text("too much", 413) }));
  app.get("/", (context) => context.text("hello"));
  app.get("/user/:id{[0-9]+}", (context) =>
    context.json({ id: context.req.param("id"), query: context.req.queries() }),
  );
  app.get("/optional/:a?", (context) => context.json(context.req.param()));
  app.get("/wild/*", (context) => context.text(context.req.path));
  app.get("/html", (context) => context.html("<p>html</p>", 201, { "X-Own": "1" }));
  app.get("/redirect", (context) => context.redirect("/user/1", 303));
  app.get("/throw", () => {
    throw new Error("thrown");
  });
  app.get("/teapot", () => {
    throw new HTTPException(418, { message: "teapot" });
  });
  app.get("/cookies", async (context) => {
    setCookie(context, "a", "b c", { httpOnly: true, path: "/" });
    deleteCookie(context, "gone");
    await setSignedCookie(context, "signed", "value", "secret");
    return context.json(getCookie(context));
  });
  app.get("/stream", (context) =>
    stream(context, async (output) => {
      for (const piece of ["one,", "two"]) await output.write(piece);
    }),
  );
  app.get("/text-stream", (context) =>
    streamText(context, async (output) => {
      await output.writeln("a");
      await output.sleep(3);
      await output.write("b");
    }),
  );
  app.get("/sse", (context) =>
    streamSSE(context, async (output) => {
      await output.writeSSE({ event: "tick", data: "1", id: "7" });
    }),
  );
  app.get("/cors/x", (context) => context.text("shared"));
  app.get("/tagged/x", (context) => context.text("tagged"));
  app.get("/safe/x", (context) => context.text("safe"));
  app.get("/in/x", (context) => context.text("inside"));
  app.get("/token/x", (context) => context.json(context.get("jwtPayload" as never)));
  app.get("/id/x", (context) => context.text(typeof context.get("requestId" as never)));
  app.post("/small/x", async (context) => context.text(await context.req.text()));
  app.post(
    "/json",
    validator("json", (value, context) =>
      typeof value.name === "string" ? { name: value.name } : context.text("no name", 422),
    ),
    (context) => context.json(context.req.valid("json")),
  );
  app.post("/form", async (context) => {
    const body = await context.req.parseBody({ all: true });
    return context.json(
      Object.fromEntries(
        Object.entries(body).map(([name, value]) => [
          name,
          value instanceof File ? [value.name, value.size, value.type.split(";")[0]] : value,
        ]),
      ),
    );
  });
  app.post(
    "/echo",
    (context) =>
      new Response(context.req.raw.body, { headers: { "Content-Type": context.req.header("content-type") ?? "" } }),
  );
  app.on(["PURGE", "PUT"], "/odd", (context) => context.text(context.req.method));
  app.route(
    "/nested",
    new Hono().basePath("/deep").get("/er", (context) => context.text("nested")),
  );
  app.notFound((context) => context.text(`nothing at ${context.req.path}`, 404));
  app.onError((error, context) =>
    error instanceof HTTPException ? error.getResponse() : context.text(`failed: ${error.message}`, 500),
  );
  return app;
}

/** Sends the requests to the application on this port, and prints the replies, without the values of the headers `hide`. */
export async function questions(port: number, hide: string[] = []): Promise<void> {
  section("routes");
  for (const line of [
    "GET /",
    "GET /user/12?a=1&a=2&b=%C3%BC",
    "GET /user/x",
    "GET /optional",
    "GET /optional/y",
    "GET /wild/a%20b/c",
    "GET /html",
    "GET /redirect",
    "GET /throw",
    "GET /teapot",
    "GET /stream",
    "GET /text-stream",
    "GET /sse",
    "PUT /odd",
    "GET /nested/deep/er",
    "GET /safe/x",
    "GET /in/x",
    "GET /token/x",
    "GET /nowhere",
    "POST /",
  ])
    await ask(port, line, { hide });
  await ask(port, "GET /id/x", { hide: [...hide, "x-request-id"] });
  await ask(port, "GET /cookies", { hide, headers: { Cookie: "x=1; y=%C3%BC; gone=1" } });
  await ask(port, "GET /cors/x", { hide, headers: { Origin: "http://a.example" } });
  await ask(port, "OPTIONS /cors/x", {
    hide,
    headers: { Origin: "http://a.example", "Access-Control-Request-Method": "GET" },
  });
  const tagged = await ask(port, "GET /tagged/x", { hide });
  await ask(port, "GET /tagged/x", { hide, headers: { "If-None-Match": tagged.headers.get("etag") } });
  await ask(port, "GET /in/x", { hide, headers: { Authorization: `Basic ${btoa("ada:right")}` } });
  await ask(port, "GET /token/x", {
    hide,
    headers: { Authorization: `Bearer ${await sign({ name: "ada" }, "a secret", "HS256")}` },
  });
  section("bodies");
  await ask(port, "POST /json", {
    hide,
    headers: { "Content-Type": "application/json" },
    body: '{"name":"ada","more":1}',
  });
  await ask(port, "POST /json", { hide, headers: { "Content-Type": "application/json" }, body: '{"name":1}' });
  await ask(port, "POST /json", { hide, headers: { "Content-Type": "application/json" }, body: '{"name":' });
  await ask(port, "POST /form", {
    hide,
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: "a=1&a=2&b=%C3%BC",
  });
  await ask(port, "POST /form", {
    hide,
    headers: { "Content-Type": "multipart/form-data; boundary=XX" },
    body: '--XX\r\nContent-Disposition: form-data; name="t"\r\n\r\ntext\r\n--XX\r\nContent-Disposition: form-data; name="f"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nfile\r\n--XX--\r\n',
  });
  await ask(port, "POST /echo", {
    hide,
    headers: { "Content-Type": "text/plain" },
    body: "z".repeat(200_000),
    bytes: true,
  } as never);
  await ask(port, "POST /small/x", { hide, body: "little" });
  await ask(port, "POST /small/x", { hide, body: "far too much" });
}
