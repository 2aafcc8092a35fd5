const fs = require("node:fs");
const path = require("node:path");
const { tmpdir } = require("node:os");
const usocket = require("usocket");

const file = path.join(fs.mkdtempSync(path.join(tmpdir(), "usocket-")), "socket");
const server = new usocket.UServer();
const client = new usocket.USocket();
server.listen(file, () => client.connect(file));
server.on("connection", (connection) => {
  const descriptor = fs.openSync(__filename, "r");
  connection.end({ data: Buffer.from("message"), fds: [descriptor], callback: () => fs.closeSync(descriptor) });
});
client.on("connected", () => client.read(0));
client.on("readable", () => {
  const message = client.read(7, 1);
  if (!message) return;
  console.log(message.data.toString(), message.fds.length, fs.readFileSync(message.fds[0], "utf8").length);
  server.close();
  client.end();
});
