// One Hono service for three runtimes: chained routes whose types a client reads, validation with zod, JSX that is
// streamed, server-sent events, and a client (`hc`) that calls it over HTTP.
import { zValidator } from "@hono/zod-validator";
import { Hono } from "hono";
import { hc } from "hono/client";
import { createMiddleware } from "hono/factory";
import { html, raw } from "hono/html";
import { compress } from "hono/compress";
import { logger } from "hono/logger";
import { timing } from "hono/timing";
import { csrf } from "hono/csrf";
import { bearerAuth } from "hono/bearer-auth";
import { contextStorage, getContext } from "hono/context-storage";
import { streamSSE } from "hono/streaming";
import { jsx, Fragment } from "hono/jsx";
import { renderToReadableStream, Suspense } from "hono/jsx/streaming";
import { z } from "zod";
import { outcome, section } from "../../shared/ask.mjs";

type Env = { Variables: { user: string } };
const lines: string[] = [];
const named = createMiddleware<Env>(async (context, next) => {
  context.set("user", context.req.header("x-user") ?? "nobody");
  await next();
  context.res.headers.set("x-served-for", context.get("user"));
});
const whoAsks = () => getContext<Env>().var.user;

const notes: { id: number; text: string; tags: string[] }[] = [];
const routes = new Hono<Env>()
  .use(
    logger((line) => void lines.push(line.replace(/ \d+m?s$/, ""))),
    contextStorage(),
    named,
  )
  .get(
    "/notes",
    zValidator("query", z.object({ tag: z.string().optional(), limit: z.coerce.number().int().max(10).default(5) })),
    (context) => {
      const { tag, limit } = context.req.valid("query");
      return context.json(notes.filter(({ tags }) => tag === undefined || tags.includes(tag)).slice(0, limit));
    },
  )
  .post(
    "/notes",
    zValidator(
      "json",
      z.object({ text: z.string().trim().min(1), tags: z.array(z.string()).default([]) }),
      (result, context) =>
        result.success
          ? undefined
          : context.json({ wrong: result.error.issues.map(({ path, code }) => `${path.join(".")} ${code}`) }, 422),
    ),
    (context) => {
      const note = { id: notes.length + 1, ...context.req.valid("json") };
      notes.push(note);
      return context.json(note, 201, { Location: `/notes/${note.id}` });
    },
  )
  .get("/notes/:id{[0-9]+}", zValidator("param", z.object({ id: z.coerce.number() })), (context) => {
    const note = notes.find(({ id }) => id === context.req.valid("param").id);
    return note === undefined ? context.notFound() : context.json(note);
  })
  .post("/files", zValidator("form", z.object({ title: z.string(), file: z.instanceof(File) })), async (context) => {
    const { title, file } = context.req.valid("form");
    return context.json({
      title,
      name: file.name,
      type: file.type.split(";")[0]!,
      size: file.size,
      text: await file.text(),
    });
  })
  .get("/who", (context) => context.text(`${context.get("user")} ${whoAsks()}`))
  .get("/private", bearerAuth({ token: "right" }), (context) => context.text("inside"))
  .get("/large", compress({ threshold: 10 }), (context) =>
    context.body("x".repeat(5000), 200, { "Content-Type": "text/plain" }),
  )
  .get("/timed", timing({ total: false }), (context) => context.text("timed"))
  .post("/guarded", csrf({ origin: "http://a.example" }), (context) => context.text("posted"))
  .get("/events", (context) =>
    streamSSE(context, async (stream) => {
      for (let id = 1; id <= 3; id++)
        await stream.writeSSE({ id: String(id), event: "tick", data: `two\nlines ${id}` });
    }),
  )
  .get("/page", (context) => context.html(html`<p>${"<escaped>"} ${raw("<b>raw</b>")} ${[1, 2]}</p>`))
  .get("/streamed", (context) => {
    const Late = async () => {
      await null;
      return jsx("b", null, "late");
    };
    const stream = renderToReadableStream(
      jsx(
        Fragment,
        null,
        jsx("h1", { class: "a" }, "Title & more"),
        jsx(Suspense, { fallback: jsx("i", null, "waiting") }, jsx(Late, null)),
      ) as never,
    );
    return context.body(stream, 200, { "Content-Type": "text/html; charset=UTF-8" });
  })
  .get("/fails", () => {
    throw new Error("on purpose");
  })
  .onError((error, context) => context.json({ error: error.message, for: context.get("user") }, 500));

/** The service, for the server of each runtime. */
export const service = routes;

/** Calls the service over HTTP as a program with its types does, and prints the responses. */
export async function questions(port: number): Promise<void> {
  const client = hc<typeof routes>(`http://127.0.0.1:${port}`, { headers: { "x-user": "ada" } });
  const shown = async (response: Response, keep: string[] = []) => {
    const { status } = response;
    const text = await response.text();
    return [
      status,
      ...keep.map((name) => response.headers.get(name)),
      text.length > 200 ? `${text.length} characters` : text,
    ];
  };
  const asked = (name: string, promise: Promise<unknown>, ...keep: string[]) =>
    outcome(
      name,
      promise.then((response) => shown(response as Response, keep)),
    );
  section("a client with the types of the routes");
  await asked("post", client.notes.$post({ json: { text: " first ", tags: ["a"] } }), "location", "x-served-for");
  await asked("post", client.notes.$post({ json: { text: "zweite ü", tags: [] } }));
  await asked("not valid", client.notes.$post({ json: { text: " ", tags: [1 as never] } }));
  await asked("list", client.notes.$get({ query: { limit: "1" } as never }));
  await asked("by tag", client.notes.$get({ query: { tag: "a" } as never }));
  await asked(
    "too many",
    client.notes
      .$get({ query: { limit: "11" } as never })
      .then((response) => new Response(null, { status: response.status })),
  );
  await asked("one", client.notes[":id{[0-9]+}"].$get({ param: { id: "2" } }));
  await asked("none", client.notes[":id{[0-9]+}"].$get({ param: { id: "9" } }));
  await asked(
    "a file",
    client.files.$post({ form: { title: "t ü", file: new File(["inside"], "a.txt", { type: "text/plain" }) } }),
  );
  console.log(client.notes.$url().pathname, client.who.$url({}).pathname);
  section("the rest");
  const get = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init);
  await asked("who", get("/who", { headers: { "x-user": "grace" } }));
  await asked(
    "who, at once",
    Promise.all(["a", "b", "c"].map(async (user) => (await get("/who", { headers: { "x-user": user } })).text())).then(
      (texts) => new Response(texts.join()),
    ),
  );
  await asked("not signed in", get("/private"), "www-authenticate");
  await asked("signed in", get("/private", { headers: { Authorization: "Bearer right" } }));
  await asked("compressed", get("/large", { headers: { "Accept-Encoding": "gzip" } }), "vary");
  await asked("timed", get("/timed"), "server-timing");
  await asked(
    "another site",
    get("/guarded", {
      method: "POST",
      headers: { Origin: "http://evil.example" },
      body: new URLSearchParams({ a: "1" }),
    }),
  );
  await asked(
    "the same site",
    get("/guarded", { method: "POST", headers: { Origin: "http://a.example" }, body: new URLSearchParams({ a: "1" }) }),
  );
  await asked("events", get("/events"), "content-type");
  await asked("page", get("/page"));
  await outcome(
    "streamed",
    get("/streamed").then(async (response) =>
      (await response.text()).replace(/<script>.*?<\/script>/gs, "<script>*</script>"),
    ),
  );
  await asked("fails", get("/fails", { headers: { "x-user": "eve" } }));
  section("without a server");
  await asked("request", Promise.resolve(service.request("/who", { headers: { "x-user": "direct" } })));
  console.log(lines.length > 20, lines[0], lines[1]);
}
