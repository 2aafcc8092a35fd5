// `fetch` of bodies of 10 MB, down and up, against `node:http` in the same process.
import { createServer } from "node:http";
import { check, listen } from "../job_support.mjs";

const body = Buffer.alloc(10_000_000, "abcdefghij");
const server = createServer((request, response) => {
  if (request.method === "GET") {
    response.end(body);
    return;
  }
  let length = 0;
  request.on("data", (chunk) => (length += chunk.length));
  request.on("end", () => response.end(String(length)));
});
const url = `http://127.0.0.1:${await listen(server)}/`;
for (let round = 0; round < 20; round++) {
  const down = await (await fetch(url)).arrayBuffer();
  check(down.byteLength === body.length, "the download is not complete");
  const up = await (await fetch(url, { method: "POST", body })).text();
  check(up === String(body.length), "the upload is not complete");
}
server.close();
server.closeAllConnections();
