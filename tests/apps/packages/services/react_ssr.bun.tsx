// React on Bun's server, in JSX: routes, a streamed page, a form, and state that the page is told.
import "./lib/production.mjs";
import { createContext, Fragment, type ReactNode, Suspense, use, useContext } from "react";
import { renderToReadableStream, renderToString } from "react-dom/server";
import { ask, printing, section } from "../shared/ask.mjs";

printing.sorted = true;

type Item = { id: number; name: string; price?: number };
const items: Item[] = [
  { id: 1, name: "Tee <grün>", price: 4.5 },
  { id: 2, name: "Kaffee" },
];
const Request_ = createContext<{ path: string }>({ path: "" });

function Layout({ title, children }: { title: string; children?: ReactNode }) {
  const { path } = useContext(Request_);
  return (
    <html lang="en">
      <head>
        <title>{title}</title>
        <link rel="canonical" href={path} />
      </head>
      <body className={path === "/" ? "home" : undefined} data-path={path}>
        {children}
      </body>
    </html>
  );
}

const Price = ({ of: { price } }: { of: Item }) => <>{price === undefined ? <i>free</i> : `${price.toFixed(2)} €`}</>;

function List({ items, ...rest }: { items: Item[] } & Record<`data-${string}`, string>) {
  return (
    <ul {...rest}>
      {items.map((item) => (
        <li key={item.id}>
          {item.name}: <Price of={item} />
        </li>
      ))}
      {items.length > 5 && <li>more</li>}
    </ul>
  );
}

function Stock({ promise }: { promise: Promise<number> }) {
  return <b>{use(promise)} in stock</b>;
}

const page = async (path: string, element: ReactNode, init?: ResponseInit) => {
  const stream = await renderToReadableStream(<Request_ value={{ path }}>{element}</Request_>, {
    onError: () => "an error",
  });
  return new Response(stream, { ...init, headers: { "Content-Type": "text/html; charset=utf-8", ...init?.headers } });
};

const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  routes: {
    "/": () =>
      page(
        "/",
        <Layout title="Shop">
          <h1>Shop</h1>
          <List items={items} data-kind="all" />
        </Layout>,
      ),
    "/items/:id": async (request) => {
      const item = items.find(({ id }) => id === Number(request.params.id));
      if (item === undefined)
        return page(
          "/items",
          <Layout title="None">
            <p>no such item</p>
          </Layout>,
          { status: 404 },
        );
      return page(
        `/items/${item.id}`,
        <Layout title={item.name}>
          <Suspense fallback={<i>counting</i>}>
            <Stock promise={Bun.sleep(2).then(() => item.id * 7)} />
          </Suspense>
        </Layout>,
      );
    },
    "/items": {
      GET: () => Response.json(items),
      POST: async (request) => {
        const form = await request.formData();
        items.push({
          id: items.length + 1,
          name: String(form.get("name")),
          price: Number(form.get("price")) || undefined,
        });
        return Response.redirect("/", 303);
      },
    },
    "/static": new Response(
      renderToString(
        <Fragment>
          <Price of={{ id: 0, name: "", price: 1 }} />
          <input defaultChecked type="checkbox" />
        </Fragment>,
      ),
      { headers: { "Content-Type": "text/html" } },
    ),
    "/broken": () =>
      page(
        "/broken",
        (() => {
          const Broken = () => {
            throw new Error("in the shell");
          };
          return <Broken />;
        })(),
      ),
  },
  error: (error) => new Response(`failed: ${error.message}`, { status: 500 }),
  fetch: () => new Response("nothing here", { status: 404 }),
});
const port = server.port!;
/** What the renderer's own scripts are is its own affair. */
const edit = (text: string) => text.replace(/<script\b[^>]*>.*?<\/script>/gs, "<script>*</script>");

section("pages");
for (const line of [
  "GET /",
  "GET /items/1",
  "GET /items/9",
  "GET /items",
  "GET /static",
  "GET /broken",
  "GET /nowhere",
  "DELETE /items",
])
  await ask(port, line, { edit });
section("a form");
await ask(port, "POST /items", {
  headers: { "Content-Type": "application/x-www-form-urlencoded" },
  body: "name=Milch+%26+Honig&price=2",
});
await ask(port, "GET /", { edit });
await server.stop(true);
console.log("stopped");
