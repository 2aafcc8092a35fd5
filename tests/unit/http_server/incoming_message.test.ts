import assert from "node:assert";
import { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { test } from "../harness.ts";

function headersOf(lines: [string, string][]): object {
  const message: any = new IncomingMessage(null as any);
  const headers = {};
  for (const [name, value] of lines) message._addHeaderLine(name, value, headers);
  return headers;
}

test("it is a Readable with the members of a message", () => {
  const message = new IncomingMessage(null as any);
  assert.ok((message as unknown) instanceof Readable);
  assert.strictEqual(message.complete, false);
  assert.strictEqual(message.aborted, false);
  assert.strictEqual(message.url, "");
  assert.strictEqual(message.method, null);
  assert.strictEqual(message.statusCode, null);
  assert.deepStrictEqual(message.rawHeaders, []);
  assert.deepStrictEqual(message.headers, {});
});

test("duplicates are dropped, joined or collected by their names", () => {
  assert.deepStrictEqual(
    headersOf([
      ["Host", "a"],
      ["host", "b"],
      ["X", "1"],
      ["x", "2"],
      ["Cookie", "c"],
      ["COOKIE", "d"],
      ["Set-Cookie", "e"],
      ["set-cookie", "f"],
    ]),
    { host: "a", x: "1, 2", cookie: "c; d", "set-cookie": ["e", "f"] },
  );
});

test("a header named like a member of every object is a header", () => {
  assert.deepStrictEqual(
    Object.entries(
      headersOf([
        ["constructor", "x"],
        ["__proto__", "y"],
      ]),
    ),
    [["constructor", "x"]],
  );
});

test("pushed chunks are read", async () => {
  const message: any = new IncomingMessage(null as any);
  message.push("a");
  message.push("b");
  message.push(null);
  let text = "";
  for await (const chunk of message) text += chunk;
  assert.strictEqual(text, "ab");
});

test("the program can replace method, url and headers", () => {
  const message: any = Object.create(new IncomingMessage(null as any));
  message.url = "/x";
  message.method = "PUT";
  message.headers = { a: "b" };
  assert.deepStrictEqual([message.url, message.method, message.headers], ["/x", "PUT", { a: "b" }]);
});
