// Empty separators separate nothing.
import assert from "node:assert";
import querystring from "node:querystring";
import { test } from "../harness.ts";

test("parse() with an empty separator ends, with a name without its value", () => {
  for (const separator of [[], { toString: () => "" }] as any[]) {
    assert.deepStrictEqual({ ...querystring.parse("a=b&c=d", separator) }, { a: "" });
    assert.deepStrictEqual({ ...querystring.parse("ab&cd", separator) }, { "ab&cd": "" });
  }
});

test("parse() with an empty equals sign makes values of all", () => {
  assert.deepStrictEqual({ ...querystring.parse("a=b&c=d", "&", [] as any) }, { "": ["a=b", "c=d"] });
});
