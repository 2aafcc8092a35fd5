// Repeated requests, for tests of servers.
import { once } from "node:events";
import net from "node:net";

/** Sends the heads one after the other on one connection; returns the bodies of the responses. */
export async function sendInSequence(port: number, heads: string[]): Promise<string[]> {
  const socket = net.connect(port, "127.0.0.1");
  const bodies: string[] = [];
  for (const head of heads) {
    socket.write(`GET ${head}\r\n\r\n`);
    let text = "";
    let length = -1;
    while (length < 0 || text.length < length) {
      const [chunk] = await once(socket, "data");
      text += chunk;
      const end = text.indexOf("\r\n\r\n");
      if (end !== -1) length = end + 4 + Number(/content-length: (\d+)/i.exec(text)![1]);
    }
    bodies.push(text.slice(text.indexOf("\r\n\r\n") + 4));
  }
  socket.destroy();
  return bodies;
}

/** The items `count` times, one round after the other. */
export function repeated<T>(items: T[], count: number): T[] {
  return Array.from({ length: count }, () => items).flat();
}
