// The process that shutdown.mjs ends: `node graceful_server.cjs MANNER LOG`.
const http = require("node:http");
const { noteService } = require("./note_service.cjs");

const [, , manner, log] = process.argv;
const app = noteService({ log, version: 1 });
let isClosing = false;
const server = http.createServer((request, response) => {
  // Clients with persistent connections would keep the process alive.
  if (isClosing && manner === "plain close") response.setHeader("Connection", "close");
  app(request, response);
});
server.listen(0, "127.0.0.1", () => process.send({ port: server.address().port }));

const goodbye = () =>
  app.locals.logger.end(() => {
    console.log(`${manner}: listening: ${server.listening}`);
    process.disconnect();
  });
const manners = {
  // As the documentation of Node.js says: no new connections, idle ones are closed, the others after their response.
  "plain close": () => server.close(goodbye),
  // Requests over persistent connections are still answered, but with `Connection: close`.
  "http-terminator": () =>
    require("http-terminator").createHttpTerminator({ server, gracefulTerminationTimeout: 5000 }),
};
const terminator = manner === "http-terminator" ? manners[manner]() : null;
process.once("SIGTERM", (signal, number) => {
  console.log(signal, number);
  isClosing = true;
  if (terminator) terminator.terminate().then(goodbye);
  else manners["plain close"]();
});
