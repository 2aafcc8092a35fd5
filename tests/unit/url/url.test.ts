import assert from "node:assert";
import { inspect } from "node:util";
import { test } from "../harness.ts";

test("the parts of a URL", () => {
  const url = new URL("../x?q=1#h", "https://u:p@Ex.com:8443/a/b/");
  assert.deepStrictEqual(
    [
      url.href,
      url.origin,
      url.protocol,
      url.username,
      url.password,
      url.host,
      url.hostname,
      url.port,
      url.pathname,
      url.search,
      url.hash,
    ],
    [
      "https://u:p@ex.com:8443/a/x?q=1#h",
      "https://ex.com:8443",
      "https:",
      "u",
      "p",
      "ex.com:8443",
      "ex.com",
      "8443",
      "/a/x",
      "?q=1",
      "#h",
    ],
  );
  assert.strictEqual(new URL("web+x:/.//p").host, "");
  assert.strictEqual(new URL("blob:https://a.b/c").origin, "https://a.b");
  assert.strictEqual(new URL("file:///a").origin, "null");
});

test("setters change the URL or, for a bad value, nothing", () => {
  const url = new URL("http://a/b");
  url.host = "c:81";
  url.pathname = "x y";
  url.hash = "é";
  url.port = "no";
  url.protocol = "mailto";
  assert.strictEqual(url.href, "http://c:81/x%20y#%C3%A9");
  assert.throws(
    () => {
      url.href = "no";
    },
    { code: "ERR_INVALID_URL", input: "no" },
  );
});

test("searchParams and search follow each other", () => {
  const url = new URL("http://a/?x=1");
  const params = url.searchParams;
  params.append("y", "2 3");
  assert.strictEqual(url.search, "?x=1&y=2+3");
  url.search = "?z=9";
  assert.strictEqual(params.get("z"), "9");
  assert.strictEqual(params.size, 1);
  assert.strictEqual(url.searchParams, params);
});

test("an invalid URL is an error with its input and base", () => {
  assert.throws(() => new URL("no", "neither"), {
    name: "TypeError",
    code: "ERR_INVALID_URL",
    message: "Invalid URL",
    input: "no",
    base: "neither",
  });
  assert.strictEqual(URL.parse("no"), null);
  assert.strictEqual(URL.canParse("x", "http://a"), true);
  assert.throws(() => new (URL as any)(), { code: "ERR_MISSING_ARGS" });
});

test("a URL prints with its parts", () => {
  assert.match(inspect(new URL("http://a")), /^URL \{\n {2}href: 'http:\/\/a\/',\n/);
  assert.strictEqual(inspect(new URLSearchParams("a=1&b")), "URLSearchParams { 'a' => '1', 'b' => '' }");
});

test("URLSearchParams reads text, pairs, records and copies", () => {
  assert.strictEqual(new URLSearchParams("?a=%zz&b=%C3%A9+x&=y&c").toString(), "a=%25zz&b=%C3%A9+x&=y&c=");
  assert.strictEqual(new URLSearchParams([["a", "é*~ '"]]).toString(), "a=%C3%A9*%7E+%27");
  assert.strictEqual(new URLSearchParams({ a: "1", b: "2" }).toString(), "a=1&b=2");
  assert.throws(() => new URLSearchParams([["a"]] as never), {
    code: "ERR_INVALID_TUPLE",
    message: "Each query pair must be an iterable [name, value] tuple",
  });
});

test("URLSearchParams changes and sorts", () => {
  const params = new URLSearchParams("b=1&a=2&b=3&a=1");
  params.sort();
  assert.strictEqual(params.toString(), "a=2&a=1&b=1&b=3");
  params.delete("a", "2");
  params.set("b", "x");
  assert.deepStrictEqual(
    [...params],
    [
      ["a", "1"],
      ["b", "x"],
    ],
  );
  assert.strictEqual(params.has("a", "2"), false);
});
