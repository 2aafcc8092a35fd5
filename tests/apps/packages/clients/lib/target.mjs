// The server that the clients are tried on: responses of each kind, valid and broken ones.
import http from "node:http";
import zlib from "node:zlib";
import { listen } from "../../shared/ask.mjs";

let flaky = 0;
const paths = {
  "/redirect": (request, response) => response.writeHead(302, { Location: "/json?from=redirect" }).end(),
  "/redirect-307": (request, response) => response.writeHead(307, { Location: "/echo" }).end(),
  "/loop": (request, response) => response.writeHead(302, { Location: "/loop" }).end(),
  "/gzip": (request, response) =>
    response
      .writeHead(200, { "Content-Encoding": "gzip", "Content-Type": "application/json" })
      .end(zlib.gzipSync('{"packed":"gzip"}')),
  "/br": (request, response) =>
    response
      .writeHead(200, { "Content-Encoding": "br", "Content-Type": "application/json" })
      .end(zlib.brotliCompressSync('{"packed":"br"}')),
  "/bad-gzip": (request, response) => response.writeHead(200, { "Content-Encoding": "gzip" }).end("not packed"),
  "/404": (request, response) =>
    response.writeHead(404, "Nothing Here", { "Content-Type": "application/json" }).end('{"error":"none"}'),
  "/500": (request, response) => response.writeHead(500).end("broken"),
  "/flaky": (request, response) =>
    ++flaky % 3 === 0 ? response.end("at last") : response.writeHead(503, { "Retry-After": "0" }).end(),
  "/bad-json": (request, response) => response.writeHead(200, { "Content-Type": "application/json" }).end("{"),
  "/cut": (request, response) => {
    response.writeHead(200, { "Content-Length": 100 });
    response.write("only this");
    setTimeout(() => request.socket.destroy(), 10);
  },
  "/cut-chunks": (request, response) => {
    response.write("only this");
    setTimeout(() => request.socket.destroy(), 10);
  },
  "/hang-up": (request) => request.socket.destroy(),
  "/slow": () => undefined,
  "/slow-body": (request, response) => response.write("begun"),
  "/204": (request, response) => response.writeHead(204).end(),
  "/cookies": (request, response) =>
    response.writeHead(200, { "Set-Cookie": ["a=1; Path=/", "b=2"] }).end(request.headers.cookie ?? "none"),
  "/large": (request, response) => response.end("x".repeat(1_000_000)),
  "/pieces": (request, response) => {
    response.write("one,");
    setTimeout(() => response.end("two"), 5);
  },
  "/nonsense": (request) => request.socket.end("nonsense\r\n\r\n"),
};

/** Starts the server. Returns it with the beginning of its addresses. */
export async function target() {
  const server = http.createServer((request, response) => {
    const known = paths[request.url.split("?")[0]];
    if (known !== undefined) return void known(request, response);
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const {
        authorization,
        accept,
        "content-type": type,
        "content-length": length,
        "transfer-encoding": encoding,
        "x-own": own,
      } = request.headers;
      const body = Buffer.concat(chunks);
      response.setHeader("Content-Type", "application/json");
      response.end(
        JSON.stringify({
          method: request.method,
          url: request.url,
          type: type?.replace(/boundary=.*/, "boundary=*"),
          length: /multipart/.test(type) ? undefined : length,
          encoding,
          authorization,
          accept,
          own,
          body:
            body.length > 1000 ? `${body.length} bytes` : body.toString().replace(/-{4,}[\w-]*\d+[\w-]*/g, "BOUNDARY"),
        }),
      );
    });
    request.on("error", () => undefined);
  });
  return { server, base: `http://127.0.0.1:${await listen(server)}` };
}
