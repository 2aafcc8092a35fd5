const utp = require("utp-native");

const server = utp.createServer((connection) => {
  connection.on("data", (data) => connection.write(data));
  connection.on("end", () => connection.end());
});
server.listen(0, () => {
  const connection = utp.connect(server.address().port, "127.0.0.1");
  let text = "";
  connection.on("data", (data) => {
    text += data;
    if (text.length === 11) connection.end();
  });
  connection.on("close", () => {
    console.log("client", text);
    server.close(() => console.log("server closed"));
  });
  connection.write("hello world");
});
