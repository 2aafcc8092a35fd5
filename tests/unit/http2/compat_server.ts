// A server of node:http2 and a client for tests of the compatibility API.
import http2 from "node:http2";

/** What a client received of a response. */
export interface ClientResult {
  headers: any;
  interim: any[];
  trailers: any;
  body: string;
  error: Error | null;
}

type Handler = (request: http2.Http2ServerRequest, response: http2.Http2ServerResponse) => void;

/** Runs `body` with a function that sends requests to a server with `handler` (null: none); closes both afterwards. */
export async function withServer(
  handler: Handler | null,
  body: (
    ask: (headers?: any, content?: string) => Promise<ClientResult>,
    server: http2.Http2Server,
    client: http2.ClientHttp2Session,
  ) => Promise<void>,
  options: http2.ServerOptions = {},
): Promise<void> {
  const server = http2.createServer(options, handler ?? undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const client = http2.connect(`http://127.0.0.1:${(server.address() as any).port}`);
  try {
    await body((headers, content) => ask(client, headers, content), server, client);
  } finally {
    client.close();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }
}

function ask(client: http2.ClientHttp2Session, headers: any = {}, content?: string): Promise<ClientResult> {
  return new Promise((resolve) => {
    const result: ClientResult = { headers: null, interim: [], trailers: null, body: "", error: null };
    const stream = client.request({
      ":path": "/",
      ...(content === undefined ? {} : { ":method": "POST" }),
      ...headers,
    });
    stream.setEncoding("utf8");
    stream.on("headers", (interim) => result.interim.push(interim));
    stream.on("response", (response) => void (result.headers = response));
    stream.on("trailers", (trailers) => void (result.trailers = trailers));
    stream.on("data", (text) => void (result.body += text));
    stream.on("error", (error) => void (result.error = error));
    stream.on("close", () => resolve(result));
    stream.end(content);
  });
}

/** Code and message of what `action` throws. */
export function thrown(action: () => unknown): [string, string, string] {
  try {
    action();
  } catch (error: any) {
    return [error.name, error.code, error.message];
  }
  throw new Error("it did not throw");
}
