import assert from "node:assert";
import url from "node:url";
import { test } from "../harness.ts";

test("paths become file URLs and come back", () => {
  const path = "/a b?c#d%e\n\\~[]";
  assert.strictEqual(url.pathToFileURL(path).href, "file:///a%20b%3Fc%23d%25e%0A%5C%7E%5B%5D");
  assert.strictEqual(url.fileURLToPath(url.pathToFileURL(path)), path);
  assert.strictEqual(url.pathToFileURL("C:\\a b\\", { windows: true }).href, "file:///C:/a%20b/");
  assert.strictEqual(url.fileURLToPath("file://server/share/a", { windows: true }), "\\\\server\\share\\a");
});

test("file URLs that are not paths are refused", () => {
  assert.throws(() => url.fileURLToPath("http://a"), {
    code: "ERR_INVALID_URL_SCHEME",
    message: "The URL must be of scheme file",
  });
  assert.throws(() => url.fileURLToPath("file:///a%2fb"), {
    code: "ERR_INVALID_FILE_URL_PATH",
    message: "File URL path must not include encoded / characters",
  });
  assert.throws(() => url.fileURLToPath("file://host/a"), { code: "ERR_INVALID_FILE_URL_HOST" });
});

test("parse retains what it does not recognize", () => {
  const parsed = url.parse("HTTP://u:p%40@Example.com:8/p/a?q=1#h");
  assert.deepStrictEqual(
    [parsed.protocol, parsed.slashes, parsed.auth, parsed.host, parsed.port, parsed.path, parsed.hash],
    ["http:", true, "u:p@", "example.com:8", "8", "/p/a?q=1", "#h"],
  );
  assert.strictEqual(url.parse("/a?b=c", true).query.b, "c");
  assert.strictEqual(url.parse("//h/p", false, true).host, "h");
  assert.throws(() => url.parse("http://xn--iñvalid.com/"), { code: "ERR_INVALID_URL" });
});

test("resolve follows references", () => {
  for (const [base, reference, expected] of [
    ["/one/two/three", "four", "/one/two/four"],
    ["http://a/b/c/d;p?q", "../../../g", "http://a/g"],
    ["mailto:a@b", "c@d", "mailto:c@d"],
    ["http://u:p@h/x", "/y", "http://u:p@h/y"],
    ["http://a/b", "//c/d", "http://c/d"],
    ["a/b", "..", ""],
  ] as const) {
    assert.strictEqual(url.resolve(base, reference), expected, `${base} ${reference}`);
  }
});

test("format takes URLs with options and plain fields", () => {
  const options = { auth: false, fragment: false, search: false, unicode: true };
  assert.strictEqual(url.format(new URL("http://u:p@測試.com:8/p?q#h"), options), "http://測試.com:8/p");
  assert.strictEqual(
    url.format({ hostname: "::1", port: 3, query: { a: [1, 2] }, slashes: true } as never),
    "//[::1]:3?a=1&a=2",
  );
});

test("domains and request options", () => {
  assert.strictEqual(url.domainToASCII("español.com"), "xn--espaol-zwa.com");
  assert.strictEqual(url.domainToASCII("xn--iñvalid.com"), "");
  assert.strictEqual(url.domainToUnicode("xn--espaol-zwa.com"), "español.com");
  const options = url.urlToHttpOptions(new URL("http://a%20:b@[::1]:81/x?y"));
  assert.deepStrictEqual([options.hostname, options.port, options.auth, options.path], ["::1", 81, "a :b", "/x?y"]);
});
