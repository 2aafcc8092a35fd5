// HTTP/2 without TLS by `node:http2`: 20,000 requests, 100 streams in flight.
import { connect, createServer } from "node:http2";
import { check, inBatches, listen } from "../job_support.mjs";

const server = createServer();
server.on("stream", (stream) => {
  stream.respond({ ":status": 200, "content-type": "text/plain" });
  stream.end("hello, world");
});
const client = connect(`http://127.0.0.1:${await listen(server)}`);
let length = 0;
const requests = Array.from({ length: 20_000 }, (_, index) => index);
await inBatches(
  requests,
  100,
  (index) =>
    new Promise((resolve, reject) => {
      const stream = client.request({ ":path": `/items/${index}` });
      stream.on("data", (chunk) => (length += chunk.length));
      stream.on("end", resolve);
      stream.on("error", reject);
      stream.end();
    }),
);
check(length === 20_000 * 12, "bodies are missing");
client.close();
server.close();
