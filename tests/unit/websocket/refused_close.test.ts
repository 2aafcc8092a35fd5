// `close` with a code or a reason that programs may not send: each runtime has its own messages.
import assert from "node:assert";
import { test } from "../harness.ts";

const { bun, deno } = process.versions;
const home = bun !== undefined ? "bun" : deno !== undefined ? "deno" : "node";

const messages = {
  node: ["invalid code", "Reason must be less than 123 bytes; received 124"],
  bun: [
    "The close code must be a valid WebSocket close code (1000-1014, excluding the reserved codes 1004-1006, or in the range of 3000 to 4999). Received 999.",
    "The close reason must not be greater than 123 UTF-8 bytes. Received 124 bytes.",
  ],
  deno: [
    "The close code must be either 1000 or in the range of 3000 to 4999: received 999",
    "The close reason may not be longer than 123 bytes",
  ],
}[home];

test("close refuses codes and reasons with the message of the home", () => {
  const socket = new WebSocket("ws://127.0.0.1:1/");
  socket.onerror = () => {};
  assert.throws(() => socket.close(999), { name: "InvalidAccessError", message: messages[0] });
  assert.throws(() => socket.close(1000, "\u00e9".repeat(62)), { name: "SyntaxError", message: messages[1] });
  socket.close();
});
