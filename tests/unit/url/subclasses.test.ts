// Classes of programs that replace accessors of URL. Node 26 and Bun 1.4 do the same.
import assert from "node:assert";
import { test } from "../harness.ts";

test("the list of parameters does not read the accessor `search`, which a class may replace", () => {
  const read: string[] = [];
  class Own extends URL {
    override get search(): string {
      read.push("search");
      return "?own=1";
    }
    override set search(value: string) {
      super.search = value;
    }
    get params(): string {
      return super.searchParams.toString();
    }
  }
  const url = new Own("https://a.example/b?c=1");
  assert.strictEqual(url.params, "c=1");
  url.search = "?d=2";
  assert.strictEqual(url.params, "d=2");
  url.href = "https://a.example/?e=3";
  assert.strictEqual(url.params, "e=3");
  assert.deepStrictEqual(read, []);
});
