// A server that speaks as much of Redis's protocol as the tests need.
import { type Server, type Socket, createServer } from "node:net";
import type { AddressInfo } from "node:net";

/** The reply to a command, in the protocol; undefined: none. */
export type Reply = (command: string[], socket: Socket) => string | undefined;

export interface TestServer {
  url: string;
  /** The commands so far, joined by blanks. */
  commands: string[];
  sockets: Socket[];
  close(): void;
}

export const bulk = (text: string): string => `$${Buffer.byteLength(text)}\r\n${text}\r\n`;
export const list = (type: string, ...items: string[]): string => `${type}${items.length}\r\n${items.join("")}`;

const GREETING = `%2\r\n${bulk("server")}${bulk("redis")}${bulk("proto")}:3\r\n`;

/** Starts a server. It greets, and says OK to what `reply` does not answer. */
export async function startServer(reply: Reply = () => "+OK\r\n"): Promise<TestServer> {
  const commands: string[] = [];
  const sockets: Socket[] = [];
  const server: Server = createServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => {});
    let input = "";
    socket.setEncoding("utf8").on("data", (chunk) => {
      input += chunk as unknown as string;
      for (;;) {
        const found = readCommand(input);
        if (found === undefined) return;
        input = found.rest;
        commands.push(found.parts.join(" "));
        const text = reply(found.parts, socket) ?? (found.parts[0] === "HELLO" ? GREETING : undefined);
        if (text !== undefined) socket.write(found.parts[0] === "HELLO" && text === "+OK\r\n" ? GREETING : text);
      }
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve());
  });
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    commands,
    sockets,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

// Lengths are those of ASCII text, which is all that the tests send.
function readCommand(input: string): { parts: string[]; rest: string } | undefined {
  const head = /^\*(\d+)\r\n/.exec(input);
  if (head === null) return undefined;
  const parts: string[] = [];
  let at = head[0].length;
  for (let count = Number(head[1]); count > 0; count--) {
    const size = /^\$(\d+)\r\n/.exec(input.slice(at));
    if (size === null) return undefined;
    const start = at + size[0].length;
    at = start + Number(size[1]) + 2;
    if (input.length < at) return undefined;
    parts.push(input.slice(start, at - 2));
  }
  return { parts, rest: input.slice(at) };
}
