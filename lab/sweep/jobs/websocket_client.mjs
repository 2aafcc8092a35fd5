// The global `WebSocket` against a server by the package `ws`: an echo in series of small and of large messages.
import { createRequire } from "node:module";
import process from "node:process";

const { WebSocketServer } = createRequire(`${process.argv[2]}/`)("ws");
const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
await new Promise((resolve) => server.once("listening", resolve));
server.on("connection", (socket) => {
  socket.on("message", (data, isBinary) => socket.send(data, { binary: isBinary }));
});

async function echo(message, times) {
  const socket = new WebSocket(`ws://127.0.0.1:${server.address().port}`);
  socket.binaryType = "arraybuffer";
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = reject;
  });
  let left = times;
  await new Promise((resolve) => {
    socket.onmessage = () => (--left === 0 ? resolve() : socket.send(message));
    socket.send(message);
  });
  await new Promise((resolve) => {
    socket.onclose = resolve;
    socket.close();
  });
}

await echo("a message of thirty characters", 20_000);
await echo(new Uint8Array(100_000), 500);
server.close();
