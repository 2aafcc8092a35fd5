// The names of address families, as `server.address()` has them, in the options of a connection.
import assert from "node:assert";
import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import { test } from "../harness.ts";

const families: [given: unknown, lookup: unknown][] = [
  ["IPv4", { family: 4, hints: 0 }],
  ["IPv6", { family: 6, hints: 0 }],
  [4, { family: 4, hints: 0 }],
];
for (const [family, expected] of families) {
  test(`the family ${family} is looked up by number, without hints`, async () => {
    const queries: unknown[] = [];
    const options: any = {
      host: "name.invalid",
      port: 1,
      family,
      lookup(_host: string, query: unknown, callback: (error: Error) => void) {
        queries.push(query);
        callback(new Error("stop"));
      },
    };
    await once(net.connect(options), "error");
    assert.deepStrictEqual(queries, [expected]);
  });
}

test("the address of a server can be the options of a request", async () => {
  const server = http.createServer((_request, response) => response.end("body"));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const [response] = await once(http.get(server.address() as any), "response");
  response.setEncoding("utf8");
  assert.strictEqual((await once(response, "data"))[0], "body");
  server.close();
});
