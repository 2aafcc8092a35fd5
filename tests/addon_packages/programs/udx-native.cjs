const UDX = require("udx-native");

const udx = new UDX();
console.log(UDX.isIPv4("127.0.0.1"), UDX.isIPv6("::1"), UDX.isIP("x"));
const server = udx.createSocket();
const client = udx.createSocket();
server.bind(0, "127.0.0.1");
client.bind(0, "127.0.0.1");
server.on("message", async (message, { host, family }) => {
  console.log("server", message.toString(), host, family);
  const a = udx.createStream(1);
  const b = udx.createStream(2);
  a.connect(server, 2, client.address().port);
  b.connect(client, 1, server.address().port);
  let size = 0;
  b.on("data", (data) => (size += data.length));
  b.on("end", () => {
    console.log("stream", size);
    b.end();
  });
  a.on("close", async () => {
    console.log("closed");
    await server.close();
    await client.close();
    console.log("done");
  });
  a.resume();
  a.write(Buffer.alloc(100000, "x"));
  a.end();
});
client.send(Buffer.from("hello"), server.address().port, "127.0.0.1");
