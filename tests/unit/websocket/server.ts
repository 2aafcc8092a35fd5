// A WebSocket server for tests, on a plain socket: it answers handshakes, and records and sends raw frames.
import crypto from "node:crypto";
import net from "node:net";

/** One connection after its handshake. */
export interface Peer {
  head: string;
  /** Sends a frame with that first byte. */
  send(first: number, payload: string | Uint8Array): void;
  socket: net.Socket;
}

/** What a client sent, unmasked. */
export interface Frame {
  first: number;
  isMasked: boolean;
  payload: Buffer;
}

interface Options {
  /** Further lines of the response. */
  extra?: string;
  /** The value of Sec-WebSocket-Accept. */
  accept?: string;
  onOpen?(peer: Peer): void;
  onFrame?(peer: Peer, frame: Frame): void;
}

/** Runs `body` with the URL of a server. By default it echoes messages and close frames. */
export async function withSocketServer(options: Options, body: (url: string) => Promise<void>): Promise<void> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    serve(socket, options);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await body(`ws://127.0.0.1:${(server.address() as any).port}/path`);
  } finally {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
}

function serve(socket: net.Socket, options: Options): void {
  let input: Buffer = Buffer.alloc(0);
  let peer: Peer | null = null;
  socket.on("data", (chunk: Buffer) => {
    input = Buffer.concat([input, chunk]);
    if (peer === null) {
      const end = input.indexOf("\r\n\r\n");
      if (end < 0) return;
      const head = input.subarray(0, end).toString("latin1");
      input = input.subarray(end + 4);
      const key = /^sec-websocket-key: (.*)$/im.exec(head)![1]!.trim();
      const accept =
        options.accept ??
        crypto.createHash("sha1").update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64");
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n${options.extra ?? ""}\r\n`,
      );
      peer = { head, socket, send: (first, payload) => void socket.write(encode(first, Buffer.from(payload as any))) };
      options.onOpen?.(peer);
    }
    for (let parsed = decode(input); parsed !== null; parsed = decode(input)) {
      input = input.subarray(parsed.length);
      if (options.onFrame !== undefined) options.onFrame(peer, parsed.frame);
      else if ((parsed.frame.first & 15) === 8) {
        peer.send(0x88, parsed.frame.payload);
        socket.end();
      } else peer.send(parsed.frame.first, parsed.frame.payload);
    }
  });
}

function encode(first: number, payload: Buffer): Buffer {
  const head = payload.length < 126 ? [first, payload.length] : [first, 126, payload.length >> 8, payload.length & 255];
  return Buffer.concat([Buffer.from(head), payload]);
}

function decode(input: Buffer): { frame: Frame; length: number } | null {
  if (input.length < 2) return null;
  const isMasked = (input[1]! & 0x80) !== 0;
  let length = input[1]! & 0x7f;
  let position = 2;
  if (length === 126) {
    if (input.length < 4) return null;
    length = input.readUInt16BE(2);
    position = 4;
  }
  const start = position + (isMasked ? 4 : 0);
  if (input.length < start + length) return null;
  const payload = Buffer.from(input.subarray(start, start + length));
  if (isMasked)
    for (let index = 0; index < length; index++) payload[index] = payload[index]! ^ input[position + (index % 4)]!;
  return { frame: { first: input[0]!, isMasked, payload }, length: start + length };
}

/** The next event of that type. */
export function next(target: EventTarget, type: string): Promise<any> {
  return new Promise((resolve) => target.addEventListener(type, resolve, { once: true }));
}
