// 500 TLS handshakes by `node:tls`, without resumption, with a message each.
import { readFileSync } from "node:fs";
import { connect, createServer } from "node:tls";
import { listen } from "../job_support.mjs";

const file = (name) => readFileSync(new URL(`../../../tests/databases/tls/${name}`, import.meta.url));
const server = createServer({ cert: file("server.pem"), key: file("server.key") }, (socket) => {
  socket.on("error", () => {});
  socket.on("data", (data) => socket.end(data));
});
const port = await listen(server);
for (let index = 0; index < 500; index++) {
  await new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", rejectUnauthorized: false }, () => socket.write("hello"));
    socket.on("data", () => {});
    socket.on("end", resolve);
    socket.on("error", reject);
  });
}
server.close();
