// The requests to both versions of Express, valid and invalid ones.
const fs = require("node:fs");
const path = require("node:path");
const zlib = require("node:zlib");
const { ask, raw, section, listen, close, pause } = require("../../shared/ask.mjs");

exports.run = async (app) => {
  // Node.js and Brio must see the same times, or the tags of the files differ.
  for (const name of fs.readdirSync(path.join(__dirname, "../public")))
    fs.utimesSync(path.join(__dirname, "../public", name), 1_700_000_000, 1_700_000_000);
  const finished = [];
  app.on("finished", (url, status) => finished.push(`${status} ${url}`));
  const server = app.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address();
  await routes(port);
  await replies(port);
  await files(port);
  await bodies(port);
  await broken(port);
  section("finished");
  console.log(finished.join("\n"));
  await close(server);
  console.log("closed");
};

async function routes(port) {
  section("routes");
  for (const line of [
    "GET /",
    "HEAD /",
    "GET /user/a%20b/book/2?x=1&x=2&y[z]=3&q=%E2%82%AC",
    "GET /optional",
    "GET /optional/x",
    "GET /files/a/b.txt",
    "GET /number/12",
    "GET /number/x",
    "GET /thing/good",
    "GET /thing/bad",
    "GET /many",
    "POST /many",
    "DELETE /many",
    "OPTIONS /many",
    "PUT /many",
    "PATCH /all",
    "GET /router/here/one",
    "GET /router/here/one/",
    "GET /inner/where",
    "GET /mounted",
    "GET /throw",
    "GET /next-error",
    "GET /late-error",
    "GET /async",
    "GET /reject",
    "GET /throw?plain",
    "GET /next-error?plain",
    "GET /nowhere",
    "GET /user/%zz/book/1",
    "GET //double",
    "GET /UPPER",
  ])
    await ask(port, line);
}

async function replies(port) {
  section("replies");
  for (const line of [
    "GET /json",
    "GET /jsonp",
    "GET /jsonp?callback=a.b",
    "GET /jsonp?callback=a(",
    "GET /buffer",
    "GET /type",
    "GET /redirect",
    "GET /redirect-301",
    "GET /links",
    "GET /stream",
    "GET /pieces",
    "GET /twice",
    "GET /bad-header",
  ])
    await ask(port, line);
  await ask(port, "GET /cookie", { headers: { Cookie: "old=1" } }).then((reply) =>
    console.log(reply.list.filter(([name]) => /cookie/i.test(name)).length, "cookies"),
  );
  await ask(port, "GET /redirect", { headers: { Accept: "text/html" } });
  for (const accept of ["text/html", "application/json", "image/png", "text/*;q=0.1, application/json;q=0.9"])
    await ask(port, "GET /format", { headers: { Accept: accept } });
  await ask(port, "GET /facts", {
    headers: {
      "X-Forwarded-For": "10.1.1.1, 127.0.0.1",
      "X-Forwarded-Proto": "https",
      "X-Forwarded-Host": "a.b.example.org",
      "X-Requested-With": "XMLHttpRequest",
      "Accept-Language": "en;q=0.5, de",
      Range: "bytes=0-9,20-",
    },
  });
  const { headers } = await ask(port, "GET /");
  await ask(port, "GET /", { headers: { "If-None-Match": headers.get("etag") } });
  await ask(port, "GET /", { headers: { "If-None-Match": headers.get("etag"), "Cache-Control": "no-cache" } });
}

async function files(port) {
  section("files");
  for (const line of [
    "GET /static/hello.txt",
    "HEAD /static/hello.txt",
    "GET /static/",
    "GET /static",
    "GET /static/.hidden",
    "GET /static/a%20file.txt",
    "GET /static/missing.txt",
    "GET /static/..%2flib/application.cjs",
    "GET /static/%00",
    "POST /static/hello.txt",
    "GET /fallthrough/missing",
    "GET /fallthrough/",
    "GET /send-file",
    "GET /send-missing",
    "GET /download",
    "GET /ejs",
    "GET /pug",
  ])
    await ask(port, line);
  for (const range of ["bytes=0-4", "bytes=10-", "bytes=-3", "bytes=100-", "bytes=0-1,5-6", "bytes=a-b", "items=0-1"])
    await ask(port, "GET /static/hello.txt", { headers: { Range: range } });
  const { headers } = await ask(port, "GET /static/hello.txt");
  const [tag, modified] = [headers.get("etag"), headers.get("last-modified")];
  await ask(port, "GET /static/hello.txt", { headers: { "If-None-Match": tag } });
  await ask(port, "GET /static/hello.txt", { headers: { "If-Modified-Since": modified } });
  await ask(port, "GET /static/hello.txt", { headers: { "If-Match": '"other"' } });
  await ask(port, "GET /static/hello.txt", { headers: { "If-Unmodified-Since": "Mon, 01 Jan 2001 00:00:00 GMT" } });
  await ask(port, "GET /static/hello.txt", { headers: { Range: "bytes=0-4", "If-Range": tag } });
  await ask(port, "GET /static/hello.txt", { headers: { Range: "bytes=0-4", "If-Range": '"other"' } });
}

async function bodies(port) {
  section("bodies");
  const json = { "Content-Type": "application/json" };
  const form = { "Content-Type": "application/x-www-form-urlencoded" };
  await ask(port, "POST /json", { headers: json, body: '{"a":[1,{"b":"ü"}]}' });
  await ask(port, "POST /json", {
    headers: { ...json, "Content-Encoding": "gzip" },
    body: zlib.gzipSync('{"packed":true}'),
  });
  await ask(port, "POST /json", {
    headers: { ...json, "Content-Encoding": "br" },
    body: zlib.brotliCompressSync('{"packed":"br"}'),
  });
  await ask(port, "POST /strict", { body: '"text"' });
  await ask(port, "POST /form", { headers: form, body: "a[b]=1&a[c]=2&list[]=x&list[]=y" });
  await ask(port, "POST /flat", { headers: form, body: "a[b]=1&a=%C3%BC+z" });
  await ask(port, "POST /text", {
    headers: { "Content-Type": "text/plain" },
    body: Buffer.from("f\u00fcnf", "latin1"),
  });
  await ask(port, "POST /raw", {
    headers: { "Content-Type": "application/octet-stream" },
    body: Buffer.from([0, 255, 13, 10]),
  });
  section("bodies that are wrong");
  await ask(port, "POST /json", { headers: json, body: '{"a":' });
  await ask(port, "POST /json", { headers: json, body: "" });
  await ask(port, "POST /json", { headers: json, body: '"not an object"' });
  await ask(port, "POST /json", { headers: json, body: JSON.stringify({ long: "x".repeat(2000) }) });
  await ask(port, "POST /json", { headers: { "Content-Type": "application/json; charset=klingon" }, body: "{}" });
  await ask(port, "POST /json", { headers: { ...json, "Content-Encoding": "gzip" }, body: "not gzip" });
  await ask(port, "POST /json", { headers: { ...json, "Content-Encoding": "rot13" }, body: "{}" });
  await ask(port, "POST /form", { headers: form, body: "a=1&b=2&c=3&d=4&e=5&f=6" });
}

async function broken(port) {
  section("requests that are broken");
  const show = async (name, ...pieces) =>
    console.log(
      `${name}: ${JSON.stringify((await raw(port, ...pieces)).toString().replace(/Date: [^\r]*/g, "Date: *"))}`,
    );
  await show("no request", "hello\r\n\r\n");
  await show("no host", "GET / HTTP/1.1\r\n\r\n");
  await show("two lengths", "POST /json HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx");
  await show(
    "length and chunks",
    "POST /json HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
  );
  await show("a bare line feed in a value", "GET / HTTP/1.1\r\nHost: a\r\nX: a\nb\r\n\r\n");
  await show("a huge head", `GET / HTTP/1.1\r\nHost: a\r\nX: ${"x".repeat(20_000)}\r\n\r\n`);
  await show(
    "a bad chunk",
    "POST /json HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
  );
  await show(
    "pipelined",
    "GET / HTTP/1.1\r\nHost: a\r\n\r\nGET /number/7 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
  );
  await show("HTTP/1.0", "GET /pieces HTTP/1.0\r\n\r\n");
  await show(
    "expect",
    "POST /json HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n",
    (text) => text.includes("100 Continue"),
    "{}",
  );
  section("an upload that is cut short");
  const net = require("node:net");
  await new Promise((resolve) => {
    const socket = net.connect(port, "127.0.0.1", () => {
      socket.write(
        'POST /json HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a":',
      );
      setTimeout(() => socket.destroy(), 20);
    });
    socket.on("close", resolve);
  });
  await pause(30);
  await ask(port, "GET /");
}
