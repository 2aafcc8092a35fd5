// The server of the programs that measure fetch. It is the same process for all runtimes, so it does not count.
const { createServer } = require("node:http");

createServer((request, response) => response.end("hello")).listen(process.env.PORT, "127.0.0.1");
