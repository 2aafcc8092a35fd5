// Servers for the tests of fetch.
import http from "node:http";

type Listener = (request: http.IncomingMessage, response: http.ServerResponse) => void;

/** Runs `body` with the URL (without a slash at its end) of a server on this machine; closes the server afterwards. */
export async function withServer(
  listener: Listener,
  body: (url: string, server: http.Server) => Promise<void>,
): Promise<void> {
  const server = http.createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await body(`http://127.0.0.1:${(server.address() as any).port}`, server);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

/** Responds with the request: method, path, headers and body, as JSON. */
export function echo(request: http.IncomingMessage, response: http.ServerResponse): void {
  const chunks: Buffer[] = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify({
        method: request.method,
        url: request.url,
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      }),
    );
  });
}

/** The error that `promise` rejects with. */
export async function rejection(promise: Promise<unknown>): Promise<any> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("it did not reject");
}
