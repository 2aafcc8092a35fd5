const unix = require("unix-dgram");
const { mkdtempSync } = require("node:fs");
const { join } = require("node:path");
const { tmpdir } = require("node:os");

const path = join(mkdtempSync(join(tmpdir(), "dgram-")), "socket");
const server = unix.createSocket("unix_dgram", (message) => {
  console.log(message.toString());
  server.close();
});
server.bind(path);
const client = unix.createSocket("unix_dgram");
client.send(Buffer.from("hello"), 0, 5, path);
client.close();
