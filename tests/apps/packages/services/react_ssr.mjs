// React on the server: pages that are streamed while parts of them wait, on node:http and as a Response; an error in the
// shell and one inside a boundary, a client that leaves, and hooks.
import "./lib/production.mjs";
import http from "node:http";
import net from "node:net";
import { Writable } from "node:stream";
import {
  createContext,
  createElement as h,
  lazy,
  Suspense,
  use,
  useContext,
  useId,
  useMemo,
  useReducer,
  useState,
} from "react";
import { renderToPipeableStream, renderToReadableStream, renderToStaticMarkup, renderToString } from "react-dom/server";
import { close, listen, parse, raw, section, until } from "../shared/ask.mjs";

const Theme = createContext("light");
const Button = ({ label }) =>
  h(
    "button",
    { className: useContext(Theme), style: { marginTop: 4, "--own": "1px" }, disabled: true, onClick: () => undefined },
    label,
  );
const Label = () => {
  const id = useId();
  const [state] = useState(() => 6);
  const [sum] = useReducer(
    (left, right) => left + right,
    1,
    (start) => start + 1,
  );
  return h(
    "label",
    { htmlFor: id },
    useMemo(() => state * sum, [state, sum]),
    h("input", { id, defaultValue: "<&\"'>" }),
  );
};
const Late = ({ what }) => h("p", null, `late: ${use(what)}`);
const Page = ({ late, children, shell = "shell" }) =>
  h(
    "html",
    { lang: "de" },
    h("head", null, h("title", null, "Grüße & more"), h("meta", { name: "a", content: "b" })),
    h(
      "body",
      null,
      h("main", null, shell, children),
      late && h(Suspense, { fallback: h("i", null, "waiting") }, h(Late, { what: late })),
    ),
  );

section("text");
console.log(
  renderToStaticMarkup(
    h(
      Theme.Provider,
      { value: "dark" },
      h(Button, { label: "a < b" }),
      h("textarea", { defaultValue: "\n1" }),
      h(
        "select",
        { defaultValue: 2 },
        [1, 2].map((key) => h("option", { key, value: key }, key)),
      ),
      h("svg", { viewBox: "0 0 1 1", strokeWidth: 2 }, h("path", { d: "M0" })),
      h("div", { dangerouslySetInnerHTML: { __html: "<b>raw</b>" } }),
      null,
      false,
      [1, "2", 3n],
    ),
  ),
);
console.log(renderToString(h(Page, null, h(Label), h(Label))));
try {
  renderToString(
    h(() => {
      throw new TypeError("in a component");
    }),
  );
} catch (error) {
  console.log(error.name, error.message);
}

/** Streams are cut where it pleases the renderer; what it sends is the same. */
const flat = (text) => text.replace(/<script\b[^>]*>.*?<\/script>/gs, "<script>*</script>");
const gates = new Map();
const gate = (name) => gates.get(name) ?? gates.set(name, Promise.withResolvers()).get(name);
const reports = [];
const server = http.createServer((request, response) => {
  const { pathname } = new URL(request.url, "http://a");
  const fails =
    pathname === "/broken"
      ? h(() => {
          throw new Error("the shell");
        })
      : undefined;
  const inner =
    pathname === "/inner"
      ? h(
          Suspense,
          { fallback: "spare" },
          h(() => {
            throw Object.assign(new Error("inside"), { digest: "d1" });
          }),
        )
      : undefined;
  const { pipe, abort } = renderToPipeableStream(
    h(
      Page,
      { late: pathname === "/late" || pathname === "/left" ? gate(pathname).promise : undefined },
      fails ?? inner ?? h(Button, { label: pathname }),
    ),
    {
      bootstrapModules: ["/client.js"],
      nonce: "abc",
      onShellReady() {
        reports.push(`${pathname} shell`);
        response.writeHead(200, { "Content-Type": "text/html" });
        pipe(response);
      },
      onShellError: (error) => response.writeHead(500).end(`<p>${error.message}</p>`),
      onError: (error) => {
        reports.push(`${pathname} ${error?.message}`);
        return error?.digest;
      },
      onAllReady: () => reports.push(`${pathname} all`),
    },
  );
  response.on("close", () => response.writableFinished || abort(new Error("the client left")));
});
const port = await listen(server);
const get = (path) => `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;
const body = (bytes) => flat(parse(bytes).text);

section("over HTTP");
console.log(body(await raw(port, get("/plain"))));
console.log((await raw(port, get("/broken"))).toString().split("\r\n")[0], body(await raw(port, get("/broken"))));
console.log(body(await raw(port, get("/inner"))));

section("a part that is late");
const whole = await raw(port, get("/late"), (text) => {
  if (!text.includes("waiting")) return false;
  gate("/late").resolve("here at last");
  return true;
});
console.log(whole.includes("waiting"), whole.indexOf("waiting") < whole.indexOf("here at last"));
console.log(/<div hidden id="[^"]*"><p>late: [^<]*<\/p><\/div>/.exec(whole.toString())?.[0]);

section("a client that leaves");
await raw(port, get("/left"), (text) => text.includes("waiting"), null);
await until(() => reports.some((line) => line === "/left the client left"));
console.log(reports.sort().join("\n"));
await close(server);

section("as a web stream");
const stream = await renderToReadableStream(h(Page, { late: Promise.resolve("soon") }, h(Label)), {
  identifierPrefix: "p-",
  onError: () => undefined,
});
await stream.allReady;
const response = new Response(stream, { headers: { "Content-Type": "text/html" } });
console.log(response.headers.get("content-type"), flat(await response.text()));
const stopped = new AbortController();
const aborted = await renderToReadableStream(h(Page, { late: new Promise(() => undefined) }), {
  signal: stopped.signal,
  onError: (error) => console.log("aborted:", error.message),
});
setImmediate(() => stopped.abort(new Error("enough")));
console.log((await new Response(aborted).text()).includes("waiting"));
await renderToReadableStream(
  h(() => {
    throw new RangeError("no shell");
  }),
  { onError: () => undefined },
).catch((error) => console.log(error.name, error.message));

section("lazy components");
const Lazy = lazy(async () => ({ default: ({ name }) => h("em", null, name) }));
const lines = [];
await new Promise((resolve, reject) => {
  const { pipe } = renderToPipeableStream(h(Suspense, { fallback: "wait" }, h(Lazy, { name: "lazy" })), {
    onAllReady: () =>
      pipe(
        new Writable({
          write: (chunk, encoding, done) => done(null, lines.push(String(chunk))),
          final: (done) => done(resolve()),
        }),
      ),
    onError: reject,
  });
});
console.log(lines.join(""));
