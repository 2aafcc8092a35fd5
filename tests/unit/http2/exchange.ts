// A server and a client of node:http2 for tests.
import { once } from "node:events";
import http2 from "node:http2";
import type { AddressInfo } from "node:net";

export interface Answer {
  headers: any;
  body: string;
  stream: any;
}

/** Serves with `onStream` while `use(client, origin)` runs; afterwards both are closed. */
export async function withServer(
  onStream: (stream: any, headers: any) => void,
  use: (client: any, origin: string) => Promise<void>,
  options: any = {},
): Promise<void> {
  const server = http2.createServer(options.server ?? {});
  server.on("stream", onStream);
  server.listen(0);
  await once(server, "listening");
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  const client = http2.connect(origin, options.client ?? {});
  try {
    await use(client, origin);
  } finally {
    client.destroy();
    server.close();
  }
}

/** Sends a request with `body` and waits for all of the response. */
export async function ask(client: any, headers: any = {}, body?: string | Uint8Array): Promise<Answer> {
  const stream = client.request(headers, { endStream: body === undefined });
  if (body !== undefined) stream.end(body);
  let response: any;
  stream.on("response", (received: any) => (response = received));
  const chunks: Uint8Array[] = [];
  stream.on("data", (chunk: Uint8Array) => chunks.push(chunk));
  await once(stream, "close");
  return { headers: response, body: Buffer.concat(chunks).toString(), stream };
}
