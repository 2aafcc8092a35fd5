// Responses of node:http that only a client sees. The expected ones in app.toml are Node 26's.
const http = require("node:http");
const { Transform, pipeline } = require("node:stream");

const routes = {
  "/single": (request, response) => response.end("hello"),
  "/pieces": (request, response) => {
    response.write("a");
    setTimeout(() => response.end("b"), 5);
  },
  "/headers": (request, response) => {
    response.setHeader("Content-Type", "application/json");
    response.end(
      JSON.stringify([
        request.method,
        request.url,
        request.headers["x-one"],
        request.headersDistinct["x-one"],
        request.httpVersion,
      ]),
    );
  },
  "/echo": (request, response) => request.pipe(response),
  "/collect": (request, response) => {
    let text = "";
    request
      .setEncoding("utf8")
      .on("data", (piece) => (text += piece))
      .on("end", () => response.end(`${text} ${request.complete}`));
  },
  "/late": (request, response) =>
    setTimeout(() => response.end(`${request.url} ${request.headers.host !== undefined}`), 5),
  "/big": (request, response) => {
    let left = 40;
    const more = () => {
      while (left-- > 0) if (!response.write("x".repeat(50_000))) return response.once("drain", more);
      response.end();
    };
    more();
  },
  "/socket": (request, response) => {
    const { socket } = request;
    response.end(
      [
        socket === response.socket,
        socket.remoteAddress,
        socket.localPort === server.address().port,
        socket.encrypted,
      ].join(" "),
    );
  },
  "/events": (request, response) => {
    const events = [];
    response.on("finish", () => events.push("finish")).on("close", () => events.push("close"));
    request.on("end", () => events.push("end")).on("close", () => events.push("request close"));
    response.end();
    setTimeout(() => (lastEvents = events.join()), 5);
  },
  "/last_events": (request, response) => setTimeout(() => response.end(lastEvents), 10),
  "/pipeline": (request, response) => {
    const upper = new Transform({
      transform: (piece, _encoding, callback) => callback(null, piece.toString().toUpperCase()),
    });
    pipeline(request, upper, response, (error) => (lastEvents = `pipeline ${error}`));
  },
  // As frameworks do: their own prototypes, and wrapped methods.
  "/prototypes": (request, response) => {
    Object.setPrototypeOf(
      request,
      Object.create(http.IncomingMessage.prototype, {
        name: {
          get() {
            return this.headers["x-name"];
          },
        },
      }),
    );
    Object.setPrototypeOf(
      response,
      Object.assign(Object.create(http.ServerResponse.prototype), {
        send(text) {
          return this.end(text);
        },
      }),
    );
    response.send(`${request.name} ${request instanceof http.IncomingMessage}`);
  },
  "/wrapped": (request, response) => {
    const { writeHead } = response;
    response.writeHead = function (...args) {
      this.setHeader("X-Wrapped", "1");
      return writeHead.apply(this, args);
    };
    response.end("wrapped");
  },
  "/no_content": (request, response) => response.writeHead(204).end("lost"),
};
let lastEvents = "";

const server = http.createServer((request, response) => {
  const route = routes[request.url.split("?")[0]];
  if (route) route(request, response);
  else response.writeHead(404, "Nothing").end();
});
server.on("checkExpectation", (request, response) =>
  response.writeHead(417, { "x-expected": request.headers.expect }).end(),
);
server.listen(Number(process.env.PORT), "127.0.0.1");
