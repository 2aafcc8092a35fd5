// A server that records the bytes of each request, for tests of what fetch sends.
import net from "node:net";

export const ANSWER = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok";

/** What each connection sent, and the server's URL. */
export interface RawServer {
  url: string;
  port: number;
  seen: string[];
}

/** Runs `body` with a server that sends `answer` once nothing has arrived for a while; closes it afterwards. */
export async function withRawServer(
  body: (server: RawServer) => Promise<void>,
  answer: string = ANSWER,
): Promise<void> {
  const seen: string[] = [];
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    const index = seen.push("") - 1;
    let timer: ReturnType<typeof setTimeout> | undefined;
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("data", (bytes) => {
      seen[index] += bytes.toString("latin1");
      clearTimeout(timer);
      timer = setTimeout(() => socket.write(answer), 30);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as net.AddressInfo;
  try {
    await body({ url: `http://127.0.0.1:${port}/`, port, seen });
  } finally {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }
}

/** The values of a field in a head. */
export function values(text: string, name: string): string[] {
  const head = text.split("\r\n\r\n")[0]!.split("\r\n").slice(1);
  return head
    .filter((line) => line.toLowerCase().startsWith(`${name}:`))
    .map((line) => line.slice(line.indexOf(":") + 1).trim());
}

/** A stream of `text` in two chunks. */
export function streamOf(text: string): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  return new ReadableStream({
    start(controller) {
      controller.enqueue(bytes.subarray(0, 2));
      controller.enqueue(bytes.subarray(2));
      controller.close();
    },
  });
}
