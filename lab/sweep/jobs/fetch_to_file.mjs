// A `fetch` body piped to a file, and the file back as the body of a request.
import { createReadStream, createWriteStream, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { check, listen, temporaryFolder } from "../job_support.mjs";

const body = Buffer.alloc(10_000_000, "abcdefghij");
const folder = temporaryFolder();
const file = path.join(folder, "body");
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
for (let round = 0; round < 15; round++) {
  const response = await fetch(url);
  await pipeline(Readable.fromWeb(response.body), createWriteStream(file));
  check(statSync(file).size === body.length, "the file is not complete");
  const source = Readable.toWeb(createReadStream(file));
  const up = await fetch(url, { method: "POST", body: source, duplex: "half" });
  check((await up.text()) === String(body.length), "the upload is not complete");
}
server.close();
server.closeAllConnections();
rmSync(folder, { recursive: true });
