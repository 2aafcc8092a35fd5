// URLs that are already serialized take a fast path (`internal:web/serialized_url`): its result must be that of the parser, which a base
// URL in capitals selects.
import assert from "node:assert";
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
