// https://urlpattern.spec.whatwg.org/
import assert from "node:assert";
import { test } from "../harness.ts";

const URLPattern = (globalThis as any).URLPattern;

test("named groups, wildcards and regular expressions match, and yield what they matched", () => {
  const pattern = new URLPattern({ pathname: "/books/:id(\\d+)/*" });
  const match = pattern.exec("https://example.com/books/42/pages/1");
  assert.deepStrictEqual({ ...match.pathname.groups }, { id: "42", 0: "pages/1" });
  assert.strictEqual(match.hostname.input, "example.com");
  assert.strictEqual(pattern.test("https://example.com/books/x/pages"), false);
  assert.strictEqual(pattern.exec("https://example.com/"), null);
  assert.strictEqual(pattern.hasRegExpGroups, true);
});

test("a string has all components; a base URL gives the missing ones", () => {
  const pattern = new URLPattern("https://*.example.com:8080/:name\\?q=*#end");
  assert.deepStrictEqual(
    [pattern.protocol, pattern.hostname, pattern.port, pattern.pathname, pattern.search, pattern.hash],
    ["https", "*.example.com", "8080", "/:name", "q=*", "end"],
  );
  assert.strictEqual(new URLPattern("../c/:d", "https://example.com/a/b").pathname, "/c/:d");
  assert.strictEqual(new URLPattern("/a/:b", "https://example.com").test("/a/x", "https://example.com"), true);
});

test("modifiers make groups optional and repeated", () => {
  assert.strictEqual(new URLPattern({ pathname: "/a/:b?" }).test({ pathname: "/a" }), true);
  const match = new URLPattern({ pathname: "/files/:path+" }).exec({ pathname: "/files/a/b/c" });
  assert.strictEqual(match.pathname.groups.path, "a/b/c");
  assert.strictEqual(new URLPattern({ pathname: "{/old}*/new" }).test({ pathname: "/old/old/new" }), true);
  assert.strictEqual(new URLPattern({ pathname: "/:a?" }).exec({ pathname: "" })?.pathname.groups.a, undefined);
});

test("components are normalized as URLs are", () => {
  const pattern = new URLPattern({ protocol: "https", hostname: "EXAMPLE.com", port: "443", pathname: "/caf\u00e9" });
  assert.deepStrictEqual([pattern.hostname, pattern.port, pattern.pathname], ["example.com", "", "/caf%C3%A9"]);
  assert.strictEqual(pattern.test("https://example.com/café"), true);
});

test("ignoreCase", () => {
  assert.strictEqual(new URLPattern({ pathname: "/a" }, { ignoreCase: true }).test({ pathname: "/A" }), true);
  assert.strictEqual(new URLPattern({ pathname: "/a" }).test({ pathname: "/A" }), false);
});

test("an invalid pattern throws a TypeError", () => {
  for (const pathname of ["/:", "/(", "/(?x)", "/{a", "/:a/:a", "/((a))"])
    assert.throws(
      () => new URLPattern({ pathname }),
      { name: "TypeError", code: "ERR_INVALID_URL_PATTERN", message: "Failed to construct URLPattern" },
      pathname,
    );
  assert.throws(() => new URLPattern("/relative"), TypeError);
  assert.throws(() => new URLPattern({}, "https://example.com"), TypeError);
  assert.throws(() => new URLPattern({ baseURL: "nothing" }), TypeError);
});

test("members called on other objects are illegal invocations", () => {
  const { prototype } = URLPattern as any;
  for (const call of [
    () => Reflect.get(prototype, "hash", {}),
    () => Reflect.get(prototype, "hasRegExpGroups", {}),
    () => prototype.test.call({}),
    () => prototype.exec.call(null),
  ])
    assert.throws(call, { name: "TypeError", message: "Illegal invocation" });
});

test("components that match anything are independent of each other and of other patterns", () => {
  const [first, second] = [
    new URLPattern({ pathname: "/a" }),
    new URLPattern({ pathname: "/A" }, { ignoreCase: true }),
  ];
  const matched = first.exec("https://h.com:81/a?q=1#f")!;
  assert.strictEqual(JSON.stringify(matched.search.groups), '{"0":"q=1"}');
  assert.strictEqual(JSON.stringify(matched.hostname.groups), '{"0":"h.com"}');
  matched.search.groups["0"] = "changed";
  const again = second.exec("https://h.com:81/a?q=2#g")!;
  assert.strictEqual(JSON.stringify([again.search.groups, again.hash.groups]), '[{"0":"q=2"},{"0":"g"}]');
  assert.strictEqual(first.test("https://h.com/A"), false);
  assert.strictEqual([second.protocol, second.port, second.search].join(), "*,*,*");
});
