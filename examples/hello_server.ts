// A web server in a few lines: ./x run examples/hello_server.ts, then open the address that it prints.
// PORT chooses the port; 0 takes any that is free.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const server = createServer((request, response) => {
  response.writeHead(200, { "content-type": "text/plain; charset=utf-8" });
  response.end(`Hello from Brio, you asked for ${request.url}\n`);
});

server.listen(Number(process.env.PORT ?? 3000), () => {
  const { port } = server.address() as AddressInfo;
  console.log(`listening on http://localhost:${port}`);
});
