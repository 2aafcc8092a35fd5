// The JSON and the Fibonacci route on plain node:http.
import http from "node:http";
import { fibonacci } from "./fibonacci.js";

http.createServer((request, response) => {
  if (request.url === "/") {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ message: "Hello World!" }));
  } else if (request.url === "/fibonacci") {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    response.end(fibonacci(100).join(", "));
  } else {
    response.writeHead(404).end();
  }
}).listen(3000);
