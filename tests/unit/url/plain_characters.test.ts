// URLs that are already serialized take a fast path (`internal:web/serialized_url`): its result must be that of the parser, which a base
// URL in capitals selects.
import assert from "node:assert";
import { fileURLToPath, format } from "node:url";
import { test } from "../harness.ts";

const PARTS = [
  "href",
  "protocol",
  "username",
  "password",
  "host",
  "hostname",
  "port",
  "pathname",
  "search",
  "hash",
  "origin",
] as const;

function described(make: () => URL): string {
  try {
    const url = make();
    return PARTS.map((part) => `${part}=${url[part]}`).join(" ");
  } catch (error: any) {
    return error.code;
  }
}

test("each ASCII character in each part of a URL is read as the parser reads it", () => {
  for (let code = 0; code < 128; code++) {
    const character = String.fromCharCode(code);
    for (const text of [
      `http://a${character}b/`,
      `https://a.b:8${character}0/`,
      `http://a/b${character}c`,
      `http://a/b?c${character}d`,
      `http://a/b#c${character}d`,
      `http://a/b?c#d${character}e`,
      `http://a/b%2${character}c`,
      `file:///a${character}b`,
      `file:///${character}`,
      `file:///c${character}/../d`,
      `file://${character}/a`,
      `file:///a?b${character}c#d${character}e`,
    ]) {
      assert.strictEqual(
        described(() => new URL(text)),
        described(() => new URL(text, "HTTP://base/")),
        JSON.stringify(text),
      );
    }
  }
});

test("an empty query or fragment stays in the URL, and search or hash is empty", () => {
  for (const text of ["http://a/?", "http://a/#", "http://a/?#", "http://a/b?#c", "http://a/b?c#"]) {
    assert.strictEqual(
      described(() => new URL(text)),
      described(() => new URL(text, "HTTP://base/")),
      text,
    );
  }
});

test("dots and percent signs in paths are read as the parser reads them", () => {
  const segments = [".a", "..a", "a.", ".", "..", "...", "%2e", "%2E%2e", ".%2e", "%2e.", "%20", "%", "%2", "%zz"];
  for (const origin of ["http://a", "file://"])
    for (const segment of segments)
      for (const text of [
        `${origin}/b/${segment}`,
        `${origin}/b/${segment}/c`,
        `${origin}/${segment}/`,
        `${origin}//${segment}`,
      ])
        assert.strictEqual(
          described(() => new URL(text)),
          described(() => new URL(text, "HTTP://base/")),
          text,
        );
});

/** Pseudo-random numbers, the same in each run. */
function numbers(): (limit: number) => number {
  let state = 7;
  return (limit) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >> 8) % limit;
  };
}

test("credentials, dot segments and references are read as the parser reads them", () => {
  const next = numbers();
  const pick = (values: string[]) => values[next(values.length)]!;
  const segments = ["a", "bc", ".", "..", "", "...", ".a", "a.", "%2e", "..b", "x%20y", " ", "C:", "C|"];
  const credentials = [
    "",
    "",
    "u@",
    "u:p@",
    "u:@",
    ":p@",
    "@",
    "u:p:q@",
    "a%20b:c@",
    "u@v@",
    "u;x@",
    "ü@",
    "~u-1:$&*@",
  ];
  const hosts = ["h", "h.com", "h:80", "h:443", "h:8080", "1.2.3.4", "h.", "", "[::1]"];
  const ends = ["", "?", "?a/../b", "?x=./y", "#/..", "#a", "?a#/../b"];
  for (let count = 0; count < 20_000; count++) {
    let path = "";
    for (let left = next(6); left > 0; left--) path += `/${pick(segments)}`;
    const origin = next(4) === 0 ? `file://${pick(["", "", "h"])}` : `${pick(["http", "https", "wss"])}://`;
    const text = origin[0] === "f" ? origin + path : origin + pick(credentials) + pick(hosts) + path + pick(ends);
    // The fast path is for schemes in small letters.
    const parsed = text.replace(/^\w+/, (scheme) => scheme.toUpperCase());
    assert.strictEqual(
      described(() => new URL(text)),
      described(() => new URL(parsed)),
      text,
    );
    assert.strictEqual(URL.canParse(text), URL.canParse(parsed), text);
    const reference = path.slice(next(2)) + pick(ends);
    assert.strictEqual(
      described(() => new URL(reference, text)),
      described(() => new URL(reference, parsed)),
      `${reference} against ${text}`,
    );
  }
});

test("the parts of a URL with credentials and dot segments", () => {
  const url = new URL("https://user:pw@example.com:8080/a/./b/../c/.d?x=/../1#/./h");
  assert.deepStrictEqual(
    PARTS.map((part) => url[part]),
    [
      "https://user:pw@example.com:8080/a/c/.d?x=/../1#/./h",
      "https:",
      "user",
      "pw",
      "example.com:8080",
      "example.com",
      "8080",
      "/a/c/.d",
      "?x=/../1",
      "#/./h",
      "https://example.com:8080",
    ],
  );
  url.password = "";
  url.port = "";
  assert.strictEqual(url.href, "https://user@example.com/a/c/.d?x=/../1#/./h");
});

test("setters change a plain file URL as one that the parser read", () => {
  for (const [name, value] of [
    ["pathname", "/x y"],
    ["search", "q"],
    ["hash", "h"],
    ["host", "server"],
    ["href", "http://a/"],
  ] as const) {
    const [plain, parsed] = [new URL("file:///a/b"), new URL("FILE:///a/b")];
    plain[name] = value;
    parsed[name] = value;
    assert.strictEqual(
      described(() => plain),
      described(() => parsed),
      name,
    );
  }
});

test("fileURLToPath decodes plain URLs and refuses encoded slashes and hosts", () => {
  assert.strictEqual(fileURLToPath("file:///a/b.c"), "/a/b.c");
  assert.strictEqual(fileURLToPath("file:///a%20b/%C3%A9?query#hash"), "/a b/é");
  assert.strictEqual(fileURLToPath("file:///a/../b"), "/b");
  for (const text of ["file:///a%2fb", "file:///a%2Fb"])
    assert.throws(() => fileURLToPath(text), { code: "ERR_INVALID_FILE_URL_PATH" });
  assert.throws(() => fileURLToPath("file://host/a"), { code: "ERR_INVALID_FILE_URL_HOST" });
  assert.throws(() => fileURLToPath("http://a/b"), { code: "ERR_INVALID_URL_SCHEME" });
  assert.throws(() => fileURLToPath("file:///%ff"), URIError);
});

test("url.format without options returns the href, also of a changed URL", () => {
  const url = new URL("http://user:pw@a/b?c#d");
  assert.strictEqual(format(url), "http://user:pw@a/b?c#d");
  url.hash = "e";
  assert.strictEqual(format(url), "http://user:pw@a/b?c#e");
  assert.strictEqual(format(url, { auth: false, fragment: false }), "http://a/b?c");
});
