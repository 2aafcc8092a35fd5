import assert from "node:assert/strict";
import { describe, it, test } from "node:test";

test("a test", async (context) => {
  assert.deepEqual({ a: 1 }, { a: 1 });
  await context.test("a part", () => assert.equal(1, 1));
});
describe("a group", () => {
  it("works", () => assert.throws(() => JSON.parse("{")));
});
