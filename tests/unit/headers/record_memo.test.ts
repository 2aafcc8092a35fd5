// Headers made repeatedly of the same object: each list is independent of earlier ones.
import assert from "node:assert";
import { test } from "../harness.ts";

test("responses of the same headers object do not share changes", () => {
  const headers = { "x-one": "1", "X-Two": "2" };
  const first = new Response("a", { headers });
  const second = new Response("b", { headers });
  first.headers.set("x-one", "changed");
  first.headers.append("x-three", "3");
  const third = new Response("c", { headers });
  assert.deepEqual(
    [...second.headers],
    [
      ["content-type", "text/plain;charset=UTF-8"],
      ["x-one", "1"],
      ["x-two", "2"],
    ],
  );
  assert.deepEqual([...third.headers], [...second.headers]);
  assert.equal(first.headers.get("x-one"), "changed");
});

test("a changed value of the same object is seen", () => {
  const headers: Record<string, string> = { "x-one": "1", "x-two": "2" };
  assert.equal(new Response("a", { headers }).headers.get("x-two"), "2");
  headers["x-two"] = "3";
  assert.equal(new Response("a", { headers }).headers.get("x-two"), "3");
  delete headers["x-two"];
  headers["x-four"] = "4";
  assert.equal(new Response("a", { headers }).headers.get("x-two"), null);
  assert.equal(new Response("a", { headers }).headers.get("x-four"), "4");
});

test("each value is read once, also when it differs from the last one", () => {
  let reads = 0;
  const record = (value: string) => ({
    "x-first": "same",
    get "x-second"() {
      reads += 1;
      return value;
    },
    "x-third": "same",
  });
  for (const value of ["1", "1", "2", "2"])
    assert.equal(new Response("", { headers: record(value) }).headers.get("x-second"), value);
  assert.equal(reads, 4);
});

test("a getter that makes a response itself does not mix the two", () => {
  const inner = { "x-a": "inner a", "x-b": "inner b" };
  const outer = {
    "x-a": "outer a",
    get "x-b"() {
      return new Response("", { headers: inner }).headers.get("x-b")!.replace("inner", "outer");
    },
  };
  for (let round = 0; round < 3; round += 1) {
    const { headers } = new Response("", { headers: outer });
    assert.deepEqual([headers.get("x-a"), headers.get("x-b")], ["outer a", "outer b"]);
  }
});

test("values that are not strings are converted each time", () => {
  const value = {
    count: 0,
    toString() {
      this.count += 1;
      return String(this.count);
    },
  };
  assert.equal(new Response("", { headers: { "x-value": value as unknown as string } }).headers.get("x-value"), "1");
  assert.equal(new Response("", { headers: { "x-value": value as unknown as string } }).headers.get("x-value"), "2");
});
