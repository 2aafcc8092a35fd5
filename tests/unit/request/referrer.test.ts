import assert from "node:assert";
import { test } from "../harness.ts";

test("a request keeps the URL of its referrer", () => {
  const request = new Request("http://localhost", { referrer: "http://example.com" });
  assert.strictEqual(request.referrer, "http://example.com/");
  assert.strictEqual(request.clone().referrer, "http://example.com/");
  assert.strictEqual(new Request(request).referrer, "http://example.com/");
});

test("the referrer may be empty or the client", () => {
  const referrers = ["", "about:client"].map((referrer) => new Request("http://localhost", { referrer }).referrer);
  assert.deepStrictEqual(referrers, ["", "about:client"]);
  assert.strictEqual(new Request("http://localhost").referrer, "about:client");
});

test("a referrer that is not a URL is refused", () => {
  assert.throws(() => new Request("http://localhost", { referrer: "http://[" }), {
    name: "TypeError",
    message: 'Referrer "http://[" is not a valid URL.',
  });
});
