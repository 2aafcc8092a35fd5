// A server without a network: a test provides the bytes of its responses, and reads what the client wrote.
import http from "node:http";
import { Duplex } from "node:stream";

/** The server's end of a client's connection. */
export interface Wire {
  /** The stream for `createConnection`. */
  socket: any;
  /** What the client wrote so far. */
  sent(): string;
  /** Sends bytes to the client. */
  receive(text: string): void;
  /** Ends what the server sends. */
  end(): void;
}

/** Makes a connection. */
export function wire(): Wire {
  let text = "";
  const socket: any = new Duplex({
    read() {},
    write(chunk, _encoding, callback) {
      text += chunk.toString("latin1");
      callback();
    },
  });
  socket.setKeepAlive = () => socket;
  socket.setNoDelay = () => socket;
  socket.setTimeout = () => socket;
  socket.destroySoon = () => {
    if (socket.writable) socket.end();
    if (socket.writableFinished) socket.destroy();
    else socket.once("finish", () => socket.destroy());
  };
  socket.ref = () => socket;
  socket.unref = () => socket;
  return {
    socket,
    sent: () => text,
    receive: (bytes) => {
      socket.push(Buffer.from(bytes, "latin1"));
    },
    end: () => {
      socket.push(null);
    },
  };
}

/** A request on a new connection, and all its events as lines. */
export function recorded(
  options: object = {},
  act: (request: any) => void = (request) => request.end(),
): { connection: Wire; events: string[]; request: any } {
  const connection = wire();
  const events: string[] = [];
  const request: any = http.request({ createConnection: () => connection.socket, ...options } as any);
  for (const name of ["socket", "finish", "continue", "timeout", "abort", "close"])
    request.on(name, () => events.push(name));
  request.on("error", (error: any) => events.push(`error ${error.code} ${error.message}`));
  request.on("information", (info: any) => events.push(`information ${info.statusCode}`));
  request.on("response", (response: any) => {
    events.push(`response ${response.statusCode} ${response.statusMessage}`);
    response.setEncoding("latin1");
    response.on("data", (data: string) => events.push(`data ${data}`));
    for (const name of ["end", "aborted", "close"])
      response.on(name, () =>
        events.push(`response ${name}${name === "end" ? ` ${JSON.stringify(response.trailers)}` : ""}`),
      );
    response.on("error", (error: any) => events.push(`response error ${error.code} ${error.message}`));
  });
  act(request);
  return { connection, events, request };
}

/** Waits until everything that is due has run. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 10));
}
