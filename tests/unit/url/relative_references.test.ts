// References against plain URLs take a fast path (`internal:web/relative_url`): its result must be that of the parser, which a base
// with its scheme in capitals selects.
import assert from "node:assert";
import { test } from "../harness.ts";

const PARTS = ["href", "host", "port", "pathname", "search", "hash", "origin"] as const;

function described(reference: string, base: string): string {
  try {
    const url = new URL(reference, base);
    return PARTS.map((part) => `${part}=${url[part]}`).join(" ");
  } catch (error: any) {
    return error.code;
  }
}

const BASES = [
  "http://localhost:3000",
  "http://localhost:3000/",
  "https://example.com/a/b/c?d=/e#f/g",
  "http://example.com/a/b/?x#",
  "http://example.com/a#b?c",
  "http://example.com?a/b",
  "http://example.com#a/b",
  "http://example.com/a/../b",
  "http://example.com:80/a",
  "http://user@example.com/a/b",
  "http://[::1]:3000/a",
  "http://127.1/a",
  "http://",
  "http:a",
  "https:///a/b",
];

const START = [
  "",
  "/",
  "//",
  "/\\",
  "\\",
  ".",
  "./",
  "..",
  "../",
  "../../",
  ".././",
  "?",
  "#",
  "x",
  "x/",
  "x:",
  "http:",
];
const END = [
  "",
  "y",
  "y/z",
  "y?a=1#b",
  "..",
  "./y",
  "../y",
  ".y",
  "?q",
  "#h",
  "%2e%2e/y",
  "a:b",
  "a b",
  "ä",
  "y//z",
  " ",
  "\t",
];

test("references are resolved as the parser resolves them", () => {
  for (const base of BASES) {
    const capitals = base.replace("http", "HTTP");
    for (const start of START) {
      for (const end of END) {
        const reference = start + end;
        assert.strictEqual(
          described(reference, base),
          described(reference, capitals),
          `${JSON.stringify(reference)} against ${base}`,
        );
      }
    }
  }
});

test("each ASCII character in a reference is read as the parser reads it", () => {
  for (let code = 0; code < 128; code++) {
    const character = String.fromCharCode(code);
    for (const reference of [
      character,
      `${character}a`,
      `/${character}`,
      `/a${character}b`,
      `a${character}b`,
      `../${character}a`,
      `?${character}`,
      `#${character}`,
    ]) {
      assert.strictEqual(
        described(reference, "http://localhost:3000/a/b/c?d#e"),
        described(reference, "HTTP://localhost:3000/a/b/c?d#e"),
        JSON.stringify(reference),
      );
    }
  }
});

test("the path of a request is resolved against an origin", () => {
  const url = new URL("/path/to?x=1&y=2", "http://localhost:3000");
  assert.deepStrictEqual(
    PARTS.map((part) => url[part]),
    [
      "http://localhost:3000/path/to?x=1&y=2",
      "localhost:3000",
      "3000",
      "/path/to",
      "?x=1&y=2",
      "",
      "http://localhost:3000",
    ],
  );
  assert.strictEqual(URL.parse("../z", "https://example.com/a/b/c")?.href, "https://example.com/a/z");
  assert.strictEqual(new URL("../../../z", new URL("https://example.com/a/b")).href, "https://example.com/z");
  assert.strictEqual(new URL("https://other.org/x", "http://localhost:3000").href, "https://other.org/x");
});

test("an invalid base is an error, also after a valid one", () => {
  assert.strictEqual(new URL("/a", "http://localhost").href, "http://localhost/a");
  assert.throws(() => new URL("/a", "localhost"), { code: "ERR_INVALID_URL" });
  assert.throws(() => new URL("http://a/b", "nonsense"), { code: "ERR_INVALID_URL" });
  assert.strictEqual(new URL("/b", "http://localhost").href, "http://localhost/b");
});
