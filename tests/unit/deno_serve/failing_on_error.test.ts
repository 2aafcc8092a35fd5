// Deno.serve with handlers and an onError that fail: the client gets a 500, and the server continues.
import assert from "node:assert";
import { test } from "../harness.ts";

for (const [name, onError] of Object.entries<any>({
  throws: () => {
    throw new Error("in onError");
  },
  rejects: async () => {
    throw new Error("in onError");
  },
  "gives no Response": () => 5,
})) {
  test(`an onError that ${name} responds 500, each time`, async () => {
    const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {}, onError }, () => {
      throw new Error("in handler");
    });
    for (let index = 0; index < 3; index++) {
      const response = await fetch(`http://127.0.0.1:${server.addr.port}/`);
      assert.deepStrictEqual([response.status, await response.text()], [500, "Internal Server Error"]);
    }
    await server.shutdown();
  });
}

test("a value that is not a Response goes to onError", async () => {
  let message = "";
  const onError = (error: Error): Response => {
    message = error.message;
    return new Response("handled", { status: 418 });
  };
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {}, onError }, () => 5);
  const response = await fetch(`http://127.0.0.1:${server.addr.port}/`);
  assert.deepStrictEqual([response.status, await response.text()], [418, "handled"]);
  assert.strictEqual(
    message,
    "Return value from serve handler must be a response or a promise resolving to a response",
  );
  await server.shutdown();
});
